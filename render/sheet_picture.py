"""The picture of a sheet without a map."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.view import View
from render import strips
from render.canvas import HEIGHT, WIDTH, Canvas, words_width
from render.pictures import Picture, finish
from render.proposals import Proposal
from render.section_cards import draw_cards
from render.themes import theme_of
from render.tile_library import TileLibrary, own_tiles
from render.wording import worded

_FOOT = 664


def make_sheet_picture(
    view: View,
    *,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileLibrary | None = None,
    log_line: str | None = None,
) -> Picture:
    """Return a card for each section of the view's sheet, in two columns when there are several,
    over the strip of a vote if there is one; what does not fit is left to the card's text."""
    look = theme_of(theme)
    canvas = Canvas((tiles or own_tiles()).of_view(view), "paper")
    foot = strips.MAP_BOTTOM if proposals else _FOOT
    sections = view.sheet.sections if view.sheet else ()
    draw_cards(canvas, sections, foot=foot, columns=1 if len(sections) < 2 else 2)
    words = str(view.headline) if log_line is None else log_line
    if proposals:
        canvas.fill(foot, 0, HEIGHT, WIDTH, "panel")
        strips.vote(canvas, proposals)
        if any(status.bars for status in view.characters):
            strips.vote_health(canvas, view, words)
        else:
            strips.log(canvas, words, worded("turn {number}", number=view.turn), "w")
        strips.frame(canvas, "O")
    else:
        _draw_strip(canvas, words, worded("turn {number}", number=view.turn))
    return finish(canvas, look)


def _draw_strip(canvas: Canvas, words: str, right: str) -> None:
    """Draw one line under the cards, ink on shaded paper."""
    canvas.fill(_FOOT, 0, HEIGHT, WIDTH, "paper2")
    canvas.fill(_FOOT, 0, _FOOT + 3, WIDTH, "0")
    x = WIDTH - 14 - words_width(canvas.tiles, right, 3)
    canvas.words(right, 673, x, "0")
    room = x - 16 - strips.CORNER
    canvas.words(strips.shortened(canvas.tiles, words, room), 673, strips.CORNER, "0")
    canvas.frame(0, 0, HEIGHT, WIDTH, "t", thick=strips.FRAME)
