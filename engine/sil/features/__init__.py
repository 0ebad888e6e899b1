"""Doors, traps, stairs, and searching for what is hidden."""
