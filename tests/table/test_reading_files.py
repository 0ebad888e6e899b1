"""Files of games are read without a bot: what they hold, and why one will not do."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.contract.dice import GameSecret
from engine.contract.placeholders import placeholder
from table.errors import Refusal
from table.history import old_file
from table.history.chain import extend
from table.history.entries import Acted, Founded, Joined, LogRecord
from table.history.file_limits import INCOMPLETE, MALFORMED
from table.history.game_file import (
    CHANGED,
    FOREIGN,
    NOT_A_GAME,
    SEALED_STEP,
    FileBody,
    open_file,
    read_file,
    write_file,
)
from table.history.sealing import SealedError
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.history.verification import BROKEN, SEALED, verify
from table.state import KnownPerson
from tests.table.file_forge import Parts, damaged, put, with_raw
from tests.table.world import ANN, BOB, CHANNEL, GUILD, SEED
from tests.toys.guessing import Toy

HERE = Path(__file__).parent
OVER = (HERE / "format3_over.game").read_bytes()
OLD = (HERE / "format2_over.game").read_bytes()
OLD_GOING = (HERE / "format2_going.game").read_bytes()
RULES = {"toy": Toy()}
ENTROPY = bytes(range(16))
KEY, OTHER_KEY = 2 * SEED, bytes(32)
NO_RULES = "I do not have the rules of that game."
NOT_TAKEN_UP = "That game cannot be taken up again."
CUT_OFF = "That file is cut off, or larger than a game can be."
NO_CHAIN = "The log of that file was changed: its hashes do not fit together."
ANOTHER_BEGINNING = "That file tells another beginning than its log."


def raw_parts() -> tuple[Parts, Parts]:
    """Return head and body of the finished game as they stand in its file."""
    head, _, body = OVER.split(b"\n", 4)[2:]
    return msgspec.json.decode(head), msgspec.json.decode(zlib.decompress(body))


def rewritten(change: Callable[[Parts, Parts], object]) -> bytes:
    """Return the file after a change that leaves the hashes of its log as they were."""
    head, body = raw_parts()
    change(head, body)
    return with_raw(msgspec.json.encode(head), zlib.compress(msgspec.json.encode(body)))


def without_header(head: Parts, body: Parts) -> None:
    """Let the game have no beginning, nor its log tell of one."""
    head["game"]["header"] = None
    for record in body["records"]:
        record["entry"].pop("header", None)


def seat_that_is_gone(head: Parts, body: Parts) -> None:
    """Let the seat whose turn it is not be there, nor the log tell of it."""
    head["seats"][0]["seat"] = 5
    for record in body["records"]:
        if record["entry"].get("seat") == 0:
            record["entry"]["seat"] = 5


def salt(value: str | None, leaf: str | None) -> Callable[[Parts, Parts], object]:
    """Return a change of the first entry's salt and leaf."""

    def change(_head: Parts, body: Parts) -> None:
        link = body["links"][0]
        kept = {"salt": value, "leaf": leaf, "content": link["content"]}
        body["links"][0] = {name: each for name, each in kept.items() if each is not None}

    return change


def spaced(_head: Parts, body: Parts) -> None:
    """Write an entry in other letters that mean the same."""
    body["links"][0]["content"] = body["links"][0]["content"].replace("[", "[ ", 1)


