"""Creatures on a level: their numbers, names, senses, morale, loot and how they come to be."""
