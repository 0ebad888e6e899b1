"""`python -m sandbox`: a loopback Discord with a web page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading

from .app import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8100, help="0 takes a free one")
    parser.add_argument("--people", type=int, default=0, help="people beside the first five")
    parser.add_argument("--channels", type=int, default=0, help="channels beside the first four")
    parser.add_argument("--leashed", action="store_true", help="stop when standard input closes")
    given = parser.parse_args()
    if given.leashed:
        threading.Thread(target=_leash, daemon=True).start()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(given.port, people=given.people, channels=given.channels))


def _leash() -> None:
    """End with whoever started us, however they end: their side of the pipe closes then."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
