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
from engine.common.game_log import Header
from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.change import Change, ImportedPast
from table.commands.command import check_in_charge
from table.commands.upkeep import LogFork
from table.errors import Refusal
from table.history.entries import STATE_CHANGES, Forked, Imported, LogRecord
from table.history.loading import load_replay
from table.history.proof import Played, check
from table.history.rewind import Rewind, replay
from table.history.snapshot import Snapshot
from table.loaded_game import load, renew_dice
from table.registry import Registry
from table.state import GameRecord, Member, Person, Seat, StateSummary, TableState
from table.voting.modes import MODES

MAGIC = b"leithian game 2\n"
KEY_BYTES, NONCE_BYTES = 32, 12
MAX_UNPACKED = 64 << 20  # bytes


class FileHead(msgspec.Struct, frozen=True):
    """The part of a file that anybody may read."""

    game: GameRecord
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    dice_epoch: int
    origin: Forked | Imported | None


class FileBody(msgspec.Struct, frozen=True):
    """The part of a file that is sealed until the seed is published."""

    seed: bytes
    records: tuple[LogRecord, ...]
    snapshots: tuple[Snapshot, ...]


class GameFile(msgspec.Struct, frozen=True):
    """A file: the head, the body (packed), and the nonce it is sealed with (empty: it is open)."""

    head: bytes
    body: bytes
    nonce: bytes


_HEAD = msgspec.msgpack.Decoder(FileHead)
_BODY = msgspec.msgpack.Decoder(FileBody)
_FILE = msgspec.msgpack.Decoder(GameFile)


