"""The strips round a map: coordinates above and at the left; characters, votes and words below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.contract.view import GM_ONLY, UNKNOWN, Bar, CharacterStatus, Condition, MapBoard, View
from render.canvas import HEIGHT, LETTER_HEIGHT, WIDTH, Canvas, readable, shortened, words_width
from render.ground_kinds import ground_kinds
from render.pixels import Pixels
from render.proposals import COLOURS, Proposal
from render.tileset import SEAT_COLOURS, TileSet
from render.window import Square, Window, column_name
from render.wording import worded

FRAME = 3
MAP_TOP, MAP_LEFT, MAP_BOTTOM = 35, 42, 515
_BAR_COLOURS = {"red": "R", "blue": "B", "gold": "T", "green": "G", "violet": "V"}
BAR_HEIGHT = 36  # pixels
UPPER, LOWER = MAP_BOTTOM + 6, MAP_BOTTOM + 50  # where the strip's two rows of words begin
MOST_FACT = 330  # pixels of the words at the right of the strip
_HATCH = 2  # pixels of a stripe of a bar's shaded part
CORNER = 158  # pixels at the left that Discord covers with its ALT badge, also at 350 points
WORDS_GAP = 6  # pixels behind words in a row
_ICON = 32  # pixels of a condition's icon
_PLAN_TOP, _PLAN_LEFT, _PLAN_HEIGHT, _PLAN_WIDTH = MAP_BOTTOM + 4, 4, 82, CORNER - 8


def frame(canvas: Canvas, colour: str, split: int = MAP_BOTTOM) -> None:
    """Draw the picture's frame and the line above the strip at y `split`."""
    canvas.frame(0, 0, HEIGHT, WIDTH, colour, thick=FRAME)
    canvas.fill(split, 0, split + FRAME, WIDTH, colour)


