"""How far noise goes (spec: dungeon 6.1)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

# Classes of a noise layer.
CARRIES, SOLID, SHUT = 0, 1, 2  # open; rock and rubble; a closed door, the secret ones too

DOOR_EXTRA = 5  # what entering a closed door costs beyond the step
UNREACHED = 250


@lru_cache(maxsize=64)
def _inner_columns(width: int, height: int) -> tuple[int, int]:
    """Bit sets of all grids but those of the first column, and but those of the last."""
    first = sum(1 << y * width for y in range(height))
    everywhere = (1 << width * height) - 1
    return everywhere & ~first, everywhere & ~(first << (width - 1))


def _bits(layer: Sequence[int], classes: Sequence[int]) -> int:
    chosen = np.isin(np.frombuffer(bytes(layer), np.uint8), classes)
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def noise_flow(noise: Sequence[int], width: int, y: int, x: int) -> bytearray:
    """Sound distance from (y, x) of every grid, 0 to 249, or UNREACHED.

    `noise` holds CARRIES, SOLID or SHUT a grid. A step to any of the eight neighbours costs 1, into
    a closed door 6. A set of grids is one integer, bit i for grid i, so that a whole front moves at
    once; the distances are gathered as eight bit planes.
    """
    size = len(noise)
    off_left, off_right = _inner_columns(width, size // width)
    doors = _bits(noise, (SHUT,))
    unreached = _bits(noise, (CARRIES, SHUT))
    front = 1 << (y * width + x)
    unreached &= ~front
    late: dict[int, int] = {}  # doors that are reached, by the distance at which they are entered
    reached, planes = front, [0] * 8
    for cost in range(1, UNREACHED):
        if not front and not late:
            break
        row = front | (front & off_right) << 1 | (front & off_left) >> 1
        front = (row | row << width | row >> width) & unreached
        unreached &= ~front
        if shut := front & doors:
            late[cost + DOOR_EXTRA] = shut
            front ^= shut
        front |= late.pop(cost, 0)
        reached |= front
        for bit in range(8):
            if cost >> bit & 1:
                planes[bit] |= front
    unreached = ((1 << size) - 1) & ~reached
    for bit in range(8):
        if UNREACHED >> bit & 1:
            planes[bit] |= unreached
    packed = b"".join(plane.to_bytes((size + 7) // 8, "little") for plane in planes)
    table = np.unpackbits(
        np.frombuffer(packed, np.uint8).reshape(8, -1), axis=1, count=size, bitorder="little"
    )
    return bytearray(np.packbits(table, axis=0, bitorder="little").tobytes())
