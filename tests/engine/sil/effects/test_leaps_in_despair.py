"""Creatures that throw themselves into a chasm, and what the fall does (rules: monsters 14.5)."""

import pytest

from engine.contract.facts import Died, SeatRef
from engine.sil.creatures.situation import Situation
from engine.sil.effects import falling_creatures
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import foe, item, load_dice

CHASM = "@.....\n...a..\n....~."


def leap(
    rows=CHASM, *faces, name="Orc soldier", stance="fleeing", morale=-201, seen=True, health=20
):
    """Return the game and the creature, and whether it leapt."""
    game, found = drawn(rows, {"a": name})
    creature = found["a"]
    game.learn(creature).visible = seen
    creature.stance, creature.morale, creature.health = stance, morale, health
    load_dice(game, *(faces or (50,)))
    return game, creature, falling_creatures.leaps(Situation(game, creature))


@pytest.mark.parametrize(
    ("changes", "leaps"),
    [
        ({}, True),
        ({"morale": -200}, False),
        ({"stance": "confident"}, False),
        ({"name": "Grimhawk"}, False),
        ({"name": "Wolf"}, True),
    ],
)
def test_those_that_flee_in_despair_and_cannot_fly_leap(changes, leaps):
    assert leap(**changes)[2] == leaps


@pytest.mark.parametrize(("face", "leaps"), [(50, True), (51, False)])
def test_despair_leaps_one_time_in_two(face, leaps):
    assert leap(CHASM, face)[2] == leaps


@pytest.mark.parametrize("place", range(9))
def test_every_neighbour_may_be_the_chasm(place):
    rows = [list("....."), list("....."), list("..a.."), list("....."), list("@....")]
    if place != 4:
        rows[1 + place // 3][1 + place % 3] = "~"
    game, creature, leapt = leap("\n".join("".join(row) for row in rows))
    assert leapt == (place != 4)
    if leapt:
        assert (creature.y, creature.x) == (2 + place // 3, 2 + place % 3)
        assert game.level.creatures[creature.slot] is None
        assert creature.slot not in game.level.occupant.values()


def test_nobody_leaps_where_no_chasm_is_free():
    game, found = drawn("@.....\n...a..\n....~.", {"a": "Orc soldier"})
    orc = found["a"]
    foe(game, "Grimhawk", orc.y + 1 - game.hero.y, orc.x + 1 - game.hero.x)
    orc.stance, orc.morale = "fleeing", -201
    load_dice(game, 1)
    assert not falling_creatures.leaps(Situation(game, orc))
    assert game.level.occupant[game.level.at(orc.y, orc.x)] == orc.slot


@pytest.mark.parametrize("seen", [True, False])
def test_a_leap_is_told_where_it_is_seen(seen):
    game, _, _ = leap(seen=seen)
    said = " ".join(str(line.text) for line in game.state.said)
    assert ("leaps into the chasm" in said) == seen
    assert ("falls into the darkness below" in said) == seen


@pytest.mark.parametrize(
    ("depth", "health", "dies"),
    [(5, 23, True), (5, 24, True), (5, 25, False), (18, 12, True), (18, 13, False)],
)
def test_a_fall_kills_by_six_dice_or_at_depth_18_by_three(depth, health, dies):
    game, found = drawn(CHASM, {"a": "Wolf"})
    wolf = found["a"]
    wolf.health, wolf.carried = health, [item("Spear")]
    game.level.depth = depth
    before = game.hero.experience
    load_dice(game, otherwise=99)
    falling_creatures.fall(game, wolf)
    lore = game.lore.races.get(wolf.race)
    assert (lore.kills if lore else 0) == dies
    assert (game.hero.experience > before) == dies
    assert game.level.creatures[wolf.slot] is None
    assert not game.level.floor


def test_who_falls_to_death_in_sight_is_the_heros():
    game, found = drawn(CHASM, {"a": "Wolf"})
    game.learn(found["a"]).visible = True
    load_dice(game, otherwise=99)
    falling_creatures.fall(game, found["a"])
    facts = [line.fact for line in game.state.events if isinstance(line.fact, Died)]
    assert [fact.by for fact in facts] == [SeatRef(game.hero.number)]
