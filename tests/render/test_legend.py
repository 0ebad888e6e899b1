"""The legend shows what players meet."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

import render
from render.legend import entries
from render.source import SourceError
from render.tileset import TileSet


def test_every_entry_is_a_picture_that_there_is():
    tiles = TileSet.own()
    named = {"tile": tiles.tiles, "badge": tiles.badges, "icon": tiles.icons}
    for _, some in entries():
        for entry in some:
            assert entry.name in named[entry.kind]
            assert entry.words


@pytest.mark.parametrize("theme", render.THEMES)
def test_it_is_as_wide_as_a_card_and_small_enough_to_post(theme: str):
    drawn = render.legend(theme=theme)
    image = Image.open(io.BytesIO(drawn.png))
    assert image.size == (1100, drawn.height)
    assert len(drawn.png) <= 60_000
    assert drawn.png == render.legend(theme=theme).png


def test_a_line_that_is_none_is_named(tmp_path: Path):
    broken = tmp_path / "legend.txt"
    broken.write_text("= Heroes\ntile hero_elf\n", "utf-8")
    with pytest.raises(SourceError, match=r"legend.txt:2"):
        entries(broken)
