"""The gateway: websocket sessions with heartbeat, identify, resume with replay."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from typing import Any

import aiohttp
import discord
import msgspec
from aiohttp import web
from simcord import intents as simcord_intents
from simcord.backend import serializers

from .json_codec import decode, encode
from .schedule import IDENTIFY_EVERY, FaultSchedule
from .world import DiscordWorld

HEARTBEAT_MS = 41250
MAX_REPLAYED_EVENTS = 5000  # events kept for a resume
RESUMABLE_SECONDS = 120
MAX_SERVERS = 2500  # of one shard

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
ACK_AFTER = 0.02  # seconds
SENT_A_MINUTE = 120  # events that a client may send
PATIENCE = 1.5 * HEARTBEAT_MS / 1000  # seconds without a heartbeat that end a connection
INVITED_AFTER = 3.0  # seconds from a bot's first connection: discord.py is ready after two


class GatewayClosed(Exception):
    """An error that closes the connection with this close code."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class GatewaySession:
    """An identified client: its numbered events, and its socket while it is connected."""

    def __init__(self, world: DiscordWorld, intents: int, shard: tuple[int, int]) -> None:
        self.world = world
        self.shard = shard
        self.id = secrets.token_hex(16)
        self.intents = discord.Intents._from_value(intents)
        self.sequence = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=MAX_REPLAYED_EVENTS)
        self.socket: ClientSocket | None = None
        self.lost_at = time.monotonic()

    def serves(self, guild_id: int) -> bool:
        """Return True if this session's shard is the one of a server; 0: no server."""
        number, shards = self.shard
        return (guild_id >> 22) % shards == number

    def is_subscribed(self, event: str, payload: Any) -> bool:
        needed = simcord_intents.required_intent(event, payload)
        return needed is None or getattr(self.intents, needed)

    def push(self, event: str, payload: Any) -> None:
        if not self.is_subscribed(event, payload):
            return
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not self.intents.message_content:
            payload = dict(payload)
            simcord_intents.censor_message(payload, self.world.bot_user.id, backend=self.world)
        self.sequence += 1
        head = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":'.encode()
        frame = head + encode(payload) + b"}"
        self.sent.append((self.sequence, frame))
        if self.socket is not None:
            self.socket.send(frame)

    def can_replay(self, after: int) -> bool:
        """Return True if every event after this number is still stored."""
        return self.sequence == after or (bool(self.sent) and self.sent[0][0] <= after + 1)


