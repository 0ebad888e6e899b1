"""Levels: how they are made, and what can be done to their doors, traps and stairs."""
