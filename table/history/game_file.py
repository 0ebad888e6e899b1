"""Files of games: how they are written, and the checks before anything of one is believed.

`read_file` runs in a worker process with limits: a file may come from anybody.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import joined
from table.errors import Refusal
from table.history.entries import STATE_CHANGES, Forked, Imported, LogRecord, Voted
from table.history.file_limits import check_content
from table.history.proof import Played, Proof, check
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.loaded_game import load, summarise
from table.state import GameRecord, Member, Seat, StateSummary

MAGIC = b"leithian game 2\n"
MAX_UNPACKED = 32 << 20  # bytes

NOT_A_GAME = "That is not a file of a game."
CHANGED = "That file was sealed by another bot, or somebody changed it."
FOREIGN = "That game was played under rules that I do not have, so I cannot show it."


class FileHead(msgspec.Struct, frozen=True):
    """The part of a file that anybody may read. `owner`: who alone may import it while it is
    sealed."""

    game: GameRecord
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    origin: Forked | Imported | None
    owner: int = 0


class FileBody(msgspec.Struct, frozen=True):
    """The part of a file that is sealed unless everything of the game may be told."""

    seed: bytes
    records: tuple[LogRecord, ...]
    snapshots: tuple[Snapshot, ...]
    shared: bytes | None = None
    first: int = 0
    earlier: tuple[SecretFrom, ...] = ()  # of games that this one goes on from

    @property
    def secrets(self) -> tuple[SecretFrom, ...]:
        """Return all that the game's dice came from."""
        return (*self.earlier, SecretFrom(self.first, GameSecret(self.seed, self.shared)))


class GameFile(msgspec.Struct, frozen=True):
    """A file: the head, the body (packed), and the nonce it is sealed with (empty: it is open)."""

    head: bytes
    body: bytes
    nonce: bytes


class AcceptedFile(msgspec.Struct, frozen=True):
    """A file that has passed all checks: of a finished game with its proof, of one that goes on
    with its state."""

    head: FileHead
    body: FileBody
    sealed: bool
    digest: str
    proof: Proof | None
    summary: StateSummary | None


_HEAD = msgspec.msgpack.Decoder(FileHead)
_BODY = msgspec.msgpack.Decoder(FileBody)
_FILE = msgspec.msgpack.Decoder(GameFile)


def write_file(head: FileHead, body: FileBody, key: bytes | None, nonce: bytes) -> bytes:
    """Return a game as a file, sealed with the key if there is one."""
    plain = msgspec.msgpack.encode(head)
    packed = zlib.compress(msgspec.msgpack.encode(body))
    if key is not None:
        packed = ChaCha20Poly1305(key).encrypt(nonce, packed, plain)
    return MAGIC + msgspec.msgpack.encode(GameFile(plain, packed, nonce if key else b""))


def read_file(data: bytes, key: bytes, rulesets: Mapping[str, AnyRuleset]) -> AcceptedFile:
    """Return what a file holds, checked, loaded and replayed. Raises Refusal for every file that
    will not do."""
    try:
        return _read(data, key, rulesets)
    except InvalidTag:
        raise Refusal(CHANGED) from None
    except (Refusal, MemoryError):
        raise
    except Exception:
        raise Refusal(NOT_A_GAME) from None


def _read(data: bytes, key: bytes, rulesets: Mapping[str, AnyRuleset]) -> AcceptedFile:
    head, body, sealed = _open(data, key)
    game = head.game
    ruleset = rulesets.get(game.ruleset)
    if ruleset is None:
        raise Refusal("I do not have the rules of that game.")
    over = game.phase == "over"
    if game.header is None or not (over or sealed) or game.contest is not None:
        raise Refusal("That game cannot be taken up again.")
    check_content(head, body, ruleset)
    newest = max(body.snapshots, key=lambda each: each.number)
    digest = sha256(data).hexdigest()[:16]
    try:
        running = load(ruleset, newest.state)
        summary = summarise(running)
    except Exception:
        raise Refusal(FOREIGN) from None
    known = {seat.seat for seat in head.seats}
    if not {seat for seat in summary.turn.waiting if seat >= 0} <= known:
        raise Refusal(NOT_A_GAME)
    if not over:
        return AcceptedFile(
            head=head,
            body=body,
            sealed=sealed,
            digest=digest,
            proof=None,
            summary=summary,
        )
    records = tuple(each for each in body.records if isinstance(each.entry, STATE_CHANGES))
    proof = check(
        ruleset, Played.of(game.header, head.origin, body.secrets, body.snapshots, records)
    )
    if not proof.ok or proof.unreadable:
        raise Refusal("That file is not true. {why}", why=joined(proof.notes))
    return AcceptedFile(
        head=head, body=body, sealed=sealed, digest=digest, proof=proof, summary=None
    )


def _open(data: bytes, key: bytes) -> tuple[FileHead, FileBody, bool]:
    if not data.startswith(MAGIC):
        raise Refusal(NOT_A_GAME)
    file = _FILE.decode(data[len(MAGIC) :])
    packed = file.body
    if file.nonce:
        packed = ChaCha20Poly1305(key).decrypt(file.nonce, packed, file.head)
    unpacked = zlib.decompressobj()
    body = unpacked.decompress(packed, MAX_UNPACKED)
    if not unpacked.eof:
        raise Refusal("That file is cut off, or larger than a game can be.")
    return _HEAD.decode(file.head), _BODY.decode(body), bool(file.nonce)


def without_votes(
    records: Sequence[LogRecord], hides: Callable[[LogRecord], bool]
) -> tuple[LogRecord, ...]:
    """Return the log without who voted how: hidden ballots stay hidden in a copy."""
    return tuple(
        LogRecord(record.number, Voted(()), None, record.at) if hides(record) else record
        for record in records
    )
