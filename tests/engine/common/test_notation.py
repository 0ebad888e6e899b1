"""Dice notation: the usual grammar, Sil's opposed checks, and no text that breaks it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.common.notation import DEPTH, DICE, NotationError, Rolled, roll
from engine.contract.dice import Stream

KEYS = st.binary(min_size=32, max_size=32)


def refusal(text: str, key: bytes) -> str:
    """Why a text is no roll, nothing when it is one."""
    try:
        roll(text, Stream(key))
    except NotationError as error:
        return str(error)
    return ""


def rolled(text: str, key: int = 0) -> Rolled:
    """Return the roll with one of many streams."""
    return roll(text, Stream(key.to_bytes(32, "little")))


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("7 // 2", 3),
        ("7 / 2", 3.5),
        ("7 % 4", 3),
        ("--3", 3),
        ("-7 // 2", -4),
        ("10 - 2 - 3", 5),
        ("5d1", 5),
        ("5d1kh2", 2),
        ("5d1ph2", 3),
        ("5d1k1", 5),
        ("3d1mi4", 12),
        ("3d6ma1", 3),
        ("(1, 5, 3)kh2", 8),
        ("(1, 5, 3)pl1", 8),
        ("(4, 4)k4", 8),
        ("(1, 5, 3)k>3", 5),
        ("(1, 5, 3)k<3", 1),
        ("(1, 5, 3)k3", 3),
        ("(1, 5, 3)p>3", 4),
        ("(1, 5, 3)p<3", 8),
        ("(2d1, 7)kl1", 2),
        ("2.5 * 2", 5),
        ("3d1 [fire] + 2 [cold]", 5),
        ("d1", 1),
        ("1d1ra1", 2),
        ("+".join(["(1)"] * (DEPTH + 1)), DEPTH + 1),
        ("2d1ro1", 2),
    ],
)
def test_arithmetic_and_operations_give_what_they_say(text: str, total: float) -> None:
    assert rolled(text).total == total


@pytest.mark.parametrize("key", range(40))
def test_operations_keep_their_promises(key: int) -> None:
    kept = rolled("4d6kh3", key)
    (dice,) = kept.rolls
    assert len(dice.faces) == 4
    assert kept.total == sum(sorted(dice.faces)[1:])
    assert rolled("4d6pl1", key).total == kept.total
    assert 3 <= rolled("1d6rr<3", key).total <= 6
    exploded = rolled("6d4e4", key)
    faces = exploded.rolls[0].faces
    assert exploded.total == sum(faces)
    assert len(faces) == 6 + faces.count(4)
    assert exploded.detail.count("!") == faces.count(4)
    told = exploded.detail.partition("(")[2].rstrip(")").split(", ")
    for face, following in zip(told, [*told[1:], ""], strict=True):
        assert face.startswith("4") == following.endswith("!"), "what was added follows its die"
    once = rolled("8d6ro1", key)
    assert len(once.rolls[0].faces) == 8 + once.detail.count("r ")


@pytest.mark.parametrize(
    ("text", "comment"),
    [("1d20 to hit", "to hit"), ("1d20+5 # with luck", "with luck"), ("1d20", ""), ("2#", "")],
)
def test_what_follows_a_roll_is_a_comment(text: str, comment: str) -> None:
    assert rolled(text).comment == comment


def test_sils_checks_add_a_die_to_each_side_and_ties_fail() -> None:
    margins = Counter()
    for key in range(2000):
        check = rolled("check 8 vs 10", key)
        mine, theirs = (each.faces[0] for each in check.rolls)
        assert check.total == 8 + mine - 10 - theirs
        assert check.success == (check.total > 0)
        margins[check.success] += 1
    # 28 of the hundred pairs of dice differ by more than two in one's favour.
    assert 480 < margins[True] < 640
    assert [each.sides for each in rolled("hit 5 vs 1d4").rolls] == [20, 4, 20]
    assert rolled("5 vs 5").success is False
    assert rolled("6 vs 5").success is True


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "1d0",
        "d0",
        "1d",
        "1 +",
        "(1",
        "1)",
        "1/0",
        "1 % 0",
        "1d6k",
        "1d6mih3",
        "(1, 2)rr1",
        "1001d6",
        "99999d99999",
        "1d6rr<7",
        "1d1e1",
        "check 3",
        "9999999*9999999*9999999",
        "1d6$",
        "1,2",
        "(" * 50 + "1" + ")" * 50,
        "-" * 60 + "1",
        "1" * 400,
        "²d6",
        "1d٣",
    ],
)
def test_what_is_no_roll_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text, bytes(32)).endswith(".")


def test_the_budget_of_dice_holds_over_the_whole_text() -> None:
    assert rolled(f"{DICE}d2").total >= DICE
    with pytest.raises(NotationError, match="too many"):
        rolled(f"{DICE // 2}d2 + {DICE // 2 + 1}d2")


NUMBERS = st.integers(0, 30).map(str)
OPERATIONS = st.builds(
    lambda name, how, number: f"{name}{'' if name in ('mi', 'ma') else how}{number}",
    st.sampled_from(["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]),
    st.sampled_from(["", "h", "l", "<", ">"]),
    st.integers(0, 12),
)
DICE_TEXTS = st.builds(
    lambda count, sides, done: f"{count}d{sides}{''.join(done)}",
    st.integers(0, 20),
    st.integers(1, 20),
    st.lists(OPERATIONS, max_size=3),
)
TEXTS = st.recursive(
    NUMBERS | DICE_TEXTS,
    lambda inner: st.one_of(
        st.builds(
            "{} {} {}".format, inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner
        ),
        inner.map("({})".format),
        inner.map("-{}".format),
        st.builds("({}, {})kh1".format, inner, inner),
        inner.map("{} [fire]".format),
    ),
    max_leaves=8,
)


@given(TEXTS, KEYS)
def test_every_valid_expression_gives_a_result_or_says_why_not(text: str, key: bytes) -> None:
    if why := refusal(text, key):
        known = ("zero", "too many", "too big", "at most", "Only dice")
        assert any(words in why for words in known)
    else:
        first = roll(text, Stream(key))
        assert first == roll(text, Stream(key))
        assert first.comment == ""


@given(st.text(alphabet="0123456789d%khlproeima<>()[],.+-*/ vscheckit#²", max_size=40), KEYS)
def test_no_text_breaks_the_evaluator(text: str, key: bytes) -> None:
    if not refusal(text, key):
        result = roll(text, Stream(key))
        assert sum(len(each.faces) for each in result.rolls) <= DICE + 2
