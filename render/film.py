"""Several turns in one act, as a short animation. The last frame is the still."""

from __future__ import annotations

import io
from collections.abc import Sequence

import msgspec
from PIL import Image

from engine.game import Grid, View
from render.tileset import TileSet
from render.turn import Picture, turn
from render.window import Square, Window

MOST_FRAMES = 12
FRAME_MS, LAST_MS = 350, 2500
MOST_BYTES = 400_000
REEL_MS = 250
REEL_BYTES = 2_000_000


def walk(
    view: View,
    steps: Sequence[Square],
    seat: int,
    *,
    window: Window | None = None,
    theme: str = "standard",
    tiles: TileSet | None = None,
) -> list[Picture]:
    """A still for each step of a hero (an event's `steps`), at most twelve, all in one window. Each
    shows what is known at the end: the last is the picture of the turn."""
    last = turn(view, window=window, theme=theme, tiles=tiles)
    grid = view.board
    if not isinstance(grid, Grid) or len(steps) < 2:
        return [last]
    before = list(steps[:-1])
    if len(before) > MOST_FRAMES - 1:
        every = len(before) / (MOST_FRAMES - 1)
        before = [before[int(place * every)] for place in range(MOST_FRAMES - 1)]
    stills = []
    for step in before:
        beings = tuple(
            msgspec.structs.replace(being, y=step[0], x=step[1]) if being.seat == seat else being
            for being in grid.beings
        )
        marks = tuple(mark for mark in grid.marks if mark.kind != "step")
        board = msgspec.structs.replace(grid, beings=beings, marks=marks)
        moved = msgspec.structs.replace(view, board=board)
        stills.append(turn(moved, window=last.window, theme=theme, tiles=tiles, keep=True))
    return [*stills, last]


def reel(stills: Sequence[Picture]) -> bytes:
    """The stills, at least one, as a GIF of at most 2,000,000 bytes that plays once: at full size,
    else at half, else with fewer frames between the first and the last."""
    whole = [Image.open(io.BytesIO(still.png)) for still in stills]
    if sum(len(still.png) for still in stills) <= REEL_BYTES and (
        len(film := _gif(whole, REEL_MS)) <= REEL_BYTES
    ):
        return film
    frames = [_halved(frame) for frame in whole]
    while len(film := _gif(frames, REEL_MS)) > REEL_BYTES and len(frames) > 1:
        frames = [*frames[:-1:2], frames[-1]]
    return film


def _halved(frame: Image.Image) -> Image.Image:
    """Every second pixel: tiles and letters are drawn at twice their size or more."""
    return frame.resize((frame.width // 2, frame.height // 2), Image.Resampling.NEAREST)


def _gif(frames: Sequence[Image.Image], milliseconds: int) -> bytes:
    """Frames as a GIF that plays once: later ones hold only what changed."""
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[milliseconds] * (len(frames) - 1) + [LAST_MS],
        disposal=1,
        optimize=False,
    )
    return out.getvalue()


def animation(stills: Sequence[Picture]) -> bytes | None:
    """The stills as a GIF that plays once: later frames hold only what changed. None when there is
    nothing to animate or it would exceed 400,000 bytes: then the still must do."""
    if not 2 <= len(stills) <= MOST_FRAMES:
        return None
    film = _gif([Image.open(io.BytesIO(still.png)) for still in stills], FRAME_MS)
    return film if len(film) <= MOST_BYTES else None
