"""Objects of a map: items and entities, and the marks over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import pairwise

import numpy as np

from engine.contract.view import (
    GM_ONLY,
    UNKNOWN,
    Bar,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Mark,
    Note,
)
from render import plain_ground, proposals
from render.canvas import ABOVE, DOT, LETTER_HEIGHT, Canvas, line_mask, words_width
from render.ground import Squares
from render.pixels import CLEAR, TILE, Pixels, grown
from render.themes import Theme
from render.tileset import SEAT_COLOURS, TileSet
from render.window import Square, Window

_MARGIN = 2  # tile pixels round an entity for outline, halo and shadow
_SEGMENTS = 8  # a bar of more is drawn as one
_COLOURS = {"blue": "B", "gold": "T", "green": "G", "violet": "V"}
_TONES = {"calm": "U", "plain": "W", "alarm": "Q"}


@lru_cache(maxsize=4096)
def entity_sprite(
    tiles: TileSet, sprite: str, letter: str, colour: str, seat: int | None, scale: int, base: str
) -> Pixels:
    """Return an entity at a scale, with its shadow and, for a character, the halo in the seat's
    colour. `base` is a palette name for a line under it (high contrast), or ""."""
    pixels = tiles.entity(sprite, letter, colour, seat)
    size = pixels.shape[0] + 2
    out = np.full((size, size), CLEAR, dtype=np.uint8)
    ink = tiles.palette["0"]
    out[_MARGIN + 14 : _MARGIN + 16, _MARGIN + 1 : _MARGIN + 15] = ink
    out[_MARGIN + 16, _MARGIN + 3 : _MARGIN + 13] = ink
    if base:
        out[_MARGIN + 15 : _MARGIN + 17, _MARGIN : _MARGIN + 16] = tiles.palette[base]
    wide = np.pad(pixels, 1, constant_values=CLEAR)
    if seat is not None:
        halo = grown(wide != CLEAR)
        out[halo] = tiles.palette[SEAT_COLOURS[seat % 6]]
    shape = wide != CLEAR
    out[shape] = wide[shape]
    return out.repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=4096)
def item_sprite(
    tiles: TileSet, sprite: str, letter: str, colour: str, scale: int, remembered: bool
) -> Pixels:
    """Return an item at a scale, in memory blue when it is only remembered."""
    pixels = tiles.item(sprite, letter, colour)
    if remembered:
        pixels = tiles.remembered(pixels)
    return pixels.repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=256)
def badge_sprite(tiles: TileSet, name: str, scale: int) -> Pixels:
    """Return a badge at a scale."""
    return tiles.badge(name).repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=512)
def plate(tiles: TileSet, text: str) -> Pixels:
    """Return a white plate with an ink edge and letters."""
    mask = line_mask(tiles, text)[ABOVE * DOT : ABOVE * DOT + LETTER_HEIGHT]
    out = np.full((LETTER_HEIGHT + 6, mask.shape[1] + 8), tiles.palette["W"], dtype=np.uint8)
    ink = tiles.palette["0"]
    out[[0, -1]] = ink
    out[:, [0, -1]] = ink
    out[3:-3, 4:-4][mask] = ink
    return out


@lru_cache(maxsize=64)
def bar_sprite(tiles: TileSet, bar: Bar) -> Pixels:
    """Return a small bar, 8 x 35: a segment a point, or one strip when there are many."""
    ink, empty = tiles.palette["0"], tiles.palette["d"]
    out = np.full((8, 35), ink, dtype=np.uint8)
    full = tiles.palette[_bar_colour(bar)]
    value, most = max(0, min(bar.value, bar.maximum)), max(1, bar.maximum)
    if most > _SEGMENTS:
        out[2:7, 2:33] = empty
        out[2:7, 2 : 2 + max(value > 0, 31 * value // most)] = full
        return out
    for segment in range(most):
        left, right = 2 + 32 * segment // most, 1 + 32 * (segment + 1) // most
        out[2:7, left:right] = full if segment < value else empty
    return out


def _bar_colour(bar: Bar) -> str:
    """Return a bar's colour; a red one turns from yellow to red as it shrinks."""
    if bar.colour in _COLOURS:
        return _COLOURS[bar.colour]
    if 4 * bar.value > 2 * bar.maximum:
        return "Y"
    return "O" if 4 * bar.value > bar.maximum else "R"


