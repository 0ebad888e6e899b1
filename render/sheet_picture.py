"""The picture of a sheet without a map."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.view import View
from render import strips
from render.canvas import HEIGHT, WIDTH, Canvas, shortened
from render.pictures import Picture, finish
from render.proposals import Proposal
from render.section_cards import MARGIN, draw_cards, overflow
from render.themes import theme_of
from render.tile_library import TileLibrary, own_tiles

_STRIP, _LEAST, _MOST_COLUMNS = 48, 300, 3  # the strip and the least height in pixels
_BADGE = 100  # pixels at the lower left that Discord's ALT badge covers


def make_sheet_picture(
    view: View,
    *,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileLibrary | None = None,
    log_line: str | None = None,
) -> Picture:
    """Return a card for each section of the view's sheet, in as few columns as lose least, over the
    strip of a vote if there is one; what does not fit is left to the card's text. A picture without
    a vote is no higher than its cards."""
    look = theme_of(theme)
    canvas = Canvas((tiles or own_tiles()).of_view(view), "paper")
    sections = view.sheet.sections if view.sheet else ()
    words = str(view.headline) if log_line is None else log_line
    below = HEIGHT - strips.MAP_BOTTOM if proposals else _STRIP if words else 0
    foot = HEIGHT - below - MARGIN
    first = foot if proposals else HEIGHT - _BADGE
    ways = [(first, *[foot] * others) for others in range(_MOST_COLUMNS)]
    feet = min(ways, key=lambda feet: overflow(canvas.tiles, sections, feet))
    lowest = draw_cards(canvas, sections, feet)
    if proposals:
        canvas.fill(strips.MAP_BOTTOM, 0, HEIGHT, WIDTH, "panel")
        strips.vote(canvas, proposals)
        if any(status.bars for status in view.characters):
            strips.vote_health(canvas, view, words)
        else:
            strips.log(canvas, words)
        strips.frame(canvas, "O")
    else:
        _draw_strip(canvas, words, max(lowest[0] + _BADGE, max(lowest) + below + MARGIN, _LEAST))
    return finish(canvas, look)


def _draw_strip(canvas: Canvas, words: str, height: int) -> None:
    """End the picture at a height, with a line of words under the cards, ink on shaded paper."""
    canvas.px = canvas.px[:height].copy()
    if words:
        top = height - _STRIP
        canvas.fill(top, strips.CORNER, height, WIDTH, "paper2")
        canvas.fill(top, strips.CORNER, top + 3, WIDTH, "0")
        room = WIDTH - 14 - strips.CORNER
        words = shortened(canvas.tiles, words, room - 12)
        canvas.words(words, top + 11, strips.CORNER + 12, "0")
    canvas.frame(0, 0, height, WIDTH, "t", thick=strips.FRAME)
