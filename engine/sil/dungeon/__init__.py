"""Levels as the hero meets them: doors, traps, stairs, chests, captives, arrivals."""
