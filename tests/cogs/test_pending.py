"""One of two processes answers each thing asked while a shard is handed over, and in time."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs import interactions, pending
from cogs.client import Leithian
from cogs.interactions import finish_answers
from cogs.pending import ANSWERED_SECONDS, WAITED
from table.store.lease import ELSEWHERE
from tests.cogs.offline_bot import BOB, OfflineBot
from tests.cogs.test_client import join, serve
from tests.cogs.test_sharding import settle
from tests.interactions import Kind

SHARDS = 2


class Questioned:
    """Things asked in a server of either shard, and whether this process is to answer them."""

    def __init__(self, bot: OfflineBot, client: Leithian) -> None:
        self.bot, self.client, self.pending = bot, client, client.pending
        serve(bot, of=SHARDS)
        bot.tables.shards.wanted = {0}
        self.servers = [join(client, 4 + shard).id for shard in range(SHARDS)]

    def ask(self, shard: int = 0, kind: Kind = "component") -> tuple[Any, asyncio.Task[bool]]:
        """Let something be asked; return it, and what is found out."""
        asked = self.bot._interaction(BOB, {}, kind)
        asked.guild_id = self.servers[shard]
        return asked, asyncio.create_task(self.pending.is_ours(asked))


@pytest.fixture
def asked(bot: OfflineBot, client: Leithian) -> Questioned:
    return Questioned(bot, client)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord be asked for more time at once."""
    monkeypatch.setattr(pending, "KEPT_SECONDS", 0)


def words(interaction: Any) -> list[str]:
    return [said.words for said in interaction.response.said]


async def test_what_is_asked_in_a_server_that_is_served_or_unknown_is_ours(
    asked: Questioned,
) -> None:
    serve(asked.bot, 0, of=SHARDS)
    press, is_ours = asked.ask()
    assert await is_ours
    assert WAITED not in press.extras
    asked.servers[1] = 7 << 22  # the bot is not in it
    _, is_ours = asked.ask(1)
    assert await is_ours


async def test_what_is_asked_before_a_shard_is_served_waits_until_it_is(asked: Questioned) -> None:
    (first, one), (second, two), (_, other) = asked.ask(), asked.ask(), asked.ask(1)
    await settle()
    assert not one.done()
    serve(asked.bot, 0, of=SHARDS)
    asked.pending.begin(0, {first.id})  # which the last process has answered
    assert [await one, await two] == [False, True]
    assert second.extras[WAITED] >= 0
    assert asked.pending.answered_lately(0) == [second.id]
    await settle()
    assert not other.done()
    asked.pending.forget(1)
    assert not await other
    assert words(first) == words(second) == []


@pytest.mark.usefixtures("impatient")
async def test_more_time_is_asked_for_what_waits_long_and_it_is_answered_then(
    asked: Questioned,
) -> None:
    press, is_ours = asked.ask()
    await settle()
    assert press.response.is_done()
    assert not is_ours.done()
    serve(asked.bot, 0, of=SHARDS)
    asked.pending.begin(0, {press.id})  # the last process took it in, and could not answer it
    assert await is_ours
    await asyncio.wait_for(interactions.answer(press, AsyncMock(return_value="Here.")()), 30)
    assert words(press) == ["Here."]


@pytest.mark.usefixtures("impatient")
async def test_nothing_that_another_process_answers_is_answered_twice(
    asked: Questioned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.defer", AsyncMock(return_value=False))
    press, is_ours = asked.ask()
    assert not await is_ours
    assert words(press) == []
    assert asked.pending.answered_lately(0) == []


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("is_given", [True, False])
async def test_who_gets_the_time_answers_also_if_the_shard_came_while_it_was_asked_for(
    asked: Questioned, monkeypatch: pytest.MonkeyPatch, is_given: bool
) -> None:
    async def defer(interaction: Any) -> bool:
        asked.pending.begin(0, {interaction.id})  # the last process has taken it in
        return is_given

    monkeypatch.setattr("cogs.delivery.defer", defer)
    _, is_ours = asked.ask()
    assert await is_ours is is_given


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("shard", "kind"), [(1, "component"), (0, "autocomplete")])
async def test_no_time_is_asked_for_what_is_typed_nor_in_a_shard_that_is_handed_over(
    asked: Questioned, shard: int, kind: Kind
) -> None:
    it, is_ours = asked.ask(shard, kind)
    assert not await is_ours
    assert not it.response.is_done()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("is_forgotten", [True, False])
async def test_who_waits_for_a_shard_that_is_never_served_is_told_to_try_again(
    asked: Questioned, monkeypatch: pytest.MonkeyPatch, is_forgotten: bool
) -> None:
    monkeypatch.setattr(pending, "DEFERRED_SECONDS", 60 if is_forgotten else 0)
    press, is_ours = asked.ask()
    await settle()
    asked.pending.forget(0)
    assert not await asyncio.wait_for(is_ours, 30)
    assert words(press) == [ELSEWHERE]
    asked.pending.begin(0, ())  # nothing waits any more


async def test_answered_lately_is_what_was_asked_in_the_last_seconds(
    asked: Questioned, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(asked.bot, 0, of=SHARDS)
    now = [100.0]
    monkeypatch.setattr("cogs.pending.time.monotonic", lambda: now[0])
    ids = []
    for _ in range(60):
        press, is_ours = asked.ask()
        assert await is_ours
        ids.append(press.id)
        now[0] += 0.5
    lately = asked.pending.answered_lately(0)
    assert ids[-len(lately) :] == lately
    assert ANSWERED_SECONDS < len(lately) <= 2 * ANSWERED_SECONDS + 1
    assert asked.pending.answered_lately(1) == []


async def test_commands_and_what_is_typed_wait_for_their_shard_too(asked: Questioned) -> None:
    command, _ = asked.ask(kind="application_command")
    checked = asyncio.create_task(asked.client.tree.interaction_check(command))
    await settle()
    assert not checked.done()
    asked.pending.begin(0, ())
    assert await checked


async def test_what_has_waited_for_its_shard_gets_more_time_the_sooner(
    asked: Questioned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "DEFER_AFTER", 60)
    press = asked.bot._interaction(BOB, {})
    press.extras[WAITED] = 60.0
    go_on = asyncio.Event()

    async def work() -> str:
        await go_on.wait()
        return "Here."

    answering = asyncio.create_task(interactions.answer(press, work()))
    while not press.response.is_done():  # noqa: ASYNC110
        await asyncio.sleep(0)
    go_on.set()
    await answering
    assert words(press) == ["Here."]


async def test_only_answers_in_the_servers_that_are_handed_over_are_waited_for(
    asked: Questioned,
) -> None:
    go_on = asyncio.Event()

    async def work() -> str:
        await go_on.wait()
        return "Here."

    press = asked.bot._interaction(BOB, {})
    press.guild_id = asked.servers[1]
    answering = asyncio.create_task(interactions.answer(press, work()))
    await settle()
    await asyncio.wait_for(finish_answers(60, lambda guild: guild == asked.servers[0]), 30)
    waiting = asyncio.create_task(finish_answers(60, lambda guild: guild == asked.servers[1]))
    await settle()
    assert not waiting.done()
    go_on.set()
    await asyncio.wait_for(waiting, 30)
    await answering
