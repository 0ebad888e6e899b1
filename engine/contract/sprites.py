"""A sheet of pictures made by others, as plain data that a renderer can draw from."""

from __future__ import annotations

import msgspec

Cell = tuple[int, int]  # row and column of a sheet, from 0
MARKS = "mark:"  # before the kind of a `Mark`: the name of its sprite, as in "mark:heard"


class SpriteSheet(msgspec.Struct, frozen=True):
    """An image of square cells, and the cells of sprites. What has no cell here keeps the picture
    that it has without the sheet."""

    image: str  # a path
    sprites: dict[str, Cell]
    remembered: dict[str, Cell] = {}  # of ground that is only remembered, where it differs
    origins: dict[str, str] = {}  # where a sprite's cell was chosen, for errors: "graf.prf:10"
    cell: int = 16  # pixels a side
