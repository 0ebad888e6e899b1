"""Objects: their kinds, names, creation and stacking, the pack and what lies on the floor."""
