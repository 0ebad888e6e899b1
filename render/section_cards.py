"""The sections of a sheet as cards of ink on paper, dice as faces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.contract.view import UNTHROWN, DiceRow, SheetSection, SheetTable, TableCell
from render.canvas import LETTER_HEIGHT, WIDTH, Canvas, shortened, words_width
from render.pixels import CLEAR, Mask, Pixels, grown
from render.tileset import TileSet

MARGIN = 12
_TOP, _GAP, _HEAD = 12, 8, 56  # _HEAD: of a card, over its first line
_FOOT = 4  # pixels under a card's last line
_EDGES = 24  # pixels at both sides of a card's words
_LINE, _DIE_ROW = 38, 62
_TABLE_ROW, _TABLE_GAP, _CELL_GAP = 36, 8, 14
_ARROW = 34  # pixels for an arrow behind dice
_BESIDE, _BESIDE_LINES = 120, 2  # pixels that words behind an arrow need, and their most lines
_DIE, _WIDE_STEP, _NARROW_STEP = (
    53,
    58,
    38,
)  # pixels: a die, and from one to the next at most, at least
_COLOURS = {"own": "Y", "other": "Q", "neutral": "U"}  # of dice by their side


def draw_cards(
    canvas: Canvas,
    sections: Sequence[SheetSection],
    feet: Sequence[int],
    *,
    left: int = MARGIN,
    right: int = WIDTH - MARGIN,
) -> list[int]:
    """Draw a card for each section in a column for each of `feet`, each card where there is most
    room; what does not fit above a column's foot is left to the card's text. Returns the lowest
    edge of each column."""
    lowest = [0] * len(feet)
    for section, (column, top, x, width) in zip(
        sections, _places(canvas.tiles, sections, feet, left=left, right=right), strict=True
    ):
        lowest[column] = _draw_card(canvas, section, top, x, width, foot=feet[column])
    return lowest


class _Place(NamedTuple):
    """The place of a card: its column, and its upper edge, left edge and width in pixels."""

    column: int
    top: int
    left: int
    width: int


def _places(
    tiles: TileSet, sections: Sequence[SheetSection], feet: Sequence[int], *, left: int, right: int
) -> Iterator[_Place]:
    """Yield where each card stands in some columns: in the shortest."""
    width = (right - left - _GAP * (len(feet) - 1)) // len(feet)
    tops = [_TOP] * len(feet)
    for section in sections:
        column = tops.index(min(tops))
        yield _Place(column, tops[column], left + column * (width + _GAP), width)
        tops[column] += _height(tiles, section, width - _EDGES) + _GAP


def overflow(tiles: TileSet, sections: Sequence[SheetSection], feet: Sequence[int]) -> int:
    """Return how many pixels of all cards have no room in so many columns of a whole picture."""
    places = _places(tiles, sections, feet, left=MARGIN, right=WIDTH - MARGIN)
    bottoms = [
        (place.top + _height(tiles, section, place.width - _EDGES), feet[place.column])
        for section, place in zip(sections, places, strict=True)
    ]
    return sum(max(0, bottom - foot) for bottom, foot in bottoms)


def _height(tiles: TileSet, section: SheetSection, room: int) -> int:
    """Return how many pixels a card wants whose words have so much room."""
    lines = sum(len(wrapped(tiles, str(line), room)) for line in section.lines)
    blocks = sum(block.height for row in section.dice for block in _blocks(tiles, row, room))
    return _HEAD + _LINE * lines + blocks + sum(map(_table_height, section.tables)) + _FOOT


def draw_column(canvas: Canvas, sections: Sequence[SheetSection], left: int, foot: int) -> None:
    """Draw the cards in one column from a pixel column to the right edge: beside a map."""
    draw_cards(canvas, sections, [foot - 6], left=left + 8, right=WIDTH - 11)


@lru_cache(maxsize=64)
def die(tiles: TileSet, face: int, colour: int) -> Pixels:
    """Return a ten-sided die, 52 pixels wide, its face in ink; one that is not thrown has none."""
    y, x = np.mgrid[-28:29, -26:27]
    area = (abs(x) + abs(y) * 2 // 3 <= 26) & (abs(y) <= 27)
    rim = area & ~_eroded(area)
    out = np.full(area.shape, CLEAR, dtype=np.uint8)
    out[area] = colour
    out[(abs(x) <= 1) & (y > 14) & area] = tiles.palette["paper2"]
    out[rim] = tiles.palette["0"]
    canvas = Canvas(tiles)
    canvas.px = out
    canvas.clip = (0, 0, out.shape[0], out.shape[1])
    if face == UNTHROWN:
        return out
    canvas.words(str(face), 15, (53 - words_width(tiles, str(face))) // 2, "0")
    return out


@lru_cache(maxsize=8)
def pip_die(tiles: TileSet, face: int) -> Pixels:
    """Return a six-sided die with pips, as wide as a ten-sided one."""
    canvas = Canvas(tiles)
    canvas.px = np.full((57, 53), CLEAR, dtype=np.uint8)
    canvas.clip = (0, 0, 57, 53)
    canvas.fill(5, 3, 52, 50, "paper")
    canvas.frame(5, 3, 52, 50, "0", thick=3)
    for row, column in _PIPS[face]:
        canvas.emblem(0, 3, "0", "", 28 + 13 * row, x=26 + 13 * column)
    return canvas.px


_CORNERS = ((-1, -1), (1, 1))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS,
    3: (*_CORNERS, (0, 0)),
    4: (*_CORNERS, (-1, 1), (1, -1)),
    5: (*_CORNERS, (-1, 1), (1, -1), (0, 0)),
    6: (*_CORNERS, (-1, 1), (1, -1), (0, -1), (0, 1)),
}


def _eroded(area: Mask) -> Mask:
    return ~grown(grown(~np.pad(area, 2)))[2:-2, 2:-2]


_WORD = re.compile(r"\S*\d %\S*|\S+")


def wrapped(tiles: TileSet, words: str, room: int) -> list[str]:
    """Return the words in lines of at most `room` pixels; a single word that is wider is cut, and
    a percent sign stays with its number."""
    lines = [""]
    for word in _WORD.findall(words):
        longer = f"{lines[-1]} {word}".strip()
        if words_width(tiles, longer) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shortened(tiles, line, room) for line in lines]


class _Block(NamedTuple):
    """A row of dice with its words, as it is drawn: its lines above, its dice, those beside."""

    above: list[str]
    dice: tuple[int, ...]
    row: DiceRow
    beside: list[str]

    @property
    def height(self) -> int:
        """The pixels that it takes."""
        beside = _LINE * len(self.beside)
        return _LINE * len(self.above) + max(_DIE_ROW if self.dice else 0, beside)


def _blocks(tiles: TileSet, row: DiceRow, room: int) -> Iterator[_Block]:
    """Yield the lines of dice of a row; what they lead to is beside them, or above where there is
    no room."""
    above = wrapped(tiles, str(row.name), room) if str(row.name) else []
    most = 1 + (room - _DIE) // _NARROW_STEP
    count = max(1, -(-len(row.faces) // most))
    length = max(1, -(-len(row.faces) // count))
    left = room - _dice_width(len(row.faces), room) - _ARROW
    beside = wrapped(tiles, str(row.result), left) if str(row.result) and left >= _BESIDE else []
    if len(beside) > _BESIDE_LINES:
        beside = []
    if str(row.result) and not beside:
        above = [*above, *wrapped(tiles, str(row.result), room)]
    for start in range(0, max(1, len(row.faces)), length):
        yield _Block(above if not start else [], row.faces[start : start + length], row, beside)
        beside = []


def _dice_width(number: int, room: int) -> int:
    return _DIE + _step(number, room) * max(0, number - 1)


def _step(number: int, room: int) -> int:
    """Return the pixels from one die to the next."""
    return min(_WIDE_STEP, max(_NARROW_STEP, (room - _DIE) // max(1, number - 1)))


def _draw_card(
    canvas: Canvas, section: SheetSection, top: int, left: int, width: int, foot: int
) -> int:
    """Draw one section; return its lower edge. A card stops at the foot of the sheet."""
    room = width - _EDGES
    lines = [row for line in section.lines for row in wrapped(canvas.tiles, str(line), room)]
    blocks = [block for row in section.dice for block in _blocks(canvas.tiles, row, room)]
    bottom = min(top + _height(canvas.tiles, section, room), foot)
    if bottom - top < _HEAD + _LINE:
        return top
    canvas.fill(top, left, bottom, left + width, "paper2")
    canvas.frame(top, left, bottom, left + width, "0", thick=2)
    tiles, title_room = canvas.tiles, room
    if section.sprite:
        portrait = tiles.entity(section.sprite, "@", section.colour).repeat(2, 0).repeat(2, 1)
        title_room -= portrait.shape[1]
        canvas.stamp(portrait, top + 1, left + 12 + title_room)
    title = shortened(tiles, str(section.title), title_room, bold=True)
    canvas.words(title, top + 14, left + 12, "0", bold=True)
    canvas.fill(top + 47, left + 12, top + 49, left + width - 12, "area")
    y = top + _HEAD
    for block in blocks:
        if y + block.height - 4 > bottom:
            return bottom
        _draw_block(canvas, block, y, left + 12, room)
        y += block.height
    for table in section.tables:
        y = _draw_table(canvas, table, (y, left + 12), room, bottom)
    for line in lines:
        if y + LETTER_HEIGHT > bottom:
            return bottom
        canvas.words(line, y, left + 12, "0")
        y += _LINE
    return bottom


def _table_height(table: SheetTable) -> int:
    return _TABLE_ROW * (len(table.rows) + 1) + _TABLE_GAP


def _draw_table(
    canvas: Canvas, table: SheetTable, corner: tuple[int, int], room: int, foot: int
) -> int:
    """Draw a table's headings and its rows as far as the foot; return its lower edge."""
    y, left = corner
    widths = _column_widths(canvas.tiles, table, room)
    heads = tuple(TableCell(head) for head in table.heads)
    for number, row in enumerate((heads, *table.rows)):
        if y + _TABLE_ROW > foot:
            break
        x = left
        for cell, width in zip(row, widths, strict=True):
            _draw_cell(canvas, cell, (y, x), width - _CELL_GAP, bold=not number)
            x += width
        y += _TABLE_ROW
        canvas.fill(y - 4, left, y - (3 if number else 2), left + room, "area")
    return y + _TABLE_GAP


