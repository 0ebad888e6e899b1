"""Three hundred channels that vote at the same time, with the real bot on the sandbox.

Sil-Q at 500 ft, five voters each, half of the proposals plans; the deadlines of all votes are the
same moment. The sandbox holds Discord's limits: no request may be refused, at the start, at the
deadline or at a second start. No vote may be lost, no deadline handled late, and every new card
comes within a minute. The baseline of a press is the bare bot's, alone on its sandbox.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp

from engine.contract.dice import ActionDice
from engine.sil.game.state import SilState
from table.commands.lobby import Begin, Join, NewGame
from table.game_settings import PACES
from table.schedule.deadlines import OPEN_SHARE
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.bench import ALLOWED, Measure
from tests.bench.turn import download_picture, measure_press, running_bare_bot
from tests.deep import Deep
from tests.journeys.parts import Bot, Hall, buttons
from tests.rolled import dice_for
from tests.sandbox_process import SandboxClient, SandboxProcess, running_sandbox

CHANNELS, LEVELS = 300, 30
VOTERS = 5  # the sandbox's people
PRESSES_A_SECOND = 12.5  # the votes of 300 channels come within two minutes
START = 45.0  # seconds for starting the bot and posting all cards
BEGIN = 0.06  # seconds for beginning a game
LATE = 5.0  # seconds that a deadline may be late
CARD_LATE = 60.0  # seconds after the deadline until which every card has to come
CHECKED = 120.0  # seconds after a start until which every card has to be checked
MAX_RATE = 50  # Discord: requests a second
PACE = PACES["blitz"].least  # type: ignore[union-attr]  # seconds a turn
OPEN = PACE * OPEN_SHARE  # seconds that a vote is open at least: a later one ends later
BARE = 60  # presses of the bare bot
ANSWERS = ("message", "update")  # what a vote is answered with: words, or the card with the vote
PLANS = ("explore", "travel", "rest", "search")
SETTINGS = {"pace": "blitz", "quorum": "0", "threshold": "most", "early": "off"}


class CachedLevels(Deep):
    """Sil-Q at 500 ft on levels that are generated once: play is measured, not generation."""

    def __init__(self) -> None:
        super().__init__()
        self._levels: dict[int, bytes] = {}

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilState:
        number = dice.flavour.below(LEVELS)
        if number not in self._levels:
            made = super().new(options, seats, dice_for(bytes([number])), gm=gm)
            self._levels[number] = self.dump(made)
        return self.load(self._levels[number])


@dataclass
class PressResults:
    """The milliseconds until each press was answered, and what came instead of an answer, and
    when."""

    answered: list[float]
    refused: list[str] = field(default_factory=list)


@dataclass
class LoadResults:
    """Figures of a run under load."""

    votes: int
    presses: list[float]  # milliseconds
    late: float  # seconds: the latest deadline
    card_late: float  # seconds: the latest card after the deadline
    check_seconds: float  # of the second start, until all cards were checked
    peak: int  # requests in one second
    alone: float  # milliseconds of the bare bot's press


def measure(channels: int = CHANNELS) -> Iterator[Measure]:
    """Measure the median press, the latest deadline and card, and the most requests a second."""
    found = _run(channels)
    assert found.late <= LATE, f"a deadline was {found.late:.1f} s late"
    assert found.card_late <= CARD_LATE, f"a card was {found.card_late:.1f} s late"
    assert found.check_seconds <= CHECKED, f"the checks took {found.check_seconds:.1f} s"
    press = statistics.median(found.presses)
    window = channels * VOTERS / PRESSES_A_SECOND
    yield Measure(
        f"load: press answered, {found.votes} votes in {channels} channels within {window:.0f} s",
        round(press, 1),
        "ms",
        "bare discord.py bot, one fixed PNG, alone",
        round(found.alone, 1),
        round(press / found.alone, 2),
    )
    for name, value, unit, allowed in (
        (f"the latest of {channels} deadlines at one moment", found.late, "s", LATE),
        (f"the latest of {channels} cards after it", found.card_late, "s", CARD_LATE),
        (f"a second start, until {channels} cards are checked", found.check_seconds, "s", CHECKED),
        ("the most requests in a second; none refused", found.peak, "requests", MAX_RATE),
    ):
        figure, ratio = round(value, 2), round(value / allowed, 3)
        yield Measure(f"load: {name}", figure, unit, ALLOWED, allowed, ratio)


def _run(channels: int) -> LoadResults:
    window = channels * VOTERS / PRESSES_A_SECOND
    with tempfile.TemporaryDirectory() as name, running_sandbox("--channels", str(channels)) as at:
        folder, client = Path(name), at.client
        world = client.world()
        halls = [c for c in world["channels"] if c["name"].startswith("hall-")][:channels]
        people = [Person(int(p["id"]), p["name"]) for p in world["people"][:VOTERS]]
        bot = Bot(at, folder)
        made = asyncio.run(_make_lobbies(bot.database, halls, people))
        due = asyncio.run(_begin_games(bot.database, made, people, START + max(window, 2 * OPEN)))
        bot.start()
        try:
            cards = _find_cards(client, halls)
            results = asyncio.run(_press_buttons(client, cards, people, due - 2))
            late = _wait_for_deadlines(bot, made, due)
            card_late = _wait_for_cards(client, halls, due)
            _wait_for_outbox(bot)
            bot.stop()
            restarted = time.monotonic()
            bot.start()
            _wait_for_outbox(bot)
            check_seconds = time.monotonic() - restarted
        finally:
            bot.stop()
        votes = _count_votes(bot)
        assert not bot.errors(), bot.errors()[:3]
        assert not results.refused, f"{len(results.refused)} presses: {results.refused[:9]}"
        assert votes == len(results.answered), "a vote was answered but not saved"
        limits = client.request("GET", "/limits")
        assert not limits["refusals"], f"refused: {limits['refusals'][:3]}"
        assert not client.violations()
        picture = folder / "turn.png"
        picture.write_bytes(download_picture(cards[0]))
        with running_sandbox("--unlimited") as theirs, running_bare_bot(theirs, picture) as post:
            alone = statistics.median(_paced_press(theirs, post) for _ in range(BARE))
    peak = limits["peaks"]["all"]["seen"]
    return LoadResults(votes, results.answered, late, card_late, check_seconds, peak, alone)


def _paced_press(sandbox: SandboxProcess, post: dict[str, Any]) -> float:
    """Press the bare bot's button, as long after the last press as in the load."""
    time.sleep(1 / PRESSES_A_SECOND)
    return measure_press(sandbox, post)


