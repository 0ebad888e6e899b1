"""The picture of a turn: a map with its strips, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract.view import GM_ONLY, MapBoard, View
from render import ground, plain_ground, strips
from render.canvas import HEIGHT, WIDTH, Canvas
from render.edge_arrows import draw_edge_arrows
from render.map_objects import ObjectPainter
from render.pictures import Picture, finish
from render.png import MOST_BYTES
from render.proposals import Proposal, draw_paths, draw_plates
from render.section_cards import draw_column
from render.themes import Theme, theme_of
from render.tile_library import TileLibrary, own_tiles
from render.tileset import SEAT_COLOURS, TileSet
from render.window import NARROW_SHAPES, SHAPES, Shapes, Square, Window, around, centre, choose

_FRAMES = {"": "t", "lost": "m", "won": "Y", "left": "t"}
_NARROW_RIGHT = strips.MAP_LEFT + 384  # where a map beside a sheet ends, pixels


@dataclass(frozen=True)
class TurnRequest:
    """All that the picture of a turn is made from but its window."""

    view: View
    board: MapBoard
    theme: Theme
    proposals: Sequence[Proposal]
    words: str  # in the lowest strip
    tiles: TileSet

    @property
    def shapes(self) -> Shapes:
        """Return the shapes of the map's window: narrow beside a sheet."""
        return NARROW_SHAPES if self.view.sheet else SHAPES

    @property
    def right(self) -> int:
        """Return the pixel column where the map ends."""
        return _NARROW_RIGHT if self.view.sheet else WIDTH - strips.FRAME

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return the map's top, left, bottom and right in pixels."""
        return strips.MAP_TOP, strips.MAP_LEFT, strips.MAP_BOTTOM, self.right


def has_secrets(board: MapBoard) -> bool:
    """Return whether the map holds what players do not know: it is the Game Master's."""
    return (
        bytes([GM_ONLY]) in board.state
        or any(entity.hidden or entity.notes for entity in board.entities)
        or any(item.hidden for item in board.items)
    )


def make_turn_picture(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileLibrary | None = None,
    log_line: str | None = None,
    letters: bool = False,
) -> Picture:
    """Return the picture of a turn. `window` is that of the picture before: it is kept while it
    serves. `log_line` replaces the view's headline in the lowest strip. `letters` puts its letter
    beside every creature. A picture so full that its file would be too large comes closer round the
    character. Raises ValueError for a view without a map."""
    look = theme_of(theme)
    if view.map is None:
        raise ValueError("This game has no map to draw.")
    request = TurnRequest(
        view,
        view.map,
        replace(look, letters=look.letters or letters),
        proposals,
        str(view.headline) if log_line is None else log_line,
        tiles=(tiles or own_tiles()).of_view(view),
    )
    ends = [proposal.end for proposal in proposals if proposal.end is not None]
    shown = choose(view.map, ends, window, request.shapes)
    drawn = _draw(request, shown)
    if len(drawn.png) > MOST_BYTES and shown.scale == 2:
        drawn = _draw(request, around(view.map, 3, request.shapes))
    return drawn


def _draw(request: TurnRequest, window: Window) -> Picture:
    canvas = Canvas(request.tiles)
    draw_turn(canvas, request, window)
    return finish(canvas, request.theme, window)


def draw_turn(canvas: Canvas, request: TurnRequest, window: Window) -> None:
    """Draw the map, the sheet beside it if there is one, and the strips."""
    view, board = request.view, request.board
    secrets = has_secrets(board)
    draw_map(canvas, request, window, secrets, request.box)
    strips.coordinates(canvas, window, board.focus, "P" if secrets else _seat_colour(view))
    if view.sheet:
        left = request.right + strips.FRAME
        canvas.fill(0, left - strips.FRAME, strips.MAP_BOTTOM, WIDTH, "paper")
        draw_column(canvas, view.sheet.sections, left, strips.MAP_BOTTOM)
    if secrets:
        strips.game_master(canvas, view, request.words)
    elif request.proposals:
        strips.vote(canvas, request.proposals)
        strips.vote_health(canvas, view, request.words)
    elif len(view.characters) > 1:
        strips.party(canvas, view)
    else:
        if view.characters:
            strips.solo(canvas, view)
        strips.log(canvas, request.words)
    if not secrets:
        strips.plan(canvas, board, window)
    strips.frame(canvas, "V" if secrets else "O" if request.proposals else _FRAMES[view.ending])


def draw_map(
    canvas: Canvas,
    request: TurnRequest,
    window: Window,
    secrets: bool,
    box: tuple[int, int, int, int],
) -> None:
    """Draw the squares of a window, and what stands on them, in a box of pixels: its top, left,
    bottom and right."""
    tiles, board, theme = request.tiles, request.board, request.theme
    origin = box[:2]
    canvas.fill(*box, "void")
    canvas.clip = box
    squares = ground.squares(board, window, tiles)
    painter = ObjectPainter(canvas, board, window, theme, origin)
    if theme.plain:
        plain_ground.draw_letters(canvas, board, squares, window, origin)
    else:
        paint = plain_ground.paint_blocks if theme.blocks else ground.paint
        canvas.stamp_all(paint(squares, window, tiles), window.scale, *origin)
    painter.draw_ground_marks(squares, secrets)
    painter.draw_marks_under()
    painter.draw_items()
    draw_paths(canvas, request.proposals, centre(board), window, origin)
    painter.draw_entities()
    painter.draw_labels()
    draw_plates(canvas, request.proposals, _taken(painter, squares), window, origin)
    painter.draw_marks_over()
    draw_edge_arrows(canvas, board, window, box)
    canvas.clip = (0, 0, HEIGHT, WIDTH)


def _taken(painter: ObjectPainter, squares: ground.Squares) -> set[Square]:
    """Return the squares where something stands that a plate would hide."""
    board = painter.board
    standing = {(entity.y, entity.x) for entity in board.entities}
    standing |= {(item.y, item.x) for item in board.items}
    return standing | painter.notable_squares(squares)


def _seat_colour(view: View) -> str:
    """Return the colour of the seat to move, else of the first."""
    seats = [status.seat for status in view.characters if status.to_act]
    seats += [status.seat for status in view.characters]
    return SEAT_COLOURS[(seats or [0])[0] % len(SEAT_COLOURS)]
