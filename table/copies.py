"""Copies of games: forked to try something out, exported to a file, imported from one.

A file of a game whose seed is not yet published carries its past sealed: authenticated encryption
under a key of this bot. Whoever holds the file can neither read what is hidden nor change it, and
any bot with the same key can go on from it. Going on from a copy always happens with new dice, so
that nobody tries out what the dice of the other game will do.
"""

from __future__ import annotations

import zlib
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec.structs import replace

from engine.common.dice import SEED_BYTES, commitment
from engine.common.log import Header
from engine.game import Ruleset
from table import speech
from table.affairs import Affairs
from table.errors import Refusal
from table.modes import MODES
from table.past import check, renewed
from table.records import Entry, Game, Member, Person, Seat
from table.registry import Registry
from table.steps import Line, Snapshot, Step
from table.table import Table

MAGIC = b"leithian game 1\n"
KEY, NONCE = 32, 12  # bytes
BIGGEST = 64 << 20  # bytes that a file may hold, unpacked


class Head(msgspec.Struct, frozen=True):
    """What anybody may read in a file."""

    game: Game
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]


class Body(msgspec.Struct, frozen=True):
    """What is sealed until the seed is published."""

    seed: bytes
    entries: tuple[Entry, ...]
    snapshots: tuple[Snapshot, ...]


class Parcel(msgspec.Struct, frozen=True):
    """A file: the head, the body (packed), and the nonce it is sealed with (empty: it is open)."""

    head: bytes
    body: bytes
    nonce: bytes


_HEAD, _BODY = msgspec.msgpack.Decoder(Head), msgspec.msgpack.Decoder(Body)
_PARCEL = msgspec.msgpack.Decoder(Parcel)


