"""The plan of a level, and the areas that are drawn on it."""
