"""Settings of a server are written whole or not at all."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import CompileError

from table.server_settings import SentCommands, ServerSettings
from table.state import Person
from table.store import schema as t
from table.store.store import Store
from tests.table.world import GUILD

MANAGER = Person(1, "Ann", manager=True)


@pytest.fixture
async def settings(tmp_path: Path) -> AsyncIterator[ServerSettings]:
    store = await Store.open(tmp_path / "games.sqlite")
    yield ServerSettings(store.database)
    await store.close()


async def test_a_setting_that_cannot_be_written_stays_as_it_was(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settings.set_opener_role(MANAGER, GUILD, 5)
    with monkeypatch.context() as patch:
        patch.setattr("table.server_settings.insert", lambda _: insert(t.outbox))
        with pytest.raises(CompileError):
            await settings.set_opener_role(MANAGER, GUILD, 6)
    assert await settings.opener_role(GUILD) == 5


async def test_the_commands_of_a_server_are_kept_as_they_were_sent(
    settings: ServerSettings,
) -> None:
    names = [frozenset[str](), frozenset({"delve"}), frozenset({"delve", "gm", "silg"})]
    for digest, day, created, had in itertools.product(("", "5f2a"), (0, 20_784), (0, 7), names):
        sent = SentCommands(digest, day, created, had)
        await settings.set_commands(GUILD, sent)
        kept = await settings.commands(GUILD)
        assert kept == (sent if digest or created else SentCommands())
        assert await settings.commands(GUILD + 1) == SentCommands()


async def test_commands_sent_by_an_earlier_version_are_those_of_their_hash(
    settings: ServerSettings,
) -> None:
    await settings._set(GUILD, "commands", "5f2a")
    assert await settings.commands(GUILD) == SentCommands("5f2a")
