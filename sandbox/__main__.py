"""`python -m sandbox`: a loopback Discord with a web page."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
from pathlib import Path

try:
    from .app import bind, serve
    from .openapi import DESCRIPTION
    from .schedule import FaultSchedule
except ModuleNotFoundError as missing:
    package = (missing.name or "").partition(".")[0]
    sys.exit(f"The sandbox needs the package {package}: pip install -r requirements-sandbox.txt")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8100, help="0 takes a free one")
    parser.add_argument("--people", type=int, default=0, help="people beside the first five")
    parser.add_argument("--channels", type=int, default=0, help="channels beside the first four")
    parser.add_argument(
        "--kinds", action="store_true", help="an announcement, a voice and a forum channel, too"
    )
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument(
        "--invite", action="store_true", help="invite the bot to the first server when it connects"
    )
    parser.add_argument("--shards", type=int, default=1, help="that the bot is told to use")
    parser.add_argument(
        "--response-seconds", type=float, default=3.0, help="until a bot's answer is too late"
    )
    parser.add_argument(
        "--fault-seed", type=int, default=0, help="delays and faults by chance; 0: none"
    )
    parser.add_argument(
        "--mild-faults", action="store_true", help="only faults with which presses are answered"
    )
    parser.add_argument("--locale", default="en-US", help="the language of people and servers")
    parser.add_argument("--openapi", type=Path, default=DESCRIPTION, help="another description")
    parser.add_argument("--unlimited", action="store_true", help="count requests, refuse none")
    parser.add_argument(
        "--stop-on-eof", action="store_true", help="stop when standard input closes"
    )
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # The world only grows: collecting it as often as Python would makes up half of the work.
    gc.set_threshold(100_000, 50, 100)
    try:
        asyncio.run(_run(given))
    except (OSError, OverflowError, RuntimeError) as error:
        print(f"The sandbox cannot be served on port {given.port}: {error}", file=sys.stderr)
        return 1
    return 0


async def _run(given: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if given.stop_on_eof:
        loop.add_reader(sys.stdin.fileno(), _stop_on_eof, stop)
    await serve(
        bind(given.port),
        stop,
        openapi=given.openapi,
        is_strict=not given.unlimited,
        schedule=FaultSchedule(given.fault_seed, is_mild=given.mild_faults),
        locale=given.locale,
        people=given.people,
        channels=given.channels,
        servers=given.servers,
        shards=given.shards,
        kinds=given.kinds,
        invites=given.invite,
        response_seconds=given.response_seconds,
    )


def _stop_on_eof(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        stop.set()


if __name__ == "__main__":
    sys.exit(main())
