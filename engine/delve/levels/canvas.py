"""A level being made: ground, light and rooms, and tools to carve and join."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.common import flood
from engine.contract.dice import Stream
from engine.delve import terrain
from engine.delve.rules.context import NEIGHBOURS, STRAIGHT
from engine.delve.state import HEIGHT, SIZE, WIDTH

MOST_CLOSED = 8  # squares of a closet
CLOSET_TRIES = 400  # for each
BARRED_TRIES = 2000
_PASSABLE = terrain.table(
    frozenset(range(1, len(terrain.NAMES)))
    - terrain.SOLID
    - frozenset({terrain.LAVA, terrain.DEEP, terrain.VENT})
)


def _blank() -> bytearray:
    ground = bytearray([terrain.WALL]) * SIZE
    for x in range(WIDTH):
        ground[x] = ground[SIZE - 1 - x] = terrain.ROCK
    for y in range(HEIGHT):
        ground[y * WIDTH] = ground[y * WIDTH + WIDTH - 1] = terrain.ROCK
    return ground


@dataclass
class RoomPlan:
    """A rectangle of open ground."""

    top: int
    left: int
    height: int
    width: int

    def squares(self) -> list[int]:
        """Return the squares of the room."""
        return [
            y * WIDTH + x
            for y in range(self.top, self.top + self.height)
            for x in range(self.left, self.left + self.width)
        ]

    @property
    def centre(self) -> int:
        """Return the middle square."""
        return (self.top + self.height // 2) * WIDTH + self.left + self.width // 2

    def is_clear_of(self, other: RoomPlan, margin: int = 1) -> bool:
        """Return whether at least so many squares part two rooms."""
        return (
            self.top > other.top + other.height + margin - 1
            or other.top > self.top + self.height + margin - 1
            or self.left > other.left + other.width + margin - 1
            or other.left > self.left + self.width + margin - 1
        )


@dataclass
class LevelDraft:
    """A level being made."""

    dice: Stream
    depth: int
    ground: bytearray = field(default_factory=_blank)
    lit: bytearray = field(default_factory=lambda: bytearray(SIZE))
    rooms: list[RoomPlan] = field(default_factory=list)
    closets: dict[int, int] = field(default_factory=dict)  # squares behind shut doors, with these
    reserved: set[int] = field(default_factory=set)  # where nothing is put by chance

    def is_inner(self, at: int) -> bool:
        """Return whether a square lies within the border."""
        return 0 <= at < SIZE and self.ground[at] != terrain.ROCK

    def fill(self, room: RoomPlan, code: int = terrain.FLOOR) -> None:
        """Carve a room."""
        for at in room.squares():
            if self.is_inner(at):
                self.ground[at] = code

    def light(self, room: RoomPlan) -> None:
        """Light a room and the walls around it."""
        for at in RoomPlan(room.top - 1, room.left - 1, room.height + 2, room.width + 2).squares():
            if 0 <= at < SIZE:
                self.lit[at] = 1

    def tunnel(self, start: int, end: int, code: int = terrain.FLOOR) -> list[int]:
        """Carve a bent corridor between two squares; return the squares carved."""
        (y, x), (ey, ex) = divmod(start, WIDTH), divmod(end, WIDTH)
        across_first = self.dice.one_in(2)
        path = [start]
        for across in (across_first, not across_first):
            while (x != ex) if across else (y != ey):
                if across:
                    x += 1 if ex > x else -1
                else:
                    y += 1 if ey > y else -1
                path.append(y * WIDTH + x)
        carved = []
        for at in path:
            if self.ground[at] in (terrain.WALL, terrain.LAVA, terrain.DEEP, terrain.RUBBLE):
                self.ground[at] = code
                carved.append(at)
        return carved

    def passable(self) -> int:
        """Return the squares that can be walked without harm, keys or searching."""
        return int(bytes(self.ground)[::-1].translate(_DIGITS), 2)

    def closed(self) -> int:
        """Return the squares of the closets, behind locked and secret doors."""
        closed = 0
        for at in self.closets:
            part = flood.region(self.passable(), WIDTH, at)
            if part.bit_count() <= MOST_CLOSED:  # else something has opened it
                closed |= part
        return closed

    def join(self) -> None:
        """Carve corridors until all open ground but the closets hangs together; fill in what is
        tiny."""
        while True:
            squares = self.passable() & ~self.closed()
            parts = []
            while squares:
                first = (squares & -squares).bit_length() - 1
                part = flood.region(squares, WIDTH, first)
                squares &= ~part
                parts.append(part)
            if len(parts) <= 1:
                return
            parts.sort(key=lambda part: part.bit_count())
            small, rest = parts[0], parts[1:]
            if small.bit_count() <= 3:
                for at in bits(small):
                    self.ground[at] = terrain.WALL
                continue
            main = bits(rest[-1])
            start = self.dice.choose(bits(small))
            near = min(main, key=lambda at: _away(at, start))
            self.tunnel(start, near)

    def free(self) -> list[int]:
        """Return the bare squares where things may be put by chance, in order."""
        return [
            at
            for at, code in enumerate(self.ground)
            if code in terrain.BARE and at not in self.reserved
        ]

    def is_narrow(self, at: int) -> bool:
        """Return whether a square lies in a passage one square wide."""
        n, e, s, w = (self.ground[at + step] in terrain.SOLID for step in STRAIGHT)
        return (n and s and not e and not w) or (e and w and not n and not s)

    def open_around(self, at: int) -> int:
        """Return how many neighbours of a square can be stood on."""
        return sum(self.ground[at + step] not in terrain.SOLID for step in NEIGHBOURS)

    def hang_doors(self, chance: int) -> None:
        """Put doors where passages enter rooms."""
        inside = {at for room in self.rooms for at in room.squares()}
        for at in self.free():
            if at in inside or not self.is_narrow(at) or not self.dice.percent(chance):
                continue
            touches_room = any(at + step in inside for step in STRAIGHT)
            near_door = any(self.ground[at + step] == terrain.DOOR for step in NEIGHBOURS)
            if touches_room and not near_door:
                self.ground[at] = terrain.DOOR

    def add_closets(self, number: int) -> None:
        """Dig small rooms, the first behind a secret door, the others behind locked ones."""
        for _ in range(number * CLOSET_TRIES):
            if number <= 0:
                return
            at = self.dice.below(SIZE - 2 * WIDTH) + WIDTH
            step = self.dice.choose(STRAIGHT)
            if not self.is_inner(at) or self.ground[at] not in terrain.BARE:
                continue
            code = terrain.LOCKED_DOOR if self.closets else terrain.SECRET_DOOR
            if self._dig_closet(at + step, step, code):
                number -= 1

    def add_barred_closet(self) -> int | None:
        """Dig a small room behind bars, with the plate that holds them in its far wall; return the
        square of a far corner, None where there is no room for it."""
        for _ in range(BARRED_TRIES):
            at = self.dice.below(SIZE - 2 * WIDTH) + WIDTH
            step = self.dice.choose(STRAIGHT)
            if self.ground[at] not in terrain.BARE or at in self.reserved:
                continue
            door, plate = at + step, at + step + terrain.BARS_AWAY * step
            side = 1 if abs(step) == WIDTH else WIDTH
            wall = [plate + step * n + side * m for n in (0, 1) for m in (-1, 0, 1)]
            if any(not 0 <= each < SIZE or self.ground[each] != terrain.WALL for each in wall):
                continue
            if self._dig_closet(door, step, terrain.BARS):
                self.ground[plate] = terrain.PLATE
                self.reserved.update([at, plate])
                return plate - step + side
        return None

    def _dig_closet(self, door: int, step: int, code: int) -> bool:
        side = 1 if abs(step) == WIDTH else WIDTH
        inner = [door + step * n + side * m for n in (1, 2) for m in (-1, 0, 1)]
        shell = [door + step * n + side * m for n in (0, 1, 2, 3) for m in (-2, -1, 0, 1, 2)]
        if any(not 0 <= at < SIZE for at in shell):
            return False
        if any(self.ground[at] not in (terrain.WALL, terrain.ROCK) for at in shell):
            return False
        if any(self.ground[at] != terrain.WALL for at in [door, *inner]):
            return False
        if any(abs(at % WIDTH - door % WIDTH) > 4 for at in shell):
            return False
        for at in inner:
            self.ground[at] = terrain.FLOOR
        self.ground[door] = code
        self.closets[inner[1]] = door
        self.reserved.update([door, *inner])
        return True


_DIGITS = bytes(48 + bit for bit in _PASSABLE)


def bits(squares: int) -> list[int]:
    """Return the squares of a set, in order."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found


def _away(a: int, b: int) -> int:
    (ay, ax), (by, bx) = divmod(a, WIDTH), divmod(b, WIDTH)
    return abs(ay - by) + abs(ax - bx)
