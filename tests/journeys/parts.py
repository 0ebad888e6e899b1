"""Parts of journeys: the bot as a process that can be killed, a channel as its people see it."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.sandbox_process import ROOT, SandboxClient, SandboxError, SandboxProcess, stop

Message = dict[str, Any]


class Bot:
    """The bot's process beside a sandbox; the database outlives its deaths."""

    COMMAND = (sys.executable, "-m", "tests.journeys.host")
    ROOT = ROOT

    def __init__(self, sandbox: SandboxProcess, folder: Path, seconds: float = 3.0) -> None:
        """`seconds`: how long the sandbox waits for an answer."""
        self.sandbox = sandbox
        self.seconds = seconds
        self.database = folder / "games.sqlite"
        self.alive = folder / "games.sqlite.alive"
        self.log = folder / "bot.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.halls = (Hall(sandbox.client, f"hall-{number}") for number in itertools.count(1))

    def start(self, seconds: float = 300) -> None:
        """Start it, and wait until it is connected and answers. Raises TimeoutError."""
        connections = self._connections()
        self.launch()
        self.sandbox.client.until(lambda: self._connections() > connections, seconds)
        self.until_it_answers()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        return {**self.sandbox.bot_environment, "LEITHIAN_DB": str(self.database)}

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        self.starts += 1
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                (*self.COMMAND, str(self.starts), str(self.seconds)),
                cwd=self.ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )

    def _connections(self) -> int:
        return self.log.read_text().count("connected to Discord") if self.log.exists() else 0

    def until_it_answers(self) -> None:
        """Wait until it answers a command."""
        client = self.sandbox.client
        client.until(lambda: client.slash("Curufin", "dungeon-gate", "help")["answered"])

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        if self.process is None:
            return 0
        stop(self.process)
        status, self.process = self.process.returncode, None
        return status

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows of the database, read beside the running bot."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            return connection.execute(query, values).fetchall()

    def write(self, statement: str, *values: Any) -> None:
        """Change the database, beside the bot."""
        with sqlite3.connect(self.database) as connection:
            connection.execute(statement, values)

    def errors(self) -> list[str]:
        """The error lines of the log."""
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line]


def own_view_label(hall: Hall) -> str:
    """Return the label of the button on the newest card that opens one's own view."""
    there = hall.client.until(
        lambda: [each for each in ("My view", "Choose…") if each in buttons(hall.card())]
    )
    return str(there[0])


def descendants(process: int) -> Iterator[int]:
    """Yield the processes that a process has begun, and theirs."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from descendants(child)


class Hall:
    """A channel and what its people do and see there. `watcher` sees what is for everybody."""

    def __init__(self, client: SandboxClient, name: str, watcher: str = "Beren") -> None:
        self.client = client
        self.name = name
        self.watcher = watcher

    def messages(self, person: str = "") -> list[Message]:
        return self.client.messages(person or self.watcher, self.name)

    def public(self) -> list[Message]:
        """The messages that are for everybody."""
        return [m for m in self.messages() if not is_private(m)]

    def live(self) -> list[Message]:
        """The cards that can be pressed."""
        return [m for m in self.public() if buttons(m)]

    def card(self, number: int = 0) -> Message:
        """Return the live card, once its number is at least `number`."""

        def found() -> Message | None:
            live = self.live()
            return live[-1] if live and card_number(live[-1]) >= number else None

        return self.client.until(found)

    def settled(self, number: int) -> None:
        """Wait for the card, and until it alone can be pressed: old cards lose their buttons after
        everything else that the bot owes to the channel."""
        self.client.until(lambda: len(self.live()) == 1 and card_number(self.live()[0]) >= number)

    def slash(self, person: str, command: str, **options: Any) -> dict[str, Any]:
        """Type a command, once the server has it: those of a game come with the game."""

        def answered() -> dict[str, Any] | None:
            try:
                return self.client.slash(person, self.name, command, **options)
            except SandboxError as error:
                if "There is no command" not in str(error):
                    raise
                return None

        return self.client.until(answered)

    def card_with(self, label: str) -> Message:
        """Return the live card, once it has that button."""

        def found() -> Message | None:
            live = self.live()
            return live[-1] if live and label in buttons(live[-1]) else None

        return self.client.until(found)

    def press(self, person: str, label: str, card: Message | None = None) -> dict[str, Any]:
        """Press a button of a card, or of the live card once it has that button.

        By its custom id, which stays when the card is edited: labels count votes.
        """
        while True:
            pressed = card or self.card_with(label)
            custom_id = buttons(pressed)[label]
            try:
                return self.client.press(person, pressed, custom_id)
            except SandboxError:
                if card or buttons(self.card()).get(label) == custom_id:
                    raise  # else a newer card has come meanwhile

    def begin(self, ruleset: str = "toy", people: tuple[str, ...] = ("Beren", "Luthien")) -> None:
        """A game that has begun: the first of the people founds it, the others join."""
        assert self.slash(people[0], "game new", ruleset=ruleset)["answered"], "by nobody"
        lobby = self.card(1)
        for person in people[1:]:
            said(self.press(person, "Join", lobby))
        self.slash(people[0], "game begin")
        self.settled(2)


def parts(message: Message) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones too."""
    todo = list(message.get("components") or ())
    while todo:
        part = todo.pop(0)
        yield part
        todo = [*(part.get("components") or ()), *todo]


def buttons(message: Message) -> dict[str, str]:
    """Label -> custom id of the buttons that can be pressed."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(message)
        if part["type"] == 2 and not part.get("disabled")
    }


def take(hall: Hall, person: str, card: Message, label: str) -> dict[str, Any]:
    """Press the button of that label or one that begins so, or choose that line of the card's
    menu."""
    found = min((one for one in buttons(card) if one.startswith(label)), key=len, default="")
    if found:
        return hall.press(person, found, card)
    menu = next(part for part in parts(card) if part["type"] == 3)
    value = next(each["value"] for each in menu["options"] if each["label"].startswith(label))
    return hall.client.choose(person, card, menu["custom_id"], [value])


def card_number(message: Message) -> int:
    """The number of a live card."""
    return int(next(iter(buttons(message).values())).split(":")[2])


def pictures(message: Message) -> list[dict[str, Any]]:
    """The items of a card's gallery."""
    return [item for part in parts(message) if part["type"] == 12 for item in part["items"]]


def picture_name(message: Message) -> str:
    """The file name of a card's picture."""
    [picture] = pictures(message)
    return Path(urlsplit(picture["media"]["url"]).path).name


def text(message: Message) -> str:
    """All that stands in a message."""
    shown = [message.get("content") or ""]
    shown += [part.get("content") or "" for part in parts(message)]
    return "\n".join(line for line in shown if line)


def is_private(message: Message) -> bool:
    """Return whether one person alone sees a message: it is ephemeral."""
    return bool(message.get("flags", 0) & 64)


def said(result: dict[str, Any]) -> str:
    """The private answer to whoever acted (ephemeral)."""
    private = [m for m in result["messages"] if is_private(m)]
    return text(private[-1]) if private else ""
