"""Files of games: how they are written, and the checks before anything of one is believed.

A file is four lines and a body: the format, the hash (hex) of all that follows, the head as JSON,
and the nonce the body is sealed with (hex; empty: it is open). The body is compressed JSON: the
seed, the log as a chain of hashes (`table.history.chain`), the states. `docs/verify.html` reads the
same format in a browser. People stand in log and head by reference; who they are stands in the head
alone, outside the chain.

`read_file` runs in a worker process with limits: a file may come from anybody.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import joined
from table.errors import Refusal
from table.history import old_file
from table.history.chain import Link, Written, extend, leaf_of
from table.history.entries import STARTS, STATE_CHANGES, Voted
from table.history.file_limits import check_content
from table.history.file_parts import FileContent, FileHead, records_of, unpack
from table.history.proof import Played, Proof, check
from table.history.sealing import SealedError, seal_body, unseal_body
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.loaded_game import load, summarise
from table.state import StateSummary

MAGIC = b"leithian game 3\n"
SEALED_STEP = 32 << 10  # bytes: sealed bodies have a multiple, so that sizes tell little
NOT_A_GAME = "That is not a file of a game."
CHANGED = "That file was sealed by another bot, or somebody changed it."
FOREIGN = "That game was played under rules that I do not have, so I cannot show it."


class FileLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log in a file: its content and salt; or the leaf of one that is hidden, whose
    content tells its number and time alone."""

    content: str
    salt: bytes = b""
    leaf: bytes = b""


class FileBody(msgspec.Struct, frozen=True):
    """The part of a file that is sealed unless everything of the game may be told."""

    seed: bytes
    links: tuple[FileLink, ...]
    snapshots: tuple[Snapshot, ...]
    shared: bytes | None = None
    first: int = 0
    earlier: tuple[SecretFrom, ...] = ()  # of games that this one goes on from

    @property
    def secrets(self) -> tuple[SecretFrom, ...]:
        """Return all that the game's dice came from."""
        return (*self.earlier, SecretFrom(self.first, GameSecret(self.seed, self.shared)))


class AcceptedFile(msgspec.Struct, frozen=True):
    """A file that has passed all checks: of a finished game with its proof, of one that goes on
    with its state."""

    head: FileHead
    body: FileContent
    sealed: bool
    digest: str
    proof: Proof | None
    summary: StateSummary | None


_HEAD = msgspec.json.Decoder(FileHead)
_BODY = msgspec.json.Decoder(FileBody)
_WRITTEN = msgspec.json.Decoder(Written)


def write_file(head: FileHead, body: FileBody, key: bytes | None, nonce: bytes) -> bytes:
    """Return a game as a file, sealed with the key if there is one."""
    plain = msgspec.json.encode(head)
    packed = zlib.compress(msgspec.json.encode(body))
    if key is not None:
        packed += bytes(-len(packed) % SEALED_STEP)
        packed = seal_body(packed, nonce, plain, key)
    rest = b"\n".join((plain, nonce.hex().encode() if key else b"", packed))
    return MAGIC + sha256(rest).hexdigest().encode() + b"\n" + rest


def file_link(link: Link, *, hidden: bool) -> FileLink:
    """Return an entry as a file holds it; of a hidden one only what says that it is there."""
    if not hidden and not link.leaf:
        return FileLink(link.written.content().decode(), link.salt)
    return FileLink(_hidden(link.written).content().decode(), leaf=leaf_of(link))


def _hidden(written: Written) -> Written:
    entry = msgspec.json.encode(Voted(())).decode()
    return Written(
        number=written.number, reference=None, at=written.at, request=None, entry=entry, events="[]"
    )


def read_file(
    data: bytes, keys: Sequence[bytes], rulesets: Mapping[str, AnyRuleset], entropy: bytes
) -> AcceptedFile:
    """Return what a file holds, checked, loaded and replayed.

    `keys`: that it may be sealed with; `entropy`: for references and salts of files of before there
    were any. Raises Refusal for every file that will not do.
    """
    try:
        opened = open_file(data, keys, entropy)
        return _accept(sha256(data).hexdigest()[:16], opened, rulesets)
    except SealedError:
        raise Refusal(CHANGED) from None
    except (Refusal, MemoryError):
        raise
    except Exception:
        raise Refusal(NOT_A_GAME) from None


