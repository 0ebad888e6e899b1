"""The creation of a hero, step by step or at once."""
