"""Chances and expected damage, by the rolls of the rules and by what a hero's player can know."""
