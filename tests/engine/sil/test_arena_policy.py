"""The policy of the heroes of the arena, and where there is no place for a creature."""

import pytest

from engine.contract.action import Action, InvalidAction
from engine.sil import arena
from engine.sil.data import bundle
from engine.sil.level import terrain


def fight(policy="approach", **how):
    data = bundle.load()
    scenario = arena.Scenario("Wolf", distance=3, policy=policy, **how)
    return arena.Fight(data, scenario, data.rules.builds["mid"], 1)


def test_a_hero_goes_to_who_is_in_sight_unless_he_holds_or_is_afraid():
    assert fight().choose() == Action("step", ("e",))
    assert fight("hold").choose() == arena.HOLD
    held = fight("hold", creatures=1)
    held.creatures[0].x = held.game.hero.x + 1
    assert held.choose() == Action("step", ("e",))
    afraid = fight()
    afraid.game.hero.timers.afraid = 5
    assert afraid.choose() == arena.HOLD


def test_whatever_is_asked_is_answered_yes():
    one = fight()
    one.game.world.truce = True
    wolf = one.creatures[0]
    level = one.game.level
    del level.occupant[level.at(wolf.y, wolf.x)]
    wolf.x = one.game.hero.x + 1
    level.occupant[level.at(wolf.y, wolf.x)] = wolf.slot
    arena.look(one.game)
    turns = one.game.hero.turns
    one.act(Action("step", ("e",)))
    assert one.game.state.question is None
    assert one.game.hero.turns > turns
    assert not one.game.world.truce


def test_a_creature_has_no_place_in_rock():
    one = fight()
    game = one.game
    y, x = game.hero.y, game.hero.x - 3
    game.level.feature[game.level.at(y, x)] = terrain.GRANITE
    race = one.creatures[0].race
    with pytest.raises(InvalidAction, match=r"The arena has no place for Wolf\."):
        arena.put(game, race, y, x, 0)
    assert arena.put(game, race, y, x - 1, -7).alertness == -7
