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
from tests.journeys.parts import Bot, Hall, Message, buttons, card_number, pictures
from tests.sandbox_process import ROOT, SandboxClient, SandboxProcess, running_sandbox, stop

RULESET = "deep"
TURNS = 120
LEVEL = 15  # turns on a level before another one, for some are much more crowded than others
WARM = 3  # the first turns on each are not counted
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}


def measure() -> Iterator[Measure]:
    """Measure both by turns, so that other work disturbs both alike; medians in ms."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_sandbox("--channels", "40", "--unlimited") as ours,
    ):
        bot = Bot(ours, Path(folder))
        bot.start()
        try:
            player = ButtonPlayer(ours.client)
            picture = Path(folder) / "turn.png"
            picture.write_bytes(download_picture(player.card))
            with (
                running_sandbox("--unlimited") as theirs,
                running_bare_bot(theirs, picture) as post,
            ):
                taken = [
                    (player.turn(), measure_press(theirs, post), player.left) for _ in range(TURNS)
                ]
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


class ButtonPlayer:
    """A player who steps to and fro by button, and starts a new game after some turns."""

    def __init__(self, client: SandboxClient) -> None:
        self.halls = (Hall(client, f"hall-{number}") for number in itertools.count(1))
        self.start_game()

    def start_game(self) -> None:
        """Start a game in a channel of its own."""
        self.hall = next(self.halls)
        self.hall.begin(RULESET, ("Beren",))
        self.card = self.hall.card(2)
        self.last = ""
        self.left = LEVEL

    def turn(self) -> float:
        """Press a button; return the milliseconds until its card was there."""
        if not self.left or not buttons(self.card).keys() & OPPOSITE.keys():
            self.start_game()
        self.left -= 1
        # The edit that removes the old card's buttons must not be taken for our answer.
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


def download_picture(card: Message) -> bytes:
    with urllib.request.urlopen(pictures(card)[0]["media"]["url"]) as answer:
        picture: bytes = answer.read()
    return picture


@contextmanager
def running_bare_bot(sandbox: SandboxProcess, picture: Path) -> Iterator[Message]:
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


def measure_press(sandbox: SandboxProcess, post: Message) -> float:
    start = time.perf_counter()
    pressed = sandbox.client.press("Beren", post, label="Go")
    taken = (time.perf_counter() - start) * 1000
    assert pressed["messages"][-1]["attachments"]
    return taken
