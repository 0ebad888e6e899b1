"""Pictures that people upload: nothing but pixels gets through, and never too many of them."""

from __future__ import annotations

import contextlib
import io
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import clean_picture
from render.uploaded_picture import PAPER, SIDES

MOST = 40_000
SECRET = "51.5007 N, 0.1246 W"


def packed(picture: Image.Image, kind: str, **more: object) -> bytes:
    """Return a picture in a file format."""
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def gradient(width: int, height: int) -> Image.Image:
    """Return a colourful picture."""
    ramps = [Image.linear_gradient("L").resize((width, height)).rotate(90 * n) for n in range(3)]
    return Image.merge("RGB", ramps)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_of_each_kind_becomes_a_small_one(kind: str):
    cleaned = clean_picture(packed(gradient(1600, 800), kind), MOST)
    assert len(cleaned) <= MOST
    with Image.open(io.BytesIO(cleaned)) as shown:
        assert (shown.format, shown.size) == ("WEBP", (SIDES[0], SIDES[0] // 2))


def test_what_cameras_write_into_a_picture_is_gone():
    exif = Image.Exif()
    exif[0x010E] = SECRET
    exif[0x0112] = 6  # turned by a quarter
    photo = packed(gradient(400, 200), "JPEG", exif=exif, comment=SECRET.encode())
    assert SECRET.encode() in photo
    cleaned = clean_picture(photo, MOST)
    assert SECRET.encode() not in cleaned
    with Image.open(io.BytesIO(cleaned)) as shown:
        assert shown.size == (200, 400)
        assert not shown.getexif()
        assert not {"exif", "icc_profile", "xmp", "comment"} & set(shown.info)


def test_noise_is_made_smaller_until_it_fits():
    noise = Image.effect_noise((700, 700), 90).convert("RGB")
    cleaned = clean_picture(packed(noise, "PNG"), MOST)
    assert len(cleaned) <= MOST
    with pytest.raises(ValueError, match="of 100 bytes"):
        clean_picture(packed(noise, "PNG"), 100)


def test_what_unpacks_to_too_much_is_refused():
    huge = Image.new("1", (5_000, 5_000))
    with pytest.raises(ValueError, match="no picture"):
        clean_picture(packed(huge, "PNG"), MOST)


def test_only_pictures_are_read():
    for data in (b"", b"GIF89a", b"%!PS-Adobe\n", b"<svg/>", zlib.compress(b"x" * 99)):
        with pytest.raises(ValueError, match="no picture"):
            clean_picture(data, MOST)


@given(st.integers(0, 2_000), st.binary(min_size=1, max_size=8), st.sampled_from(["PNG", "JPEG"]))
def test_a_damaged_file_is_shown_or_refused(place: int, junk: bytes, kind: str):
    whole = packed(gradient(64, 48), kind)
    place %= len(whole)
    damaged = whole[:place] + junk + whole[place + len(junk) :]
    with contextlib.suppress(ValueError):
        assert clean_picture(damaged, MOST).startswith(b"RIFF")


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((8, 8), (8, 8)),
        ((900, 20), (900, 20)),
        ((1000, 500), (900, 450)),
        ((500, 1000), (450, 900)),
        ((20, 901), (20, 900)),
    ],
)
def test_a_picture_keeps_its_shape_and_is_never_made_larger(
    size: tuple[int, int], shown: tuple[int, int]
) -> None:
    with Image.open(io.BytesIO(clean_picture(packed(gradient(*size), "PNG"), MOST))) as cleaned:
        assert cleaned.size == shown


@pytest.mark.parametrize("size", [(7, 40), (40, 7)])
def test_a_picture_of_less_than_eight_pixels_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no picture"):
        clean_picture(packed(gradient(*size), "PNG"), MOST)


def test_what_shows_through_lies_on_paper() -> None:
    clear = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    clear.paste((255, 0, 0, 255), (0, 0, 20, 40))
    with Image.open(io.BytesIO(clean_picture(packed(clear, "PNG"), MOST))) as cleaned:
        red, paper = (cleaned.convert("RGB").getpixel(place) for place in ((5, 20), (35, 20)))
    assert isinstance(red, tuple)
    assert isinstance(paper, tuple)
    assert max(abs(a - b) for a, b in zip(red, (255, 0, 0), strict=True)) < 40
    assert max(abs(a - b) for a, b in zip(paper, PAPER, strict=True)) < 12
