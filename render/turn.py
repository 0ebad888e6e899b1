"""The picture of a turn: a map with its strips, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game import VEILED, Grid, View
from render import flat, ground, strips, votes
from render.actors import Stage
from render.canvas import HEIGHT, WIDTH, Canvas
from render.png import MOST_BYTES, encode
from render.themes import THEMES, Theme, colours
from render.tileset import SEAT_COLOURS, TileSet
from render.votes import Proposal
from render.window import Square, Window, around, centre, choose

_PHASES = {"play": "t", "dead": "m", "won": "Y", "left": "t"}


@dataclass(frozen=True)
class Picture:
    """A still: PNG bytes (palette mode), the part of the level it shows, and its size."""

    png: bytes
    window: Window | None
    width: int
    height: int


def finished(canvas: Canvas, theme: Theme, view: View, window: Window | None = None) -> Picture:
    """The canvas as a picture."""
    palette = colours(canvas.tiles, theme, view.board)
    return Picture(encode(canvas.px, palette), window, WIDTH, HEIGHT)


def theme_of(name: str) -> Theme:
    """A theme by name. Raises ValueError for one that there is not."""
    if name not in THEMES:
        raise ValueError(f"There is no look called {name!r}: choose one of {', '.join(THEMES)}.")
    return THEMES[name]


def for_game_master(grid: Grid) -> bool:
    """Whether the view holds what players do not know."""
    return (
        bytes([VEILED]) in grid.state
        or any(being.hidden or being.figure is not None for being in grid.beings)
        or any(thing.hidden for thing in grid.things)
    )


def draw_map(
    canvas: Canvas,
    grid: Grid,
    window: Window,
    theme: Theme,
    origin: Square,
    bottom: int,
    proposals: Sequence[Proposal] = (),
) -> None:
    """The squares of a window, from the pixel `origin` on, down to `bottom`."""
    tiles = canvas.tiles
    right = WIDTH - strips.FRAME
    canvas.fill(*origin, bottom, right, "void")
    canvas.clip = (*origin, bottom, right)
    view = ground.squares(grid, window, tiles)
    stage = Stage(canvas, grid, window, theme, origin)
    if theme.plain:
        flat.letters(canvas, grid, view, window, *origin)
    else:
        painter = flat.paint_blocks if theme.flat else ground.paint
        small = painter(view, window, tiles)
        canvas.stamp_all(small, window.scale, *origin)
    stage.ground_marks(view, for_game_master(grid))
    stage.changes("under")
    stage.things()
    votes.draw_ways(canvas, proposals, centre(grid), window, origin)
    stage.bodies()
    stage.marks()
    taken = {(b.y, b.x) for b in grid.beings} | {(t.y, t.x) for t in grid.things}
    taken |= stage.features(view)
    votes.draw_plates(canvas, proposals, taken, window, origin)
    stage.changes("over")
    canvas.clip = (0, 0, HEIGHT, WIDTH)


def turn(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileSet | None = None,
    log_line: str | None = None,
    letters: bool = False,
    keep: bool = False,
) -> Picture:
    """The picture of a turn. `window` is that of the picture before: it is kept while it serves
    (`keep`: in any case). `log_line` replaces the view's headline in the lowest strip. `letters`
    puts its letter beside every creature. A picture so full that its file would be too large comes
    closer round the hero."""
    look = theme_of(theme)
    look = replace(look, letters=look.letters or letters)
    tiles = tiles or TileSet.own()
    grid = view.board
    if not isinstance(grid, Grid):
        raise ValueError("This game has no map to draw.")
    ends = [proposal.end for proposal in proposals if proposal.end is not None]
    if window is None or not keep:
        window = choose(grid, ends, window)
    words = view.headline if log_line is None else log_line
    drawn = _drawn(view, grid, window, look, proposals, tiles, words)
    if len(drawn.png) > MOST_BYTES and window.scale == 2:
        window = around(grid, 3)
        drawn = _drawn(view, grid, window, look, proposals, tiles, words)
    return drawn


def _drawn(
    view: View,
    grid: Grid,
    window: Window,
    look: Theme,
    proposals: Sequence[Proposal],
    tiles: TileSet,
    words: str,
) -> Picture:
    canvas = Canvas(tiles)
    draw_turn(canvas, view, grid, window, look, proposals, words)
    return finished(canvas, look, view, window)


def draw_turn(
    canvas: Canvas,
    view: View,
    grid: Grid,
    window: Window,
    look: Theme,
    proposals: Sequence[Proposal],
    words: str,
) -> None:
    """The map and the strips that its phase asks for."""
    corner = strips.MAP_TOP, strips.MAP_LEFT
    draw_map(canvas, grid, window, look, corner, strips.MAP_BOTTOM, proposals)
    game_master = for_game_master(grid)
    strips.coordinates(canvas, window, grid.focus, "P" if game_master else _seat_colour(view))
    if game_master:
        strips.game_master(canvas, view, words)
    elif proposals:
        strips.vote(canvas, proposals)
        strips.log(canvas, words, f"turn {view.turn}", "w")
    elif len(view.figures) > 1:
        strips.party(canvas, view)
    else:
        if view.figures:
            strips.solo(canvas, view, window)
        strips.log(canvas, words)
    strips.frame(canvas, "V" if game_master else "O" if proposals else _PHASES[view.phase])


def _seat_colour(view: View) -> str:
    """The colour of the seat to move, else of the first."""
    seats = [f.seat for f in view.figures if f.to_move] or [f.seat for f in view.figures] or [0]
    return SEAT_COLOURS[seats[0] % len(SEAT_COLOURS)]