class Copies(Registry):
    """What `Tables` knows of copies."""

    secret: str | None = None  # what the key is made from; None: a key of the store's own

    async def may_fork(self, who: Person, game: int) -> None:
        """Whether `fork` would be allowed. Raises Refusal."""
        (await self.get(game)).may_fork(who)

    async def fork(
        self,
        who: Person,
        game: int,
        number: int,
        channel: int,
        guild: int,
        *,
        request: str = "",
    ) -> Table:
        """A new game in another channel that goes on from line `number` of a game's log, with
        new dice. Its people are the same; whoever asks founds it."""
        origin = await self.get(game)
        origin.may_fork(who)
        ruleset, old = origin.ruleset, origin.game
        seed = self._draw(SEED_BYTES)
        _, state = await origin.state_at(number)
        standing = await self._means.work(renewed, ruleset, state, 0, seed)
        if standing.outcome is not None:
            raise Refusal("The game was over by then.")
        fresh = Game(
            id=0,
            channel=channel,
            guild=guild,
            ruleset=old.ruleset,
            founder=who.id,
            mode=old.mode,
            phase="play",
            options=old.options,
            terms=replace(old.terms, pace="none", ladder="off"),
            affairs=Affairs(origin=f"fork of game {old.id} at line {number}"),
            header=_anew(origin.header(), ruleset, seed),
            number=1,
            card=1,
            created=self._now(),
        )
        step = Step(
            fresh,
            fresh.created,
            lines=(Line(1, "table", fresh.affairs.origin, None, who.id, request or None),),
            snapshot=Snapshot(1, ruleset.version, standing.packed, kept=True),
            members=origin.members,
            seats=origin.seats,
            seed=seed,
            owed=(speech.card(fresh),),
        )
        copy = await self._means.whole(self._found(step, request))
        await origin.note(who, f"fork at {number}", request=request)
        return copy

    async def export(self, who: Person, game: int) -> bytes:
        """A game as a file, for who plays in it or manages the server."""
        table = await self.get(game)
        table.may_export(who)
        seed, entries, snapshots = await self.store.whole(game)
        affairs = table.game.affairs
        plain = replace(
            table.game,
            number=entries[-1].number,
            affairs=Affairs(origin=affairs.origin, epoch=affairs.epoch),
        )
        head = Head(plain, table.members, table.seats)
        body = Body(seed, tuple(entries), tuple(snapshots))
        packed = zlib.compress(msgspec.msgpack.encode(body))
        first, nonce = msgspec.msgpack.encode(head), b""
        if not table.revealed:
            nonce = self._draw(NONCE)
            packed = ChaCha20Poly1305(await self._key()).encrypt(nonce, packed, first)
        return MAGIC + msgspec.msgpack.encode(Parcel(first, packed, nonce))

    async def load(
        self, who: Person, data: bytes, channel: int, guild: int, *, request: str = ""
    ) -> Table:
        """The game of a file, in a channel without one. A finished game is checked by replaying
        it; one that goes on does so with new dice, founded by whoever asks. Raises Refusal."""
        head, body, sealed = await self._opened(data)
        old, ruleset = head.game, self._rules(head.game.ruleset)
        if old.header is None or (old.phase == "over") == sealed or old.mode not in MODES:
            raise Refusal("That game cannot be taken up again.")
        if [entry.number for entry in body.entries] != list(range(1, old.number + 1)):
            raise Refusal("That file is not whole.")
        game = replace(
            old, id=0, channel=channel, guild=guild, founder=who.id, contest=None, card=1
        )
        lines = [_line(entry) for entry in body.entries]
        past, seed, snapshot = body.snapshots, body.seed, None
        if old.phase == "over":
            proof = await self._means.toil(
                check, ruleset, old, seed, past, [e for e in body.entries if _is_order(e)]
            )
            if not proof.ok:
                raise Refusal(f"That file is not true. {proof.text}")
        else:
            seed = self._draw(SEED_BYTES)
            newest = max(past, key=lambda each: each.number)
            state = await self._means.work(_woken, ruleset, newest)
            standing = await self._means.work(renewed, ruleset, state, 0, seed)
            number = old.number + 1
            lines.append(Line(number, "table", "import", None, who.id, request or None))
            snapshot = Snapshot(number, ruleset.version, standing.packed, kept=True)
            past = tuple(each for each in past if each.kept)
            digest = sha256(data).hexdigest()[:16]
            affairs = Affairs(origin=f"copy from a file ({digest})")
            game = replace(
                game,
                number=number,
                phase="play",
                reason="",
                affairs=affairs,
                terms=replace(old.terms, ladder="off"),
                header=_anew(old.header, ruleset, seed),
            )
        step = Step(
            game,
            self._now(),
            lines=tuple(lines),
            snapshot=snapshot,
            past=past,
            members=head.members,
            seats=head.seats,
            seed=seed,
            owed=(speech.card(game),),
        )
        return await self._means.whole(self._found(step, request))

    async def _opened(self, data: bytes) -> tuple[Head, Body, bool]:
        try:
            if not data.startswith(MAGIC):
                raise ValueError
            parcel = _PARCEL.decode(data[len(MAGIC) :])
            packed = parcel.body
            if parcel.nonce:
                cipher = ChaCha20Poly1305(await self._key())
                packed = cipher.decrypt(parcel.nonce, packed, parcel.head)
            unpacked = zlib.decompressobj().decompress(packed, BIGGEST)
            head = _HEAD.decode(parcel.head)
            return head, _BODY.decode(unpacked), bool(parcel.nonce)
        except InvalidTag:
            raise Refusal("That file was sealed by another bot, or somebody changed it.") from None
        except (ValueError, zlib.error):
            raise Refusal("That is no file of a game.") from None

    async def _key(self) -> bytes:
        if self.secret is not None:
            return sha256(b"leithian export " + self.secret.encode()).digest()
        return await self.store.key("export", self._draw(KEY))


def _anew(head: Header, ruleset: Ruleset, seed: bytes) -> Header:
    return replace(
        head,
        version=ruleset.version,
        data=ruleset.data_digest(),
        seed_hash=commitment(seed),
    )


def _line(entry: Entry) -> Line:
    return Line(
        entry.number,
        entry.kind,
        entry.text,
        entry.seat,
        entry.person,
        None,
        entry.events,
        entry.at,
    )


def _is_order(entry: Entry) -> bool:
    return entry.kind == "engine" or entry.text.startswith("undo ") or entry.text == "import"


def _woken(ruleset: Ruleset, snapshot: Snapshot) -> object:
    return ruleset.load(zlib.decompress(snapshot.state))