class Transfer:
    """Forks, exports and imports. `secret`: what the key is made from; None: a key of the store's
    own."""

    def __init__(self, registry: Registry, secret: str | None) -> None:
        self.secret = secret
        self._registry = registry
        self._services = registry.services

    # ------------------------------------------------------------ forks

    async def may_fork(self, who: Person, game: int) -> None:
        """Raise Refusal when `fork` would."""
        check_fork(await self._registry.get(game), who)

    async def fork(
        self, who: Person, game: int, number: int, channel: int, guild: int, *, request: str = ""
    ) -> GameActor:
        """Begin a new game that goes on from entry `number` of a game's log, with new dice.

        Its people are the same; whoever asks founds it. Raises Refusal.
        """
        origin = await self._registry.get(game)
        check_fork(origin, who)
        rewind = await load_replay(self._services.store.games, origin.game, number, number)
        seed = self._services.draw(SEED_BYTES)
        summary = await self._services.run_long(_replayed, origin.ruleset, rewind, seed)
        if summary.outcome is not None:
            raise Refusal("The game was over by then.")
        change = self._forked(who, origin, number, (channel, guild), (seed, summary))
        fork = await self._registry.add(who, change, request)
        await origin.run(who, LogFork(number), request=request)
        return fork

    def _forked(
        self,
        who: Person,
        origin: GameActor,
        number: int,
        place: tuple[int, int],
        start: tuple[bytes, StateSummary],
    ) -> Change:
        """Return the change that begins a fork."""
        old, (channel, guild), (seed, summary) = origin.game, place, start
        entry = Forked(old.id, number)
        game = GameRecord(
            id=0,
            channel=channel,
            guild=guild,
            ruleset=old.ruleset,
            founder=who.id,
            mode=old.mode,
            phase="play",
            options=old.options,
            settings=replace(old.settings, pace="auto", ladder="off"),
            header=_new_header(origin.history.header(), origin.ruleset, seed),
            created=self._services.now(),
        )
        members, seats = origin.state.members, origin.state.seats
        state = TableState(game, members, seats, summary=summary, origin=entry)
        change = Change(state, card="new", pings=False, keep_snapshot=True, seed=seed)
        return change.log(entry).begin_turn("begun")

    # ------------------------------------------------------------ files

    async def export(self, who: Person, game: int) -> bytes:
        """Return a game as a file, for who plays in it or manages the server. Raises Refusal."""
        actor = await self._registry.get(game)
        state = actor.state
        actor.history.header()
        if who.id not in state.people and not who.manager:
            raise Refusal("Only people who play in a game may export it.")
        seed, records, snapshots = await self._services.store.games.everything(game)
        plain = replace(state.game, number=records[-1].number)
        head = msgspec.msgpack.encode(
            FileHead(plain, state.members, state.seats, state.dice_epoch, state.origin)
        )
        body = FileBody(seed, tuple(records), tuple(snapshots))
        packed, nonce = zlib.compress(msgspec.msgpack.encode(body)), b""
        if not state.revealed:
            nonce = self._services.draw(NONCE_BYTES)
            packed = ChaCha20Poly1305(await self._key()).encrypt(nonce, packed, head)
        return MAGIC + msgspec.msgpack.encode(GameFile(head, packed, nonce))

    async def load(
        self, who: Person, data: bytes, channel: int, guild: int, *, request: str = ""
    ) -> GameActor:
        """Begin the game of a file, in a channel without one.

        A finished game is checked by replaying it; one that goes on does so with new dice, founded
        by whoever asks. Raises Refusal.
        """
        head, body, sealed = await self._open(data)
        old = head.game
        ruleset = self._registry.ruleset(old.ruleset)
        if old.header is None or (old.phase == "over") == sealed or old.mode not in MODES:
            raise Refusal("That game cannot be taken up again.")
        if [record.number for record in body.records] != list(range(1, old.number + 1)):
            raise Refusal("That file is not complete.")
        game = replace(
            old, id=0, channel=channel, guild=guild, founder=who.id, contest=None, card=0
        )
        state = TableState(
            game, head.members, head.seats, dice_epoch=head.dice_epoch, origin=head.origin
        )
        if old.phase == "over":
            change = await self._finished(ruleset, state, body, old.header)
        else:
            digest = sha256(data).hexdigest()[:16]
            change = await self._going_on(ruleset, state, body, old.header, digest)
        return await self._registry.add(who, change, request)

    async def _finished(
        self, ruleset: AnyRuleset, state: TableState, body: FileBody, header: Header
    ) -> Change:
        records = tuple(r for r in body.records if isinstance(r.entry, STATE_CHANGES))
        played = Played(header, state.origin, body.seed, body.snapshots, records)
        proof = await self._services.run_long(check, ruleset, played)
        if not proof.ok:
            raise Refusal(f"That file is not true. {proof.text}")
        past = ImportedPast(body.records, body.snapshots)
        return Change(state, card="new", pings=False, seed=body.seed, past=past)

    async def _going_on(
        self,
        ruleset: AnyRuleset,
        state: TableState,
        body: FileBody,
        header: Header,
        digest: str,
    ) -> Change:
        seed = self._services.draw(SEED_BYTES)
        newest = max(body.snapshots, key=lambda each: each.number)
        summary = await self._services.run_short(_resumed, ruleset, newest, seed)
        game = replace(
            state.game,
            phase="play",
            pause_reason="",
            settings=replace(state.game.settings, ladder="off"),
            header=_new_header(header, ruleset, seed),
        )
        entry = Imported(digest)
        state = replace(state, game=game, summary=summary, origin=entry, dice_epoch=0)
        past = ImportedPast(body.records, tuple(each for each in body.snapshots if each.kept))
        change = Change(state, card="new", pings=False, keep_snapshot=True, seed=seed, past=past)
        return change.log(entry)

    async def _open(self, data: bytes) -> tuple[FileHead, FileBody, bool]:
        try:
            if not data.startswith(MAGIC):
                raise ValueError
            file = _FILE.decode(data[len(MAGIC) :])
            packed = file.body
            if file.nonce:
                cipher = ChaCha20Poly1305(await self._key())
                packed = cipher.decrypt(file.nonce, packed, file.head)
            unpacked = zlib.decompressobj().decompress(packed, MAX_UNPACKED)
            return _HEAD.decode(file.head), _BODY.decode(unpacked), bool(file.nonce)
        except InvalidTag:
            raise Refusal("That file was sealed by another bot, or somebody changed it.") from None
        except (ValueError, zlib.error):
            raise Refusal("That is not a file of a game.") from None

    async def _key(self) -> bytes:
        if self.secret is not None:
            return sha256(b"leithian export " + self.secret.encode()).digest()
        return await self._services.store.key("export", self._services.draw(KEY_BYTES))


def check_fork(origin: GameActor, who: Person) -> None:
    """Raise Refusal when somebody may not try out what would have happened otherwise."""
    state = origin.state
    if state.game.header is None:
        raise Refusal("The game has not begun yet.")
    if state.revealed:
        return
    if state.game.settings.ladder == "on" or state.seed_sealed:
        raise Refusal("There are no forks of a game that counts for the ladder.")
    if origin.reader.game_master() != who.id:
        check_in_charge(state, who, "fork")


def _new_header(header: Header, ruleset: AnyRuleset, seed: bytes) -> Header:
    return replace(
        header,
        version=ruleset.version,
        data=ruleset.data_digest(),
        seed_hash=commitment(seed),
    )


def _replayed(ruleset: AnyRuleset, rewind: Rewind, seed: bytes) -> StateSummary:
    return renew_dice(replay(ruleset, rewind), 0, seed)


def _resumed(ruleset: AnyRuleset, snapshot: Snapshot, seed: bytes) -> StateSummary:
    return renew_dice(load(ruleset, snapshot.state), 0, seed)
