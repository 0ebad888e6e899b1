"""Faults of data whose records are each right: what does not go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from engine.delve.data.kinds import GRAVE_REWARDS, DelveData, EndedBy, EndingKind
from engine.delve.state import DEEPEST


def contradictions(data: DelveData) -> Iterator[str]:
    """Yield what is wrong though each record is right."""
    written = Counter(word for verb in data.verbs.values() for word in verb.typed)
    for word in (word for word, times in written.items() if times > 1):
        yield f"verbs.txt:1: “{word}” is typed for two verbs"
    unending = set(get_args(EndedBy)) - {e.by for e in data.endings.values() if _always_fits(e)}
    for by in sorted(unending):
        yield f"endings.txt:1: no ending always fits “{by}”"
    for file, what, count in (
        ("items.txt", "heart", sum(kind.heart for kind in data.items.values())),
        ("monsters.txt", "warden", sum(kind.has("warden") for kind in data.monsters.values())),
    ):
        if count != 1:
            yield f"{file}:1: there must be one {what}, not {count}"
    yield from _wrong_levels(data)
    yield from _wrong_graves(data)


def _wrong_levels(data: DelveData) -> Iterator[str]:
    """Yield which levels have no theme, or several."""
    for level in range(1, DEEPEST + 1):
        found = [name for name, each in data.themes.items() if each.first <= level <= each.last]
        if len(found) != 1:
            yield f"themes.txt:1: level {level} must have one theme, not {len(found)}"


def _wrong_graves(data: DelveData) -> Iterator[str]:
    """Yield what of the secret class and its graves does not go together."""
    if (secret := sum(bool(kind.secret) for kind in data.classes.values())) != 1:
        yield f"classes.txt:1: there must be one secret class, not {secret}"
    remains = sum(kind.category == "remains" for kind in data.items.values())
    if remains != len(GRAVE_REWARDS):
        yield f"items.txt:1: there must be {len(GRAVE_REWARDS)} things of “remains”, not {remains}"
    if (told := len(data.prose.get("epitaphs", ()))) != len(GRAVE_REWARDS):
        yield f"prose.txt:1: there must be {len(GRAVE_REWARDS)} “epitaphs”, not {told}"


def _always_fits(ending: EndingKind) -> bool:
    return not (ending.lords or ending.freed or ending.honest)
