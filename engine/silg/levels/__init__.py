"""Levels that a party plays on."""
