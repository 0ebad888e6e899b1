"""Points within a plan: what was seen there, and which action is the same plan for fewer turns."""

from __future__ import annotations

import pytest

from engine.contract.dice import ActionDice, ActionKey, GameSecret
from engine.contract.running_game import RunningGame, resume
from table.history.entries import Acted, AnyEntry, LogRecord, TurnsUndone
from table.history.proof import _is_shortened
from table.history.rewind import Rewind, views_at
from table.history.snapshot import Snapshot
from table.loaded_game import compress
from tests.toys.wandering import Wandering

RULES = Wandering()
SECRET = GameSecret(bytes(range(16)))
AMID = RULES.new({}, ["Ann", "Bob"], SECRET.start_dice())
AMID.places[0] = (4, 4)  # whatever the dice say, it is four steps at least to an edge
START = RULES.dump(AMID)
KEYS = {number: SECRET.past_keys(ActionKey(number)) for number in (4, 6)}


def started() -> RunningGame:
    """Return a game in which Ann is to act."""
    return resume(RULES, START)


def acted(action: str, seat: int = 0) -> Acted:
    """Return an entry of the log."""
    return Acted(seat, action)


@pytest.mark.parametrize(
    ("plan", "again", "shortened"),
    [
        (acted("wander"), acted("wander usual:2"), True),
        (acted("wander bold"), acted("wander bold:2"), True),
        (acted("wander usual:3"), acted("wander usual:2"), True),
        (acted("wander usual:2"), acted("wander usual:2"), False),
        (acted("wander"), acted("wander bold:2"), False),
        (acted("wander"), acted("step s"), False),
        (acted("step s"), acted("wander usual:2"), False),
        (acted("step s"), acted("step s"), False),
        (acted("wander"), acted("wander usual:2", 1), False),
        (acted("wander", 1), acted("wander usual:2"), False),
        (acted("wander", 1), acted("wander usual:2", 1), True),
        (acted("dance"), acted("wander usual:2"), False),
        (acted("wander"), acted("dance"), False),
        (TurnsUndone(3), acted("wander usual:2"), False),
    ],
)
def test_an_action_is_a_shortened_plan_where_only_its_turns_differ(
    plan: AnyEntry, again: Acted, shortened: bool
) -> None:
    assert _is_shortened(started(), plan, again) is shortened


def test_a_plan_is_seen_after_its_turns_with_the_same_dice_and_then_as_a_whole() -> None:
    records = tuple(
        LogRecord(number, acted(line, seat), 1, 0.0)
        for number, line, seat in ((4, "wander usual:6", 0), (6, "step n", 1))
    )
    rewind = Rewind(6, (), Snapshot(3, RULES.version, compress(START)), records, KEYS)
    expected = []
    for line in ("wander usual:1", "wander usual:3", "wander usual:6"):
        running = started()
        running.apply(0, running.parse(line, 0), ActionDice(KEYS[4]))
        expected.append(running.view(1))
    running.apply(1, running.parse("step n", 1), ActionDice(KEYS[6]))
    expected.append(running.view(1))
    assert len({view.headline for view in expected}) == 4
    within = {4: [1, 3], 6: [1]}  # a step is no plan, and has no points
    assert list(views_at(RULES, rewind, (), [4, 6], 1, within)) == expected
    assert list(views_at(RULES, rewind, (), [4, 6], 1)) == expected[2:]
    assert list(views_at(RULES, rewind, (), [6], 1, within)) == [*expected[:2], expected[3]]
