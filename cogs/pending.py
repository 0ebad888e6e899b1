"""Interactions of servers that this process does not serve yet.

While a shard is handed over, both processes get what is asked there. The next one keeps it until it
serves the shard, unless the last one answers it first.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Collection
from typing import Any

import discord
from msgspec import Struct

from cogs import delivery
from cogs.ui.replies import Reply
from table.store.lease import ELSEWHERE
from table.store.shards import Shards

KEPT_SECONDS = 2.0  # until we ask for more time: later than the last process would
DEFERRED_SECONDS = 60.0  # after which somebody is told to try again
ANSWERED_SECONDS = 5.0  # for which the numbers of answered interactions are kept
WAITED = "waited"  # how many seconds, in the `extras` of an interaction


class _Pending(Struct, eq=False):
    """An interaction that waits. `deferred`: we ask for more time, or have."""

    shard: int
    is_ours: asyncio.Future[bool]
    deferred: bool = False


class PendingInteractions:
    """Tells which interactions this process is to answer.

    Those of servers that the bot is not in are answered by whoever gets them.
    """

    def __init__(self, shards: Shards) -> None:
        self._shards = shards
        self._pending: dict[int, _Pending] = {}  # by interaction
        self._answered: deque[tuple[float, int, int]] = deque()  # when, the shard, the number

    async def is_ours(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether this process is to answer an interaction, as soon as that is known."""
        guild = interaction.guild_id or 0
        is_known = interaction.client.get_guild(guild) is not None
        if is_known and not self._shards.serves(guild):
            began = time.monotonic()
            if not await self._wait(interaction, self._shards.of(guild)):
                return False
            interaction.extras[WAITED] = time.monotonic() - began
        now = time.monotonic()
        self._answered.append((now, self._shards.of(guild), interaction.id))
        while self._answered[0][0] < now - ANSWERED_SECONDS:
            self._answered.popleft()
        return True

    async def _wait(self, interaction: discord.Interaction[Any], shard: int) -> bool:
        pending = _Pending(shard, asyncio.get_running_loop().create_future())
        self._pending[interaction.id] = pending
        try:
            await asyncio.wait({pending.is_ours}, timeout=KEPT_SECONDS)
            if pending.is_ours.done():
                return pending.is_ours.result()
            return await self._wait_longer(interaction, pending)
        finally:
            del self._pending[interaction.id]

    async def _wait_longer(self, interaction: discord.Interaction[Any], pending: _Pending) -> bool:
        """Ask for more time, which is refused if the last process has answered or done so."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing or pending.shard not in self._shards.wanted:
            return False
        pending.deferred = True
        if not await delivery.defer(interaction):
            return False
        await asyncio.wait({pending.is_ours}, timeout=DEFERRED_SECONDS)
        if pending.is_ours.done() and pending.is_ours.result():
            return True
        await delivery.reply(interaction, Reply(ELSEWHERE))
        return False

    def answered_lately(self, shard: int) -> list[int]:
        """Return the interactions of the last seconds that this process answers."""
        return [number for _, where, number in self._answered if where == shard]

    def begin(self, shard: int, but: Collection[int]) -> None:
        """Let those of a shard be answered, `but` some that the last process has answered."""
        self._decide(shard, but, True)

    def forget(self, shard: int) -> None:
        """Let none of a shard be answered."""
        self._decide(shard, (), False)

    def _decide(self, shard: int, but: Collection[int], are_ours: bool) -> None:
        for number, pending in self._pending.items():
            if pending.shard == shard and not pending.is_ours.done():
                # What is deferred has no other answer; done twice, it counts once.
                pending.is_ours.set_result(are_ours and (pending.deferred or number not in but))
