"""data/tiles/sil.txt: which tile, accent and extras each being, thing and ground gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from render.source import SourceError, lines

Key = tuple[str, str]  # ("being", "o") or ("R", "51")
PAINTED = ("floor", "rock", "void")  # grounds that are no single tile


@dataclass(frozen=True)
class Rule:
    """How one thing looks. `accent` is three palette letters, "seat", or "" for its own colour."""

    tile: str
    accent: str = ""
    ramp: str = ""
    top: str = ""
    below: str = ""
    mark: str = ""
    figure: str = ""


@dataclass
class Rules:
    """All rules of a tile set."""

    by_key: dict[Key, Rule] = field(default_factory=dict)
    accents: dict[str, str] = field(default_factory=dict)

    def find(self, kind: str, ref: str, letter: str) -> Rule | None:
        """The rule of a `being`, `thing` or `ground`: by its ref, else by its letter."""
        prefix, _, number = ref.partition("+")[0].partition(":")
        return self.by_key.get((prefix, number)) or self.by_key.get((kind, letter))

    def accent(self, colour: str) -> str:
        """Accent letters of a Sil colour such as "D1": a second shade uses the same accent."""
        return self.accents.get(colour[:1], "mwW")


def read_rules(
    path: Path, tiles: Mapping[str, object], badges: Mapping[str, object], letters: str
) -> Rules:
    """Read the mapping. Refuses unknown tiles, marks and options, and a tile that no rule uses;
    `letters` are the palette's one-letter names."""
    rules = Rules()
    used: set[str] = set()
    last = 0
    for number, line in lines(path):
        words = line.split()
        if not words:
            continue
        last = number
        try:
            used |= _rule(rules, words, tiles, badges, letters)
        except ValueError as error:
            raise SourceError(path, number, str(error)) from None
    unused = sorted(set(tiles) - used)
    if unused:
        raise SourceError(path, last, f"no rule uses the tile {unused[0]}")
    return rules


def _rule(
    rules: Rules,
    words: list[str],
    tiles: Mapping[str, object],
    badges: Mapping[str, object],
    letters: str,
) -> set[str]:
    """Enter one line; the tiles that it uses."""
    kind = words[0]
    if kind == "own":
        for name in words[1:]:
            _known(name, tiles)
        return set(words[1:])
    if len(words) < 3 - (kind[:2] in ("R:", "K:", "F:", "L:")):
        raise ValueError("the line is too short")
    if kind == "colour":
        _accent(words[2], letters)
        rules.accents[words[1]] = words[2]
        return set()
    if kind in ("being", "thing", "ground"):
        keys, rest = [(kind, words[1])], words[2:]
    elif kind[:2] in ("R:", "K:", "F:", "L:"):
        keys, rest = [(kind[0], number) for number in _range(kind[2:])], words[1:]
    else:
        raise ValueError(f"unknown word {kind!r}")
    rule = _options(Rule(rest[0]), rest[1:], badges, letters)
    if rule.tile not in PAINTED:
        _known(rule.tile, tiles)
    if rule.top:
        _known(rule.top, tiles)
    for key in keys:
        if key in rules.by_key:
            raise ValueError(f"{':'.join(key)} has a rule already")
        rules.by_key[key] = rule
    return {rule.tile, rule.top}


def _range(text: str) -> list[str]:
    first, _, last = text.partition("-")
    if not first.isdigit() or not (last or first).isdigit():
        raise ValueError(f"{text!r} is no number or range")
    return [str(n) for n in range(int(first), int(last or first) + 1)]


def _options(rule: Rule, words: list[str], badges: Mapping[str, object], letters: str) -> Rule:
    for word in words:
        name, _, value = word.partition("=")
        if name not in ("accent", "ramp", "top", "below", "mark", "figure") or not value:
            raise ValueError(f"unknown option {word!r}")
        if name == "accent" and value != "seat":
            _accent(value, letters)
        if name == "ramp" and value != "red":
            raise ValueError(f"unknown ramp {value!r}")
        if name == "below" and value != "void":
            raise ValueError(f"unknown depth {value!r}")
        if name == "mark" and value not in badges:
            raise ValueError(f"unknown mark {value!r}")
        rule = replace(rule, **{name: value})
    return rule


def _accent(text: str, letters: str) -> None:
    if len(text) != 3 or any(letter not in letters for letter in text):
        raise ValueError(f"accent {text!r} is not three letters of the palette")


def _known(name: str, tiles: Mapping[str, object]) -> None:
    if name not in tiles:
        raise ValueError(f"unknown tile {name!r}")
