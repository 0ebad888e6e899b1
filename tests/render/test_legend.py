"""The legend shows what players meet."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import render
from render import legend_picture
from render.canvas import WIDTH, Canvas
from render.legend_picture import LegendEntry, _sprite, entries, parts
from render.tile_files import SourceError
from render.tile_library import own_tiles
from render.tileset import FOLDER


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/legend.txt")), ids=lambda at: at.parent.name)
def test_every_entry_is_a_picture_that_there_is(path: Path):
    tiles = own_tiles().tile_set(path.parent.name)
    named = {"tile": tiles.tiles, "badge": tiles.badges, "icon": tiles.icons}
    named["sunlit"] = tiles.tiles
    for _, some in entries(path):
        for entry in some:
            assert entry.name in named[entry.kind]
            assert entry.words


@pytest.mark.parametrize("kind", ["tile", "badge", "icon", "sunlit"])
def test_an_entry_is_drawn_as_what_it_is(kind: str):
    tiles = own_tiles().tile_set("sil")
    listed = [each for _, some in entries(FOLDER / "sil" / "legend.txt") for each in some]
    entry = next(each for each in listed if each.kind == kind)
    of_kind = {"badge": tiles.badge, "icon": tiles.icon, "sunlit": tiles.sunlit}
    expected = of_kind[kind](entry.name) if kind in of_kind else tiles.named(*entry[1:3])
    assert np.array_equal(_sprite(tiles, entry), expected)


def test_ground_in_sunlight_is_lighter_and_has_no_sign_on_it():
    tiles = own_tiles().tile_set("sil")
    rule = tiles.rules.find("ground", "sil:terrain/patch-of-sunlight", ".")
    assert rule is not None
    assert rule.tile == "floor"
    for tile in ("floor_a", "floor_b"):
        plain, lit = (
            np.array(tiles.rgb)[each(tile)[1:-1, 1:-1]] for each in (tiles.named, tiles.sunlit)
        )
        assert (lit.sum(axis=2) > plain.sum(axis=2)).all()


@pytest.mark.parametrize("theme", render.THEMES)
def test_it_is_as_wide_as_a_card_and_small_enough_to_post(theme: str):
    for part in range(render.legend_parts("sil")):
        drawn = render.legend("sil", part, theme=theme)
        image = Image.open(io.BytesIO(drawn.png))
        assert image.size == (WIDTH, drawn.height)
        assert len(drawn.png) <= 60_000
        assert drawn.png == render.legend("sil", part, theme=theme).png


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/legend.txt")), ids=lambda at: at.parent.name)
def test_its_pictures_together_show_every_entry_under_its_heading(path: Path):
    together: dict[str, list[LegendEntry]] = {}
    for part in parts(path):
        for heading, some in part:
            together.setdefault(heading, []).extend(some)
    assert {heading: [*some] for heading, some in entries(path)} == together


@pytest.mark.parametrize("ruleset", sorted(at.parent.name for at in FOLDER.glob("*/legend.txt")))
def test_each_entry_stands_where_nothing_else_is_drawn(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
):
    draw, height, width = legend_picture._draw_entry, 54, legend_picture._CELL
    free: list[bool] = []

    def drawn(canvas: Canvas, entry: LegendEntry, label: str, top: int, left: int) -> None:
        place = canvas.px[top : top + height, left : left + width]
        empty = bool((place == canvas.tiles.palette["void"]).all())
        free.append(empty and place.shape == (height, width))
        draw(canvas, entry, label, top, left)

    monkeypatch.setattr(legend_picture, "_draw_entry", drawn)
    for part in range(render.legend_parts(ruleset)):
        render.legend(ruleset, part)
    assert free
    assert all(free)


def test_a_line_that_is_none_is_named(tmp_path: Path):
    broken = tmp_path / "legend.txt"
    broken.write_text("= Heroes\ntile hero_elf\n", "utf-8")
    with pytest.raises(SourceError, match=r"legend.txt:2"):
        entries(broken)


def test_a_ruleset_without_a_legend_has_the_common_one():
    assert render.legend("toy").png == render.legend("common").png != render.legend("sil").png
