"""Blows, damage and statuses."""
