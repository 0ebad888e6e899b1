"""Today's names in the place of placeholders, in all that leaves a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.contract.placeholders import PLACEHOLDER

V = TypeVar("V")

_NO_TEXTS = {int, bool, float}
_IN_UTF8 = re.compile(rb"\xf3[\xb0-\xbf]")  # how every placeholder begins

FORGOTTEN = "Somebody"

Names = Mapping[str, str]
"""People's names by their placeholders."""


def fill_names(value: V, names: Names) -> V:
    """Return a value with names for the placeholders in all of its texts."""

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(lambda match: names.get(match[0], FORGOTTEN), text)

    filled: V = _changed(value, fill, _holds_placeholders)
    return filled


def change_texts(value: V, change: Callable[[str], str]) -> V:
    """Return plain data with every text in it changed; what holds none is the same object."""
    changed: V = _changed(value, change, lambda _: True)
    return changed


def _holds_placeholders(value: Any) -> bool:
    """Return whether plain data may hold a placeholder: encoding it is far quicker than a walk."""
    return _IN_UTF8.search(msgspec.msgpack.encode(value, enc_hook=str)) is not None


def _changed(value: Any, change: Callable[[str], str], concerns: Callable[[Any], bool]) -> Any:
    """Return a value with its texts changed, those aside in parts that `concerns` denies."""
    if isinstance(value, str):
        return change(value)
    if not isinstance(value, msgspec.Struct | tuple | list | Mapping) or not concerns(value):
        return value
    if isinstance(value, msgspec.Struct):
        return _changed_struct(value, change, concerns)
    if isinstance(value, Mapping):
        pairs = [
            (_changed(k, change, concerns), _changed(v, change, concerns)) for k, v in value.items()
        ]
        same = (k is a and v is b for (k, v), (a, b) in zip(pairs, value.items(), strict=True))
        return value if all(same) else dict(pairs)
    items = [_changed(each, change, concerns) for each in value]
    if all(new is old for new, old in zip(items, value, strict=True)):
        return value
    return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)


def _changed_struct(
    value: msgspec.Struct, change: Callable[[str], str], concerns: Callable[[Any], bool]
) -> msgspec.Struct:
    changes = {}
    for field in value.__struct_fields__:
        old = getattr(value, field)
        if old is None or type(old) in _NO_TEXTS:
            continue
        new = _changed(old, change, concerns)
        if new is not old:
            changes[field] = new
    return replace(value, **changes) if changes else value
