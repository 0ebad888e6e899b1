"""Uploaded files as words of action lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.action import InvalidAction
from engine.contract.uploads import read_upload, read_uploaded_text, without_uploads, write_upload


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
