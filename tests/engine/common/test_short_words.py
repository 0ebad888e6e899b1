"""Words that are made short: slugs of names, coach lines, the terms of plans at their limits."""

from __future__ import annotations

import pytest

from engine.common.coach_lines import COACH_LENGTH, short_enough
from engine.common.compass import column, keypad_of, read, read_square, square
from engine.common.plans import LIMITS, Sighting, Stop, Terms, Watch, account, split_terms
from engine.common.slugs import slug
from engine.contract.placeholders import placeholder
from engine.contract.texts import Listing, Name, Text, counted, cut, joined, listed, text


def test_a_name_as_one_word() -> None:
    for name, word in [
        ("Gorgol, the Butcher", "gorgol-the-butcher"),
        ("Lórien", "lorien"),
        ("  A-1 ", "a-1"),
        ("Ungoliant's brood", "ungoliant-s-brood"),
        (f"{placeholder(7)} x", f"{placeholder(7)}-x"),
        ("…", ""),
    ]:
        assert slug(name) == word


def test_coach_lines_are_short_enough_and_ever_shorter() -> None:
    lines = ["x" * 121, "x" * 120, "y" * 120, "z" * 80, "z" * 90, "z" * 79]
    assert short_enough(lines) == ("x" * 120, "z" * 80, "z" * 79)
    assert COACH_LENGTH == 120


def test_without_a_short_line_the_last_is_cut() -> None:
    [line] = short_enough(["x" * 200, "y" * 150])
    assert (len(line), line[:1], line[-1]) == (120, "y", "…")


# ---------------------------------------------------------------- plans


def test_terms_are_the_last_word() -> None:
    for word, caution, turns in [
        ("bold", "bold", 200),
        ("usual:1", "usual", 1),
        ("careful:199", "careful", 199),
        ("BOLD:200", "bold", 200),
        ("bold:999", "bold", 200),
    ]:
        assert split_terms(["n", word]) == (("n",), Terms(caution, turns))  # type: ignore[arg-type]


def test_what_is_no_terms_stays_an_argument() -> None:
    for args in [[], ["bold", "n"], ["bold:0"], ["bold:1000"], ["bold:"]]:
        assert split_terms(args) == (tuple(args), Terms())


def test_terms_say_no_more_than_they_must() -> None:
    for terms, word in [
        (Terms(), ""),
        (Terms("bold"), "bold"),
        (Terms("usual", 199), "usual:199"),
        (Terms("usual", 200), ""),
    ]:
        assert str(terms) == word
        assert terms.limits == LIMITS[terms.caution]


def test_health_and_losses_are_held_against_their_limits() -> None:
    for before, after, reasons in [
        (50, 50, []),
        (51, 50, []),
        (50, 49, ["health"]),
        (100, 80, []),
        (100, 79, ["loss"]),
        (60, 39, ["health", "loss"]),
        (40, 45, []),
    ]:
        watch = Watch(LIMITS["usual"], [], before, 100)
        stops = watch.look([], after)
        assert [stop.reason for stop in stops] == reasons
        if "loss" in reasons:
            assert str(stops[-1].why) == f"lost {before - after} health at once"


@pytest.mark.parametrize(("turns", "near"), [(7, False), (6.9, True), (0, True)])
def test_an_alert_enemy_is_near_below_the_limit(turns: float, near: bool) -> None:
    def at(turns: float, *, alert: bool = True) -> Sighting:
        return Sighting("wolf", None, "a wolf", (1, 2), alert, turns)

    watch = Watch(LIMITS["usual"], [at(20)], 100, 100)
    stops = watch.look([at(turns)], 100)
    assert [(stop.reason, stop.why, stop.at) for stop in stops] == [
        ("near", "a wolf", (1, 2))
    ] * near
    assert watch.look([at(turns, alert=False)], 100) == []


def test_a_plan_without_a_reason_in_words_ends_with_a_full_stop() -> None:
    done = text("Explored")
    assert str(account(done, [], Stop("saw"))) == "Explored."
    assert str(account(done, [text("a door")], Stop("done", "all is known"))) == "Explored: a door."


# ---------------------------------------------------------------- squares


def test_columns_are_counted_as_in_spreadsheets() -> None:
    for x, letters in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")]:
        assert column(x) == letters
        assert square(3, x) == f"{letters}3"
        assert read_square(f" {letters.lower()}3 ") == (3, x)


def test_what_is_no_square() -> None:
    for name in ["", "3", "A", "ABC3", "A1234", "A-3", "A3 B"]:
        assert read_square(name) is None


def test_directions_are_read_however_they_are_written() -> None:
    for written, way in [
        ("North-East", "ne"),
        ("NE", "ne"),
        ("9", "ne"),
        ("south west", "sw"),
        ("up", "n"),
        ("left", "w"),
        ("5", None),
        ("x", None),
    ]:
        assert read(written) == way


def test_keypad_numbers_of_steps() -> None:
    rows = [[keypad_of(dy, dx) for dx in (-1, 0, 1)] for dy in (-1, 0, 1)]
    assert rows == [[7, 8, 9], [4, 5, 6], [1, 2, 3]]


# ---------------------------------------------------------------- texts


def test_names_take_their_article() -> None:
    for form, wolf, orc, beren in [
        ("", "wolf", "orc", "Beren"),
        ("the", "the wolf", "the orc", "Beren"),
        ("a", "a wolf", "an orc", "Beren"),
        ("A", "A wolf", "An orc", "Beren"),
        ("The", "The wolf", "The orc", "Beren"),
    ]:
        assert format(Name("wolf"), form) == wolf
        assert format(Name("orc"), form) == orc
        assert format(Name("Beren", proper=True), form) == beren
        assert format(Name("wolf", number=2), form.lower()) == "wolf 2"


def test_facts_in_a_row() -> None:
    for items, words in [
        ((), ""),
        (("a",), "a"),
        (("a", "b"), "a or b"),
        (("a", "b", "c"), "a, b or c"),
    ]:
        assert str(Listing(items, "or")) == words
        assert str(listed(items)) == ", ".join(items)


def test_names_in_a_row_take_the_form_of_the_row() -> None:
    row = Listing((Name("wolf"), Name("orc"), text("3 bats")), form="a")
    assert str(row) == "a wolf, an orc and 3 bats"
    assert f"{row:The}" == "A wolf, an orc and 3 bats"
    assert f"{row:.8}" == "a wolf,…"


@pytest.mark.parametrize(("number", "words"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns")])
def test_one_and_many(number: int, words: str) -> None:
    assert str(counted(number, "{number} turn", "{number} turns")) == words


def test_words_are_cut_with_dots() -> None:
    for said, most, words in [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abcd…"),
        ("abc def", 5, "abc…"),
        ("ab (cd) e", 8, "ab (cd)…"),
        ("abcd (ef)", 8, "abcd…"),
        ("a (bcdefgh)", 9, "a (bcdef…"),
    ]:
        assert cut(said, most) == words


def test_one_text_alone_is_not_wrapped_and_several_are_joined() -> None:
    one = Text("One.")
    assert joined([one]) is one
    assert str(joined([one, "two", 3], "; ")) == "One.; two; 3"
    assert str(joined([])) == ""
