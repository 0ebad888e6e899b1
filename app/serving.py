"""The composition root: the bot's process, of settings, rulesets, store and client."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import aiohttp
import discord
from yarl import URL

from app import health
from app.monitoring import serve_monitoring
from cogs.client import Leithian
from engine import rulesets as known_rulesets
from engine.contract.ruleset import AnyRuleset
from engine.contract.sprites import SpriteSheet
from render import TileLibrary
from settings import Secret, Settings, SettingsError
from table.store.database import backend_of
from table.store.faults import StoreError
from table.store.store import Store
from table.tables import Tables

log = logging.getLogger("leithian")

ROOT = Path(__file__).parent.parent  # of the program's folders

# What processes that draw or replay need: they share it, and none of it is Discord's.
WORKERS_IMPORT = ["cogs.ui.render_worker", "engine.rulesets", "table.history.transfer"]

STOP_SECONDS = 8.0  # for ending in order; what is saved is saved, so that we may end anyhow
SWITCH_INTERVAL = 0.001  # seconds that a thread busy with rules may delay the event loop

HALLS = 1  # channels more, where a visitor plays each game in a channel of its own
BAD_TOKEN = "Discord does not accept this DISCORD_TOKEN."
AUTHENTICATION_FAILED = 4004  # of the gateway's close codes

Rulesets = Mapping[str, AnyRuleset]
Visit = Callable[[str], Awaitable[None]]


def serve(settings: Settings, rulesets: Rulesets, visit: Visit | None = None) -> int:
    """Run the bot until it is told to stop; return the exit status, having said what is wrong.

    `visit` is called with the address of the sandbox's page once the bot has joined.

    Raises SettingsError and SourceError for settings and tiles that will not do.
    """
    sheets = sprite_sheets(settings, rulesets)
    multiprocessing.set_forkserver_preload(WORKERS_IMPORT)
    TileLibrary(sheets)  # so that a fault in them is reported now, not with the first picture
    try:
        asyncio.run(_run(settings, rulesets, sheets, visit))
    except discord.LoginFailure:
        print(BAD_TOKEN, file=sys.stderr)
        return 1
    except discord.ConnectionClosed as closed:  # the token was reset while the bot ran
        reason = BAD_TOKEN if closed.code == AUTHENTICATION_FAILED else f"Discord said: {closed}"
        print(reason, file=sys.stderr)
        return 1
    except StoreError as error:
        print(f"{backend_of(settings.database_address())}: {error}", file=sys.stderr)
        return 1
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The bot cannot run: {error}", file=sys.stderr)
        return 1
    return 0


def sprite_sheets(settings: Settings, rulesets: Rulesets) -> tuple[SpriteSheet, ...]:
    """Return the tiles of others that LEITHIAN_TILES names. Raises SettingsError."""
    if settings.tiles is None:
        return ()
    try:
        found = [ruleset.sprite_sheet(settings.tiles) for ruleset in rulesets.values()]
    except ValueError as error:
        raise SettingsError(f"LEITHIAN_TILES: {error}") from None
    return tuple(sheet for sheet in found if sheet is not None)


async def _run(
    settings: Settings, rulesets: Rulesets, sheets: Sequence[SpriteSheet], visit: Visit | None
) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        backend = backend_of(settings.database_address())
        if not await stack.enter_async_context(backend.serve(stop, _end_overtaken)):
            return
        token, api_base, gateway = settings.token, settings.api_base, settings.gateway
        page = ""
        if token is None:
            sandbox = _sandbox(settings.port, stop, HALLS if visit else 0)
            printed = await stack.enter_async_context(sandbox)
            token = Secret(printed["DISCORD_TOKEN"])
            api_base, gateway = printed["DISCORD_API_BASE"], printed["DISCORD_GATEWAY"]
            page = printed["Sandbox"]
        use_server(api_base, gateway)
        store = await Store.open(backend)
        tables = Tables(
            store, rulesets, file_secrets=settings.file_secrets(), daily=known_rulesets.DAILY
        )
        elsewhere = None
        if settings.workers == "elsewhere":
            worker = importlib.import_module("app.worker")  # it needs psycopg
            elsewhere = worker.elsewhere_of(backend)
            stack.callback(elsewhere.close)
            worker.employ(elsewhere, tables.services.heavy)
        tables.keep_backups(settings.folder / "backups", settings.backup_days)
        alive = health.alive_file(settings)
        client = Leithian(
            tables, rulesets, alive, sheets, project=settings.project, elsewhere=elsewhere
        )
        await stack.enter_async_context(client)
        if settings.monitoring_port:
            served = serve_monitoring(
                settings.monitoring_host, settings.monitoring_port, tables, client
            )
            await stack.enter_async_context(served)
        joined = asyncio.create_task(client.start(token.reveal()))
        greeted = asyncio.create_task(_greet(client, page, visit))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({joined, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        greeted.cancel()
        if not joined.done():
            await client.hand_over()
        if not await _close(client, joined):
            log.error("ended without waiting for what was under way")
            logging.shutdown()
            os._exit(0)  # a long action would hold up the end of its thread
        if not joined.cancelled():
            joined.result()


def _end_overtaken() -> None:
    """End at once: another process serves the games, and what this one does would be refused."""
    log.critical("another bot has taken the games over: this one ends")
    logging.shutdown()
    os._exit(1)


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


async def _greet(client: Leithian, page: str, visit: Visit | None) -> None:
    """Say where the page is, if there is one, and let the visitor come."""
    await client.wait_until_ready()
    if page:
        print(f"Sandbox: {page}", flush=True)
        if visit is not None:
            await visit(page)


def use_server(api_base: str | None, gateway: str | None) -> None:
    """Use another server than Discord's own. discord.py has no option for it but these
    attributes."""
    if api_base and gateway:
        discord.http.Route.BASE = api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


@contextlib.asynccontextmanager
async def _sandbox(port: int, stop: asyncio.Event, halls: int) -> AsyncIterator[dict[str, str]]:
    """Run the sandbox as a child process and yield the addresses that it prints.

    `halls`: channels beside its own four. It ends when we end, even if we are killed, because then
    its standard input closes.
    """
    if any(importlib.util.find_spec(name) is None for name in ("sandbox", "simcord")):
        raise SettingsError(
            "There is no DISCORD_TOKEN, and the sandbox is not installed: "
            "pip install -r requirements-sandbox.txt."
        )
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--stop-on-eof", "--invite", "--port", str(port)),
        *("--channels", str(halls)),
        cwd=ROOT,
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
