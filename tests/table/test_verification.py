"""Files of games prove what they hold: changes are found, also those whose hashes fit."""

from __future__ import annotations

import random
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from app import replay
from app.command_line import main
from table.errors import Refusal
from table.history.chain import short_head
from table.history.game_file import read_file
from table.history.verification import SEALED, verify
from table.state import Person
from tests.rulesets import RULESETS
from tests.table.driver import TableDriver
from tests.table.file_forge import Damage, Parts, damaged, put, taken_apart, with_raw
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, SEED, TableWorld
from tests.twins.strokes import LEFT_OUT

CHANGED_BYTES = 300
PRINTED_BITS = 128  # of a hash: by its salts a host may try two to the half of it and find a twin
HERE = Path(__file__).parent


async def finished(world: TableWorld) -> TableDriver:
    """A game of Sil-Q by a vote with hidden ballots, with moves undone, that is over."""
    settings = {"counts": "hidden", "pace": "none"}
    table = await world.found(
        CHANNEL, ANN, "sil", options={"hero": "quick"}, mode="vote", settings=settings
    )
    await table.join(Person(BOB.id, BOB.name, character="Beren"))
    await table.begin(ANN)
    for action in ("explore", "step n", "explore"):
        seat = table.reader.may_act(ANN.id)[0]
        offered = [str(each.action) for each in await table.reader.offers(seat)]
        chosen = action if action in offered else offered[0]
        await table.act(ANN, chosen)
        await table.act(BOB, chosen)
    await table.move_to_undo(ANN, 1)
    await table.vote(BOB, ("A",), motion=True)
    await table.end(ANN)
    return table


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[TableWorld]:
    """A world in which a game is over."""
    world = await TableWorld(tmp_path_factory.mktemp("played") / "games.db").open()
    await finished(world)
    yield world
    await world.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def exported(played: TableWorld) -> bytes:
    """The file of a finished game."""
    return await played.tables.transfer.export(ANN, (await played.table()).game.id)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_proves_its_log_its_dice_and_its_words(
    played: TableWorld, exported: bytes
) -> None:
    found = verify(exported, [], RULESETS)
    assert found.ok
    status = await (await played.table()).status()
    assert len(status.head) * 4 >= PRINTED_BITS
    proved, claimed = " ".join(map(str, found.proved)), " ".join(map(str, found.claimed))
    assert f"Its hash is {status.head}." in proved
    assert "word for word" in proved
    assert "left out because they are secret" in claimed


@pytest.mark.asyncio(loop_scope="module")
async def test_every_changed_byte_of_a_file_is_found(exported: bytes) -> None:
    chance = random.Random(5)
    for _ in range(CHANGED_BYTES):
        changed = bytearray(exported)
        changed[chance.randrange(len(changed))] ^= chance.randrange(1, 256)
        with pytest.raises(Refusal):
            verify(bytes(changed), [], RULESETS)


def changes(data: bytes) -> Iterator[bytes]:
    """Yield a file with each of its bytes changed in turn, its lowest and its highest bit."""
    for at, byte in enumerate(data):
        for bit in (1, 128):
            yield data[:at] + bytes([byte ^ bit]) + data[at + 1 :]


async def play(table: TableDriver, actions: int) -> None:
    """Do what is offered first of what does not end the game."""
    for _ in range(actions):
        seat = (await table.reader.turn()).waiting[0]
        offers = await table.reader.offers(seat)
        offer = next(each for each in offers if each.action.verb not in LEFT_OUT)
        owner = next((each.person for each in table.seats if each.seat == seat), ANN.id)
        await table.act(BOB if owner == BOB.id else ANN, offer.action, seat=seat)


