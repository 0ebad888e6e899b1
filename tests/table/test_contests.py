"""Contests are opened, found, joined and ended, one in a channel at a time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from table.contest import GameResult, ranked
from table.contests import NewContest
from table.errors import Refusal
from table.state import Person
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld, rows

SPRING = NewContest(CHANNEL, GUILD, "toy", "Spring")
MANAGER = Person(EVE.id, EVE.name, manager=True)


async def test_a_contest_that_cannot_be_is_refused(world: TableWorld) -> None:
    contests, now = world.tables.contests, world.time.now
    for new, said in (
        (replace(SPRING, ends=now), "That time has passed already."),
        (replace(SPRING, name="\u200b"), "A name needs at least one letter."),
        (replace(SPRING, options={"colour": "red"}), "Toy has no such setting; it has: letters."),
    ):
        with pytest.raises(Refusal) as refusal:
            await contests.open(ANN, new)
        assert str(refusal.value) == said
    assert await contests.at(CHANNEL) is None
    assert (await contests.open(ANN, replace(SPRING, ends=now + 1))).ends == now + 1


async def test_a_channel_has_one_contest_at_a_time_and_finds_its_last_one(
    world: TableWorld,
) -> None:
    contests = world.tables.contests
    spring = await contests.open(ANN, SPRING, request="r")
    assert await contests.open(ANN, SPRING, request="r") == spring
    with pytest.raises(Refusal) as refusal:
        await contests.open(BOB, SPRING, request="other")
    assert str(refusal.value) == ("This channel has a contest already; end it before a new one.")
    assert spring.published is None
    with pytest.raises(Refusal) as refusal:
        await contests.end(BOB, spring.id)
    assert str(refusal.value) == (
        "Only the game's founder or a manager of the server may end a contest."
    )
    await contests.end(MANAGER, spring.id)
    ended = await contests.at(CHANNEL)
    assert ended
    assert (ended.id, ended.ended) == (spring.id, world.time.now)
    assert ended.published
    summer = await contests.open(BOB, replace(SPRING, name="Summer"))
    found = await contests.at(CHANNEL)
    assert found
    assert (found.id, found.ended) == (summer.id, None)
    await contests.end(BOB, summer.id)
    last = await contests.at(CHANNEL)
    assert last
    assert last.name == "Summer"


async def test_a_contest_that_ends_ends_no_other(world: TableWorld) -> None:
    contests = world.tables.contests
    first, second, third = [
        await contests.open(ANN, replace(SPRING, channel=CHANNEL + n)) for n in range(3)
    ]
    await contests.end(ANN, second.id)
    open_still = "SELECT id FROM contests WHERE ended IS NULL ORDER BY id"
    assert await rows(world.tables.store, open_still) == [(first.id,), (third.id,)]


async def test_a_contest_that_is_over_or_that_there_is_not_is_not_joined(world: TableWorld) -> None:
    contests = world.tables.contests
    spring = await contests.open(ANN, SPRING)
    await contests.end(ANN, spring.id)
    for contest, said in (
        (spring.id, "That contest is over."),
        (spring.id + 1, "There is no such contest."),
    ):
        with pytest.raises(Refusal) as refusal:
            await contests.join(BOB, contest, CHANNEL + 1)
        assert str(refusal.value) == said


async def test_a_run_is_begun_once_by_the_same_request_and_counts_for_the_ladder(
    world: TableWorld,
) -> None:
    contests = world.tables.contests
    spring = await contests.open(ANN, replace(SPRING, options={"letters": "6"}))
    run = await contests.join(BOB, spring.id, CHANNEL + 1, request="join")
    assert await contests.join(BOB, spring.id, CHANNEL + 1, request="join") is run
    elsewhere = await contests.join(EVE, spring.id, CHANNEL + 2, guild=GUILD + 1, mode="vote")
    assert (run.game.guild, elsewhere.game.guild) == (GUILD, GUILD + 1)
    assert (run.game.mode, elsewhere.game.mode) == ("solo", "vote")
    assert (run.game.phase, run.game.settings.ladder) == ("play", "on")
    assert run.game.options == {"letters": "6"}
    assert [(seat.seat, seat.person) for seat in run.state.seats] == [(0, BOB.id), (1, BOB.id)]
    first, second = run.state.seats
    assert second.character == f"{first.character} 2"
    assert run.state.seed_sealed
    standings = await contests.standings(spring.id)
    assert [(row.name, row.title, row.place) for row in standings.rows] == [
        *(("Bob", "", 1), ("Eve", "", 1))
    ]
    ended = await contests.end(ANN, spring.id)
    assert [str(row.title) for row in ended.rows] == ["given up", "given up"]


def result(name: str, title: str, *figures: int, won: bool = False) -> GameResult:
    """Return a result without a place."""
    counted = tuple(("points", figure) for figure in figures)
    return GameResult(0, 1, 2, 3, name, title, won, 5, counted)


def test_the_finished_stand_before_who_plays_on_and_equals_share_a_place() -> None:
    rows = ranked(
        [
            result("Ann", ""),
            result("Bob", "slain", 5, 1),
            result("Cid", "won", 2, won=True),
            result("Dot", "slain", 5, 2),
            result("Eve", "slain", 5, 1),
            result("Fay", ""),
        ]
    )
    assert [(row.place, row.name) for row in rows] == [
        *((1, "Cid"), (2, "Dot"), (3, "Bob"), (3, "Eve"), (5, "Ann"), (5, "Fay"))
    ]
