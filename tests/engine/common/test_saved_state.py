"""Saved states: what was saved is read, and nothing else is."""

from __future__ import annotations

import msgspec
import pytest

from engine.common.saved_state import SavedStates


class WalkState(msgspec.Struct):
    """A state for tests."""

    steps: int
    place: str = "the hall"


SAVED = SavedStates(WalkState, "Walking", 7)
WHOLE = SAVED.dump(WalkState(3))


def test_a_saved_state_is_its_format_and_messagepack():
    assert SAVED.dump(WalkState(3)) == b"\x07" + msgspec.msgpack.encode(
        {"steps": 3, "place": "the hall"}
    )
    assert SAVED.load(SAVED.dump(WalkState(3))) == WalkState(3)


def test_a_state_from_before_a_field_was_added_is_read():
    assert SAVED.load(b"\x07" + msgspec.msgpack.encode({"steps": 3})) == WalkState(3)


def walked(saved: dict[str, int]) -> dict[str, int]:
    """Return a state of an older format, which counted paces."""
    return {"steps": 2 * saved["paces"]}


def test_a_state_of_an_older_format_is_read_and_a_damaged_one_refused():
    saved = SavedStates(WalkState, "Walking", 7, {5: walked})
    assert saved.load(b"\x05" + msgspec.msgpack.encode({"paces": 3})) == WalkState(6)
    for damaged in ({"steps": 3}, [3], 3, {"paces": None}):
        with pytest.raises(ValueError, match="this saved game of Walking is damaged"):
            saved.load(b"\x05" + msgspec.msgpack.encode(damaged))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "this is no saved game of Walking that can be read"),
        (b"\x06" + WHOLE[1:], "this is no saved game of Walking that can be read"),
        (WHOLE[:-1], "this saved game of Walking is damaged"),
        (b"\x07\x03", "this saved game of Walking is damaged"),
    ],
)
def test_other_bytes_are_refused_in_a_sentence(data: bytes, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        SAVED.load(data)
