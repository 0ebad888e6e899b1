"""Games that differ in what is hidden alone: whoever may not know it gets the same of both, in
every message, answer, file, alt text, log, proof, id and size."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.contract.dice import ActionKey, GameSecret
from engine.contract.running_game import resume
from table.loaded_game import summarise
from table.memory import _known_reads
from table.state import Person
from tests.rulesets import RULESETS
from tests.table.world import ANN, BOB, EVE, SEED
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.readings import exported, panel, readings
from tests.twins.strokes import (
    DAN,
    MANAGER,
    MARKER,
    SECONDS,
    SHARED,
    STRANGER,
    founded,
    hide_something,
    offered,
)
from tests.twins.unseen import changed

pytestmark = pytest.mark.asyncio
ONLOOKERS = (EVE, STRANGER, MANAGER)
PANELS_EVERY = 5  # strokes
OPTIONS = {"sil": {"hero": "quick"}}


def compare(one: Sequence[bytes], other: Sequence[bytes], why: object) -> None:
    """Assert that two lists are equal; show where they differ first."""
    for before, a, b in zip([b"", *one], one, other, strict=False):
        at = next((n for n, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), 0)
        parts = [each[max(0, at - 90) : at + 90] for each in (a, b)]
        assert a == b, (why, before[:40], *parts)
    assert len(one) == len(other), (why, one[len(other) :], other[len(one) :])


async def everything(bot: OnlookerBot, people: Sequence[Person]) -> list[bytes]:
    """Return all that some people can get of a game now."""
    found: list[bytes] = []
    for who in people:
        found += await readings(bot, who)
        found += await exported(bot, who)
    return found


# ---------------------------------------------------------------- hidden strokes


async def play_with_hidden_strokes(
    folder: Path, seed: int, strokes: int, every: int, people: Sequence[Person] = ONLOOKERS
) -> int:
    """Play a game twice, once with hidden strokes besides, until it is over; return how many
    strokes both had. Every so many of them everything is read."""
    chance, hidden, number = random.Random(seed), 0, 0
    calm, busy = [await OnlookerBot.open(folder / f"{each}{seed}.db") for each in ("calm", "busy")]
    for bot in (calm, busy):
        await founded(bot, "silg", mode="table")
    while number < strokes and (stroke := await offered(await calm.actor(), chance)) is not None:
        who, offer = stroke
        for bot in (calm, busy):
            bot.time.pass_(SECONDS)
            await bot.type(who, "do", SHARED + number, action=str(offer.action))
        if (await calm.actor()).game.phase == "over":
            break
        told = []
        for _ in range(chance.randrange(3)):
            hidden += 1
            told.append(await hide_something(busy, chance, hidden))
        number += 1
        why = (offer.action, told)
        compare(calm.said, busy.said, why)
        read = list(busy.said)
        if number % PANELS_EVERY == 0:
            for onlooker in people:
                shown = await panel(busy, onlooker)
                compare(await panel(calm, onlooker), shown, why)
                read += shown
        if number % every == 0:
            found = await everything(busy, people)
            compare(await everything(calm, people), found, why)
            read += found
        assert not any(MARKER.encode() in each for each in read), why
        calm.said.clear()
        busy.said.clear()
    assert (await busy.actor()).state.hidden_actions >= hidden
    for bot in (calm, busy):
        await bot.close()
    return number


async def test_hidden_strokes_leave_no_trace(tmp_path: Path) -> None:
    assert await play_with_hidden_strokes(tmp_path, 1, 2, 2, (EVE,)) == 2


@pytest.mark.soak(part="laws")
async def test_ten_thousand_strokes_with_hidden_ones_between(tmp_path: Path) -> None:
    done, seed = 0, 1
    while done < 10_000:
        done += await play_with_hidden_strokes(tmp_path, seed, 200, 50)
        seed += 1
    print(f"twins with hidden strokes: {done} strokes of {seed - 1} sessions")


# ---------------------------------------------------------------- the secret, unseen squares


def needles(secret: GameSecret, actions: int) -> list[bytes]:
    """Return what would tell a secret, or dice that are not yet thrown: keys of coming actions."""
    keys = [secret.past_keys(ActionKey(actions + n, SHARED + actions + n)) for n in range(1, 4)]
    raw = [secret.seed, *(key for each in keys for key in (each.action, each.hidden))]
    texts = [each.hex().encode() for each in raw]
    return [*raw, *texts, *(b64encode(each)[:20] for each in raw)]


async def swap_state(bot: OnlookerBot, data: bytes) -> None:
    """Let a game's state be another one, as if it had been saved."""
    actor = await bot.actor()
    memory = actor.memory
    running = resume(actor.ruleset, data)
    summary = summarise(running)
    memory.state, memory.running = replace(memory.state, summary=summary), running
    memory._seen = _known_reads(summary)


