"""The file of a picture holds the picture, and nothing else decides about its bytes."""

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from render import png

PALETTE = bytes(range(256)) * 3


@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 230), st.integers(1, 9))))
def test_any_picture_can_be_read_back(pixels: np.ndarray) -> None:
    read = Image.open(io.BytesIO(png.encode(pixels, PALETTE)))
    assert read.mode == "P"
    assert bytes(read.getpalette()) == PALETTE
    assert (np.asarray(read) == pixels).all()


def test_a_picture_too_full_for_runs_is_packed_tighter() -> None:
    row = np.random.default_rng(1).integers(0, 256, 700, dtype=np.uint8)
    pixels = np.stack([np.roll(row, place) for place in range(300)])
    file = png.encode(pixels, PALETTE)
    assert len(png._runs(pixels)) > png.MOST_BYTES > len(file)
    assert (np.asarray(Image.open(io.BytesIO(file))) == pixels).all()


def test_how_a_picture_lies_in_memory_leaves_no_trace() -> None:
    pixels = np.arange(600, dtype=np.uint8).reshape(20, 30)
    turned = np.asfortranarray(pixels)
    assert png.encode(turned, PALETTE) == png.encode(pixels, PALETTE)
    assert png.encode(np.repeat(pixels, 2, 1)[:, ::2], PALETTE) == png.encode(pixels, PALETTE)
