"""Presses a second that bots answer before one in a hundred waits for longer than a second.

Games of three rulesets, one in each of many servers; people press what is offered and takes one
turn, at random moments, more and more of them. One bot on SQLite, one on PostgreSQL, two on
PostgreSQL; and one and two of them with rules that only wait for 50 ms. At a calm rate the
processor time of a press is measured, in the bots, their workers and the database: what they take
beyond what they take while nobody presses.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from tests.bench import ALLOWED, Measure
from tests.journeys.parts import Bot, Hall, Message, buttons, descendants, is_private, parts
from tests.postgres_server import Server, address, binaries
from tests.sandbox_process import SandboxProcess, running_sandbox

SERVERS, SHARDS = 36, 4
MIX = ("deep", "delve", "kanthe")  # Sil-Q at 500 ft, and two others
SLOW = ("waiting",)  # whose rules only wait
TURNS = ("step", "move", "walk", "wait", "pause")  # actions that take one
MENU = 3  # Discord's type of component
CALM, CALM_SECONDS = 4.0, 20.0  # presses a second
IDLE_SECONDS = 10.0
STEP_SECONDS = 10.0
GROWTH = 1.25  # of the rate from step to step
PATIENCE = 1.0  # seconds that 99 of 100 presses may take
MOST_RATE = 400.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class BotSetup:
    """So many bots on a database, and the rulesets of the games that they serve."""

    bots: int
    postgresql: bool
    rulesets: tuple[str, ...] = MIX

    def __str__(self) -> str:
        engine = "PostgreSQL" if self.postgresql else "SQLite"
        rules = "rules that wait" if self.rulesets == SLOW else "a mix of games"
        return f"{'two bots' if self.bots > 1 else 'one bot'} on {engine}, {rules}"


@dataclass
class CapacityFigures:
    """Figures of a setup. `cpu`: milliseconds of processor time a press, by part; `idle`: those of
    all parts together in a second without presses."""

    rate: float = 0.0  # presses a second
    calm: float = 0.0  # milliseconds
    cpu: dict[str, float] = field(default_factory=dict)
    idle: float = 0.0


class Crowd:
    """People who press buttons of many games."""

    def __init__(self, sandbox: SandboxProcess, halls: Sequence[Hall]) -> None:
        self._url = sandbox.client.base + "/user"
        self._halls = {hall.name: hall for hall in halls}
        self._cards = {hall.name: hall.card(2) for hall in halls}
        self._free = sorted(self._cards)
        self._chance = random.Random(1)
        self.refused: list[str] = []

    async def press_for(self, seconds: float, rate: float) -> list[float]:
        """Press at a rate; return the milliseconds until each press was answered."""
        taken: list[float] = []
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as group:
            end = time.monotonic() + seconds
            while (now := time.monotonic()) < end:
                if self._free:
                    hall = self._free.pop(self._chance.randrange(len(self._free)))
                    group.create_task(self._press(session, hall, taken))
                else:  # all wait: the bot does not keep up
                    taken.append(1000 * PATIENCE * 2)
                pause = self._chance.expovariate(rate)
                await asyncio.sleep(max(0.0, now + pause - time.monotonic()))
        return taken

    async def _press(self, session: aiohttp.ClientSession, hall: str, taken: list[float]) -> None:
        card = self._cards[hall]
        where = {"as": "Beren", "channel": card["channel_id"], "message": card["id"]}
        body = where | self._chance.choice(_offered(card))
        start = time.perf_counter()
        async with session.post(self._url, json=body) as answer:
            answered = await answer.json()
        seconds = time.perf_counter() - start
        shown = answered.get("messages", ())
        if "error" in answered:  # a late answer has changed the card since
            shown = await asyncio.to_thread(self._halls[hall].live)
        else:
            taken.append(1000 * seconds)
        cards = [each for each in shown if _offered(each) and not is_private(each)]
        if not cards and answered.get("answered") == "deferred":  # another game, which comes later
            cards = await asyncio.to_thread(self._newer, hall, card)
        if cards:
            self._cards[hall] = max(cards, key=lambda message: int(message["id"]))
        else:
            self.refused.append(str(answered)[:200])
        self._free.append(hall)

    def _newer(self, hall: str, card: Message) -> list[Message]:
        """Wait for a newer card; return those that came after a card."""
        live, client = self._halls[hall].live, self._halls[hall].client
        newer: list[Message] = client.until(
            lambda: [each for each in live() if int(each["id"]) > int(card["id"])]
        )
        return newer


def _offered(message: Message) -> list[dict[str, Any]]:
    """Return what can be pressed of a card: the buttons for one turn; where there is none, all that
    act, or what its menu has; when the game is over, that which begins another."""
    ids = list(buttons(message).values())
    acts = [each for each in ids if ":act:" in each]
    turns = [each for each in acts if each.partition(":act:")[2].partition(" ")[0] in TURNS]
    turns += [each for each in ids if each.partition(":direction:")[2]]
    again = [each for each in ids if each.split(":")[3:4] in (["again"], ["begin"])]
    menus = [
        {"do": "choose", "custom_id": menu["custom_id"], "values": [option["value"]]}
        for menu in parts(message)
        if menu["type"] == MENU and not menu.get("disabled")
        for option in menu["options"]
    ]
    pressed = [{"do": "press", "custom_id": each} for each in turns or acts or again]
    return pressed or menus


def measure() -> Iterator[Measure]:
    """Measure the rates, and the processor time of a press at the calm rate."""
    first = [BotSetup(1, postgresql=False)]
    slow: list[BotSetup] = []
    if binaries() is not None:
        first += [BotSetup(1, postgresql=True), BotSetup(2, postgresql=True)]
        slow += [BotSetup(each.bots, postgresql=True, rulesets=SLOW) for each in first[1:]]
    for setups in filter(None, (first, slow)):
        found = {setup: _run(setup) for setup in setups}
        for setup, figures in found.items():
            yield from _compared(setup, figures, setups[0], found[setups[0]])


def _compared(
    setup: BotSetup, figures: CapacityFigures, first: BotSetup, theirs: CapacityFigures
) -> Iterator[Measure]:
    """Yield the figures of a setup beside those of the first."""
    name = f"capacity: {setup}"
    for what, unit, own, other in (
        ("presses until 1 % wait over a second", "presses/s", figures.rate, theirs.rate),
        ("processor time of a press", "ms", sum(figures.cpu.values()), sum(theirs.cpu.values())),
    ):
        ratio = round(own / other, 3) if other else 0.0  # none was answered in time
        yield Measure(f"{name}: {what}", round(own, 1), unit, str(first), round(other, 1), ratio)
    also = {"the median answer": figures.calm, "a second without presses": figures.idle}
    for part, cost in {**figures.cpu, **also}.items():
        share = round(cost / (1000 * PATIENCE), 3)
        yield Measure(f"{name}: {part}", round(cost, 1), "ms", ALLOWED, 1000 * PATIENCE, share)


def _run(setup: BotSetup) -> CapacityFigures:
    world = ("--servers", str(SERVERS + 1), "--shards", str(SHARDS), "--unlimited")
    with (
        tempfile.TemporaryDirectory() as name,
        running_sandbox(*world) as sandbox,
        contextlib.ExitStack() as stack,
    ):
        server = stack.enter_context(_running_server()) if setup.postgresql else None
        url = address(server.folder, "postgres") if server else ""
        bots = [_BenchBot(sandbox, Path(name) / str(n), url) for n in range(setup.bots)]
        for bot in bots:
            bot.start()
            stack.callback(bot.stop)
        halls = _begin_games(sandbox, setup.rulesets)
        return asyncio.run(_measure(Crowd(sandbox, halls), bots, server))


async def _measure(crowd: Crowd, bots: Sequence[Bot], server: Server | None) -> CapacityFigures:
    figures = CapacityFigures()
    await crowd.press_for(STEP_SECONDS, CALM)  # to warm up
    start = _cpu(bots, server)
    await asyncio.sleep(IDLE_SECONDS)
    before = _cpu(bots, server)
    taken = await crowd.press_for(CALM_SECONDS, CALM)
    after = _cpu(bots, server)
    for part, seconds in after.items():
        idle = (before[part] - start[part]) / IDLE_SECONDS
        figures.idle += 1000 * idle
        pressed = seconds - before[part] - idle * CALM_SECONDS
        figures.cpu[part] = 1000 * pressed / len(taken)
    figures.calm = statistics.median(taken)
    for number in itertools.count():
        rate = CALM * GROWTH**number
        taken = sorted(await crowd.press_for(STEP_SECONDS, rate))
        if taken[int(0.99 * len(taken))] > 1000 * PATIENCE or rate > MOST_RATE:
            break
        figures.rate = len(taken) / STEP_SECONDS
    assert not crowd.refused, crowd.refused[:3]
    return figures


class _BenchBot(Bot):
    """A bot over a file, or over a database of a server."""

    def __init__(self, sandbox: SandboxProcess, folder: Path, url: str) -> None:
        folder.mkdir()
        super().__init__(sandbox, folder)
        self._url = url

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        at = {"LEITHIAN_DB": self._url, "LEITHIAN_FOLDER": str(self.log.parent)}
        return {**super().environment, **(at if self._url else {})}


@contextlib.contextmanager
def _running_server() -> Iterator[Server]:
    server = Server({"fsync": "on", "full_page_writes": "on"})
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.delete()


def _begin_games(sandbox: SandboxProcess, rulesets: Sequence[str]) -> list[Hall]:
    """Begin a game in each server, of the rulesets by turns."""
    ids = {channel["name"]: channel["id"] for channel in sandbox.client.world()["channels"]}
    halls = []
    for number, ruleset in zip(range(2, SERVERS + 2), itertools.cycle(rulesets)):
        hall = Hall(sandbox.client, ids[f"server-{number}"])
        hall.begin(ruleset, ("Beren", "Luthien") if ruleset in SLOW else ("Beren",))
        halls.append(hall)
    return halls


def _cpu(bots: Sequence[Bot], server: Server | None) -> dict[str, float]:
    """Return the seconds of processor time so far, by part."""
    found = {"bots": 0.0, "their workers": 0.0}
    for bot in bots:
        assert bot.process is not None
        found["bots"] += _seconds(bot.process.pid)
        found["their workers"] += sum(map(_seconds, descendants(bot.process.pid)))
    if server is not None:
        found["the database"] = sum(map(_seconds, [server.pid, *descendants(server.pid)]))
    return found


def _seconds(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS  # its own, and that of children that ended
    return 0.0
