"""Shards are shared out, asked for, handed over and given up, a step at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Engine, create_engine, text

from table.store.lease import (
    OVERTAKEN,
    SECONDS,
    Lease,
    LeasedShards,
    LeaseLost,
    new_process_name,
    share_out,
)
from table.store.shards import IDENTIFY_EVERY, AllShards, Shards
from tests.postgres_server import binaries
from tests.table.world import PostgresDatabases

NEEDS_POSTGRESQL = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")


def leases(*owners: str) -> list[Lease]:
    """Return the leases of shards: "a>b" is of a, and b has asked for it; "-a" has run out."""
    found = []
    for shard, each in enumerate(owners):
        owner, _, heir = each.partition(">")
        living = bool(owner) and not owner.startswith("-")
        found.append(Lease(shard, owner.lstrip("-"), 1, living, heir, False, ""))
    return found


@pytest.mark.parametrize(
    ("me", "processes", "owners", "take", "ask", "drop"),
    [
        ("a", "a", ["", "", ""], (0, 1, 2), (), ()),
        ("a", "ab", ["", "", ""], (0, 1), (), ()),
        ("b", "ab", ["a", "", ""], (1,), (), ()),
        ("a", "ab", ["a", "", "b"], (1,), (), ()),
        ("b", "ab", ["a", "", "b"], (), (), ()),
        ("b", "ab", ["a", "a", "a"], (), (0,), ()),
        ("b", "ab", ["a", "a", "a", "a"], (), (0, 1), ()),
        ("b", "ab", ["a", "a>b", "a"], (), (), ()),
        ("b", "ab", ["a", "a>b", "a", "a"], (), (0,), ()),
        ("a", "ab", ["a", "a", "a"], (), (), ()),
        ("b", "ab", ["-a>b", "a", "a"], (0,), (), ()),
        ("b", "b", ["-a", "-a>b", "b"], (1, 0), (), ()),
        ("b", "ab", ["a", "a>b", "b", "b"], (), (), (1,)),
        ("b", "ab", ["a", "a>b", "a>b", "b"], (), (), (1,)),
        ("b", "a", ["a", "a>b"], (), (), (1,)),
        ("c", "ab", ["a", "c", ""], (), (), ()),
        ("a", "ab", ["c", "c", "b"], (), (0,), ()),
        ("a", "ab", ["-a>b", "a", "b"], (), (), ()),
    ],
)
def test_a_process_takes_asks_for_and_gives_up_as_much_as_makes_its_share_even(
    me: str,
    processes: str,
    owners: list[str],
    take: tuple[int, ...],
    ask: tuple[int, ...],
    drop: tuple[int, ...],
) -> None:
    plan = share_out(me, list(processes), leases(*owners))
    assert (plan.take, plan.ask, plan.drop) == (take, ask, drop)


class Bots:
    """Processes over a database, and a clock that stands still."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.now = 1000.0
        self.lost: list[LeasedShards] = []
        self.new().prepare()

    def new(self) -> LeasedShards:
        """Return a process that has not entered."""
        made = LeasedShards(
            self.engine, new_process_name(), lambda: self.lost.append(made), lambda: self.now
        )
        return made

    def serving(self, count: int = 3) -> LeasedShards:
        """Return a process that shares the shards."""
        made = self.new()
        assert made.enter(lambda _: True)
        assert made.begin_to_take(count)
        return made


@pytest_asyncio.fixture
async def bots(engine: str, postgres: PostgresDatabases, tmp_path: Path) -> AsyncIterator[Bots]:
    """Processes over a database that did not exist before."""
    path = tmp_path / "shared.db"
    await postgres.make_bare(path)
    engine_of_all = create_engine(postgres.address(path).replace("://", "+psycopg://", 1))
    yield Bots(engine_of_all)
    engine_of_all.dispose()


@NEEDS_POSTGRESQL
async def test_a_second_process_comes_to_a_shard_once_it_has_connected_it(bots: Bots) -> None:
    first = bots.serving()
    assert (first.is_first, first.held) == (True, {0, 1, 2})
    second = bots.serving(count=5)
    assert (second.is_first, second.count, second.held) == (False, 3, set())
    wanted = second.balance()
    assert (wanted.held, wanted.asked, wanted.due) == ({}, {0}, set())
    assert first.balance().due == set()
    await second.report_connected(0)
    assert first.balance().due == {0}
    await first.hand_over(0, [7, 8])
    assert first.held == {1, 2}
    got = second.balance()
    assert (got.held, got.asked) == ({0: {7, 8}}, set())
    assert first.balance().held == {1: set(), 2: set()}
    assert (first.processes, second.processes) == (2, 2)
    assert first.renew()
    assert second.renew()


@NEEDS_POSTGRESQL
async def test_who_retires_is_handed_nothing_over_any_more(bots: Bots) -> None:
    first, second = bots.serving(), bots.serving()
    assert second.balance().asked == {0}
    assert await second.retire()
    assert second.balance().asked == set()
    await second.report_connected(0)
    assert first.balance().due == set()
    assert not await first.retire()


