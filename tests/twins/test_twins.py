"""Games that differ in what is hidden alone: whoever may not know it gets the same of both, in
every message, answer, file, alt text, log, proof, id and size."""

from __future__ import annotations

import functools
import itertools
import os
import random
import time
import zlib
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from cogs.ui import progress
from engine.contract.dice import ActionKey, GameSecret, commitment
from engine.contract.running_game import resume
from engine.contract.texts import Text
from engine.contract.view import View
from table.commands.lobby import NewGame
from table.loaded_game import summarise
from table.memory import _known_reads
from table.reader import GameReader
from table.state import Person
from table.store.records import to_json
from tests.rulesets import RULESETS
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, SEED, change
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
STROKES = int(os.environ.get("STROKES", "10000"))  # of the soak, for each of the twins
FIRST_GAME = int(os.environ.get("FIRST_GAME", "1"))  # to go on where another run has ended
PANELS_EVERY = 5  # strokes
OPTIONS = {"sil": {"hero": "quick"}}
OTHER_SECRETS = [
    GameSecret(bytes(range(n, n + 16)), bytes(range(n + 16, n + 32))) for n in (100, 140)
]


@pytest.fixture(autouse=True)
def no_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer hang on how busy the machine is."""
    monkeypatch.setattr(progress, "FIRST_AFTER", 3600.0)


def compare(one: Sequence[bytes], other: Sequence[bytes], why: object) -> None:
    """Assert that two lists are equal; show where they differ first."""
    for before, a, b in zip([b"", *one], one, other, strict=False):
        if a != b:
            at = next(
                (n for n, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), 0
            )
            parts = (each[max(0, at - 120) : at + 120] for each in (a, b))
            raise AssertionError("\n".join(map(str, (why, before[:40], *parts))))
    assert len(one) == len(other), (why, one[len(other) :], other[len(one) :])


async def play_many(
    play: Callable[[Path, int, int, int], Awaitable[int]],
    folder: Path,
    strokes: int,
    every: int,
    most: int = STROKES,
) -> str:
    """Play one game after the other until there were so many strokes; return the figures."""
    done, seed, began = 0, FIRST_GAME, time.monotonic()
    while done < most:
        done += await play(folder, seed, strokes, every)
        seed += 1
    return f"{done} strokes of games {FIRST_GAME} to {seed - 1} in {time.monotonic() - began:.0f} s"


async def everything(bot: OnlookerBot, people: Sequence[Person]) -> list[bytes]:
    """Return all that some people can get of a game now."""
    found: list[bytes] = []
    for who in people:
        found += await readings(bot, who)
        found += await exported(bot, who)
    assert not any(b"Something went wrong" in each for each in found)
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
async def test_ten_thousand_strokes_with_hidden_ones_between(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print(await play_many(play_with_hidden_strokes, tmp_path, 200, 100))


# ---------------------------------------------------------------- the secret, unseen squares


def needles(secret: GameSecret, actions: int) -> list[bytes]:
    """Return what would tell a secret, or dice that are not yet thrown: keys of coming actions."""
    keys = [secret.past_keys(ActionKey(actions + n, SHARED + actions + n)) for n in range(1, 4)]
    raw = [secret.seed, *(key for each in keys for key in (each.action, each.hidden))]
    raw += [] if secret.shared is None else [secret.shared]
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


async def set_secret(bot: OnlookerBot, secret: GameSecret) -> None:
    """Let what a game rolls from now on come from another secret, as where a game goes on from a
    file; only the published hashes are others."""
    actor, store = await bot.actor(), bot.tables.store
    game, shared = actor.state.game, secret.shared
    assert shared is not None
    seed_hash, values = commitment(secret.seed), f"x'{secret.seed.hex()}', NULL, 0"
    header, header_set = game.header, ""
    if header is not None:
        values = f"x'{secret.seed.hex()}', x'{shared.hex()}', {game.number + 1}"
        header = replace(header, seed_hash=seed_hash, shared_hash=commitment(shared))
        header_set = f", header = '{to_json(header)}'"
    await change(
        store, f"REPLACE INTO seeds (game, seed, shared, first) VALUES ({game.id}, {values})"
    )
    await change(store, f"UPDATE games SET seed_hash = '{seed_hash}'{header_set}")
    memory, actor._secret = actor.memory, None
    memory.running = None
    memory.state = replace(
        memory.state, summary=None, game=replace(game, seed_hash=seed_hash, header=header)
    )


async def compare_unknown(
    bot: OnlookerBot, who: Person, chance: random.Random, why: object
) -> list[bytes]:
    """Check that somebody gets the same whatever the game's secret is, and whatever they do not
    see; return what they get. The game keeps the last of the secrets."""
    actor, found = await bot.actor(), list[list[bytes]]()
    states = [b"", b""]
    if actor.state.game.header is not None:
        data = (await actor.memory.load()).dump()
        sees_all = actor.ruleset.roles({}).gm == "required" and who == ANN
        states = [data, data if sees_all else changed(actor.ruleset, data, chance)]
    for secret, state in zip(OTHER_SECRETS, states, strict=True):
        await set_secret(bot, secret)
        if state:
            await swap_state(bot, state)
        read = await everything(bot, [who])
        for part in (secret.seed, secret.shared):
            assert part is not None
            read = [each.replace(commitment(part).encode(), b"HASH") for each in read]
        found.append(read)
    if states[0]:
        await swap_state(bot, states[0])
    compare(*found, (who.name, why))
    return found[0] + found[1]


async def play_and_swap(
    folder: Path,
    seed: int,
    strokes: int,
    every: int,
    people: Sequence[Person] = (ANN, BOB, *ONLOOKERS),
    *,
    name: str,
) -> int:
    """Play a game; every so many strokes let what nobody sees be something else for a moment, and
    the secret: one of the people reads the same. Return how many strokes were played."""
    chance, number = random.Random(seed), 0
    bot = await OnlookerBot.open(folder / f"{name}{seed}.db")
    mode = "table" if name == "silg" else "solo"
    await founded(bot, name, mode=mode, options=OPTIONS.get(name, {}))
    readers = itertools.cycle(chance.sample(people, len(people)))
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
            read += await compare_unknown(bot, next(readers), chance, (name, offer.action))
        for secret in (GameSecret(SEED), *OTHER_SECRETS):
            for needle in needles(secret, actor.state.actions):
                assert not any(needle in each for each in read), (name, needle, offer.action)
    await bot.close()
    return number


async def test_what_nobody_sees_and_the_secret_show_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert await play_and_swap(tmp_path, 1, 5, 5, (ANN,), name="delve") == 5
    for secret in (GameSecret(SEED), *OTHER_SECRETS):
        assert not any(each.decode("latin-1") in caplog.text for each in needles(secret, 0))


async def test_no_lobby_tells_its_secret(tmp_path: Path) -> None:
    bot = await OnlookerBot.open(tmp_path / "lobby.db")
    await bot.tables.found(ANN, NewGame(CHANNEL, GUILD, "kanthe"))
    read = await compare_unknown(bot, STRANGER, random.Random(1), "the lobby")
    for secret in OTHER_SECRETS:
        assert not any(needle in each for each in read for needle in needles(secret, 0))
    await bot.close()


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", RULESETS)
async def test_the_same_in_ten_thousand_strokes(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play = functools.partial(play_and_swap, name=name)
    with capsys.disabled():
        print(name, await play_many(play, tmp_path, 300, 100))


# ---------------------------------------------------------------- hidden ballots


async def play_with_other_votes(
    folder: Path, seed: int, votes: int, every: int, *, name: str
) -> int:
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
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play = functools.partial(play_with_other_votes, name=name)
    with capsys.disabled():
        print(name, await play_many(play, tmp_path, 100, 50, STROKES // 5))


# ---------------------------------------------------------------- leaks are found


async def the_state(reader: GameReader) -> object:
    """A leak of what nobody sees."""
    return zlib.crc32((await reader._table.load()).dump())


async def a_die(reader: GameReader) -> object:
    """A leak of a die that is not yet thrown."""
    state = reader._table.state
    secret = await reader._services.store.games.secret(state.game.id)
    assert secret is not None
    return secret.dice(ActionKey(state.actions + 1, SHARED)).play.below(1 << 32)


async def hidden_actions(reader: GameReader) -> object:
    """A leak of what is done behind the screen."""
    return reader._table.state.hidden_actions


async def the_votes(reader: GameReader) -> object:
    """A leak of hidden ballots."""
    ballot = reader._table.state.ballot
    return sorted(ballot.votes.items()) if ballot else None


async def by_swap(folder: Path) -> None:
    await play_and_swap(folder, 1, 5, 5, (ANN,), name="delve")


async def by_hidden_strokes(folder: Path) -> None:
    await play_with_hidden_strokes(folder, 1, 4, 4, (EVE,))


async def by_votes(folder: Path) -> None:
    await play_with_other_votes(folder, 1, 1, 1, name="kanthe")


@pytest.mark.parametrize(
    ("leak", "twins"),
    [
        (the_state, by_swap),
        (a_die, by_swap),
        pytest.param(hidden_actions, by_hidden_strokes, marks=pytest.mark.soak(part="laws")),
        pytest.param(the_votes, by_votes, marks=pytest.mark.soak(part="votes")),
    ],
)
async def test_a_planted_leak_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[GameReader], Awaitable[object]],
    twins: Callable[[Path], Awaitable[None]],
) -> None:
    view = GameReader.view

    async def leaking(reader: GameReader, seat: int | None) -> View:
        told = Text("{leak}", {"leak": str(await leak(reader))})
        return replace(await view(reader, seat), title=told)

    monkeypatch.setattr(GameReader, "view", leaking)
    with pytest.raises(AssertionError):
        await twins(tmp_path)
