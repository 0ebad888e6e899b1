"""Pages about monsters, things and places."""
