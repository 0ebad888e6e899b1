"""A tile set: its pictures as palette indexes, ready to be laid down.

Two kinds of picture come from here. *Ground* tiles are codes (see `source`), because light decides
their shades: `atlas` holds them all, `shades` turns a treatment and a code into a palette index.
*Sprites* stand on the ground: palette indexes with `CLEAR`, 18 x 18 with their ink outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

import numpy as np

from engine.game import Ground
from render.rules import Rule, Rules, read_rules
from render.source import (
    CLEAR,
    LETTER,
    TILE,
    Mask,
    Palette,
    Pixels,
    read_font,
    read_palette,
    read_tiles,
)

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tiles"

# Treatments of ground: a row each in `TileSet.shades`. The four of torch light stand together.
TORCH, ROOM, SUN, MEMORY_FLOOR, MEMORY_WALL, VEIL, RED = 0, 4, 5, 6, 7, 8, 9
TREATMENTS = 10

SEAT_COLOURS = "YUQLPO"
SEAT_ACCENTS = ("yYW", "BUW", "RQW", "GLW", "VPW", "oOW")

FLOOR_TILES = ("floor_a", "floor_b", "floor_c")
_SHEET_LIGHT = (0.45, 0.7, 1.0, 1.15, 1.0, 1.25)  # foreign ground, by treatment TORCH to SUN
FRINGE_NEAR, FRINGE_FAR = 5, 9  # pixels from known ground: every dot, every second dot


@dataclass(frozen=True)
class Look:
    """How a kind of ground is laid: atlas numbers, and what the painter needs to know of it."""

    plain: tuple[int, int, int]  # three variants, by a hash of the square
    face: int  # rock with open ground to the south
    kept: tuple[int, int, int]  # when only remembered
    rock: bool = False
    void: bool = False
    floor: bool = False
    deep: bool = False  # darkness where the same ground lies to the north
    red: bool = False
    mark: str = ""
    figure: str = ""
    wall: bool = False  # a cell of a foreign sheet that is no open ground


def grown(mask: Mask) -> Mask:
    """The mask and its four neighbours."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out


def outlined(pixels: Pixels, ink: int, width: int = 1) -> Pixels:
    """A sprite with an ink edge of `width` pixels; the array grows by as much on each side."""
    wide = np.pad(pixels, width, constant_values=CLEAR)
    body = wide != CLEAR
    edge = body
    for _ in range(width):
        edge = grown(edge)
    wide[edge & ~body] = ink
    return wide


