"""discord.py's cache of servers, without what nobody here reads."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection
from typing import Any

import discord
from discord.enums import try_enum
from discord.state import AutoShardedConnectionState

from table.store.shards import Shards

KEPT_SECONDS = 2.5  # for which an interaction can wait; Discord's limit is three
ANSWERED_SECONDS = 5.0  # for which the numbers of answered interactions are kept

_Overwrite = tuple[int, int, int, int]  # whose, allowed, denied, and of a role or a person


class TrimmedState(AutoShardedConnectionState[Any]):
    """discord.py's state. Channels have no topics, and those with the same permissions share
    them, as the channels of a category mostly do: together two fifths of a server's memory.

    Interactions of servers that this process does not serve are kept for a moment: it may be about
    to. Those of servers that the bot is not in are taken in by whoever gets them.
    """

    def __init__(self, shards: Shards, **options: Any) -> None:
        super().__init__(**options)
        self._shards = shards
        self._waiting: deque[tuple[float, int, Any]] = deque()  # when, the shard, what
        self._answered: deque[tuple[float, int, int]] = deque()  # when, the shard, the number
        self.locales: dict[int, discord.Locale] = {}  # of servers, as Discord told last

    def parse_guild_create(self, data: Any) -> None:
        """Take in a server."""
        self._note_locale(data["id"], data.get("preferred_locale"))
        for channel in data.get("channels", ()):
            channel["topic"] = None
        super().parse_guild_create(data)
        guild = self._get_guild(int(data["id"]))
        if guild is not None:
            _share_permissions(guild)

    def parse_guild_update(self, data: Any) -> None:
        """Take in what has changed of a server."""
        self._note_locale(data["id"], data.get("preferred_locale"))
        super().parse_guild_update(data)

    def parse_interaction_create(self, data: Any) -> None:
        """Take in an interaction, which tells its server's language and may come before it."""
        self._note_locale(data.get("guild_id"), data.get("guild_locale"))
        guild, now = int(data.get("guild_id") or 0), time.monotonic()
        shard = self._shards.of(guild)
        if self._get_guild(guild) is not None and not self._shards.serves(guild):
            self._waiting.append((now, shard, data))
            _drop_before(self._waiting, now - KEPT_SECONDS)
            return
        self._answered.append((now, shard, int(data["id"])))
        _drop_before(self._answered, now - ANSWERED_SECONDS)
        super().parse_interaction_create(data)

    def answered_lately(self, shard: int) -> list[int]:
        """Return the interactions of the last seconds that were taken in."""
        return [number for _, where, number in self._answered if where == shard]

    def take_waiting(self, shard: int, but: Collection[int]) -> None:
        """Take in the interactions of a shard that are kept, but for some that were answered."""
        _drop_before(self._waiting, time.monotonic() - KEPT_SECONDS)
        theirs = [data for _, where, data in self._waiting if where == shard]
        self._waiting = deque(each for each in self._waiting if each[1] != shard)
        for data in theirs:
            if int(data["id"]) not in but:
                self.parse_interaction_create(data)

    def forget_shard(self, shard: int) -> None:
        """Forget the servers of a shard."""
        for guild in [each for each in self.guilds if self._shards.of(each.id) == shard]:
            self._remove_guild(guild)

    def _note_locale(self, server: str | None, locale: str | None) -> None:
        if server is not None and locale is not None:
            self.locales[int(server)] = try_enum(discord.Locale, locale)


def _drop_before(kept: deque[Any], moment: float) -> None:
    """Drop what was kept before a moment."""
    while kept and kept[0][0] < moment:
        kept.popleft()


def _share_permissions(guild: discord.Guild) -> None:
    # discord.py puts new lists in the place of these, and changes none.
    shared: dict[tuple[_Overwrite, ...], Any] = {}
    for channel in guild.channels:
        key = tuple((o.id, o.allow, o.deny, o.type) for o in channel._overwrites)
        channel._overwrites = shared.setdefault(key, channel._overwrites)
