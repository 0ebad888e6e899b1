"""How a command is declared, offered and read.

A command checks first and acts afterwards: whatever it refuses, it refuses by an ActionError
before anything has changed. Its arguments are kinds of words that `read` brings into their one
canonical form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from engine import compass
from engine.game import (
    Action,
    AmbiguousAction,
    Group,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Verb,
)
from engine.sil import naming
from engine.sil.state import Creature, Game, Item

ArgumentKind = Literal["direction", "creature", "item", "square", "number", "word", "text"]


class Argument(msgspec.Struct, frozen=True):
    """An argument of a command: how it is called, read and described."""

    name: str
    kind: ArgumentKind
    summary: str
    choices: tuple[str, ...] = ()  # for words
    required: bool = True
    fits: Callable[[Game, Item], bool] | None = None  # which items are meant before others


class Command(msgspec.Struct, frozen=True):
    """A verb, what it does and when it is offered."""

    name: str
    summary: str
    do: Callable[[Game, tuple[str, ...]], None]
    offers: Callable[[Game], Iterable[Offer]]
    arguments: tuple[Argument, ...] = ()
    aliases: tuple[str, ...] = ()
    slash: bool = True

    def verb(self) -> Verb:
        """The declaration that the contract wants."""
        options = tuple(
            Option(
                a.name,
                a.summary,
                a.required,
                tuple(compass.DIRECTIONS) if a.kind == "direction" else a.choices,
            )
            for a in self.arguments
        )
        return Verb(self.name, self.summary, options, self.slash)


def never(_game: Game) -> Iterable[Offer]:
    """Offers of a command that is only typed."""
    return ()


def offer(
    name: str,
    *args: str,
    label: str,
    hint: str = "",
    group: Group = "act",
    at: tuple[int, int] | None = None,
    grave: bool = False,
    free: bool = False,
    path: tuple[tuple[int, int], ...] = (),
    row: str = "",
    page: str = "",
) -> Offer:
    """An offer, with its label and hint cut to what the contract allows."""
    action = Action(name, args)
    return Offer(action, label[:38], hint[:100], group, at, path, grave, free, row, page)


def read(command: Command, words: Sequence[str], game: Game) -> Action:
    """The action that a command and its typed arguments mean, in canonical form."""
    words, wanted = _fit(words, command.arguments)
    least = sum(a.required for a in wanted)
    if len(words) < least:
        missing = wanted[len(words)]
        raise InvalidAction(f"“{command.name}” needs {missing.name}: {missing.summary.lower()}.")
    if len(words) > len(wanted):
        raise InvalidAction(f"“{command.name}” does not take “{' '.join(words[len(wanted) :])}”.")
    return Action(
        command.name, tuple(_argument(a, w, game) for a, w in zip(wanted, words, strict=False))
    )


def _fit(
    words: Sequence[str], wanted: tuple[Argument, ...]
) -> tuple[Sequence[str], tuple[Argument, ...]]:
    """One word an argument: names of several words become one, and optional arguments that the
    last word is none of are left out."""
    names = [n for n, a in enumerate(wanted) if a.kind in ("text", "creature", "item")]
    if not names:
        return words, wanted
    while len(wanted) - 1 > names[0] and not wanted[-1].required and len(words) > names[0] + 1:
        if wanted[-1].kind in ("text", "creature", "item") or _plausible(words[-1], wanted[-1]):
            break
        wanted = wanted[:-1]
    spare = len(words) - len(wanted)
    at = len(wanted) - 1 if len(wanted) - 1 in names else names[0]
    if spare > 0:
        words = [*words[:at], " ".join(words[at : at + spare + 1]), *words[at + spare + 1 :]]
    return words, wanted


def _plausible(word: str, argument: Argument) -> bool:
    """Whether a word can stand for an argument that is no name."""
    match argument.kind:
        case "direction":
            return compass.read(word) is not None
        case "number":
            return word.isdigit()
        case "word":
            return any(choice.startswith(word.lower()) for choice in argument.choices)
        case _:
            return True


def _argument(argument: Argument, word: str, game: Game) -> str:
    match argument.kind:
        case "direction":
            direction = compass.read(word)
            if direction is None:
                raise InvalidAction(f"“{word}” is no direction: try n, ne, e, se, s, sw, w or nw.")
            return direction
        case "creature":
            return naming.handle(_one_creature(word, game))
        case "item":
            return _one_item(word, game, argument.fits)
        case "square":
            place = compass.read_square(word)
            if place is None:
                raise InvalidAction(f"“{word}” is no square: squares are called like BK27.")
            return compass.square(*place)
        case "number":
            if not word.isdigit() or len(word) > 5:
                raise InvalidAction(f"“{word}” is no number of turns.")
            return str(int(word))
        case "word":
            found = [c for c in argument.choices if c.startswith(word.lower())]
            if word.lower() in found:
                return word.lower()
            return _only(word, found, argument.summary)
        case "text":
            return " ".join(word.split())


def _only(word: str, found: Sequence[str], what: str) -> str:
    if not found:
        raise InvalidAction(f"“{word}” does not fit here: {what.lower()}.")
    if len(found) > 1:
        raise AmbiguousAction(f"“{word}” could be {', '.join(found[:8])}.", found)
    return found[0]


def _one_creature(word: str, game: Game) -> Creature:
    wanted = word.lower().replace(" ", "-")
    seen = {naming.handle(c): c for c in naming.visible(game)}
    if wanted in seen:
        return seen[wanted]
    found = [handle for handle in seen if handle.startswith(wanted)]
    return seen[_only(word, found, "nothing of that name is in sight")]


def _one_item(word: str, game: Game, fits: Callable[[Game, Item], bool] | None = None) -> str:
    """The handle of the one item of that name; of several, those that fit are meant."""
    wanted = word.lower()
    held = naming.items(game)
    if wanted in held:
        return wanted
    found = [
        handle for handle, item in held.items() if wanted in naming.item_name(game, item).lower()
    ]
    if fits is not None:
        found = [handle for handle in found if fits(game, held[handle])] or found
    return _only(word, found, "the hero carries and sees nothing like it")


def creature(game: Game, handle: str) -> Creature:
    """The creature in sight that is called so. Raises IllegalAction when it is gone."""
    for seen in naming.visible(game):
        if naming.handle(seen) == handle:
            return seen
    raise IllegalAction(f"{handle} is not in sight.")


def item(game: Game, handle: str) -> Item:
    """The item carried or underfoot that is called so. Raises IllegalAction when it is gone."""
    found = naming.items(game).get(handle)
    if found is None:
        raise IllegalAction(f"There is nothing at “{handle}”.")
    return found
