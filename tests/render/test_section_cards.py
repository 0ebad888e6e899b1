"""The words of cards in pictures."""

from __future__ import annotations

from render.canvas import words_width
from render.section_cards import wrapped
from render.tileset import TileSet


def test_a_percent_sign_stands_in_the_line_of_its_number() -> None:
    tiles = TileSet("kanthe")
    words = "You act first 81 %, they (13 %) then."
    rooms = range(words_width(tiles, "they (13"), words_width(tiles, words) + 1)
    found = [wrapped(tiles, words, room) for room in rooms]
    assert any(line.endswith("they") for lines in found for line in lines)
    assert all(" ".join(lines) == words for lines in found if "…" not in str(lines))
    assert not any(line.startswith("%") for lines in found for line in lines)
