"""Texts of the table, with what people type as it stands in every language; and lines in words."""

from __future__ import annotations

import re

from engine.contract.texts import Name, Text, Value, Words, joined, typed
from engine.sil.commands import action_words

_HANDLE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)")  # "orc-scout-1"
_AT = ("fight", "fire")  # verbs whose first word is whom they are at


def text(template: str, /, **facts: Value) -> Text:
    """Return a text with its facts by name; a plain string is typed words, a square or dice."""
    return Text(
        template,
        {name: typed(fact) if isinstance(fact, str) else fact for name, fact in facts.items()},
    )


def line_in_words(line: str) -> Words:
    """Return a player's action line in words: "Fight orc scout 1"; of a standing order, what it
    declares."""
    verb, *args = line.removeprefix("plan ").split()
    found = _HANDLE.fullmatch(args[0]) if args and verb in _AT else None
    if found is None:
        return action_words.in_words(" ".join((verb, *args)))
    target = Name(found[1].replace("-", " "), number=int(found[2]))
    at = text("{deed} {target}", deed=action_words.verb_words(verb), target=target)
    return joined((at, *map(typed, args[1:]))) if args[1:] else at
