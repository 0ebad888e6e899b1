"""The ladder holds finished games that counted, the best first."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.errors import Refusal
from table.store.schema import games
from tests.table.world import ANN, BOB, GUILD, TableWorld, change


async def _finished(world: TableWorld, channel: int, steps: int, *, counts: bool = True) -> None:
    """A toy game that Ann wins in so many moves and a guess."""
    terms = {"ladder": "on" if counts else "off"}
    table = await world.found(channel, ANN, "toy", settings=terms)
    await table.join(BOB)
    await table.begin(ANN)
    for step in range(steps):
        person, ways = ((ANN, "ew"), (BOB, "we"))[step % 2]
        await table.act(person, f"step {ways[step // 2 % 2]}")
    secret = dict((await table.view(1)).facts)["Your word"]
    await table.act(ANN, f"guess {secret}")
    await table.act(ANN, "yes")


async def test_finished_games_that_count_stand_in_order(tmp_path: Path):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    await _finished(world, 100, 0)
    await _finished(world, 101, 4)
    await _finished(world, 102, 2, counts=False)
    going_on = await world.found(103, ANN, "toy", settings={"ladder": "on"})
    await going_on.join(BOB)
    await going_on.begin(ANN)
    await _finished(world, 104, 4)
    rows = await world.tables.ladder.rows(GUILD, "toy")
    assert [(row.place, row.channel) for row in rows] == [(1, 101), (1, 104), (3, 100)]
    assert {row.title for row in rows} == {"Ann wins"}
    assert await world.tables.ladder.rows(GUILD + 1, "toy") == ()
    assert await world.tables.ladder.rows(GUILD, "sil") == ()
    await world.close()


async def test_all_finished_games_stand_on_it_not_the_newest_alone(tmp_path: Path):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    await _finished(world, 100, 4)
    (best,) = await world.tables.ladder.rows(GUILD, "toy")
    await _finished(world, 101, 0)
    assert len(await world.tables.ladder.rows(GUILD, "toy")) == 2
    columns = [each.name for each in games.columns]
    copied = ", ".join({"id": "n", "channel": "1000 + n"}.get(each, each) for each in columns)
    numbers = (
        "WITH RECURSIVE numbers (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM numbers WHERE n < 402)"
    )
    await change(
        world.tables.store,
        f"INSERT INTO games {numbers} SELECT {copied} FROM games, numbers WHERE id = 2",
    )
    await change(
        world.tables.store,
        f"INSERT INTO results {numbers} SELECT n, number, result FROM results, numbers"
        " WHERE game = 2",
    )
    found = await world.tables.ladder.rows(GUILD, "toy")
    assert len(found) == 402
    assert found[0] == best
    assert {row.place for row in found[1:]} == {2}
    await world.close()


async def test_a_result_is_worked_out_anew_when_its_game_has_changed(tmp_path: Path):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    await _finished(world, 100, 0)
    (before,) = await world.tables.ladder.rows(GUILD, "toy")
    await change(world.tables.store, "UPDATE results SET result = NULL")
    assert await world.tables.ladder.rows(GUILD, "toy") == ()
    await change(world.tables.store, "UPDATE results SET number = number - 1")
    assert await world.tables.ladder.rows(GUILD, "toy") == (before,)
    await world.close()


async def test_the_ladder_does_not_name_whoever_was_forgotten(tmp_path: Path):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    await _finished(world, 100, 0)
    (before,) = await world.tables.ladder.rows(GUILD, "toy")
    assert before.person == ANN.id
    await world.tables.privacy.forget(ANN)
    (after,) = await world.tables.ladder.rows(GUILD, "toy")
    assert after.person != ANN.id
    assert ANN.name not in after.name
    await world.close()


@pytest.mark.parametrize("mode", ["solo", "vote"])
async def test_nothing_of_other_games_comes_into_one_that_counts(tmp_path: Path, mode: str):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    other = await world.found(100, ANN, "kanthe")
    await other.begin(ANN)
    await other.act(ANN, "begin")
    ((line,),) = (await other.reader.keepsakes()).values()
    sheets = "restore kanthe-sheets; name=Nowhere"
    for ladder in ("off", "on"):
        table = await world.found(
            101 + len(ladder), ANN, "kanthe", mode=mode, settings={"ladder": ladder}
        )
        if mode == "vote":
            await table.join(BOB)
        await table.begin(ANN)
        before = table.game.number
        for brought in (sheets, line):
            if ladder == "off":
                await table.act(ANN, brought)
                continue
            with pytest.raises(Refusal, match="Nothing of other games"):
                await table.act(ANN, brought)
            assert table.game.number == before
    await world.close()
