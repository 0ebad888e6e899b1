"""Log entries in words."""

from __future__ import annotations

import pytest
from msgspec.structs import fields, replace

from cogs.ui.log_text import action_text, autoplay_text, record_text, result_text
from table.history import entries as e
from table.history.entries import AnyEntry, LogEntry, LogRecord
from table.voting.motions import SettingMotion, UndoMotion

SET_PACE = SettingMotion("pace", "slow")
TIED = e.Decided("A", "fire (wolf)", {"A": 1, "B": 1}, 2, 4, ("A", "B"), tie_break="first")
CHARACTERS = {0: "Beren", 1: "*Finrod*"}


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (
            e.Decided("B", "step ne", {"A": 1, "B": 2}, 3, 4),
            "Decided: B ◆ **step ne** (A 1, B 2; 3 of 4 took part)",
        ),
        (
            TIED,
            "Decided: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: the earlier proposal wins",
        ),
        (
            replace(TIED, tie_break="leader", person=7, second=True),
            "Decided in the second vote: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: the vote of <@7> decides, who leads",
        ),
        (
            replace(TIED, tie_break="draw"),
            "Decided: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: it was decided by lot",
        ),
        (e.Undecided("quorum"), "Undecided: too few have voted"),
        (
            e.MotionPassed(SET_PACE, 3, 1),
            "Passed: set “How long a turn may take” to slow (3 for, 1 against)",
        ),
        (e.MotionLost(UndoMotion(4), 1, 3), "Rejected: go back to line 4 (1 for, 3 against)"),
        (e.Voted(("A",)), ""),
        (e.Acted(0, "step n"), ""),
    ],
)
def test_only_results_of_votes_are_results(entry: LogEntry, text: str):
    assert result_text(entry) == text


def _example(kind: type[LogEntry]) -> LogEntry:
    """An entry of a kind, with plain values."""
    values = {
        "action": "step n",
        "counts": {"A": 1},
        "letter": "A",
        "letters": ("A",),
        "motion": SET_PACE if kind.__name__.startswith("Motion") else False,
        "name": "pace" if kind is e.SettingChanged else "Beren",
        "on": True,
        "reason": "quorum" if kind is e.Undecided else "Tea.",
        "seats": (0, 1),
        "value": "slow",
        "digest": "ab",
    }
    given = {f.name: values.get(f.encode_name, 1) for f in fields(kind) if f.required}
    return kind(**given)


def kinds() -> tuple[type[LogEntry], ...]:
    return AnyEntry.__args__  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_entry_has_words(kind: type[LogEntry]):
    entry = _example(kind)
    text = record_text(LogRecord(3, entry, 5, 0.0), CHARACTERS)  # type: ignore[arg-type]
    assert text
    assert text != kind.__name__
    assert record_text(LogRecord(3, entry, None, 0.0), CHARACTERS)  # type: ignore[arg-type]


def test_entries_name_people_and_characters():
    given = LogRecord(3, e.SeatGiven(1, 7), 5, 0.0)
    assert record_text(given, CHARACTERS) == "<@5> gave \\*Finrod\\* to <@7>."


def test_a_hidden_action_is_only_called_an_action():
    assert action_text(e.Acted(1, "")) == "an action"
    assert record_text(LogRecord(3, e.Acted(1, ""), 5, 0.0), CHARACTERS) == "an action"
    assert record_text(LogRecord(3, e.Acted(1, "step n"), 5, 0.0), CHARACTERS) == "step n"
    alone = e.Acted(1, "step n", why="it is *near*")
    assert record_text(LogRecord(3, alone, None, 0.0), CHARACTERS) == (
        "step n, by itself: it is \\*near\\*"
    )
    assert autoplay_text(alone, "Ann") == "-# Ann, by itself: **step n**: it is \\*near\\*"