async def play_and_swap(
    folder: Path,
    name: str,
    seed: int,
    strokes: int,
    every: int,
    people: Sequence[Person] = (ANN, BOB, *ONLOOKERS),
) -> int:
    """Play a game; every so many strokes let what nobody sees be something else for a moment, and
    the secret: nothing that is read changes. Return how many strokes were played."""
    chance, number = random.Random(seed), 0
    bot = await OnlookerBot.open(folder / f"{name}{seed}.db")
    mode = "table" if name == "silg" else "solo"
    await founded(bot, name, mode=mode, options=OPTIONS.get(name, {}))
    people = [each for each in people if name != "silg" or each is not ANN]
    while number < strokes and (stroke := await offered(await bot.actor(), chance)) is not None:
        who, offer = stroke
        bot.time.pass_(SECONDS)
        await bot.type(who, "do", SHARED + number, action=str(offer.action))
        number += 1
        actor = await bot.actor()
        if actor.game.phase == "over":
            break
        read = list(bot.said)
        bot.said.clear()
        if number % every == 0:
            before = await everything(bot, people)
            read += before
            data = (await actor.memory.load()).dump()
            other = changed(actor.ruleset, data, chance)
            await swap_state(bot, other)
            after = await everything(bot, people)
            compare(before, after, (name, "unseen", offer.action))
            await swap_state(bot, data)
        for needle in needles(GameSecret(SEED), actor.state.actions):
            assert not any(needle in each for each in read), (name, needle, offer.action)
    await bot.close()
    return number


async def test_what_nobody_sees_and_the_secret_show_nowhere(tmp_path: Path) -> None:
    assert await play_and_swap(tmp_path, "delve", 1, 2, 2, (ANN,)) == 2


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", RULESETS)
async def test_the_same_in_ten_thousand_strokes(tmp_path: Path, name: str) -> None:
    done, seed = 0, 1
    while done < 10_000:
        done += await play_and_swap(tmp_path, name, seed, 300, 50)
        seed += 1
    print(f"twins by what nobody sees, {name}: {done} strokes of {seed - 1} games")


# ---------------------------------------------------------------- hidden ballots


async def play_with_other_votes(folder: Path, name: str, seed: int, votes: int, every: int) -> int:
    """Play a game twice by votes with hidden ballots, in which two people vote for each other's
    proposals; return how many votes there were. Every so many of them everything is read."""
    chance, number, stroke = random.Random(seed), 0, SHARED
    bots = [await OnlookerBot.open(folder / f"{name}{n}{seed}.db") for n in range(2)]
    for bot in bots:
        hidden = {"counts": "hidden", "pace": "none"}
        options = OPTIONS.get(name, {})
        await founded(bot, name, mode="vote", options=options, settings=hidden)
    onlookers = (DAN, STRANGER, MANAGER)
    while number < votes:
        actor = await bots[0].actor()
        waiting = (await actor.reader.turn()).waiting
        offers = await actor.reader.offers(waiting[0]) if waiting else ()
        if len(offers) < 2:
            break
        number += 1
        proposed = chance.sample(offers, 2)
        steps = [(ANN, "propose", str(each.action)) for each in proposed]
        steps += [(BOB, "cast", ""), (EVE, "cast", ""), (DAN, "cast", chance.choice("AB"))]
        for who, what, said in steps:
            stroke += 1
            for bot, letters in zip(bots, ("AB", "BA"), strict=True):
                bot.time.pass_(SECONDS)
                letter = said or letters[who is EVE]
                option = {"action": said} if what == "propose" else {"letters": letter}
                await bot.type(who, f"vote {what}", stroke, **option)
            compare(bots[0].said, bots[1].said, (number, who.name, what))
            for bot in bots:
                bot.said.clear()
        people = onlookers if number % every == 0 else ()
        found = [await everything(bot, people) for bot in bots]
        compare(found[0], found[1], number)
    for bot in bots:
        await bot.close()
    return number


@pytest.mark.soak(part="votes")
@pytest.mark.parametrize("name", [name for name in RULESETS if name != "silg"])
async def test_who_voted_for_what_in_a_hidden_ballot_shows_nowhere(
    tmp_path: Path, name: str
) -> None:
    done, seed = 0, 1
    while done < 2_000:
        done += await play_with_other_votes(tmp_path, name, seed, 100, 50)
        seed += 1
    print(f"twins by hidden ballots, {name}: {done} votes of {seed - 1} games")
