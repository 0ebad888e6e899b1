"""A tile set: the pictures of a ruleset as palette indexes, ready to be drawn.

There are two kinds. *Ground* tiles are codes (see `tile_files`), because light decides their
shades: `atlas` holds them all, `shades` turns a treatment and a code into a palette index.
*Sprites* stand on the ground: palette indexes with `CLEAR`, 18 x 18 with their ink outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np

from engine.contract.sprites import MARKS, SpriteSheet
from engine.contract.view import Ground
from render.pixels import CLEAR, LETTER, TILE, Mask, Pixels, grown, outlined
from render.scenes import Scene, read_scenes
from render.sprite_rules import RuleReader, Rules, SpriteRule
from render.sprite_sheet import sheet_cells
from render.tile_files import Palette, SourceError, read_badges, read_font, read_palette, read_tiles

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tiles"
COMMON = "common"  # the folder of what all rulesets share

SUN_SHIFT = 2  # shades that sunlight is above the light of a room
# Treatments of ground: a row each in `TileSet.shades`. The four of torch light stand together.
TORCH, ROOM, SUN, MEMORY_FLOOR, MEMORY_WALL, VEIL, RED = 0, 4, 5, 6, 7, 8, 9
TREATMENTS = 10

SEAT_COLOURS = "YUQLPO"
SEAT_ACCENTS = ("yYW", "BUW", "RQW", "GLW", "VPW", "oOW")

FLOOR_TILES = ("floor_a", "floor_b", "floor_c")
_SHEET_LIGHT = (0.45, 0.7, 1.0, 1.15, 1.0, 1.25)  # ground of a sheet, by treatment TORCH to SUN
FRINGE_NEAR, FRINGE_FAR = 5, 9  # pixels from known ground: every dot, every second dot


@dataclass(frozen=True)
class Look:
    """The look of a kind of ground: atlas numbers, and what else the renderer needs of it."""

    plain: tuple[int, int, int]  # three variants, by a hash of the square
    face: int  # rock with open ground to the south
    kept: tuple[int, int, int]  # when only remembered
    rock: bool = False
    void: bool = False
    floor: bool = False
    below: bool = False  # pure darkness where the same ground lies to the north
    red: bool = False
    mark: str = ""
    figure: str = ""
    wall: bool = False  # a cell of a sheet that is no open ground
    place: bool = False  # the overview numbers it
    label: str = ""  # its short name there


class TileSet:
    """The tiles, badges, icons, letters, rules and scenes of one ruleset: what is in the folder of
    its namespace over what is common to all, and over both the folder of a scenery in it.

    `place`: where the namespace's folder lies, if not in `root`; `sheet` lays a sheet of others
    over it. Raises SourceError, with file and line, for files that cannot be used.
    """

    def __init__(
        self,
        namespace: str = "",
        scenery: str = "",
        *,
        root: Path = FOLDER,
        place: Path | None = None,
        sheet: SpriteSheet | None = None,
    ) -> None:
        own = (place or root) / namespace
        self.folder = own / scenery if namespace else root / COMMON
        folders = [root / COMMON, own, self.folder] if namespace else [self.folder]
        folders = [folder for folder in dict.fromkeys(folders) if folder.is_dir()]
        self.palette = _palette(folders)
        self.rgb: list[tuple[int, int, int]] = list(self.palette.rgb)
        self.font: dict[str, Mask] = read_font(root / COMMON / "font.txt")
        self.tiles: dict[str, Pixels] = {}
        self.badges: dict[str, Pixels] = {}
        self.icons: dict[str, Pixels] = {}
        self.badge_places: dict[str, str] = {}
        for path in _files(folders, "tiles.txt"):
            self.tiles |= read_tiles(path, self.palette)
        for path in _files(folders, "badges.txt"):
            badges, places = read_badges(path, self.palette)
            self.badges |= badges
            self.badge_places |= places
        for path in _files(folders, "icons.txt"):
            self.icons |= read_badges(path, self.palette)[0]
        self.scenes: dict[str, Scene] = {}
        for path in _files(folders, "scenes.txt"):
            self.scenes |= read_scenes(path, self.tiles, self.palette.index)
        self.rules = self._read_rules(folders)
        self.cells: dict[str, Pixels] = {}  # of a sheet, by sprite: palette indexes
        self.remembered_cells: dict[str, Pixels] = {}  # for ground that is only remembered
        if sheet is not None:
            cells = sheet_cells(sheet, len(self.rgb))
            self.rgb += cells.colours
            self.cells, self.remembered_cells = cells.shown, cells.remembered
        self._atlas: list[Pixels] = []
        self._growing = Lock()
        self._looks: dict[Ground, Look] = {}
        self._sprites: dict[tuple[str, ...], Pixels] = {}
        self._stacked = np.zeros((0, TILE, TILE), dtype=np.uint8)
        self.fringe = self._fringe()
        ink = LETTER + self.palette["0"]
        self.void_below = self._add(np.full((TILE, TILE), ink, dtype=np.uint8))
        self.shades = self._shades()

    def _read_rules(self, folders: list[Path]) -> Rules:
        """Read the rules. Refuses a tile in the ruleset's or scenery's folder that nothing uses."""
        letters = "".join(name for name in self.palette.index if len(name) == 1)
        reader = RuleReader(self.tiles, self.badges, letters)
        for path in _files(folders, "sprites.txt"):
            reader.read(path)
        own = self.folder / "tiles.txt"
        if len(folders) > 1 and own.is_file():
            used = reader.used.union(FLOOR_TILES)
            used |= {tile for scene in self.scenes.values() for tile in scene.tiles}
            if unused := sorted(read_tiles(own, self.palette).keys() - used):
                why = f"no rule uses the tile {unused[0]}"
                raise SourceError(self.folder / "sprites.txt", 0, why)
        return reader.rules

    # ------------------------------------------------------------------ colours

    def memory_index(self, index: int, item: bool) -> int:
        """Return the memory shade of a colour, by its brightness; ground is a step darker than
        items."""
        if index == self.palette["0"] or index == self.palette["void"]:
            return index
        red, green, blue = self.rgb[index]
        bright = (299 * red + 587 * green + 114 * blue) / 1000
        shade = 3 + sum(bright >= edge for edge in (80, 110, 170, 200))
        return self.palette.ramp("memo")[min(6, shade if item else shade - 1) - 1]

    def _shades(self) -> Pixels:
        """Return the table [treatment, code] of palette indexes."""
        count = LETTER + len(self.rgb)
        table = np.zeros((TREATMENTS, count), dtype=np.uint8)
        table[:, LETTER:] = np.arange(len(self.rgb), dtype=np.uint8)
        table[:, :LETTER] = self.palette["void"]
        p = self.palette
        red = tuple(p[letter] for letter in "0rrRRQQ")
        ramps = [(p.ramp("warm"), shift) for shift in (-2, -1, 0, 1)]
        ramps += [(p.ramp("room"), 0), (p.ramp("room"), SUN_SHIFT), (p.ramp("memo"), -1)]
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
        """Return the colour of the sheet that is nearest to one of its colours in another light."""
        sheet = np.array(self.rgb[len(self.palette.rgb) :], dtype=np.float64)
        wanted = np.array(self.rgb[index], dtype=np.float64) * light
        return len(self.palette.rgb) + int(((sheet - wanted) ** 2).sum(1).argmin())

    def _veil_index(self, index: int) -> int:
        """Return the shade of a colour on ground that only the Game Master knows."""
        memory = self.palette.ramp("memo")
        kept = self.memory_index(index, False)
        if kept not in memory:
            return kept
        return self.palette.ramp("veil")[min(memory.index(kept), 4)]

    def colours(self, accent: str) -> Pixels:
        """Return the table of palette indexes by code for a sprite with this accent; clear stays
        CLEAR."""
        table = np.full(256, CLEAR, dtype=np.uint8)
        for shade, index in enumerate(self.palette.ramp("room"), 1):
            table[shade] = index
        for place, letter in enumerate(accent):
            table[8 + place] = self.palette[letter]
        table[LETTER : LETTER + len(self.rgb)] = np.arange(len(self.rgb))
        return table

    # ------------------------------------------------------------------ sprites

    def entity(self, sprite: str, letter: str, colour: str, seat: int | None = None) -> Pixels:
        """Return a creature or character, 18 x 18 with its outline."""
        return self._sprite("entity", sprite, letter, colour, seat)

    def item(self, sprite: str, letter: str, colour: str) -> Pixels:
        """Return an item, 18 x 18 with its outline."""
        return self._sprite("item", sprite, letter, colour, None)

    def remembered(self, pixels: Pixels) -> Pixels:
        """Return a sprite in the colours of memory."""
        table = np.array(
            [self.memory_index(i, True) for i in range(len(self.rgb))]
            + [CLEAR] * (256 - len(self.rgb)),
            dtype=np.uint8,
        )
        return table[pixels]

    def _sprite(
        self, layer: str, sprite: str, letter: str, colour: str, seat: int | None
    ) -> Pixels:
        key = (layer, sprite, letter, colour, str(seat))
        if key not in self._sprites:
            self._sprites[key] = self._drawn(layer, sprite, letter, colour, seat)
        return self._sprites[key]

    def _drawn(self, layer: str, sprite: str, letter: str, colour: str, seat: int | None) -> Pixels:
        ink = self.palette["0"]
        if sprite in self.cells:
            return np.pad(self.cells[sprite], 1, constant_values=CLEAR)
        rule = self.rules.find(layer, sprite, letter)
        accent = self.rules.accent(colour)
        if rule is None or rule.tile not in self.tiles:
            return outlined(self.large_letter(letter, self.palette[accent[1]]), ink)
        if rule.accent == "seat":
            accent = SEAT_ACCENTS[(seat or 0) % len(SEAT_ACCENTS)]
        elif rule.accent:
            accent = rule.accent
        return outlined(self.colours(accent)[self.tiles[rule.tile]], ink)

    def large_letter(self, letter: str, colour: int) -> Pixels:
        """Return a letter of the font at twice its size in the middle of a tile."""
        out = np.full((TILE, TILE), CLEAR, dtype=np.uint8)
        glyph = self.font.get(letter, self.font["?"]).repeat(2, 0).repeat(2, 1)[:TILE, :TILE]
        top, left = max(0, (TILE - glyph.shape[0]) // 2), (TILE - glyph.shape[1]) // 2
        place = out[top : top + glyph.shape[0], left : left + glyph.shape[1]]
        place[glyph] = colour
        return out

    def named(self, tile: str, accent: str = "mwW") -> Pixels:
        """Return a tile by its own name, 18 x 18 with its outline; or the cell of the sheet for a
        mark of that name."""
        if MARKS + tile in self.cells:
            return np.pad(self.cells[MARKS + tile], 1, constant_values=CLEAR)
        return outlined(self.colours(accent)[self.tiles[tile]], self.palette["0"])

    def sunlit(self, tile: str) -> Pixels:
        """Return a tile of the ground by its own name, in sunlight."""
        plain, room = self.named(tile), self.palette.ramp("room")
        shade = np.arange(256, dtype=np.uint8)
        for number, index in enumerate(room):
            shade[index] = room[min(number + SUN_SHIFT, len(room) - 1)]
        return shade[plain]

    def badge(self, name: str) -> Pixels:
        """Return a badge with its outline; of one that is not drawn, its first letter."""
        if name not in self.badges:
            glyph = self.font.get(name[:1].upper(), self.font["?"])
            letter = np.where(glyph, self.palette["W"], CLEAR).astype(np.uint8)
            return outlined(letter, self.palette["0"])
        return outlined(self.colours("mwW")[self.badges[name]], self.palette["0"])

    def badge_place(self, name: str) -> str:
        """Return where a badge stands: one of `tile_files.BADGE_PLACES`."""
        return self.badge_places.get(name, "right")

    def icon(self, name: str) -> Pixels:
        """Return the icon of a condition, 14 x 14 with its outline; of one that is not drawn, its
        first letter."""
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
        """Return all ground tiles made so far: codes, (n, 16, 16). Number 0 is nothing."""
        stacked = self._stacked
        if len(stacked) < len(self._atlas):
            stacked = self._stacked = np.stack(self._atlas)
        return stacked

    def look(self, ground: Ground) -> Look:
        """Return how to draw a kind of ground."""
        if ground not in self._looks:
            with self._growing:  # several workers may draw at a time
                if ground not in self._looks:
                    self._looks[ground] = self._new_look(ground)
        return self._looks[ground]

    def _add(self, codes: Pixels) -> int:
        self._atlas.append(codes)
        return len(self._atlas) - 1

    def _new_look(self, ground: Ground) -> Look:
        rule = self.rules.find("ground", ground.sprite, ground.letter) or _fallback(ground)
        place = bool(rule.place or rule.mark)
        if ground.sprite in self.cells:
            cell = self._add(_as_codes(self.cells[ground.sprite]))
            other = self.remembered_cells.get(ground.sprite)
            kept = cell if other is None else self._add(_as_codes(other))
            return Look(
                (cell,) * 3, cell, (kept,) * 3, wall=ground.solid, place=place, label=rule.label
            )
        red = rule.ramp == "red"
        if rule.tile == "void":
            return Look((0, 0, 0), 0, (0, 0, 0), void=True)
        if rule.top:
            top = self._add(_lighter(self.tiles[rule.top]))
            face = self._add(self.tiles[rule.tile])
            return Look((top,) * 3, face, (top,) * 3, rock=True, red=red)
        ids = tuple(self._standing(rule, ground, floor) for floor in FLOOR_TILES)
        variants = (ids[0], ids[1], ids[2])
        return Look(
            variants,
            ids[0],
            variants,
            floor=rule.tile == "floor",
            below=bool(rule.below),
            red=red,
            mark=rule.mark,
            figure=rule.figure,
            place=place,
            label=rule.label,
        )

    def _standing(self, rule: SpriteRule, ground: Ground, floor_name: str) -> int:
        """Return the number of a ground tile on a floor, with an ink edge round what stands."""
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
        """Return atlas numbers of the unknown, by the neighbours that are known open ground:
        1 north, 2 east, 4 south, 8 west. Dots that fade over nine pixels say that it goes on."""
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


def _palette(folders: list[Path]) -> Palette:
    """Read the common palette and, over it, that of the ruleset."""
    palette: Palette | None = None
    for path in _files(folders, "palette.txt"):
        palette = read_palette(path, palette)
    assert palette is not None
    return palette


def _files(folders: list[Path], name: str) -> list[Path]:
    """Return the files of that name, those of the common folder first."""
    return [folder / name for folder in folders if (folder / name).is_file()]


def _fallback(ground: Ground) -> SpriteRule:
    """Return the rule of ground that no rule knows: rock, a door, or floor with its letter."""
    if ground.solid:
        return SpriteRule("wall_face", top="wall_top")
    return SpriteRule("door" if ground.door else "letter")


def _lighter(tile: Pixels) -> Pixels:
    """Return a tile one shade lighter: the top of rock is lighter than its face."""
    return np.where((tile >= 1) & (tile <= 6), tile + 1, tile).astype(np.uint8)


def _as_codes(cell: Pixels) -> Pixels:
    return np.where(cell == CLEAR, 0, cell.astype(np.uint16) + LETTER).astype(np.uint8)
