"""The gateway as a client of its own speaks it: refusals, replay, the end of a session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from sandbox import gateway
from tests.sandbox_process import SandboxProcess, running_sandbox

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES = 1, 2, 512


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox() as process:
        yield process


class GatewayClient:
    """A connection that has received Hello."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any = None) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, token: str = "sandbox", intents: int = GUILDS | GUILD_MESSAGES):
        await self.send(2, {"token": token, "intents": intents, "properties": {}})

    async def until(self, event: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while (frame := await self.socket.receive_json())["t"] != event:
                pass
        return frame

    async def closed(self) -> int:
        async with asyncio.timeout(60):
            while (await self.socket.receive()).type is not aiohttp.WSMsgType.CLOSE:
                pass
        return self.socket.close_code


@pytest_asyncio.fixture
async def connect(sandbox: SandboxProcess) -> AsyncIterator[Any]:
    async with aiohttp.ClientSession() as session:

        async def greeted() -> GatewayClient:
            socket = await session.ws_connect(sandbox.gateway + "/?v=10&encoding=json")
            assert (await socket.receive_json())["op"] == 10
            return GatewayClient(socket)

        yield greeted


async def test_a_wrong_token_is_hung_up_on(connect):
    line = await connect()
    await line.identify(token="wrong")
    assert await line.closed() == 4004


async def test_privileged_intents_are_not_granted(connect):
    line = await connect()
    await line.identify(intents=GUILDS | GUILD_MEMBERS)
    assert await line.closed() == 4014


@pytest.mark.parametrize(("op", "code"), [(8, 4003), (99, 4003)])
async def test_nothing_is_said_before_identifying(connect, op: int, code: int):
    line = await connect()
    await line.send(op, {})
    assert await line.closed() == code


async def test_noise_is_hung_up_on(connect):
    line = await connect()
    await line.socket.send_str("{")
    assert await line.closed() == 4002


async def test_a_heartbeat_is_acknowledged(connect):
    line = await connect()
    await line.send(1)
    assert (await line.socket.receive_json())["op"] == 11


async def test_what_happened_while_the_line_was_down_is_replayed_in_order(sandbox, connect):
    line = await connect()
    await line.identify()
    ready = await line.until("READY")
    assert ready["d"]["resume_gateway_url"] == sandbox.gateway
    created = await line.until("GUILD_CREATE")
    assert len(created["d"]["channels"]) == 4
    await line.socket.close(code=4000)
    for text in ("one", "two"):
        await asyncio.to_thread(sandbox.client.say, "Beren", "tavern", text)
    again = await connect()
    where = {"session_id": ready["d"]["session_id"], "seq": created["s"], "token": "sandbox"}
    await again.send(6, where)
    first, second = await again.until("MESSAGE_CREATE"), await again.until("MESSAGE_CREATE")
    assert [first["s"], second["s"]] == [created["s"] + 1, created["s"] + 2]
    # People's words need the message content intent, which this application does not have.
    assert first["d"]["author"]["username"] == "Beren"
    assert first["d"]["content"] == ""
    await again.until("RESUMED")


async def test_an_unknown_session_is_not_resumed(connect):
    line = await connect()
    await line.send(6, {"session_id": "gone", "seq": 1, "token": "sandbox"})
    answer = await line.socket.receive_json()
    assert (answer["op"], answer["d"]) == (9, False)


async def test_events_beyond_the_intents_are_not_sent(sandbox, connect):
    line = await connect()
    await line.identify(intents=GUILDS)
    await line.until("GUILD_CREATE")
    await asyncio.to_thread(sandbox.client.say, "Beren", "tavern", "unheard")
    await line.send(1)
    assert (await line.socket.receive_json())["op"] == 11


async def test_a_client_that_sends_too_much_is_disconnected(connect: Any) -> None:
    client = await connect()
    await client.identify()
    await client.until("READY")
    for _ in range(121):
        await client.send(1)
    assert await client.closed() == 4008


async def test_a_client_without_a_heartbeat_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "PATIENCE", 0.2)
    closed: list[int] = []

    class Socket:
        async def close(self, *, code: int, message: bytes) -> bool:
            closed.append(code)
            return True

    alive, dead = (gateway.ClientSocket(Socket(), None) for _ in range(2))
    for _ in range(8):
        await asyncio.sleep(0.05)
        alive.heartbeat()
    alive.end()
    dead.end()
    assert closed == [4009]
