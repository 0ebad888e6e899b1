"""Arcane things: what is known of them."""
