"""Texts of the table, with what people type as it stands in every language; and lines in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.common import slugs
from engine.contract.texts import Name, Text, Value, Words, joined, typed
from engine.sil.commands import action_words
from engine.sil.creatures import creature_names
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster

_HANDLE = re.compile(r"(.+?)(?:-(\d+))?")  # "orc-scout-1"
_AT = ("fight", "fire")  # verbs whose first word is whom they are at


def text(template: str, /, **facts: Value) -> Text:
    """Return a text with its facts by name; a plain string is typed words, a square or dice."""
    return Text(
        template,
        {name: typed(fact) if isinstance(fact, str) else fact for name, fact in facts.items()},
    )


def line_in_words(line: str, data: Data) -> Words:
    """Return a player's action line in words: "Fight orc scout 1"; of a standing order, what it
    declares."""
    verb, *args = line.removeprefix("plan ").split()
    target = _creature(args[0], data) if args and verb in _AT else None
    if target is None:
        return action_words.in_words(" ".join((verb, *args)))
    at = text("{deed} {target}", deed=action_words.verb_words(verb), target=target)
    return joined((at, *map(typed, args[1:]))) if args[1:] else at


def _creature(handle: str, data: Data) -> Name | None:
    """Return whom a handle such as "orc-scout-1" means; None for the name of no race."""
    found = _HANDLE.fullmatch(handle)
    race = _races(data).get(found[1]) if found else None
    if found is None or race is None:
        return None
    return creature_names.race_words(race, int(found[2] or 0))


@lru_cache(maxsize=8)
def _races(data: Data) -> Mapping[str, Monster]:
    return {slugs.slug(race.name): race for race in data.monsters.values()}
