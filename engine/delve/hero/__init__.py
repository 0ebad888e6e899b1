"""Abilities, hunger and the secret class of heroes."""
