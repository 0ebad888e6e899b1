"""The story of what somebody missed."""

from cogs.ui.history import story_sentences
from engine.contract.action import Event
from table.history.entries import Acted, LogRecord


def record(number: int, action: str, *events: Event) -> LogRecord:
    return LogRecord(number, Acted(0, action), 5, 0.0, events)


FAIL = Event("door", "You fail to pick the lock.")
OPEN = Event("found", "You pick the lock.", notable=True)
KILL = Event("kill", "The wolf is slain.", notable=True)


def test_a_story_tells_what_matters_and_at_which_try_it_came_about():
    records = [record(n, "open e", FAIL) for n in range(1, 7)]
    records += [record(7, "open e", OPEN), record(8, "step e", Event("move", "You step."), KILL)]
    assert story_sentences(records, range(1, 9)) == [
        "You pick the lock, at try 7.",
        "The wolf is slain.",
    ]


def test_what_was_undone_is_no_part_of_it():
    records = [record(1, "step e", KILL), record(2, "open e", OPEN)]
    assert story_sentences(records, [2]) == ["You pick the lock."]


def test_where_nothing_is_notable_all_is_told():
    records = [record(1, "open e", FAIL), record(2, "step n", Event("move", "You step."))]
    assert story_sentences(records, [1, 2]) == ["You fail to pick the lock.", "You step."]