@NEEDS_POSTGRESQL
async def test_the_others_are_told_whenever_something_is_for_them_to_do(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They look at once, and need not wait until they look by themselves."""
    told: list[tuple[str, str, str]] = []
    announce = LeasedShards.announce

    def noted(self: LeasedShards, db: Connection, topic: str, value: str) -> None:
        told.append((self.name, topic, value))
        announce(self, db, topic, value)

    monkeypatch.setattr(LeasedShards, "announce", noted)

    def news() -> list[str]:
        """Return who has told that something of the shards is new, since it was last asked."""
        found = [name for name, topic, _ in told if topic == "shards"]
        told.clear()
        return found

    first, second = bots.serving(), bots.serving()
    news()
    second.balance()  # which asks for a shard
    assert news() == [second.name]
    second.balance()
    assert news() == []
    await second.report_connected(0)
    assert news() == [second.name]
    await first.hand_over(0, [])
    assert news() == [first.name]
    await second.retire()
    assert news() == [second.name]
    second.leave()
    assert news() == [second.name]


@NEEDS_POSTGRESQL
async def test_who_was_overtaken_is_told_and_the_next_one_has_all(bots: Bots) -> None:
    first, second = bots.serving(), bots.serving()
    bots.now += SECONDS - 1
    assert second.renew()
    bots.now += 1
    assert second.balance().held == dict.fromkeys((0, 1, 2), frozenset())
    assert second.processes == 1
    with pytest.raises(LeaseLost) as lost:
        first.balance()
    assert str(lost.value) == OVERTAKEN
    assert bots.lost == [first]


@NEEDS_POSTGRESQL
async def test_after_a_process_has_died_its_leases_are_waited_for(bots: Bots) -> None:
    bots.serving()
    with bots.engine.begin() as db:
        db.execute(text("DELETE FROM processes"))
    next_one = bots.new()
    assert not next_one.enter(lambda _: True)
    bots.now += SECONDS
    assert next_one.enter(lambda _: False)
    assert next_one.is_first


@NEEDS_POSTGRESQL
async def test_a_process_of_another_version_does_not_enter_beside_others(bots: Bots) -> None:
    bots.serving()
    assert not bots.new().enter(lambda _: False)
    assert bots.new().enter(lambda _: True)


@NEEDS_POSTGRESQL
async def test_shards_are_shared_out_once_the_first_has_said_how_many(bots: Bots) -> None:
    first, second = bots.new(), bots.new()
    assert first.enter(lambda _: True)
    assert second.enter(lambda _: True)
    assert not second.begin_to_take(3)
    assert first.begin_to_take(4)
    assert second.begin_to_take(3)
    assert (first.held, second.held, second.count) == ({0, 1, 2, 3}, set(), 4)


@NEEDS_POSTGRESQL
async def test_who_leaves_lets_the_others_have_all_at_once(bots: Bots) -> None:
    first, second = bots.serving(), bots.serving()
    second.balance()
    second.leave()
    await second.report_connected(0)
    assert first.balance().due == set()
    first.leave()
    assert first.held == set()
    assert bots.serving().held == {0, 1, 2}


async def pauses(shards: Shards, pass_time: Callable[[float], None]) -> list[float]:
    """Return how long sessions wait: three at once, one of another bucket, one long after."""
    at_once = [await shards.reserve_identify(1) for _ in range(3)]
    other = await shards.reserve_identify(2)
    pass_time(10 * IDENTIFY_EVERY)
    return [*at_once, other, await shards.reserve_identify(1), await shards.reserve_identify(1)]


PAUSES = [0.0, IDENTIFY_EVERY, 2 * IDENTIFY_EVERY, 0.0, 0.0, IDENTIFY_EVERY]


@NEEDS_POSTGRESQL
async def test_processes_begin_their_sessions_one_after_another(bots: Bots) -> None:
    def pass_time(seconds: float) -> None:
        bots.now += seconds

    assert await pauses(bots.new(), pass_time) == PAUSES


async def test_one_process_begins_its_sessions_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, shards = [100.0], AllShards()

    def pass_time(seconds: float) -> None:
        now[0] += seconds

    loop = SimpleNamespace(time=lambda: now[0])
    monkeypatch.setattr(
        "table.store.shards.asyncio", SimpleNamespace(get_running_loop=lambda: loop)
    )
    assert await pauses(shards, pass_time) == PAUSES


async def test_a_process_without_others_has_all_shards_and_hands_none_over() -> None:
    shards = AllShards()
    await shards.join(3)
    assigned = await shards.assign()
    assert (assigned.held, assigned.asked, assigned.due) == (
        *({0: set(), 1: set(), 2: set()}, set(), set()),
    )
    assert not await shards.retire()
    assert [shards.of(each << 22) for each in (0, 1, 2, 3)] == [0, 1, 2, 0]
    shards.wake()
    await shards.wait()
