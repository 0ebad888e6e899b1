"""Little is kept of each server, and what is asked of it is as without trimming."""

from __future__ import annotations

import gc
import json
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from cogs.client import Leithian
from cogs.server_cache import TrimmedState
from table.store.shards import AllShards
from tests.rulesets import RULESETS

MOST_BYTES = 35_000  # of a server with 40 channels and 25 roles; untrimmed it has 53,000
SERVERS = 20
US = {"id": "1", "username": "Leithian", "discriminator": "0", "avatar": None}
ROLE = {"color": 0, "position": 1, "hoist": False, "managed": False, "mentionable": False}
SINCE = "2026-01-01T00:00:00+00:00"
INTERACTION = {
    "id": "5",
    "application_id": "1",
    "type": 1,
    "token": "t",
    "version": 1,
    "attachment_size_limit": 1,
}
ALL, OTHER = ("1024", "0"), ("0", "1024")  # what everybody may do: see the channel, or not


def server(number: int) -> dict[str, Any]:
    """Return what Discord tells of a server: 40 channels, in two of which nobody sees anything, and
    25 roles. No two values are one object."""
    first = number << 22
    roles = [
        {**ROLE, "id": str(first + n), "name": f"role {n}", "permissions": "1024"}
        for n in range(25)
    ]
    channels = [
        {
            "id": str(first + 100 + n),
            "type": 0,
            "name": f"channel {n}",
            "position": n,
            "topic": f"What channel {n} of server {number} is for, and who may write in it",
            "permission_overwrites": [
                dict(zip(("id", "type", "allow", "deny"), (str(first + m), 0, *may), strict=True))
                for m, may in enumerate([OTHER if n < 2 else ALL] * 4)
            ],
        }
        for n in range(40)
    ]
    us = {"user": US, "roles": [], "joined_at": SINCE, "deaf": False, "mute": False, "flags": 0}
    told = {"id": str(first), "name": f"server {number}", "owner_id": "9", "member_count": 300}
    told |= {"roles": roles, "channels": channels, "members": [us], "preferred_locale": "de"}
    taken: dict[str, Any] = json.loads(json.dumps(told))
    return taken


def state(tmp_path: Path) -> TrimmedState:
    """Return the state of a bot that is connected."""
    client = Leithian(MagicMock(shards=AllShards()), RULESETS, tmp_path / "alive")
    found: Any = client._connection
    found.dispatch = lambda *_, **_also: None
    found.user = discord.ClientUser(state=found, data=US)  # type: ignore[arg-type]
    found.shard_count, found.shard_ids = 1, [0]
    assert isinstance(found, TrimmedState)
    return found


async def test_a_server_takes_up_little(tmp_path: Path) -> None:
    kept = state(tmp_path)
    kept.parsers["GUILD_CREATE"](server(1))
    gc.collect()
    tracemalloc.start()
    for number in range(2, 2 + SERVERS):
        kept.parsers["GUILD_CREATE"](server(number))
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used / SERVERS < MOST_BYTES


async def test_the_topics_of_channels_are_not_kept(tmp_path: Path) -> None:
    kept = state(tmp_path)
    kept.parsers["GUILD_CREATE"](server(1))
    [guild] = kept.guilds
    assert {channel.topic for channel in guild.text_channels} == {None}


async def test_channels_share_permissions_and_each_keeps_its_own(tmp_path: Path) -> None:
    kept = state(tmp_path)
    kept.parsers["GUILD_CREATE"](server(1))
    [guild] = kept.guilds
    seen = [channel.permissions_for(guild.me).view_channel for channel in guild.text_channels]
    assert seen == [False] * 2 + [True] * 38
    changed = server(1)["channels"][5] | {"guild_id": str(guild.id)}
    for overwrite in changed["permission_overwrites"]:
        overwrite["allow"], overwrite["deny"] = OTHER
    kept.parsers["CHANNEL_UPDATE"](changed)
    seen = [channel.permissions_for(guild.me).view_channel for channel in guild.text_channels]
    assert seen == [False] * 2 + [True] * 3 + [False] + [True] * 34


async def test_a_servers_language_is_told_with_it_or_by_its_first_interaction_and_changes(
    tmp_path: Path,
) -> None:
    kept = state(tmp_path)
    kept.parsers["GUILD_CREATE"](server(1))
    assert kept.locales == {1 << 22: discord.Locale.german}
    kept.parsers["INTERACTION_CREATE"](INTERACTION | {"guild_id": "77", "guild_locale": "fr"})
    changed = {**server(1), "preferred_locale": "ja"}
    kept.parsers["GUILD_UPDATE"](changed)
    japanese, french = discord.Locale.japanese, discord.Locale.french
    assert kept.locales == {1 << 22: japanese, 77: french}


@pytest.mark.parametrize(
    ("sessions", "settled", "connected"),
    [
        ({0: True, 1: True}, {0, 1}, True),
        ({0: True, 1: True, 2: True}, {0, 1, 2}, True),  # one more, which is about to end
        ({0: True, 1: False}, {0, 1}, False),
        ({0: True}, {0, 1}, False),
        ({0: True, 1: True}, {0}, False),
    ],
)
async def test_connected_is_who_has_an_open_session_of_each_shard_that_is_held(
    sessions: dict[int, bool],
    settled: set[int],
    connected: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shards = MagicMock(held=frozenset({0, 1}))
    client = Leithian(MagicMock(shards=shards), RULESETS, tmp_path / "alive")
    client._settled = settled
    there = {
        n: SimpleNamespace(is_closed=lambda open_=open_: not open_) for n, open_ in sessions.items()
    }
    monkeypatch.setattr(Leithian, "shards", there)
    assert client.is_connected() is connected
