"""Declaring, offering and reading a command.

A command checks first and acts afterwards: whatever it refuses, it refuses by an ActionError
before anything has changed. Its arguments are kinds of words that `read` brings into their one
canonical form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine.common import compass, slugs
from engine.common.plans import CAUTIONS, USUAL, split_terms
from engine.contract.action import (
    Action,
    AmbiguousAction,
    IllegalAction,
    Intent,
    InvalidAction,
    Offer,
    OfferGroup,
    Option,
    Verb,
)
from engine.contract.texts import Text, Words, listed, text, typed
from engine.contract.view import Caution
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item
from engine.sil.hero import singing
from engine.sil.items import inscriptions, item_handles

ArgumentKind = Literal[
    "direction", "way", "creature", "target", "item", "thing", "place", "song", "number", "word",
    "text",
]  # fmt: skip
"""A `way` is a direction, or the name of who stands there; a `target` a creature in sight, a
direction, a square or "nearest"; a `thing` an item, or the square in sight where one lies; a
`place` is left to the command; `text` is kept as it was typed."""

NEAREST = "nearest"  # a target: whoever stands nearest in the line of fire
STOP, EXCHANGE = "stop", "exchange"  # instead of the name of a song

_FILLERS = frozenset(("the", "my", "some", "to", "towards", "at", "with"))
_SURROUNDINGS = frozenset(("door", "chest", "trap", "lock", "rubble", "rock", "wall"))
"""Words that an action line may name beside a direction, without a need."""
_NAMES = ("text", "creature", "item", "thing", "target", "way", "place", "song")
"""Kinds that may be of several words."""


INTENTS: dict[str, Intent] = {
    "step": "move", "run": "move", "wait": "wait", "rest": "rest", "search": "search",
    "explore": "explore", "travel": "travel", "tunnel": "force", "bash": "force", "dig": "force",
    "open": "open", "close": "close", "disarm": "open", "fire": "shoot", "throw": "throw",
    "hurl": "throw", "prise": "take", "get": "take", "drop": "drop", "wear": "wear",
    "remove": "remove", "swap": "wear", "eat": "eat", "quaff": "drink", "play": "use",
    "activate": "use", "use": "use", "refuel": "use", "rummage": "search", "give": "ask",
    "destroy": "drop", "inscribe": "ask", "examine": "look", "note": "ask", "fletch": "make",
    "smith": "ask", "forge": "make", "melt": "make", "sing": "sing", "raise": "learn",
    "learn": "learn", "switch": "arrange", "stealth": "arrange", "answer": "answer",
    "exchange": "swap", "caution": "arrange", "collect": "arrange", "fight": "attack",
    "charge": "attack", "shoot": "shoot", "volley": "throw", "drink-fight": "heal",
    "fall-back": "flee", "flee": "flee", "hide": "flee", "struggle": "move", "await": "wait",
    "descend": "descend", "ascend": "ascend",
}  # fmt: skip
"""Purposes of the commands' offers that say nothing else."""


class Argument(msgspec.Struct, frozen=True):
    """An argument of a command: how it is called, read and described."""

    name: str
    kind: ArgumentKind
    summary: str
    choices: tuple[str, ...] = ()  # for words
    required: bool = True
    fits: Callable[[SilContext, Item], bool] | None = None  # which items are meant before others


class Command(msgspec.Struct, frozen=True):
    """A verb, what it does and when it is offered. The last word of a `plan` may be its terms
    (`engine.common.plans`)."""

    name: str
    summary: str
    do: Callable[[SilContext, tuple[str, ...]], None]
    offers: Callable[[SilContext], Iterable[Offer]]
    arguments: tuple[Argument, ...] = ()
    aliases: tuple[str, ...] = ()
    slash: bool = True
    plan: bool = False

    def verb(self) -> Verb:
        """Return the declaration that the contract wants."""
        options = tuple(
            Option(
                a.name,
                a.summary,
                a.required,
                tuple(compass.DIRECTIONS) if a.kind in ("direction", "way") else a.choices,
            )
            for a in self.arguments
        )
        terms = (_CAUTION,) if self.plan else ()
        return Verb(self.name, self.summary, (*options, *terms), self.slash)


_CAUTION = Option("caution", "How daring the plan is", required=False, choices=CAUTIONS)


def could_be(word: str, found: Sequence[str], labels: Sequence[Words] = ()) -> Text:
    """Return what to say of a word that can mean several; `labels` say them more plainly."""
    meant = labels or [typed(each) for each in found]
    return text("“{word}” could be {several}.", word=typed(word), several=listed(meant))


def never(_game: SilContext) -> Iterable[Offer]:
    """Return offers of a command that is only typed."""
    return ()


def offer(
    name: str,
    *args: str,
    label: Words,
    hint: Words = "",
    group: OfferGroup = "act",
    intent: Intent | None = None,
    **more: Any,
) -> Offer:
    """Return an offer; what it is for follows from the command, unless it is said. `more`: other
    fields of `Offer`, by name."""
    return Offer(
        Action(name, args), label, hint, group, intent=intent or INTENTS.get(name, "other"), **more
    )


