"""`python -m sandbox`: a loopback Discord with a web page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging

from .app import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8100, help="0 takes a free one")
    parser.add_argument("--people", type=int, default=0, help="people beside the first five")
    parser.add_argument("--channels", type=int, default=0, help="channels beside the first four")
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(given.port, people=given.people, channels=given.channels))


if __name__ == "__main__":
    main()
