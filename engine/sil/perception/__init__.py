"""Perception of and by the hero: sight, visibility, noise, lore, the truce."""
