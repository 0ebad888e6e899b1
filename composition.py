"""The composition root: settings, rulesets, store, client.

python bot.py                     join Discord; without DISCORD_TOKEN serve the sandbox, join that
python bot.py run                 join Discord
python bot.py play                serve the sandbox's page, a small Discord of its own; join that
python bot.py play RULESET …      a game without Discord, one line an action
python bot.py arena [RULESET] …   fights by the hundred, counted
python bot.py balance RULESET …   autoplayed games: who wins, who dies where, what is never used
python bot.py check-data [RULESET] DIR   check a folder of data (else Sil-Q's edit files)
python bot.py check-discord ID    try all that the bot does, in a test channel of your server
python bot.py restore FILE        check a backup and put it in the place of the database
                                  (--check: only check it)
python bot.py move-database FROM TO   copy all games into an empty database: a file or an address
                                  postgresql://…; once more: go on where it was interrupted
python bot.py health              is the running bot connected? (for a container's healthcheck)
"""

from __future__ import annotations

import gc

gc.disable()  # imports make what stays: collecting garbage meanwhile takes a quarter of the start

import argparse
import asyncio
import contextlib
import functools
import importlib.util
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path

import aiohttp
import discord
import msgspec
from yarl import URL

import headless
import health
from cogs.client import Leithian
from cogs.live_check import LiveCheck
from cogs.ui.command_mapper import CommandLimitError
from engine import rulesets as known_rulesets
from engine.contract.action import ActionError, InvalidAction
from engine.contract.data import InvalidData
from engine.contract.ruleset import AnyRuleset
from engine.contract.sprites import SpriteSheet
from monitoring import JsonFormatter, serve_monitoring
from render import SourceError, TileLibrary
from settings import SECRETS, Secret, Settings, SettingsError, __version__, load
from table.errors import Refusal
from table.history.verification import verify
from table.store.backend import Backend
from table.store.database import backend_of
from table.store.faults import StoreError
from table.store.move import move_database
from table.store.restore import restore
from table.store.store import Store
from table.tables import Tables

gc.enable()
gc.freeze()  # nor look at all that again in every collection

log = logging.getLogger("leithian")

# What processes that draw or replay need: they share it, and none of it is Discord's.
WORKERS_IMPORT = ["cogs.ui.render_worker", "engine.rulesets", "table.history.transfer"]

STOP_SECONDS = 8.0  # for ending in order; what is saved is saved, so that we may end anyhow
SWITCH_INTERVAL = 0.001  # seconds that a thread busy with rules may delay the event loop

NO_TOKEN = "Set DISCORD_TOKEN to the token of your bot."
BAD_TOKEN = "Discord does not accept this DISCORD_TOKEN."
AUTHENTICATION_FAILED = 4004  # of the gateway's close codes

Rulesets = Mapping[str, AnyRuleset]
Build = Callable[[], Rulesets]  # reads the data of all rulesets; raises InvalidData


def main(arguments: Sequence[str] | None = None, more: Iterable[AnyRuleset] = ()) -> int:
    """Run the command line; return the exit status. `more`: rulesets beside the known ones."""
    try:
        settings = load()
        for secret in SECRETS:  # not for the processes that we start
            os.environ.pop(secret, None)
        if isinstance(settings.database, Secret):
            os.environ.pop("LEITHIAN_DB", None)
        _set_up_logging(settings)
        others = {ruleset.name: ruleset for ruleset in more}
        given = _parser([*known_rulesets.KINDS, *others]).parse_args(arguments)
        return int(given.run(settings, lambda: _build(settings) | others, given))
    except (SettingsError, SourceError, CommandLimitError, InvalidData, StoreError) as error:
        print(error, file=sys.stderr)
        return 2


def _build(settings: Settings) -> dict[str, AnyRuleset]:
    return known_rulesets.build(settings.sil_data)


