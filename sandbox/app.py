"""The aiohttp server: Discord's REST and gateway, the CDN, the JSON interface and the page."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from .avatars import draw_avatar
from .errors import UserError
from .faults import Faults
from .gateway import Gateway
from .json_codec import decode, json_response
from .openapi import DESCRIPTION, OpenApi
from .page import POLICY, PageServer
from .people import People
from .rate_limits import RequestLimits
from .rest import Rest
from .routes import gateway_url
from .schedule import FaultSchedule
from .world import DiscordWorld

STATIC = Path(__file__).parent / "static"
MAX_BODY = 30 * 2**20
UNLIMITED = 10**6  # sessions, and new commands of a server, a day
LOCAL_HOSTS = ("127.0.0.1", "localhost")

JsonHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Sandbox:
    """The parts of one sandbox and the handlers of its JSON interface."""

    def __init__(
        self,
        world: DiscordWorld,
        *,
        openapi: Path = DESCRIPTION,
        is_strict: bool = True,
        schedule: FaultSchedule | None = None,
    ) -> None:
        self.world = world
        schedule = schedule or FaultSchedule()
        self.gateway = Gateway(self.world, gateway_url(self.world), schedule)
        self.faults = Faults(self.world, self.gateway, schedule)
        self.people = People(self.world, self.faults)
        self.rate_limits = RequestLimits(is_strict=is_strict)
        if not is_strict:
            world.sessions.most = world.creations_a_day = UNLIMITED
        self.rest = Rest(self.world, self.faults, OpenApi(openapi), self.rate_limits)
        self.page = PageServer(self.world, self.people)

    def app(self) -> web.Application:
        app = web.Application(
            client_max_size=MAX_BODY, middlewares=[reject_other_sites, report_user_errors]
        )
        app.router.add_get("/", self.index)
        app.router.add_static("/static", STATIC)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_route("*", "/api/{path:.*}", self.rest.handle)
        app.router.add_get("/cdn/attachments/{path:.*}", self.attachment)
        app.router.add_get("/cdn/embed/avatars/{number}.png", self.avatar)
        app.router.add_get("/embed/avatars/{number}.png", self.avatar)
        app.router.add_get("/world", self.show_world)
        app.router.add_get("/channels/{channel}/messages", self.show_messages)
        app.router.add_get("/violations", self.show_violations)
        app.router.add_get("/limits", self.show_limits)
        app.router.add_post("/user", self.perform)
        app.router.add_post("/faults", self.add_fault)
        self.page.add_routes(app.router)
        app.on_shutdown.append(self.close_connections)
        return app

    async def close_connections(self, app: web.Application) -> None:
        for client in list(self.gateway.sockets):
            await client.ws.close(code=1001)
        self.page.close()

    async def index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "index.html", headers=POLICY)

    async def attachment(self, request: web.Request) -> web.Response:
        url = self.world.base + request.path
        found = self.world.cdn.get(url)
        if found is None or not self.world.is_signed(url, request.query):
            raise web.HTTPNotFound
        return web.Response(body=found, headers=self.page.file_headers(request.path))

    async def avatar(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        colour = int(number) if number.isdecimal() else 0
        return web.Response(body=draw_avatar(colour), content_type="image/png")

    async def show_world(self, request: web.Request) -> web.Response:
        people = [{"id": str(u.id), "name": u.name} for u in self.world.people.values()]
        channels = [
            {
                "id": str(channel.id),
                "name": self.world.channel_name(channel),
                "type": int(channel.type),
                "parent": str(channel.parent_id) if channel.parent_id else None,
                "server": str(channel.guild_id) if channel.guild_id else None,
            }
            for channel in self.world.channels.values()
        ]
        servers = [{"id": str(g.id), "name": g.name} for g in self.world.guilds.values()]
        return json_response({"people": people, "channels": channels, "servers": servers})

    async def show_messages(self, request: web.Request) -> web.Response:
        """Return messages: ?as=NAME, and optionally after=ID, before=ID, limit=N (the newest)."""
        query = request.query
        person = self.people.person(query.get("as"))
        channel = self.people.channel(person, request.match_info["channel"])
        after, before = _number(query, "after", 0), _number(query, "before", 2**64)
        limit = _number(query, "limit", 2**31)
        found: list[dict[str, Any]] = []
        for message in reversed(self.world.messages[channel.id].values()):
            if message.id <= after or len(found) == limit:
                break
            if message.id < before and message.visible_to(person.id):
                found.append(self.world.message_for(message, person.id))
        return json_response(found[::-1])

    async def show_violations(self, request: web.Request) -> web.Response:
        return json_response(self.rest.violations)

    async def show_limits(self, request: web.Request) -> web.Response:
        return json_response({**self.rate_limits.report(), "sizes": self.rest.sizes.report()})

    async def perform(self, request: web.Request) -> web.Response:
        return json_response(await self.people.perform(await _read_object(request)))

    async def add_fault(self, request: web.Request) -> web.Response:
        self.faults.add(await _read_object(request))
        return json_response({})


@web.middleware
async def reject_other_sites(request: web.Request, handler: JsonHandler) -> web.StreamResponse:
    """Refuse requests from other sites' pages, which can reach the loopback interface too."""
    origin = request.headers.get("Origin")
    if (request.url.host or "") not in LOCAL_HOSTS or (
        origin is not None and urlsplit(origin).netloc != request.host
    ):
        raise web.HTTPForbidden(text="Only the sandbox's own page may ask this.")
    return await handler(request)


