"""Help topics are counted and given to translators; a bad file is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.common.data_files import RecordError
from engine.common.help_topics import read_topics, topic_words, with_topics
from engine.contract.data import DataReport
from engine.contract.texts import Text


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


def test_translators_get_titles_texts_and_each_point(tmp_path: Path) -> None:
    path = tmp_path / "help.txt"
    path.write_text("topic a\n  text: b\ntopic c\n  title: D\n  points: e | f\n", "utf-8")
    assert [*topic_words(path)] == [Text(told) for told in ("A", "b", "D", "e", "f")]


COUNTED = DataReport((("a.txt", 3),))
BAD = DataReport(errors=("a.txt:1: bad",))
FAULT = "help.txt:1: a field before the first record"


@pytest.mark.parametrize(
    ("written", "report", "expected"),
    [
        (None, COUNTED, COUNTED),
        (None, BAD, BAD),
        (
            "topic a\n  text: b\ntopic c\n  text: d",
            COUNTED,
            DataReport((("a.txt", 3), ("help.txt", 2))),
        ),
        ("topic a\n  text: b", BAD, BAD),
        ("  text: b", COUNTED, DataReport(errors=(FAULT,))),
        ("  text: b", BAD, DataReport(errors=("a.txt:1: bad", FAULT))),
    ],
)
def test_a_report_counts_the_topics_or_tells_their_faults(
    tmp_path: Path, written: str | None, report: DataReport, expected: DataReport
) -> None:
    if written is not None:
        (tmp_path / "help.txt").write_text(written, "utf-8")
    assert with_topics(report, tmp_path) == expected
