"""The log as a text file: without markup, with names, in its reader's language."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.ui.formatting import escape, plain_text
from cogs.ui.languages import speaking
from cogs.ui.log_file import log_file
from engine.contract.action import Event
from table.history.entries import Acted, LogRecord, SeatGiven
from table.history.history import WholeLog
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


@pytest.mark.asyncio
async def test_a_log_says_what_proves_it_and_who_did_what(tmp_path: Path) -> None:
    world = await TableWorld(tmp_path / "world.sqlite").open()
    table = await world.begun()
    acted = Acted(1, "step e", why="It is near.")
    log = WholeLog("ab", "", "", (LogRecord(3, acted, None, 60.0, (Event("a", "Bob walks."),)),))
    told = log_file(table.actor, log).splitlines()
    header = table.game.header
    assert header is not None
    lobby: Any = SimpleNamespace(
        game=SimpleNamespace(id=7, header=None), state=table.state, ruleset=table.actor.ruleset
    )
    contest = replace(header, shared_hash="ee")
    entered: Any = SimpleNamespace(**{**vars(lobby), "game": SimpleNamespace(id=7, header=contest)})
    seeds = WholeLog("", "cd", "ef", ())
    in_lobby, in_contest = (log_file(each, seeds).splitlines() for each in (lobby, entered))
    await world.close()
    assert told[0] == f"{table.actor.ruleset.title}, number {table.game.id}"
    assert told[1] == f"Rules of version {header.version}, data {header.data}"
    assert told[-2:] == [
        "Hash of the log: ab",
        "1. 1970-01-01 00:01 Bob: step e, by itself: It is near. Bob walks.",
    ]
    assert not any(line.startswith(("Seed", "Hash of the contest")) for line in told)
    assert in_lobby == [
        f"{table.actor.ruleset.title}, number 7",
        "Seed: cd",
        "Seed of the contest: ef",
    ]
    assert in_contest[-4:-2] == [
        f"Hash of the seed: {header.seed_hash}",
        "Hash of the contest's seed: ee",
    ]
    for name, value in header.options.items():
        assert f"{name}: {value}" in told
