"""Messages of the rules: events for the card and the log, interruptions, and the hero's own
notes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.action import Event, Roll
from engine.contract.facts import AnyFact, Who
from engine.contract.texts import Words
from engine.sil.game.context import Game
from engine.sil.game.event_kinds import WEIGHTS, EventKind, NoteKind, StopReason
from engine.sil.game.state import Disturbance, LogNote, Message

KEPT = 60  # lines kept in the state


def say(
    game: Game,
    words: Words,
    kind: EventKind = "note",
    detail: Words = "",
    at: tuple[int, int] | None = None,
    fact: AnyFact | None = None,
    dice: Sequence[Roll] = (),
) -> None:
    """Tell the hero's people what happened; `detail` is its full account, `dice` are those that
    the account shows."""
    notable = WEIGHTS[kind].notable
    event = Event(kind, words, None, detail, at, tuple(dice), notable=notable, fact=fact)
    game.state.events.append(event)
    game.state.said.append(Message(game.state.acts, kind, words, detail, fact))
    if len(game.state.said) > KEPT:
        del game.state.said[: len(game.state.said) - KEPT]


def disturb(
    game: Game,
    why: Words,
    reason: StopReason = "other",
    *,
    flagged: bool = False,
    at: tuple[int, int] | None = None,
    by: Who | None = None,
) -> None:
    """Break off rests, runs, repeats and plans (rules: world 11.8). The first reason is kept, with
    the square that it happened on.

    A flagged disturbance also ends stealth mode when the next turn starts.
    """
    if game.state.disturbance is None:
        game.state.disturbance = Disturbance(why, reason, at, by)
    if flagged and game.hero.stealth_mode:
        game.hero.stop_stealth = True


def note(game: Game, kind: NoteKind, words: Words) -> None:
    """Write in the hero's own log: turn, depth, and what happened, without a full stop."""
    game.hero.notes.append(LogNote(game.hero.turns, game.level.depth, words, kind))
