"""Start the sandbox as a process, and talk to its JSON interface.

with running_sandbox() as sandbox:
    sandbox.client.say("Beren", "tavern", "hello")
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.25  # seconds between two looks at what is waited for


class SandboxError(Exception):
    """An error from the sandbox's JSON interface, with its sentence."""


class SandboxClient:
    """The sandbox's JSON interface, synchronous; channels and people by name or id.

    From async code use `asyncio.to_thread(client.press, ...)`. Every method that acts returns
    {"answered", "in_ms", "modal", "choices", "messages"}; "answered" is null when nothing came,
    "pending" when nothing came of a deferral. Errors: SandboxError.
    """

    def __init__(self, base: str) -> None:
        self.base = base
        self._channels: dict[str, str] = {}

    def request(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.loads(response.read() or b"null")
        except urllib.error.HTTPError as refused:
            text = refused.read().decode()
            with contextlib.suppress(ValueError):
                text = json.loads(text)["error"]
            raise SandboxError(text) from None

    def world(self) -> dict[str, Any]:
        return self.request("GET", "/world")

    def channel(self, wanted: str | int) -> str:
        """The id of a channel given by id or name."""
        text = str(wanted)
        if text.isdecimal():
            return text
        if text not in self._channels:
            self._channels = {c["name"]: c["id"] for c in self.world()["channels"]}
        return self._channels[text]

    def messages(
        self, person: str, channel: str | int, after: str | int = 0
    ) -> list[dict[str, Any]]:
        query = urllib.parse.urlencode({"as": person, "after": after})
        return self.request("GET", f"/channels/{self.channel(channel)}/messages?{query}")

    def violations(self) -> list[dict[str, str]]:
        return self.request("GET", "/violations")

    def user(self, person: str, channel: str | int, do: str, **more: Any) -> dict[str, Any]:
        body = {"as": person, "channel": self.channel(channel), "do": do, **more}
        return self.request("POST", "/user", body)

    def say(self, person: str, channel: str | int, text: str) -> dict[str, Any]:
        return self.user(person, channel, "say", text=text)

    def slash(
        self, person: str, channel: str | int, command: str, **options: Any
    ) -> dict[str, Any]:
        return self.user(person, channel, "slash", command=command, options=options)

    def autocomplete(
        self, person: str, channel: str | int, command: str, focused: str, **options: Any
    ) -> dict[str, Any]:
        return self.user(
            person, channel, "autocomplete", command=command, options=options, focused=focused
        )

    def press(
        self,
        person: str,
        message: Mapping[str, Any],
        custom_id: str | None = None,
        label: str | None = None,
    ) -> dict[str, Any]:
        """Press a button of a message object, by custom_id or by label."""
        named = {"label": label} if custom_id is None else {"custom_id": custom_id}
        return self.user(person, message["channel_id"], "press", message=message["id"], **named)

    def choose(
        self, person: str, message: Mapping[str, Any], custom_id: str, values: list[str]
    ) -> dict[str, Any]:
        more = {"message": message["id"], "custom_id": custom_id, "values": values}
        return self.user(person, message["channel_id"], "choose", **more)

    def submit(
        self, person: str, channel: str | int, custom_id: str, fields: dict[str, Any]
    ) -> dict[str, Any]:
        return self.user(person, channel, "submit", custom_id=custom_id, fields=fields)

    def faults(self, **fault: Any) -> None:
        """Add a fault in the shape of POST /faults: match=, status=, times=; gateway=; ..."""
        self.request("POST", "/faults", fault)

    def until(self, condition: Callable[[], Any], seconds: float = 300) -> Any:
        """Call `condition` until its result is true; return that. Raises TimeoutError."""
        end, pause = time.monotonic() + seconds, FIRST_PAUSE
        while not (found := condition()):
            if time.monotonic() > end:
                raise TimeoutError(f"the condition was still false after {seconds} s")
            time.sleep(pause)
            pause = min(1.3 * pause, LONGEST_PAUSE)
        return found


@dataclass
class SandboxProcess:
    """A running sandbox: its process, addresses and a client."""

    process: subprocess.Popen[str]
    base: str
    api_base: str
    gateway: str
    client: SandboxClient

    @property
    def bot_environment(self) -> dict[str, str]:
        """Environment variables with which a bot joins this sandbox."""
        return {
            **os.environ,
            "DISCORD_TOKEN": "sandbox",
            "DISCORD_API_BASE": self.api_base,
            "DISCORD_GATEWAY": self.gateway,
        }

    def has_command(self, name: str, person: str = "Beren", channel: str = "tavern") -> bool:
        """Return True once the bot has registered this command, so that it is ready."""
        query = urllib.parse.urlencode({"as": person, "channel": channel})
        commands = self.client.request("GET", f"/page/commands?{query}")
        return any(command["name"] == name for command in commands)


@contextlib.contextmanager
def running_sandbox(*arguments: str, **environment: str) -> Iterator[SandboxProcess]:
    """Start `python -m sandbox` on a free port and stop it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sandbox", "--port", "0", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        addresses = _read_addresses(process)
        base = addresses["Sandbox"]
        yield SandboxProcess(
            process,
            base,
            addresses["DISCORD_API_BASE"],
            addresses["DISCORD_GATEWAY"],
            SandboxClient(base),
        )
    finally:
        stop(process)


def _read_addresses(process: subprocess.Popen[str]) -> dict[str, str]:
    addresses: dict[str, str] = {}
    assert process.stdout is not None
    for line in process.stdout:
        key, _, value = line.strip().replace(": ", "=", 1).partition("=")
        addresses[key] = value
        if key == "DISCORD_GATEWAY":
            return addresses
    raise RuntimeError(f"the sandbox ended with status {process.wait(START_SECONDS)}")


def stop(process: subprocess.Popen[Any]) -> None:
    """End a process that we started: politely, then firmly."""
    process.terminate()
    try:
        process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)