@pytest.mark.soak(part="hostile")
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", RULESETS)
async def test_each_changed_byte_of_sealed_and_open_files_is_found(
    played: TableWorld, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mastered = RULESETS[name].roles({}).gm == "required"
    channel = CHANNEL + 20 + list(RULESETS).index(name)
    table = await played.found(channel, ANN, name, mode="table" if mastered else "solo")
    if mastered:
        await table.join(BOB)
    await table.begin(ANN)
    await play(table, 20)
    sealed = await played.tables.transfer.export(ANN, table.game.id)
    await table.end(ANN)
    opened = await played.tables.transfer.export(ANN, table.game.id)
    key, tried = await played.tables.store.key("export", SEED), 0
    for data in (sealed, opened):
        assert verify(data, [key], RULESETS).ok
        for changed in changes(data):
            with pytest.raises(Refusal):
                verify(changed, [key], RULESETS)
            tried += 1
    with capsys.disabled():
        print(f"\n{name}: {tried} changed files of {len(sealed)} and {len(opened)} bytes refused")


@pytest.mark.soak(part="hostile")
@pytest.mark.asyncio(loop_scope="module")
async def test_no_byte_of_a_body_can_be_changed_even_by_whoever_mends_the_files_hash(
    played: TableWorld, exported: bytes
) -> None:
    _, digest, head, nonce, packed = exported.split(b"\n", 4)
    assert not nonce
    for changed in changes(packed):
        forged = with_raw(head, changed)
        assert digest not in forged
        assert is_refuted(forged) or zlib.decompress(changed) == zlib.decompress(packed)


@pytest.mark.soak(part="hostile")
@pytest.mark.asyncio(loop_scope="module")
async def test_other_words_and_deeds_are_found_in_every_entry(played: TableWorld) -> None:
    _, data = await open_file(played, CHANNEL + 8)
    _, body = taken_apart(data)
    tried = 0
    for number, record in enumerate(body["records"]):
        for event, _ in enumerate(record["events"]):
            where = f"body.records.{number}.events.{event}.text"
            assert is_refuted(damaged(data, put(where, "You find the crown of Morgoth."))), where
            tried += 1
        if record["entry"]["type"] == "acted":
            where = f"body.records.{number}.entry.action"
            assert is_refuted(damaged(data, put(where, "rest"))), where
            tried += 1
    assert tried >= 3


def add_words(_head: Parts, body: Parts) -> None:
    """Put words into what happened."""
    record = next(each for each in body["records"] if each["events"])
    record["events"][0]["text"] = "You find the crown of Morgoth."


def leave_out_events(_head: Parts, body: Parts) -> None:
    """Let something not have happened."""
    record = next(each for each in body["records"] if each["events"])
    record["events"] = []


FORGERIES: dict[str, Damage] = {
    "other words": add_words,
    "no words": leave_out_events,
    "other characters": put("head.game.header.seats", ["Feanor"]),
    "another seed": put("body.seed", bytes(16)),
}


async def open_file(world: TableWorld, channel: int) -> tuple[str, bytes]:
    """Return the hash of the log of a finished game without secrets, and its file."""
    table = await world.found(channel, ANN, "sil", options={"hero": "quick"})
    await table.begin(ANN)
    await table.act(ANN, "explore")
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    return (await table.status()).head, data


@pytest.mark.asyncio(loop_scope="module")
async def test_what_did_not_happen_is_found_though_all_hashes_fit(played: TableWorld) -> None:
    _, data = await open_file(played, CHANNEL + 1)
    for name, forgery in FORGERIES.items():
        forged = damaged(data, forgery)
        with pytest.raises(Refusal):
            read_file(forged, [], RULESETS, SEED)
        assert is_refuted(forged), name


def is_refuted(data: bytes) -> bool:
    """Return whether a check of a file finds that it is not true."""
    try:
        return not verify(data, [], RULESETS).ok
    except Refusal:
        return True


def act_later(_head: Parts, body: Parts) -> None:
    """Let an action have been done a second later."""
    record = next(each for each in body["records"] if each["entry"]["type"] == "acted")
    record["at"] += 1.0


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_only_claimed_cannot_be_changed_without_another_hash(
    played: TableWorld,
) -> None:
    printed, data = await open_file(played, CHANNEL + 2)
    forged = damaged(data, act_later)
    head, _ = taken_apart(forged)
    assert verify(forged, [], RULESETS).ok
    assert short_head(head["game"]["head"]) != printed


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_proves_as_much_after_somebody_in_it_was_forgotten(
    played: TableWorld, exported: bytes
) -> None:
    await played.tables.privacy.forget(BOB)
    table = await played.table()
    data = await played.tables.transfer.export(ANN, table.game.id)
    assert log_hash(data) == log_hash(exported)
    assert verify(data, [], RULESETS).proved == verify(exported, [], RULESETS).proved


def log_hash(data: bytes) -> str:
    """Return the hash of the log of a file."""
    return str(msgspec.json.decode(data.split(b"\n", 4)[2])["game"]["head"])


@pytest.mark.asyncio(loop_scope="module")
async def test_hidden_ballots_are_left_out_of_a_log_that_is_whole(exported: bytes) -> None:
    body = msgspec.json.decode(zlib.decompress(exported.split(b"\n", 4)[4]))
    hidden = [link for link in body["links"] if "leaf" in link]
    assert hidden
    assert all("salt" not in link and '\\"letters\\":[]' in link["content"] for link in hidden)


@pytest.mark.asyncio(loop_scope="module")
async def test_an_imported_log_keeps_its_hash(played: TableWorld, exported: bytes) -> None:
    copy = await played.tables.transfer.load(ANN, exported, CHANNEL + 3, GUILD)
    again = await played.tables.transfer.export(ANN, copy.game.id)
    assert log_hash(again) == log_hash(exported)
    assert verify(again, [], RULESETS).ok


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("name", "channel", "joined"),
    [
        ("format2_over.game", CHANNEL + 4, {"Ann": ANN.id}),
        ("format2_going.game", CHANNEL + 5, {"Ann": ANN.id, "Bob": BOB.id}),
    ],
)
async def test_files_of_the_format_before_this_one_are_read(
    played: TableWorld, name: str, channel: int, joined: dict[str, int]
) -> None:
    data = (HERE / name).read_bytes()
    copy = await played.tables.transfer.load(ANN, data, channel, GUILD)
    assert {each.name: each.person for each in copy.state.members} == joined
    assert (await copy.history.proof()).ok
    again = await played.tables.transfer.export(ANN, copy.game.id)
    own = await played.tables.store.key("export", SEED)
    assert verify(again, [own], played.rulesets).ok


