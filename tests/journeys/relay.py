"""A way to a PostgreSQL server that can be cut: what is sent meanwhile arrives when it is whole."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import threading
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
PIECE = 65536  # bytes


class Relay:
    """Passes on what programs and a server send each other, on a socket in a folder of its own."""

    def __init__(self, server: Path) -> None:
        """`server`: the folder of the server's socket."""
        self.folder = Path(tempfile.mkdtemp(prefix="leithian-relay-"))
        self._server = str(server / SOCKET)
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def cut(self) -> None:
        """Pass nothing on any more, and say nothing."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Pass on what was sent meanwhile, and all that follows."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def close(self) -> None:
        """End all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self) -> None:
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())

    async def _listen(self) -> None:
        self._whole.set()
        await asyncio.start_unix_server(self._connect, str(self.folder / SOCKET))

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            theirs, to_them = await asyncio.open_unix_connection(self._server)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass_on(reader, to_them), self._pass_on(theirs, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(PIECE):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
