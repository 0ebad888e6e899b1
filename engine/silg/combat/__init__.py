"""Attacks: rolled when they are declared, dealt when they fall due."""
