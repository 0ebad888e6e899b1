"""View -> PNG, GIF, text. The only code that imports PIL. Knows no rules and no ruleset.

Everything is a pure function of the view and the tiles: the same view gives the same bytes. Nothing
here may be called from the event loop's thread: a still takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.view import View
from render.animation import reel
from render.endings import ending
from render.hall_picture import HallName, hall
from render.legend_picture import legend, legend_parts, legend_words
from render.morgue import morgue
from render.overview_picture import overview
from render.pictures import Picture
from render.place_markers import Place, places
from render.proposals import Proposal
from render.sheet_picture import make_sheet_picture
from render.text_view import text
from render.themes import THEMES
from render.tile_files import SourceError
from render.tile_library import TileLibrary
from render.turn_picture import make_turn_picture
from render.uploaded_picture import clean_picture
from render.window import Window, column_name, square_name
from render.wording import WORDS, translated

__all__ = [
    "THEMES",
    "WORDS",
    "HallName",
    "Picture",
    "Place",
    "Proposal",
    "SourceError",
    "TileLibrary",
    "Window",
    "clean_picture",
    "column_name",
    "ending",
    "hall",
    "legend",
    "legend_parts",
    "legend_words",
    "morgue",
    "overview",
    "picture",
    "places",
    "reel",
    "square_name",
    "text",
    "translated",
]


def picture(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileLibrary | None = None,
    log_line: str | None = None,
    letters: bool = False,
) -> Picture:
    """Return the picture of a turn as one seat sees it, 948 x 605, at most 60,000 bytes of PNG: a
    map, a sheet, or a map with the sheet's sections beside it.

    `window` is that of the picture before (Picture.window): it is kept while the character stays
    off its edges. `proposals` turn the strip into a ballot; `log_line` replaces the headline;
    `letters` puts its letter beside every creature, as high contrast does anyway. `tiles` are our
    own unless given. Raises ValueError for a theme that there is not.
    """
    if view.map is None:
        return make_sheet_picture(
            view, theme=theme, proposals=proposals, tiles=tiles, log_line=log_line
        )
    return make_turn_picture(
        view,
        window=window,
        theme=theme,
        proposals=proposals,
        tiles=tiles,
        log_line=log_line,
        letters=letters,
    )
