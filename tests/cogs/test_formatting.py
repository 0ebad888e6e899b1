"""Other people's text is only text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.formatting import (
    code_block,
    count,
    escape,
    escape_prose,
    join_and,
    join_last_lines,
    join_lines,
    truncate,
)


@given(st.text())
def test_no_mention_and_no_line_break_survives(text: str):
    shown = escape(text)
    assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:]", shown)
    assert "\n" not in shown


@given(st.text(alphabet="*_~`|[]<>#\\- a"))
def test_every_sign_of_mark_up_is_escaped(text: str):
    shown = escape(text)
    assert not re.search(r"(?<!\\)[*_~`|\[\]<]", re.sub(r"\\\\", "", shown))
    assert not shown.startswith(("#", ">", "-"))


def test_a_link_is_not_clickable():
    assert "://" not in escape("see https://example.org")


@given(st.text(), st.integers(1, 50))
def test_cut_text_fits(text: str, limit: int):
    assert len(truncate(text, limit)) <= limit


@given(st.lists(st.text(max_size=30)), st.integers(10, 200))
def test_joined_lines_fit_and_are_whole(lines: list[str], limit: int):
    shown = join_lines(lines, limit)
    assert len(shown) <= limit + 1
    kept = shown.removesuffix("…").removesuffix("\n")
    assert "\n".join(lines).startswith(kept)


@given(st.text())
def test_nothing_closes_a_code_block_but_its_end(text: str):
    shown = code_block(text, 200)
    assert len(shown) <= 200
    assert shown.count("`") == 6


@given(st.lists(st.text(max_size=30)), st.integers(10, 200))
def test_the_last_lines_fit_and_are_whole(lines: list[str], limit: int):
    shown = join_last_lines(lines, limit)
    assert len(shown) <= limit + 1
    kept = shown.removeprefix("…").removeprefix("\n")
    assert "\n".join(lines).endswith(kept)


def test_names_and_numbers_read_as_sentences_do():
    assert [join_and(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
    assert (count(1, "move"), count(2, "move")) == ("1 move", "2 moves")


def test_what_a_refusal_quotes_stays_a_quotation():
    assert escape_prose("Use `/game resume`, *Ann*.") == "Use `/game resume`, \\*Ann\\*."
    assert escape_prose("`a_b` and `c*d`") == "`a_b` and `c*d`"
    assert escape_prose("one ` alone") == "one \\` alone"
    assert "@everyone" not in escape_prose("`@everyone`")
