"""Views and offers of a seat."""
