"""Messages of the rules: events for the card and the log, interruptions, and the hero's own
notes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.common.plans import Stop, StopReason
from engine.contract.action import Event, Roll
from engine.contract.facts import AnyFact, Who
from engine.contract.texts import Words
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import WEIGHTS, EventKind, NoteKind
from engine.sil.game.state import LogNote, Message

KEPT = 60  # lines kept in the state


def tell(
    game: SilContext,
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
    event = Event(kind, words, None, detail, at, rolls=tuple(dice), notable=notable, fact=fact)
    game.state.events.append(event)
    game.state.said.append(Message(game.state.acts, kind, words, detail, fact))
    del game.state.said[:-KEPT]


def disturb(
    game: SilContext,
    why: Words,
    reason: StopReason | None,
    *,
    flagged: bool = False,
    at: tuple[int, int] | None = None,
    by: Who | None = None,
) -> None:
    """Break off rests, runs, repeats and plans (rules: world 11.8), unless their terms allow it.

    A flagged disturbance also ends stealth mode when the next turn starts. One without a reason
    does no more: a plan's own limits cover what has happened.
    """
    if reason is not None:
        game.state.disturbances.append(Stop(reason, why, at, by))
    if flagged and game.hero.stealth_mode:
        game.hero.stop_stealth = True


def note(game: SilContext, kind: NoteKind, words: Words) -> None:
    """Write in the hero's own log: turn, depth, and what happened, without a full stop."""
    game.hero.notes.append(LogNote(game.hero.turns, game.level.depth, words, kind))
