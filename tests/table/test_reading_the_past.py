"""A game's past is read in whatever parts, and every reading of it agrees."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from table.errors import Refusal
from table.history import history
from table.history.entries import Abstained, Proposed, Voted
from table.history.history import GameHistory, spread
from tests.table.driver import TableDriver
from tests.table.test_history import walked
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld
from tests.twins.onlooker_bot import at_once

pytestmark = pytest.mark.asyncio(loop_scope="module")
LENGTH = 9  # entries: founded, joined, begun, four steps, a look, a step
ALL = list(range(1, LENGTH + 1))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def past(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[TableDriver]:
    """A game of five steps and a look at one's own word; each minute something was done."""
    world = await TableWorld(tmp_path_factory.mktemp("past") / "games.db").open()
    world.tables.services.heavy.run = at_once  # type: ignore[method-assign]
    table = await walked(world)
    world.time.pass_(60)
    await table.act(ANN, "look")
    world.time.pass_(60)
    await table.act(ANN, "step s")
    yield table
    await world.close()


@pytest.fixture(params=[1, 3, 64])
def held(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """So many of the last records are held, and as many are read at a time."""
    monkeypatch.setattr(history, "HELD", request.param)
    monkeypatch.setattr(history, "PAGE", request.param)
    return int(request.param)


def fresh(table: TableDriver) -> GameHistory:
    """Return the past as a reader that has read nothing."""
    actor = table.actor
    return GameHistory(actor.memory, actor.reader, actor._services)


async def test_records_are_those_that_were_asked_for(past: TableDriver, held: int) -> None:
    read = fresh(past)
    for after in (*range(LENGTH + 2), 0):
        for limit in (1, 2, 5, 100):
            numbers = [each.number for each in await read.records(after=after, limit=limit)]
            assert numbers == ALL[after : after + limit]


async def test_the_latest_records_are_the_last_ones(past: TableDriver, held: int) -> None:
    read = fresh(past)
    for count in (2, 9, 1, 20, 3):
        assert [each.number for each in await read.latest(None, count)] == ALL[-count:]


async def test_a_whole_log_is_read_page_by_page(past: TableDriver, held: int) -> None:
    for seat in (None, 0, 1):
        whole = await fresh(past).whole_log(seat)
        assert [each.number for each in whole.records] == ALL
        assert list(await fresh(past).numbers(seat)) == ALL
        assert await fresh(past).length(seat) == LENGTH
    assert (whole.seed, whole.shared_seed) == ("", "")
    assert whole.head == past.game.head


async def test_a_line_that_there_is_not_is_no_turn(past: TableDriver) -> None:
    assert [await past.history.entry_number(line, None) for line in (1, LENGTH)] == [1, LENGTH]
    for line in (0, -1, LENGTH + 1):
        with pytest.raises(Refusal, match=r"There is no such turn\."):
            await past.history.entry_number(line, None)


@pytest.mark.parametrize(
    ("first", "last", "moves"), [(1, 99, 6), (4, 4, 1), (4, 5, 2), (5, 8, 4), (9, 9, 1)]
)
async def test_a_film_shows_the_moves_between_two_lines(
    past: TableDriver, first: int, last: int, moves: int
) -> None:
    film = await past.history.film(first, last, 0)
    assert (film.moves, len(film.views)) == (moves, moves)
    shown = range(max(first, 4), min(last, LENGTH) + 1)
    assert list(film.views) == [await past.history.view_at(number, 0) for number in shown]


async def test_a_film_of_nothing_or_of_too_much_is_refused(
    past: TableDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for first, last in ((1, 3), (10, 99), (6, 5)):
        with pytest.raises(Refusal, match=r"Nothing was played then\."):
            await past.history.film(first, last, 0)
    monkeypatch.setattr(history, "MAX_FILM", 3)
    assert (await past.history.film(4, 6, 0)).moves == 3
    with pytest.raises(Refusal) as refusal:
        await past.history.film(4, 7, 0)
    assert str(refusal.value) == "That is 4 moves; at most 3 fit a film."


@pytest.mark.parametrize(
    ("last", "most", "turns"),
    [
        (0, 6, ()),
        (5, 0, ()),
        (1, 6, (1,)),
        (3, 6, (1, 2, 3)),
        (6, 6, (1, 2, 3, 4, 5, 6)),
        (9, 3, (3, 6, 9)),
        (10, 4, (2, 5, 7, 10)),
        (7, 1, (7,)),
    ],
)
async def test_pictures_of_a_plan_are_evenly_spread(
    last: int, most: int, turns: tuple[int, ...]
) -> None:
    assert spread(last, most) == turns


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (1, "This would undo 1 move, to before “Ann walks s.”; new dice are rolled from there."),
        (2, "This would undo 2 moves, to before “an action”; new dice are rolled from there."),
        (
            3,
            "This would undo 3 moves, to before “step w: Bob walks w.”; new dice are rolled from"
            " there.",
        ),
    ],
)
async def test_what_an_undo_would_take_back_is_said_to_each_as_they_know_it(
    past: TableDriver, turns: int, said: str
) -> None:
    preview = await past.history.undo_preview(BOB.id, turns)
    assert str(preview.text) == said
    assert (preview.turns, preview.to, preview.length) == (turns, LENGTH - turns, LENGTH)
    assert (len(preview.lines), preview.plan_turns) == (turns, 0)


