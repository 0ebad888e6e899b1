"""Three hundred channels that vote at once, with the real bot on the sandbox: Sil-Q at 500 ft, five
voters each, half the proposals plans; all votes end by deadline at one moment. No vote may be lost,
no deadline be met late. The baseline of a press is the bare bot's, alone on its sandbox."""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from engine.sil.state import Game as SilGame
from table.records import Person
from table.store import Store
from table.tables import Tables
from tests.bench import Measure
from tests.bench.turn import bare, fetched, timed
from tests.deep import Deep
from tests.journeys.parts import Bot, Hall, buttons
from tests.sandbox_process import SandboxClient, SandboxProcess, running_sandbox

CHANNELS, LEVELS = 300, 30
VOTERS = 5  # the sandbox's people
PRESSES_A_SECOND = 12.5  # so that the votes of 300 channels come within two minutes
START = 45.0  # seconds that the bot has for starting and posting all cards
BEGIN = 0.06  # seconds that it may take to begin a game
LATE = 5.0  # seconds that a deadline may be late
PACE = 1200.0  # seconds a turn of the pace "brisk"
BARE = 60  # presses of the bare bot
TERMS = {"pace": "brisk", "quorum": "0", "threshold": "most", "early": "off"}


class FewLevels(Deep):
    """Makes each level once: what is measured is play."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[int, bytes] = {}

    def new(self, options: Mapping[str, str], seats: Sequence[str], seed: bytes) -> SilGame:
        number = seed[0] % LEVELS
        if number not in self._made:
            self._made[number] = self.dump(super().new(options, seats, bytes([number] * 16)))
        return self.load(self._made[number])


@dataclass
class Seen:
    """What came of the presses: ms until each was answered, and how many were not."""

    answered: list[float]
    refused: int = 0


def measure(channels: int = CHANNELS) -> Iterator[Measure]:
    """The median press, and the latest deadline."""
    window = channels * VOTERS / PRESSES_A_SECOND
    with tempfile.TemporaryDirectory() as name, running_sandbox("--channels", str(channels)) as at:
        folder, client = Path(name), at.client
        world = client.world()
        halls = [c for c in world["channels"] if c["name"].startswith("hall-")][:channels]
        people = [Person(int(p["id"]), p["name"]) for p in world["people"][:VOTERS]]
        bot = Bot(at, folder)
        made = asyncio.run(_made(bot.database, halls, people))
        due = asyncio.run(_begun(bot.database, made, people, START + window))
        bot.start()
        try:
            cards = _cards(client, halls)
            seen = asyncio.run(_voted(client, cards, people, due - 2))
            late = _closed(bot, made, due)
        finally:
            bot.stop()
        votes = _votes(bot)
        assert not bot.errors()
        assert votes == len(seen.answered), "a vote was answered but not saved"
        with running_sandbox() as theirs:
            picture = folder / "turn.png"
            picture.write_bytes(fetched(cards[0]))
            with bare(theirs, picture) as post:
                alone = statistics.median(_paced(theirs, post) for _ in range(BARE))
    assert seen.refused == 0, f"{seen.refused} presses were not answered"
    assert late <= LATE, f"a deadline was {late:.1f} s late"
    press = statistics.median(seen.answered)
    yield Measure(
        f"load: press answered, {votes} votes in {channels} channels within {window:.0f} s",
        round(press, 1),
        "ms",
        "bare discord.py bot, one fixed PNG, alone",
        round(alone, 1),
        round(press / alone, 2),
    )
    yield Measure(
        f"load: the latest of {channels} deadlines at one moment",
        round(late, 2),
        "s",
        "what is allowed",
        LATE,
        round(late / LATE, 3),
    )


def _paced(sandbox: SandboxProcess, post: dict[str, Any]) -> float:
    """A press of the bare bot, as far from the last one as in the load."""
    time.sleep(1 / PRESSES_A_SECOND)
    return timed(sandbox, post)


async def _made(path: Path, halls: Sequence[Any], people: Sequence[Person]) -> list[int]:
    """Lobbies in all channels that all have joined; the games."""
    tables = Tables(await Store.open(path), {"deep": Deep()}, keep=len(halls))
    made = []
    for hall in halls:
        table = await tables.found(int(hall["id"]), 1, people[0], "deep", mode="vote", terms=TERMS)
        for person in people[1:]:
            await table.join(person)
        made.append(table.game.id)
    await tables.close()
    return made


async def _begun(
    path: Path, games: Sequence[int], people: Sequence[Person], seconds: float
) -> float:
    """Begin all games, as if they had begun so long ago that all first turns end in so many
    seconds from when it is done; that moment."""
    store, rules, seeds = await Store.open(path), FewLevels(), itertools.count()
    for number in range(LEVELS):
        rules.new({}, ["Beren"], bytes([number] * 16))
    due = time.time() + len(games) * BEGIN + seconds
    tables = Tables(
        store,
        {"deep": rules},
        now=lambda: due - PACE,
        draw=lambda size: bytes([next(seeds) % LEVELS] * size),
        keep=len(games),
    )
    for game in games:
        await (await tables.get(game)).begin(people[0])
    await store.beat(time.time())
    await tables.close()
    return due


def _cards(client: SandboxClient, halls: Sequence[Any]) -> list[dict[str, Any]]:
    """The card of each channel, once it is there."""
    return [Hall(client, hall["name"]).card(2) for hall in halls]


async def _voted(
    client: SandboxClient, cards: Sequence[dict[str, Any]], people: Sequence[Person], until: float
) -> Seen:
    """Each of the people presses a button of each card, at any moment until then."""
    chance, seen, left = random.Random(1), Seen([]), until - time.time()
    async with aiohttp.ClientSession() as session:

        async def press(card: dict[str, Any], voter: int, after: float) -> None:
            wish = {
                "as": people[voter].name,
                "do": "press",
                "channel": card["channel_id"],
                "message": card["id"],
                "custom_id": chance.choice(_plans(card) if voter % 2 else _steps(card)),
            }
            await asyncio.sleep(after)
            start = time.perf_counter()
            async with session.post(client.base + "/user", json=wish) as answer:
                told = await answer.json()
            if told.get("answered") == "message":
                seen.answered.append((time.perf_counter() - start) * 1000)
            else:
                seen.refused += 1

        presses = (
            press(card, voter, chance.uniform(0, left))
            for card in cards
            for voter in range(len(people))
        )
        await asyncio.gather(*presses)
    return seen


def _steps(card: dict[str, Any]) -> list[str]:
    return [each for each in buttons(card).values() if ":do:step" in each] or _plans(card)


def _plans(card: dict[str, Any]) -> list[str]:
    plans = ("explore", "travel", "rest", "search")
    ways = buttons(card).values()
    return [each for each in ways if each.partition(":do:")[2].startswith(plans)] or _steps(card)


def _votes(bot: Bot) -> int:
    [(votes,)] = bot.rows(
        "select count(*) from log where text like 'propose %' or text like 'vote %'"
    )
    return int(votes)


def _closed(bot: Bot, games: Sequence[int], due: float) -> float:
    """How many seconds after the moment the last vote was closed."""
    query = "select game, min(at) from log where text like 'decide %' group by game"
    while len(closed := bot.rows(query)) < len(games):
        assert time.time() < due + 120, f"only {len(closed)} votes were closed"
        time.sleep(0.5)
    return max(at for _, at in closed) - due
