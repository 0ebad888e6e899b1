"""Fields of data files: what is refused, and where the fault is told to stand."""

import pytest

from engine.common import distributions, help_topics
from engine.common.data_files import Record, RecordError
from engine.contract.data import DataReport

ELEMENTS = ("fire", "ice")


def record(**fields):
    """Return a record at line 7 with fields at the lines after it."""
    made = Record("beasts.txt", 7, "beast", "bat")
    made.fields = {key: (text, 8 + n) for n, (key, text) in enumerate(fields.items())}
    return made


def fault(read, *args):
    with pytest.raises(RecordError) as refusal:
        read(*args)
    (told,) = refusal.value.faults
    return told


def test_nothing_may_be_wanting_between_two_separators():
    assert record(a="x; y").parts("a") == ("x", "y")
    assert record().parts("a") == ()
    for text in ("x;; y", "x;", "; x"):
        assert fault(record(a=text).parts, "a") == (
            "beasts.txt:8: beast bat: nothing stands between two “;”"
        )
    assert fault(record(a="x,,y").parts, "a", ",").endswith("between two “,”")


def test_a_name_must_be_known_and_stand_once():
    made = record(a="", traits="")
    made.known("traits", ("swift", "small"), ("swift", "small"))
    assert fault(made.known, "traits", ("swift", "swift"), ("swift",)) == (
        "beasts.txt:9: beast bat: a name stands twice"
    )
    assert "“swift”?" in fault(made.known, "traits", ("swft",), ("swift",))


def test_a_sentence_that_cannot_be_read_is_refused_with_its_line():
    assert record(ends="{who} wakes").template("ends", "who") == "{who} wakes"
    broken = fault(record(ends="{who wakes").template, "ends", "who")
    assert broken.startswith("beasts.txt:8: beast bat: ")
    assert broken.endswith(" in this sentence")
    assert "“who”" in fault(record(ends="{whom} wakes").template, "ends", "who")


def test_figures_of_elements():
    assert record(resist="fire 3, ice -2").elements("resist", ELEMENTS) == {"fire": 3, "ice": -2}
    assert record(resist="all 6").elements("resist", ELEMENTS) == {"fire": 6, "ice": 6}
    assert record().elements("resist", ELEMENTS) == {}
    twice = "beasts.txt:8: beast bat: “fire” stands twice"
    assert fault(record(resist="fire 3, fire 4").elements, "resist", ELEMENTS) == twice
    assert fault(record(resist="all 3, fire 4").elements, "resist", ELEMENTS) == twice
    assert "“fire”?" in fault(record(resist="fyre 3").elements, "resist", ELEMENTS)


def test_a_folder_without_help_is_reported_as_it_is(tmp_path):
    report = DataReport((("beasts.txt", 3),))
    assert help_topics.with_topics(report, tmp_path) is report


def test_a_die_without_sides_shows_nothing():
    for sides in (0, -1):
        assert distributions.die(sides) == {0: 1.0}
        assert distributions.die(sides, 2) == {0: 1.0}
    assert distributions.die(1) == {1: 1.0}