def _column_widths(tiles: TileSet, table: SheetTable, room: int) -> list[int]:
    """Return the width of each column: what it needs, but for the widest ones where all do not
    fit; what room is left goes to the last."""
    columns = zip(table.heads, *table.rows, strict=True)
    wanted = [
        max(
            words_width(tiles, str(head), bold=True),
            *(words_width(tiles, str(cell.words)) for cell in cells),
        )
        + _CELL_GAP
        for head, *cells in columns
    ]
    most = max(wanted)
    while sum(min(each, most) for each in wanted) > room:
        most -= 4
    widths = [min(each, most) for each in wanted]
    widths[-1] += room - sum(widths)
    return widths


def _draw_cell(
    canvas: Canvas, cell: TableCell, corner: tuple[int, int], room: int, *, bold: bool
) -> None:
    """Draw a cell's words, and a stroke through each letter that is crossed out."""
    (y, x), tiles = corner, canvas.tiles
    words, crossed = shortened(tiles, str(cell.words), room, bold), str(cell.crossed)
    canvas.words(words, y, x, "0", bold=bold)
    for place, letter in enumerate(words):
        if letter in crossed:
            start, end = (words_width(tiles, words[:n]) for n in (place, place + 1))
            canvas.fill(y + 11, x + start, y + 16, x + end, "R")


