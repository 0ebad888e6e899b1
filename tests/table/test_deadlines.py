"""When turns, votes, rotas and motions end, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from table.game_settings import GameSettings, change_setting
from table.schedule.deadlines import (
    delayed_by,
    motion_deadlines,
    new_turn,
    resumed_deadlines,
    turn_deadlines,
    vote_start,
    waits_for,
)
from table.schedule.quiet_hours import Preferences
from table.state import Deadline, Delegation, Loan
from table.voting.ballot import Ballot
from table.voting.constitution import Constitution
from table.voting.game_context import GameContext
from table.voting.motions import SettingMotion
from tests.table.test_modes import AWAY, SEATS, at

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds
BOTH = (SEATS[0], replace(SEATS[1], person=2))
MOTION = Ballot(5, motion=SettingMotion("pace", "slow"))


def sleeping(hours: float) -> Preferences:
    """Return the preferences of somebody who sleeps for so many hours from midnight on."""
    minutes = round(60 * hours)
    return Preferences(quiet_hours=(0, minutes))


def here(
    mode: str = "solo",
    pace: str = "hourly",
    *,
    preferences: dict[int, Preferences] | None = None,
    **fields: Any,
) -> GameContext:
    """Return a game of Ann and Bob, and Eve who looks on, at midnight of the first of January."""
    made = at(seats=BOTH, mode=mode, **fields)
    game = replace(made.game, settings=GameSettings(pace=pace))
    return replace(made, state=replace(made.state, game=game), preferences=preferences or {})


def due(context: GameContext, **options: Any) -> dict[str, float]:
    """Return the deadlines of a turn that begins now, by kind."""
    return {each.kind: each.due for each in turn_deadlines(context, **options)}


@pytest.mark.parametrize(
    ("mode", "pace", "turn", "reminder"),
    [
        ("solo", "auto", None, None),
        ("solo", "none", None, None),
        ("solo", "blitz", 3 * MINUTE, None),
        ("solo", "brisk", 20 * MINUTE, 10 * MINUTE),
        ("solo", "hourly", HOUR, HOUR / 2),
        ("solo", "daily", DAY, DAY / 2),
        ("solo", "slow", 3 * DAY, 1.5 * DAY),
        ("first", "hourly", None, None),
        ("rota", "auto", DAY, DAY / 2),
        ("vote", "blitz", 3 * MINUTE, 1.5 * MINUTE),
        ("vote", "auto", HOUR, HOUR / 2),
        ("vote", "none", 3 * DAY, 1.5 * DAY),
        ("table", "auto", None, None),
    ],
)
def test_a_turn_lasts_as_long_as_its_pace_and_half_of_it_is_reminded_of(
    mode: str, pace: str, turn: float | None, reminder: float | None
) -> None:
    found = due(here(mode, pace, rota_person=1))
    assert (found.get("turn"), found.get("reminder")) == (turn, reminder)


def test_a_game_that_waits_for_nobody_has_no_deadlines() -> None:
    assert due(here(waiting=())) == {}
    paused = here()
    game = replace(paused.game, phase="paused")
    paused = replace(paused, state=replace(paused.state, game=game))
    assert due(paused) == {}
    assert waits_for(paused) == []
    assert waits_for(here()) == [1, 2]


@pytest.mark.parametrize(
    ("missed", "ballot", "timed"), [(2, False, True), (3, False, False), (3, True, True)]
)
def test_after_three_missed_turns_the_clock_waits_unless_a_vote_is_open(
    missed: int, ballot: bool, timed: bool
) -> None:
    found = due(here("vote", missed_turns=missed, ballot=Ballot(5) if ballot else None))
    assert ("turn" in found) is timed


@pytest.mark.parametrize(
    ("rota", "passed", "lasts"),
    [
        ("1 turn", True, None),
        ("1 hour", True, HOUR),
        ("6 hours", True, 6 * HOUR),
        ("24 hours", True, DAY),
        ("1 hour", False, None),
    ],
)
def test_a_rota_of_hours_passes_on_when_they_are_over(
    rota: str, passed: bool, lasts: float | None
) -> None:
    made = here("rota", rota_person=1)
    game = replace(made.game, settings=GameSettings(rota=rota))
    made = replace(made, state=replace(made.state, game=game))
    assert due(made, rota_passed=passed).get("rota") == lasts
    solo = replace(made, state=replace(made.state, game=replace(game, mode="solo")))
    assert "rota" not in due(solo, rota_passed=passed)


@pytest.mark.parametrize(
    ("rota", "turns", "played", "left"),
    [
        ("1 turn", 0, True, (2, 0)),
        ("1 turn", 0, False, (1, 0)),
        ("3 turns", 1, True, (1, 2)),
        ("3 turns", 2, True, (2, 0)),
        ("3 turns", 2, False, (1, 2)),
        ("1 hour", 7, True, (1, 8)),
    ],
)
def test_a_rota_of_turns_passes_on_after_as_many(
    rota: str, turns: int, played: bool, left: tuple[int, int]
) -> None:
    made = here("rota", rota_person=1, rota_turns=turns)
    game = replace(made.game, settings=GameSettings(rota=rota))
    state = new_turn(replace(made, state=replace(made.state, game=game)), played=played)
    assert (state.rota_person, state.rota_turns) == left


def test_a_rota_begins_anew_for_who_takes_the_place_of_one_that_left() -> None:
    state = new_turn(here("rota", rota_person=9, rota_turns=5), played=False)
    assert (state.rota_person, state.rota_turns) == (1, 0)


def test_a_new_turn_forgets_the_vote_and_who_was_called_to_it() -> None:
    pinged = {"turn": (1,), "motion": (2,)}
    state = new_turn(here("vote", now=7.0, ballot=Ballot(5), pinged=pinged), played=True)
    assert (state.ballot, state.decided, state.turn_began) == (None, None, 7.0)
    assert state.pinged == {"motion": (2,)}


@pytest.mark.parametrize(
    ("mode", "asleep", "turn", "delays"),
    [
        ("solo", {}, 1.0, ()),
        ("solo", {1: 2.0}, 3.0, (1,)),
        ("solo", {1: 2.0, 2: 8.0}, 9.0, (1, 2)),
        ("solo", {3: 8.0}, 1.0, ()),
        ("vote", {1: 2.0}, 3.0, (1,)),
        ("vote", {1: 2.5}, 1.0, ()),
        ("vote", {1: 2.5, 2: 0.5}, 1.5, (2,)),
        ("vote", {1: 8.0, 2: 8.0, 3: 8.0}, 3.0, ()),
    ],
)
def test_a_turn_waits_for_sleepers_and_a_vote_for_those_who_wake_in_time(
    mode: str, asleep: dict[int, float], turn: float, delays: tuple[int, ...]
) -> None:
    preferences = {person: sleeping(hours) for person, hours in asleep.items()}
    context = here(mode, preferences=preferences)
    end = due(context)["turn"]
    assert end == turn * HOUR
    set_now = replace(context.state, deadlines={"turn": Deadline(1, "turn", end, 1)})
    assert delayed_by(replace(context, state=set_now)) == delays


def test_nobody_delays_a_turn_that_has_no_end() -> None:
    context = here(preferences={1: sleeping(2)})
    assert delayed_by(context) == ()
    timeless = here(pace="none", preferences={1: sleeping(2)})
    set_now = replace(timeless.state, deadlines={"turn": Deadline(1, "turn", 3 * HOUR, 1)})
    assert delayed_by(replace(timeless, state=set_now)) == ()


def test_a_vote_waits_for_nobody_who_is_away_or_has_a_delegate() -> None:
    asleep = replace(sleeping(2), away_until=99.0)
    assert due(here("vote", preferences={2: asleep}))["turn"] == HOUR
    delegated = here("vote", preferences={2: sleeping(2)}, delegations={2: Delegation(1, None)})
    assert due(delegated)["turn"] == HOUR
    assert due(here(preferences={1: asleep, 2: AWAY}))["turn"] == 3 * HOUR


def test_an_open_vote_counts_from_its_beginning_and_ends_not_before_now() -> None:
    ballot = Ballot(5, began=600.0)
    found = due(here("vote", now=600.0, ballot=ballot))
    assert (found["turn"], found["reminder"]) == (600.0 + HOUR, 600.0 + HOUR / 2)
    late = due(here("vote", now=600.0 + HOUR / 2, ballot=ballot))
    assert "reminder" not in late
    over = due(here("vote", now=2 * HOUR, ballot=ballot))
    assert over == {"turn": 2 * HOUR}


@pytest.mark.parametrize(
    ("now", "end", "start"),
    [
        (0.0, HOUR, 0.0),
        (HOUR / 2, HOUR, 0.0),
        (0.75 * HOUR, HOUR, 0.0),
        (0.8 * HOUR, HOUR, 0.05 * HOUR),
        (HOUR, HOUR, HOUR),
        (2 * HOUR, HOUR, 2 * HOUR),
        (HOUR / 2, None, HOUR / 2),
    ],
)
def test_a_vote_is_open_for_a_quarter_of_its_time_at_least(
    now: float, end: float | None, start: float
) -> None:
    deadlines = {} if end is None else {"turn": Deadline(1, "turn", end, 1)}
    assert vote_start(here("vote", now=now, deadlines=deadlines)) == pytest.approx(start)


@pytest.mark.parametrize(
    ("pace", "lasts"), [("none", DAY), ("blitz", 3 * MINUTE), ("daily", DAY), ("slow", 3 * DAY)]
)
def test_a_motion_lasts_as_long_as_a_turn_or_a_day(pace: str, lasts: float) -> None:
    found = {each.kind: each.due for each in motion_deadlines(here(pace=pace, now=5.0))}
    assert found == {"motion": 5.0 + lasts, "motion_reminder": 5.0 + lasts / 2}


def test_after_a_pause_motions_and_loans_have_their_deadlines_again() -> None:
    loans = {0: Loan(2, 90.0), 1: Loan(1, 40.0)}
    assert resumed_deadlines(here()) == ()
    found = resumed_deadlines(here(loans=loans, motion=MOTION))
    assert [(each.kind, each.due) for each in found] == [
        ("motion", HOUR),
        ("motion_reminder", HOUR / 2),
        ("loan", 40.0),
    ]


@pytest.mark.parametrize(
    ("autoplaying", "waiting", "left", "plays"),
    [
        ((0,), (0, 1), False, True),
        ((0,), (1,), False, False),
        ((), (0, 1), False, False),
        ((), (-1,), True, True),
        ((), (0,), True, False),
    ],
)
def test_seats_that_play_by_themselves_do_so_at_once(
    autoplaying: tuple[int, ...], waiting: tuple[int, ...], left: bool, plays: bool
) -> None:
    fields = {"autoplaying": autoplaying, "waiting": waiting, "game_master_left": left}
    found = due(here(now=3.0, **fields))
    assert found.get("autoplay") == (3.0 if plays else None)


@pytest.mark.parametrize(
    ("late", "mode", "rule"),
    [("auto", "rota", "pass"), ("auto", "solo", "wait"), ("autoplay", "rota", "autoplay")],
)
def test_late_turns_pass_in_a_rota_and_wait_elsewhere(late: str, mode: str, rule: str) -> None:
    assert GameSettings(late=late).late_rule(mode) == rule


@pytest.mark.parametrize(
    ("undo", "ladder", "rule"),
    [("auto", "off", "founder"), ("auto", "on", "off"), ("vote", "off", "vote")],
)
def test_nobody_undoes_turns_of_a_game_for_the_ladder(undo: str, ladder: str, rule: str) -> None:
    assert GameSettings(undo=undo, ladder=ladder).undo_rule == rule


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("early", "off", {"early": False}),
        ("early", "on", {"early": True}),
        ("quorum", "67", {"quorum": 67}),
        ("veto", "all", {"veto": "all"}),
    ],
)
def test_each_rule_of_votes_can_be_set_by_itself(
    name: str, value: str, changed: dict[str, Any]
) -> None:
    settings = change_setting(GameSettings(), name, value)
    assert settings.clauses == replace(Constitution(), **changed)
    whole = change_setting(settings, "constitution", "consensus")
    assert (whole.constitution, whole.clauses.veto) == ("consensus", "all")
