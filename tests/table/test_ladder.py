"""The ladder holds finished games that counted, the best first."""

from __future__ import annotations

from pathlib import Path

from tests.table.world import ANN, BOB, GUILD, TableWorld


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
