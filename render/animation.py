"""Films of a game: stills as a GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from render.pictures import Picture

FRAME_MS, LAST_MS = 250, 2500
MOST_BYTES = 2_000_000


def reel(stills: Sequence[Picture]) -> bytes:
    """Return the stills, at least one, as a GIF of at most 2,000,000 bytes that plays once: at full
    size, else at half, else with fewer frames between the first and the last."""
    whole = [Image.open(io.BytesIO(still.png)) for still in stills]
    if sum(len(still.png) for still in stills) <= MOST_BYTES and (
        len(film := _gif(whole)) <= MOST_BYTES
    ):
        return film
    frames = [_halved(frame) for frame in whole]
    while len(film := _gif(frames)) > MOST_BYTES and len(frames) > 1:
        frames = [*frames[:-1:2], frames[-1]]
    return film


def _halved(frame: Image.Image) -> Image.Image:
    """Return every second pixel: tiles and letters are drawn at twice their size or more."""
    return frame.resize((frame.width // 2, frame.height // 2), Image.Resampling.NEAREST)


def _gif(frames: Sequence[Image.Image]) -> bytes:
    """Return frames as a GIF that plays once: later ones hold only what changed."""
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[FRAME_MS] * (len(frames) - 1) + [LAST_MS],
        disposal=1,
        optimize=False,
    )
    return out.getvalue()