def read(
    command: Command, words: Sequence[str], game: SilContext, caution: Caution = USUAL
) -> Action:
    """Return the action that a command and its typed arguments mean, in canonical form: a plan
    whose terms are not said is of this caution."""
    if not command.plan:
        return _read(command, words, game)
    plain, terms = split_terms(words)
    said = len(plain) < len(words)
    word = str(terms) or (USUAL if caution != USUAL else "")
    if not said:
        word = "" if caution == USUAL else caution
    try:
        action = _read(command, plain, game)
    except AmbiguousAction as several:
        lines = [f"{line} {word}".rstrip() for line in several.choices]
        raise AmbiguousAction(several.text, lines) from None
    return Action(action.verb, (*action.args, word)) if word else action


def _read(command: Command, words: Sequence[str], game: SilContext) -> Action:
    words, wanted = _fit(_plain(words, command.arguments), command.arguments)
    least = sum(a.required for a in wanted)
    if len(words) < least:
        missing = wanted[len(words)]
        raise InvalidAction(
            text(
                "“{command}” needs {argument}: {summary}.",
                command=typed(command.name),
                argument=typed(missing.name),
                summary=Text(missing.summary),
            )
        )
    if len(words) > len(wanted):
        spare = typed(" ".join(words[len(wanted) :]))
        raise InvalidAction(
            text("“{command}” does not take “{words}”.", command=typed(command.name), words=spare)
        )
    args: list[str] = []
    for n, (argument, word) in enumerate(zip(wanted, words, strict=False)):
        try:
            args.append(_argument(argument, _uninscribed(command, argument, word, game), game))
        except AmbiguousAction as several:
            meant = (_argument(argument, choice, game) for choice in several.choices)
            lines = [" ".join((command.name, *args, one, *words[n + 1 :])) for one in meant]
            raise AmbiguousAction(several.text, lines) from None
    return Action(command.name, tuple(args))


def _uninscribed(command: Command, argument: Argument, word: str, game: SilContext) -> str:
    """Return the handle of the item that an inscription calls so ("@1"), or the word itself."""
    if argument.kind in ("item", "thing"):
        for handle, held in item_handles.items(game).items():
            if inscriptions.is_called(held, command.name, word):
                return handle
    return word


def _plain(words: Sequence[str], wanted: tuple[Argument, ...]) -> Sequence[str]:
    """Return the words that count: "open the door", "throw the spear at the wolf"."""
    kinds = [a.kind for a in wanted]
    if "text" in kinds:
        return words
    if kinds[-1:] == ["target"] and "at" in words[1:-1]:
        split = len(words) - 1 - list(reversed(words)).index("at")
        words = [*_joined(words[:split]), *_joined(words[split + 1 :])]
    idle = _FILLERS | _SURROUNDINGS if kinds == ["direction"] else _FILLERS
    return [word for word in words if word.lower() not in idle]


def _joined(words: Sequence[str]) -> list[str]:
    name = " ".join(word for word in words if word.lower() not in _FILLERS)
    return [name] if name else []


def _fit(
    words: Sequence[str], wanted: tuple[Argument, ...]
) -> tuple[Sequence[str], tuple[Argument, ...]]:
    """Return one word an argument: names of several words become one, and optional arguments that
    the last word is none of are left out."""
    names = [n for n, a in enumerate(wanted) if a.kind in _NAMES]
    if not names:
        return words, wanted
    while len(wanted) - 1 > names[0] and not wanted[-1].required and len(words) > names[0] + 1:
        if wanted[-1].kind in _NAMES or _plausible(words[-1], wanted[-1]):
            break
        wanted = wanted[:-1]
    spare = len(words) - len(wanted)
    at = len(wanted) - 1 if wanted[-1].kind in ("text", "way", "place") else names[0]
    if spare > 0:
        words = [*words[:at], " ".join(words[at : at + spare + 1]), *words[at + spare + 1 :]]
    return words, wanted


def _plausible(word: str, argument: Argument) -> bool:
    """Return whether a word can stand for an argument that is no name."""
    if argument.kind == "number":
        return word.isdecimal()
    return any(choice.startswith(word.lower()) for choice in argument.choices)


def _argument(argument: Argument, word: str, game: SilContext) -> str:
    match argument.kind:
        case "direction":
            direction = compass.read(word)
            if direction is None:
                raise InvalidAction(
                    text(
                        "“{word}” is no direction: try n, ne, e, se, s, sw, w or nw.",
                        word=typed(word),
                    )
                )
            return direction
        case "way":
            return _way(word, game)
        case "creature":
            return creature_names.handle(game, _one_creature(word, game))
        case "target":
            return _target(word, game)
        case "item":
            return _one_item(word, game, argument.fits)
        case "song":
            return _one_song(word, game)
        case "thing":
            return _one_thing(word, game)
        case "number":
            if not word.isdecimal() or len(word) > 5:
                raise InvalidAction(text("“{word}” is no number of turns.", word=typed(word)))
            return str(int(word))
        case "word":
            found = [c for c in argument.choices if c.startswith(word.lower())]
            if word.lower() in found:
                return word.lower()
            return _only(word, found, Text(argument.summary))
        case "text" | "place":
            return " ".join(word.split())


