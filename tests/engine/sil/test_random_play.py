"""Random play at every depth, under every preset: nothing breaks, and refusals change nothing."""

import random

import pytest

from engine.common import compass
from engine.contract.action import ActionError
from engine.sil.dungeon import level_arrival
from engine.sil.game.presets import PRESETS
from engine.sil.game.state import Stat
from engine.sil.ruleset import SilQ
from tests.engine.sil.creature_ai.test_every_race import check, check_hero
from tests.rolled import dice_for

SIL = SilQ()
WORDS = (
    *compass.DIRECTIONS, "a", "b", "3", "all", "on", "off", "down", "up", "healed", "evasion",
    "wolf-1", "orc-2", "c7", "weapon", "yes", "no", "", "until disturbed", "ñ",
)  # fmt: skip


def descended(depth, seed, rules):
    """Return a hardy hero who has just come to a level."""
    game = SIL.game(
        SIL.new({"hero": "quick", "rules": rules}, ["Beren"], dice_for(f"random {seed}")),
        dice_for(f"random {seed}"),
    )
    game.hero.stat_base[Stat.CON] = 25
    level_arrival.enter(game, depth, 0)
    return game


def refused_at_random(game, dice):
    """Say something that is mostly nonsense: when it is refused, nothing has changed."""
    verb = dice.choice(SIL.verbs).name
    line = f"{verb} {dice.choice(WORDS)} {dice.choice(WORDS)}".strip()
    before = SIL.dump(game.state)
    try:
        SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    except ActionError:
        assert SIL.dump(game.state) == before, line


def play(game, actions, dice):
    """Random offers, and some nonsense between them."""
    done = []
    for number in range(actions):
        if game.state.ended:
            break
        game.hero.health = game.hero.derived.max_health
        action = dice.choice(SIL.legal(game.state, 0)).action
        done.append(str(action))
        SIL.apply(game.state, 0, SIL.parse(str(action), game.state, 0), game.streams)
        check(game)
        check_hero(game)
        if number % 7 == 0 and not game.state.ended:
            refused_at_random(game, dice)
    return done


@pytest.mark.parametrize("seed", range(3))
def test_random_play_breaks_nothing(seed):
    rules = sorted(PRESETS)[seed % len(PRESETS)]
    play(descended(1 + seed * 5 % 19, seed, rules), 25, random.Random(seed))


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(57))
def test_long_random_play_breaks_nothing(seed):
    rules = sorted(PRESETS)[seed % len(PRESETS)]
    play(descended(1 + seed % 19, seed, rules), 300, random.Random(seed))


@pytest.mark.parametrize("depth", [0, 20])
@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_random_play_at_both_ends_of_the_dungeon_breaks_nothing(depth, rules):
    game = descended(depth, 1, rules)
    if depth == 0:
        game.hero.on_the_run, game.hero.silmarils = True, 1
    play(game, 30, random.Random(depth))


@pytest.mark.parametrize("seed", range(2))
def test_random_play_in_the_tutorial_breaks_nothing(seed):
    state = SIL.new({"hero": "tutorial"}, ["Ann"], dice_for(bytes([seed]) * 16))
    play(SIL.game(state, dice_for(bytes([seed]))), 60, random.Random(seed))
