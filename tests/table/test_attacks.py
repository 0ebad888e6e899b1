"""Attacks by one stranger hold up nobody elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections.abc import Awaitable, Callable

import pytest

from table.errors import Refusal
from table.heavy.queue import Asker
from tests.table.test_history import THREAD, loaded
from tests.table.test_hostile_files import RAW
from tests.table.world import ANN, BOB, CHANNEL, GUILD, TableWorld

LONGEST_WAIT = 0.5  # seconds, the median of the moves elsewhere
MOVES = 50
STEPS = ("step s", "step n", "step n", "step s")


def burn(seconds: float) -> None:
    """Keep a processor busy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


async def quiet(work: Awaitable[object]) -> None:
    """Wait for something that may be refused."""
    with contextlib.suppress(Refusal):
        await work


async def heavy_work(world: TableWorld) -> None:
    """Twenty people ask for heavy work."""
    heavy = world.tables.services.heavy
    askers = [Asker(1000 + n, GUILD + n % 5) for n in range(20)]
    await asyncio.gather(*(quiet(heavy.run(asker, burn, 0.5)) for asker in askers))


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
    world: TableWorld, attack: Callable[[TableWorld], Awaitable[None]]
) -> None:
    table = await world.begun()
    for n in range(30):
        await table.act((ANN, BOB)[n % 2], STEPS[n % 4])
    other = await world.found(CHANNEL + 1, ANN)
    await other.join(BOB)
    await other.begin(ANN)
    await world.tables.services.heavy.run(None, burn, 0.0)  # the worker is there
    under_attack = asyncio.create_task(attack(world))
    waits = []
    for n in range(MOVES):
        began = time.monotonic()
        await other.act((ANN, BOB)[n % 2], STEPS[n % 4])
        waits.append(time.monotonic() - began)
    assert statistics.median(waits) < LONGEST_WAIT
    under_attack.cancel()
    await asyncio.gather(under_attack, return_exceptions=True)
