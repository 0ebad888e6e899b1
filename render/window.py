"""The part of a map that a picture shows, and the names of the level's squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.contract.view import MapBoard

Shapes = Mapping[int, tuple[int, int]]  # rows and columns by scale, the largest scale first

SHAPES: Shapes = {4: (7, 14), 3: (10, 19), 2: (15, 28)}  # of the turn picture
NARROW_SHAPES: Shapes = {4: (7, 6), 3: (10, 8), 2: (15, 12)}  # of a map beside a sheet
LARGE: Shapes = {6: (5, 9), 5: (6, 11)}  # where that shows all that is known
NARROW_LARGE: Shapes = {6: (5, 4), 5: (6, 4)}
EDGE = {4: 2, 3: 3, 2: 4}  # nearer than this to an edge, the character gets a new window
NEAR = 12  # squares: what lives within is wanted in the picture
MARGIN = 2

Square = tuple[int, int]


@dataclass(frozen=True)
class Window:
    """`height` x `width` squares of the level from (top, left), drawn at `scale`."""

    top: int
    left: int
    height: int
    width: int
    scale: int

    def holds(self, square: Square) -> bool:
        """Return whether the square lies inside."""
        y, x = square
        return self.top <= y < self.top + self.height and self.left <= x < self.left + self.width


def column_name(x: int) -> str:
    """Return a column's name, as on a spreadsheet: 0 is A, 26 is AA."""
    name = ""
    x += 1
    while x > 0:
        x, rest = divmod(x - 1, 26)
        name = chr(65 + rest) + name
    return name


def square_name(y: int, x: int) -> str:
    """Return the square's name in pictures, alt texts and /go: BK27 is column 62, row 27."""
    return f"{column_name(x)}{y}"


def centre(board: MapBoard) -> Square:
    """Return the square to keep in the picture: the focus, else a character, else the middle."""
    if board.focus is not None:
        return board.focus
    for entity in board.entities:
        if entity.seat is not None:
            return entity.y, entity.x
    return board.top + board.height // 2, board.left + board.width // 2


def choose(
    board: MapBoard,
    ends: Sequence[Square] = (),
    before: Window | None = None,
    shapes: Shapes = SHAPES,
) -> Window:
    """Return the window for a turn: one of large squares while it holds all that is known; else
    `before` while it serves; else the largest scale that holds the character, all entities nearby,
    the proposals' `ends`, what broke off a plan and what was just drawn; else the same without the
    last two; else the character alone, in the middle. Figures beside creatures, for the Game
    Master, would cover squares of the smallest scale."""
    notices = [(mark.y, mark.x) for mark in board.marks if mark.kind == "notice"]
    notices += board.drawn
    smallest = 3 if any(entity.notes for entity in board.entities) else 2
    larger = NARROW_LARGE if shapes is NARROW_SHAPES else LARGE
    if large := _holding_all(board, [*ends, *notices], before, larger):
        return large
    shapes = {scale: shape for scale, shape in shapes.items() if scale >= smallest}
    return (
        _holding(board, [*ends, *notices], before, shapes)
        or (_holding(board, ends, before, shapes) if notices else None)
        or around(board, smallest, shapes)
    )


def _holding_all(
    board: MapBoard, ends: Sequence[Square], before: Window | None, shapes: Shapes
) -> Window | None:
    """Return the window of the largest scale that holds all the map and some squares, if one does:
    `before` if it is of that scale and still does."""
    low, high = (
        (board.top, board.left),
        (board.top + board.height - 1, board.left + board.width - 1),
    )
    for scale, (height, width) in shapes.items():
        top = max(0, board.top - (height - board.height) // 2)
        left = max(0, board.left - (width - board.width) // 2)
        for window in (before, Window(top, left, height, width, scale)):
            same = window is not None and (window.height, window.width) == (height, width)
            if window is not None and same and all(map(window.holds, (low, high, *ends))):
                return window
    return None


def _holding(
    board: MapBoard, ends: Sequence[Square], before: Window | None, shapes: Shapes
) -> Window | None:
    """Return the window that holds the character, all entities nearby and some squares, if one is
    large enough."""
    focus = centre(board)
    wanted = [focus, *ends]
    wanted += [
        (entity.y, entity.x)
        for entity in board.entities
        if max(abs(entity.y - focus[0]), abs(entity.x - focus[1])) <= NEAR
    ]
    if before is not None and _serves(before, focus, wanted, ends, shapes):
        return before
    low = min(y for y, _ in wanted) - MARGIN, min(x for _, x in wanted) - MARGIN
    high = max(y for y, _ in wanted) + MARGIN, max(x for _, x in wanted) + MARGIN
    for scale, (height, width) in shapes.items():
        if high[0] - low[0] < height and high[1] - low[1] < width:
            top = min(max(focus[0] - height // 2, high[0] - height + 1), low[0])
            left = min(max(focus[1] - width // 2, high[1] - width + 1), low[1])
            return Window(max(0, top), max(0, left), height, width, scale)
    return None


def around(board: MapBoard, scale: int, shapes: Shapes = SHAPES) -> Window:
    """Return the window of a scale with the character in its middle."""
    y, x = centre(board)
    height, width = shapes[scale]
    return Window(max(0, y - height // 2), max(0, x - width // 2), height, width, scale)


def _serves(
    window: Window,
    focus: Square,
    wanted: Sequence[Square],
    needed: Sequence[Square],
    shapes: Shapes,
) -> bool:
    """Return whether a window can be kept: the character keeps off its edges (the level's own edge
    does not count), it holds all that is needed and, unless it is the widest, all that is wanted.
    """
    if (window.height, window.width) != shapes.get(window.scale):
        return False
    edge = EDGE.get(window.scale, 4)
    roomy = (
        (focus[0] - window.top >= edge or window.top == 0)
        and (focus[1] - window.left >= edge or window.left == 0)
        and window.top + window.height - 1 - focus[0] >= edge
        and window.left + window.width - 1 - focus[1] >= edge
        and window.holds(focus)
    )
    squares = needed if window.scale == 2 else wanted
    return roomy and all(window.holds(square) for square in squares)
