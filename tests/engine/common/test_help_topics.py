"""A bad file of help topics is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.common.data_files import RecordError
from engine.common.help_topics import read_topics


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("  text: words", "help.txt:1: a field before"),
        ("topic a\n  text: b\n  other: c", "help.txt:3: topic a"),
        ("topic a\n  words: b", "help.txt:1: topic a: “text” is missing"),
        ("topic a\n  text: b\ntopic a\n  text: b", "help.txt:3: topic a: this name is taken"),
    ],
)
def test_a_bad_file_is_told_with_its_line(tmp_path: Path, written: str, fault: str) -> None:
    path = tmp_path / "help.txt"
    path.write_text(written, "utf-8")
    with pytest.raises(RecordError, match=fault):
        read_topics(path)
