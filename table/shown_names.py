"""Today's names in the place of placeholders, in all that leaves a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.contract.placeholders import PLACEHOLDER

V = TypeVar("V")

FORGOTTEN = "Somebody"

Names = Mapping[str, str]
"""People's names by their placeholders."""


def fill_names(value: V, names: Names) -> V:
    """Return a value with names for the placeholders in all of its texts."""

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(lambda match: names.get(match[0], FORGOTTEN), text)

    return change_texts(value, lambda text: text if text.isascii() else fill(text))


def change_texts(value: V, change: Callable[[str], str]) -> V:
    """Return plain data with every text in it changed; what holds none is the same object."""
    changed: V = _changed(value, change)
    return changed


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, msgspec.Struct):
        return _changed_struct(value, change)
    if isinstance(value, tuple | list):
        items = [_changed(each, change) for each in value]
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, Mapping):
        pairs = [(_changed(k, change), _changed(v, change)) for k, v in value.items()]
        same = (k is a and v is b for (k, v), (a, b) in zip(pairs, value.items(), strict=True))
        return value if all(same) else dict(pairs)
    return value


def _changed_struct(value: msgspec.Struct, change: Callable[[str], str]) -> msgspec.Struct:
    changes = {}
    for field in value.__struct_fields__:
        old = getattr(value, field)
        new = _changed(old, change)
        if new is not old:
            changes[field] = new
    return replace(value, **changes) if changes else value
