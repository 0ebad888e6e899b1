"""The surroundings of a hero who plays by himself: who is about, and the map as he knows it."""

from __future__ import annotations

from functools import cached_property

from engine.common import compass
from engine.contract.view import REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard, View

BRIAR = "&"  # the letter of rooted thorns
SWIFT = "Cbfv"  # letters of those that nobody outruns
DREADED = "TVWGDdRHS"  # letters of those whom a hero of the upper levels does not meet in melee
NEAR = 7  # creatures farther than this are no present concern
IN_THE_WAY = frozenset(
    ("wall", "unused", "chasm", "glyph of warding", "pile of rubble", "warded door")
)
_HAZARD = (
    "trap", "pit", "false floor", "caltrop", "roost", "web", "discoloured", "chasm",
)  # fmt: skip


class Surroundings:
    """Creatures and ground as a view tells them.

    `trodden` is the remembered floor that the hero knows from walking alone. A reckless one minds
    no briars.
    """

    def __init__(
        self, view: View, board: MapBoard, trodden: frozenset[tuple[int, int]], *, reckless: bool
    ) -> None:
        self.view = view
        self.board = board
        self.trodden = trodden
        self.reckless = reckless
        self.me = next((b for b in board.entities if b.seat is not None), None)

    @cached_property
    def foes(self) -> list[Entity]:
        """Hostile creatures in sight, the nearest first."""
        if self.me is None:
            return []
        seen = [b for b in self.board.entities if b.seat is None and _is_foe(b)]
        return sorted(seen, key=lambda b: (self.away(b.y, b.x), -health_of(b), b.y, b.x))

    def away(self, y: int, x: int) -> int:
        assert self.me is not None
        return max(abs(self.me.y - y), abs(self.me.x - x))

    @cached_property
    def awake(self) -> list[Entity]:
        """Return those that know of the hero, or soon will, and are near."""
        return [b for b in self.foes if not _dozes(b) and self.is_near(b)]

    @cached_property
    def dozing(self) -> list[Entity]:
        """Return those in sight that know nothing of him yet."""
        return [b for b in self.foes if _dozes(b)]

    def menace(self, being: Entity) -> int:
        """Return how many common foes one counts as: the great and those with a name of their own
        as several."""
        if being.letter in DREADED or not being.name[-1:].isdigit():
            return 3
        return 1 if health_of(being) > 1 else 0

    def is_near(self, being: Entity) -> bool:
        return self.away(being.y, being.x) <= NEAR

    @property
    def beset(self) -> bool:
        """Return whether somebody awake stands beside him."""
        return any(self.away(b.y, b.x) == 1 for b in self.awake)

    def is_cut_off(self, place: tuple[int, int]) -> bool:
        """Return whether one of his hunters is nearer to a place than he."""
        own = self.away(*place)
        return any(gap(being, place) < own for being in self.awake)

    def meets_more(self, step: tuple[int, int]) -> bool:
        """Return whether more hunters would stand beside him after a step."""
        now = sum(self.away(b.y, b.x) == 1 for b in self.awake)
        return sum(gap(b, step) <= 1 for b in self.awake) > now

    @property
    def hunted_by_swift(self) -> bool:
        return any(b.letter in SWIFT for b in self.awake)

    @property
    def here(self) -> tuple[int, int]:
        assert self.me is not None
        return self.me.y, self.me.x

    @cached_property
    def worn(self) -> dict[str, str]:
        """Return what is worn, by its place."""
        lines = dict(self.view.pages).get("Equipment", "").lower().splitlines()
        return {place: name for place, _, name in (line.partition(": ") for line in lines)}

    def state_of(self, y: int, x: int) -> int:
        board = self.board
        row, column = y - board.top, x - board.left
        if not (0 <= row < board.height and 0 <= column < board.width):
            return UNKNOWN
        return board.state[row * board.width + column]

    def is_safe(self, y: int, x: int) -> bool:
        """Return whether he would set foot there, as far as he knows."""
        board = self.board
        row, column = y - board.top, x - board.left
        if not (0 <= row < board.height and 0 <= column < board.width):
            return False
        i = row * board.width + column
        return board.state[i] != UNKNOWN and self._firm[board.ground[i]]

    @cached_property
    def _firm(self) -> list[bool]:
        """By the legend: whether he would set foot on ground of that kind."""
        return [
            not g.solid and g.name not in IN_THE_WAY and not any(word in g.name for word in _HAZARD)
            for g in self.board.legend
        ]

    def trodden_beside(self, y: int, x: int) -> bool:
        """Return whether he has walked beside an unknown square: then it is floor, or it would
        show."""
        return any((y + dy, x + dx) in self.trodden for dy, dx in compass.SCAN)

    @cached_property
    def briars(self) -> set[tuple[int, int]]:
        """Return where rooted things reach: they cannot come, so he need not go there."""
        rooted = [b for b in self.board.entities if b.letter == BRIAR and not self.reckless]
        return {(b.y + dy, b.x + dx) for b in rooted for dy, dx in (*compass.SCAN, (0, 0))}

    def borders_unknown(self, y: int, x: int) -> bool:
        if (y, x) in self.trodden:
            return False
        return any(
            self.state_of(y + dy, x + dx) == UNKNOWN and not self.trodden_beside(y + dy, x + dx)
            for dy, dx in compass.SCAN
        )

    def ground_of(self, word: str) -> set[tuple[int, int]]:
        """Return where known stairs of a kind are: "up", "down"."""
        board = self.board
        kinds = {n for n, g in enumerate(board.legend) if g.name.startswith(f"{word} ")}
        return {
            (board.top + i // board.width, board.left + i % board.width)
            for i, ground in enumerate(board.ground)
            if ground in kinds and board.state[i] != UNKNOWN
        }

    def stairs(self) -> set[tuple[int, int]]:
        return self.ground_of("up") | self.ground_of("down")

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


def _is_foe(being: Entity) -> bool:
    """Neither a captive, nor one of the rooted briars that are best left alone."""
    captive = "thrall" in being.name and "thrallmaster" not in being.name
    return not captive and being.letter != BRIAR


def health_of(entity: Entity) -> int:
    """Return the health of a creature in bands: 4 unhurt to 1 nearly dead."""
    return entity.bars[0].value if entity.bars else 4


def gap(being: Entity, at: tuple[int, int]) -> int:
    """Return how many steps lie between somebody and a square, were all of them free."""
    return max(abs(being.y - at[0]), abs(being.x - at[1]))
