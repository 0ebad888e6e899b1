"""Packs the past of games that are over, and the old past of long ones, in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable

from table.errors import Refusal
from table.heavy.queue import HeavyQueue
from table.store.packing import pack_block
from table.store.store import Store

EVERY = 30.0  # seconds between two looks for something to pack
PAUSE = 0.5  # seconds between two blocks: others may use the worker and the disk meanwhile

_log = logging.getLogger(__name__)


class Packer:
    """Packs block by block, while nobody waits for heavy work. Each is one transaction: a kill
    loses at most the work on one block."""

    def __init__(self, store: Store, heavy: HeavyQueue, now: Callable[[], float]) -> None:
        self._store = store
        self._heavy = heavy
        self._now = now
        self._failed: frozenset[int] = frozenset()  # games that could not be packed since the start

    async def pack_next(self) -> bool:
        """Pack a block if there is one and no heavy work is asked for; return whether it was."""
        if self._heavy.length:
            return False
        block = await self._store.next_block(self._now(), self._failed)
        if block is None:
            return False
        try:
            packed = await self._heavy.run(None, pack_block, block)
        except (Refusal, RuntimeError):
            _log.exception("game %s cannot be packed", block.game)
            self._failed |= {block.game}
            return True
        await self._store.pack(packed)
        return True
