"""Log entries in words."""

from __future__ import annotations

import pytest
from msgspec.structs import fields, replace

from cogs.ui.log_text import action_text, autoplay_text, motion_text, record_text, result_text
from table.history import entries as e
from table.history.entries import AnyEntry, LogEntry, LogRecord
from table.voting.motions import GameMasterMotion, Motion, SettingMotion, UndoMotion

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
            replace(TIED, tie_break="leader"),
            "Decided: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: the earlier proposal wins",
        ),
        (
            replace(TIED, label="*Fire*"),
            "Decided: A ● **\\*Fire\\*** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: the earlier proposal wins",
        ),
        (
            replace(TIED, tie_break="draw"),
            "Decided: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part)"
            ". A and B were equal: it was decided by lot",
        ),
        (e.Undecided("quorum"), "Undecided: too few have voted"),
        (
            e.DecisionVoid("C", "The *wolf* is gone."),
            "Proposal C ■ cannot be done any more: The \\*wolf\\* is gone.",
        ),
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


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (e.TurnsUndone(4), "<@5> undid the moves after line 4."),
        (e.DeadlineMissed(), "The turn is late."),
        (e.Reminded(), "A reminder was sent."),
        (e.RotaPassed(7), "It is <@7>'s turn."),
        (e.RotaPassed(None), "The turn passes on."),
        (e.Removed(7), "<@5> removed <@7>."),
        (e.Removed(7, banned=True), "<@5> banned <@7>."),
        (e.Invited(7), "<@5> invited <@7>."),
        (e.EntryChanged(True), "<@5> lets only invited people join."),
        (e.EntryChanged(False), "<@5> lets everybody join."),
        (e.StateRecovered(), "The newest state could not be read, so the game was replayed."),
        (e.BotAway(89.0), "The bot was away for 1 minute."),
        (e.BotAway(7200.0), "The bot was away for 120 minutes."),
        (e.RulesChanged(4), "The rules changed to version 4."),
        (e.Proposed("step n"), "<@5> proposed **step n**."),
        (e.Proposed("draft", "A *Noldo*"), "<@5> proposed **A \\*Noldo\\***."),
        (e.Voted(("A", "C")), "<@5> voted for A C."),
        (e.Voted(()), "<@5> voted."),
        (e.Voted(("A",), motion=True), "<@5> voted."),
        (e.Abstained(), "<@5> abstained."),
        (e.Withdrawn(), "<@5> withdrew their vote."),
        (e.Vetoed("B"), "<@5> vetoed proposal B ◆."),
        (e.MotionMade(SET_PACE), "<@5> asks everybody to set “How long a turn may take” to slow."),
        (e.LeaderNamed(7), "<@7> leads."),
        (e.Delegated(None), "<@5> votes for themselves again."),
        (e.Delegated(7), "<@7> votes for <@5>."),
        (e.Joined("*Ann*"), "<@5> joined as \\*Ann\\*."),
        (e.Left(), "<@5> left."),
        (e.SeatGiven(1, 7), "<@5> gave \\*Finrod\\* to <@7>."),
        (e.SeatGiven(0, 5), "<@5> took Beren."),
        (e.SeatOffered(0, 7), "<@5> offered Beren to <@7>."),
        (e.SeatLent(2, 7, 60.9), "<@5> lent seat 3 to <@7> until <t:60:f>."),
        (e.SeatReturned((0, 1)), "Beren and \\*Finrod\\* came back."),
        (e.AutoplaySet(0, True), "Beren plays by itself."),
        (e.AutoplaySet(0, False), "Beren no longer plays by itself."),
        (e.GameMasterNamed(7), "<@7> is the Game Master."),
        (e.Founded(), "<@5> opened the game."),
        (e.Begun(), "The game began."),
        (e.SettingChanged("pace", "slow"), "<@5> set “How long a turn may take” to slow."),
        (e.Paused(""), "<@5> paused the game."),
        (e.Paused("*Tea*."), "<@5> paused the game: \\*Tea\\*."),
        (e.Resumed(), "<@5> resumed the game."),
        (e.Suspended("A *fault*."), "The game was paused: A \\*fault\\*."),
        (e.Ended(), "The game ended."),
        (e.LobbyExpired(), "The game ended."),
        (e.ContestEnded(), "The game ended."),
        (e.ContestEntered(3), "<@5> entered the contest."),
        (e.Forked(3, 4), "<@5> made a fork."),
        (e.ForkMade(4), "<@5> made a fork."),
        (e.Imported("ab"), "<@5> imported the game."),
    ],
    ids=repr,
)
def test_entries_tell_who_did_what_to_whom(entry: AnyEntry, text: str):
    assert record_text(LogRecord(3, entry, 5, 0.0), CHARACTERS) == text


def test_what_nobody_did_was_done_by_the_bot():
    assert record_text(LogRecord(3, e.Paused(""), None, 0.0), {}) == "The bot paused the game."


def test_actions_and_proposals_are_told_in_the_rules_words():
    def words(line: str) -> str:
        return line.upper()

    def told(entry: AnyEntry) -> str:
        return record_text(LogRecord(3, entry, 5, 0.0), CHARACTERS, words)

    assert told(e.Acted(1, "step n")) == "STEP N"
    assert told(e.Acted(1, "step n", why="Hm.")) == "STEP N, by itself: Hm."
    assert told(e.Proposed("step n")) == "<@5> proposed **STEP N**."
    assert "A ● **FIRE (WOLF)**" in told(TIED)
    assert autoplay_text(e.Acted(1, "rest", why="Hm."), "*Ann*", words) == (
        "-# \\*Ann\\*, by itself: **REST**: Hm."
    )


@pytest.mark.parametrize(
    ("motion", "turns", "text"),
    [
        (UndoMotion(4), (), "go back to line 4"),
        (UndoMotion(4), (3, 4), "go back to line 4"),
        (UndoMotion(4), (4, 5), "undo 1 move"),
        (UndoMotion(4), (3, 5, 9), "undo 2 moves"),
        (UndoMotion(4, 2), (5,), "undo 1 move, but for the first 2 turns"),
        (UndoMotion(4, 1), (), "go back to line 4, but for the first 1 turn"),
        (GameMasterMotion("*Ann*"), (), "name \\*Ann\\* Game Master"),
        (SET_PACE, (), "set “How long a turn may take” to slow"),
    ],
)
def test_a_motion_says_what_it_would_do(motion: Motion, turns: tuple[int, ...], text: str):
    assert motion_text(motion, turns) == text


def test_a_hidden_action_is_only_called_an_action():
    assert action_text(e.Acted(1, "")) == "an action"
    assert record_text(LogRecord(3, e.Acted(1, ""), 5, 0.0), CHARACTERS) == "an action"
    assert record_text(LogRecord(3, e.Acted(1, "step n"), 5, 0.0), CHARACTERS) == "step n"
    alone = e.Acted(1, "step n", why="it is *near*")
    assert record_text(LogRecord(3, alone, None, 0.0), CHARACTERS) == (
        "step n, by itself: it is \\*near\\*"
    )
    assert autoplay_text(alone, "Ann") == "-# Ann, by itself: **step n**: it is \\*near\\*"
