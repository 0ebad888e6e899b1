"""Records of data files: their fields, their bounds, and where a fault is told to stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from engine.common import data_files
from engine.common.data_files import Record, RecordError, build, check, read, read_all, require
from engine.common.effects import NameOf, Number

BAT = """# beasts
monster cellar bat
  level: 3
  traits: erratic 50; swift
  text: It is hard to hit,
    and harder to like.
  empty:
"""


def records(tmp_path: Path, written: str, *kinds: str) -> tuple[list[Record], list[str]]:
    """Return the records of a file, and the faults."""
    path = tmp_path / "beasts.txt"
    path.write_text(written, "utf-8")
    faults: list[str] = []
    return read(path, kinds or ("monster",), faults), faults


def record(**fields: str) -> Record:
    """Return a record of line 1 with a field on each line from 2 on."""
    made = Record("beasts.txt", 1, "monster", "bat")
    for line, (key, value) in enumerate(fields.items(), 2):
        made.fields[key.replace("_", "-")] = (value, line)
    return made


def test_a_record_has_its_fields_by_name_and_line(tmp_path: Path) -> None:
    [bat], faults = records(tmp_path, BAT)
    assert (bat.kind, bat.name, bat.line, faults) == ("monster", "cellar bat", 2, [])
    assert bat.fields["text"] == ("It is hard to hit, and harder to like.", 5)
    assert bat.integer("level") == 3
    assert bat.parts("traits") == ("erratic 50", "swift")
    assert bat.has("empty")
    assert not bat.has("colour")


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("beast bat\n", ["beasts.txt:1: a record begins with monster and a name"]),
        ("monster\n", ["beasts.txt:1: a record begins with monster and a name"]),
        ("  level: 3\n", ["beasts.txt:1: a field before the first record"]),
        ("monster bat\n level: 3\n", ["beasts.txt:2: a field is “  name: value”"]),
        ("monster bat\n    level: 3\n", ["beasts.txt:2: a field is “  name: value”"]),
        ("monster bat\n  level: 3\n  level: 4\n", ["beasts.txt:3: “level” stands twice in bat"]),
        (
            "monster bat\n\n# again\nmonster bat\n",
            ["beasts.txt:4: monster bat: this name is taken"],
        ),
        ("monster bat\nmonster owl\n  level: 3\n", []),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, written: str, faults: list[str]
) -> None:
    assert records(tmp_path, written)[1] == faults


def test_a_continued_line_belongs_to_the_field_above_in_its_own_record(tmp_path: Path) -> None:
    found, faults = records(
        tmp_path, "monster bat\n  text:\n    one\n      two\nmonster owl\n  text: three\n"
    )
    assert [each.text("text") for each in found] == ["one two", "three"]
    assert faults == []
    _, faults = records(tmp_path, "monster bat\n  text: one\nmonster owl\n    two\n")
    assert faults == ["beasts.txt:4: a field is “  name: value”"]


def test_two_kinds_may_share_a_name(tmp_path: Path) -> None:
    found, faults = records(tmp_path, "monster bat\nitem bat\n", "monster", "item")
    assert ([each.kind for each in found], faults) == (["monster", "item"], [])


def faulty(act) -> str:
    """Return the fault of something that is done with a record."""
    with pytest.raises(RecordError) as raised:
        act()
    [fault] = raised.value.faults
    assert str(raised.value) == fault
    return fault


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("0", None), ("200", None), ("-1", "-1 is not between 0 and 200"),
        ("201", "201 is not between 0 and 200"), ("two", "“two” is not a whole number"),
    ],
)  # fmt: skip
def test_a_number_has_its_bounds(value: str, fault: str | None) -> None:
    bat = record(level=value)
    if fault is None:
        assert bat.integer("level") == int(value)
    else:
        assert faulty(lambda: bat.integer("level")) == f"beasts.txt:2: monster bat: {fault}"


def test_bounds_of_its_own_are_told() -> None:
    assert record(level="3").integer("level", least=3, most=3) == 3
    fault = faulty(lambda: record(level="2").integer("level", least=3, most=9))
    assert fault == "beasts.txt:2: monster bat: 2 is not between 3 and 9"


def test_a_missing_field_has_its_default_or_is_told_at_the_record() -> None:
    bat = record()
    assert (bat.text("text", "words"), bat.integer("level", -7)) == ("words", -7)
    assert faulty(lambda: bat.text("text")) == "beasts.txt:1: monster bat: “text” is missing"
    assert faulty(lambda: bat.integer("level")).endswith("“level” is missing")
    assert faulty(lambda: record(text="").text("text", "words")) == (
        "beasts.txt:2: monster bat: “text” is empty"
    )


def test_a_figure_is_given_by_itself_or_against_the_usual_one() -> None:
    for given, value in [
        ("7", 7),
        ("+2", 12),
        ("-1", 9),
        ("x3/2", 15),
        ("x2", 20),
        ("x1/3", 3),
        (None, 10),
    ]:
        bat = record() if given is None else record(speed=given)
        assert bat.scaled("speed", 10) == value


@pytest.mark.parametrize(
    ("given", "parts"), [("a; b ;c", ("a", "b", "c")), ("a", ("a",)), (None, ())]
)
def test_parts_stand_between_semicolons(given, parts) -> None:
    assert (record() if given is None else record(traits=given)).parts("traits") == parts


@pytest.mark.parametrize("given", ["a;;b", ";a", "a;"])
def test_no_part_is_empty(given: str) -> None:
    fault = faulty(lambda: record(traits=given).parts("traits"))
    assert fault == "beasts.txt:2: monster bat: nothing stands between two “;”"


def test_words_are_split_by_spaces() -> None:
    assert record(flags="a  b c").words("flags") == ("a", "b", "c")
    assert record().words("flags") == ()


def test_yes_and_no() -> None:
    for given, default, yes in [
        ("yes", False, True),
        ("no", True, False),
        (None, True, True),
        (None, False, False),
    ]:
        bat = record() if given is None else record(tame=given)
        assert bat.is_yes("tame", default) is yes


def test_a_word_must_be_one_of_those_allowed_and_the_nearest_is_named() -> None:
    assert record(size="big").one_of("size", ("big", "small")) == "big"
    assert faulty(lambda: record(size="bigg").one_of("size", ("big", "small"))) == (
        "beasts.txt:2: monster bat: there is no “bigg”; did you mean “big”?"
    )
    assert record().choice("size", Literal["big", "small"]) is None
    assert record(size="small").choice("size", Literal["big", "small"]) == "small"


def test_names_must_be_known_and_stand_once() -> None:
    bat = record(likes="owl, cat")
    bat.known("likes", ["owl", "cat"], {"owl", "cat"})
    assert faulty(lambda: bat.known("likes", ["owl", "dog"], {"owl", "cat"}, "beast")) == (
        "beasts.txt:2: monster bat: there is no beast “dog”"
    )
    assert faulty(lambda: bat.known("likes", ["owl", "owl"], {"owl"})) == (
        "beasts.txt:2: monster bat: a name stands twice"
    )


def test_a_form_takes_a_field_apart() -> None:
    form = re.compile(r"(\d+) (\w+)")
    match = record(badge="4 blind").matched("badge", form, "4 blind")
    assert match is not None
    assert match.groups() == ("4", "blind")
    assert record().matched("badge", form, "4 blind") is None
    assert faulty(lambda: record(badge="blind").matched("badge", form, "4 blind")) == (
        "beasts.txt:2: monster bat: “blind” is not of the form “4 blind”"
    )


DECLARED = {"bite": (Number(1, 9),), "fear": (NameOf("beast"),)}


def test_effects_are_read_as_declared() -> None:
    names = {"beast": {"cellar bat"}}
    bat = record(does="bite 3; fear cellar bat")
    assert bat.effects("does", DECLARED, names) == [("bite", ("3",)), ("fear", ("cellar bat",))]
    assert faulty(lambda: record(does="bite 10").effects("does", DECLARED, names)) == (
        "beasts.txt:2: monster bat: 10 is not between 1 and 9"
    )
    assert record(eats="3; 4").arguments("eats", (Number(1, 9),), names) == [("3",), ("4",)]
    assert faulty(lambda: record(eats="0").arguments("eats", (Number(1, 9),), names)) == (
        "beasts.txt:2: monster bat: 0 is not between 1 and 9"
    )


def test_a_sentence_may_name_the_facts_that_there_are() -> None:
    assert record(says="{who} hits {whom}.").template("says", "who", "whom") == "{who} hits {whom}."
    assert "“it”" in faulty(lambda: record(says="{it} hits.").template("says", "who"))
    assert faulty(lambda: record(says="{who hits.").template("says", "who")).endswith(
        "in this sentence"
    )


def test_elements_are_pairs_and_all_stands_for_every_one() -> None:
    both = ("fire", "ice")
    assert record(resists="fire 3, ice -2").elements("resists", both) == {"fire": 3, "ice": -2}
    assert record(resists="all 6").elements("resists", both) == {"fire": 6, "ice": 6}
    assert faulty(lambda: record(resists="fire 3, fire 4").elements("resists", both)).endswith(
        "“fire” stands twice"
    )
    assert faulty(lambda: record(resists="wind 3").elements("resists", both)).endswith(
        "there is no “wind”"
    )
    assert faulty(lambda: record(resists="fire").elements("resists", both)).endswith(
        "“” is not a whole number"
    )


def test_a_field_that_nothing_has_read_is_a_fault() -> None:
    bat = record(level="3", colour="red")
    bat.integer("level")
    assert faulty(bat.finish) == "beasts.txt:3: monster bat: there is no field “colour”"
    bat.text("colour")
    bat.finish()


# ---------------------------------------------------------------- whole folders

FILES = {"monster": "beasts.txt", "item": "beasts.txt", "place": "places.txt"}


def folder(tmp_path: Path, **written: str) -> Path:
    for name, text in written.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    return tmp_path


def test_the_records_of_a_folder_are_told_apart_by_kind(tmp_path: Path) -> None:
    faults: list[str] = []
    found = read_all(
        folder(tmp_path, beasts="monster bat\nitem cave\n", places="place cave\n"), FILES, faults
    )
    assert {kind: [each.name for each in made] for kind, made in found.items()} == {
        "monster": ["bat"], "item": ["cave"], "place": ["cave"],
    }  # fmt: skip
    assert faults == []


def test_a_file_that_is_missing_is_a_fault_of_its_first_line(tmp_path: Path) -> None:
    faults: list[str] = []
    found = read_all(folder(tmp_path, beasts="monster bat\n"), FILES, faults)
    assert faults == ["places.txt:1: cannot be read"]
    assert [each.name for each in found["monster"]] == ["bat"]


def test_what_is_built_is_kept_and_what_is_wrong_is_told() -> None:
    faults: list[str] = []
    good, bad, more = record(level="3"), record(level="x"), record(level="3", colour="red")
    good.name, bad.name, more.name = "good", "bad", "more"
    built = build([good, bad, more], lambda each: each.integer("level"), faults)
    assert built["good"] == 3
    assert "bad" not in built
    assert [fault.partition(": ")[0] for fault in faults] == ["beasts.txt:2", "beasts.txt:3"]


def test_records_must_be_all_that_are_wanted_and_no_others() -> None:
    faults: list[str] = []
    require([record()], ["bat"], "monster", "beasts.txt", faults)
    assert faults == []
    require([record()], ["owl", "cat"], "monster", "beasts.txt", faults)
    assert faults == [
        "beasts.txt:1: monster bat: there is no monster “bat”; did you mean “cat”?",
        "beasts.txt:1: there is no monster owl",
        "beasts.txt:1: there is no monster cat",
    ]


def test_a_check_counts_the_records_of_each_file_or_tells_every_fault(tmp_path: Path) -> None:
    good = folder(tmp_path, beasts="monster bat\nitem owl\n", places="place cave\n")
    report = check(good, FILES, lambda path: None)
    assert (report.counts, report.errors) == ((("beasts.txt", 2), ("places.txt", 1)), ())

    def load(path: Path) -> None:
        raise data_files.RecordError("one", "two")

    assert check(good, FILES, load).errors == ("one", "two")
