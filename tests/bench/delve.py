"""Delve: turns a second on level 10, and levels made a second.

A hero who cannot die takes random steps among the level's monsters. The ratios are the numbers of
turns and levels in the time of a fixed piece of pure Python.
"""

import random
import time
from collections.abc import Iterator

from engine.contract.action import Action
from engine.delve import terrain
from engine.delve.actions import legal_actions
from engine.delve.levels import stairs
from engine.delve.rules.context import DelveContext
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST, DelveState
from tests import perft
from tests.bench import Measure
from tests.rolled import dice_for

DEPTH = 10
GAMES, TURNS = 4, 250
PIECE = 5  # levels between two rounds of the baseline
ENOUGH_HEALTH = 100_000  # for one turn on that level


def new_game(rules: Delve, seed: int, depth: int) -> DelveState:
    """Return a game whose hero has come to a level."""
    state = rules.new({"class": "fighter"}, ["Ann"], dice_for(f"bench {seed}"))
    game = DelveContext(state, rules.content, dice_for("world"))
    stairs.arrive(game, state.heroes[0], depth, terrain.STAIRS_UP)
    return state


def roam(rules: Delve, state: DelveState, dice: random.Random) -> None:
    """Play one turn: a random step, or a blow at who stands there; no wound lasts."""
    hero = state.heroes[0]
    hero.health = hero.full_health = ENOUGH_HEALTH
    hero.nourishment, hero.choices, hero.statuses = 400, [], {}
    moves = legal_actions.moves(DelveContext(state, rules.content), hero)
    rules.apply(state, 0, Action("move", dice.choice(moves)), dice_for(rules.dump(state)))


def measure() -> Iterator[Measure]:
    """Measure turns on one level, and levels of all themes; the baseline's rounds lie between."""
    rules, dice = Delve(), random.Random(1)
    yardstick, seconds = perft.Yardstick(), 0.0
    for seed in range(GAMES):
        yardstick.run()
        state = new_game(rules, seed, DEPTH)
        start = time.process_time()
        for _ in range(TURNS):
            roam(rules, state, dice)
        seconds += time.process_time() - start
    yield yardstick.compare_rate(
        f"delve turns at level {DEPTH}", "turns/s", GAMES * TURNS / seconds
    )
    yield _levels(rules)


def _levels(rules: Delve) -> Measure:
    yardstick, seconds = perft.Yardstick(), 0.0
    for depth in range(2, DEEPEST + 1):
        if depth % PIECE == 0:
            yardstick.run()
        state = rules.new({"class": "fighter"}, ["Ann"], dice_for(f"bench {depth}"))
        game = DelveContext(state, rules.content, dice_for("world"))
        start = time.process_time()
        stairs.level_at(game, depth)
        seconds += time.process_time() - start
    return yardstick.compare_rate("delve levels of all themes", "levels/s", (DEEPEST - 1) / seconds)
