"""Going back in a game: which actions still stand, and the state after any entry of its log. Pure
functions; those that replay are for worker threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.common import game_log
from engine.common.game_log import ActionLine
from engine.contract.action import ActionError, Event
from engine.contract.dice import ActionDice, DiceKeys
from engine.contract.facts import PlanEnded
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame, resume
from engine.contract.view import View
from table.errors import Refusal
from table.history.entries import Acted, LogRecord, TurnsUndone
from table.history.snapshot import Snapshot
from table.loaded_game import load


class Rewind(msgspec.Struct, frozen=True):
    """The way back to the state after entry `to`: the newest snapshot until then, the records that
    changed the state since then, the keys of their dice by number, and the numbers of the actions
    that are taken back.

    `first`: the first of those, which may be done again for fewer turns. `known`: how many of them
    everybody knows of.
    """

    to: int
    undone: tuple[int, ...]
    snapshot: Snapshot
    records: tuple[LogRecord, ...]
    keys: Mapping[int, DiceKeys]
    first: LogRecord | None = None
    known: int = 0


def standing_actions(records: Iterable[LogRecord]) -> list[LogRecord]:
    """Return the actions among log records that were not taken back by a later entry."""
    standing: list[LogRecord] = []
    for record in records:
        if isinstance(record.entry, TurnsUndone):
            to = record.entry.to
            standing = [each for each in standing if each.number <= to]
        elif isinstance(record.entry, Acted):
            standing.append(record)
    return standing


def plan_turns(events: Iterable[Event]) -> int:
    """Return how many turns the plan lasted of which events tell; 0 when they tell of none."""
    ended = [event.fact for event in events if isinstance(event.fact, PlanEnded)]
    return ended[-1].turns if ended else 0


def play_record(
    running: RunningGame, record: LogRecord, keys: Mapping[int, DiceKeys]
) -> tuple[Event, ...]:
    """Do a logged action again, with the same dice. Raises ActionError when the rules refuse it,
    or when its dice are not known."""
    if not isinstance(record.entry, Acted) or record.number not in keys:
        raise ActionError("That is not an action whose dice are known.")
    line = ActionLine(record.entry.seat, record.entry.action)
    return game_log.play(running, line, ActionDice(keys[record.number]))


def replay(ruleset: AnyRuleset, rewind: Rewind) -> RunningGame:
    """Return the game as it was. Raises Refusal when other rules played it."""
    if rewind.records and rewind.snapshot.rules != ruleset.version:
        raise Refusal("That was played under older rules; the game cannot go back there.")
    running = load(ruleset, rewind.snapshot.state)
    for record in rewind.records:
        play_record(running, record, rewind.keys)
    return running


def views_at(
    ruleset: AnyRuleset,
    rewind: Rewind,
    kept: Sequence[Snapshot],
    numbers: Sequence[int],
    seat: int | None,
    within: Mapping[int, Sequence[int]] = {},
) -> tuple[View, ...]:
    """Return what the seat saw after the entries of those numbers, which ascend.

    Where turns were undone, or a file was gone on from, the snapshot that was kept then goes on.
    `within`: by the number of a plan, the turns of it after which there is a view, too. Raises
    Refusal when other rules played them.
    """
    records = rewind.records
    if records and rewind.snapshot.rules != ruleset.version:
        raise Refusal("That was played under older rules and cannot be shown again.")
    states = {snapshot.number: snapshot.state for snapshot in kept}
    running, views, at = load(ruleset, rewind.snapshot.state), list[View](), 0
    for number in numbers:
        while at < len(records) and records[at].number <= number:
            record = records[at]
            if isinstance(record.entry, Acted):
                turns = within.get(record.number, ())
                for copy in _within(ruleset, running, record, rewind.keys, turns):
                    views.append(copy.view(seat))
                play_record(running, record, rewind.keys)
            else:
                running = load(ruleset, states[record.number])
            at += 1
        views.append(running.view(seat))
    return tuple(views)


def _within(
    ruleset: AnyRuleset,
    running: RunningGame,
    record: LogRecord,
    keys: Mapping[int, DiceKeys],
    turns: Sequence[int],
) -> Iterator[RunningGame]:
    """Yield the game after so many turns of a plan that is about to be done: it is done for no
    longer on copies, with the same dice."""
    if not turns or not isinstance(record.entry, Acted):
        return
    before = running.dump()
    for each in turns:
        copy = resume(ruleset, before)
        action = copy.shorten_plan(copy.parse(record.entry.action, record.entry.seat), each)
        if action is not None:
            copy.apply(record.entry.seat, action, ActionDice(keys[record.number]))
            yield copy
