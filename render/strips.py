"""The strips round a map: coordinates above and at the left; characters, votes and words below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.contract.view import GM_ONLY, UNKNOWN, Bar, CharacterStatus, Condition, MapBoard, View
from render.canvas import HEIGHT, WIDTH, Canvas, readable, words_width
from render.ground_kinds import ground_kinds
from render.pixels import Pixels
from render.proposals import COLOURS, Proposal
from render.tileset import SEAT_COLOURS, TileSet
from render.window import Square, Window, column_name
from render.wording import worded

FRAME = 3
MAP_TOP, MAP_LEFT, MAP_BOTTOM = 28, 44, 604
_BAR_COLOURS = {"red": "R", "blue": "B", "gold": "T", "green": "G", "violet": "V"}
BAR_HEIGHT, TALL_BAR, _BAR_TOP = 26, 36, 632  # pixels
LETTER_HEIGHT = 7  # pixels of a capital at scale 1
MOST_FACT = 330  # pixels of the words at the right of the strip
_HATCH = 2  # pixels of a stripe of a bar's shaded part
CORNER = 144  # pixels at the left of the strips: Discord lays its ALT badge over them
WORDS_GAP = 6  # pixels behind words in a row
_PLAN_TOP, _PLAN_LEFT, _PLAN_HEIGHT, _PLAN_WIDTH = 608, 4, 88, CORNER - 8


def shortened(tiles: TileSet, words: str, room: int, scale: int = 3, bold: bool = False) -> str:
    """Return the words, cut to fit `room` pixels; what is cut off shows as dots."""
    if words_width(tiles, words, scale, bold) <= room:
        return words
    while words and words_width(tiles, words + "...", scale, bold) > room:
        words = words[:-1]
    return words.rstrip() + "..."


def frame(canvas: Canvas, colour: str, split: int = MAP_BOTTOM) -> None:
    """Draw the picture's frame and the line above the strip at y `split`."""
    canvas.frame(0, 0, HEIGHT, WIDTH, colour, thick=FRAME)
    canvas.fill(split, 0, split + FRAME, WIDTH, colour)


def corner(canvas: Canvas) -> None:
    """Draw the compass: north is up."""
    canvas.fill(3, 3, MAP_TOP, MAP_LEFT, "line")
    canvas.words("N", 4, 8)
    for row in range(13):
        half = 1 + row * 7 // 13
        canvas.fill(8 + row, 34 - half, 9 + row, 33 + half, "W")


def coordinates(canvas: Canvas, window: Window, focus: Square | None, colour: str) -> None:
    """Draw column letters and row figures of the level; those of the focus are inverted."""
    above, beside = _rulers(canvas.tiles, window)
    canvas.stamp(above, 0, 0)
    canvas.stamp(beside, MAP_TOP, 0)
    row, column = focus or (-1, -1)
    if window.left <= column < window.left + window.width:
        _column(canvas, window, column, colour)
    if window.top <= row < window.top + window.height:
        _row(canvas, window, row, colour)


@lru_cache(maxsize=64)
def _rulers(tiles: TileSet, window: Window) -> tuple[Pixels, Pixels]:
    """Return the strips above and at the left of a window, whoever stands in it."""
    canvas = Canvas(tiles)
    corner(canvas)
    for column in range(window.left, window.left + window.width):
        _column(canvas, window, column)
    for row in range(window.top, window.top + window.height):
        _row(canvas, window, row)
    return canvas.px[:MAP_TOP].copy(), canvas.px[MAP_TOP:MAP_BOTTOM, :MAP_LEFT].copy()


def _column(canvas: Canvas, window: Window, column: int, ground: str = "") -> None:
    """Draw a column's letters, inverted on a ground. Of narrow columns every second has some, and
    the one with a ground pushes its neighbours' aside."""
    side = 16 * window.scale
    left = MAP_LEFT + (column - window.left) * side
    name = column_name(column)
    width = words_width(canvas.tiles, name, 3)
    narrow = window.scale == 2
    if narrow and column % 2 and not ground:
        return
    x = left + (side - width) // 2
    if ground:
        if narrow and column % 2:
            canvas.fill(
                3, max(MAP_LEFT, left - side), MAP_TOP, min(left + 2 * side, WIDTH - FRAME), "panel"
            )
        canvas.fill(
            3,
            min(left, x - 3),
            MAP_TOP,
            min(max(left + side, x + width + 3), WIDTH - FRAME),
            ground,
        )
    canvas.words(name, 4, x, "0" if ground else "w")


