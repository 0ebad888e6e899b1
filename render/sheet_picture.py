"""The picture of a sheet without a map."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.contract.view import View
from render import strips
from render.canvas import HEIGHT, WIDTH, Canvas, shortened, words_width
from render.pictures import Picture, finish
from render.proposals import Proposal
from render.section_cards import draw_cards, fit_one_column
from render.themes import theme_of
from render.tile_library import TileLibrary, own_tiles
from render.wording import worded

_FOOT, _LEAST = 557, 240  # pixels over the strip, at most and at least


def make_sheet_picture(
    view: View,
    *,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileLibrary | None = None,
    log_line: str | None = None,
) -> Picture:
    """Return a card for each section of the view's sheet, in two columns when there are several,
    over the strip of a vote if there is one; what does not fit is left to the card's text. A
    picture without a vote is no higher than its cards."""
    look = theme_of(theme)
    canvas = Canvas((tiles or own_tiles()).of_view(view), "paper")
    foot = strips.MAP_BOTTOM if proposals else _FOOT
    sections = view.sheet.sections if view.sheet else ()
    columns = 1 if fit_one_column(canvas.tiles, sections, foot) else 2
    lowest = draw_cards(canvas, sections, foot=foot, columns=columns)
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
        cut = max(0, _FOOT - max(lowest, _LEAST))
        canvas.px = np.delete(canvas.px, np.s_[_FOOT - cut : _FOOT], axis=0)
    return finish(canvas, look)


def _draw_strip(canvas: Canvas, words: str, right: str) -> None:
    """Draw one line under the cards, ink on shaded paper."""
    canvas.fill(_FOOT, 0, HEIGHT, WIDTH, "paper2")
    canvas.fill(_FOOT, 0, _FOOT + 3, WIDTH, "0")
    x = WIDTH - 14 - words_width(canvas.tiles, right)
    canvas.words(right, strips.LOWER, x, "0")
    room = x - 16 - strips.CORNER
    canvas.words(shortened(canvas.tiles, words, room), strips.LOWER, strips.CORNER, "0")
    canvas.frame(0, 0, HEIGHT, WIDTH, "t", thick=strips.FRAME)
