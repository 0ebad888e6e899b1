"""A player without knowledge of the rules: chooses among the offers of a seat by its view."""
