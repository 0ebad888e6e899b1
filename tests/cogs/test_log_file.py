"""The log as a text file: without markup, with names, in its reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from cogs.ui.formatting import escape, plain_text
from cogs.ui.languages import speaking
from cogs.ui.log_file import log_file
from table.history.entries import LogRecord, SeatGiven
from tests.table.world import ANN, BOB, TableWorld


def test_markup_goes_and_people_get_names() -> None:
    assert plain_text("<@5> took **a \\*bow\\*** by <t:60:f>", {5: "Ann"}) == (
        "Ann took a *bow* by 1970-01-01 00:01"
    )
    assert plain_text("<@7>", {5: "Ann"}) == "@7"
    assert plain_text(escape("@you see http://x"), {}) == "@you see http://x"


@pytest.mark.asyncio
async def test_a_log_is_told_in_its_readers_language(tmp_path: Path) -> None:
    world = await TableWorld(tmp_path / "world.sqlite").open()
    table = await world.begun()
    await table.act(ANN, "step e")
    log = await table.history.whole_log(0)
    given = replace(log, records=(LogRecord(3, SeatGiven(1, BOB.id), ANN.id, 0.0),))
    english = log_file(table.actor, given).splitlines()
    with speaking("de"):
        german = log_file(table.actor, log).splitlines()
    await world.close()
    assert table.game.header is not None
    assert f"Hash of the seed: {table.game.header.seed_hash}" in english
    assert f"Hash des Seeds: {table.game.header.seed_hash}" in german
    assert "Characters: Ann, Bob" in english
    assert english[-1] == "1. 1970-01-01 00:00 Ann gave Bob to Bob."
    assert any(line.endswith("Ann hat das Spiel eröffnet.") for line in german)
    assert any(" Ann: step e" in line for line in german)
