"""Uploaded files as words of action lines."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.contract.action import InvalidAction
from engine.contract.uploads import (
    MAX_PICTURE,
    read_picture,
    read_upload,
    read_uploaded_text,
    without_uploads,
    write_upload,
)
from render import clean_picture
from tests.webp import webp


@given(st.binary(max_size=300))
def test_a_file_is_one_word_both_ways(data: bytes):
    word = write_upload(data)
    assert word.split() == [word]
    assert ";" not in word
    assert read_upload(word) == data
    assert without_uploads(f"picture ann {word} A key") == "picture ann (file) A key"


@given(st.text(max_size=60).filter(lambda text: not text.startswith("file:")))
def test_what_is_no_file_is_refused_in_a_sentence(text: str):
    with pytest.raises(InvalidAction, match="upload it with the slash command"):
        read_uploaded_text(text)


@pytest.mark.parametrize("word", ["file:a", "file:a b", "file:%%%%", "file:é"])
def test_a_damaged_word_is_refused(word: str):
    with pytest.raises(InvalidAction, match="upload it with the slash command"):
        read_uploaded_text(word)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(InvalidAction, match="no text"):
        read_uploaded_text(write_upload(b"\xff\xfe\x00"))


def test_text_with_control_characters_is_refused_however_it_came():
    with pytest.raises(InvalidAction, match="more than text"):
        read_uploaded_text(write_upload("#..\u202e".encode()))


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_what_the_upload_makes_of_a_picture_is_read(mode: str):
    png = io.BytesIO()
    Image.effect_noise((40, 30), 50).convert(mode).save(png, "PNG")
    clean = clean_picture(png.getvalue(), MAX_PICTURE)
    assert read_picture(write_upload(clean)) == clean


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"MZ" + bytes(100),
        webp(b"")[:12],
        webp(b"pixels") + b"a program",
        webp(b"pixels")[:-1],
        webp(b"where it was taken", b"EXIF"),
        webp(b"pixels", more=b"XMP \x04\0\0\0name"),
        webp(bytes(MAX_PICTURE)),
    ],
)
def test_a_word_that_holds_more_than_a_picture_is_none(data: bytes):
    with pytest.raises(InvalidAction, match="takes a picture"):
        read_picture(write_upload(data))
