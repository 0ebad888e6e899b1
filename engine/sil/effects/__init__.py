"""Damage, passing states, elements and magic, and what they do to heroes, creatures and terrain."""
