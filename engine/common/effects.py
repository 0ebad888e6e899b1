"""Effects as data: a name and its arguments, read against a declaration of each.

EFFECTS = {"status": (NameOf("status"), Number(1, 99)), "map": ()}
parse("status on fire 6", EFFECTS, {"status": {"on fire"}})  ->  ("status", ("on fire", "6"))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

_DICE = re.compile(r"[1-9]\d{0,2}d[1-9]\d{0,2}")

Names = Mapping[str, Collection[str]]  # what there is of each kind: "status": {"on fire", ...}


class EffectError(ValueError):
    """An effect that cannot be read: one sentence."""


@dataclass(frozen=True, kw_only=True)
class _Argument:
    optional: bool = False
    repeated: bool = False  # once or more: the last of an effect's arguments


@dataclass(frozen=True)
class Number(_Argument):
    """A whole number with its bounds."""

    least: int = 0
    most: int = 999

    def take(self, words: Sequence[str], names: Names) -> int:
        """Return how many words the argument takes. Raises EffectError."""
        digits = words[0].removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise EffectError(f"“{words[0]}” is not a whole number")
        if not self.least <= int(words[0]) <= self.most:
            raise EffectError(f"{words[0]} is not between {self.least} and {self.most}")
        return 1


@dataclass(frozen=True)
class DiceTerm(_Argument):
    """Dice such as 10d4."""

    def take(self, words: Sequence[str], names: Names) -> int:
        """Return how many words the argument takes. Raises EffectError."""
        if not _DICE.fullmatch(words[0]):
            raise EffectError(f"“{words[0]}” is no dice such as 10d4")
        return 1


@dataclass(frozen=True)
class OneOf(_Argument):
    """A word of a closed list."""

    words: tuple[str, ...]

    def take(self, words: Sequence[str], names: Names) -> int:
        """Return how many words the argument takes. Raises EffectError."""
        if words[0] not in self.words:
            raise EffectError(unknown(words[0], self.words))
        return 1


@dataclass(frozen=True)
class NameOf(_Argument):
    """The name of something in the data, which may have spaces: "status", "monster"."""

    kind: str

    def take(self, words: Sequence[str], names: Names) -> int:
        """Return how many words the argument takes. Raises EffectError."""
        for length in range(len(words), 0, -1):
            if " ".join(words[:length]) in names[self.kind]:
                return length
        wanted = " ".join(word for word in words if not word[:1].isdigit()) or words[0]
        raise EffectError(unknown(wanted, names[self.kind], self.kind))


Argument = Number | DiceTerm | OneOf | NameOf
Declarations = Mapping[str, tuple[Argument, ...]]


def unknown(word: str, known: Collection[str], kind: str = "") -> str:
    """Return the sentence that a word is none of those known, with the nearest of these."""
    near = get_close_matches(word, list(known), 1, 0.5)
    hint = f"; did you mean “{near[0]}”?" if near else ""
    return f"there is no {kind} “{word}”{hint}" if kind else f"there is no “{word}”{hint}"


def parse(part: str, declared: Declarations, names: Names) -> tuple[str, tuple[str, ...]]:
    """Return the name and the arguments of an effect. Raises EffectError for an unknown name, and
    for an argument that is missing, left over, unknown or out of its bounds."""
    name, *words = part.split() or [""]
    if name not in declared:
        raise EffectError(unknown(name, declared))
    args: list[str] = []
    for argument in declared[name]:
        if not words:
            if argument.optional:
                break
            raise EffectError(f"“{part}” lacks an argument")
        taken = len(args)
        while words and (len(args) == taken or argument.repeated):
            length = argument.take(words, names)
            args.append(" ".join(words[:length]))
            words = words[length:]
    if words:
        raise EffectError(f"“{' '.join(words)}” is too much in “{part}”")
    return name, tuple(args)


F = TypeVar("F", bound=Callable[..., object])


class EffectFunctions(dict[str, F]):
    """The functions of effects by name. Each takes what is common to all, and the arguments that
    its effect declares.

    EFFECTS = EffectFunctions[Callable[..., bool]]()

    @EFFECTS.effect("heal")
    def _heal(use: Use, percent: int) -> bool: ...
    """

    def effect(self, name: str) -> Callable[[F], F]:
        """Register the function of an effect."""

        def register(function: F) -> F:
            self[name] = function
            return function

        return register