def _draw_block(canvas: Canvas, block: _Block, y: int, left: int, room: int) -> None:
    """Draw the words above, the dice, and behind an arrow the words beside them."""
    for line in block.above:
        canvas.words(line, y, left, "0")
        y += _LINE
    if not block.dice:
        return
    step = _step(len(block.dice), room)
    faces = block.row.faces
    colour = canvas.colour(_COLOURS[block.row.side])
    for place, face in enumerate(block.dice):
        x = left + place * step
        if block.row.sides == 6:
            canvas.stamp(pip_die(canvas.tiles, face), y, x)
        else:
            canvas.stamp(die(canvas.tiles, face, colour), y, x)
            if face != UNTHROWN and faces.count(face) > 1:
                canvas.fill(y + 57, x + 6, y + 60, x + min(step, 47), "0")
    if block.beside:
        x = left + _dice_width(len(block.dice), room)
        _draw_arrow(canvas, y + 28, x + 8)
        top = y + 28 - _LINE * len(block.beside) // 2 + 4
        for number, line in enumerate(block.beside):
            canvas.words(line, top + _LINE * number, x + _ARROW, "0")


def _draw_arrow(canvas: Canvas, y: int, left: int) -> None:
    canvas.fill(y - 2, left, y + 2, left + 16, "0")
    for step in range(9):
        canvas.fill(y - 9 + step, left + 14 + step, y + 9 - step, left + 15 + step, "0")
