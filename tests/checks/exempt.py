"""Folders to which a check does not apply yet. A folder is taken out once it passes."""

MANY_VALUES_BY_POSITION = ("tests/",)
