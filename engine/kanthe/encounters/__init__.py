"""Encounters: occupants, hazards, doors, treasure, followers."""
