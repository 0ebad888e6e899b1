"""View -> PNG, GIF, text. The only code that imports PIL. Knows no rules.

Everything is a pure function of the view: the same view gives the same bytes. Nothing here may be
called from the event loop's thread: a still takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Sheet, View
from render.board import sheet
from render.endings import death, victory
from render.film import animation, reel, walk
from render.legend import legend
from render.pins import Place, places
from render.source import SourceError
from render.survey import overview
from render.themes import THEMES
from render.tileset import TileSet
from render.turn import Picture
from render.turn import turn as _turn
from render.votes import Proposal
from render.window import Window, column_name, square_name
from render.words import text

__all__ = [
    "THEMES",
    "Picture",
    "Place",
    "Proposal",
    "SourceError",
    "TileSet",
    "Window",
    "animation",
    "column_name",
    "death",
    "legend",
    "overview",
    "picture",
    "places",
    "reel",
    "sheet",
    "square_name",
    "text",
    "victory",
    "walk",
]


def picture(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileSet | None = None,
    log_line: str | None = None,
    letters: bool = False,
) -> Picture:
    """The picture of a turn as one seat sees it, 1100 x 700, at most 60,000 bytes of PNG.

    `window` is that of the picture before (Picture.window): it is kept while the hero stays off its
    edges. `proposals` turn the strip into a ballot; `log_line` replaces the headline; `letters`
    puts its letter beside every creature, as high contrast does anyway. Raises ValueError for a
    theme that there is not.
    """
    if isinstance(view.board, Sheet):
        return sheet(view, theme=theme, proposals=proposals, tiles=tiles, log_line=log_line)
    return _turn(
        view,
        window=window,
        theme=theme,
        proposals=proposals,
        tiles=tiles,
        log_line=log_line,
        letters=letters,
    )