async def _make_lobbies(path: Path, halls: Sequence[Any], people: Sequence[Person]) -> list[int]:
    """Open lobbies in all channels, which all people join; return the ids of the games."""
    tables = Tables(await Store.open(path), {"deep": Deep()}, keep=len(halls))
    made = []
    for hall in halls:
        new = NewGame(int(hall["id"]), 1, "deep", mode="vote", settings=SETTINGS)
        table = await tables.found(people[0], new)
        for person in people[1:]:
            await table.run(person, Join())
        made.append(table.game.id)
    await tables.close()
    return made


async def _begin_games(
    path: Path, games: Sequence[int], people: Sequence[Person], seconds: float
) -> float:
    """Begin all games so that their first deadline is the same moment; return it.

    The moment is `seconds` after all games have begun.
    """
    store, rules, seeds = await Store.open(path), CachedLevels(), itertools.count()
    for number in range(8 * LEVELS):  # each level is made once
        rules.new({}, ["Beren"], dice_for(str(number)))
    due = time.time() + len(games) * BEGIN + seconds
    tables = Tables(
        store,
        {"deep": rules},
        now=lambda: due - PACE,
        draw=lambda size: bytes([next(seeds) % LEVELS] * size),
        keep=len(games),
    )
    for game in games:
        await (await tables.get(game)).run(people[0], Begin())
    await store.beat(time.time())
    await tables.close()
    return due


def _find_cards(client: SandboxClient, halls: Sequence[Any]) -> list[dict[str, Any]]:
    """Wait for the card of each channel."""
    return [Hall(client, hall["name"]).card(2) for hall in halls]


