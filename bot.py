"""The composition root: settings, store, client, cogs, clock.

python bot.py                     join Discord; without DISCORD_TOKEN serve the sandbox, join that
python bot.py play RULESET …      a game without Discord, one line an action
python bot.py check-data DIR      are these edit files sound?
python bot.py health              is the running bot connected? (for a container's healthcheck)
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import discord
from yarl import URL

import headless
from cogs.client import Leithian
from engine.game import ActionError
from engine.rulesets import RULESETS, build
from engine.sil.data import bundle as sil_data
from render import SourceError, foreign
from settings import Secret, Settings, SettingsError, load
from table.store import Store
from table.tables import Tables

log = logging.getLogger("leithian")

STALE = 60  # seconds without a sign of life after which the bot is not well
SWITCH = 0.001  # seconds that a thread at work on rules may hold up the one that answers


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the process's exit status."""
    given = _parser().parse_args(arguments)
    try:
        settings = load()
        _prepare(settings)
        return int(given.run(settings, given))
    except (SettingsError, SourceError, sil_data.DataErrors) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bot.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers()
    play = commands.add_parser("play", help="a game without Discord")
    play.add_argument("ruleset", choices=sorted(RULESETS))
    play.add_argument("--seed", required=True, help="a number or a word")
    play.add_argument("--script", default=os.devnull, help="a file of orders, - for standard input")
    play.add_argument("--autoplay", type=int, default=0, metavar="TURNS")
    play.add_argument("--seats", type=int, default=None)
    play.set_defaults(run=_play)
    check = commands.add_parser("check-data", help="load a folder of Sil-Q edit files")
    check.add_argument("folder", type=Path)
    check.set_defaults(run=_check_data)
    commands.add_parser("health", help="exit status 0: connected").set_defaults(run=_health)
    return parser


def _prepare(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # At DEBUG discord.py and aiosqlite print requests and rows, which hold what is secret.
    for name in ("discord", "aiosqlite", "sqlalchemy", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    if settings.sil_data is not None:
        RULESETS.update(build(settings.sil_data))


def _play(settings: Settings, given: argparse.Namespace) -> int:
    try:
        text = sys.stdin.read() if given.script == "-" else Path(given.script).read_text("utf-8")
        game = RULESETS[given.ruleset], given.seed, text.splitlines(), given.autoplay, given.seats
        for line in headless.play(*game):
            print(line)
    except (ActionError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _check_data(settings: Settings, given: argparse.Namespace) -> int:
    lines, sound = sil_data.report(given.folder)
    print(*lines, sep="\n")
    return 0 if sound else 1


def _alive(settings: Settings) -> Path:
    return settings.database.with_name(settings.database.name + ".alive")


def _health(settings: Settings, given: argparse.Namespace) -> int:
    with contextlib.suppress(OSError):
        if time.time() - _alive(settings).stat().st_mtime < STALE:
            return 0
    print("The bot is not connected.", file=sys.stderr)
    return 1


# ---------------------------------------------------------------- the bot


def _serve(settings: Settings, given: argparse.Namespace) -> int:
    if settings.tiles:
        foreign.load(settings.tiles)  # a fault in them is told now, not with the first picture
    try:
        asyncio.run(_run(settings))
    except discord.LoginFailure:
        print("Discord does not take this DISCORD_TOKEN.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    return 0


async def _run(settings: Settings) -> None:
    sys.setswitchinterval(SWITCH)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        token, api_base, gateway = settings.token, settings.api_base, settings.gateway
        greeting = ""
        if token is None:
            found = await stack.enter_async_context(_sandbox(settings.port, stop))
            token = Secret(found["DISCORD_TOKEN"])
            api_base, gateway = found["DISCORD_API_BASE"], found["DISCORD_GATEWAY"]
            greeting = f"Sandbox: {found['Sandbox']}\n"
        _aim(api_base, gateway)
        tables = Tables(await Store.open(settings.database), RULESETS, secret=settings.seal())
        client = Leithian(tables, RULESETS, _alive(settings), settings.tiles)
        await stack.enter_async_context(client)
        joined = asyncio.create_task(client.start(token.reveal()))
        greeted = asyncio.create_task(_greet(client, greeting))
        ending = asyncio.create_task(stop.wait())
        await asyncio.wait({joined, ending}, return_when=asyncio.FIRST_COMPLETED)
        greeted.cancel()
        ending.cancel()
        if joined.done():
            joined.result()
        await client.close()
        await asyncio.gather(joined, return_exceptions=True)


async def _greet(client: Leithian, greeting: str) -> None:
    await client.wait_until_ready()
    print(greeting, end="", flush=True)


def _aim(api_base: str | None, gateway: str | None) -> None:
    """Speak to another server than Discord's own; these attributes are all that discord.py has
    for it (it names no option)."""
    if api_base and gateway:
        discord.http.Route.BASE = api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


@contextlib.asynccontextmanager
async def _sandbox(port: int, stop: asyncio.Event) -> AsyncIterator[dict[str, str]]:
    """The sandbox as a child process, and the addresses that it prints. It goes when we go, even
    when we are killed, for then its standard input closes."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--leashed", "--port", str(port)),
        cwd=Path(__file__).parent,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; we end it when we have said goodbye
    )
    found: dict[str, str] = {}
    while child.stdout and "DISCORD_GATEWAY" not in found:
        line = (await child.stdout.readline()).decode()
        if not line:
            raise SettingsError(f"PORT {port} cannot be used for the sandbox: see above.")
        name, _, value = line.strip().replace(": ", "=", 1).partition("=")
        found[name] = value
    watch = asyncio.create_task(child.wait())
    watch.add_done_callback(lambda _: stop.set())
    try:
        yield found
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        await watch


if __name__ == "__main__":
    sys.exit(main())
