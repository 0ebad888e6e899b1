"""The web page's routes beside the JSON interface: initial state, commands, live events."""

from __future__ import annotations

import asyncio
import mimetypes
from typing import Any

from aiohttp import web
from simcord.backend import permissions
from simcord.backend.models import Channel, Message, User

from .json_codec import encode, json_response
from .people import People
from .world import DiscordWorld

PICTURES = ("image/png", "image/gif", "image/jpeg", "image/webp")


POLICY = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class OpenPage:
    """A connected page: its person, and the events that are still to be sent."""

    def __init__(self, person: User) -> None:
        self.person = person
        self.events: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, event: str, data: Any) -> None:
        self.events.put_nowait(encode({"event": event, "data": data}).decode())


class PageServer:
    """The page's routes and the pages that are connected."""

    def __init__(self, world: DiscordWorld, people: People) -> None:
        self.world, self.people = world, people
        self.open_pages: set[OpenPage] = set()
        world.watchers.append(self.on_change)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/page/start", self.start)
        router.add_get("/page/commands", self.commands)
        router.add_get("/page/events", self.events)

    def close(self) -> None:
        for open_page in self.open_pages:
            open_page.events.put_nowait(None)

    def file_headers(self, path: str) -> dict[str, str]:
        """Return headers that let a browser show pictures and download every other upload."""
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        headers = {"Content-Type": kind, "X-Content-Type-Options": "nosniff"}
        if kind not in PICTURES:
            headers["Content-Disposition"] = "attachment"
        return headers

    def on_change(self, change: str, subject: Any) -> None:
        for open_page in self.open_pages:
            self._send_change(open_page, change, subject)

    def _send_change(self, open_page: OpenPage, change: str, subject: Any) -> None:
        person = open_page.person
        if change in ("message", "gone"):
            message: Message = subject
            if not self.world.can_see(person.id, message):
                return
            if change == "message":
                open_page.send("message", self.world.message_for(message, person.id))
            else:
                ids = {"id": str(message.id), "channel_id": str(message.channel_id)}
                open_page.send("gone", ids)
        elif change == "channels":
            open_page.send("channels", self._channels(person))
        elif change == "typing" and self.world.can_read(person.id, int(subject["channel_id"])):
            open_page.send("typing", subject)

    async def start(self, request: web.Request) -> web.Response:
        """Return people, roles and channels: the state that the page starts from."""
        person = self.people.person(request.query.get("as") or next(iter(self.world.people)))
        named = {str(user.id): user.name for user in self.world.users.values()}
        roles = {str(role.id): role.name for role in self.world.guild.roles.values()}
        return json_response(
            {
                "guild": self.world.guild.name,
                "me": {"id": str(person.id), "name": person.name},
                "bot": str(self.world.bot_user.id),
                "people": [{"id": str(u.id), "name": u.name} for u in self.world.people.values()],
                "names": named,
                "roles": roles,
                "channels": self._channels(person),
            }
        )

    def _channels(self, person: User) -> list[dict[str, Any]]:
        return [self._channel(person, c) for c in self.world.visible_channels(person.id)]

    def _channel(self, person: User, channel: Channel) -> dict[str, Any]:
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        may_post = channel.guild_id is None or bool(
            self.world.compute_permissions(channel.guild_id, person.id, channel.id)
            & permissions.flag(needed)
        )
        return {
            "id": str(channel.id),
            "name": channel.name or "@" + self.world.bot_user.name,
            "type": int(channel.type),
            "parent": str(channel.parent_id) if channel.parent_id else None,
            "archived": bool(channel.is_thread and channel.thread_metadata.archived),
            "may_post": may_post,
            "last_message_id": str(channel.last_message_id or 0),
            "topic": channel.topic,
        }

    async def commands(self, request: web.Request) -> web.Response:
        """Return the commands that this person sees in this channel, as Discord's objects, in the
        order in which the bot registered them."""
        person = self.people.person(request.query.get("as"))
        channel = self.people.channel(person, request.query.get("channel"))
        visible = self.world.visible_commands(user_id=person.id, channel_id=channel.id)
        registered = self.world.commands.values()  # everywhere (None) and by server
        order = [each["id"] for commands in registered for each in commands.values()]
        return json_response(sorted(visible, key=lambda command: order.index(command["id"])))

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a websocket of {"event", "data"}: message, gone, channels, typing."""
        open_page = OpenPage(self.people.person(request.query.get("as")))
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self.open_pages.add(open_page)
        writer = asyncio.create_task(_write(open_page, socket))
        try:
            async for _ in socket:
                pass  # the page only listens; this ends when it goes away
        finally:
            self.open_pages.discard(open_page)
            open_page.events.put_nowait(None)
            await writer
        return socket


async def _write(open_page: OpenPage, socket: web.WebSocketResponse) -> None:
    while (piece := await open_page.events.get()) is not None:
        try:
            await socket.send_str(piece)
        except ConnectionError:
            return
    await socket.close()
