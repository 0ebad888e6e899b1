"""Films of a game: stills as a GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial

from PIL import Image

FRAME_MS, LAST_MS = 250, 2500
MOST_BYTES = 2_000_000


def reel(
    pngs: Sequence[bytes],
    *,
    frame_ms: int = FRAME_MS,
    repeats: bool = False,
    most_bytes: int = MOST_BYTES,
) -> bytes:
    """Return the stills, at least one, as a GIF of at most so many bytes: at full size, else at
    half, else with fewer frames between the first and the last, which always stay. It plays once
    unless it `repeats`."""
    gif = partial(_as_gif, frame_ms=frame_ms, repeats=repeats)
    whole = [Image.open(io.BytesIO(png)) for png in pngs]
    if sum(map(len, pngs)) <= most_bytes and len(film := gif(whole)) <= most_bytes:
        return film
    frames = [_halved(frame) for frame in whole]
    while len(film := gif(frames)) > most_bytes and len(frames) > 2:
        frames = [*frames[:-1:2], frames[-1]]
    return film


def _halved(frame: Image.Image) -> Image.Image:
    """Return every second pixel: tiles and letters are drawn at twice their size or more."""
    return frame.resize((frame.width // 2, frame.height // 2), Image.Resampling.NEAREST)


def _as_gif(frames: Sequence[Image.Image], *, frame_ms: int, repeats: bool) -> bytes:
    """Return frames as a GIF: later ones hold only what changed."""
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[frame_ms] * (len(frames) - 1) + [LAST_MS],
        disposal=1,
        optimize=False,
        **({"loop": 0} if repeats else {}),
    )
    return out.getvalue()
