"""The finished picture: a PNG with its size and the part of the level that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from render.canvas import Canvas
from render.png import encode
from render.themes import Theme, colours
from render.window import Window


@dataclass(frozen=True)
class Picture:
    """A still: PNG bytes (palette mode), the part of the level it shows, and its size."""

    png: bytes
    window: Window | None
    width: int
    height: int


def finish(canvas: Canvas, theme: Theme, window: Window | None = None) -> Picture:
    """Return the canvas as a picture."""
    height, width = canvas.px.shape
    return Picture(encode(canvas.px, colours(canvas.tiles, theme)), window, width, height)
