"""Player turns a second at 500 ft, on generated levels with as many creatures as usual there.

A hero who cannot die walks at random; creatures notice him or not. The ratio is the number of
turns in the time of a fixed piece of pure Python. (The original in C plays 677 turns a second.)
"""

import random
import time
from collections.abc import Iterator

from engine.common import compass
from engine.sil.clock import turn_order
from engine.sil.commands import movement
from engine.sil.dungeon import level_arrival
from engine.sil.game.context import SilContext
from engine.sil.game.presets import MANUAL
from engine.sil.hero.action_costs import PASS, spend
from engine.sil.level import terrain
from tests import perft
from tests.bench import Measure
from tests.engine.sil.stage import stage
from tests.rolled import dice_for

DEPTH = 10
CREATURES = range(50, 65)
LEVELS, TURNS, PIECE = 4, 250, 50


def make_level(seed: int) -> SilContext:
    """Make a hero who survives any blow, on a new level at 500 ft."""
    game = stage(rulings=MANUAL, stats=(10, 0, 20, 0), seed=seed)
    game.streams = dice_for(seed.to_bytes(16, "big"))
    level_arrival.enter(game, DEPTH, 0)
    return game


def count_creatures(game: SilContext) -> int:
    """Count the creatures of the level."""
    return sum(creature is not None for creature in game.level.creatures)


def roam(game: SilContext, dice: random.Random) -> None:
    """Play one turn: a step in a random safe direction, or none."""
    hero, ground = game.hero, game.level
    hero.health = hero.derived.max_health
    direction = dice.choice(list(compass.DIRECTIONS))
    dy, dx = compass.DIRECTIONS[direction]
    i = ground.at(hero.y + dy, hero.x + dx)
    safe = ground.feature[i] in (terrain.FLOOR, terrain.OPEN_DOOR) and i not in ground.occupant
    if safe and not ground.hidden[i]:
        movement.step_to(game, hero.y + dy, hero.x + dx, compass.KEYPAD[direction])
    else:
        spend(game, PASS)
    if game.state.energy_used:
        turn_order.finish_action(game)
    game.state.events.clear()
    game.state.ended = game.state.leaving = ""


def measure() -> Iterator[Measure]:
    """Measure turns a second over some levels; the baseline's rounds lie between our turns."""
    seeds = iter(range(1, 1000))
    yardstick = perft.Yardstick()
    seconds = 0.0
    for _ in range(LEVELS):
        game = next(g for g in map(make_level, seeds) if count_creatures(g) in CREATURES)
        dice = random.Random(1)
        for _ in range(TURNS // PIECE):
            yardstick.run()
            start = time.process_time()
            for _ in range(PIECE):
                roam(game, dice)
            seconds += time.process_time() - start
    yield yardstick.compare_rate("turns", "turns/s", LEVELS * TURNS / seconds)
