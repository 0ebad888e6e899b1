"""Files from strangers: each that is not a game's is refused in one sentence, for what it holds and
not because reading it took too long or too much memory; copies never count."""

from __future__ import annotations

import logging
import math
import resource
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from table.contests import NewContest
from table.errors import Refusal
from table.heavy.queue import TOO_MUCH
from table.history.file_limits import MAX_RECORDS
from table.history.game_file import MAGIC
from tests.table.file_forge import Damage, Parts, damaged, put, with_raw, wrapped
from tests.table.test_history import THREAD, entered, forked, loaded, walked
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld

MOST_MEMORY = 200 << 10  # KiB that reading a file may add


def zeros(megabytes: int) -> bytes:
    """Return a small stream that unpacks into many zeros: one block of a megabyte, repeated."""
    packer = zlib.compressobj(9)
    first, block = (
        packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    last_block = b"\x03\x00"
    checksum = ((megabytes << 20) % 65521 << 16) | 1  # Adler-32 of zeros
    return first + block * (megabytes - 1) + last_block + checksum.to_bytes(4, "big")


def many_records(_head: Parts, body: Parts) -> None:
    """Let the log be far too long."""
    body["records"] = [{**body["records"][0], "number": n + 1} for n in range(MAX_RECORDS + 1)]


def put_version(head: Parts, body: Parts) -> None:
    """Let the game have begun under other rules."""
    head["game"]["header"]["version"] = 99
    for record in body["records"]:
        if "header" in record["entry"]:
            record["entry"]["header"]["version"] = 99


def twice(where: str) -> Damage:
    """Return a change that doubles the first of some values."""

    def change(head: Parts, body: Parts) -> None:
        part, name = where.split(".")
        values = {"head": head, "body": body}[part][name]
        values.append(values[0])

    return change


DAMAGE: dict[str, Damage] = {
    "a name of 200,000 letters": put("head.members.0.name", "x" * 200_000),
    "a character's name of 200,000 letters": put("head.seats.0.character", "x" * 200_000),
    "an invisible name": put("head.members.0.name", "\u200b"),
    "no name": put("head.members.0.name", ""),
    "a name with a line break": put("head.members.0.name", "a\nb"),
    "a member twice": twice("head.members"),
    "a seat twice": twice("head.seats"),
    "a snapshot twice": twice("body.snapshots"),
    "500 seats": put(
        "head.seats", [{"seat": n, "character": f"c{n}", "person": None} for n in range(500)]
    ),
    "no seats": put("head.seats", []),
    "a seat of nobody who joined": put("head.seats.0.person", 987654),
    "a huge person": put("head.members.0.person", 1 << 63),
    "a negative person": put("head.members.0.person", -5),
    "a huge channel": put("head.game.channel", 1 << 63),
    "an unknown ruleset": put("head.game.ruleset", "chess"),
    "an unknown way to play": put("head.game.mode", "chess"),
    "an unknown option": put("head.game.options", {"colour": "red"}),
    "a ruleset in the header of another": put("head.game.header.ruleset", "sil"),
    "a long digest": put("head.game.header.data", "x" * 1_000_000),
    "another seed": put("body.seed", bytes(16)),
    "no seed": put("body.seed", b""),
    "a huge seed": put("body.seed", bytes(1_000_000)),
    "time without end": put("body.records.0.at", math.inf),
    "a time that is no number": put("head.game.created", math.nan),
    "a negative time": put("head.game.created", -1.0),
    "an end far away": put("head.game.ended", 1e300),
    "too long a log": many_records,
    "no log": put("body.records", []),
    "a gap in the log": put("body.records.1.number", 7),
    "no states": put("body.snapshots", []),
    "a state that is none": put("body.snapshots.0.state", b"no"),
    "a state of zeros": put("body.snapshots.0.state", zeros(64)),
    "a huge state": put("body.snapshots.0.state", bytes(2 << 20)),
    "a state after the end": put("body.snapshots.0.number", 10_000),
    "a state before the beginning": put("body.snapshots.0.number", -1),
    "a secret of before the beginning": put("body.first", -1),
    "a short secret of levels": put("body.shared", b"short"),
    "secrets without end": put(
        "body.earlier", [{"first": 0, "secret": {"seed": bytes(16)}}] * 10_000
    ),
    "an action of a number that there is not": put(
        "body.records.3.entry",
        {"type": "acted", "seat": 0, "action": "look", "key": {"number": -5}},
    ),
    "an action of a number that is too large": put(
        "body.records.3.entry",
        {"type": "acted", "seat": 0, "action": "look", "key": {"number": 1, "hidden": -1}},
    ),
    "a pace that there is not": put("head.game.settings", {"pace": "never"}),
    "a quorum out of range": put("head.game.settings", {"clauses": {"quorum": 10**9}}),
    "a long reason": put("head.game.pause_reason", "x" * 100_000),
    "still going on": put("head.game.phase", "play"),
    "a phase that there is not": put("head.game.phase", "dream"),
    "of a contest": put("head.game.contest", 1),
    "never begun": put("head.game.header", None),
    "an entry that there is not": put("body.records.0.entry", {"type": "dreamt"}),
    "an action of a stranger": put(
        "body.records.3.entry", {"type": "acted", "seat": 77, "action": "look"}
    ),
    "a long action": put(
        "body.records.3.entry", {"type": "acted", "seat": 0, "action": "x" * 90_000}
    ),
    "many events": put("body.records.3.events", [{"kind": "a", "text": "b" * 99}] * 2_000),
    "another action": put("body.records.3.entry", {"type": "acted", "seat": 0, "action": "step e"}),
    "rules that we do not have": put("body.snapshots.0.rules", 1 << 40),
}
RAW = {
    "nothing": b"",
    "text": b"hello",
    "a zip": b"PK\x03\x04" + bytes(99),
    "only the first line": MAGIC,
    "zeros": MAGIC + bytes(9_999),
    "deep nesting": wrapped(b"[" * 100_000),
    "one line": wrapped(b"x" * 100),
    "a gigabyte of zeros": with_raw(body=zeros(1024)),
    "a body that is not packed": with_raw(body=b"x" * 999),
    "a deep body": with_raw(body=zlib.compress(b"[" * 1_000_000)),
    "a sealed body without a key": with_raw(body=b"x" * 99, nonce=b"n" * 12),
    "a nonce of another length": with_raw(body=b"x" * 99, nonce=b"n"),
    "a deep head": with_raw(head=b"[" * 100_000),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a finished game."""
    world = await TableWorld(tmp_path_factory.mktemp("finished") / "games.db").open()
    table = await walked(world)
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    await world.close()
    return data


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def open_world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[TableWorld]:
    """A bot that files are given to."""
    world = await TableWorld(tmp_path_factory.mktemp("open") / "games.db").open()
    with pytest.raises(Refusal):
        await loaded(world, EVE, b"", THREAD, GUILD)  # the worker is there
    yield world
    await world.close()


async def refused(world: TableWorld, data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Check that a file is refused as it should be."""
    caplog.set_level(logging.WARNING)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Refusal) as refusal:
        await loaded(world, EVE, data, THREAD, GUILD)
    sentence = str(refusal.value)
    assert sentence != TOO_MUCH
    assert 10 < len(sentence) < 300
    assert sentence.endswith(".")
    assert not caplog.records
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < MOST_MEMORY


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", DAMAGE)
async def test_a_damaged_file_is_refused_in_a_sentence(
    open_world: TableWorld, finished: bytes, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await refused(open_world, damaged(finished, DAMAGE[name]), caplog)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", RAW)
async def test_bytes_that_are_no_game_are_refused_in_a_sentence(
    open_world: TableWorld, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await refused(open_world, RAW[name], caplog)


async def test_the_proof_of_a_copy_says_what_it_could_not_check(world: TableWorld) -> None:
    table = await walked(world)
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    assert (await table.history.proof()).complete
    foreign = damaged(data, put_version)
    copy = await loaded(world, EVE, foreign, THREAD, GUILD)
    proof = await copy.history.proof()
    assert (proof.ok, proof.complete) == (True, False)
    assert "taken as given" in proof.text


async def won(world: TableWorld, *, ladder: str = "on") -> Any:
    """A game that Ann has won."""
    table = await world.found(CHANNEL, ANN, "toy", settings={"ladder": ladder})
    await table.join(BOB)
    await table.begin(ANN)
    word = dict((await table.view(1)).facts)["Your word"]
    await table.act(ANN, f"guess {word}")
    await table.act(ANN, "yes")
    return table


async def test_a_copy_never_counts_for_the_ladder(world: TableWorld) -> None:
    table = await won(world)
    data = await world.tables.transfer.export(ANN, table.game.id)
    await loaded(world, EVE, data, THREAD, GUILD)
    foreign = damaged(data, put_version)
    await loaded(world, EVE, foreign, THREAD + 1, GUILD)
    rows = await world.tables.ladder.rows(GUILD, "toy")
    assert [row.channel for row in rows] == [CHANNEL]


async def test_there_is_no_copy_of_a_game_that_still_counts(world: TableWorld) -> None:
    ladder = await world.found(CHANNEL, ANN, "toy", settings={"ladder": "on"})
    await ladder.begin(ANN)
    with pytest.raises(Refusal, match="ladder"):
        await world.tables.transfer.export(ANN, ladder.game.id)
    contest = await world.tables.contests.open(ANN, NewContest(CHANNEL, GUILD, "toy", "Spring"))
    game = await entered(world, BOB, contest.id, 201)
    with pytest.raises(Refusal, match="contest"):
        await world.tables.transfer.export(BOB, game.game.id)
    await world.tables.contests.end(ANN, contest.id)
    assert await world.tables.transfer.export(BOB, game.game.id)


async def test_a_contest_is_entered_once_even_by_who_was_forgotten(world: TableWorld) -> None:
    contest = await world.tables.contests.open(ANN, NewContest(CHANNEL, GUILD, "toy", "Spring"))
    await entered(world, BOB, contest.id, 201)
    await world.tables.privacy.forget(BOB)
    with pytest.raises(Refusal, match="already"):
        await entered(world, BOB, contest.id, 202)


async def test_a_copy_does_not_tell_who_voted_how(world: TableWorld) -> None:
    settings = {"constitution": "secret", "undo": "vote"}
    table = await world.found(CHANNEL, ANN, "toy", mode="vote", settings=settings)
    await table.join(BOB)
    await table.join(EVE)
    await table.begin(ANN)
    await table.act(ANN, "step s", request="r")
    await table.vote(BOB, ["A"])
    data = await world.tables.transfer.export(ANN, table.game.id)
    copy = await loaded(world, ANN, data, THREAD, GUILD)
    await copy.change_setting(ANN, "counts", "open")
    for record in await copy.history.records():
        assert record.entry.kind not in ("proposed", "abstained")
        assert record.entry.kind != "voted" or record.person is None


async def test_nobody_is_in_a_game_because_a_file_says_so(world: TableWorld) -> None:
    table = await walked(world)
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    victims = range(2000, 2050)

    def name_victims(head: Parts, _body: Parts) -> None:
        head["people"][str(head["members"][0]["person"])]["person"] = EVE.id
        head["people"][str(head["members"][1]["person"])]["person"] = victims[0]
        for number, victim in enumerate(victims[1:], 1):
            reference = head["members"][1]["person"] + number
            head["people"][str(reference)] = {"person": victim, "name": f"Victim {number}"}
            head["members"].append({"person": reference, "name": f"Victim {number}"})

    copy = await loaded(world, EVE, damaged(data, name_victims), THREAD, GUILD)
    assert [each.id for each in copy.reader.people()] == [EVE.id]
    what_if = await forked(world, EVE, copy.game.id, 3, THREAD + 1, GUILD)
    for game in (copy, what_if):
        assert [each.person for each in game.members] == [EVE.id]
        assert {each.person for each in game.seats} == {EVE.id, None}
    assert not await world.tables.games(person=victims[0])
    await what_if.join(BOB)
    assert {each.person for each in what_if.seats} == {EVE.id, BOB.id}
