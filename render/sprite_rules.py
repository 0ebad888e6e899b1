"""`sprites.txt` of a tile set: the tile, accent and extras of each entity, item and ground."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from render.tile_files import SourceError, lines

Key = tuple[str, str]  # ("entity", "o"), ("sprite", "monster/wolf")
LAYERS = ("entity", "item", "ground")
PAINTED = ("floor", "rock", "void")  # grounds that are no single tile
ROOM, SUN = 1, 2  # how ground is drawn that is lit by itself
_LIGHTINGS = {"room": ROOM, "sun": SUN}
_DEFAULT_ACCENT = "mwW"
_DEFAULT_OVERLAY = "d"


@dataclass(frozen=True)
class SpriteRule:
    """The look of a sprite. `accent` is three palette letters, "seat", or "" for its colour."""

    tile: str
    accent: str = ""
    ramp: str = ""
    top: str = ""
    below: str = ""
    mark: str = ""
    figure: str = ""
    place: str = ""  # "yes": the overview numbers it
    label: str = ""  # its short name there


@dataclass
class Rules:
    """The rules of a tile set: those of all rulesets, and over them those of one."""

    by_key: dict[Key, SpriteRule] = field(default_factory=dict)
    patterns: list[tuple[str, SpriteRule]] = field(default_factory=list)
    accents: dict[str, str] = field(default_factory=dict)
    lightings: dict[str, int] = field(default_factory=dict)
    overlays: dict[str, str] = field(default_factory=dict)

    def find(self, layer: str, sprite: str, letter: str) -> SpriteRule | None:
        """Return the rule of an `entity`, `item` or `ground`: by its sprite, else by its letter.
        A pose of a sprite ("knight+4") looks like the sprite."""
        name = sprite.partition(":")[2].partition("+")[0]
        if rule := self.by_key.get(("sprite", name)):
            return rule
        for pattern, rule in self.patterns:
            if fnmatchcase(name, pattern):
                return rule
        return self.by_key.get((layer, letter))

    def accent(self, colour: str) -> str:
        """Return the accent letters of a colour; a shade such as "D1" has those of "D"."""
        return self.accents.get(colour) or self.accents.get(colour[:1], _DEFAULT_ACCENT)

    def lighting(self, name: str) -> int:
        """Return how ground of a lighting is drawn: 0 for not lit by itself, ROOM or SUN."""
        return self.lightings.get(name, ROOM) if name else 0

    def overlay(self, name: str) -> str:
        """Return the palette letter of an overlay's dots."""
        return self.overlays.get(name, _DEFAULT_OVERLAY)


class RuleReader:
    """Reads rule files one over the other. Refuses unknown tiles, marks and options; `letters` are
    the palette's one-letter names. `used` holds the names of the tiles that rules use."""

    def __init__(
        self, tiles: Mapping[str, object], badges: Mapping[str, object], letters: str
    ) -> None:
        self.rules = Rules()
        self.used: set[str] = set()
        self._tiles, self._badges, self._letters = tiles, badges, letters

    def read(self, path: Path) -> None:
        """Enter the rules of a file; they win over those entered before."""
        seen: set[Key] = set()
        patterns: list[tuple[str, SpriteRule]] = []
        for number, line in lines(path):
            words = line.split()
            if not words:
                continue
            try:
                self._line(words, seen, patterns)
            except ValueError as error:
                raise SourceError(path, number, str(error)) from None
        self.rules.patterns = patterns + self.rules.patterns

    def _line(
        self, words: list[str], seen: set[Key], patterns: list[tuple[str, SpriteRule]]
    ) -> None:
        word, *rest = words
        if word not in (*LAYERS, "sprite", "colour", "lighting", "overlay"):
            raise ValueError(f"unknown word {word!r}")
        if len(rest) < 2:
            raise ValueError("the line is too short")
        name, value = rest[:2]
        if (word, name) in seen:
            raise ValueError(f"{word}:{name} has a rule already")
        seen.add((word, name))
        match word:
            case "colour":
                self._check_accent(value)
                self.rules.accents[name] = value
            case "lighting":
                if value not in _LIGHTINGS:
                    raise ValueError(f"unknown lighting {value!r}")
                self.rules.lightings[name] = _LIGHTINGS[value]
            case "overlay":
                if len(value) != 1 or value not in self._letters:
                    raise ValueError(f"overlay {value!r} is no letter of the palette")
                self.rules.overlays[name] = value
            case _:
                rule = self._rule(value, rest[2:])
                if word == "sprite" and "*" in name:
                    patterns.append((name, rule))
                else:
                    self.rules.by_key[word, name] = rule

    def _rule(self, tile: str, options: list[str]) -> SpriteRule:
        rule = SpriteRule(tile)
        for option in options:
            name, _, value = option.partition("=")
            self._check_option(option, name, value)
            rule = replace(rule, **{name: value.replace("_", " ") if name == "label" else value})
        for each in (rule.tile, rule.top):
            if each and each not in PAINTED and each not in self._tiles:
                raise ValueError(f"unknown tile {each!r}")
        self.used |= {rule.tile, rule.top}
        return rule

    def _check_option(self, option: str, name: str, value: str) -> None:
        if name not in SpriteRule.__dataclass_fields__ or name == "tile" or not value:
            raise ValueError(f"unknown option {option!r}")
        if name == "accent" and value != "seat":
            self._check_accent(value)
        if name == "ramp" and value != "red":
            raise ValueError(f"unknown ramp {value!r}")
        if name == "below" and value != "void":
            raise ValueError(f"unknown ground {value!r}")
        if name == "mark" and value not in self._badges:
            raise ValueError(f"unknown mark {value!r}")

    def _check_accent(self, text: str) -> None:
        if not re.fullmatch(f"[{re.escape(self._letters)}]{{3}}", text):
            raise ValueError(f"accent {text!r} is not three letters of the palette")
