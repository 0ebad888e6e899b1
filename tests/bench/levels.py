"""Levels generated a second, with monsters and objects, against the usual way with tcod.

The baseline cuts a map of the same size into leaves (`tcod.bsp`), digs a room in each, about as
many as our levels have, and joins each room to the next by A* (`tcod.path`). It has no contents and
no rules for corridors, doors or vaults.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import tcod.bsp
import tcod.path
import tcod.random

from tests.bench import Measure
from tests.oracle.levels import fresh

_LEVELS = 40
_ROOM_LEAST, _ROOM_MOST = 4, 7  # rows; columns up to twice as many
_LEAF = (8, 7)  # width and height of the smallest leaf
_DIG, _WALK = 3, 1  # what a step costs a corridor, so that corridors join


def measure() -> Iterator[Measure]:
    """Measure at 250, 500 and 750 ft; our levels and the baseline's by turns."""
    for depth in (5, 10, 15):
        fresh(depth, _LEVELS)  # loads the data
        mine = theirs = 0.0
        for number in range(_LEVELS):
            dice = random.Random(number)
            start = time.perf_counter()
            level = fresh(depth, number)[0].level
            middle = time.perf_counter()
            generate_with_tcod(dice, level.height, level.width, len(level.rooms))
            mine += middle - start
            theirs += time.perf_counter() - middle
        yield Measure(
            f"levels at depth {depth}",
            round(_LEVELS / mine, 2),
            "levels/s",
            "tcod BSP rooms, A* corridors",
            round(_LEVELS / theirs, 2),
            round(theirs / mine, 3),
        )


def generate_with_tcod(dice: random.Random, height: int, width: int, rooms: int) -> np.ndarray:
    """Generate a map of rooms and corridors, True where one can walk."""
    floor = np.zeros((height, width), bool)
    whole = tcod.bsp.BSP(1, 1, width - 2, height - 2)
    whole.split_recursive(
        math.ceil(math.log2(rooms)), *_LEAF, 1.5, 1.5, tcod.random.Random(seed=dice.getrandbits(30))
    )
    leaves = [node for node in whole.pre_order() if not node.children]
    centres = [_dig_room(dice, floor, leaf) for leaf in leaves]
    for first, second in pairwise(centres):
        _dig_corridor(floor, first, second)
    return floor


def _dig_room(dice: random.Random, floor: np.ndarray, leaf: tcod.bsp.BSP) -> tuple[int, int]:
    height = dice.randint(_ROOM_LEAST, min(leaf.height - 2, _ROOM_MOST))
    width = dice.randint(_ROOM_LEAST, min(leaf.width - 2, 2 * _ROOM_MOST))
    top = leaf.y + dice.randint(1, leaf.height - height - 1)
    left = leaf.x + dice.randint(1, leaf.width - width - 1)
    floor[top : top + height, left : left + width] = True
    return top + height // 2, left + width // 2


def _dig_corridor(floor: np.ndarray, first: tuple[int, int], second: tuple[int, int]) -> None:
    cost = np.where(floor, _WALK, _DIG).astype(np.int8)
    finder = tcod.path.AStar(cost, diagonal=0)
    for y, x in finder.get_path(*first, *second):
        floor[y, x] = True
