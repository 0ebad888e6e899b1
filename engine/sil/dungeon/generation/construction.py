"""A level under construction: what its builders share, and the questions they all ask."""

from __future__ import annotations

from engine.contract.dice import Stream
from engine.sil.game.context import SilContext
from engine.sil.game.state import Level, Room
from engine.sil.level.terrain import CLOSED_DOOR, FLOOR, GRANITE, INNER_WALL, OUTER_WALL

OUTER_PAIR = bytes((OUTER_WALL, OUTER_WALL))


class Unfit(Exception):
    """The level under construction must be thrown away and begun again."""


class Site:
    """The level being made (`game.level`), its rooms' centres and its corridors.

    `height` and `width` are in squares; `passages` tells for a dug square which two rooms
    (numbers in `level.rooms`) its corridor joins.
    """

    __slots__ = (
        "arrive_by", "centres", "depth", "dice", "feature", "game", "height", "level",
        "passages", "width",
    )  # fmt: skip

    def __init__(self, game: SilContext, level: Level, arrive_by: int = 0) -> None:
        self.game = game
        self.level = level
        self.dice: Stream = game.streams.level
        self.depth = level.depth
        self.height = level.height
        self.width = level.width
        self.feature = level.feature
        self.arrive_by = arrive_by
        self.centres: list[tuple[int, int]] = []
        self.passages: dict[int, tuple[int, int]] = {}

    @property
    def panels(self) -> int:
        """Return the size in units of 11 rows by 33 columns."""
        return (self.height // 11) * (self.width // 33)

    def random_square(self) -> int:
        """Return the index of any square of the map, each equally likely."""
        return self.dice.below(self.height * self.width)

    def naked(self, i: int) -> bool:
        """Plain floor with no object, no creature and not the hero (rules: dungeon 0)."""
        level = self.level
        return (
            self.feature[i] == FLOOR
            and i not in level.occupant
            and i not in level.floor
            and self.game.hero_at(i) is None
        )

    def random_naked(self, tries: int, room: bool = False) -> int | None:
        """Return a random naked square (in a room, when asked), or None after so many tries."""
        for _ in range(tries):
            i = self.random_square()
            if self.feature[i] == FLOOR and self.naked(i) and (not room or self.level.room[i]):
                return i
        return None

    def add_room(self, y: int, x: int, box: Room) -> None:
        """Note a finished room: its centre and the box that corridors reckon with."""
        self.centres.append((y, x))
        self.level.rooms.append(box)

    def fits(self, box: Room, margin: int) -> bool:
        """Return whether a box lies well inside the map, and no floor or vault within `margin` of
        it."""
        top, left, bottom, right = box.top, box.left, box.bottom, box.right
        if top <= 3 or left <= 3 or bottom >= self.height - 3 or right >= self.width - 3:
            return False
        width, feature, icky = self.width, self.feature, self.level.icky
        for y in range(top - margin, bottom + margin + 1):
            start, end = y * width + left - margin, y * width + right + margin + 1
            if feature.find(FLOOR, start, end) >= 0 or icky.find(1, start, end) >= 0:
                return False
        return True

    def doubles_wall(self, box: Room) -> bool:
        """Return whether a room here would stand wall to wall with another (rules: dungeon 1.4)."""
        width, feature = self.width, self.feature
        for y in (box.top - 2, box.bottom + 2):
            if feature.find(OUTER_PAIR, y * width + box.left, y * width + box.right + 1) >= 0:
                return True
        for x in (box.left - 2, box.right + 2):
            if OUTER_PAIR in feature[box.top * width + x : box.bottom * width + x + 1 : width]:
                return True
        return False

    def claim(self, box: Room, lit: bool) -> None:
        """Mark the rectangle grown by one as a room, and as lit when it is."""
        level, n = self.level, box.right - box.left + 3
        for y in range(box.top - 1, box.bottom + 2):
            start = y * self.width + box.left - 1
            level.room[start : start + n] = b"\1" * n
            if lit:
                level.glow[start : start + n] = b"\1" * n

    def wall_in(self, box: Room) -> None:
        """Raise outer walls over the rectangle grown by one."""
        n = box.right - box.left + 3
        for y in range(box.top - 1, box.bottom + 2):
            start = y * self.width + box.left - 1
            self.feature[start : start + n] = bytes((OUTER_WALL,)) * n

    def lay_floor(self, box: Room) -> None:
        """Turn the rectangle to floor."""
        n = box.right - box.left + 1
        for y in range(box.top, box.bottom + 1):
            start = y * self.width + box.left
            self.feature[start : start + n] = bytes((FLOOR,)) * n

    def pillar(self, y: int, x: int) -> None:
        """Raise an inner wall."""
        self.feature[y * self.width + x] = INNER_WALL

    def dig(self, i: int, first: int, second: int) -> None:
        """Dig one square of the corridor that joins two rooms (rules: dungeon 1.7)."""
        if self.feature[i] == GRANITE:
            self.feature[i] = FLOOR
            self.passages[i] = (first, second)
        elif self.feature[i] == OUTER_WALL:
            self.feature[i] = CLOSED_DOOR
