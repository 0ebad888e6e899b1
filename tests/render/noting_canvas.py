"""A canvas that notes what is written and which shapes are drawn, and where."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from render.canvas import Canvas
from render.tile_library import own_tiles


class DrawnLine(NamedTuple):
    """A line of words, from its first pixel to the one behind its last."""

    words: str
    top: int
    left: int
    right: int
    colour: str | int


class Shape(NamedTuple):
    """A seat's or proposal's shape, with its middle in pixels."""

    kind: int
    size: int
    colour: str
    letter: str
    y: int
    x: int


class NotingCanvas(Canvas):
    """A whole picture of Sil's tiles."""

    def __init__(self, ground: str = "panel") -> None:
        super().__init__(own_tiles().tile_set("sil"), ground)
        self.written: list[DrawnLine] = []
        self.shapes: list[Shape] = []

    def words(
        self,
        words: str,
        top: int,
        left: int,
        name: str | int = "W",
        *,
        bold: bool = False,
        edge: int = 0,
    ) -> int:
        """Write, and note it."""
        right = super().words(words, top, left, name, bold=bold, edge=edge)
        self.written.append(DrawnLine(words, top, left, right, name))
        return right

    def emblem(self, kind: int, size: int, name: str, letter: str, y: int, x: int) -> None:
        """Draw a shape, and note it."""
        super().emblem(kind, size, name, letter, y, x)
        self.shapes.append(Shape(kind, size, name, letter, y, x))

    @property
    def said(self) -> list[str]:
        """All words that are not empty, in the order in which they were written."""
        return [each.words for each in self.written if each.words]

    def found(self, words: str) -> DrawnLine:
        """The place of these words; they must stand there once."""
        [place] = [each for each in self.written if each.words == words]
        return place

    def of_colour(self, name: str) -> tuple[int, int, int, int]:
        """The top, left, bottom and right of all pixels of a colour, the last two not included."""
        places = np.argwhere(self.px == self.colour(name))
        assert len(places), f"nothing is drawn in {name}"
        (top, left), (bottom, right) = places.min(0).tolist(), places.max(0).tolist()
        return top, left, bottom + 1, right + 1
