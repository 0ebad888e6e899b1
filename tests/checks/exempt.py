"""Folders to which a check does not apply yet. A folder is taken out once it passes."""

NO_RESULT_SAYS_RETURN = ("engine/sil/",)
MANY_VALUES_BY_POSITION = (
    "engine/delve/",
    "engine/kanthe/",
    "engine/sil/",
    "render/",
    "tests/",
)
# Their labels are plain strings, not texts.
KIND_NAMES = (
    "engine/sil/hero/",
    "engine/sil/item_use/item_descriptions.py",
    "engine/sil/setup/",
    "engine/sil/smithing/",
    "engine/sil/view.py",
)
