"""Words in pictures stand out from what they are drawn on by 4.5:1 (WCAG AA), in every look."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import numpy as np
import pytest

import render
from render import THEMES
from render.canvas import ABOVE, DOT, Canvas, line_mask
from render.strips import MAP_BOTTOM
from render.themes import colours, theme_of
from render.tile_library import own_tiles
from tests.render import golden, scenes

LEAST = 4.5
SCENES = (scenes.exploring, scenes.party, scenes.game_master, scenes.worst)
STRIP = MAP_BOTTOM + 1  # words below stand on plain colours; those on the map have an edge


def luminance(colour: bytes) -> float:
    """The relative luminance of a colour, by WCAG 2."""
    parts = [value / 255 for value in colour]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: bytes, other: bytes) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def drawn_pairs(draw: Callable[[], object]) -> set[tuple[int, int]]:
    """The colours of words in the strip without an edge, with the commonest behind each."""
    pairs: set[tuple[int, int]] = set()
    plain = Canvas.words

    def words(canvas, words, top, left, name="W", *, bold=False, edge=0):
        mask = line_mask(canvas.tiles, words, bold)
        ground = canvas.px[top : top + mask.shape[0] - ABOVE * DOT, left : left + mask.shape[1]]
        if top >= STRIP and not edge and words.strip() and ground.size:
            pairs.add((canvas.colour(name), int(np.bincount(ground.ravel()).argmax())))
        return plain(canvas, words, top, left, name, bold=bold, edge=edge)

    with patch.object(Canvas, "words", words):
        draw()
    return pairs


def check(pairs: set[tuple[int, int]], tiles: str, theme: str) -> None:
    table = colours(own_tiles().tile_set(tiles), theme_of(theme))
    assert pairs
    for ink, ground in pairs:
        found = contrast(*(table[3 * each : 3 * each + 3] for each in (ink, ground)))
        assert found >= LEAST, (theme, ink, ground, found)


@pytest.mark.parametrize("theme", THEMES)
def test_words_of_the_strips_can_be_read(theme: str) -> None:
    for scene in SCENES:
        view = scene()
        check(drawn_pairs(lambda v=view: render.picture(v, theme=theme)), "sil", theme)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("tiles", ["sil", "kanthe", "delve"])
def test_words_of_sheets_can_be_read(tiles: str, theme: str) -> None:
    found = own_tiles().tile_set(tiles).palette
    pairs = {(found["0"], found[ground]) for ground in ("paper", "paper2", "Y", "P")}
    check(pairs | {(found[ink], found[g]) for ink in "Ww" for g in ("panel", "line")}, tiles, theme)


@pytest.mark.parametrize("name", ["sheet", "sheet-vote"])
def test_words_under_a_sheet_can_be_read(name: str) -> None:
    check(drawn_pairs(golden.PICTURES[name]), "kanthe", "standard")