@web.middleware
async def report_user_errors(request: web.Request, handler: JsonHandler) -> web.StreamResponse:
    """Answer a UserError with status 400 and its sentence."""
    try:
        return await handler(request)
    except UserError as error:
        return json_response({"error": str(error)}, 400)


async def _read_object(request: web.Request) -> dict[str, Any]:
    try:
        body = decode(await request.read())
    except msgspec.DecodeError as broken:
        raise UserError(f"The body is not JSON: {broken}.") from None
    if not isinstance(body, dict):
        raise UserError("The body is a JSON object.")
    return body


def _number(query: Any, key: str, default: int) -> int:
    value = query.get(key) or str(default)
    if not value.isdecimal():
        raise UserError(f'"{key}" is a whole number.')
    return int(value)


def bind(port: int) -> socket.socket:
    """Return a listening socket on the loopback interface; port 0 takes a free one."""
    return socket.create_server(("127.0.0.1", port))


async def serve(
    bound: socket.socket,
    stop: asyncio.Event,
    *,
    openapi: Path = DESCRIPTION,
    is_strict: bool = True,
    schedule: FaultSchedule,
    invites: bool = False,
    locale: str = "en-US",
    **options: Any,
) -> None:
    """Print the addresses and serve a new sandbox on this socket until `stop` is set.

    `is_strict`: refuse requests over the rate limits; `schedule`: of faults;
    `invites`: invite the bot to the first server when it connects; `locale`: the language of
    people and servers; `options`: of the `DiscordWorld`.
    """
    base = f"http://127.0.0.1:{bound.getsockname()[1]}"
    world = DiscordWorld(base, **options)
    world.locale = locale
    world.concurrency = 1 if is_strict else world.shards
    if invites:
        world.to_invite.add(world.guild.id)
    sandbox = Sandbox(world, openapi=openapi, is_strict=is_strict, schedule=schedule)
    runner = web.AppRunner(sandbox.app(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        print(f"Sandbox: {base}", f"DISCORD_TOKEN={world.token}", sep="\n")
        print(
            f"DISCORD_API_BASE={base}/api/v10", f"DISCORD_GATEWAY={sandbox.gateway.url}", sep="\n"
        )
        sys.stdout.flush()
        await stop.wait()
    finally:
        await runner.cleanup()