class ObjectPainter:
    """Draws the objects of a map's window on a canvas. `origin` is the pixel (y, x) where the
    window's first square stands."""

    def __init__(
        self, canvas: Canvas, board: MapBoard, window: Window, theme: Theme, origin: Square
    ) -> None:
        self.canvas, self.board, self.window, self.theme = canvas, board, window, theme
        self.tiles = canvas.tiles
        self.origin = origin
        self.side = TILE * window.scale
        self.badge_scale = min(3, window.scale)
        # Squares where no plate may stand: somebody is there, or another plate.
        self.labelled = {(entity.y, entity.x) for entity in board.entities}

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the pixel (y, x) of a square's corner."""
        return (
            self.origin[0] + (square[0] - self.window.top) * self.side,
            self.origin[1] + (square[1] - self.window.left) * self.side,
        )

    # ------------------------------------------------------------------ ground's own marks

    def draw_ground_marks(self, view: Squares, gm: bool) -> None:
        """Draw marks and figures of the ground; for the Game Master also what is secret, and the
        line round what players know."""
        shown = view.kinds.marked[view.ground] & (view.state != UNKNOWN)
        for y, x in np.argwhere(shown[1:-1, 1:-1]):
            place = self.corner((self.window.top + y, self.window.left + x))
            self._ground_mark(self.board.legend[view.ground[y + 1, x + 1]], place)
        if gm:
            self._draw_known_line(view)

    def _ground_mark(self, ground: Ground, place: Square) -> None:
        look = self.tiles.look(ground)
        y, x = place
        if look.mark:
            sprite = badge_sprite(self.tiles, look.mark, 2)
            self.canvas.stamp(
                sprite,
                y + (self.side - sprite.shape[0]) // 2,
                x + (self.side - sprite.shape[1]) // 2,
            )
        if look.figure and self.window.scale > 2:
            left = x + self.side - words_width(self.tiles, look.figure)
            self.canvas.words(look.figure, y + self.side - LETTER_HEIGHT, left, "W", edge=2)
        if ground.solid and ground.door:
            self._mark_hidden(place)
            left = x + (self.side - words_width(self.tiles, "S", bold=True)) // 2
            top = y + (self.side - LETTER_HEIGHT) // 2
            self.canvas.words("S", top, left, "P", bold=True)

    def _draw_known_line(self, view: Squares) -> None:
        veiled = view.state == GM_ONLY
        dropped = ~view.rock & ~view.open
        for y in range(1, self.window.height + 1):
            for x in range(1, self.window.width + 1):
                top, left = self.corner((self.window.top + y - 1, self.window.left + x - 1))
                here = veiled[y, x]
                if veiled[y - 1, x] != here and not (dropped[y, x] and dropped[y - 1, x]):
                    self.canvas.fill(top, left, top + 3, left + self.side, "P")
                if veiled[y, x - 1] != here and not (dropped[y, x] and dropped[y, x - 1]):
                    self.canvas.fill(top, left, top + self.side, left + 3, "P")

    def _mark_hidden(self, place: Square) -> None:
        """Draw a dashed violet box round a square: hidden from the players."""
        self.canvas.dashed(*place, self.side, 4)

    def notable_squares(self, view: Squares) -> set[Square]:
        """Return the squares whose ground is something to see: stairs, traps."""
        seen = view.kinds.notable[view.ground] & (view.state != UNKNOWN)
        places = np.argwhere(seen[1:-1, 1:-1])
        return {(int(y) + self.window.top, int(x) + self.window.left) for y, x in places}

    # ------------------------------------------------------------------ items and entities

    def draw_items(self) -> None:
        """Draw what lies about; several on a square show a +."""
        for item in self.board.items:
            if self.window.holds((item.y, item.x)):
                self._draw_item(item)

    def _draw_item(self, item: MapItem) -> None:
        y, x = self.corner((item.y, item.x))
        if item.hidden:
            self._mark_hidden((y, x))
        if self.theme.plain:
            self._draw_letter(
                item.letter, "memory" if item.remembered else item.colour, None, (y, x)
            )
            return
        scale = self.window.scale
        sprite = item_sprite(
            self.tiles, item.sprite, item.letter, item.colour, scale, remembered=item.remembered
        )
        self.canvas.stamp(sprite, y - scale, x - scale)
        self._draw_badges(item.badges, y, x)
        if item.more:
            self.canvas.words("+", y + self.side - 24, x + self.side - 10, "W", edge=2)

    def _draw_letter(self, letter: str, colour: str, seat: int | None, place: Square) -> None:
        """Draw the letter that stands for something, on black."""
        name = self.tiles.rules.accent(colour)[1]
        if colour == "memory":
            name = "5:memo"
        elif seat is not None:
            name = SEAT_COLOURS[seat % 6]
        y, x = place
        self.canvas.fill(y, x, y + self.side, x + self.side, "void")
        plain_ground.draw_letter(
            self.canvas, letter, self.tiles.palette[name], y, x, side=self.side
        )

    def _shown_entities(self) -> list[Entity]:
        """Return the entities of the window, north to south."""
        return sorted(
            (e for e in self.board.entities if self.window.holds((e.y, e.x))),
            key=lambda e: (e.y, e.x, e.name),
        )

    def draw_entities(self) -> None:
        """Draw all creatures and characters, north to south."""
        base = "W" if self.theme.blocks else ""
        scale = self.window.scale
        for entity in self._shown_entities():
            y, x = self.corner((entity.y, entity.x))
            if entity.hidden:
                self._mark_hidden((y, x))
            if self.theme.plain:
                self._draw_letter(entity.letter, entity.colour, entity.seat, (y, x))
                continue
            sprite = entity_sprite(
                self.tiles,
                entity.sprite,
                entity.letter,
                entity.colour,
                entity.seat,
                scale=scale,
                base="" if entity.seat is not None else base,
            )
            self.canvas.stamp(sprite, y - _MARGIN * scale, x - _MARGIN * scale)

    def draw_labels(self) -> None:
        """Draw badges, and over them plates, bars and seats, north to south."""
        shown = self._shown_entities()
        self._draw_covered_items({(entity.y, entity.x) for entity in shown})
        for entity in shown:
            self._draw_badges(entity.badges, *self.corner((entity.y, entity.x)))
        for entity in shown:
            self._draw_label(entity)

    def _draw_covered_items(self, covered: AbstractSet[Square]) -> None:
        """Draw what lies where somebody stands once more, small, in the square's upper left."""
        scale = self.window.scale // 2
        if self.theme.plain or not scale:
            return
        for item in self.board.items:
            if (item.y, item.x) in covered and not item.remembered:
                y, x = self.corner((item.y, item.x))
                sprite = item_sprite(
                    self.tiles, item.sprite, item.letter, item.colour, scale, remembered=False
                )
                self.canvas.stamp(sprite, y - scale, x - scale)

    def _draw_badges(self, names: Sequence[str], y: int, x: int) -> None:
        """Draw badges at their places; of several at one place the next stands under the last."""
        scale = self.badge_scale
        top = y - 3 * scale - 2
        crowned = any(self.tiles.badge_place(name) == "crown" for name in names)
        below = {"right": top, "crown": top + 2, "corner": y - 4}
        below["left"] = top + (12 * scale if crowned else 4)
        for name in names:
            place = self.tiles.badge_place(name)
            sprite = badge_sprite(self.tiles, name, scale)
            height, width = sprite.shape
            left = {
                "right": x + self.side + 2 * scale - width,
                "crown": x - 2 * scale,
                "left": x - width // 2 - 2,
                "corner": x + self.side - width + 4,
            }[place]
            self.canvas.stamp(sprite, below[place], left)
            below[place] += height

    def _draw_label(self, entity: Entity) -> None:
        y, x = self.corner((entity.y, entity.x))
        if entity.seat is not None:
            size = 10 if self.window.scale > 2 else 8
            colour = SEAT_COLOURS[entity.seat % 6]
            self.canvas.emblem(
                entity.seat % 6, size, colour, "", y + self.side - 10, x=x + size // 4
            )
            return
        if text := (entity.letter if self.theme.letters else "") + str(entity.tag or ""):
            self._draw_plate(plate(self.tiles, text), (entity.y, entity.x))
        for row, bar in enumerate(entity.bars):
            self.canvas.stamp(bar_sprite(self.tiles, bar), y + self.side - 4 + 7 * row, x - 3)
        for row, note in enumerate(entity.notes):
            self._draw_note(note, y - (LETTER_HEIGHT + 2) * row, x)

    def _draw_plate(self, sprite: Pixels, square: Square) -> None:
        """Draw a plate at the lower left of whoever stands on a square; of a small one on a free
        square beside it, if there is one: it would cover all of it."""
        y, x = self.corner(square)
        height, width = sprite.shape
        if self.window.scale > 2:
            left = max(x - min(width - 6, 20), self.origin[1])
            self.canvas.stamp(sprite, y + self.side - height + 4, left)
            return
        middle = y + (self.side - height) // 2, x + (self.side - width) // 2
        for (dy, dx), place in (
            ((0, -1), (middle[0], x - width)),
            ((0, 1), (middle[0], x + self.side)),
            ((1, 0), (y + self.side - 2, middle[1])),
            ((-1, 0), (y - height + 2, middle[1])),
        ):
            beside = square[0] + dy, square[1] + dx
            if beside not in self.labelled and self.window.holds(beside):
                self.labelled.add(beside)
                self.canvas.stamp(sprite, *place)
                return

    def _draw_note(self, note: Note, y: int, x: int) -> None:
        left = x + self.side + 2 - words_width(self.tiles, note.text)
        top = y + self.side - LETTER_HEIGHT
        self.canvas.words(note.text, top, left, _TONES[note.tone], edge=2)

    # ------------------------------------------------------------------ what changed

    def draw_marks_under(self) -> None:
        """Draw the marks that belong under the entities."""
        self._draw_marks(
            {"new": self._new, "changed": self._changed, "notice": self._new, "came": self._came}
        )
        for seat in sorted({m.seat or 0 for m in self.board.marks if m.kind == "step"}):
            self._steps(seat)

    def draw_marks_over(self) -> None:
        """Draw the marks that belong over the entities."""
        self._draw_losses()
        self._draw_marks({"heard": self._heard, "target": self._target, "letter": self._target})

    def _draw_marks(self, draw: dict[str, Callable[[Mark], None]]) -> None:
        for mark in self.board.marks:
            if mark.kind in draw and self.window.holds((mark.y, mark.x)):
                draw[mark.kind](mark)

    def _new(self, mark: Mark) -> None:
        proposals.draw_ring(
            self.canvas, (mark.y, mark.x), self.window, self.origin, "Y", thick=4, arm=13, out=2
        )

    def _changed(self, mark: Mark) -> None:
        proposals.draw_ring(
            self.canvas, (mark.y, mark.x), self.window, self.origin, "Y", thick=3, arm=10, out=0
        )

    def _came(self, mark: Mark) -> None:
        """Draw three pale dots from the feet of the creature that moved to where it was. The mark's
        text is its name; without one it is the nearest creature."""
        old = mark.y, mark.x
        movers = [b for b in self.board.entities if b.name == mark.text] or [
            b
            for b in self.board.entities
            if b.seat is None and max(abs(b.y - old[0]), abs(b.x - old[1])) <= 2
        ]
        if not movers:
            return
        mover = min(movers, key=lambda b: (abs(b.y - old[0]) + abs(b.x - old[1]), b.name))
        (y1, x1), (y0, x0) = self.corner(old), self.corner((mover.y, mover.x))
        half = self.side // 2
        for part in (50, 65, 80):
            y = y0 + half + half // 3 + (y1 - y0 - half // 3) * part // 100
            x = x0 + half + (x1 - x0) * part // 100
            self.canvas.emblem(0, 2, "w", "", y, x=x)

    def _steps(self, seat: int) -> None:
        """Draw small dots along a character's steps, at foot height."""
        squares = [
            (m.y, m.x) for m in self.board.marks if m.kind == "step" and (m.seat or 0) == seat
        ]
        squares += [(b.y, b.x) for b in self.board.entities if b.seat == seat]
        foot = self.side * 3 // 4
        for start, end in pairwise(squares):
            if not (self.window.holds(start) or self.window.holds(end)):
                continue
            (y0, x0), (y1, x1) = self.corner(start), self.corner(end)
            for part in range(4):
                y = y0 + foot + (y1 - y0) * part // 4
                x = x0 + self.side // 2 + (x1 - x0) * part // 4
                self.canvas.emblem(0, 2, SEAT_COLOURS[seat % 6], "", y, x=x)

    def _draw_losses(self) -> None:
        """Draw on each victim what it lost in all; where nobody stands any more, a burst."""
        losses: dict[Square, int] = {}
        for mark in self.board.marks:
            if mark.kind == "hurt" and self.window.holds((mark.y, mark.x)):
                losses[mark.y, mark.x] = losses.get((mark.y, mark.x), 0) + mark.amount
        standing = {(entity.y, entity.x) for entity in self.board.entities}
        for square, lost in sorted(losses.items()):
            y, x = self.corner(square)
            if square not in standing or not lost:
                self._effect("hit", y, x)
            if lost:
                words = f"-{lost}"
                left = x + (self.side - words_width(self.tiles, words, bold=True)) // 2
                top = y + (self.side - LETTER_HEIGHT) // 2
                self.canvas.words(words, top, left, "Q", bold=True, edge=2)

    def _heard(self, mark: Mark) -> None:
        self._effect("heard", *self.corner((mark.y, mark.x)))

    def _effect(self, tile: str, y: int, x: int) -> None:
        scale = self.window.scale
        sprite = self.tiles.named(tile).repeat(scale, 0).repeat(scale, 1)
        self.canvas.stamp(sprite, y - scale, x - scale)

    def _target(self, mark: Mark) -> None:
        square = mark.y, mark.x
        proposals.draw_ring(
            self.canvas, square, self.window, self.origin, "W", thick=4, arm=12, out=2
        )
        if mark.text:
            self._draw_plate(plate(self.tiles, mark.text), square)
