"""Consequences of undoing turns."""

from __future__ import annotations

from msgspec.structs import replace

from engine.common.plans import MOST_TURNS
from engine.contract.action import ActionError, Event
from engine.contract.running_game import RunningGame
from table.change import Change
from table.context import CommandContext
from table.errors import Refusal, refusal_of
from table.history.entries import Acted, TurnsUndone
from table.history.rewind import plan_turns, replay
from table.history.snapshot import Snapshot
from table.loaded_game import pack, summarise
from table.schedule.deadlines import OF_MOTIONS
from table.state import TableState


def check_undo(state: TableState, *, is_game_master: bool) -> None:
    """Raise Refusal when there is no undo in the game, or none for the person: behind a screen it
    would take back, and tell of, what only the Game Master knows."""
    if state.game.settings.undo_rule == "off":
        raise Refusal("There is no undo in this game.")
    if state.screened and not is_game_master:
        raise Refusal("Only the Game Master can undo moves in this game.")


def undo_turns(change: Change, context: CommandContext, kept_turns: int = 0) -> Change:
    """Return the change after the game has gone back in `context.past`; what is done next has dice
    of its own.

    `kept_turns`: so many turns of the first undone action, a plan, are done again, with the same
    dice. Raises Refusal when it did not last longer.
    """
    past = context.past
    running = replay(context.ruleset, past)
    packed = pack(running)
    again = _do_again(context, running, kept_turns) if kept_turns else None
    summary = summarise(running)
    before = change.state.summary
    if again is not None and before is not None and summary.packed == before.packed:
        raise _too_long(kept_turns)
    unknown = change.state.screened and not past.known
    hidden = unknown and before is not None and summary.shows_the_same_as(before)
    change = change.log(TurnsUndone(past.to, hidden))
    if again is not None:
        number = change.state.game.number
        undone = Snapshot(number, context.ruleset.version, packed, kept=True)
        change = replace(change.log(*again), passed=undone)
    change = replace(
        change.with_summary(summary), running=running, keep_snapshot=True, undone_after=past.to
    )
    if hidden:
        return change.with_card("same")
    change = change.with_state(missed_turns=0, motion=None).cancel_deadlines(*OF_MOTIONS)
    return change.with_card("new").begin_turn("begun")


def _do_again(
    context: CommandContext, running: RunningGame, turns: int
) -> tuple[Acted, tuple[Event, ...]]:
    """Do a plan again for so many turns, in place: with the number and the interaction that its
    dice came from. Return its entry and what happened. Raises Refusal."""
    entry = context.past.first.entry if context.past.first is not None else None
    if not isinstance(entry, Acted) or entry.key is None or context.secret is None:
        raise Refusal("That cannot be done again with the same dice.")
    if not 0 < turns < MOST_TURNS:
        raise _too_long(turns)
    try:
        action = running.shorten_plan(running.parse(entry.action, entry.seat), turns)
        if action is None:
            raise _too_long(turns)
        dice = context.secret.dice(entry.key)
        events = running.apply(entry.seat, action, dice)
    except ActionError as error:
        raise refusal_of(error) from None
    if plan_turns(events) != turns:
        raise _too_long(turns)
    key = replace(entry.key, levels=tuple(dice.begun))
    return Acted(entry.seat, str(action), key), events


def _too_long(turns: int) -> Refusal:
    return Refusal("That was no plan of more than {turns} turns.", turns=turns)