async def test_what_was_no_plan_cannot_be_kept_in_part(past: TableDriver) -> None:
    with pytest.raises(Refusal) as refusal:
        await past.history.undo_preview(ANN.id, 1, kept_turns=1)
    assert str(refusal.value) == "That was no plan of more than 1 turns."


async def test_a_story_tells_what_others_did_since(past: TableDriver) -> None:
    def numbers(story: history.Story) -> list[int]:
        return [each.number for each in story.records]

    assert numbers(await past.history.story(ANN.id)) == []
    assert numbers(await past.history.story(BOB.id)) == [8, 9]
    start = past.game.created
    assert numbers(await past.history.story(BOB.id, start)) == [8, 9]
    assert numbers(await past.history.story(BOB.id, start + 60)) == [9]
    assert numbers(await past.history.story(EVE.id)) == ALL
    assert (await past.history.story(EVE.id)).since == 0


async def test_where_nothing_was_played_nothing_happened_last(tmp_path: Path) -> None:
    world = await TableWorld(tmp_path / "games.db").open()
    table = await world.begun()
    assert await table.history.last_events(None) == ()
    assert await table.history.autoplayed() == ()
    lobby = await world.found(CHANNEL + 1, ANN)
    with pytest.raises(Refusal, match=r"The game has not begun yet\."):
        lobby.history.header()
    await world.close()


@pytest.mark.parametrize("counts", ["open", "hidden"])
async def test_how_people_voted_is_told_unless_ballots_are_secret(
    tmp_path: Path, counts: str
) -> None:
    world = await TableWorld(tmp_path / "games.db").open()
    table = await world.found(CHANNEL, ANN, "toy", mode="vote", settings={"counts": counts})
    for who in (BOB, EVE):
        await table.join(who)
    await table.begin(ANN)
    await table.act(ANN, "step s")
    await table.vote(BOB, [])
    is_open = counts == "open"
    votes = Proposed, Abstained, Voted

    async def told() -> list[str]:
        records = await table.history.records()
        return [each.entry.kind for each in records if isinstance(each.entry, votes)]

    assert await told() == (["proposed", "abstained"] if is_open else [])
    assert table.history.knows_all_entries(0) is is_open
    await table.change_setting(ANN, "counts", "open")
    await table.vote(EVE, ["A"])
    assert await told() == (["proposed", "abstained", "voted"] if is_open else ["voted"])
    assert table.history.knows_all_entries(0) is is_open
    await world.close()