REFUSED: dict[str, tuple[bytes, str]] = {
    "text": (b"hello", NOT_A_GAME),
    "the first line alone": (OVER.split(b"\n")[0] + b"\n", NOT_A_GAME),
    "an old file that is none": (old_file.MAGIC + b"hello", NOT_A_GAME),
    "a byte too few": (OVER[:-1], "That file was changed or cut off on its way."),
    "a body that is cut off": (
        with_raw(OVER.split(b"\n", 4)[2], OVER.split(b"\n", 4)[4][:-9]),
        CUT_OFF,
    ),
    "a body that is not packed": (with_raw(body=b"x" * 99), NOT_A_GAME),
    "a body sealed by another bot": (with_raw(body=b"x" * 99, nonce=b"n" * 12), CHANGED),
    "another hash of the log": (rewritten(put("head.game.head", "00" * 32)), NO_CHAIN),
    "a log without its last entry": (rewritten(lambda _, body: body["links"].pop()), NO_CHAIN),
    "an entry without a salt": (rewritten(salt(None, None)), NOT_A_GAME),
    "an entry that is hidden but not empty": (rewritten(salt(None, "AAAA")), NOT_A_GAME),
    "an entry in other letters": (rewritten(spaced), NOT_A_GAME),
    "another beginning": (damaged(OVER, put("head.game.header.data", "x")), ANOTHER_BEGINNING),
    "no beginning": (damaged(OVER, without_header), NOT_TAKEN_UP),
    "an unknown ruleset": (damaged(OVER, put("head.game.ruleset", "chess")), NO_RULES),
    "a game that goes on in an open file": (
        damaged(OVER, put("head.game.phase", "play")),
        NOT_TAKEN_UP,
    ),
    "a game of a contest": (damaged(OVER, put("head.game.contest", 1)), NOT_TAKEN_UP),
    "a gap in the log": (damaged(OVER, put("body.records.1.number", 7)), INCOMPLETE),
    "no seats": (damaged(OVER, put("head.seats", [])), MALFORMED),
    "a newest state that is none": (damaged(OVER, put("body.snapshots.1.state", b"no")), FOREIGN),
    "a turn of a seat that there is not": (damaged(OVER, seat_that_is_gone), NOT_A_GAME),
    "another seed": (
        damaged(OVER, put("body.seed", bytes(16))),
        "That file is not true. The seed is not the one whose hash was published.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_why_a_file_will_not_do_is_said(name: str) -> None:
    data, said = REFUSED[name]
    with pytest.raises(Refusal) as refusal:
        read_file(data, [KEY], RULES, ENTROPY)
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hello", NOT_A_GAME),
        (with_raw(body=zlib.compress(b"hello")), BROKEN),
        (with_raw(body=b"x" * 99, nonce=b"n" * 12), SEALED),
        (damaged(OVER, put("head.game.ruleset", "chess")), NO_RULES),
        (damaged(OVER, without_header), "The game has not begun yet."),
        (damaged(OVER, put("head.seats", [])), MALFORMED),
    ],
)
def test_why_a_file_proves_nothing_is_said(data: bytes, said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        verify(data, [], RULES)
    assert str(refusal.value) == said


def test_a_finished_game_is_read_with_its_proof() -> None:
    found = read_file(OVER, [], RULES, ENTROPY)
    assert (found.sealed, found.summary, len(found.digest)) == (False, None, 16)
    assert found.proof
    assert found.proof.ok
    assert found.head.game.phase == "over"
    assert [each.number for each in found.body.records] == list(range(1, 9))
    other = read_file(damaged(OVER, put("head.game.created", 5.0)), [], RULES, ENTROPY)
    assert other.digest != found.digest


def test_sealed_files_of_games_of_about_one_length_are_of_one_size() -> None:
    head = open_file(OVER, [], ENTROPY)[0]
    head = replace(head, game=replace(head.game, head=""))
    noise, files = random.Random(1), list[bytes]()
    for size in (100, 1000, 20_000, 40_000, 50_000):
        states = (Snapshot(1, 1, noise.randbytes(size)),)
        files.append(write_file(head, FileBody(SEED, (), states), KEY, ENTROPY[:12]))
        _, content, sealed = open_file(files[-1], [KEY], ENTROPY)
        assert (content.snapshots, sealed) == (states, True)
    sizes = [len(each) - len(files[0]) for each in files]
    assert sizes == [0, 0, 0, SEALED_STEP, SEALED_STEP]


def test_what_is_claimed_of_a_game_that_could_not_be_replayed_is_said() -> None:
    found = verify(OVER, [], RULES)
    assert found.ok
    assert "What could not be replayed from the seed." in map(str, found.claimed)
    assert "Its replay tells word for word what the log told." not in map(str, found.proved)
    false = verify(damaged(OVER, put("body.seed", bytes(16))), [], RULES)
    assert not false.ok
    (chain,) = false.proved
    assert str(chain).startswith("The log is whole: 8 entries. Its hash is ")
    assert str(false.claimed[0]) == "The seed is not the one whose hash was published."


# ---------------------------------------------------------------- the format before this one


def told(records: tuple[LogRecord, ...]) -> list[tuple[str, str]]:
    """Return the actions of a log, and what was told of them."""
    return [
        (each.entry.action, str(each.events[0].text))
        for each in records
        if isinstance(each.entry, Acted)
    ]


def test_an_old_file_has_references_and_a_chain_from_now_on() -> None:
    head, content, sealed = open_file(OLD, [], ENTROPY)
    assert not sealed
    known = {each.person: reference for reference, each in head.people.items()}
    ann, bob = known[ANN.id], known[BOB.id]
    assert head.people == {ann: KnownPerson(ANN.id, "Ann"), bob: KnownPerson(BOB.id, "Bob")}
    assert (head.owner, head.game.founder, head.origin) == (ann, ann, None)
    assert (head.game.channel, head.game.guild) == (CHANNEL, GUILD)
    assert [(e.person, e.name) for e in head.members] == [
        *((ann, placeholder(ann)), (bob, placeholder(bob)))
    ]
    assert [(e.person, e.character) for e in head.seats] == [(ann, "Ann"), (bob, "Bob")]
    assert content.secrets == (SecretFrom(0, GameSecret(SEED)),)
    assert [each.number for each in content.snapshots] == [3, 8, 9]
    assert reduce(extend, content.links, "") == head.game.head
    assert len({each.salt for each in content.links}) == len(content.links)
    assert not any(each.leaf for each in content.links)


def test_the_log_of_an_old_file_is_as_it_was_but_for_names() -> None:
    head, content, _ = open_file(OLD, [], ENTROPY)
    ann, bob = (each.person for each in head.members)
    first, second, third, *_ = content.records
    assert (first.number, first.entry, first.person) == (1, Founded(), ann)
    assert (second.entry, second.person) == (Joined(placeholder(bob)), bob)
    assert third.person == ann
    assert {each.at for each in content.records} == {1_000_000.0}
    assert told(content.records)[:2] == [("step s", "Ann walks s."), ("step n", "Bob walks n.")]
    again, _, _ = open_file(OLD, [], ENTROPY)
    assert again.people == head.people
    other, _, _ = open_file(OLD, [], bytes(16))
    assert other.people.keys() != head.people.keys()


def test_an_old_file_of_a_game_that_goes_on_opens_with_its_key_alone() -> None:
    head, _, sealed = open_file(OLD_GOING, [OTHER_KEY, KEY], ENTROPY)
    assert sealed
    assert head.game.phase == "play"
    assert head.people[head.owner].person == ANN.id
    for keys in ([], [OTHER_KEY]):
        with pytest.raises(SealedError):
            open_file(OLD_GOING, keys, ENTROPY)


def changed_old(**fields: object) -> bytes:
    """Return the old file with other values in its head."""
    parts = msgspec.msgpack.decode(OLD[len(old_file.MAGIC) :])
    head = msgspec.msgpack.decode(parts["head"]) | fields
    return old_file.MAGIC + msgspec.msgpack.encode(parts | {"head": msgspec.msgpack.encode(head)})


def test_the_owner_of_an_old_file_has_a_reference_even_if_they_are_not_in_the_game() -> None:
    head, _, _ = open_file(changed_old(owner=77), [], ENTROPY)
    assert head.people[head.owner] == KnownPerson(77, "")
    assert len(head.people) == 3
    nobody, _, _ = open_file(changed_old(owner=0), [], ENTROPY)
    assert (nobody.owner, len(nobody.people)) == (0, 2)


def test_who_has_left_an_old_game_keeps_what_they_did_by_reference() -> None:
    parts = msgspec.msgpack.decode(OLD[len(old_file.MAGIC) :])
    body = msgspec.msgpack.decode(zlib.decompress(parts["body"]))
    body["records"][4]["person"], body["records"][5]["person"] = 88, None
    parts["body"] = zlib.compress(msgspec.msgpack.encode(body))
    head, content, _ = open_file(old_file.MAGIC + msgspec.msgpack.encode(parts), [], ENTROPY)
    reference = content.records[4].person
    assert reference
    assert head.people[reference] == KnownPerson(88, "")
    assert content.records[5].person is None
