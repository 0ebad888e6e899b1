"""Delve: a dungeon game of energy, throwing, spells and hunger."""
