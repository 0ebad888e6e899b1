"""Consequences of undoing turns."""

from __future__ import annotations

from msgspec.structs import replace

from table.change import Change
from table.context import CommandContext
from table.errors import Refusal
from table.history.entries import TurnsUndone
from table.history.rewind import replay
from table.loaded_game import summarise
from table.schedule.deadlines import OF_MOTIONS
from table.state import TableState


def check_undo(state: TableState) -> None:
    """Raise Refusal when there is no undo in the game."""
    if state.game.settings.undo_rule == "off":
        raise Refusal("There is no undo in this game.")


def undo_turns(change: Change, context: CommandContext) -> Change:
    """Return the change after the game has gone back in `context.past`; what is done next has dice
    of its own."""
    past = context.past
    running = replay(context.ruleset, past)
    summary = summarise(running)
    before = change.state.summary
    hidden = (
        before is not None
        and change.state.game.header is not None
        and change.state.game.header.gm
        and summary.shows_the_same_as(before)
    )
    change = change.log(TurnsUndone(past.to, hidden)).with_summary(summary)
    change = change.with_state(missed_turns=0, motion=None)
    change = change.cancel_deadlines(*OF_MOTIONS)
    change = change.with_card("same") if hidden else change.with_card("new").begin_turn("begun")
    return replace(change, running=running, keep_snapshot=True, undone_after=past.to)
