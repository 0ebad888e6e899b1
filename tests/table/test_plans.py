"""Undo to a point within a plan, and films of its course."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.common.plans import split_terms
from engine.contract.action import GM, Action
from table.errors import Refusal
from table.history import history
from table.history.entries import Acted, MotionPassed
from table.history.history import MAX_FILM, MAX_OF_A_PLAN, spread
from table.history.rewind import plan_turns
from table.history.verification import verify
from tests.table.driver import TableDriver
from tests.table.test_history import loaded
from tests.table.test_votes import entries
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, change, edit_log

LONG = 4  # turns that the plan of these tests lasts at least


async def wandered(world: TableWorld, **settings: str) -> tuple[TableDriver, int]:
    """A game in which a plan has lasted some turns, and how many."""
    table = await world.found(CHANNEL, ANN, "wandering", mode="solo", settings=settings)
    await table.join(BOB)
    await table.begin(ANN)
    for number in range(60):
        await table.act((ANN, BOB)[number % 2], "wander", request=f"{7000 + number}")
        lasted = plan_turns((await table.history.latest(None, 1))[0].events)
        if lasted >= LONG:
            return table, lasted
    raise AssertionError("no plan was long")


async def lines(table: TableDriver) -> list[str]:
    """The actions of the log, oldest first."""
    records = await table.history.latest(GM, 200)
    return [r.entry.action for r in records if isinstance(r.entry, Acted)]


async def places(table: TableDriver) -> list[tuple[int, int]]:
    """The squares of the characters."""
    board = (await table.view(None)).map
    assert board is not None
    return [(each.y, each.x) for each in board.entities]


@pytest.mark.parametrize("kept", [1, 2, LONG - 1])
async def test_a_plan_is_undone_to_any_point_of_it_and_keeps_the_dice_until_there(
    world: TableWorld, kept: int
) -> None:
    table, lasted = await wandered(world)
    last = table.game.number
    film = await table.history.film(1, 10_000, None)
    course = film.views[-1 - min(lasted - 1, MAX_OF_A_PLAN) : -1]
    preview = await table.history.undo_preview(ANN.id, 1, kept)
    assert (preview.plan_turns, preview.kept_turns) == (lasted, kept)
    assert "same dice" in str(preview.text)
    await table.undo(ANN, 1, kept)
    assert table.game.number == last + 2
    shown = (await table.view(None)).map
    if lasted - 1 <= MAX_OF_A_PLAN:
        assert shown == course[kept - 1].map
    assert plan_turns((await table.history.latest(None, 1))[0].events) == kept
    told = await table.history.proof()
    assert (told.ok, told.complete) == (True, True)
    await world.restart()
    table = await world.table()
    assert (await table.view(None)).map == shown
    assert (await table.history.proof()).ok


async def test_a_shortened_plan_is_shortened_and_undone_like_any_other(world: TableWorld) -> None:
    table, lasted = await wandered(world)
    start = await table.history.view_at(table.game.number - 1, None)
    await table.undo(ANN, 1, lasted - 1)
    await table.undo(ANN, 1, 1)
    assert (await lines(table))[-1] == "wander usual:1"
    await table.undo(ANN, 1)
    assert (await table.view(None)).map == start.map
    await table.act(ANN if start.characters[0].to_act else BOB, "wander", request="99")
    numbers = await table.history.turns()
    views = (await table.history.film(1, 10_000, None)).views
    assert len(views) >= len(numbers)
    for number in range(numbers[0], table.game.number + 1):
        await table.history.view_at(number, 0)
    proof = await table.history.proof()
    assert (proof.ok, proof.complete) == (True, True)


async def test_after_the_point_the_dice_are_new_ones(world: TableWorld) -> None:
    table, _ = await wandered(world)
    mover = [each.to_act for each in (await table.view(None)).characters].index(True)
    points, ends = set(), set()
    for number in range(4):
        await table.undo(ANN, 2 if number else 1, 1)
        points.add(tuple(await places(table)))
        await table.act((ANN, BOB)[mover], "wander", request=f"{900 + number}")
        ends.add(tuple(await places(table)))
    assert len(points) == 1
    assert len(ends) > 1


async def test_only_a_plan_that_lasted_longer_keeps_turns(world: TableWorld) -> None:
    table, lasted = await wandered(world)
    before = await table.dump()
    for kept in (lasted, lasted + 1, 500):
        with pytest.raises(Refusal, match="no plan of more than"):
            await table.undo(ANN, 1, kept)
        with pytest.raises(Refusal, match="no plan of more than"):
            await table.history.undo_preview(ANN.id, 1, kept)
    assert await table.dump() == before
    mover = [each.to_act for each in (await table.view(None)).characters].index(True)
    await table.act((ANN, BOB)[mover], "guess AAAA")
    with pytest.raises(Refusal, match="no plan of more than"):
        await table.undo(ANN, 1, 1)
    await table.undo(ANN, 2, 1)
    assert (await lines(table))[-1] == "wander usual:1"


async def test_turns_of_a_plan_are_undone_by_vote_where_the_settings_want_one(
    world: TableWorld,
) -> None:
    table, _ = await wandered(world, undo="vote")
    await table.undo(ANN, 1, 2)
    assert table.reader.motion() is not None
    await table.vote(BOB, ["yes"], motion=True)
    assert any(isinstance(entry, MotionPassed) for entry in await entries(world, table))
    assert (await lines(table))[-1] == "wander usual:2"
    assert (await table.history.proof()).ok


async def test_strangers_check_a_file_in_which_a_plan_was_done_again(
    world: TableWorld, tmp_path: Path
) -> None:
    table, _ = await wandered(world)
    await table.undo(ANN, 1, 2)
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    found = verify(data, [], world.rulesets)
    assert found.ok
    assert not any("could not be" in str(each) for each in found.claimed)
    other = await TableWorld(tmp_path / "other.db").open()
    copy = await loaded(other, EVE, data, CHANNEL, 77)
    assert await copy.dump() == await table.dump()
    await other.close()


async def test_dice_that_were_seen_serve_no_other_action(world: TableWorld) -> None:
    table, _ = await wandered(world)
    await table.undo(ANN, 1, 2)
    [again] = [n for n in await table.history.turns() if n == table.game.number]
    for line in ("wander usual:1", "wander bold:2", "wander"):
        await edit_log(
            world.tables.store,
            f"number = {again}",
            lambda entry, line=line: entry.update(action=line),
        )
        await change(world.tables.store, f"DELETE FROM snapshots WHERE number = {again}")
        proof = await table.history.proof()
        _, terms = split_terms(Action("wander", tuple(line.split()[1:])).args)
        assert proof.ok == (terms.caution == "usual" and terms.turns < LONG)


@pytest.mark.parametrize(("last", "most"), [(1, 6), (5, 6), (6, 6), (40, 6), (199, 24), (3, 0)])
def test_points_are_spread_evenly_and_end_with_the_last(last: int, most: int) -> None:
    points = spread(last, most)
    assert len(points) == len(set(points)) == min(last, most)
    assert all(1 <= each <= last for each in points)
    if points:
        assert points[-1] == last


@pytest.mark.parametrize(
    ("moves", "plans", "shown"),
    [(1, 1, 6), (10, 10, 6), (100, 2, 6), (100, 5, 4), (100, 30, 0), (MAX_FILM, 1, 0), (9, 0, 0)],
)
async def test_plans_share_the_room_that_moves_leave_in_a_film(
    monkeypatch: pytest.MonkeyPatch, moves: int, plans: int, shown: int
) -> None:
    lasted = dict.fromkeys(range(1, moves + 1), 1) | dict.fromkeys(range(1, plans + 1), 50)

    async def records(seat: int | None, after: int, limit: int) -> list[SimpleNamespace]:
        asked = range(after + 1, after + limit + 1)
        return [SimpleNamespace(number=each, events=lasted[each]) for each in asked]

    monkeypatch.setattr(history, "plan_turns", lambda events: events)
    past: Any = SimpleNamespace(records=records)
    within = await history.GameHistory._turns_within(past, [*lasted], None)
    assert {number: len(turns) for number, turns in within.items()} == dict.fromkeys(
        range(1, plans + 1), shown
    )
    assert moves + plans * shown <= MAX_FILM


async def test_a_film_shows_the_course_of_plans_and_has_no_more_pictures_than_fit(
    world: TableWorld,
) -> None:
    table, lasted = await wandered(world)
    film = await table.history.film(1, 10_000, None)
    assert film.moves == len(await table.history.turns())
    assert film.moves + min(lasted - 1, MAX_OF_A_PLAN) <= len(film.views) <= MAX_FILM
    boards = [view.map for view in film.views if view.map is not None]
    here = [[(each.y, each.x) for each in board.entities] for board in boards]
    whole = lasted - 1 <= MAX_OF_A_PLAN
    steps = here[-lasted:] if whole else here[-1:]
    for before, after in pairwise(steps):
        assert sum(p != q for p, q in zip(before, after, strict=True)) <= 1
