"""The surroundings of a hero who plays by himself: who is about, and the map as he knows it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.common import compass
from engine.contract.view import REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard
from engine.sil.autoplay import foe_values
from engine.sil.autoplay.seat_facts import STRANGER, Foe, SeatFacts
from engine.sil.autoplay.ways import apart
from engine.sil.level import terrain

BRIAR = "&"  # the letter of rooted thorns
NEAR = 7  # creatures farther than this are no present concern
SHALLOW = 1  # level where he ventures far from stairs
IN_VIEW = 14  # those who hunt him are one as far as this
COMPANY = 5  # squares within which sleepers wake each other
_IN_THE_WAY = frozenset((terrain.CHASM, terrain.GLYPH, terrain.RUBBLE))


_SHUT = terrain.table(  # doors that may cost him many turns
    n for n in range(256) if terrain.KNOWN_DOOR[n] and not terrain.WARDED[n]
)
UP = (terrain.UP_STAIR, terrain.UP_SHAFT)
DOWN = (terrain.DOWN_STAIR, terrain.DOWN_SHAFT)


class Floor(NamedTuple):
    """The floor that a hero remembers, which the map does not keep when it is dark: what he has
    walked on, and what he has seen."""

    trodden: frozenset[tuple[int, int]] = frozenset()
    glimpsed: frozenset[tuple[int, int]] = frozenset()


NO_FLOOR = Floor()


class Surroundings:
    """Creatures and ground as a view's map tells them, and what the seat knows of them.

    `floor` is what the hero remembers of it beyond the map. A reckless one minds no briars.
    """

    def __init__(self, facts: SeatFacts, board: MapBoard, floor: Floor, *, reckless: bool) -> None:
        self.facts = facts
        self.board = board
        self.floor = floor
        self.reckless = reckless
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
        return [b for b in self.foes if not _dozes(b) and self.is_near(b)]

    @cached_property
    def dozing(self) -> list[Entity]:
        """Return those in sight that know nothing of him yet."""
        return [b for b in self.foes if _dozes(b)]

    @cached_property
    def hunters(self) -> list[Entity]:
        """Return those in sight that know of the hero and do not run from him."""
        return [
            b
            for b in self.foes
            if not _dozes(b) and "fleeing" not in b.badges and self.away(b.y, b.x) <= IN_VIEW
        ]

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

    def is_near(self, being: Entity) -> bool:
        return self.away(being.y, being.x) <= NEAR

    @property
    def beset(self) -> bool:
        """Return whether somebody awake stands beside him."""
        return any(self.away(b.y, b.x) == 1 for b in self.awake)

    @property
    def hunted_by_swift(self) -> bool:
        return any(foe_values.pace(b.letter, self.kind(b)) > 1 for b in self.hunters)

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

    def state_of(self, y: int, x: int) -> int:
        board = self.board
        row, column = y - board.top, x - board.left
        if not (0 <= row < board.height and 0 <= column < board.width):
            return UNKNOWN
        return board.state[row * board.width + column]

    def is_safe(self, y: int, x: int) -> bool:
        """Return whether he would set foot there, as far as he knows: with somebody at his throat
        he tries no stuck door again."""
        ground = self._ground(y, x)
        if ground is None or (self._is_barred and self.is_shut(y, x)):
            return False
        return self._firm[ground]

    def is_shut(self, y: int, x: int) -> bool:
        """Return whether a door is known to stand shut there."""
        ground = self._ground(y, x)
        return ground is not None and bool(_SHUT[ground])

    @cached_property
    def _is_barred(self) -> bool:
        return self.beset and "stuck" in self.facts.news

    def is_firm(self, y: int, x: int) -> bool:
        """Return whether it is known that one can walk there."""
        ground = self._ground(y, x)
        return ground is not None and self._firm[ground]

    def _ground(self, y: int, x: int) -> int | None:
        """Return the known ground of a square, as a feature: the legend's number."""
        board = self.board
        row, column = y - board.top, x - board.left
        if not (0 <= row < board.height and 0 <= column < board.width):
            return None
        i = row * board.width + column
        return None if board.state[i] == UNKNOWN else board.ground[i]

    @cached_property
    def _firm(self) -> list[bool]:
        """By the legend: whether he would set foot on ground of that kind."""
        return [
            not (g.solid or n in _IN_THE_WAY or terrain.WARDED[n] or terrain.TRAP[n])
            for n, g in enumerate(self.board.legend)
        ]

    def is_remembered(self, y: int, x: int) -> bool:
        """Return whether he has seen that an unknown square is floor, or walked beside it: then it
        is floor, or it would show."""
        return (y, x) in self.floor.glimpsed or any(
            (y + dy, x + dx) in self.floor.trodden for dy, dx in (*compass.SCAN, (0, 0))
        )

    @cached_property
    def briars(self) -> set[tuple[int, int]]:
        """Return where rooted things reach: they cannot come, so he need not go there."""
        rooted = [b for b in self.board.entities if b.letter == BRIAR and not self.reckless]
        return {(b.y + dy, b.x + dx) for b in rooted for dy, dx in (*compass.SCAN, (0, 0))}

    def borders_unknown(self, y: int, x: int) -> bool:
        if (y, x) in self.floor.trodden:
            return False
        return any(
            self.state_of(y + dy, x + dx) == UNKNOWN and not self.is_remembered(y + dy, x + dx)
            for dy, dx in compass.SCAN
        )

    def ground_of(self, *kinds: int) -> set[tuple[int, int]]:
        """Return where known ground of some kinds is."""
        board = self.board
        return {
            (board.top + i // board.width, board.left + i % board.width)
            for i, ground in enumerate(board.ground)
            if ground in kinds and board.state[i] != UNKNOWN
        }

    def stairs(self) -> set[tuple[int, int]]:
        return self.ground_of(*UP, *DOWN)

    def known_squares(self) -> int:
        """Return how much of the level he has seen, in squares that one can stand on."""
        board = self.board
        return sum(
            state in (SEEN, REMEMBERED) and not board.legend[ground].solid
            for state, ground in zip(board.state, board.ground, strict=True)
        )


def _dozes(entity: Entity) -> bool:
    """Return whether a creature knows nothing of the hero yet."""
    return "asleep" in entity.badges or "unwary" in entity.badges


def health_of(entity: Entity) -> int:
    """Return the health of a creature in bands: 4 unhurt to 1 nearly dead."""
    return entity.bars[0].value if entity.bars else 4


def gap(being: Entity, at: tuple[int, int]) -> int:
    """Return how many steps lie between somebody and a square, were all of them free."""
    return apart((being.y, being.x), at)
