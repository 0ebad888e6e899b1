"""The game under way, sheet values, items, sight: shared by all rules."""
