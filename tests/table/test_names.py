"""Names of people and characters: kept as they are, told apart, and put in place of references."""

from __future__ import annotations

import pytest

from engine.common.slugs import slug
from engine.contract.placeholders import placeholder
from table.errors import Refusal
from table.history.entries import Delegated, Invited, Joined
from table.names import clean_name, clean_text, shown_name, unique_name
from table.references import (
    by_person,
    by_reference,
    member_of,
    names_in,
    people_in,
    refer,
    use_placeholders,
)
from table.shown_names import change_texts, fill_names
from table.state import GameRecord, KnownPerson, Member, Person, TableState

CONTROL = "A name cannot hold control characters."
NOTHING = "A name needs at least one letter."


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann  ", "Ann"),
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 32),
        ("x" * 31 + " y", "x" * 31),
        ("Zoë 😀", "Zoë 😀"),
        ("a\u200db", "a\u200db"),
    ],
)
def test_a_name_is_kept_without_blanks_and_cut_to_32_letters(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", NOTHING),
        ("  ", NOTHING),
        ("\u200b", NOTHING),
        ("\u2800\u3164", NOTHING),
        ("\u00a0\u0301", NOTHING),
        ("a\nb", CONTROL),
        ("a\tb", CONTROL),
        ("a\u202eb", CONTROL),
        ("a\u2066b", CONTROL),
        ("a\u200eb", CONTROL),
        ("a\u2028b", CONTROL),
        ("a\ue000b", CONTROL),
        (placeholder(7), CONTROL),
    ],
)
def test_a_name_that_nobody_could_read_or_that_turns_text_round_is_refused(
    name: str, said: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_name(name)
    assert str(refusal.value) == said


def test_a_name_that_discord_shows_always_stands_in_a_sentence() -> None:
    assert [shown_name(name) for name in ("A\u202enn", "\u200b", "Bob\n")] == [
        *("Ann", "Somebody", "Bob")
    ]


def test_what_people_type_keeps_its_lines_and_loses_what_controls() -> None:
    assert clean_text("plain") == "plain"
    assert clean_text("a\nb\tc") == "a\nb\tc"
    assert clean_text("a\x07b\n") == "ab\n"
    assert clean_text(f"a\x00\u202e{placeholder(7)}é") == "aé"


@pytest.mark.parametrize(
    ("name", "taken", "unique"),
    [
        ("Ann", [], "Ann"),
        ("Ann", ["Bob"], "Ann"),
        ("Ann", ["ann"], "Ann 2"),
        ("Ann", ["ANN", "Ann 2", "ann 3"], "Ann 4"),
        ("x" * 32, ["x" * 32], "x" * 28 + " 2"),
        ("x" * 27 + " yyyy", ["x" * 27 + " yyyy"], "x" * 27 + " 2"),
    ],
)
def test_of_equal_names_each_has_a_number_of_its_own(
    name: str, taken: list[str], unique: str
) -> None:
    assert unique_name(name, taken) == unique


ANN, BOB = placeholder(11), placeholder(12)
NAMES = {ANN: "Ann", BOB: "Big Bob"}


def test_a_refusal_names_people_in_its_sentence_and_in_its_choices() -> None:
    refusal = Refusal("{who} is not the only one.", (f"attack {BOB}", "rest"), who=ANN)
    refusal.fill_names(NAMES)
    assert str(refusal) == str(refusal.text) == "Ann is not the only one."
    assert refusal.choices == ("attack Big Bob", "rest")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("attack Ann", f"attack {ANN}"),
        ("attack ann now", f"attack {ANN} now"),
        ("give Big Bob sword", f"give {BOB} sword"),
        ("give big-bob sword", f"give {BOB} sword"),
        ("Ann waves", "Ann waves"),
        ("attack Anna", "attack Anna"),
        ("wait", "wait"),
    ],
)
def test_names_among_the_arguments_of_an_action_are_written_as_references(
    line: str, written: str
) -> None:
    assert use_placeholders(line, NAMES, ()) == written