@pytest.mark.asyncio(loop_scope="module")
async def test_no_hash_tells_that_something_happened_behind_a_screen(played: TableWorld) -> None:
    table = await played.found(CHANNEL + 6, ANN, "mastered", mode="table")
    await table.join(BOB)
    await table.join(EVE)
    await table.begin(ANN)
    assert (await table.status()).head == ""
    assert (await table.history.whole_log(0)).head == ""
    await table.end(ANN)
    assert (await table.status()).head == short_head(table.actor.memory.state.game.head)
    assert (await table.history.whole_log(0)).head


@pytest.mark.asyncio(loop_scope="module")
async def test_a_browser_is_told_the_same_as_the_command_line(
    played: TableWorld, exported: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "_known", lambda: RULESETS)
    found = verify(exported, [], RULESETS)
    assert msgspec.json.decode(replay.replay(memoryview(exported))) == {
        "ok": True,
        "proved": [str(each) for each in found.proved],
        "claimed": [str(each) for each in found.claimed],
    }
    going = await played.found(CHANNEL + 9, ANN, "kanthe")
    await going.begin(ANN)
    sealed = await played.tables.transfer.export(ANN, going.game.id)
    assert msgspec.json.decode(replay.replay(sealed)) == {"refused": SEALED}


@pytest.mark.asyncio(loop_scope="module")
async def test_the_command_line_tells_proofs_from_claims(
    exported: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.leithian"
    path.write_bytes(exported)
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.index("Proved:") < told.index("word for word") < told.index("Only claimed:")
    path.write_bytes(exported[:-1])
    assert main(["verify", str(path)]) == 1
    assert "changed or cut off" in capsys.readouterr().err