def _row(canvas: Canvas, window: Window, row: int, ground: str = "") -> None:
    """Draw a row's figure, inverted on a ground."""
    side = 16 * window.scale
    top = MAP_TOP + (row - window.top) * side
    if ground:
        canvas.fill(top, 3, min(top + side, MAP_BOTTOM), MAP_LEFT, ground)
    x = 39 - words_width(canvas.tiles, str(row), 3) - 3
    canvas.words(str(row), top + (side - 21) // 2, max(4, x), "0" if ground else "w")


# ---------------------------------------------------------------------- characters


def portrait(canvas: Canvas, view: View, status: CharacterStatus, top: int, left: int) -> None:
    """Draw a character's face on a small field, with the seat's mark at its foot; without a sprite
    the mark alone, large."""
    canvas.fill(top, left, top + 54, left + 54, "line")
    if not status.sprite:
        colour = SEAT_COLOURS[status.seat % 6]
        canvas.emblem(
            status.seat % 6, 20, colour, str(status.seat + 1), top + 27, x=left + 27, scale=4
        )
        return
    entities = view.map.entities if view.map else ()
    letter, colour = next(
        ((e.letter, e.colour) for e in entities if e.seat == status.seat), ("@", "w")
    )
    sprite = canvas.tiles.entity(status.sprite, letter, colour, status.seat)
    if status.away:
        sprite = canvas.tiles.remembered(sprite)
    canvas.stamp(sprite.repeat(3, 0).repeat(3, 1), top - 1, left)
    seat_mark(canvas, status.seat, top + 45, left + 8, 9)


def seat_mark(canvas: Canvas, seat: int, y: int, x: int, size: int = 11) -> None:
    """Draw a seat's shape, colour and number."""
    canvas.emblem(seat % 6, size, SEAT_COLOURS[seat % 6], str(seat + 1), y, x=x)


def draw_bar(
    canvas: Canvas, bar: Bar, top: int, left: int, width: int, *, height: int = BAR_HEIGHT
) -> None:
    """Draw a bar with its figures, as large as they fit."""
    canvas.fill(top, left, top + height, left + width, "0")
    canvas.fill(top + 2, left + 2, top + height - 2, left + width - 2, "d")
    room = width - 4
    full = max(bar.maximum, 1)
    part = min(max(bar.value, 0), full) * room // full
    colour = _BAR_COLOURS[bar.colour]
    canvas.fill(top + 2, left + 2, top + height - 2, left + 2 + part, colour)
    if bar.shaded:
        end = min(room, part + bar.shaded * room // full)
        for x in range(part, end, 2 * _HATCH):
            right = min(x + _HATCH, end)
            canvas.fill(top + 2, left + 2 + x, top + height - 2, left + 2 + right, colour)
    words, tiles = bar.shown, canvas.tiles
    fitting = [s for s in (5, 4, 3) if LETTER_HEIGHT * s < height]
    scale = next((s for s in fitting if words_width(tiles, words, s, True) < width - 8), 2)
    x = left + (width - words_width(tiles, words, scale, True)) // 2
    y = top + (height - LETTER_HEIGHT * scale) // 2
    canvas.words(words, y, x, "W", scale, bold=True, edge=1)


def draw_conditions(
    canvas: Canvas, conditions: Sequence[Condition], top: int, left: int, *, scale: int, right: int
) -> int:
    """Draw icons of conditions with their amounts, as many as end before `right`, with words
    beside them if all of it has room; behind them how many more there are: "+2". Returns the x
    behind it all."""
    step = 16 * scale - (2 if scale == 3 else 4)
    known = [each for each in conditions if each.icon]
    shown, more = known, ""
    while shown and len(shown) * step + words_width(canvas.tiles, more, 3, True) > right - left:
        shown = shown[:-1]
        more = f"+{len(known) - len(shown)}"
    beside = _words_beside(canvas.tiles, shown, right - left - step * len(shown))
    for condition, words in zip(shown, beside if not more else [""] * len(shown), strict=True):
        sprite = canvas.tiles.icon(condition.icon).repeat(scale, 0).repeat(scale, 1)
        canvas.stamp(sprite, top, left)
        if condition.amount is not None:
            canvas.words(
                str(condition.amount),
                top - 12 if scale == 3 else top,
                left + 11 * scale,
                "W",
                2,
                bold=True,
                edge=1,
            )
        left += step
        if words:
            canvas.words(words, top + 20, left, "W", 2, bold=True)
            left += words_width(canvas.tiles, words, 2, True) + WORDS_GAP
    if more and right - left >= words_width(canvas.tiles, more, 3, True):
        left = canvas.words(more, top + 8 * scale - 10, left, "W", 3, bold=True)
    return left


def _words_beside(tiles: TileSet, shown: Sequence[Condition], room: int) -> list[str]:
    """Return the words beside the icons of conditions: what each will do, or its label; where not
    all of that fits the room the labels alone, else nothing."""
    labels = [str(each.label) for each in shown]
    told = [str(each.note) or label for each, label in zip(shown, labels, strict=True)]
    for words in (told, labels):
        if sum(words_width(tiles, each, 2, True) + WORDS_GAP for each in words if each) <= room:
            return words
    return [""] * len(shown)


def solo(canvas: Canvas, view: View) -> None:
    """Draw one character: portrait, name, bars, conditions, the first fact and the turn."""
    status = view.characters[0]
    portrait(canvas, view, status, 611, CORNER)
    name = str(status.name) if readable(canvas.tiles, str(status.name)) else ""
    bars, start = status.bars, CORNER + 64
    fact = str(view.facts[0][1]) if view.facts else ""
    turn = worded("away") if status.away else worded("turn {number}", number=view.turn)
    tiles, end = canvas.tiles, WIDTH - 12
    if len(bars) > 2:
        canvas.words(shortened(tiles, name, 180, 3), 608, start, "W", 3)
        x = start
        for place, bar in enumerate(bars[:3]):
            left = start + 190 + 166 * place
            draw_bar(canvas, bar, _BAR_TOP, left, 156, height=TALL_BAR)
            x = canvas.words(str(bar.name), 607, left, "w")
        draw_conditions(canvas, status.conditions, 634, start + 694, scale=2, right=end)
        fact = shortened(tiles, fact, end - x - 24, 3, True)
        canvas.words(fact, 608, end - words_width(tiles, fact, 3, True), "W", 3, bold=True)
        return
    left = start
    for bar, width in zip(bars, (200, 160), strict=False):
        draw_bar(canvas, bar, _BAR_TOP, left, width, height=TALL_BAR)
        left += width + 8
    canvas.words(shortened(tiles, name, 340, 3, True), 607, start, "W", 3, bold=True)
    width = max(words_width(tiles, words, 3, True) for words in (fact, turn))
    most = end - min(width, MOST_FACT)
    behind = draw_conditions(canvas, status.conditions, 622, start + 380, scale=3, right=most - 24)
    left = min(most, max(start + 600, behind + 24))
    canvas.words(shortened(tiles, fact, end - left, 3, True), 608, left, "W", 3, bold=True)
    canvas.words(turn, 638, left, "w")


def plan(canvas: Canvas, board: MapBoard, window: Window) -> None:
    """Draw the level as known, a pixel a square, where it lies on the level; the window framed."""
    top, left = _PLAN_TOP, _PLAN_LEFT
    canvas.fill(top, left, top + _PLAN_HEIGHT, left + _PLAN_WIDTH, "line")
    canvas.fill(top + 1, left + 1, top + _PLAN_HEIGHT - 1, left + _PLAN_WIDTH - 1, "void")
    shape = board.height, board.width
    state = np.frombuffer(board.state, dtype=np.uint8).reshape(shape)
    ground = np.frombuffer(board.ground, dtype=np.uint8).reshape(shape)
    known = (state != UNKNOWN) & (state != GM_ONLY)
    of, void = ground_kinds(canvas.tiles, board.legend), canvas.colour("void")
    shades = np.where(of.solid, canvas.colour("3:memo"), canvas.colour("6:memo"))
    shades = np.where(of.void, void, shades).astype(np.uint8)
    colours = np.where(known, shades[ground * known], np.uint8(void))
    height, width = _PLAN_HEIGHT - 2, _PLAN_WIDTH - 2
    y0, x0 = _plan_corner(board, window, height, width)
    place = np.full((height, width), void, dtype=np.uint8)
    top_in, left_in = max(board.top, y0), max(board.left, x0)
    bottom = min(board.top + board.height, y0 + height)
    right = min(board.left + board.width, x0 + width)
    if bottom > top_in and right > left_in:
        place[top_in - y0 : bottom - y0, left_in - x0 : right - x0] = colours[
            top_in - board.top : bottom - board.top, left_in - board.left : right - board.left
        ]
    canvas.stamp(place, top + 1, left + 1)
    y, x = top + 1 + window.top - y0, left + 1 + window.left - x0
    canvas.clip = (top + 1, left + 1, top + _PLAN_HEIGHT - 1, left + _PLAN_WIDTH - 1)
    canvas.frame(y, x, y + window.height, x + window.width, "Y")
    if board.focus is not None:
        y, x = top + 1 + board.focus[0] - y0, left + 1 + board.focus[1] - x0
        canvas.fill(y - 1, x - 1, y + 2, x + 2, "W")
    canvas.clip = (0, 0, HEIGHT, WIDTH)


def _plan_corner(board: MapBoard, window: Window, height: int, width: int) -> Square:
    """Return the level's square at the plan's corner: (0, 0) unless more than fits is known."""
    far_y, far_x = board.top + board.height, board.left + board.width
    y = 0 if far_y <= height else max(0, min(far_y - height, window.top + 9 - height // 2))
    x = 0 if far_x <= width else max(0, min(far_x - width, window.left + 16 - width // 2))
    return y, x


def party(canvas: Canvas, view: View) -> None:
    """Draw two to six characters side by side; the one to move is framed."""
    tiles = canvas.tiles
    count = max(4, len(view.characters))
    width = (WIDTH - FRAME - CORNER) // count
    for place, status in enumerate(view.characters):
        left = CORNER + place * width
        colour = SEAT_COLOURS[status.seat % 6]
        if status.to_act:
            canvas.fill(608, left + 2, 697, left + width - 2, "line")
            canvas.frame(608, left + 2, 697, left + width - 2, colour, thick=3)
        portrait(canvas, view, status, 614, left + 6)
        room = width - 78
        if readable(tiles, str(status.name)):
            name = shortened(tiles, str(status.name), room, 3, True)
            canvas.words(name, 609, left + 72, "W", 3, bold=True)
        if status.bars:
            draw_bar(canvas, status.bars[0], 640, left + 74, min(150, room))
        x = left + 74
        said = next((str(each.label) for each in status.conditions if not each.icon), "")
        if status.to_act and room > 120:
            x = canvas.words(worded("to move"), 672, x, colour) + 12
        elif status.away:
            x = canvas.words(worded("away"), 672, x, "w") + 12
        elif said:
            x = canvas.words(shortened(tiles, said, room, 2, False), 672, x, "w") + 12
        draw_conditions(canvas, status.conditions, 669, x, scale=2, right=left + width - 6)


# ---------------------------------------------------------------------- votes and words


def vote(canvas: Canvas, proposals: Sequence[Proposal]) -> None:
    """Draw the proposals, and who voted for what."""
    count = max(2, len(proposals))
    width = (WIDTH - FRAME - CORNER) // count
    for place, proposal in enumerate(proposals):
        left = CORNER + place * width
        if place:
            canvas.fill(610, left, 664, left + 2, "line")
        number = proposal.number
        canvas.emblem(number, 20, COLOURS[number], proposal.letter, 636, x=left + 31, scale=4)
        _proposal_label(canvas, proposal.label, left + 62, width - 66)
        step = min(34, (width - 80) // max(1, len(proposal.voters) + proposal.open))
        x = left + 77
        for seat in proposal.voters:
            seat_mark(canvas, seat, 652, x)
            x += step
        for _ in range(proposal.open):
            _hollow(canvas, 652, x)
            x += step


def _proposal_label(canvas: Canvas, label: str, left: int, room: int) -> None:
    """Draw a proposal's label: large where it fits, else small in two lines."""
    tiles = canvas.tiles
    if words_width(tiles, label, 3) <= room:
        canvas.words(label, 608, left, "W")
        return
    first = label
    while " " in first and words_width(tiles, first, 2) > room:
        first = first.rpartition(" ")[0]
    first = shortened(tiles, first, room, 2)
    rest = label[len(first) :].strip() if label.startswith(first) else ""
    canvas.words(first, 609, left, "W", 2)
    canvas.words(shortened(tiles, rest, room, 2), 626, left, "W", 2)


def vote_health(canvas: Canvas, view: View, words: str) -> None:
    """Draw under the proposals one line: the first bar of each character with the conditions of a
    single one, then words as far as there is room."""
    canvas.fill(669, CORNER, 671, WIDTH - FRAME, "line")
    shown = [status for status in view.characters if status.bars]
    room = WIDTH - 12 - CORNER
    width = min(180, room // max(1, len(shown)) - 40)
    left = CORNER
    for status in shown:
        seat_mark(canvas, status.seat, 684, left + 13)
        draw_bar(canvas, status.bars[0], 671, left + 28, width)
        left += width + 40
    if len(shown) == 1:
        left = (
            draw_conditions(canvas, shown[0].conditions, 670, left, scale=2, right=left + 160) + 8
        )
    if WIDTH - 12 - left > 120:
        canvas.words(shortened(canvas.tiles, words, WIDTH - 12 - left), 671, left + 4, "w")


def _hollow(canvas: Canvas, y: int, x: int) -> None:
    """Draw a vote that is still open."""
    rows, columns = np.mgrid[-6:7, -6:7]
    far = rows * rows + columns * columns
    canvas.paint((far <= 38) & (far >= 18), y - 6, x - 6, "d")


def log(canvas: Canvas, words: str, right: str = "", colour: str = "W", aside: str = "w") -> None:
    """Draw one line of words under the strip, and a short one at the right."""
    canvas.fill(669, CORNER, 671, WIDTH - FRAME, "line")
    room = WIDTH - 12 - CORNER
    if right:
        x = WIDTH - 12 - words_width(canvas.tiles, right, 3)
        canvas.words(right, 671, x, aside)
        room = x - 30
    canvas.words(shortened(canvas.tiles, words, room), 671, CORNER, colour)


def game_master(canvas: Canvas, view: View, words: str) -> None:
    """Draw the violet strip: for the Game Master's eyes, and what its marks mean."""
    stripes = np.add.outer(-np.arange(9), np.arange(WIDTH - 2 * FRAME)) % 24 < 12
    canvas.fill(607, FRAME, 669, WIDTH - FRAME, "1:veil")
    canvas.paint(stripes, 607, FRAME, "V")
    canvas.fill(618, 8, 660, 240, "P")
    title = worded("GM ONLY")
    scale = 4 if words_width(canvas.tiles, title, 4) <= 232 else 2
    x = 8 + (232 - words_width(canvas.tiles, title, scale)) // 2
    canvas.words(title, 630 - 2 * scale, x, "0", scale)
    canvas.frame(622, 262, 655, 295, "P", thick=3)
    canvas.words(worded("players know"), 624, 306)
    for start in range(0, 33, 8):
        canvas.fill(622, 530 + start, 625, 535 + start, "P")
        canvas.fill(652, 530 + start, 655, 535 + start, "P")
        canvas.fill(622 + start, 530, 627 + start, 533, "P")
        canvas.fill(622 + start, 560, 627 + start, 563, "P")
    canvas.words(worded("hidden from all"), 624, 574)
    x = 832
    for mark, told in view.note_key:
        meaning = str(told)
        if mark in canvas.tiles.badges:
            sprite = canvas.tiles.badge(mark).repeat(3, 0).repeat(3, 1)
            canvas.stamp(sprite, 623, x)
            behind = x + 38
        else:
            behind = canvas.words(mark, 624, x) + 12
        if behind + words_width(canvas.tiles, meaning, 3) > WIDTH - 2 * FRAME:
            break
        x = canvas.words(meaning, 624, behind) + 24
    log(canvas, words, worded("turn {number}", number=view.turn), "W", "P")
