"""Where pictures are drawn: in processes of their own, so that nobody's answer waits for Python to
be free while somebody else's map is drawn."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from render.painter import LENGTH, Answer, Call

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
# One may be busy with a film while another draws the next turn. They are started when needed.
PAINTERS = max(2, (os.cpu_count() or 1) // 2)
GRACE = 2.0  # seconds for a painter to go


class Easel:
    """The painters of a bot. `tiles`: a folder of foreign tiles, None for our own."""

    def __init__(self, tiles: Path | None = None) -> None:
        self._painters = [_Painter(tiles) for _ in range(PAINTERS)]
        self._idle: asyncio.LifoQueue[_Painter] = asyncio.LifoQueue()
        for painter in self._painters:
            self._idle.put_nowait(painter)
        self._calls: set[asyncio.Task[Answer]] = set()

    async def open(self) -> None:
        """Start one painter, so that the first picture need not wait for it."""
        await self._painters[-1].start()

    async def draw(self, work: Callable[..., T], *args: object, **also: object) -> T:
        """What a function of `render` makes of its arguments and the easel's tiles (`tiles`).
        Raises what it raises."""
        return await self._ask(Call(work, args, also, True))

    async def make(self, work: Callable[..., T], *args: object) -> T:
        """What a function of `render` that needs no tiles makes of its arguments."""
        return await self._ask(Call(work, args, {}, False))

    async def close(self) -> None:
        """Let the painters go."""
        await asyncio.gather(*self._calls, return_exceptions=True)
        await asyncio.gather(*(painter.stop() for painter in self._painters))

    async def _ask(self, call: Call) -> T:
        # To its end, even when nobody waits for it any more: its answer is not the next one's.
        task = asyncio.create_task(self._answered(call))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        answer = await asyncio.shield(task)
        if answer.fault is not None:
            raise answer.fault
        result: T = answer.result
        return result

    async def _answered(self, call: Call) -> Answer:
        painter = await self._idle.get()
        try:
            try:
                return await painter.ask(call)
            except (OSError, EOFError):  # it was killed: another one takes its place
                return await painter.ask(call)
        finally:
            self._idle.put_nowait(painter)


class _Painter:
    """A process (`render.painter`), one call at a time. It goes when we go, even when we are
    killed, for then its standard input closes."""

    def __init__(self, tiles: Path | None) -> None:
        self._tiles = [str(tiles)] if tiles else []
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "render", *self._tiles),
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us; it goes when we have said goodbye
            )
        return self._process

    async def ask(self, call: Call) -> Answer:
        """Raises OSError or EOFError when the process is gone; the next call starts a new one."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(call, pickle.HIGHEST_PROTOCOL))
            length = await process.stdout.readexactly(LENGTH)
            packed = await process.stdout.readexactly(int.from_bytes(length, "big"))
        except (OSError, EOFError):
            await self.stop()
            raise
        answer: Answer = pickle.loads(packed)
        return answer

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), GRACE)
        except TimeoutError:
            process.kill()
            await process.wait()
