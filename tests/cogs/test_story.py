"""The story of what somebody missed."""

import pytest

from cogs.ui.formatting import ordinal
from cogs.ui.history import dice_lines, story_sentences
from engine.contract.action import Event, Roll
from table.history.entries import Acted, LogRecord
from table.history.roll_stats import luckiest


def record(number: int, action: str, *events: Event) -> LogRecord:
    return LogRecord(number, Acted(0, action), 5, 0.0, events)


FAIL = Event("door", "You fail to pick the lock.")
OPEN = Event("found", "You pick the lock.", notable=True)
KILL = Event("kill", "The wolf is slain.", notable=True)


def test_a_story_tells_what_matters_and_at_which_try_it_came_about():
    records = [record(n, "open e", FAIL) for n in range(1, 7)]
    records += [record(7, "open e", OPEN), record(8, "step e", Event("move", "You step."), KILL)]
    assert story_sentences(records, range(1, 9)) == [
        "You pick the lock, at the seventh try.",
        "The wolf is slain.",
    ]


def test_what_was_undone_is_no_part_of_it():
    records = [record(1, "step e", KILL), record(2, "open e", OPEN)]
    assert story_sentences(records, [2]) == ["You pick the lock."]


def test_where_nothing_is_notable_all_is_told():
    records = [record(1, "open e", FAIL), record(2, "step n", Event("move", "You step."))]
    assert story_sentences(records, [1, 2]) == ["You fail to pick the lock.", "You step."]


def blow(text: str, own: int, others: int) -> Event:
    dice = (Roll("your attack", 20, (own,), own=True), Roll("enemies' evasion", 20, (others,)))
    return Event("blow", text, rolls=dice)


def test_the_luckiest_roll_is_high_against_a_low_one():
    events = [blow("You miss.", 3, 17), blow("You hit.", 18, 12), blow("You graze it.", 15, 2)]
    assert luckiest(events) == events[2]
    assert luckiest(events[:1]) is None
    assert luckiest([Event("note", "Nothing.")]) is None


def test_the_dice_are_told_in_two_lines():
    told = dice_lines([blow("You hit.", 18, 2), blow("You miss.", 5, 9)])
    assert told == [
        "-# Dice: enemies' evasion averaged 5.5 in 2 rolls (expected 10.5); "
        "your attack averaged 11.5 in 2 rolls (expected 10.5).",
        "-# Luckiest roll: You hit. (your attack 18, enemies' evasion 2)",
    ]
    assert dice_lines([]) == []


@pytest.mark.parametrize(
    ("number", "word"), [(3, "third"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th")]
)
def test_a_try_is_counted_in_words(number: int, word: str):
    assert ordinal(number) == word
