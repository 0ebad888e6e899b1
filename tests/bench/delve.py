"""Delve: turns a second on level 10, and levels made a second.

A hero who cannot die takes random steps among the level's monsters. The baseline of turns is the
rate that play needs; that of levels is a map of the same size made with tcod (see `levels`).
"""

import random
import time
from collections.abc import Iterator

from engine.common.dice import seed_from
from engine.contract.action import Action
from engine.delve import choices, stairs, terrain
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST, HEIGHT, WIDTH, DelveGame
from engine.delve.world import DelveWorld
from tests.bench import Measure
from tests.bench.levels import generate_with_tcod

DEPTH = 10
GAMES, TURNS = 4, 250
ENOUGH_HEALTH = 100_000  # for one turn on that level
NEEDED_TURNS = 150.0  # a second of one core
ROOMS = 11  # about as many as a level of the cellars has


def new_game(rules: Delve, seed: int, depth: int) -> DelveGame:
    """Return a game whose hero has come to a level."""
    game = rules.new({"class": "fighter"}, ["Ann"], seed_from(f"bench {seed}"))
    world = DelveWorld(game, rules.content)
    stairs.arrive(world, game.heroes[0], depth, terrain.STAIRS_UP)
    return game


def roam(rules: Delve, game: DelveGame, dice: random.Random) -> None:
    """Play one turn: a random step, or a blow at who stands there; no wound lasts."""
    hero = game.heroes[0]
    hero.health = hero.full_health = ENOUGH_HEALTH
    hero.nourishment, hero.choices, hero.statuses = 400, [], {}
    moves = choices.moves(DelveWorld(game, rules.content), hero)
    rules.apply(game, 0, Action("move", dice.choice(moves)))


def measure() -> Iterator[Measure]:
    """Measure turns on one level, and levels of all themes; ours and the baseline's by turns."""
    rules, dice = Delve(), random.Random(1)
    seconds = 0.0
    for seed in range(GAMES):
        game = new_game(rules, seed, DEPTH)
        start = time.process_time()
        for _ in range(TURNS):
            roam(rules, game, dice)
        seconds += time.process_time() - start
    rate = GAMES * TURNS / seconds
    yield Measure(
        "delve turns at level 10",
        round(rate, 1),
        "turns/s",
        "needed for play",
        NEEDED_TURNS,
        round(rate / NEEDED_TURNS, 2),
    )
    yield _levels(rules)


def _levels(rules: Delve) -> Measure:
    mine = theirs = 0.0
    for depth in range(2, DEEPEST + 1):
        game = rules.new({"class": "fighter"}, ["Ann"], seed_from(f"bench {depth}"))
        world = DelveWorld(game, rules.content)
        start = time.process_time()
        stairs.level_at(world, depth)
        middle = time.process_time()
        generate_with_tcod(random.Random(depth), HEIGHT, WIDTH, ROOMS)
        mine += middle - start
        theirs += time.process_time() - middle
    made = DEEPEST - 1
    return Measure(
        "delve levels of all themes",
        round(made / mine, 1),
        "levels/s",
        "tcod BSP rooms, A* corridors",
        round(made / theirs, 1),
        round(theirs / mine, 3),
    )
