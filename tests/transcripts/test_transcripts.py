"""Written sessions are told as they stand."""

from pathlib import Path

import pytest

from tests.transcripts.session import files, played


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_session_is_told_to_each_seat_as_it_is_written(path: Path) -> None:
    written = path.read_text("utf-8")
    assert played(written).splitlines() == written.splitlines()
