"""What stands on the ground: things, creatures, heroes, and the small marks over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np

from engine.game import UNKNOWN, VEILED, Being, Grid, Ground, Mark, Thing
from render import flat, votes
from render.canvas import Canvas, line_mask
from render.ground import Squares
from render.source import CLEAR, TILE, Pixels
from render.themes import Theme
from render.tileset import SEAT_COLOURS, TileSet, grown
from render.window import Square, Window

_ROOM = 2  # tile pixels round a body for outline, halo and shadow
_BANDS = {3: "Y", 2: "O", 1: "R"}


@lru_cache(maxsize=4096)
def body(
    tiles: TileSet, ref: str, letter: str, colour: str, seat: int | None, scale: int, base: str
) -> Pixels:
    """A creature at a scale, with its shadow and, for a hero, the halo in the seat's colour.
    `base` is a palette name for a base line (high contrast), or ""."""
    sprite = tiles.being(ref, letter, colour, seat)
    size = sprite.shape[0] + 2
    out = np.full((size, size), CLEAR, dtype=np.uint8)
    ink = tiles.palette["0"]
    out[_ROOM + 14 : _ROOM + 16, _ROOM + 1 : _ROOM + 15] = ink
    out[_ROOM + 16, _ROOM + 3 : _ROOM + 13] = ink
    if base:
        out[_ROOM + 15 : _ROOM + 17, _ROOM : _ROOM + 16] = tiles.palette[base]
    wide = np.pad(sprite, 1, constant_values=CLEAR)
    if seat is not None:
        halo = grown(wide != CLEAR)
        out[halo] = tiles.palette[SEAT_COLOURS[seat % 6]]
    stands = wide != CLEAR
    out[stands] = wide[stands]
    return out.repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=4096)
def object_(
    tiles: TileSet, ref: str, letter: str, colour: str, scale: int, remembered: bool
) -> Pixels:
    """A thing at a scale, in memory blue when it is only remembered."""
    sprite = tiles.thing(ref, letter, colour)
    if remembered:
        sprite = tiles.remembered(sprite)
    return sprite.repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=256)
def badge(tiles: TileSet, name: str, scale: int) -> Pixels:
    """A mark at a scale."""
    return tiles.badge(name).repeat(scale, 0).repeat(scale, 1)


@lru_cache(maxsize=512)
def tag(tiles: TileSet, text: str) -> Pixels:
    """A white plate with an ink edge and small bold figures."""
    mask = line_mask(tiles, text, 2, True)[6:20]
    out = np.full((20, mask.shape[1] + 9), tiles.palette["W"], dtype=np.uint8)
    ink = tiles.palette["0"]
    out[[0, -1]] = ink
    out[:, [0, -1]] = ink
    out[3:17, 4 : 4 + mask.shape[1]][mask] = ink
    return out


@lru_cache(maxsize=16)
def pips(tiles: TileSet, health: int) -> Pixels:
    """Four pips, as many filled as the health band says."""
    ink, empty = tiles.palette["0"], tiles.palette["d"]
    out = np.full((8, 35), ink, dtype=np.uint8)
    for pip in range(4):
        out[2:7, 2 + 8 * pip : 9 + 8 * pip] = (
            tiles.palette[_BANDS[health]] if pip < health else empty
        )
    return out


class Stage:
    """A window of a grid on a canvas. `top, left` is where its first square stands."""

    def __init__(
        self, canvas: Canvas, grid: Grid, window: Window, theme: Theme, origin: Square
    ) -> None:
        self.canvas, self.grid, self.window, self.theme = canvas, grid, window, theme
        self.tiles = canvas.tiles
        self.origin = origin
        self.side = TILE * window.scale
        self.mark = min(3, window.scale)  # scale of badges

    def at(self, square: Square) -> tuple[int, int]:
        """Where a square's corner stands, pixels (y, x)."""
        return (
            self.origin[0] + (square[0] - self.window.top) * self.side,
            self.origin[1] + (square[1] - self.window.left) * self.side,
        )

    # ------------------------------------------------------------------ ground's own marks

    def ground_marks(self, view: Squares, gm: bool) -> None:
        """Locks, the uses left in a forge; for the Game Master what is secret, and the line round
        what players know."""
        shown = view.kinds.marked[view.ground] & (view.state != UNKNOWN)
        for y, x in np.argwhere(shown[1:-1, 1:-1]):
            place = self.at((self.window.top + y, self.window.left + x))
            self._ground_mark(self.grid.legend[view.ground[y + 1, x + 1]], place)
        if gm:
            self._known_line(view)

    def _ground_mark(self, ground: Ground, place: Square) -> None:
        look = self.tiles.look(ground)
        y, x = place
        if look.mark:
            sprite = badge(self.tiles, look.mark, 2)
            self.canvas.stamp(
                sprite,
                y + (self.side - sprite.shape[0]) // 2,
                x + (self.side - sprite.shape[1]) // 2,
            )
        if look.figure:
            self.canvas.words(look.figure, y + self.side - 17, x + self.side - 12, "W", 2, True, 2)
        if ground.solid and ground.door:
            self.dashed(place)
            mask = line_mask(self.tiles, "S", 4, True)
            left = x + (self.side - mask.shape[1]) // 2
            self.canvas.words("S", y + (self.side - 28) // 2, left, "P", 4, True)

    def _known_line(self, view: Squares) -> None:
        veiled = view.state == VEILED
        dropped = ~view.rock & ~view.open
        for y in range(1, self.window.height + 1):
            for x in range(1, self.window.width + 1):
                top, left = self.at((self.window.top + y - 1, self.window.left + x - 1))
                here = veiled[y, x]
                if veiled[y - 1, x] != here and not (dropped[y, x] and dropped[y - 1, x]):
                    self.canvas.fill(top, left, top + 3, left + self.side, "P")
                if veiled[y, x - 1] != here and not (dropped[y, x] and dropped[y, x - 1]):
                    self.canvas.fill(top, left, top + self.side, left + 3, "P")

    def dashed(self, place: Square) -> None:
        """A dashed violet box round a square: hidden from the players."""
        self.canvas.dashed(*place, self.side, 4)

    def features(self, view: Squares) -> set[Square]:
        """The squares whose ground is something to see: stairs, forges, traps."""
        seen = view.kinds.notable[view.ground] & (view.state != UNKNOWN)
        places = np.argwhere(seen[1:-1, 1:-1])
        return {(int(y) + self.window.top, int(x) + self.window.left) for y, x in places}

    # ------------------------------------------------------------------ things and creatures

    def things(self) -> None:
        """What lies about; several on a square show a small +."""
        for thing in self.grid.things:
            if self.window.holds((thing.y, thing.x)):
                self._thing(thing)

    def _thing(self, thing: Thing) -> None:
        y, x = self.at((thing.y, thing.x))
        if thing.hidden:
            self.dashed((y, x))
        if self.theme.plain:
            self._letter(thing.letter, "memory" if thing.remembered else thing.colour, None, (y, x))
            return
        scale = self.window.scale
        sprite = object_(self.tiles, thing.ref, thing.letter, thing.colour, scale, thing.remembered)
        self.canvas.stamp(sprite, y - scale, x - scale)
        if thing.artefact:
            sprite = badge(self.tiles, "glow", self.mark)
            self.canvas.stamp(sprite, y - 4, x + self.side - sprite.shape[1] + 4)
        if thing.more:
            self.canvas.words("+", y + self.side - 16, x + self.side - 10, "W", 2, True, 2)

    def _letter(self, letter: str, colour: str, seat: int | None, place: Square) -> None:
        """Plain: the letter that stands for it, on black."""
        name = self.tiles.rules.accent(colour)[1]
        if colour == "memory":
            name = "5:memo"
        elif seat is not None:
            name = SEAT_COLOURS[seat % 6]
        y, x = place
        self.canvas.fill(y, x, y + self.side, x + self.side, "void")
        flat.letter(self.canvas, letter, self.tiles.palette[name], y, x, self.side)

    def visible(self) -> list[Being]:
        """The beings of the window, north to south."""
        return sorted(
            (b for b in self.grid.beings if self.window.holds((b.y, b.x))),
            key=lambda b: (b.y, b.x, b.name),
        )

    def bodies(self) -> None:
        """All creatures, north to south."""
        base = "W" if self.theme.flat else ""
        scale = self.window.scale
        for being in self.visible():
            y, x = self.at((being.y, being.x))
            if being.hidden:
                self.dashed((y, x))
            if self.theme.plain:
                self._letter(being.letter, being.colour, being.seat, (y, x))
                continue
            sprite = body(
                self.tiles,
                being.ref,
                being.letter,
                being.colour,
                being.seat,
                scale,
                "" if being.seat is not None else base,
            )
            self.canvas.stamp(sprite, y - _ROOM * scale, x - _ROOM * scale)

    def marks(self) -> None:
        """Badges, tags, pips and seats over the bodies, north to south."""
        for being in self.visible():
            self._badges(being)
        for being in self.visible():
            self._labels(being)

    def _badges(self, being: Being) -> None:
        y, x = self.at((being.y, being.x))
        top = y - 3 * self.mark - 2
        if being.alertness:
            sprite = badge(self.tiles, being.alertness, self.mark)
            right = x + self.side + 2 * self.mark
            self.canvas.stamp(sprite, top, right - sprite.shape[1])
        if being.unique:
            self.canvas.stamp(badge(self.tiles, "unique", self.mark), top + 2, x - 2 * self.mark)
        if being.stance:
            name = "flee" if being.stance == "fleeing" else "angry"
            sprite = badge(self.tiles, name, self.mark)
            down = 12 * self.mark if being.unique else 4
            self.canvas.stamp(sprite, top + down, x - sprite.shape[1] // 2 - 2)

    def _labels(self, being: Being) -> None:
        y, x = self.at((being.y, being.x))
        if being.seat is not None:
            size = 10 if self.window.scale > 2 else 8
            self.canvas.emblem(
                being.seat % 6,
                size,
                SEAT_COLOURS[being.seat % 6],
                str(being.seat + 1),
                y + self.side - 10,
                x + size // 4,
            )
            return
        text = (being.letter if self.theme.letters else "") + (str(being.tag) if being.tag else "")
        if text:
            self.canvas.stamp(tag(self.tiles, text), y + self.side - 24, x - 3)
        if being.health in _BANDS:
            self.canvas.stamp(pips(self.tiles, being.health), y + self.side - 4, x - 3)
        if being.figure is not None:
            self._figure(being.figure, y, x)

    def _figure(self, value: int, y: int, x: int) -> None:
        """Exact alertness, for the Game Master."""
        colour = "U" if value < -10 else "W" if value < 0 else "Q"
        words = f"{value:+d}" if value else "0"
        left = x + self.side + 2 - line_mask(self.tiles, words, 2, True).shape[1]
        self.canvas.words(words, y + self.side - 14, left, colour, 2, True, 2)

    # ------------------------------------------------------------------ what changed

    def changes(self, where: str) -> None:
        """The marks that belong `under` or `over` the creatures."""
        draw: dict[str, Callable[[Mark], None]] = (
            {"new": self._new, "changed": self._changed, "came": self._came}
            if where == "under"
            else {
                "hurt": self._hurt,
                "heard": self._heard,
                "target": self._target,
                "letter": self._target,
            }
        )
        for mark in self.grid.marks:
            if mark.kind in draw and self.window.holds((mark.y, mark.x)):
                draw[mark.kind](mark)
        if where == "under":
            for seat in sorted({m.seat or 0 for m in self.grid.marks if m.kind == "step"}):
                self._steps(seat)

    def _new(self, mark: Mark) -> None:
        votes.ring(self.canvas, (mark.y, mark.x), self.window, self.origin, "Y", 4, 13, 2)

    def _changed(self, mark: Mark) -> None:
        votes.ring(self.canvas, (mark.y, mark.x), self.window, self.origin, "Y", 3, 10, 0)

    def _came(self, mark: Mark) -> None:
        """Three pale dots from the feet of the creature that moved to where it was. The mark's text
        is its name; without one it is the nearest creature."""
        old = mark.y, mark.x
        movers = [b for b in self.grid.beings if b.name == mark.text] or [
            b
            for b in self.grid.beings
            if b.seat is None and max(abs(b.y - old[0]), abs(b.x - old[1])) <= 2
        ]
        if not movers:
            return
        mover = min(movers, key=lambda b: (abs(b.y - old[0]) + abs(b.x - old[1]), b.name))
        (y1, x1), (y0, x0) = self.at(old), self.at((mover.y, mover.x))
        half = self.side // 2
        for part in (50, 65, 80):
            y = y0 + half + half // 3 + (y1 - y0 - half // 3) * part // 100
            x = x0 + half + (x1 - x0) * part // 100
            self.canvas.emblem(0, 2, "w", "", y, x)

    def _steps(self, seat: int) -> None:
        """Small dots along the hero's steps, at foot height."""
        squares = [
            (m.y, m.x) for m in self.grid.marks if m.kind == "step" and (m.seat or 0) == seat
        ]
        squares += [(b.y, b.x) for b in self.grid.beings if b.seat == seat]
        foot = self.side * 3 // 4
        for start, end in pairwise(squares):
            if not (self.window.holds(start) or self.window.holds(end)):
                continue
            (y0, x0), (y1, x1) = self.at(start), self.at(end)
            for part in range(4):
                y = y0 + foot + (y1 - y0) * part // 4
                x = x0 + self.side // 2 + (x1 - x0) * part // 4
                self.canvas.emblem(0, 2, SEAT_COLOURS[seat % 6], "", y, x)

    def _hurt(self, mark: Mark) -> None:
        """What it cost, beside the victim; without a number, a burst: something was slain there."""
        y, x = self.at((mark.y, mark.x))
        if not mark.text:
            self._effect("hit", y, x)
            return
        mask = line_mask(self.tiles, mark.text, 3, True)
        self.canvas.words(mark.text, y + 10, x - 6 - mask.shape[1], "Q", 3, True, 2)

    def _heard(self, mark: Mark) -> None:
        self._effect("heard", *self.at((mark.y, mark.x)))

    def _effect(self, tile: str, y: int, x: int) -> None:
        scale = self.window.scale
        sprite = self.tiles.named(tile).repeat(scale, 0).repeat(scale, 1)
        self.canvas.stamp(sprite, y - scale, x - scale)

    def _target(self, mark: Mark) -> None:
        square = mark.y, mark.x
        votes.ring(self.canvas, square, self.window, self.origin, "W", 4, 12, 2)
        if mark.text:
            y, x = self.at(square)
            self.canvas.stamp(tag(self.tiles, mark.text), y + self.side - 24, x - 3)