class ClientSocket:
    """A websocket connection: a queue of frames and the task that writes them."""

    def __init__(self, ws: web.WebSocketResponse, transport: Any) -> None:
        self.ws, self.transport = ws, transport
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())
        self._received: deque[float] = deque(maxlen=SENT_A_MINUTE)  # when, in the loop's time
        self._patience = self._wait_for_heartbeat()
        self._closing: asyncio.Task[bool] | None = None

    def count_event(self, now: float) -> None:
        """Count what a client has sent. Raises GatewayClosed when it was too much."""
        if len(self._received) == SENT_A_MINUTE and self._received[0] > now - 60:
            raise GatewayClosed(4008, "You are being rate limited.")
        self._received.append(now)

    def heartbeat(self) -> None:
        """Note that the client is alive."""
        self._patience.cancel()
        self._patience = self._wait_for_heartbeat()

    def _wait_for_heartbeat(self) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return loop.call_later(PATIENCE, self.hang_up, 4009, b"Session timed out.")

    def hang_up(self, code: int, reason: bytes) -> None:
        """Close the connection."""
        self._closing = asyncio.create_task(self.ws.close(code=code, message=reason))

    def end(self) -> None:
        """Stop writing and waiting."""
        self._patience.cancel()
        self.frames.put_nowait(None)

    def send(self, frame: bytes) -> None:
        self.frames.put_nowait(frame)

    def send_op(self, op: int, data: Any = None) -> None:
        self.send(encode({"op": op, "d": data, "s": None, "t": None}))

    async def _write(self) -> None:
        while (frame := await self.frames.get()) is not None:
            try:
                await self.ws.send_str(frame.decode())
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """All sessions and their connections; publishes the world's events to them."""

    def __init__(self, world: DiscordWorld, url: str, schedule: FaultSchedule) -> None:
        self.world, self.url, self.schedule = world, url, schedule
        self._identified_at = -IDENTIFY_EVERY
        self.sessions: dict[str, GatewaySession] = {}
        self.sockets: set[ClientSocket] = set()
        world.subscribers.append(self.publish)

    def publish(self, event: str, payload: Any) -> None:
        guild = int(payload.get("guild_id") or 0)
        if event.startswith("GUILD_") and not guild:
            guild = int(payload.get("id") or 0)
        for session in self.sessions.values():
            if session.serves(guild):
                session.push(event, payload)

    def break_connections(self, fault: str) -> None:
        """Drop every connection, ask the clients to reconnect, invalidate their sessions, or reset
        the token."""
        if fault == "reset-token":
            self._reset_token()
        for session in list(self.sessions.values()):
            if (socket := session.socket) is None:
                continue
            if fault == "drop":
                socket.transport.abort()
            elif fault == "reconnect":
                socket.send_op(RECONNECT)
            elif fault == "reset-token":
                socket.hang_up(4004, b"Authentication failed.")
            else:
                self._forget(session)
                socket.send_op(INVALID_SESSION, False)

    def _reset_token(self) -> None:
        self.world.token = secrets.token_hex()

    def _forget(self, session: GatewaySession) -> None:
        self.sessions.pop(session.id, None)
        session.socket = None

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(max_msg_size=2**20)
        await ws.prepare(request)
        socket = ClientSocket(ws, request.transport)
        self.sockets.add(socket)
        socket.send_op(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        session: GatewaySession | None = None
        try:
            async for message in ws:
                socket.count_event(asyncio.get_running_loop().time())
                session = self._handle_frame(message, socket, session)
        except GatewayClosed as closed:
            await ws.close(code=closed.code, message=closed.reason.encode())
        finally:
            self.sockets.discard(socket)
            socket.end()
            if session is not None and session.socket is socket:
                session.socket, session.lost_at = None, time.monotonic()
        return ws

    def _handle_frame(
        self, message: aiohttp.WSMessage, socket: ClientSocket, session: GatewaySession | None
    ) -> GatewaySession | None:
        if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
            return session
        try:
            frame = decode(message.data)
            op, data = frame["op"], frame.get("d")
        except (msgspec.DecodeError, KeyError, TypeError):
            raise GatewayClosed(4002, "Error while decoding payload.") from None
        if op == HEARTBEAT:
            # discord.py stores the time of a heartbeat after sending it: the latency of an answer
            # that came at once would be measured from the heartbeat before.
            socket.heartbeat()
            asyncio.get_running_loop().call_later(ACK_AFTER, socket.send_op, ACK)
        elif op == IDENTIFY:
            if session is not None:
                raise GatewayClosed(4005, "Already authenticated.")
            return self._identify(data, socket)
        elif op == RESUME:
            return self._resume(data, socket)
        elif session is None:
            raise GatewayClosed(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._send_members(data, session)
        elif op not in (PRESENCE, VOICE):
            raise GatewayClosed(4001, "Unknown opcode.")
        return session

    def _check_token(self, data: dict[str, Any]) -> None:
        if str(data.get("token")).removeprefix("Bot ") != self.world.token:
            raise GatewayClosed(4004, "Authentication failed.")

    def _identify(self, data: dict[str, Any], socket: ClientSocket) -> GatewaySession | None:
        self._check_token(data)
        if not self.world.sessions.spend():
            self._reset_token()
            self._check_token(data)
        number, shards = data.get("shard") or (0, 1)
        if not 0 <= number < shards:
            raise GatewayClosed(4010, "Invalid shard.")
        if len(self.world.guilds) > MAX_SERVERS * shards:
            raise GatewayClosed(4011, "Sharding required.")
        session = GatewaySession(self.world, int(data.get("intents") or 0), (number, shards))
        if any(getattr(session.intents, name) for name in simcord_intents.PRIVILEGED_INTENTS):
            raise GatewayClosed(4014, "Disallowed intent(s).")
        now = time.monotonic()
        if self.schedule.is_active and now < self._identified_at + IDENTIFY_EVERY:
            socket.send_op(INVALID_SESSION, False)
            return None
        self._identified_at = now
        for old in list(self.sessions.values()):
            if old.socket is None and old.lost_at < now - RESUMABLE_SECONDS:
                self._forget(old)
        session.socket = socket
        loop = asyncio.get_running_loop()
        loop.call_later(self.schedule.ready_after, self._begin, session)
        return session

    def _begin(self, session: GatewaySession) -> None:
        """Tell a client that its session has begun, and of its servers after that."""
        self.sessions[session.id] = session
        session.push("READY", self._ready(session))
        loop = asyncio.get_running_loop()
        loop.call_later(self.schedule.servers_after, self._tell_servers, session)

    def _tell_servers(self, session: GatewaySession) -> None:
        for guild in self.world.guilds.values():
            if not session.serves(guild.id) or guild.id in self.world.unavailable:
                continue
            if guild.id in self.world.to_invite:
                loop = asyncio.get_running_loop()
                loop.call_later(INVITED_AFTER, self.world.invite_bot, guild.id)
                continue
            created = dict(serializers.guild_create_payload(self.world, guild))
            simcord_intents.prune_guild_create(created, session.intents, self.world.bot_user.id)
            created["preferred_locale"] = self.world.locale
            created["threads"] = [
                dict(serializers.thread_payload(self.world, thread))
                for thread in self.world.active_threads(guild.id)
            ]
            session.push("GUILD_CREATE", created)

    def _ready(self, session: GatewaySession) -> dict[str, Any]:
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self.world.bot_user)),
            "guilds": [
                {"id": str(g), "unavailable": True}
                for g in self.world.guilds
                if session.serves(g) and g not in self.world.to_invite
            ],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self.world.application_id), "flags": 0},
        }

    def _resume(self, data: dict[str, Any], socket: ClientSocket) -> GatewaySession | None:
        self._check_token(data)
        session = self.sessions.get(data.get("session_id", ""))
        after = int(data.get("seq") or 0)
        if session is None or after > session.sequence or not session.can_replay(after):
            socket.send_op(INVALID_SESSION, False)
            return None
        session.socket = socket
        for sequence, frame in session.sent:
            if sequence > after:
                socket.send(frame)
        session.push("RESUMED", {"_trace": []})
        return session

    def _send_members(self, data: dict[str, Any], session: GatewaySession) -> None:
        guild = self.world.get_guild(int(data["guild_id"]))
        wanted = data.get("user_ids")
        members = list(guild.members.values())
        if wanted is not None:
            ids = {int(i) for i in (wanted if isinstance(wanted, list) else [wanted])}
            members = [m for m in members if m.user_id in ids]
        else:
            start = str(data.get("query", "")).casefold()
            users = self.world.users
            members = [m for m in members if users[m.user_id].name.casefold().startswith(start)]
            members = members[: int(data.get("limit") or len(members))]
        chunk = {
            "guild_id": str(guild.id),
            "members": [dict(serializers.member_payload(self.world, guild, m)) for m in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "presences": [],
            "nonce": data.get("nonce"),
        }
        session.push("GUILD_MEMBERS_CHUNK", chunk)