def _parser(names: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"Leithian {__version__}")
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers()
    commands.add_parser("run", help="join Discord").set_defaults(run=_join)
    play = commands.add_parser("play", help="the sandbox's page, or a game without Discord")
    play.add_argument("ruleset", choices=sorted(names), nargs="?", help="without it: the page")
    play.add_argument("--seed", default="1", help="a number or a word")
    play.add_argument("--script", default=os.devnull, help="a file of actions, - for stdin")
    play.add_argument("--autoplay", type=int, default=0, metavar="TURNS")
    play.add_argument("--seats", type=int, default=None)
    play.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="as in /game new"
    )
    play.set_defaults(run=_play)
    arena = commands.add_parser("arena", help="fights by the hundred, counted")
    arena.add_argument(
        "sides", nargs="+", help='a ruleset (else sil), then who fights: "orc soldier x3"'
    )
    arena.add_argument("--hero", default="mid", help="weak, mid or strong")
    arena.add_argument("--fights", type=int, default=100)
    arena.add_argument("--seed", type=int, default=1)
    arena.set_defaults(run=_arena)
    balance = commands.add_parser("balance", help="autoplayed games: who wins, dies, uses what")
    balance.add_argument("ruleset", choices=sorted(known_rulesets.BALANCES))
    balance.add_argument("--games", type=int, default=60)
    balance.add_argument("--processes", type=int, default=2)
    balance.add_argument("--seed", type=int, default=1)
    balance.add_argument("--json", action="store_true", help="the figures as one line of JSON")
    balance.add_argument(
        "--compare", action="store_true", help="how far heroes come who ignore a part of the game"
    )
    balance.set_defaults(run=_balance)
    check = commands.add_parser("check-data", help="check a folder of a ruleset's data")
    check.add_argument("ruleset", nargs="?", choices=sorted(known_rulesets.KINDS), default="sil")
    check.add_argument("folder", type=Path)
    check.set_defaults(run=_check_data)
    live = commands.add_parser("check-discord", help="try everything in a test channel")
    live.add_argument("channel", type=int, help="the channel's id")
    live.add_argument("--wait", type=float, default=60.0, help="seconds for the slash command")
    live.set_defaults(run=_check_discord)
    back = commands.add_parser("restore", help="put a backup in the place of the database")
    back.add_argument("file", type=Path)
    back.add_argument(
        "--check", action="store_true", help="only check it; the bot may run meanwhile"
    )
    back.set_defaults(run=_restore)
    move = commands.add_parser("move-database", help="copy all games into another database")
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    move.add_argument("target", metavar="TO", help="a file, or postgresql://…")
    move.set_defaults(run=_move_database)
    proof = commands.add_parser("verify", help="check a game's file: its log, dice and words")
    proof.add_argument("file", type=Path)
    proof.set_defaults(run=_verify)
    commands.add_parser("health", help="exit status 0: connected").set_defaults(run=_health)
    return parser