def open_file(
    data: bytes, keys: Sequence[bytes], entropy: bytes
) -> tuple[FileHead, FileContent, bool]:
    """Return the head and content of a file, whose chain is whole, and whether it was sealed.

    Raises Refusal, SealedError for a sealed file that none of the keys opens, or another error for
    what is no file of ours.
    """
    if data.startswith(old_file.MAGIC):
        return old_file.open_old_file(data, keys, entropy)
    if not data.startswith(MAGIC):
        raise Refusal(NOT_A_GAME)
    digest, rest = data[len(MAGIC) :].split(b"\n", 1)
    if sha256(rest).hexdigest().encode() != digest:
        raise Refusal("That file was changed or cut off on its way.")
    plain, nonce, packed = rest.split(b"\n", 2)
    if nonce:
        packed = unseal_body(packed, bytes.fromhex(nonce.decode()), plain, keys)
    head, body = _HEAD.decode(plain), _BODY.decode(unpack(packed))
    links = tuple(map(_link, body.links))
    content = FileContent(body.secrets, links, records_of(links), body.snapshots)
    _check_chain(head, content)
    return head, content, bool(nonce)


def _link(each: FileLink) -> Link:
    written = _WRITTEN.decode(each.content)
    known = _hidden(written) if each.leaf else written
    if known.content().decode() != each.content or bool(each.leaf) == bool(each.salt):
        raise Refusal(NOT_A_GAME)
    return Link(written, each.salt, each.leaf)


def _check_chain(head: FileHead, content: FileContent) -> None:
    """Raise Refusal unless the log is the one whose head the file has, and tells its beginning."""
    top = ""
    for link in content.links:
        top = extend(top, link)
    if top != head.game.head:
        raise Refusal("The log of that file was changed: its hashes do not fit together.")
    starts = [each.entry.header for each in content.records if isinstance(each.entry, STARTS)]
    known = [header for header in starts if header is not None]
    if known and known[-1] != head.game.header:
        raise Refusal("That file tells another beginning than its log.")


def _accept(
    digest: str, opened: tuple[FileHead, FileContent, bool], rulesets: Mapping[str, AnyRuleset]
) -> AcceptedFile:
    head, body, sealed = opened
    game = head.game
    ruleset = rulesets.get(game.ruleset)
    if ruleset is None:
        raise Refusal("I do not have the rules of that game.")
    over = game.phase == "over"
    if game.header is None or not (over or sealed) or game.contest is not None:
        raise Refusal("That game cannot be taken up again.")
    check_content(head, body, ruleset)
    newest = max(body.snapshots, key=lambda each: each.number)
    try:
        running = load(ruleset, newest.state)
        summary = summarise(running)
    except Exception:
        raise Refusal(FOREIGN) from None
    known = {seat.seat for seat in head.seats}
    if not {seat for seat in summary.turn.waiting if seat >= 0} <= known:
        raise Refusal(NOT_A_GAME)
    proof = None
    if over:
        proof = prove(head, body, ruleset)
        if not proof.ok or proof.unreadable:
            raise Refusal("That file is not true. {why}", why=joined(proof.notes))
    return AcceptedFile(
        head=head,
        body=body,
        sealed=sealed,
        digest=digest,
        proof=proof,
        summary=None if over else summary,
    )


def prove(head: FileHead, body: FileContent, ruleset: AnyRuleset) -> Proof:
    """Replay a file's log from its seed; compare with its states and with what it told."""
    assert head.game.header is not None, "a file without a beginning was refused"
    records = tuple(each for each in body.records if isinstance(each.entry, STATE_CHANGES))
    played = Played.of(head.game.header, head.origin, body.secrets, body.snapshots, records)
    return check(ruleset, replace(played, with_events=True))