def _way(word: str, game: SilContext) -> str:
    """Return a direction, or the way to the creature beside the hero that is called so."""
    hero = game.hero
    direction = compass.read(word)
    if direction is not None:
        return direction
    if not _called(game, word, creature_names.visible(game)):
        raise InvalidAction(
            text(
                "“{word}” is no direction, nor anybody in sight: try n, ne, e, se, s, sw, w or nw.",
                word=typed(word),
            )
        )
    beside = [
        c for c in creature_names.visible(game) if max(abs(c.y - hero.y), abs(c.x - hero.x)) == 1
    ]
    if not _called(game, word, beside):
        raise IllegalAction(text("“{word}” does not stand beside you.", word=typed(word)))
    found = _one_of(game, word, beside)
    return compass.BY_KEYPAD[compass.keypad_of(found.y - hero.y, found.x - hero.x)]


def _target(word: str, game: SilContext) -> str:
    direction = compass.read(word)
    if direction is not None:
        return direction
    place = compass.read_square(word)
    if place is not None:
        return compass.square(*place)
    if word.lower() == NEAREST:
        return NEAREST
    return creature_names.handle(game, _one_creature(word, game))


def _only(word: str, found: Sequence[str], what: Text, labels: Sequence[Words] = ()) -> str:
    """Return the only word that was found; `labels` say the several more plainly."""
    if not found:
        raise InvalidAction(
            text("“{word}” does not fit here: {what}.", word=typed(word), what=what)
        )
    if len(found) > 1:
        raise AmbiguousAction(could_be(word, found[:8], labels[:8]), found)
    return found[0]


def _one_creature(word: str, game: SilContext) -> Creature:
    return _one_of(game, word, creature_names.visible(game))


def _called(game: SilContext, word: str, among: Sequence[Creature]) -> dict[str, Creature]:
    """Return those whom a name can mean, by their handles; a handle in full means one alone."""
    wanted = slugs.slug(word)
    found = {creature_names.handle(game, c): c for c in among}
    if wanted in found:
        return {wanted: found[wanted]}
    return {handle: c for handle, c in found.items() if wanted and handle.startswith(wanted)}


def _one_of(game: SilContext, word: str, among: Sequence[Creature]) -> Creature:
    found = _called(game, word, among)
    return found[_only(word, list(found), text("nothing of that name is in sight"))]


def _one_item(
    word: str, game: SilContext, fits: Callable[[SilContext, Item], bool] | None = None
) -> str:
    """Return the handle of the one item of that name; of several, those that fit are meant."""
    wanted = word.lower()
    held = item_handles.items(game)
    if wanted in held:
        return wanted
    found = [
        handle
        for handle, item in held.items()
        if wanted in item_handles.item_name(game, item).lower()
    ]
    if fits is not None:
        found = [handle for handle in found if fits(game, held[handle])] or found
    labels = [
        text(
            "{item} ({handle})",
            item=item_handles.item_words(game, held[handle]),
            handle=typed(handle),
        )
        for handle in found
    ]
    return _only(word, found, text("the hero carries and sees nothing like it"), labels)


def _one_song(word: str, game: SilContext) -> str:
    """Return the word of a song, or what to do with those that are sung: "stop", "exchange"."""
    names = (*singing.words(game.data), STOP, EXCHANGE)
    wanted = singing.plain_word(word)
    if wanted in names:
        return wanted
    found = [name for name in names if wanted and name.startswith(wanted)]
    return _only(word, found, text("no song is called so"))


def _one_thing(word: str, game: SilContext) -> str:
    """Return the handle of an item at hand, or the square of one that lies in sight."""
    place = compass.read_square(word)
    if place is not None and word.lower() not in item_handles.items(game):
        return compass.square(*place)
    seen = [
        compass.square(y, x)
        for y, x, thing in item_handles.lying_in_sight(game)
        if word.lower() in item_handles.item_name(game, thing).lower()
    ]
    try:
        return _one_item(word, game)
    except AmbiguousAction:
        raise
    except InvalidAction:
        return _only(word, seen, text("the hero carries and sees nothing like it"))


def creature(game: SilContext, handle: str) -> Creature:
    """Return the creature in sight that is called so. Raises IllegalAction when it is gone."""
    for seen in creature_names.visible(game):
        if creature_names.handle(game, seen) == handle:
            return seen
    raise IllegalAction(text("{handle} is not in sight.", handle=typed(handle)))


def item(game: SilContext, handle: str) -> Item:
    """Return the item carried or underfoot that is called so. Raises IllegalAction when it is
    gone."""
    found = item_handles.items(game).get(handle)
    if found is None:
        raise IllegalAction(text("There is nothing at “{handle}”.", handle=typed(handle)))
    return found