async def _press_buttons(
    client: SandboxClient, cards: Sequence[dict[str, Any]], people: Sequence[Person], until: float
) -> PressResults:
    """Let every person press a button that every card then has, at random moments until `until`.

    The first press of each card comes in time for a vote that ends at the common deadline.
    """
    chance, results, left = random.Random(1), PressResults([]), until - time.time()
    async with aiohttp.ClientSession() as session:

        async def press(card: dict[str, Any], voter: int, after: float) -> None:
            await asyncio.sleep(after)
            body = {
                "as": people[voter].name,
                "do": "press",
                "channel": card["channel_id"],
                "message": card["id"],
            }
            status, answered, taken = HTTPStatus.BAD_REQUEST, {}, 0.0
            while status == HTTPStatus.BAD_REQUEST:  # the button went while it was looked at
                shown = await look(card, people[voter])
                found = _plan_buttons(shown) if voter % 2 else _step_buttons(shown)
                start = time.perf_counter()
                custom_id = chance.choice(found)
                asked = session.post(client.base + "/user", json=body | {"custom_id": custom_id})
                async with asked as answer:
                    status, answered = HTTPStatus(answer.status), await answer.json()
                taken = time.perf_counter() - start
            if answered.get("answered") in ANSWERS:
                results.answered.append(taken * 1000)
            else:
                what = answered.get("answered") or "nothing"
                results.refused.append(f"{what} in {taken:.1f} s, {until - time.time():.0f} s left")

        async def look(card: dict[str, Any], person: Person) -> dict[str, Any]:
            query = {"as": person.name, "after": str(int(card["id"]) - 1)}
            address = f"{client.base}/channels/{card['channel_id']}/messages"
            async with session.get(address, params=query) as answer:
                return next(each for each in await answer.json() if each["id"] == card["id"])

        presses = (
            press(card, voter, chance.uniform(0, left if voter else left - OPEN))
            for card in cards
            for voter in range(len(people))
        )
        await asyncio.gather(*presses)
    return results


def _step_buttons(card: dict[str, Any]) -> list[str]:
    """Return the custom ids of a card's steps; of its proposals where there is room for no more."""
    return _buttons(card, ":act:", ("step", "wait")) or _buttons(card, ":vote:")


def _plan_buttons(card: dict[str, Any]) -> list[str]:
    """Return the custom ids of a card's plans; of its proposals once there are some, and of its
    steps where it offers no plan."""
    return _buttons(card, ":act:", PLANS) or _buttons(card, ":vote:") or _step_buttons(card)


def _buttons(card: dict[str, Any], kind: str, verbs: Sequence[str] = ()) -> list[str]:
    """Return the custom ids of a card's buttons of a kind that act with one of these verbs."""
    ids = (each.partition(kind) for each in buttons(card).values())
    return ["".join(each) for each in ids if each[1] and (not verbs or each[2].split()[0] in verbs)]


def _count_votes(bot: Bot) -> int:
    [(votes,)] = bot.rows("select count(*) from log where kind in ('proposed', 'voted')")
    return int(votes)


def _wait_for_deadlines(bot: Bot, games: Sequence[int], due: float) -> float:
    """Wait until all votes are closed; return how long after the deadline the last one was."""
    query = "select game, min(at) from log where kind = 'decided' group by game"
    while len(closed := bot.rows(query)) < len(games):
        assert time.time() < due + 120, f"only {len(closed)} votes were closed"
        time.sleep(0.5)
    return max(at for _, at in closed) - due


def _wait_for_cards(client: SandboxClient, halls: Sequence[Any], due: float) -> float:
    """Wait until every channel has the card after the vote's; return how long after the deadline
    the last one was posted."""
    cards = [Hall(client, hall["name"]).card(3) for hall in halls]
    last: float = max(datetime.fromisoformat(card["timestamp"]).timestamp() for card in cards)
    return last - due


def _wait_for_outbox(bot: Bot) -> None:
    """Wait until nothing is owed that is due, and every card is checked."""
    owed = (
        "select count(*) from outbox where state in ('pending', 'sending')"
        " and (not_before <= ? or kind = 'check')"
    )
    bot.sandbox.client.until(lambda: bot.rows(owed, time.time()) == [(0,)], CHECKED + 60)
