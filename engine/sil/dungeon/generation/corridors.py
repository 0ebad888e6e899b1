"""Corridors: straight lines, bends and branches, in four phases (rules: dungeon 1.7).

A corridor is judged before it is dug, thousands of times a level, so a line of squares is cut out
of the map as bytes and judged whole: by pattern, by count, and as one big number a layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.common.grid import distance
from engine.contract.dice import Stream
from engine.sil.dungeon.generation.construction import Site
from engine.sil.level.terrain import (
    CLOSED_DOOR,
    FLOOR,
    GRANITE,
    INNER_WALL,
    KNOWN_DOOR,
    OPAQUE,
    OUTER_WALL,
    SHUT_DOOR,
)

LIMITS = (10, 15)  # rows, columns between facing edges
DESPERATE_LIMITS = (16, 22)
BRANCH_REACH = 10

_OTHER, _OPEN, _OUTER, _INNER, _VIRGIN, _DOOR = b"xoOIVD"


def _class_of(feature: int) -> int:
    special = {OUTER_WALL: _OUTER, INNER_WALL: _INNER, GRANITE: _VIRGIN, CLOSED_DOOR: _DOOR}
    return special.get(feature, _OTHER if OPAQUE[feature] else _OPEN)


_CLASSES = bytes(_class_of(f) for f in range(256))
_IS_FLOOR = bytes(f == FLOOR for f in range(256))
_FORBIDDEN = re.compile(b"OO|OD|DO|OI|IO|Vo|oV|VI|IV")


Line = tuple[int, int, int, int]
"""The squares between two rooms: first index, last index, step along it, step across it."""
Way = tuple[Line, ...]
"""A corridor: a straight line, or two that meet in a bend."""


class PossibleCorridors(NamedTuple):
    """The corridors that may join two rooms, each as likely as any other."""

    corridors: Sequence[Way]
    changes: int  # how often each leg goes through the outer wall of a room
    halved: bool = False  # every other try fails


class Corridors:
    """The corridors of a site: which rooms are joined directly, and how to join more."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.n = len(site.centres)
        self.joined = [bytearray(self.n) for _ in range(self.n)]
        for room in range(self.n):
            self.joined[room][room] = 1
        self._ways: dict[tuple[int, int], PossibleCorridors] = {}
        self._judged: dict[Way, bool] = {}  # whether they are legal, until something is dug

    def dig_all(self) -> None:
        """Dig in all four phases."""
        dice, n = self.site.dice, self.n
        for room in range(n):
            nearest = self._nearest(room)
            if not self.joined[room][nearest]:
                self.join(room, nearest)
        hopeful = self._hopeful()
        for pair in _numbers(dice, 10 * n * n, hopeful):
            first, second = divmod(pair, n)
            if self.joined[first][second]:
                hopeful[pair] = 0
            else:
                self._try(first, second)
        untried = bytearray(b"\1" * 4 * n)  # branches that were not tried in vain as things stand
        for choice in _numbers(dice, 10 * n * n, untried):
            if self._branch(*divmod(choice, 4)):
                untried[:] = b"\1" * len(untried)
            else:
                untried[choice] = 0
        self._mend()

    def _nearest(self, room: int) -> int:
        y, x = self.site.centres[room]
        away = [distance(y, x, v, u) for v, u in self.site.centres]
        away[room] = max(away) + 1
        return away.index(min(away))

    def _hopeful(self) -> bytearray:
        """By pair (first * n + second): 1 where two rooms may lie close enough to be joined."""
        n = self.n
        hopeful = bytearray(n * n)
        for a in range(n):
            for b in range(a):
                hopeful[a * n + b] = hopeful[b * n + a] = self._close_enough(a, b, *LIMITS)
        return hopeful

    def _mend(self) -> None:
        """Join what is still apart with longer corridors, as far as that goes."""
        while True:
            parts = self._parts()
            if len(set(parts)) == 1 or not self._join_some(parts):
                return

    def _join_some(self, parts: list[int]) -> bool:
        for first in range(self.n):
            for second in range(self.n):
                if parts[first] != parts[second] and any(
                    self.join(first, second, DESPERATE_LIMITS) for _ in range(10)
                ):
                    return True
        return False

    def _parts(self) -> list[int]:
        """For each room a number that it shares with all the rooms it hangs together with."""
        part = [-1] * self.n
        for start in range(self.n):
            if part[start] >= 0:
                continue
            part[start] = start
            waiting = [start]
            while waiting:
                row = self.joined[waiting.pop()]
                for room in range(self.n):
                    if row[room] and part[room] < 0:
                        part[room] = start
                        waiting.append(room)
        return part

    def _connect(self, first: int, second: int) -> None:
        self.joined[first][second] = self.joined[second][first] = 1

    # ------------------------------------------------------------ joining two rooms

    def _close_enough(self, first: int, second: int, rows: int, columns: int) -> bool:
        site = self.site
        (y1, x1), (y2, x2) = site.centres[first], site.centres[second]
        if abs(y1 - y2) > 3 * rows or abs(x1 - x2) > 3 * columns:
            return False
        a, b = site.level.rooms[first], site.level.rooms[second]
        gap_y = b.top - a.bottom if y1 < y2 else a.top - b.bottom
        gap_x = b.left - a.right if x1 < x2 else a.left - b.right
        if gap_y > rows or gap_x > columns:
            return False
        if (a.left <= b.right and b.left <= a.right) or (a.top <= b.bottom and b.top <= a.bottom):
            return True
        return (
            min(abs(x1 - b.left), abs(x1 - b.right)) <= columns - 2
            and min(abs(x2 - a.left), abs(x2 - a.right)) <= columns - 2
            and min(abs(y1 - b.top), abs(y1 - b.bottom)) <= rows - 2
            and min(abs(y2 - a.top), abs(y2 - a.bottom)) <= rows - 2
        )

    def join(self, first: int, second: int, limits: tuple[int, int] = LIMITS) -> bool:
        """Try once to dig a corridor between two rooms; whether it was dug.

        The rooms face each other and a straight line will do, or an L joins their centres.
        """
        return self._close_enough(first, second, *limits) and self._try(first, second)

    def _try(self, first: int, second: int) -> bool:
        """Try once to dig a corridor between two rooms that are close enough."""
        dice = self.site.dice
        if (first, second) not in self._ways:
            self._ways[first, second] = self._ways_between(first, second)
        ways = self._ways[first, second]
        if ways.halved and dice.one_in(2):
            return False
        way = dice.choose(ways.corridors)
        if way not in self._judged:  # most are tried again and again
            self._judged[way] = all(self._legal(leg, ways.changes) for leg in way)
        if not self._judged[way]:
            return False
        for leg in way:
            self._dig(leg, first, second)
        self._connect(first, second)
        return True

    def _ways_between(self, first: int, second: int) -> PossibleCorridors:
        site = self.site
        (y1, x1), (y2, x2) = site.centres[first], site.centres[second]
        a, b = site.level.rooms[first], site.level.rooms[second]
        left, right = max(a.left, b.left), min(a.right, b.right)
        if left <= right:
            columns = [(self._column(x, y1, y2),) for x in range(left, right + 1)]
            return PossibleCorridors(columns, 2, halved=True)
        top, bottom = max(a.top, b.top), min(a.bottom, b.bottom)
        if top <= bottom:
            return PossibleCorridors([(self._row(y, x1, x2),) for y in range(top, bottom + 1)], 2)
        bends = [
            (self._row(y1, x1, x2), self._column(x2, y1, y2)),
            (self._column(x1, y1, y2), self._row(y2, x1, x2)),
        ]
        return PossibleCorridors(bends, 1)

    def _row(self, y: int, x1: int, x2: int) -> Line:
        start, end = sorted((x1, x2))
        return y * self.site.width + start, y * self.site.width + end, 1, self.site.width

    def _column(self, x: int, y1: int, y2: int) -> Line:
        start, end = sorted((y1, y2))
        return start * self.site.width + x, end * self.site.width + x, self.site.width, 1

    def _dig(self, line: Line, first: int, second: int) -> None:
        self._judged.clear()
        start, end, step, _ = line
        for i in range(start, end + 1, step):
            self.site.dig(i, first, second)

    def _legal(self, line: Line, changes: int) -> bool:
        """Return whether a line may be dug: it leaves and enters rooms by their outer walls exactly
        `changes` times, hugs no corridor and touches no door."""
        start, end, step, across = line
        feature = self.site.feature
        squares = slice(start, end + 1, step)
        here = feature[squares]
        if here[0] == OUTER_WALL or here[-1] == OUTER_WALL:
            return False
        classes = here.translate(_CLASSES)
        if classes.count(b"oO") + classes.count(b"Oo") != changes or _FORBIDDEN.search(classes):
            return False
        level = self.site.level
        for last, beyond in ((start, start - step), (end, end + step)):
            if not level.room[last] and (
                feature[beyond - across] == FLOOR or feature[beyond + across] == FLOOR
            ):
                return False
        return not self._hugs_corridor(here, squares, across)

    def _hugs_corridor(self, here: bytearray, squares: slice, across: int) -> bool:
        level = self.site.level
        before = slice(squares.start - across, squares.stop - across, squares.step)
        after = slice(squares.start + across, squares.stop + across, squares.step)
        beside = [level.feature[before], level.feature[after]]
        floors = [int.from_bytes(side.translate(_IS_FLOOR)) for side in beside]
        if (floors[0] | floors[1]) & ~int.from_bytes(level.room[squares]):
            return True
        for part, where in ((here, squares), (beside[0], before), (beside[1], after)):
            doors = int.from_bytes(part.translate(KNOWN_DOOR))
            if doors & ~int.from_bytes(level.icky[where]):
                return True
        return False

    # ------------------------------------------------------------ branches

    def _branch(self, room: int, direction: int) -> bool:
        """Try a T: from a room's centre straight to a corridor that joins two other rooms."""
        site, feature = self.site, self.site.feature
        y, x = site.centres[room]
        dy, dx = ((1, 0), (-1, 0), (0, 1), (0, -1))[direction]
        centre = y * site.width + x
        step = dy * site.width + dx
        for away in range(1, BRANCH_REACH + 1):
            if not (0 <= y + dy * away < site.height and 0 <= x + dx * away < site.width):
                return False
            i = centre + step * away
            if SHUT_DOOR[feature[i]]:
                return False
            if feature[i] == FLOOR and not site.level.room[i]:
                return self._meet(room, centre, step, i)
        return False

    def _meet(self, room: int, centre: int, step: int, corridor: int) -> bool:
        first, second = self.site.passages[corridor]
        if self.joined[room][first] or self.joined[room][second]:
            return False
        short = corridor - 2 * step
        across = 1 if abs(step) > 1 else self.site.width
        line = (min(centre, short), max(centre, short), abs(step), across)
        if abs(corridor - centre) < 2 * abs(step) or not self._legal(line, 1):
            return False
        self._dig((min(centre, corridor), max(centre, corridor), abs(step), across), room, first)
        self._connect(room, first)
        self._connect(room, second)
        return True


def _numbers(dice: Stream, count: int, wanted: bytearray) -> Iterator[int]:
    """Draw so many of the numbers of the places of `wanted`, as many from each draw as it has room
    for; yield those whose place is 1 at that time."""
    each, span = 1, (below := len(wanted))
    while span * below <= 1 << 32:
        each, span = each + 1, span * below
    draws, last = dice.draws(span), (count - 1) // each
    for done in range(last + 1):
        drawn = next(draws)
        for _ in range(each if done < last else count - last * each):
            number = drawn % below
            drawn //= below
            if wanted[number]:
                yield number
                if 1 not in wanted:
                    dice.skip(last - done, span)
                    return
