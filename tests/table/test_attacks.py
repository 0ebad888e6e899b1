"""Attacks by one stranger hold up nobody elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from table.errors import Refusal
from table.heavy.queue import Asker
from tests.table.held_worker import wait_for
from tests.table.test_history import THREAD, loaded
from tests.table.test_hostile_files import RAW
from tests.table.world import ANN, BOB, CHANNEL, GUILD, TableWorld

END = 120.0  # seconds, when something that is waited for never comes
MOVES = 50
STEPS = ("step s", "step n", "step n", "step s")


async def quiet(work: Awaitable[object]) -> None:
    """Wait for something that may be refused."""
    with contextlib.suppress(Refusal):
        await work


async def heavy_work(world: TableWorld) -> None:
    """Twenty people ask for heavy work."""
    heavy = world.tables.services.heavy
    askers = [Asker(1000 + n, GUILD + n % 5) for n in range(20)]
    await asyncio.gather(*(quiet(heavy.run(asker, sum, range(9))) for asker in askers))


async def proofs(world: TableWorld) -> None:
    """Twenty people ask for the proof of a game."""
    table = await world.table(CHANNEL)
    for n in range(20):
        await quiet(table.history.proof(Asker(1000 + n, GUILD)))


async def bombs(world: TableWorld) -> None:
    """Somebody imports files that unpack into a gigabyte."""
    for name in ("a gigabyte of zeros", "deep nesting", "a deep body"):
        await quiet(loaded(world, BOB, RAW[name], THREAD, GUILD))


@pytest.mark.parametrize("attack", [heavy_work, proofs, bombs])
async def test_a_move_elsewhere_waits_for_nobody(
    world: TableWorld, attack: Callable[[TableWorld], Awaitable[None]], tmp_path: Path
) -> None:
    await world.begun()
    other = await world.found(CHANNEL + 1, ANN)
    await other.join(BOB)
    await other.begin(ANN)
    heavy, end_of_work = world.tables.services.heavy, tmp_path / "end"
    under_way = asyncio.create_task(heavy.run(None, wait_for, end_of_work, seconds=END))
    under_attack = asyncio.create_task(attack(world))
    async with asyncio.timeout(END):
        while heavy.length < 2:  # the attack waits behind the work  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        for n in range(MOVES):
            await other.act((ANN, BOB)[n % 2], STEPS[n % 4])
        assert not under_way.done()
        assert not under_attack.done()
        end_of_work.touch()
        await asyncio.gather(under_way, under_attack)