def corner(canvas: Canvas) -> None:
    """Draw the compass: north is up."""
    canvas.fill(3, 3, MAP_TOP, MAP_LEFT, "line")
    canvas.words("N", 5, 5)
    for row in range(13):
        half = 1 + row * 7 // 13
        canvas.fill(13 + row, 34 - half, 14 + row, 33 + half, "W")


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
    width = words_width(canvas.tiles, name)
    between = window.scale < 4 and column % 2
    x, end = left + (side - width) // 2, WIDTH - FRAME
    if (between and not ground) or not MAP_LEFT <= x < end - width:
        return
    if ground:
        if between:
            near = [column_name(each) for each in (column - 1, column + 1)]
            widest = max(words_width(canvas.tiles, each) for each in near)
            reach = max(side, (side + widest + 1) // 2)  # wide letters leave their own column
            start, stop = left - reach, left + side + reach
            canvas.fill(3, max(MAP_LEFT, start), MAP_TOP, min(stop, end), "panel")
        right = min(max(left + side, x + width + 3), end)
        canvas.fill(3, min(left, x - 3), MAP_TOP, right, ground)
    canvas.words(name, 5, x, "0" if ground else "w")


def _row(canvas: Canvas, window: Window, row: int, ground: str = "") -> None:
    """Draw a row's figure, inverted on a ground. Of low rows every second has one, and the one
    with a ground pushes its neighbours' aside."""
    side = 16 * window.scale
    top = MAP_TOP + (row - window.top) * side
    if window.scale < 3 and row % 2:
        if not ground:
            return
        canvas.fill(max(MAP_TOP, top - side), 3, min(top + 2 * side, MAP_BOTTOM), MAP_LEFT, "panel")
    if ground:
        canvas.fill(top, 3, min(top + side, MAP_BOTTOM), MAP_LEFT, ground)
    x = MAP_LEFT - 2 - words_width(canvas.tiles, str(row))
    y = min(top + (side - LETTER_HEIGHT) // 2, MAP_BOTTOM - LETTER_HEIGHT - 2)
    canvas.words(str(row), y, max(4, x), "0" if ground else "w")


# ---------------------------------------------------------------------- characters


def portrait(canvas: Canvas, view: View, status: CharacterStatus, top: int, left: int) -> int:
    """Draw a character's face over the seat's mark; without a sprite the mark alone. Returns the x
    behind it."""
    if status.sprite:
        entities = view.map.entities if view.map else ()
        letter, colour = next(
            ((e.letter, e.colour) for e in entities if e.seat == status.seat), ("@", "w")
        )
        sprite = canvas.tiles.entity(status.sprite, letter, colour, status.seat)
        if status.away:
            sprite = canvas.tiles.remembered(sprite)
        canvas.stamp(sprite.repeat(2, 0).repeat(2, 1), top - 4, left)
    seat_mark(canvas, status.seat, top + 22, left + 8)
    return left + 40


def seat_mark(canvas: Canvas, seat: int, y: int, x: int, size: int = 8) -> None:
    """Draw a seat's shape in its colour."""
    canvas.emblem(seat % 6, size, SEAT_COLOURS[seat % 6], "", y, x=x)


def draw_bar(canvas: Canvas, bar: Bar, top: int, left: int, width: int) -> None:
    """Draw a bar with its figures; where not all fit, its value alone."""
    bottom = top + BAR_HEIGHT
    canvas.fill(top, left, bottom, left + width, "0")
    canvas.fill(top + 2, left + 2, bottom - 2, left + width - 2, "d")
    room = width - 4
    full = max(bar.maximum, 1)
    part = min(max(bar.value, 0), full) * room // full
    colour = _BAR_COLOURS[bar.colour]
    canvas.fill(top + 2, left + 2, bottom - 2, left + 2 + part, colour)
    if bar.shaded:
        end = min(room, part + bar.shaded * room // full)
        for x in range(part, end, 2 * _HATCH):
            right = min(x + _HATCH, end)
            canvas.fill(top + 2, left + 2 + x, bottom - 2, left + 2 + right, colour)
    shown = (bar.shown, str(bar.value))
    words = next((w for w in shown if words_width(canvas.tiles, w, bold=True) <= width - 6), "")
    x = left + (width - words_width(canvas.tiles, words, bold=True)) // 2
    canvas.words(words, top + (BAR_HEIGHT - LETTER_HEIGHT) // 2, x, "W", bold=True, edge=1)


def _condition_width(tiles: TileSet, condition: Condition) -> int:
    if condition.amount is None:
        return _ICON + 4
    return _ICON + 8 + words_width(tiles, str(condition.amount), bold=True)


def draw_conditions(
    canvas: Canvas, conditions: Sequence[Condition], top: int, left: int, right: int
) -> int:
    """Draw icons of conditions with their amounts, as many as end before `right`, with words
    behind them if all of it has room; behind them how many more there are: "+2". Returns the x
    behind it all."""
    tiles = canvas.tiles
    known = [each for each in conditions if each.icon]
    shown, more, room = known, "", right - left
    while shown and _all_widths(tiles, shown, more) > room:
        shown = shown[:-1]
        more = f"+{len(known) - len(shown)}"
    rest = room - _all_widths(tiles, shown, more)
    beside = [""] * len(shown) if more else _words_beside(tiles, shown, rest)
    y = top + (_ICON - LETTER_HEIGHT) // 2
    for condition, words in zip(shown, beside, strict=True):
        sprite = tiles.icon(condition.icon).repeat(2, 0).repeat(2, 1)
        canvas.stamp(sprite, top, left)
        if condition.amount is not None:
            canvas.words(str(condition.amount), y, left + _ICON, "W", bold=True, edge=1)
        left += _condition_width(tiles, condition)
        if words:
            left = canvas.words(words, y, left, "W") + WORDS_GAP
    if more and right - left >= words_width(tiles, more, bold=True):
        left = canvas.words(more, y, left, "W", bold=True)
    return left


def _all_widths(tiles: TileSet, shown: Sequence[Condition], more: str) -> int:
    return sum(_condition_width(tiles, each) for each in shown) + words_width(tiles, more, True)


def _words_beside(tiles: TileSet, shown: Sequence[Condition], room: int) -> list[str]:
    """Return the words beside the icons of conditions: what each will do, or its label; where not
    all of that fits the room the labels alone, else nothing."""
    labels = [str(each.label) for each in shown]
    told = [str(each.note) or label for each, label in zip(shown, labels, strict=True)]
    for words in (told, labels):
        if sum(words_width(tiles, each) + WORDS_GAP for each in words if each) <= room:
            return words
    return [""] * len(shown)


def solo(canvas: Canvas, view: View) -> None:
    """Draw one character: bars, conditions and the first fact."""
    status = view.characters[0]
    end, left = WIDTH - 12, CORNER
    width = 150 if len(status.bars) < 3 else 126
    for bar in status.bars[:3]:
        draw_bar(canvas, bar, UPPER - 4, left, width)
        left += width + 8
    fact = worded("away") if status.away else str(view.facts[0][1]) if view.facts else ""
    fact = shortened(canvas.tiles, fact, MOST_FACT, bold=True)
    most = end - words_width(canvas.tiles, fact, bold=True)
    left = draw_conditions(canvas, status.conditions, UPPER - 2, left + 4, most - 12) + 8
    _draw_figures(canvas, status.figures, left, most - 12)
    canvas.words(fact, UPPER, most, "W", bold=True)


def _draw_figures(canvas: Canvas, figures: Sequence[Condition], left: int, right: int) -> None:
    """Draw in the upper row the figures, the first before the others, that end before `right`."""
    for figure in figures:
        words = str(figure.amount)
        if left + _ICON + words_width(canvas.tiles, words) > right:
            return
        sprite = canvas.tiles.icon(figure.icon).repeat(2, 0).repeat(2, 1)
        canvas.stamp(sprite, UPPER - 2, left)
        left = canvas.words(words, UPPER, left + _ICON, "w") + 14


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
    count = max(3, len(view.characters))
    width = (WIDTH - FRAME - CORNER) // count
    for place, status in enumerate(view.characters):
        left = CORNER + place * width
        colour = SEAT_COLOURS[status.seat % 6]
        end = left + width - 6
        if status.to_act:
            canvas.fill(MAP_BOTTOM + 4, left, HEIGHT - 4, left + width - 2, "line")
            canvas.frame(MAP_BOTTOM + 4, left, HEIGHT - 4, left + width - 2, colour, thick=3)
        x = portrait(canvas, view, status, UPPER + 4, left + 6)
        if readable(tiles, str(status.name)):
            shown = shortened(tiles, str(status.name), end - x)
            canvas.words(shown, UPPER + 4, x, "W")
        _draw_state(canvas, status, left + 6, end)


def _draw_state(canvas: Canvas, status: CharacterStatus, left: int, end: int) -> None:
    """Draw a character's first bar in the lower row, and the conditions behind it; without those
    what its status says in words, where it has room."""
    said = next((str(each.label) for each in status.conditions if not each.icon), "")
    said = worded("away") if status.away else said
    icons = [each for each in status.conditions if each.icon]
    behind = _all_widths(canvas.tiles, icons, "") or words_width(canvas.tiles, said)
    if status.bars:
        rest = end - left - 4 - behind
        width = min(132, end - left, max(96 if icons else 84, rest))
        draw_bar(canvas, status.bars[0], LOWER - 4, left, width)
        left += width + 4
    if icons:
        draw_conditions(canvas, icons, LOWER - 2, left, end)
    elif behind <= end - left or not status.bars:
        canvas.words(shortened(canvas.tiles, said, end - left), LOWER, left, "w")


# ---------------------------------------------------------------------- votes and words


def vote(canvas: Canvas, proposals: Sequence[Proposal]) -> None:
    """Draw the proposals, and under each who voted for it."""
    width = (WIDTH - FRAME - CORNER) // max(1, len(proposals))
    for place, proposal in enumerate(proposals):
        left = CORNER + place * width
        number = proposal.number
        canvas.emblem(number, 18, COLOURS[number], proposal.letter, MAP_BOTTOM + 25, x=left + 22)
        label = shortened(canvas.tiles, proposal.label, width - 52)
        canvas.words(label, UPPER - 2, left + 48, "W")
        step = min(22, (width - 52) // max(1, len(proposal.voters) + proposal.open))
        x = left + 54
        for seat in proposal.voters:
            seat_mark(canvas, seat, LOWER - 12, x, 6)
            x += step
        for _ in range(proposal.open):
            _hollow(canvas, LOWER - 12, x)
            x += step


def vote_health(canvas: Canvas, view: View, words: str) -> None:
    """Draw under the proposals one line: the first bar of each character with the conditions of a
    single one, then words as far as there is room."""
    shown = [status for status in view.characters if status.bars]
    end = WIDTH - 12
    width = min(132, (end - CORNER) // max(1, len(shown)) - 34)
    left = CORNER
    for status in shown:
        seat_mark(canvas, status.seat, LOWER + 14, left + 12)
        draw_bar(canvas, status.bars[0], LOWER - 4, left + 26, width)
        left += width + 34
    if len(shown) == 1:
        left = draw_conditions(canvas, shown[0].conditions, LOWER - 2, left, left + 160) + 8
    if end - left > 160:
        canvas.words(shortened(canvas.tiles, words, end - left), LOWER, left, "w")


def _hollow(canvas: Canvas, y: int, x: int) -> None:
    """Draw a vote that is still open."""
    rows, columns = np.mgrid[-6:7, -6:7]
    far = rows * rows + columns * columns
    canvas.paint((far <= 38) & (far >= 18), y - 6, x - 6, "d")


def log(canvas: Canvas, words: str, right: str = "", colour: str = "W", aside: str = "w") -> None:
    """Draw one line of words under the strip, and a short one at the right."""
    end = WIDTH - 12
    if right:
        x = end - words_width(canvas.tiles, right)
        canvas.words(right, LOWER, x, aside)
        end = x - 20
    canvas.words(shortened(canvas.tiles, words, end - CORNER), LOWER, CORNER, colour)


def game_master(canvas: Canvas, view: View, words: str) -> None:
    """Draw the violet strip: for the Game Master's eyes, and what its marks mean."""
    top, tiles = MAP_BOTTOM + FRAME, canvas.tiles
    canvas.fill(top, FRAME, LOWER - 4, WIDTH - FRAME, "1:veil")
    title = worded("GM ONLY")
    x = 18 + words_width(tiles, title)
    canvas.fill(top, FRAME, LOWER - 6, x + 10, "P")
    canvas.words(title, UPPER + 2, 14, "0")
    x += 26
    for dashed, meaning in ((False, worded("players know")), (True, worded("hidden from all"))):
        if dashed:
            canvas.dashed(UPPER, x, _ICON, 4)
        else:
            canvas.frame(UPPER, x, UPPER + _ICON, x + _ICON, "P", thick=3)
        x = canvas.words(meaning, UPPER + 2, x + _ICON + 8) + 18
    for mark, told in view.note_key:
        meaning = str(told)
        badge = tiles.badge(mark).repeat(3, 0).repeat(3, 1) if mark in tiles.badges else None
        wide = badge.shape[1] if badge is not None else words_width(tiles, mark)
        if x + wide + 8 + words_width(tiles, meaning) > WIDTH - 2 * FRAME:
            break
        if badge is not None:
            canvas.stamp(badge, UPPER, x)
        else:
            canvas.words(mark, UPPER + 2, x)
        x = canvas.words(meaning, UPPER + 2, x + wide + 8) + 18
    log(canvas, words, worded("turn {number}", number=view.turn), "W", "P")
