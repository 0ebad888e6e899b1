"""Versions of one happening: each reader gets one of them, the fullest that is for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.contract.action import GM, Event, audible
from engine.contract.texts import typed

BEHIND_SCREEN = (
    Event("roll", "The roll is 6.", (GM,), occurrence=1),
    Event("roll", "You feel watched.", (1,), occurrence=1),
    Event("roll", "The GM rolls behind the screen.", occurrence=1),
)

audiences = st.one_of(st.none(), st.sets(st.integers(-1, 3), min_size=1).map(tuple))
happenings = st.lists(
    st.builds(
        lambda audience, occurrence, n: Event("news", f"{n}", audience, occurrence=occurrence),
        audiences,
        st.integers(0, 3),
        st.integers(0, 99),
    ),
    max_size=8,
)
readers = st.sets(st.integers(-1, 3), max_size=3)


def test_who_rolls_behind_the_screen_is_heard_by_all_and_what_is_rolled_by_one() -> None:
    assert audible(BEHIND_SCREEN, [GM]) == BEHIND_SCREEN[:1]
    assert audible(BEHIND_SCREEN, [1]) == BEHIND_SCREEN[1:2]
    assert audible(BEHIND_SCREEN, [0]) == BEHIND_SCREEN[2:]
    assert audible(BEHIND_SCREEN, []) == BEHIND_SCREEN[2:]
    assert audible(BEHIND_SCREEN, [0, 1]) == BEHIND_SCREEN[1:2]


def test_the_game_master_hears_by_name_what_is_told_to_one_seat() -> None:
    events = (
        Event("a", "Your light is faint.", (1,), detail="It has ten turns."),
        Event("a", "A door opens.", (0, 1)),
        Event("a", "A wolf howls."),
        Event("a", "You roll 6.", (GM,)),
    )
    called = {0: typed("Ann"), 1: typed("Bob")}
    heard = audible(events, [GM], called)
    assert [str(each.text) for each in heard] == [
        "Bob: Your light is faint.", "A door opens.", "A wolf howls.", "You roll 6."
    ]  # fmt: skip
    assert [str(each.detail) for each in heard] == ["Bob: It has ten turns.", "", "", ""]
    assert audible(events, [1], called) == events[:3]


def test_events_that_are_not_linked_are_all_heard() -> None:
    events = (Event("a", "One."), Event("a", "Two.", (0,)), Event("a", "Three.", (1,)))
    assert audible(events, [0]) == events[:2]
    assert audible(events, []) == events[:1]
    assert audible(events, [GM]) == events


def may_hear(event: Event, seats: set[int]) -> bool:
    """Return whether an event, taken alone, is for one of the seats."""
    return event.audience is None or GM in seats or bool(set(event.audience) & seats)


@given(happenings, readers)
def test_each_reader_gets_one_version_the_first_that_is_for_them(
    events: list[Event], seats: set[int]
) -> None:
    heard = audible(events, seats)
    assert all(may_hear(event, seats) for event in heard)
    for occurrence in {event.occurrence for event in events}:
        versions = [event for event in events if event.occurrence == occurrence]
        mine = [event for event in versions if may_hear(event, seats)]
        expected = mine[:1] if occurrence else mine
        assert [event for event in heard if event.occurrence == occurrence] == expected


@given(happenings, readers)
def test_hearing_keeps_the_order_and_changes_nothing_twice(
    events: list[Event], seats: set[int]
) -> None:
    heard = audible(events, seats)
    rest = iter(events)
    assert all(any(event is other for other in rest) for event in heard)
    assert audible(heard, seats) == heard