class TileSet:
    """Tiles, marks, icons, letters and rules of one folder of sources.

    `TileSet.own()` is ours; `foreign.load(folder)` lays somebody else's sheet over it. Raises
    SourceError with file and line when a source cannot be used.
    """

    def __init__(self, folder: Path = FOLDER, rules: str = "sil.txt") -> None:
        self.palette: Palette = read_palette(folder / "palette.txt")
        self.rgb: list[tuple[int, int, int]] = list(self.palette.rgb)
        self.font: dict[str, Mask] = read_font(folder / "font.txt")
        self.tiles = read_tiles(folder / "tiles.txt", self.palette)
        self.badges = read_tiles(folder / "badges.txt", self.palette, "badge")
        self.icons = read_tiles(folder / "icons.txt", self.palette, "badge")
        letters = "".join(name for name in self.palette.index if len(name) == 1)
        self.rules: Rules = read_rules(folder / rules, self.tiles, self.badges, letters)
        self.sheet: dict[str, Pixels] = {}  # by ref: cells of a foreign sheet, palette indexes
        self.twins: dict[str, Pixels] = {}  # by ref: what stands in the cell to the right
        self._atlas: list[Pixels] = []
        self._growing = Lock()
        self._looks: dict[Ground, Look] = {}
        self._sprites: dict[tuple[str, ...], Pixels] = {}
        self._stacked = np.zeros((0, TILE, TILE), dtype=np.uint8)
        self.fringe = self._fringe()
        ink = LETTER + self.palette["0"]
        self.darkness = self._add(np.full((TILE, TILE), ink, dtype=np.uint8))
        self.shades = self._shades()

    @staticmethod
    def own() -> TileSet:
        """Our own tiles, read once."""
        return _own()

    @staticmethod
    def load(directory: Path) -> TileSet:
        """Somebody else's sheet and pref file (LEITHIAN_TILES) laid over our tiles."""
        from render.foreign import load

        return load(directory)

    # ------------------------------------------------------------------ colours

    def memory_index(self, index: int, thing: bool) -> int:
        """The memory shade of a colour, by its brightness; ground is a step darker than things."""
        if index == self.palette["0"] or index == self.palette["void"]:
            return index
        red, green, blue = self.rgb[index]
        bright = (299 * red + 587 * green + 114 * blue) / 1000
        shade = 3 + sum(bright >= edge for edge in (80, 110, 170, 200))
        return self.palette.ramp("memo")[min(6, shade if thing else shade - 1) - 1]

    def _shades(self) -> Pixels:
        """[treatment, code] -> palette index."""
        count = LETTER + len(self.rgb)
        table = np.zeros((TREATMENTS, count), dtype=np.uint8)
        table[:, LETTER:] = np.arange(len(self.rgb), dtype=np.uint8)
        table[:, :LETTER] = self.palette["void"]
        p = self.palette
        red = tuple(p[letter] for letter in "0rrRRQQ")
        ramps = [(p.ramp("warm"), shift) for shift in (-2, -1, 0, 1)]
        ramps += [(p.ramp("room"), 0), (p.ramp("room"), 2), (p.ramp("memo"), -1)]
        ramps += [(p.ramp("memo"), 0), (p.ramp("veil"), 0), (red, 0)]
        for row, (ramp, shift) in enumerate(ramps):
            for shade in range(1, 8):
                table[row, shade] = ramp[min(max(shade + shift, 1), len(ramp)) - 1]
        for row, light in enumerate(_SHEET_LIGHT):
            for index in range(len(p.rgb), len(self.rgb)):
                table[row, LETTER + index] = self._lit(index, light)
        for index in range(len(self.rgb)):
            table[MEMORY_FLOOR, LETTER + index] = self.memory_index(index, False)
            table[MEMORY_WALL, LETTER + index] = self.memory_index(index, False)
            table[VEIL, LETTER + index] = self._veil_index(index)
        return table

    def _lit(self, index: int, light: float) -> int:
        """The colour of a foreign sheet nearest to one of its colours in another light."""
        sheet = np.array(self.rgb[len(self.palette.rgb) :], dtype=np.float64)
        wanted = np.array(self.rgb[index], dtype=np.float64) * light
        return len(self.palette.rgb) + int(((sheet - wanted) ** 2).sum(1).argmin())

    def recolour(self) -> None:
        """Make the tables anew after `rgb` has grown by a foreign sheet's colours."""
        self.shades = self._shades()

    def _veil_index(self, index: int) -> int:
        """Ground that only the Game Master knows: its letters in the veil's shades."""
        memory = self.palette.ramp("memo")
        kept = self.memory_index(index, False)
        if kept not in memory:
            return kept
        return self.palette.ramp("veil")[min(memory.index(kept), 4)]

    def colours(self, accent: str) -> Pixels:
        """Code -> palette index for a sprite with this accent; clear stays CLEAR."""
        table = np.full(256, CLEAR, dtype=np.uint8)
        for shade, index in enumerate(self.palette.ramp("room"), 1):
            table[shade] = index
        for place, letter in enumerate(accent):
            table[8 + place] = self.palette[letter]
        table[LETTER : LETTER + len(self.rgb)] = np.arange(len(self.rgb))
        return table

    # ------------------------------------------------------------------ sprites

    def being(self, ref: str, letter: str, colour: str, seat: int | None = None) -> Pixels:
        """A creature or hero, 18 x 18 with its outline."""
        return self._sprite("being", ref, letter, colour, seat)

    def thing(self, ref: str, letter: str, colour: str) -> Pixels:
        """An object, 18 x 18 with its outline."""
        return self._sprite("thing", ref, letter, colour, None)

    def remembered(self, sprite: Pixels) -> Pixels:
        """The sprite in memory blue."""
        table = np.array(
            [self.memory_index(i, True) for i in range(len(self.rgb))]
            + [CLEAR] * (256 - len(self.rgb)),
            dtype=np.uint8,
        )
        return table[sprite]

    def _sprite(self, kind: str, ref: str, letter: str, colour: str, seat: int | None) -> Pixels:
        key = (kind, ref, letter, colour, str(seat))
        if key not in self._sprites:
            self._sprites[key] = self._drawn(kind, ref, letter, colour, seat)
        return self._sprites[key]

    def _drawn(self, kind: str, ref: str, letter: str, colour: str, seat: int | None) -> Pixels:
        ink = self.palette["0"]
        if ref in self.sheet:
            return np.pad(self.sheet[ref], 1, constant_values=CLEAR)
        rule = self.rules.find(kind, ref, letter)
        accent = self.rules.accent(colour)
        if rule is None or rule.tile not in self.tiles:
            return outlined(self.large_letter(letter, self.palette[accent[1]]), ink)
        if rule.accent == "seat":
            accent = SEAT_ACCENTS[(seat or 0) % len(SEAT_ACCENTS)]
        elif rule.accent:
            accent = rule.accent
        return outlined(self.colours(accent)[self.tiles[rule.tile]], ink)

    def large_letter(self, letter: str, colour: int) -> Pixels:
        """A letter of the font at twice its size in the middle of a tile."""
        out = np.full((TILE, TILE), CLEAR, dtype=np.uint8)
        glyph = self.font.get(letter, self.font["?"]).repeat(2, 0).repeat(2, 1)[:TILE, :TILE]
        top, left = max(0, (TILE - glyph.shape[0]) // 2), (TILE - glyph.shape[1]) // 2
        place = out[top : top + glyph.shape[0], left : left + glyph.shape[1]]
        place[glyph] = colour
        return out

    def named(self, tile: str, accent: str = "mwW") -> Pixels:
        """One of our tiles by name, 18 x 18 with its outline."""
        return outlined(self.colours(accent)[self.tiles[tile]], self.palette["0"])

    def badge(self, name: str) -> Pixels:
        """A mark with a one-pixel outline."""
        return outlined(self.colours("mwW")[self.badges[name]], self.palette["0"])

    def icon(self, name: str) -> Pixels:
        """A status icon, 14 x 14 with its outline; one that is not drawn shows its first letter."""
        key = ("icon", name)
        if key not in self._sprites:
            self._sprites[key] = self._drawn_icon(name)
        return self._sprites[key]

    def _drawn_icon(self, name: str) -> Pixels:
        if name in self.icons:
            return outlined(self.colours("mwW")[self.icons[name]], self.palette["0"])
        letter = self.large_letter(name[:1].upper(), self.palette["w"])[2:14, 2:14]
        return outlined(letter, self.palette["0"])

    # ------------------------------------------------------------------ ground

    @property
    def atlas(self) -> Pixels:
        """All ground tiles made so far: codes, (n, 16, 16). Number 0 is nothing."""
        stacked = self._stacked
        if len(stacked) < len(self._atlas):
            stacked = self._stacked = np.stack(self._atlas)
        return stacked

    def look(self, ground: Ground) -> Look:
        """How to lay a kind of ground."""
        if ground not in self._looks:
            with self._growing:  # several workers may draw at a time
                if ground not in self._looks:
                    self._looks[ground] = self._new_look(ground)
        return self._looks[ground]

    def _add(self, codes: Pixels) -> int:
        self._atlas.append(codes)
        return len(self._atlas) - 1

    def _new_look(self, ground: Ground) -> Look:
        if ground.ref in self.sheet:
            cell = self._add(_as_codes(self.sheet[ground.ref]))
            twin = self.twins.get(ground.ref)
            kept = cell if twin is None else self._add(_as_codes(twin))
            return Look((cell,) * 3, cell, (kept,) * 3, wall=ground.solid)
        rule = self.rules.find("ground", ground.ref, ground.letter)
        if rule is None:
            rule = self._fallback(ground)
        red = rule.ramp == "red"
        if rule.tile == "void":
            return Look((0, 0, 0), 0, (0, 0, 0), void=True)
        if rule.top:
            top = self._add(_lighter(self.tiles[rule.top]))
            face = self._add(self.tiles[rule.tile])
            return Look((top,) * 3, face, (top,) * 3, rock=True, red=red)
        ids = tuple(self._standing(rule, ground, floor) for floor in FLOOR_TILES)
        variants = (ids[0], ids[1], ids[2])
        bare = rule.tile == "floor"
        deep = bool(rule.below)
        return Look(
            variants, ids[0], variants, False, False, bare, deep, red, rule.mark, rule.figure
        )

    def _fallback(self, ground: Ground) -> Rule:
        """Ground that no rule knows: rock, a door, or floor with its letter."""
        if ground.solid:
            return Rule("wall_face", top="wall_top")
        return Rule("door" if ground.door else "letter")

    def _standing(self, rule: Rule, ground: Ground, floor_name: str) -> int:
        """A ground tile laid on a floor, with an ink edge round what stands."""
        floor = self.tiles[floor_name].copy()
        if rule.tile == "floor":
            return self._add(floor)
        ink = LETTER + self.palette["0"]
        if rule.tile in self.tiles:
            tile = self.tiles[rule.tile].copy()
        else:
            colour = self.palette[self.rules.accent(ground.colour)[1]]
            letter = self.large_letter(ground.letter, colour)
            tile = np.where(letter == CLEAR, 0, letter.astype(np.uint16) + LETTER).astype(np.uint8)
        accent = rule.accent or self.rules.accent(ground.colour)
        for place, name in enumerate(accent):
            tile[tile == 8 + place] = LETTER + self.palette[name]
        body = tile != 0
        floor[grown(body)] = ink
        floor[body] = tile[body]
        return self._add(floor)

    def _fringe(self) -> list[int]:
        """Atlas numbers of the unknown, by the neighbours that are known open ground: 1 north,
        2 east, 4 south, 8 west. Dots fade over nine pixels: it goes on."""
        rows, columns = np.mgrid[0:TILE, 0:TILE]
        lattice = ((rows % 4 == 0) & (columns % 4 == 2)) | ((rows % 4 == 2) & (columns % 4 == 0))
        sparse = lattice & ((columns + rows) % 8 == 2)
        sides = (rows + 1, TILE - columns, TILE - rows, columns + 1)
        dot = LETTER + self.palette["3:memo"]
        numbers = []
        for mask in range(16):
            dots = np.zeros((TILE, TILE), dtype=np.bool_)
            for bit, distance in enumerate(sides):
                if mask >> bit & 1:
                    dots |= lattice & (distance <= FRINGE_NEAR)
                    dots |= sparse & (distance <= FRINGE_FAR)
            numbers.append(self._add(np.where(dots, dot, 0).astype(np.uint8)))
        return numbers


def _lighter(tile: Pixels) -> Pixels:
    """The top of rock is laid one shade lighter than its face is drawn."""
    return np.where((tile >= 1) & (tile <= 6), tile + 1, tile).astype(np.uint8)


def _as_codes(cell: Pixels) -> Pixels:
    return np.where(cell == CLEAR, 0, cell.astype(np.uint16) + LETTER).astype(np.uint8)


@cache
def _own() -> TileSet:
    return TileSet()
