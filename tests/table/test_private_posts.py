"""Posts for single seats go to their holders; the Game Master's stand in the thread of a seat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.contract.action import GM, Audience, Event, Post
from table.change import Change
from table.commands.seats import LendSeat
from table.outbox.rows import desk_draft, private_drafts
from table.state import Seat, TableState
from table.store.changes import Commit
from tests.table.test_commands import NOW, STATES, after, context
from tests.table.world import ANN, BOB, CHANNEL, EVE, SEED, TableWorld, rows

PLAYED = STATES["play"]  # seat 0 is Ann's, who founded it, and seat 1 Bob's
LENT = after("play", ANN, LendSeat(0, EVE.id, NOW + 9, "Eve"))
LEFT = replace(PLAYED, game_master_left=True)
EMPTY = replace(PLAYED, seats=(*PLAYED.seats[:1], Seat(1, "Bob", None)))


def post(line: str) -> Post:
    """Return a post of one line."""
    return Post(((line, ""),))


def told(state: TableState, seat: int, *audiences: Audience) -> list[tuple[str, tuple[int, ...]]]:
    """Return the lines that are posted in private of events for these audiences, each with the
    people of its thread and its reader."""
    events = [Event("told", "x", each, post=post(f"{n}")) for n, each in enumerate(audiences)]
    drafts = private_drafts(context(state).at(state), seat, events)
    found = []
    for number, draft in enumerate(drafts):
        assert (draft.kind, draft.card) == ("private", state.game.card)
        assert draft.name == f"{state.game.number}-private-{number}"
        assert draft.content.post is not None
        found.append((str(draft.content.post.lines[0][0]), draft.content.people))
    return found


@pytest.mark.parametrize(
    ("state", "seat", "audiences", "expected"),
    [
        (PLAYED, 0, [(0,)], [("0", (1, 1))]),
        (PLAYED, 0, [(1,)], [("0", (2, 2))]),
        (PLAYED, 1, [(0, 1), None, (1,)], [("0", (1, 1)), ("0", (2, 2)), ("2", (2, 2))]),
        (PLAYED, 1, [None, ()], []),
        (PLAYED, 1, [(GM,)], [("0", (2, 1))]),
        (PLAYED, 0, [(GM,)], [("0", (1, 1))]),
        (PLAYED, 1, [(GM, 0)], [("0", (1, 1))]),
        (PLAYED, 1, [(1, GM), (GM,)], [("0", (2, 2)), ("1", (2, 1))]),
        (PLAYED, GM, [(GM,)], []),
        (LENT, 0, [(0,), (GM,)], [("0", (3, 3)), ("1", (3, 1))]),
        (LEFT, 1, [(GM,), (1,)], [("1", (2, 2))]),
        (EMPTY, 1, [(0, 1), (GM,)], [("0", (1, 1))]),
    ],
)
def test_a_private_post_goes_to_the_holders_of_its_seats_or_to_the_game_master(
    state: TableState,
    seat: int,
    audiences: list[Audience],
    expected: list[tuple[str, tuple[int, ...]]],
) -> None:
    assert told(state, seat, *audiences) == expected


def test_an_event_without_a_post_brings_none() -> None:
    events = [Event("told", "x", (0,)), Event("told", "x", (1,), post=post("y"))]
    (draft,) = private_drafts(context(PLAYED).at(PLAYED), 0, events)
    assert draft.content.people == (BOB.id, BOB.id)


async def test_of_each_desk_only_the_newest_drawing_is_sent(world: TableWorld) -> None:
    first, second = [await world.found(channel, ANN) for channel in (CHANNEL, CHANNEL + 1)]
    store = world.tables.store
    for table in (first, second, first):
        state = table.state
        change = Change(state, state, card="same", outbox=(desk_draft(state.game, ()),))
        await store.commit(Commit(change, None, None, world.time.now, SEED, state))
    desks = await rows(store, "SELECT game, state FROM outbox WHERE kind = 'desk' ORDER BY id")
    assert desks == [(1, "dropped"), (2, "pending"), (1, "pending")]
