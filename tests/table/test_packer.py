"""The packer works while nobody waits, and goes on where a game cannot be packed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from table.errors import Refusal
from table.packer import Packer
from table.store.packing import pack_block


class PackingDesk:
    """A store with a block of each of some games, and a queue for heavy work."""

    def __init__(self, *games: int) -> None:
        self.games = [*games]
        self.packed: list[str] = []
        self.length = 0
        self.fault: Exception | None = None
        self.asked_at: list[float] = []

    async def next_block(self, now: float, without: frozenset[int]) -> Any:
        """Return a block of the first game that is not left out."""
        self.asked_at.append(now)
        left = [game for game in self.games if game not in without]
        return SimpleNamespace(game=left[0]) if left else None

    async def run(self, asker: None, work: Any, block: Any) -> str:
        """Pack, or fail."""
        assert asker is None
        assert work is pack_block
        if self.fault is not None:
            raise self.fault
        return f"block of {block.game}"

    async def pack(self, packed: str) -> None:
        """Keep a packed block."""
        self.packed.append(packed)
        self.games.pop(0)


def packer_of(desk: PackingDesk) -> Packer:
    both: Any = desk
    return Packer(both, both, lambda: 77.0)


async def test_blocks_are_packed_one_by_one_until_there_is_none() -> None:
    desk = PackingDesk(5, 6)
    packer = packer_of(desk)
    assert [await packer.pack_next() for _ in range(3)] == [True, True, False]
    assert desk.packed == ["block of 5", "block of 6"]
    assert desk.asked_at == [77.0] * 3


async def test_nothing_is_packed_while_somebody_waits_for_heavy_work() -> None:
    desk = PackingDesk(5)
    desk.length = 1
    assert await packer_of(desk).pack_next() is False
    assert (desk.packed, desk.asked_at) == ([], [])


@pytest.mark.parametrize("fault", [Refusal("Too much."), RuntimeError("KeyError: 1")])
async def test_a_game_that_cannot_be_packed_is_left_out_from_then_on(fault: Exception) -> None:
    desk = PackingDesk(5, 6)
    packer = packer_of(desk)
    desk.fault = fault
    assert await packer.pack_next() is True  # there may be others
    assert await packer.pack_next() is True
    assert await packer.pack_next() is False
    desk.fault, desk.games = None, [5, 6, 7]
    assert await packer.pack_next() is True
    assert desk.packed == ["block of 7"]


async def test_other_faults_are_not_hidden() -> None:
    desk = PackingDesk(5)
    desk.fault = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        await packer_of(desk).pack_next()
