"""Turns of monsters."""
