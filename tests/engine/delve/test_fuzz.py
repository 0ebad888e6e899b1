"""Offers of heroes of all levels, by the hundred thousand: each is taken, and changes the game."""

from __future__ import annotations

from random import Random

import pytest

from engine.delve import terrain
from engine.delve.levels import stairs
from engine.delve.levels.level_population import choose_item
from engine.delve.rules import growth, inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import DEEPEST, DelveState
from tests.engine.delve.stage import content, ruleset
from tests.rolled import dice_for

MOST_HEROES = 3
THINGS = 6  # in a hero's pack, besides those of the beginning
ACTIONS = 12  # of a game
SENSE = 0.5  # the share of actions that the expert chooses


def deep_game(chance: Random) -> DelveState:
    """Return a game on a random level, whose heroes are of that level and have things of it."""
    dice, rules = dice_for(chance.randbytes(16)), ruleset()
    names = ["Ann", "Bea", "Cid"][: chance.randint(1, MOST_HEROES)]
    state = rules.new({"class": chance.choice(content().open_classes)}, names, dice)
    game, depth = DelveContext(state, content(), dice), chance.randint(1, DEEPEST)
    for hero in state.heroes:
        growth.gain(game, hero, content().experience_for(depth))
        stairs.arrive(game, hero, depth, terrain.STAIRS_UP)
        for _ in range(THINGS):
            kind = choose_item(game, depth)
            hero.pack.append(inventory.found(content(), kind.name, game.new_uid(), dice.level))
        hero.health = chance.randint(1, hero.full_health)
        hero.energy = chance.randint(0, hero.full_energy)
        hero.choices = chance.choice((hero.choices, []))
    return state


def take_all_offers(state: DelveState, seat: int) -> int:
    """Take each offer of a seat in a copy of a game; return how many there are."""
    rules, before = ruleset(), ruleset().dump(state)
    offers = rules.legal(state, seat)
    for offer in offers:
        copy = rules.load(before)
        action = rules.parse(str(offer.action), copy, seat)
        rules.apply(copy, seat, action, dice_for(before))
        assert rules.dump(copy) != before, offer.action
    return len(offers)


def fuzz(seed: int, least: int) -> int:
    """Take all offers of random states until there are so many; return how many."""
    rules, chance, taken = ruleset(), Random(seed), 0
    while taken < least:
        state = deep_game(chance)
        for _ in range(ACTIONS):
            waiting = rules.turn(state).waiting
            if not waiting or taken >= least:
                break
            seat = chance.choice(waiting)
            taken += take_all_offers(state, seat)
            advice = rules.advise(state, seat)
            action = chance.choice(rules.legal(state, seat)).action
            if advice is not None and chance.random() < SENSE:
                action = advice.action
            rules.apply(state, seat, action, dice_for(rules.dump(state)))
    return taken


def test_offers_are_taken_on_random_levels() -> None:
    assert fuzz(0, 60) >= 60


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_hundred_thousand_offers_are_taken(seed: int) -> None:
    assert fuzz(seed, 10_000) >= 10_000
