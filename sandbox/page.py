"""What the web page needs beside the JSON interface: a first look, commands, live news."""

from __future__ import annotations

import asyncio
import mimetypes
from typing import Any

from aiohttp import web
from simcord.backend import permissions
from simcord.backend.models import Channel, Message, User

from .people import People
from .wire import answer, encode
from .world import World

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


class Listener:
    """One open page: who looks at it, and the news it has not been sent yet."""

    def __init__(self, person: User) -> None:
        self.person = person
        self.news: asyncio.Queue[str | None] = asyncio.Queue()

    def tell(self, event: str, data: Any) -> None:
        self.news.put_nowait(encode({"event": event, "data": data}).decode())


class Page:
    """The server's side of the page."""

    def __init__(self, world: World, people: People) -> None:
        self.world, self.people = world, people
        self.listeners: set[Listener] = set()
        world.watchers.append(self.hear)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/page/start", self.start)
        router.add_get("/page/commands", self.commands)
        router.add_get("/page/news", self.news)

    def close(self) -> None:
        for listener in self.listeners:
            listener.news.put_nowait(None)

    def file_headers(self, path: str) -> dict[str, str]:
        """Pictures are shown; every other upload is only ever downloaded."""
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        headers = {"Content-Type": kind, "X-Content-Type-Options": "nosniff"}
        if kind not in PICTURES:
            headers["Content-Disposition"] = "attachment"
        return headers

    def hear(self, what: str, subject: Any) -> None:
        for listener in self.listeners:
            self._pass_on(listener, what, subject)

    def _pass_on(self, listener: Listener, what: str, subject: Any) -> None:
        person = listener.person
        if what in ("message", "gone"):
            message: Message = subject
            if not self.world.can_see(person.id, message):
                return
            if what == "message":
                listener.tell("message", self.world.message_for(message, person.id))
            else:
                ids = {"id": str(message.id), "channel_id": str(message.channel_id)}
                listener.tell("gone", ids)
        elif what == "channels":
            listener.tell("channels", self._channels(person))
        elif what == "typing" and self.world.can_read(person.id, int(subject["channel_id"])):
            listener.tell("typing", subject)

    async def start(self, request: web.Request) -> web.Response:
        """Who is who and where: all that the page shows before any message."""
        person = self.people.person(request.query.get("as") or next(iter(self.world.people)))
        named = {str(user.id): user.name for user in self.world.users.values()}
        roles = {str(role.id): role.name for role in self.world.guild.roles.values()}
        return answer(
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
        """The commands that this person sees in this channel, as Discord's command objects."""
        person = self.people.person(request.query.get("as"))
        channel = self.people.channel(person, request.query.get("channel"))
        return answer(self.world.visible_commands(user_id=person.id, channel_id=channel.id))

    async def news(self, request: web.Request) -> web.WebSocketResponse:
        """A websocket of {"event", "data"} for one person: message, gone, channels, typing."""
        listener = Listener(self.people.person(request.query.get("as")))
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self.listeners.add(listener)
        writer = asyncio.create_task(_write(listener, socket))
        try:
            async for _ in socket:
                pass  # the page only listens; this ends when it goes away
        finally:
            self.listeners.discard(listener)
            listener.news.put_nowait(None)
            await writer
        return socket


async def _write(listener: Listener, socket: web.WebSocketResponse) -> None:
    while (piece := await listener.news.get()) is not None:
        try:
            await socket.send_str(piece)
        except ConnectionError:
            return
    await socket.close()
