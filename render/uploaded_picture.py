"""Pictures that people upload: checked, drawn anew, small, without what cameras write into them."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MAX_PIXELS = 20_000_000  # that are unpacked
SIDES = (900, 700, 500, 350)  # pixels of the longer side, the first that fits
QUALITIES = (80, 60, 40)
PAPER = (242, 236, 220)  # behind what is transparent

_FAULTS = (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error, IndexError)


def clean_picture(data: bytes, most: int) -> bytes:
    """Return a picture as WebP of at most `most` bytes: pixels alone, turned upright.

    Raises ValueError for what is no picture that people can be shown.
    """
    try:
        picture = _pixels(data)
    except (UnidentifiedImageError, Image.DecompressionBombError, *_FAULTS):
        raise ValueError(
            "That is no picture that I can read: use PNG, JPEG, WebP or GIF."
        ) from None
    for side in SIDES:
        shown = picture.copy()
        shown.thumbnail((side, side), Image.Resampling.LANCZOS)
        for quality in QUALITIES:
            packed = io.BytesIO()
            shown.save(packed, "WEBP", quality=quality, method=4)
            if packed.tell() <= most:
                return packed.getvalue()
    raise ValueError(f"no picture of {most} bytes is worth showing")


def _pixels(data: bytes) -> Image.Image:
    """Return the first frame of a picture, at most as large as it will be shown."""
    with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
        opened.draft("RGB", (SIDES[0], SIDES[0]))  # a large photograph is read small
        width, height = opened.size
        if width * height > MAX_PIXELS or not min(width, height) >= 8:
            raise ValueError("out of bounds")
        upright = ImageOps.exif_transpose(opened)
        upright.thumbnail((SIDES[0], SIDES[0]), Image.Resampling.LANCZOS)
        layered = upright.convert("RGBA")
    flat = Image.new("RGB", layered.size, PAPER)
    flat.paste(layered, mask=layered.getchannel("A"))
    return flat
