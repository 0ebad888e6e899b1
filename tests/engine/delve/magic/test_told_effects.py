"""Sentences about what spells did, or why they did nothing, and whom they go past."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.magic import spellcasting
from engine.delve.state import HEROES
from tests.engine.delve.magic.test_spells import cast, stage
from tests.rows import for_each


@for_each(
    "row",
    [
        ("charm beast", "cave wolf", "The cave wolf is tame now."),
        ("charm beast", "larder ogre", "The larder ogre will not be charmed."),
        ("drain", "skeleton knight", "There is no life in the skeleton knight to drain."),
        ("etch", "rat", "Acid eats at the rat."),
        ("freeze", "bone dragon", "The bone dragon shrugs off freeze."),
        ("plague", "skeleton knight", "The skeleton knight is not affected."),
        ("push", "rat", "The rat is pushed back."),
        ("spark", "", "The spark meets nothing."),
    ],
)
def test_what_a_spell_does_to_whom_it_meets_is_told(row: tuple[str, str, str]) -> None:
    spell, kind, told = row
    made = stage(spell, level=6)
    if kind:
        made.put(kind, 0, 1)
    made.rig(rest="low")
    cast(made, spell, "e")
    assert made.said(told)


@for_each(
    "row",
    [
        ("bless weapon", "short sword", "The short sword shines white."),
        ("bless weapon", "leather cap", "There is no weapon to bless."),
        ("identify", "ring of might", "This is ring of might (power +3)."),
        ("remove curse", "ring of might", "The curse on the ring of might is lifted."),
    ],
)
def test_what_a_spell_does_to_a_thing_is_told(row: tuple[str, str, str]) -> None:
    spell, thing, told = row
    made = stage(spell)
    item = made.give(thing, worn=True)
    made.rig(rest="low")
    spellcasting.cast_spell(made.game, made.hero, spell, "", item)
    assert made.said(told)


def test_whoever_is_not_moved_by_a_push_stands_firm() -> None:
    made = stage("push")
    made.dummy(0, 1)
    made.ground(0, 2, terrain.WALL)
    made.rig(rest="low")
    cast(made, "push", "e")
    assert made.said("The blind worm stands firm.")
    assert not made.said("The blind worm is pushed back.")


def test_that_a_lock_dissolves_and_the_dead_rise_is_told() -> None:
    made = stage("etch")
    made.ground(0, 1, terrain.LOCKED_DOOR)
    cast(made, "etch", "e")
    assert made.said("The lock dissolves.")
    made.level.dead = [("rat", made.at(0, -2))]
    cast(made, "raise")
    assert made.said("The rat rises from the dead.")


@for_each("row", [("spark", [2]), ("ice shards", [2, 3]), ("web", [2, 3])])
def test_spells_go_past_friends_to_the_first_enemy_ahead(row: tuple[str, list[int]]) -> None:
    spell, met = row
    made = stage(spell)
    friend = made.dummy(0, 1, side=HEROES)
    enemies = {away: made.dummy(0, away) for away in (2, 3)}
    made.rig(rest="low")
    cast(made, spell, "e")
    touched = {each.uid for each in made.level.monsters if each.health < 500 or each.statuses}
    assert {enemies[away].uid for away in met} <= touched
    assert (friend.uid in touched) is (spell == "web")
