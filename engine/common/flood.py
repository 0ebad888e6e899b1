"""Floods over a level, all squares of one cost at once: a set of squares is one integer, square i
its bit i. Levels are closed by rock, so that no set reaches round an edge (`engine.common.grid`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import zip_longest
from operator import and_, or_
from typing import NamedTuple

_FIGURES = bytes(byte == 49 for byte in range(256))  # of the digits 0 and 1
_SHOWS = tuple(bytes(48 + (byte == wanted) for byte in range(256)) for wanted in range(256))


def where(layer: bytes | bytearray, value: int) -> int:
    """Return the squares of a layer that hold a value (0 to 255)."""
    return int(layer[::-1].translate(_SHOWS[value]), 2)


def sets_of(layer: bytes | bytearray) -> dict[int, int]:
    """Return the squares of each value that a layer holds."""
    rows = -(-len(layer) // 8)
    planes = _turned(int.from_bytes(layer, "little"), rows).to_bytes(8 * rows, "little")
    whole = (1 << len(layer)) - 1
    having = [int.from_bytes(planes[bit::8], "little") for bit in range(8)]
    lacking = [whole ^ squares for squares in having]
    return {
        value: reduce(
            and_, [(having if value >> bit & 1 else lacking)[bit] for bit in range(8)], whole
        )
        for value in set(layer)
    }


def _turned(blocks: int, rows: int) -> int:
    """Turn blocks of 8 bytes so that bit b of byte k becomes bit k of byte b.

    A layer becomes its planes of one bit, and planes a layer: byte 8k + b of the planes has bit b
    of squares 8k to 8k + 7.
    """
    for shift, mask in zip((7, 14, 28), _masks(rows), strict=True):
        moved = (blocks ^ blocks >> shift) & mask
        blocks ^= moved ^ moved << shift
    return blocks


@lru_cache(maxsize=32)
def _masks(rows: int) -> tuple[int, ...]:
    """Return what trades places in the three steps of turning: bits, pairs of bits, fours."""
    traded = (0x00AA00AA00AA00AA, 0x0000CCCC0000CCCC, 0x00000000F0F0F0F0)
    return tuple(int.from_bytes(mask.to_bytes(8, "little") * rows, "little") for mask in traded)


def layer_of(squares: int, size: int) -> bytes:
    """Return a layer of so many squares with 1 on these and 0 elsewhere."""
    digits = f"{squares & (1 << size) - 1:0{size}b}".encode()
    return digits.translate(_FIGURES)[::-1]


def squares_of(squares: int) -> Iterator[int]:
    """Yield the squares of a set, the first first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def spread(squares: int, width: int) -> int:
    """Return squares and all their neighbours."""
    rows = squares | squares << 1 | squares >> 1
    return rows | rows << width | rows >> width


def region(among: int, width: int, centre: int) -> int:
    """Return the squares among these that hang together with `centre`, which is one of them."""
    found, wider = 0, 1 << centre
    while wider != found:
        found, wider = wider, spread(wider, width) & among
    return found


class Risen(NamedTuple):
    """A part of a flood: its layers, the squares still dry, and those that wait by their cost."""

    layers: tuple[int, ...]
    dry: int
    late: tuple[tuple[int, int], ...]


class Flood:
    """A flood from a square: a step costs 1, and entering a square what `entries` says beside.

    `entries` has the squares that can be entered, by what that costs beyond the step; of several
    costs of a square the first found holds. `layers[c]` are the squares that cost c, as far as
    the flood has risen.
    """

    __slots__ = ("_costly", "_dry", "_easy", "_entries", "_late", "_width", "layers")

    def __init__(self, entries: Mapping[int, int], width: int, centre: int) -> None:
        self._width = width
        self._easy = entries.get(0, 0)
        self._entries = [(extra, squares) for extra, squares in entries.items() if extra]
        self._costly = 0
        for _, squares in self._entries:
            self._costly |= squares
        self._dry = (self._easy | self._costly) & ~(1 << centre)
        self._late: dict[int, int] = {}  # squares reached already, by what they cost
        self.layers = [1 << centre]

    def finished(self) -> Risen:
        """Return how far the flood has risen, as a value that never changes."""
        return Risen(tuple(self.layers), self._dry, tuple(self._late.items()))

    def continued(self, risen: Risen) -> Flood:
        """Go on from where a flood of the same entries, width and centre had risen to."""
        self.layers = list(risen.layers)
        self._dry, self._late = risen.dry, dict(risen.late)
        return self

    def rise(self) -> bool:
        """Flood the squares of the next cost; false when there are none left."""
        costs = len(self.layers)
        self.rise_to(costs + 1)
        return len(self.layers) > costs

    def rise_to(self, most: int) -> None:
        """Flood the squares of all costs below this."""
        layers, late, dry = self.layers, self._late, self._dry
        width, easy, costly = self._width, self._easy, self._costly
        front = layers[-1]
        for cost in range(len(layers), most):
            if not front and not late:
                break
            rows = front | front << 1 | front >> 1  # as `spread`, but this runs thousands of times
            reached = (rows | rows << width | rows >> width) & dry
            dry ^= reached
            front = reached
            if reached & costly:
                self._wait(reached, cost)
                front &= easy
            if late:
                front |= late.pop(cost, 0)
            layers.append(front)
        self._dry = dry

    def _wait(self, reached: int, cost: int) -> None:
        """Squares that cost more than the step are flooded later."""
        for extra, squares in self._entries:
            if met := reached & squares:
                self._late[cost + extra] = self._late.get(cost + extra, 0) | met


def as_bytes(layers: list[int], size: int, beyond: int) -> bytearray:
    """Return what each of so many squares costs, a byte a square; `beyond` (at most 255) where the
    layers do not reach. Costs are less than 256."""
    missing = ~_union(layers) & ((1 << size) - 1)
    rows = -(-size // 8)
    planes = bytearray(8 * rows)
    for bit in range(8):
        plane = _union(layers[1::2])  # those whose cost has this bit
        layers = [even | odd for even, odd in zip_longest(layers[::2], layers[1::2], fillvalue=0)]
        if beyond >> bit & 1:
            plane |= missing
        planes[bit::8] = plane.to_bytes(rows, "little")
    costs = _turned(int.from_bytes(planes, "little"), rows)
    return bytearray(costs.to_bytes(size, "little"))


def _union(layers: list[int]) -> int:
    return reduce(or_, layers, 0)
