"""The surroundings of a hero who plays by himself: who is about, and the map as he knows it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.common import compass
from engine.common.grid import marked
from engine.contract.view import REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard
from engine.sil.autoplay import foe_values
from engine.sil.autoplay.seat_facts import STRANGER, Foe, SeatFacts
from engine.sil.autoplay.ways import Place, SquareSet, apart
from engine.sil.level import terrain

BRIAR = "&"  # the letter of rooted thorns
NEAR = 7  # creatures farther than this are no present concern
SHALLOW = 1  # level where he ventures far from stairs
WATCHFUL = 10  # squares: who is farther and knows nothing of him is no concern
IN_VIEW = 14  # those who hunt him are one as far as this
COMPANY = 5  # squares within which sleepers wake each other
_IN_THE_WAY = frozenset((terrain.CHASM, terrain.GLYPH, terrain.RUBBLE))


_SHUT = terrain.table(  # doors that may cost him many turns
    n for n in range(256) if terrain.KNOWN_DOOR[n] and not terrain.WARDED[n]
)
_STANDABLE = terrain.table(n for n in range(256) if not terrain.ROCK[n] or n == terrain.RUBBLE)
_FIRM = terrain.table(
    n
    for n in range(256)
    if _STANDABLE[n] and not (n in _IN_THE_WAY or terrain.WARDED[n] or terrain.TRAP[n])
)
_IS_KNOWN = bytes(state != UNKNOWN for state in range(256))
_IS_SEEN = bytes(state == SEEN for state in range(256))
_ON_MAP = bytes(state in (SEEN, REMEMBERED) for state in range(256))
UP, DOWN = terrain.UPWARD, terrain.DOWNWARD  # by feature
A_FALL, A_PLUNGE = 12, 24  # health that a false floor, a chasm takes at most
FALLS = {
    terrain.CHASM: A_PLUNGE,
    terrain.FALSE_FLOOR: A_FALL,
}  # the health that a fall takes at most
_ALONE = {kind: terrain.table((kind,)) for kind in FALLS}


class Floor(NamedTuple):
    """The floor that a hero remembers, which the map does not keep when it is dark: what he has
    walked on, and what he has seen; and wherever he has been, doors and all. A byte a square of
    the level; b"" for none."""

    trodden: bytes = b""
    glimpsed: bytes = b""
    visited: bytes = b""


NO_FLOOR = Floor()


class Surroundings:
    """Creatures and ground as a view's map tells them, and what the seat knows of them.

    `floor` is what the hero remembers of it beyond the map.
    """

    def __init__(self, facts: SeatFacts, board: MapBoard, floor: Floor) -> None:
        self.facts = facts
        self.board = board
        self.floor = floor
        self.me = next((b for b in board.entities if b.seat is not None), None)

    @cached_property
    def foes(self) -> list[Entity]:
        """Hostile creatures in sight, the nearest first."""
        if self.me is None:
            return []
        seen = [b for b in self.board.entities if b.seat is None and self._is_foe(b)]
        return sorted(seen, key=lambda b: (self.away(b.y, b.x), -health_of(b), b.y, b.x))

    def away(self, y: int, x: int) -> int:
        assert self.me is not None
        return gap(self.me, (y, x))

    @cached_property
    def awake(self) -> list[Entity]:
        """Return those that know of the hero, or soon will, and are near."""
        return [b for b in self.foes if not _dozes(b) and self.away(b.y, b.x) <= NEAR]

    @cached_property
    def dozing(self) -> list[Entity]:
        """Return those in sight that know nothing of him yet."""
        return [b for b in self.foes if _dozes(b)]

    @cached_property
    def roused(self) -> list[Entity]:
        """Return those near who are awake, whether they know of him or not."""
        return [
            b for b in self.foes if "asleep" not in b.badges and self.away(b.y, b.x) <= WATCHFUL
        ]

    @cached_property
    def hunters(self) -> list[Entity]:
        """Return those in sight that know of the hero and do not run from him."""
        return [
            b
            for b in self.foes
            if not _dozes(b) and "fleeing" not in b.badges and self.away(b.y, b.x) <= IN_VIEW
        ]

    @cached_property
    def lurkers(self) -> list[Entity]:
        """Return those who hunted him and have gone out of sight not long ago, where they were."""
        return [
            Entity(*each.at, sprite="", letter=each.letter, colour="", name=each.name)
            for each in self.facts.lurkers
        ]

    @cached_property
    def pursuers(self) -> list[Entity]:
        """Return those who hunt him, in sight or lurking."""
        return [*self.hunters, *self.lurkers]

    @cached_property
    def _frailty(self) -> float:
        return foe_values.frailty(self.facts)

    def cost(self, foes: Iterable[Entity], *, at_once: bool) -> float:
        """Return the health that it would cost to fight some creatures: one after another, or
        all at once, when the last ones strike until the others are dead."""
        costs = sorted(
            foe_values.cost(self.kind(b)) * self._frailty * health_of(b) / 4 for b in foes
        )
        if not at_once:
            return sum(costs)
        return sum(cost * (n + 1) for n, cost in enumerate(reversed(costs)))

    def company(self, being: Entity) -> list[Entity]:
        """Return a creature, and those about it that would come when it is roused."""
        return [b for b in self.foes if gap(b, (being.y, being.x)) <= COMPANY]

    @property
    def beset(self) -> bool:
        """Return whether somebody awake stands beside him."""
        return any(self.away(b.y, b.x) == 1 for b in self.awake)

    @property
    def hunted_by_swift(self) -> bool:
        return any(foe_values.pace(b.letter, self.kind(b)) > 1 for b in self.pursuers)

    @property
    def here(self) -> tuple[int, int]:
        assert self.me is not None
        return self.me.y, self.me.x

    @property
    def is_shallow(self) -> bool:
        return self.facts.depth == SHALLOW

    def kind(self, being: Entity) -> Foe:
        """Return the kind of a creature in sight."""
        return self.facts.foes.get(being.name, STRANGER)

    def _is_foe(self, being: Entity) -> bool:
        """Return whether one is neither a captive, nor one of the rooted briars that are best left
        alone."""
        return being.name not in self.facts.captives and being.letter != BRIAR

    @cached_property
    def _width(self) -> int:
        return self.facts.size[1]

    def _layer(self, of_board: bytes) -> bytearray:
        """Return a layer of the map as one of the level, with a row to spare behind its end."""
        board, (height, width) = self.board, self.facts.size
        layer = bytearray((height + 1) * width + 1)
        for row in range(board.height):
            start = (board.top + row) * width + board.left
            cut = row * board.width
            layer[start : start + board.width] = of_board[cut : cut + board.width]
        return layer

    @cached_property
    def _known(self) -> bytearray:
        return self._layer(self.board.state.translate(_IS_KNOWN))

    @cached_property
    def _seen(self) -> bytearray:
        return self._layer(self.board.state.translate(_IS_SEEN))

    def is_seen(self, y: int, x: int) -> bool:
        """Return whether a square is in his sight."""
        return bool(self._seen[y * self._width + x])

    @cached_property
    def _ground(self) -> bytearray:
        """Return the known ground of each square, as a feature: the legend's number."""
        return self._layer(self.board.ground)

    def _known_as(self, kinds: bytes) -> SquareSet:
        """Return where the ground is known to be of some kinds."""
        found = _number(self._ground.translate(kinds)) & _number(self._known)
        return SquareSet(self._bytes(found), self._width)

    def _bytes(self, number: int) -> bytearray:
        return bytearray(number.to_bytes(len(self._known), "little"))

    @cached_property
    def firm(self) -> SquareSet:
        """Return where it is known that one can walk."""
        return self._known_as(_FIRM)

    @cached_property
    def shut(self) -> SquareSet:
        """Return where a door is known to stand shut."""
        return self._known_as(_SHUT)

    @cached_property
    def open(self) -> SquareSet:
        """Return where he would set foot, as far as he knows or remembers: with enemies near he
        tries no door again that has held."""
        free = _number(self.firm.layer)
        found = self._bytes(free | (self._remembered & ~_number(self._known)))
        return SquareSet(found, self._width).without(self._barred)

    @cached_property
    def _barred(self) -> frozenset[Place]:
        return self.facts.held_doors if self.awake else frozenset()

    @cached_property
    def _remembered(self) -> int:
        """Return where he has seen that a square is floor, or walked beside it: then it is floor,
        or it would show."""
        return _number(self.floor.glimpsed) | self._grown(_number(self.floor.trodden))

    def _grown(self, squares: int) -> int:
        """Return some squares and all that are beside them."""
        row = 8 * self._width
        rows = squares | squares << 8 | squares >> 8
        whole = (1 << 8 * len(self._known)) - 1
        return (rows | rows << row | rows >> row) & whole

    @cached_property
    def edge(self) -> SquareSet:
        """Return where something new would be seen: beside what is not known, and where he has not
        been."""
        every = _number(b"\1" * len(self._known))
        unknown = every & ~_number(self._known) & ~self._remembered
        new = self._grown(unknown) & ~_number(self.floor.visited)
        return SquareSet(self._bytes(new), self._width)

    def is_safe(self, y: int, x: int) -> bool:
        """Return whether he would set foot on known ground."""
        return self.firm.holds(y, x) and (y, x) not in self._barred

    @cached_property
    def briars(self) -> set[Place]:
        """Return where rooted things reach: they cannot come, so he need not go there."""
        rooted = [b for b in self.board.entities if b.letter == BRIAR]
        near = range(-1, 2)
        return {(b.y + dy, b.x + dx) for b in rooted for dy in near for dx in near}

    def ground_of(self, kinds: bytes) -> set[Place]:
        """Return where known ground of some kinds is: those whose byte is 1."""
        found = self._known_as(kinds)
        return {divmod(i, self._width) for i in marked(found.layer)}

    @cached_property
    def falls(self) -> dict[Place, int]:
        """Return the known places from which he would fall to another level, with the health that
        it may take."""
        return {
            place: most for kind, most in FALLS.items() for place in self.ground_of(_ALONE[kind])
        }

    def brinks(self, left: int) -> set[Place]:
        """Return the squares beside a fall that leaves him so much health in any case."""
        return {
            (y + dy, x + dx)
            for (y, x), most in self.falls.items()
            if self.facts.health - most >= left
            for dy, dx in compass.SCAN
        }

    def stairs(self) -> set[Place]:
        """Return the known stairs and shafts."""
        return self.ground_of(terrain.STAIR)

    def known_squares(self) -> int:
        """Return how much of the level he has seen, in squares that one can stand on."""
        board = self.board
        standable = _number(board.ground.translate(_STANDABLE))
        return (standable & _number(board.state.translate(_ON_MAP))).bit_count()


def _number(layer: bytes | bytearray) -> int:
    """Return a layer as one number, a byte a square: loops over whole levels are slow."""
    return int.from_bytes(layer, "little")


def _dozes(entity: Entity) -> bool:
    """Return whether a creature knows nothing of the hero yet."""
    return "asleep" in entity.badges or "unwary" in entity.badges


def health_of(entity: Entity) -> int:
    """Return the health of a creature in bands: 4 unhurt to 1 nearly dead."""
    return entity.bars[0].value if entity.bars else 4


def gap(being: Entity, at: tuple[int, int]) -> int:
    """Return how many steps lie between somebody and a square, were all of them free."""
    return apart((being.y, being.x), at)
