"""Deeds of monsters that the Game Master is offered: attacks, steps, powers, and the clock."""

from __future__ import annotations

import pytest

from tests.engine.silg.stage import Evening

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def due(evening: Evening, race: str = "wolf", place: str = "E5") -> str:
    """Start the clock with a monster that the Game Master runs, due first; return its handle."""
    evening.say(f"spawn {race} at {place} alert")
    evening.say("run monsters gm")
    evening.say("clock start")
    for seat in (0, 1):
        evening.say("wait", seat)
    [creature] = evening.game.creatures
    return evening.game.handle(f"c{creature.slot}")


def labels(evening: Evening, command: str) -> dict[str, str]:
    """Return the offers of a command: action lines and buttons."""
    return {str(offer.action): str(offer.label) for offer in evening.offers(command)}


def test_a_monster_that_is_due_is_offered_each_attack_and_step_that_it_can_make(evening):
    wolf = due(evening)
    squares = ("D4", "D5", "D6", "E4", "E6", "F4", "F5", "F6")
    assert labels(evening, "declare") == {
        f"declare {wolf} attack ann": "The wolf attacks Ann",
        f"declare {wolf} attack bob": "The wolf attacks Bob",
        **{f"declare {wolf} step {at}": f"The wolf steps to {at}" for at in squares},
        f"declare {wolf} wait": "The wolf waits",
    }


def test_a_monster_away_from_all_attacks_nobody_and_its_powers_are_offered_against_each(evening):
    archer = due(evening, "orc archer", "J3")
    offered = labels(evening, "declare")
    assert not [line for line in offered if " attack " in line]
    assert [line for line in offered if " power " in line] == [
        f"declare {archer} power {power} {whom}"
        for power in evening.game.data.monsters[evening.game.creatures[0].race].spells
        for whom in ("ann", "bob")
    ]


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("provoked", [False, True])
def test_nobody_is_declared_for_while_something_else_is_to_be_decided(evening, waits, provoked):
    due(evening)
    [wolf] = evening.game.creatures
    evening.state.waits_to_go_on = waits
    if provoked:
        evening.state.provoked = [(f"c{wolf.slot}", 0)]
    asked = not waits and not provoked
    assert [bool(evening.offered(name)) for name in ("declare", "accept", "delay")] == [asked] * 3


@pytest.mark.parametrize("monsters", [1, 2])
def test_only_who_is_not_on_the_clock_is_offered_to_be_put_there(evening, monsters):
    evening.say("spawn wolf at J5 alert")
    assert evening.offered("insert") == []
    evening.say("clock start")
    assert evening.offered("insert") == []
    for at in ("K5", "K4")[:monsters]:
        evening.say(f"spawn wolf at {at} asleep")
    names = [f"wolf-{n + 2}" for n in range(monsters)]
    assert evening.offered("insert") == [f"insert {name}" for name in names]
    assert labels(evening, "insert")["insert wolf-2"] == "Put wolf 2 on the clock"


def test_the_terms_of_the_contest_are_told_with_no_die(evening):
    evening.say("spawn wolf at K5 asleep")
    told = evening.say("stealth-terms")
    assert len(told) == 4
    assert all(", die 0 = " in line for line in told)


def test_the_end_of_a_session_stops_the_clock_and_is_told_to_all(evening):
    evening.say("spawn wolf at J5 alert")
    evening.say("clock start")
    told = evening.say("finish")
    assert told[:2] == [
        "The clock stops.", "The session ends here; the next one goes on from it.",
    ]  # fmt: skip
    assert evening.state.session == 2
