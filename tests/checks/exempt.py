"""Folders to which a check does not apply yet. A folder is taken out once it passes."""

NO_RESULT_SAYS_RETURN = ("engine/sil/",)
MANY_VALUES_BY_POSITION = (
    "engine/delve/",
    "engine/kanthe/",
    "engine/sil/",
    "render/",
    "tests/",
)
