"""A whole turn, from the button pressed to the new card in the channel, against a bare discord.py
bot that answers each press with the same fixed PNG, on a sandbox of its own beside ours."""

from __future__ import annotations

import itertools
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench import Measure
from tests.journeys.parts import Bot, Hall, Message, buttons, card_number
from tests.sandbox_process import ROOT, SandboxClient, SandboxProcess, running_sandbox, stop

RULESET = "deep"
TURNS = 120
LEVEL = 15  # turns on a level before another one, for some are much more crowded than others
WARM = 3  # the first turns on each are not counted
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}


def measure() -> Iterator[Measure]:
    """Both by turns, so that other work on the machine disturbs both alike; medians in ms."""
    with tempfile.TemporaryDirectory() as folder, running_sandbox("--channels", "40") as ours:
        bot = Bot(ours, Path(folder))
        bot.start()
        try:
            player = Player(ours.client)
            picture = Path(folder) / "turn.png"
            picture.write_bytes(fetched(player.card))
            with running_sandbox() as theirs, bare(theirs, picture) as post:
                taken = [(player.turn(), timed(theirs, post), player.left) for _ in range(TURNS)]
        finally:
            bot.stop()
    counted = [(mine, other) for mine, other, left in taken if left < LEVEL - WARM]
    mine, other = (statistics.median(column) for column in zip(*counted, strict=True))
    yield Measure(
        "turn: button pressed to card sent",
        round(mine, 2),
        "ms",
        "bare discord.py bot, one fixed PNG",
        round(other, 2),
        round(mine / other, 2),
    )


class Player:
    """Walks to and fro by button, each hero a while; then the next one sets out elsewhere."""

    def __init__(self, client: SandboxClient) -> None:
        self.halls = (Hall(client, f"hall-{number}") for number in itertools.count(1))
        self.set_out()

    def set_out(self) -> None:
        """A new game in a channel of its own."""
        self.hall = next(self.halls)
        self.hall.begin(RULESET, ("Beren",))
        self.card = self.hall.card(2)
        self.last = ""
        self.left = LEVEL

    def turn(self) -> float:
        """One press; how long until its card was there, in ms."""
        if not self.left or not buttons(self.card).keys() & OPPOSITE.keys():
            self.set_out()
        self.left -= 1
        # The old card loses its buttons first, or that edit would be taken for our answer.
        self.hall.client.until(lambda: len(self.hall.live()) == 1)
        time.sleep(0.02)
        ways = buttons(self.card)
        back = OPPOSITE.get(self.last, "")
        way = back if back in ways else next(way for way in OPPOSITE if way in ways)
        number = card_number(self.card)
        start = time.perf_counter()
        pressed = self.hall.press("Beren", way, self.card)
        taken = (time.perf_counter() - start) * 1000
        fresh = [m for m in pressed["messages"] if buttons(m) and card_number(m) == number + 1]
        assert fresh, "the press was answered before its card was there"
        self.card, self.last = fresh[0], way
        return taken


def fetched(card: Message) -> bytes:
    with urllib.request.urlopen(card["attachments"][0]["url"]) as answer:
        picture: bytes = answer.read()
    return picture


@contextmanager
def bare(sandbox: SandboxProcess, picture: Path) -> Iterator[Message]:
    command = [sys.executable, "-m", "tests.bare_bot", str(picture)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=sandbox.bot_environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert "connected" in process.stdout.readline()
        yield sandbox.client.slash("Beren", "tavern", "help")["messages"][0]
    finally:
        stop(process)


def timed(sandbox: SandboxProcess, post: Message) -> float:
    start = time.perf_counter()
    pressed = sandbox.client.press("Beren", post, label="Go")
    taken = (time.perf_counter() - start) * 1000
    assert pressed["messages"][-1]["attachments"]
    return taken
