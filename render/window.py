"""Which part of a map a picture shows, and how the level's squares are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Grid

SHAPES = {4: (9, 16), 3: (12, 22), 2: (18, 33)}  # scale: rows, columns of the turn picture
EDGE = {4: 3, 3: 4, 2: 4}  # nearer than this to an edge, the hero gets a new window
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
        """Whether the square lies inside."""
        y, x = square
        return self.top <= y < self.top + self.height and self.left <= x < self.left + self.width


def column_name(x: int) -> str:
    """Column 0 is A, 26 is AA: as on a spreadsheet."""
    name = ""
    x += 1
    while x > 0:
        x, rest = divmod(x - 1, 26)
        name = chr(65 + rest) + name
    return name


def square_name(y: int, x: int) -> str:
    """The square's name in pictures, alt texts and /go: BK27 is column 62, row 27."""
    return f"{column_name(x)}{y}"


def centre(grid: Grid) -> Square:
    """The square to keep in the picture: the focus, else a hero, else the middle of the known."""
    if grid.focus is not None:
        return grid.focus
    for being in grid.beings:
        if being.seat is not None:
            return being.y, being.x
    return grid.top + grid.height // 2, grid.left + grid.width // 2


def choose(grid: Grid, ends: Sequence[Square] = (), before: Window | None = None) -> Window:
    """The window for a turn: `before` while it serves, else the largest scale that holds the hero,
    all that is seen alive nearby and the proposals' `ends`; else the hero alone, in the middle."""
    hero = centre(grid)
    wanted = [hero, *ends]
    wanted += [
        (being.y, being.x)
        for being in grid.beings
        if max(abs(being.y - hero[0]), abs(being.x - hero[1])) <= NEAR
    ]
    if before is not None and _serves(before, hero, wanted):
        return before
    low = min(y for y, _ in wanted) - MARGIN, min(x for _, x in wanted) - MARGIN
    high = max(y for y, _ in wanted) + MARGIN, max(x for _, x in wanted) + MARGIN
    for scale, (height, width) in SHAPES.items():
        if high[0] - low[0] < height and high[1] - low[1] < width:
            top = min(max(hero[0] - height // 2, high[0] - height + 1), low[0])
            left = min(max(hero[1] - width // 2, high[1] - width + 1), low[1])
            return Window(max(0, top), max(0, left), height, width, scale)
    return around(grid, 2)


def around(grid: Grid, scale: int) -> Window:
    """The window of a scale with the hero in its middle."""
    y, x = centre(grid)
    height, width = SHAPES[scale]
    return Window(max(0, y - height // 2), max(0, x - width // 2), height, width, scale)


def _serves(window: Window, hero: Square, wanted: Sequence[Square]) -> bool:
    """A window serves while the hero keeps off its edges (the level's own edge does not count)
    and, unless it is the widest, it holds all that is wanted."""
    edge = EDGE.get(window.scale, 4)
    roomy = (
        (hero[0] - window.top >= edge or window.top == 0)
        and (hero[1] - window.left >= edge or window.left == 0)
        and window.top + window.height - 1 - hero[0] >= edge
        and window.left + window.width - 1 - hero[1] >= edge
        and window.holds(hero)
    )
    return roomy and (window.scale == 2 or all(window.holds(square) for square in wanted))
