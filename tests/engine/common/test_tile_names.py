"""The names that a tile set defines are read from its two files, and the common icons."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.common import tile_names as names


def test_a_tile_set_names_colours_icons_letters_and_sprites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, file, lines in (
        ("own", "sprites.txt", "colour red 1\n\ncolour\nentity A b\nsprite monster/web x y\n"),
        ("own", "icons.txt", "badge star ab\nother moon ab\n"),
        ("common", "icons.txt", "badge sun ab\nbadge\n"),
        ("common", "sprites.txt", "colour blue 1\n"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / file).write_text(lines, "utf-8")
    monkeypatch.setattr(names, "TILES", tmp_path)
    read = names.tile_names.__wrapped__
    assert read("own") == names.TileNames(
        colours=frozenset({"red", "void"}),
        icons=frozenset({"star", "sun"}),
        letters=frozenset({"A"}),
        sprites=frozenset({"monster/web"}),
    )


def test_the_tile_sets_lie_in_the_folder_of_the_data() -> None:
    assert Path(__file__).parents[3] / "data" / "tiles" == names.TILES