@pytest.mark.parametrize(("letters", "looked_into"), [(500, 1), (501, 0)])
def test_no_name_is_looked_for_in_a_whole_file(letters: int, looked_into: int) -> None:
    use_placeholders("draw it Ann", NAMES, ())  # these words are known
    before = slug.cache_info().misses
    file = "x" * letters
    assert use_placeholders(f"draw {file} Ann", NAMES, ()) == f"draw {file} {ANN}"
    assert slug.cache_info().misses - before == looked_into


@pytest.mark.parametrize("vocabulary", [{"ann"}, {"big-bob", "ann"}])
def test_a_word_of_the_rules_is_nobody_s_name(vocabulary: set[str]) -> None:
    assert use_placeholders("attack Ann", NAMES, vocabulary) == "attack Ann"
    written = "Big Bob" if "big-bob" in vocabulary else BOB
    assert use_placeholders("give Big Bob it", NAMES, vocabulary) == f"give {written} it"


def game(*members: Member, **references: KnownPerson) -> TableState:
    """Return a game; `references`: r11 is the person of reference 11."""
    known = {int(name[1:]): each for name, each in references.items()}
    return TableState(GameRecord(1, 1, 1, "toy", 1, "solo"), members, references=known)


def test_people_are_named_in_the_order_of_joining_and_no_two_alike() -> None:
    state = game(
        Member(2, BOB),
        Member(1, "Zoe"),
        r11=KnownPerson(1, "zoe"),
        r12=KnownPerson(2, "Sam"),
        r13=KnownPerson(3, "Sam"),
        r14=KnownPerson(4, "\u200b"),
    )
    assert names_in(state) == {
        BOB: "Sam",
        ANN: "zoe 2",
        placeholder(13): "Sam 2",
        placeholder(14): "Somebody",
    }


def test_references_are_made_once_and_names_are_the_newest() -> None:
    first = refer(game(), [Person(1, "Ann"), Person(2, "Bob")], bytes(16))
    assert {each.person: each.name for each in first.references.values()} == {1: "Ann", 2: "Bob"}
    assert refer(first, [Person(1, "Ann"), Person(2, "")], bytes(16)) is first
    renamed = refer(first, [Person(1, "Anna")], bytes(range(16)))
    assert renamed.references.keys() == first.references.keys()
    assert {each.person: each.name for each in renamed.references.values()} == {1: "Anna", 2: "Bob"}
    to_reference = by_reference(renamed.references)
    reference = to_reference(1)
    back = by_person({reference: 1})
    assert (back(reference), back(reference + 1)) == (1, -reference - 1)
    assert to_reference(-9) == 9
    with pytest.raises(KeyError):
        to_reference(3)


def test_who_typed_a_name_is_called_by_it_and_others_by_their_reference() -> None:
    state = game(Member(2, "Zoe"), r11=KnownPerson(1, "Ann"))
    assert member_of(state, Person(1, "Ann")) == Member(1, ANN)
    assert member_of(state, Person(1, "Ann", character=" zoe ")) == Member(1, "zoe 2")


def test_everybody_whom_a_log_names_is_found_once() -> None:
    state = game(Member(3, "Eve"), Member(-4, "Somebody"))
    entries = [Joined("x"), Invited(9), Delegated(None), Delegated(3), Invited(9)]
    assert people_in(state, entries) == (1, 3, 9)


def test_names_stand_in_every_text_of_plain_data_and_the_rest_is_the_same() -> None:
    plain = (Invited(9), {"a": ["b"]}, 3, None)
    assert fill_names(plain, NAMES) is plain
    assert change_texts(plain, lambda text: text) is plain
    named = (Joined(f"{ANN} and {placeholder(99)}"), {ANN: [BOB, 1]}, ANN)
    assert fill_names(named, NAMES) == (Joined("Ann and Somebody"), {"Ann": ["Big Bob", 1]}, "Ann")
