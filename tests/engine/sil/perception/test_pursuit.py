"""Pursuers out of sight: whom a hero remembers, for how long, and what he cannot know."""

from __future__ import annotations

import msgspec
import pytest

from engine.sil.creatures import creature_names, placement
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.perception import pursuit
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.test_dangers import SIL
from tests.engine.sil.commands.test_fight_plans import fighter
from tests.engine.sil.stage import foe

HIDDEN = 7, 8  # a corner that the hero does not see


def vanish(game: SilContext, creature: Creature) -> None:
    """Take a creature that the hero has seen to where he does not see it."""
    look(game)
    placement.relocate(game, creature, *HIDDEN)
    look(game)


def lurkers(game: SilContext) -> list[str]:
    return [pursuit.handle(game, each) for each in pursuit.lurking(game).values()]


@pytest.mark.parametrize(
    ("race", "how", "lurks"),
    [
        ("Wolf", {}, True),
        ("Wolf", {"alertness": -5}, False),
        ("Wolf", {"alertness": -15}, False),
        ("Wolf", {"stance": "fleeing"}, False),
        ("Tanglethorn", {}, False),
        ("Alert human thrall", {}, False),
    ],
)
def test_who_was_after_the_hero_lurks_when_it_goes_out_of_sight(race, how, lurks):
    game = fighter()
    enemy = foe(game, race, 0, 3, **how)
    look(game)
    called = creature_names.handle(game, enemy)
    assert not lurkers(game)
    vanish(game, enemy)
    assert (called in lurkers(game)) is lurks


def test_only_an_attack_by_somebody_unseen_is_an_ambush_and_not_for_long():
    game = fighter()
    seen = foe(game, "Wolf", 0, 3)
    pursuit.note_attack(game, creature_names.ref(game, seen))
    assert not pursuit.is_ambushed(game)
    pursuit.note_attack(game, None)
    assert pursuit.is_ambushed(game)
    game.hero.turns += pursuit.LURKING
    assert pursuit.is_ambushed(game)
    game.hero.turns += 1
    assert not pursuit.is_ambushed(game)


def test_who_flees_as_it_goes_out_of_sight_does_not_lurk():
    game = fighter()
    enemy = foe(game, "Wolf", 0, 3)
    look(game)
    enemy.stance = "fleeing"
    vanish(game, enemy)
    assert not lurkers(game)


def test_a_lurker_is_forgotten_in_time():
    game = fighter()
    vanish(game, foe(game, "Wolf", 0, 3))
    game.hero.turns += pursuit.LURKING
    assert lurkers(game)
    game.hero.turns += 1
    assert not lurkers(game)


def test_one_that_comes_back_or_dies_in_sight_lurks_no_more():
    for ends in (
        lambda game, enemy: placement.relocate(game, enemy, 3, 8),
        lambda game, enemy: (
            placement.relocate(game, enemy, 3, 8),
            look(game),
            placement.remove(game, enemy),
        ),
    ):
        game = fighter()
        enemy = foe(game, "Wolf", 0, 3)
        vanish(game, enemy)
        ends(game, enemy)
        look(game)
        assert not lurkers(game)


def test_what_becomes_of_a_lurker_unseen_changes_no_offer_and_no_word():
    shown = []
    for fate in ("lives", "dies", "sleeps", "goes"):
        game = fighter()
        enemy = foe(game, "Wolf", 0, 3)
        vanish(game, enemy)
        if fate == "dies":
            placement.remove(game, enemy)
        elif fate == "sleeps":
            enemy.alertness = -20
        elif fate == "goes":
            placement.relocate(game, enemy, 7, 7)
        told = SIL.view(game.state, 0), SIL.pages(game.state, 0)
        shown.append((SIL.legal(game.state, 0), msgspec.msgpack.encode(told)))
    assert all(each == shown[0] for each in shown)
    assert "lurks out of sight" in str(SIL.view(game.state, 0).coach)


def test_who_went_out_of_sight_last_is_the_first_of_those_who_lurk():
    game = fighter()
    first, second = foe(game, "Wolf", 0, 3), foe(game, "Orc scout", 0, 2)
    look(game)
    for turn, enemy in ((12, first), (14, second)):
        game.hero.turns = turn
        pursuit.note(game, enemy)
        game.learn(enemy).visible = False
    assert list(pursuit.lurking(game)) == [second.slot, first.slot]
