"""Plain strings where people read: English that no catalogue could translate."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import DictType, Field, StructType, TupleType, Type, UnionType, VarTupleType

from engine.contract.texts import Listing, Name, Text

_WORD = re.compile(r"\W*[^\W\d_]{2,}\W*")


def plain_words(told: Any, given: Collection[str]) -> Iterator[str]:
    """Yield the strings with letters that stand where a text may stand.

    `told`: a struct of the contract or a text. `given`: names that people gave.
    """
    if isinstance(told, str | Text | Name | Listing):
        yield from _in_words(told, given)
    else:
        yield from _in_struct(told, given)


def _in_struct(told: msgspec.Struct, given: Collection[str]) -> Iterator[str]:
    for field in _fields(type(told)):
        yield from _in_value(getattr(told, field.name), field.type, given)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, StructType)
    return info.fields


def _in_value(value: Any, kind: Type, given: Collection[str]) -> Iterator[str]:
    if isinstance(value, Text | Name | Listing) or (isinstance(value, str) and _takes_texts(kind)):
        yield from _in_words(value, given)
    elif isinstance(value, tuple) and isinstance(kind, VarTupleType):
        for each in value:
            yield from _in_value(each, kind.item_type, given)
    elif isinstance(value, tuple) and isinstance(kind, TupleType):
        for each, item in zip(value, kind.item_types, strict=True):
            yield from _in_value(each, item, given)
    elif isinstance(value, tuple) and isinstance(kind, UnionType):
        for each in value:
            if isinstance(each, msgspec.Struct):
                yield from _in_struct(each, given)
    elif isinstance(value, msgspec.Struct) and not isinstance(kind, DictType):
        yield from _in_struct(value, given)


def _takes_texts(kind: Type) -> bool:
    return isinstance(kind, UnionType) and any(
        isinstance(each, StructType) and each.cls is Text for each in kind.types
    )


def _in_words(told: Any, given: Collection[str]) -> Iterator[str]:
    """Yield the plain strings of a text's facts, too."""
    if isinstance(told, Text | Name):
        for fact in told.facts.values():
            yield from _in_words(fact, given)
    elif isinstance(told, Listing):
        for item in told.items:
            yield from _in_words(item, given)
    elif isinstance(told, str) and _has_words(told) and told not in given:
        yield told


def _has_words(said: str) -> bool:
    """Return whether a string has more than figures, a letter of a list, and names that action
    lines use ("wolf-3")."""
    return any(_WORD.fullmatch(each) for each in said.split())
