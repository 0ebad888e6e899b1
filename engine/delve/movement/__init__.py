"""Steps, ground and ways."""
