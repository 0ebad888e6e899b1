"""Attacks by hand, shots and throws, of the hero and on him."""
