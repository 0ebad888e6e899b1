"""A game's rules at work: a state in memory, loaded, played and summed up. Blocking functions, most
of them for worker threads."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.common import game_log
from engine.common.game_log import Header
from engine.contract import running_game
from engine.contract.action import Action, ActionError, Event, Offer
from engine.contract.dice import ActionDice, GameSecret, public_dice
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from engine.contract.texts import Words
from engine.contract.uploads import without_uploads
from engine.contract.view import Turn, View
from table.errors import Refusal, refusal_of
from table.references import use_placeholders
from table.shown_names import Names
from table.state import StateSummary
from table.unpacking import unpack_at_most

MAX_ACTION = 500  # letters of an action's text, without the words of uploaded files
MAX_STATE = 16 << 20  # bytes of a state, unpacked

OnView = Callable[[View], None]
"""Called in a worker thread with what everybody will see, while the rest is worked out."""


class LoadedGame:
    """A game in memory, and whether it has changed since it was lent to a command. `names`: of the
    people in it, by their placeholders."""

    def __init__(
        self, running: RunningGame, names: Names | None = None, on_view: OnView | None = None
    ) -> None:
        self.running = running
        self._names = names or {}
        self.changed = False
        self._on_view = on_view

    @property
    def turn(self) -> Turn:
        """Return whom the game waits for now."""
        return self.running.turn()

    def parse(self, text: str, seat: int) -> Action:
        """Return the action that a text means, with placeholders for the names of people in it.
        Raises Refusal."""
        if len(without_uploads(text)) > MAX_ACTION:
            raise Refusal("That is too long for an action.")
        if use_placeholders(text, self._names, ()) != text:  # else the offers are not needed
            offers = self.running.legal(seat)
            vocabulary = {word for offer in offers for word in str(offer.action).split()}
            named = use_placeholders(text, self._names, vocabulary)
            with contextlib.suppress(ActionError):
                return self.running.parse(named, seat)
        try:
            return self.running.parse(text, seat)
        except ActionError as error:
            raise refusal_of(error) from None

    def apply(self, seat: int, action: Action, dice: ActionDice) -> tuple[Event, ...]:
        """Do an action with these dice, in place. Raises Refusal, and then nothing has changed."""
        try:
            events = self.running.apply(seat, action, dice)
        except ActionError as error:
            raise refusal_of(error) from None
        self.changed = True
        return events

    def summarise(self) -> StateSummary:
        """Return what the table needs of the state as it is now."""
        return summarise(self.running, self._on_view)


class Draft(NamedTuple):
    """A character in the making on a copy of the game: what the seat sees after some answers, what
    it may answer now, the answers as action lines, and the last view of the creation in words."""

    view: View
    offers: tuple[Offer, ...]
    answers: tuple[str, ...]
    note: Words


def make_draft(
    ruleset: AnyRuleset, packed: bytes, seat: int, answers: Sequence[str | int]
) -> Draft:
    """Return a draft after these answers, each an action line or the number of an offer. Raises
    Refusal when one of them is not possible any more."""
    loaded = LoadedGame(load(ruleset, packed))
    note: Words = ""
    lines: list[str] = []
    for answer in answers:
        view = loaded.running.view(seat)
        if view.phase != "setup":
            raise Refusal("That draft is complete already.")
        note = view.alt
        action = _answer_of(loaded, seat, answer)
        loaded.apply(seat, action, public_dice(f"draft {len(lines)}"))
        lines.append(str(action))
    return Draft(loaded.running.view(seat), loaded.running.legal(seat), tuple(lines), note)


def _answer_of(loaded: LoadedGame, seat: int, answer: str | int) -> Action:
    if isinstance(answer, str):
        return loaded.parse(answer, seat)
    offers = loaded.running.legal(seat)
    if answer >= len(offers):
        raise Refusal("The others have gone on meanwhile; please start your draft again.")
    return offers[answer].action


def summarise(running: RunningGame, on_view: OnView | None = None) -> StateSummary:
    """Return what the table needs of a state."""
    public = running.view(None)
    if on_view is not None:
        on_view(public)
    turn = running.turn()
    return StateSummary(
        pack(running),
        turn,
        running.outcome(),
        public,
        running.legal(turn.waiting[0]) if len(turn.waiting) == 1 else None,
    )


def pack(running: RunningGame) -> bytes:
    """Return a state as bytes, compressed."""
    return compress(running.dump())


def compress(state: bytes) -> bytes:
    """Return a state's bytes compressed, as `unpack` takes them."""
    return zlib.compress(state, 1)


def load(ruleset: AnyRuleset, packed: bytes) -> RunningGame:
    """Return the game that was packed. Raises ValueError when it cannot be read."""
    return running_game.resume(ruleset, unpack(packed))


def unpack(packed: bytes) -> bytes:
    """Return a state's bytes. Raises ValueError when they are not packed, or far too many."""
    return unpack_at_most(MAX_STATE, zlib.decompressobj(), packed)


def new_game(ruleset: AnyRuleset, header: Header, secret: GameSecret) -> RunningGame:
    """Return a game at its start. Raises Refusal when the rules will not begin like that."""
    try:
        return game_log.start(ruleset, header, secret)
    except ActionError as error:
        raise refusal_of(error) from None
