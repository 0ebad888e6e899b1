"""Backups of the database: made while games go on, kept for some days."""

from __future__ import annotations

import asyncio
import calendar
import logging
import time
from collections.abc import Callable
from pathlib import Path

from table.store.faults import describe_fault
from table.store.store import Store

EVERY = 86400.0  # seconds between two scheduled backups
NAME = "games-%Y%m%d-%H%M%S"
DAY = 86400.0  # seconds
FIRST_PAUSE, LONGEST_PAUSE = 600.0, DAY / 4  # seconds until a backup that failed is tried again

_log = logging.getLogger(__name__)


class Backups:
    """Backups in a folder. `keep_days`: 0 makes none by itself, and deletes none.

    `problem`: a sentence while the scheduled ones fail.
    """

    def __init__(
        self, store: Store, folder: Path, keep_days: float, now: Callable[[], float]
    ) -> None:
        self.folder = folder
        self._store = store
        self._keep = keep_days * DAY
        self._now = now
        self._suffix = store.database.backend.suffix
        self._name = NAME + self._suffix
        self.problem = ""
        self._not_before = 0.0
        self._pause = FIRST_PAUSE

    async def make(self) -> Path:
        """Copy the database into a new file; return its path."""
        await asyncio.to_thread(self.folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        path = self.folder / time.strftime(self._name, time.gmtime(self._now()))
        unfinished = path.with_suffix(".part")
        try:
            await self._store.backup(unfinished)
            await asyncio.to_thread(unfinished.chmod, 0o600)
            await asyncio.to_thread(unfinished.rename, path)
        finally:
            await asyncio.to_thread(unfinished.unlink, missing_ok=True)
        return path

    async def make_due(self) -> Path | None:
        """Make a backup if the last one is a day old, and delete those that are too old.

        One that fails is told once, and tried again after growing pauses.
        """
        if not self._keep or self._now() < self._not_before:
            return None
        try:
            made = await self._make_due()
        except Exception as error:
            if not self.problem:
                _log.exception("no backup could be made")
            self.problem = f"No backup can be made: {describe_fault(error) or error}"
            self._not_before = self._now() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            return None
        self.problem, self._pause = "", FIRST_PAUSE
        return made

    async def _make_due(self) -> Path | None:
        found = await asyncio.to_thread(self._found)
        now = self._now()
        made = None
        if not found or now - max(found.values()) >= EVERY:
            made = await self.make()
        for path, at in found.items():
            if now - at > self._keep:
                await asyncio.to_thread(path.unlink, missing_ok=True)
        return made

    def newest(self) -> tuple[float, int] | None:
        """Return when the newest backup was made, in seconds since 1970, and its bytes; None: there
        is none."""
        made = max(((at, path) for path, at in self._found().items()), default=None)
        return made and (made[0], made[1].stat().st_size)

    def _found(self) -> dict[Path, float]:
        """Return the backups with the times that their names tell."""
        times = {}
        for path in self.folder.glob("games-*" + self._suffix):
            try:
                moment = time.strptime(path.name, self._name)
            except ValueError:
                continue
            times[path] = _seconds(moment)
        return times


def _seconds(moment: time.struct_time) -> float:
    return float(calendar.timegm(moment))