def _set_up_logging(settings: Settings) -> None:
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # At DEBUG discord.py and aiosqlite print requests and rows, which hold secrets.
    for name in ("discord", "aiosqlite", "sqlalchemy", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _backend(database: Path | Secret) -> Backend:
    """Return the database that a setting names. Raises StoreError."""
    return backend_of(database.reveal() if isinstance(database, Secret) else database)


def _script_lines(name: str) -> Iterable[str]:
    """Return the lines of a file; of standard input (-) each as it comes, to play by hand."""
    return sys.stdin if name == "-" else Path(name).read_text("utf-8").splitlines()


def _play(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if given.ruleset is None:
        return _serve(msgspec.structs.replace(settings, token=None), build, given)
    try:
        ruleset, script = build()[given.ruleset], _script_lines(given.script)
        options = dict(each.partition("=")[::2] for each in given.option)
        for line in headless.play(
            ruleset, given.seed, script, given.autoplay, seats=given.seats, options=options
        ):
            print(line, flush=True)
    except (ActionError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _arena(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    name, sides = "sil", given.sides
    if sides[0] in known_rulesets.ARENAS:
        name, *sides = sides
    try:
        for line in known_rulesets.ARENAS[name](sides, given.hero, given.fights, given.seed):
            print(line)
    except ActionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _balance(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    try:
        reports = known_rulesets.COMPARISONS if given.compare else known_rulesets.BALANCES
        if given.ruleset not in reports:
            raise InvalidAction(f"{given.ruleset} has no players that ignore a part of it.")
        found = reports[given.ruleset](given.games, given.processes, given.seed, as_json=given.json)
        print(*found, sep="\n")
    except ActionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _check_data(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    report = known_rulesets.KINDS[given.ruleset].check_data(given.folder)
    print(*report.lines, sep="\n")
    return 1 if report.errors else 0


def _check_discord(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    _use_server(settings.api_base, settings.gateway)
    check = LiveCheck(given.channel, given.wait, functools.partial(print, flush=True))
    try:
        failures = asyncio.run(check.run_check(settings.token.reveal()))
    except discord.LoginFailure:
        print(BAD_TOKEN, file=sys.stderr)
        return 1
    print("Everything works." if not failures else f"{failures} things do not work.")
    return 1 if failures else 0


def _restore(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Put a backup in the place of the database, unless a bot uses it; or only check it."""
    try:
        backend = _backend(settings.database)
        if given.check:
            games = backend.check_backup(given.file)
            print(f"{given.file} can be restored: {games} games.")
            return 0
        with backend.lock():
            kept = restore(given.file, backend, time.time())
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Restored {given.file}." + (f" The database until now is {kept}." if kept else ""))
    return 0


def _move_database(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Copy all games into another database, and say what arrived."""
    try:
        source, target = backend_of(given.source), backend_of(given.target)
        games = move_database(source, target, functools.partial(print, flush=True))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{games} games are in {target} now; set LEITHIAN_DB to it.")
    return 0


def _verify(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Say what a game's file proves, and what it only claims."""
    keys = settings.file_secrets().keys(time.time())
    try:
        found = verify(given.file.read_bytes(), keys, build())
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 1
    print("Proved:", *found.proved, sep="\n- ")
    print("Only claimed:", *found.claimed, sep="\n- ")
    return 0 if found.ok else 1


def _health(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    return health.main()


# ---------------------------------------------------------------- the bot


def _join(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _serve(settings, build, given)


def _serve(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    rulesets = build()
    sheets = _sprite_sheets(settings, rulesets)
    multiprocessing.set_forkserver_preload(WORKERS_IMPORT)
    TileLibrary(sheets)  # so that a fault in them is reported now, not with the first picture
    try:
        asyncio.run(_run(settings, rulesets, sheets))
    except discord.LoginFailure:
        print(BAD_TOKEN, file=sys.stderr)
        return 1
    except discord.ConnectionClosed as closed:  # the token was reset while the bot ran
        reason = BAD_TOKEN if closed.code == AUTHENTICATION_FAILED else f"Discord said: {closed}"
        print(reason, file=sys.stderr)
        return 1
    except StoreError as error:
        print(f"{_backend(settings.database)}: {error}", file=sys.stderr)
        return 1
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The bot cannot run: {error}", file=sys.stderr)
        return 1
    return 0


def _sprite_sheets(settings: Settings, rulesets: Rulesets) -> tuple[SpriteSheet, ...]:
    """Return the tiles of others that LEITHIAN_TILES names. Raises SettingsError."""
    if settings.tiles is None:
        return ()
    try:
        found = [ruleset.sprite_sheet(settings.tiles) for ruleset in rulesets.values()]
    except ValueError as error:
        raise SettingsError(f"LEITHIAN_TILES: {error}") from None
    return tuple(sheet for sheet in found if sheet is not None)


async def _run(settings: Settings, rulesets: Rulesets, sheets: Sequence[SpriteSheet]) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        backend = _backend(settings.database)
        stack.enter_context(backend.lock())
        token, api_base, gateway = settings.token, settings.api_base, settings.gateway
        greeting = ""
        if token is None:
            printed = await stack.enter_async_context(_sandbox(settings.port, stop))
            token = Secret(printed["DISCORD_TOKEN"])
            api_base, gateway = printed["DISCORD_API_BASE"], printed["DISCORD_GATEWAY"]
            greeting = f"Sandbox: {printed['Sandbox']}\n"
        _use_server(api_base, gateway)
        store = await Store.open(backend)
        tables = Tables(
            store,
            rulesets,
            file_secrets=settings.file_secrets(),
            daily=known_rulesets.DAILY,
        )
        tables.keep_backups(settings.folder / "backups", settings.backup_days)
        client = Leithian(tables, rulesets, health.alive_file(settings), sheets, settings.project)
        await stack.enter_async_context(client)
        if settings.monitoring_port:
            served = serve_monitoring(
                settings.monitoring_host, settings.monitoring_port, tables, client
            )
            await stack.enter_async_context(served)
        joined = asyncio.create_task(client.start(token.reveal()))
        greeted = asyncio.create_task(_greet(client, greeting))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({joined, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        greeted.cancel()
        if not await _close(client, joined):
            log.error("ended without waiting for what was under way")
            logging.shutdown()
            os._exit(0)  # a long action would hold up the end of its thread
        if not joined.cancelled():
            joined.result()


async def _close(client: Leithian, joined: asyncio.Task[None]) -> bool:
    """End the connection, or the attempt to make one, then everything else; return whether that
    was done in time."""
    joined.cancel()  # it may be waiting for its next attempt
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await asyncio.wait({joined})
            await client.close()
    except TimeoutError:
        return False
    return True


async def _greet(client: Leithian, greeting: str) -> None:
    await client.wait_until_ready()
    print(greeting, end="", flush=True)


def _use_server(api_base: str | None, gateway: str | None) -> None:
    """Use another server than Discord's own. discord.py has no option for it but these
    attributes."""
    if api_base and gateway:
        discord.http.Route.BASE = api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


@contextlib.asynccontextmanager
async def _sandbox(port: int, stop: asyncio.Event) -> AsyncIterator[dict[str, str]]:
    """Run the sandbox as a child process and yield the addresses that it prints.

    It ends when we end, even if we are killed, because then its standard input closes.
    """
    if any(importlib.util.find_spec(name) is None for name in ("sandbox", "simcord")):
        raise SettingsError(
            "There is no DISCORD_TOKEN, and the sandbox is not installed: "
            "pip install -r requirements-sandbox.txt."
        )
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--stop-on-eof", "--invite", "--port", str(port)),
        cwd=Path(__file__).parent,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; we end it after disconnecting
    )
    printed: dict[str, str] = {}
    while child.stdout and "DISCORD_GATEWAY" not in printed:
        line = (await child.stdout.readline()).decode()
        if not line:
            raise SettingsError("The sandbox could not be started: see above.")
        name, _, value = line.strip().replace(": ", "=", 1).partition("=")
        printed[name] = value
    watch = asyncio.create_task(child.wait())
    watch.add_done_callback(lambda _: stop.set())
    try:
        yield printed
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        await watch
