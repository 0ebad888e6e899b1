"""Copies of games: forked to try something out, exported to a file, imported from one.

A file of a game that may not tell everything carries its past sealed: authenticated encryption
under a key of this bot. Whoever holds the file can neither read what is hidden nor change it, and
any bot with the same key can go on from it. Going on from a copy always happens with new dice, so
that nobody tries out what the dice of the other game will do.

A copy of a running game begins with all that this game hides, and its file holds the states that
were played, with their seed. So it reveals nothing when it ends, and its files stay sealed. Whoever
makes a copy is in charge of it: that is only who was in charge of the game or, behind a screen, its
Game Master.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.common.game_log import Header
from engine.contract.dice import SEED_BYTES, GameSecret, commitment
from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.change import Change, ImportedPast
from table.commands.command import check_in_charge
from table.commands.upkeep import LogFork
from table.errors import Refusal
from table.heavy.queue import Asker
from table.history.entries import Forked, Imported
from table.history.file_limits import MAX_RECORDS, TOO_LONG
from table.history.file_parts import FileHead, records_of
from table.history.file_secrets import FileSecrets
from table.history.game_file import AcceptedFile, FileBody, file_link, read_file, write_file
from table.history.loading import load_replay
from table.history.rewind import Rewind, replay
from table.history.secrets import SecretFrom
from table.loaded_game import summarise
from table.references import by_person, by_reference, rename_in_state
from table.registry import Registry
from table.rights import check_right, roles_in
from table.server_settings import ServerSettings
from table.state import GameRecord, Person, StateSummary, TableState

KEY_BYTES, NONCE_BYTES = 32, 12
NOT_THEIRS = (
    "What that file holds is still secret. Only the game's founder can import it, or its Game"
    " Master if it has one."
)


BYTES = 50_000  # of a file that are read in a second


class Transfer:
    """Forks, exports and imports. `secrets`: what the keys of files are made from."""

    def __init__(self, registry: Registry, servers: ServerSettings, secrets: FileSecrets) -> None:
        self._servers = servers
        self.secrets = secrets
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
        earlier = await self._registry.answered(channel, request)
        if earlier is not None:
            return earlier
        rewind = await load_replay(self._services.store.games, origin.game, number, number)
        by = Asker(who.id, guild)
        summary = await self._services.heavy.run(by, _replayed, origin.ruleset, rewind)
        if summary.outcome is not None:
            raise Refusal("The game was over by then.")
        change = self._forked(who, origin, number, (channel, guild), summary)
        fork = await self._registry.add(who, change, request)
        await origin.run(who, LogFork(number), request=request)
        return fork

    def _forked(
        self,
        who: Person,
        origin: GameActor,
        number: int,
        place: tuple[int, int],
        summary: StateSummary,
    ) -> Change:
        """Return the change that begins a fork, with a secret of its own."""
        old, (channel, guild) = origin.game, place
        secret = GameSecret(self._services.draw(SEED_BYTES))
        header = _new_header(origin.history.header(), origin.ruleset, secret)
        entry = Forked(old.id, number, origin.state.revealed, header)
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
            seed_hash=header.seed_hash,
            header=header,
            created=self._services.now(),
        )
        before = origin.memory.state
        state = TableState(
            game,
            before.members,
            before.seats,
            summary=summary,
            origin=replace(entry, header=None),
            references=before.references,
        )
        secrets = (SecretFrom(0, secret),)
        change = Change(state, card="new", pings=False, keep_snapshot=True, secrets=secrets)
        return change.log(entry).begin_turn("begun")

    # ------------------------------------------------------------ files

    async def export(self, who: Person, game: int) -> bytes:
        """Return a game as a file, for who plays in it or manages the server.

        Raises Refusal, also for a running game that counts for the ladder or belongs to a contest
        that goes on: a copy would show what lies ahead. What a Game Master hides is only for them.
        """
        actor = await self._registry.get(game)
        check_export(actor, who)
        stored = await self._services.store.games.everything(game)
        state, links = stored.state, stored.links
        if len(links) > MAX_RECORDS:
            raise Refusal(TOO_LONG)
        naming = by_reference(state.references)
        named = rename_in_state(state, naming)
        master = actor.reader.game_master()
        owner = state.game.founder if master is None else master
        head = FileHead(
            game=replace(named.game, contest=None),
            members=named.members,
            seats=named.seats,
            origin=state.origin,
            owner=naming(owner),
            people=state.references,
        )
        records = zip(links, records_of(links), strict=True)
        shown = tuple(
            file_link(link, hidden=actor.history.hides(record)) for link, record in records
        )
        *former, newest = stored.secrets
        body = FileBody(
            seed=newest.secret.seed,
            links=shown,
            snapshots=stored.snapshots,
            shared=newest.secret.shared,
            first=newest.first,
            earlier=tuple(former),
        )
        key = None if state.revealed else (await self._keys())[0]
        nonce = self._services.draw(NONCE_BYTES)
        by = Asker(who.id, state.game.guild)
        return await self._services.heavy.run(by, write_file, head, body, key, nonce)

    async def load(
        self, who: Person, data: bytes, channel: int, guild: int, *, request: str = ""
    ) -> GameActor:
        """Begin the game of a file, in a channel without one.

        A finished game is checked by replaying it; one that goes on does so with new dice, founded
        by whoever asks. A sealed file is only for its owner; of another one nobody else has joined
        the game. A copy never counts for the ladder. Raises Refusal.
        """
        earlier = await self._registry.answered(channel, request)
        if earlier is not None:
            return earlier
        await self._servers.check_may_open(who, guild)
        entropy, keys = self._services.draw(SEED_BYTES), await self._keys()
        rulesets = dict(self._registry.rulesets)
        by = Asker(who.id, guild)
        file = await self._services.heavy.run(
            by, read_file, data, keys, rulesets, entropy, expected=len(data) / BYTES
        )
        people = file.head.people
        owner = people.get(file.head.owner)
        if file.sealed and (owner is None or who.id != owner.person):
            raise Refusal(NOT_THEIRS)
        settings = replace(file.head.game.settings, ladder="off")
        header = file.head.game.header
        game = replace(
            file.head.game,
            seed_hash=header.seed_hash if header else "",
            id=0,
            channel=channel,
            guild=guild,
            contest=None,
            card=0,
            head="",
            settings=settings,
        )
        head = file.head
        state = TableState(game, head.members, head.seats, origin=head.origin, references=people)
        naming = by_person({reference: each.person for reference, each in people.items()})
        state = rename_in_state(state, naming)
        if not file.sealed:
            state = _with_nobody_but(state, who.id)
        state = replace(state, game=replace(state.game, founder=who.id))
        change = self._going_on(state, file) if file.summary else _finished(state, file)
        return await self._registry.add(who, change, request)

    def _going_on(self, state: TableState, file: AcceptedFile) -> Change:
        secret, header = GameSecret(self._services.draw(SEED_BYTES)), state.game.header
        assert header is not None, "a file without one was refused"
        ruleset = self._registry.ruleset(state.game.ruleset)
        header = _new_header(header, ruleset, secret)
        game = replace(
            state.game, phase="play", pause_reason="", header=header, seed_hash=header.seed_hash
        )
        entry = Imported(file.digest, header)
        origin = replace(entry, header=None)
        state = replace(state, game=game, summary=file.summary, origin=origin)
        kept = tuple(each for each in file.body.snapshots if each.kept)
        past = ImportedPast(file.body.links, kept)
        secrets = (*file.body.secrets, SecretFrom(game.number + 1, secret))
        change = Change(
            state, card="new", pings=False, keep_snapshot=True, secrets=secrets, past=past
        )
        return change.log(entry)

    async def _keys(self) -> list[bytes]:
        """Return the key that files are sealed with, and then those that older ones may have."""
        keys = self.secrets.keys(self._services.now())
        own = await self._services.store.key("export", self._services.draw(KEY_BYTES))
        return [own, *keys] if self.secrets.current is None else [*keys, own]


def _finished(state: TableState, file: AcceptedFile) -> Change:
    past = ImportedPast(file.body.links, file.body.snapshots)
    return Change(state, card="new", pings=False, secrets=file.body.secrets, past=past)


def _with_nobody_but(state: TableState, person: int) -> TableState:
    """Return a state in which only one person has joined. Whoever makes a file that is not sealed
    says who has played: nobody is to be in a game, and pinged for it, because of that."""
    return replace(
        state,
        members=tuple(each for each in state.members if each.person == person),
        seats=tuple(
            each if each.person == person else replace(each, person=None) for each in state.seats
        ),
    )


def check_export(actor: GameActor, who: Person) -> None:
    """Raise Refusal when somebody may not have a file of a game."""
    state = actor.state
    actor.history.header()
    check_right("export", who, roles_in(state, who))
    if state.seed_sealed:
        raise Refusal("There are no copies of a game while its contest goes on.")
    if state.game.settings.ladder == "on" and not state.revealed:
        raise Refusal("There are no copies of a game that counts for the ladder until it is over.")
    if not state.revealed:
        _check_game_master(actor, who)


def check_fork(origin: GameActor, who: Person) -> None:
    """Raise Refusal when somebody may not try out what would have happened otherwise."""
    state = origin.state
    if state.game.header is None:
        raise Refusal("The game has not begun yet.")
    if state.revealed:
        return
    if state.game.settings.ladder == "on" or state.seed_sealed:
        raise Refusal("There are no forks of a game that counts for the ladder.")
    _check_game_master(origin, who)
    if origin.reader.game_master() is None:
        check_in_charge(state, who, "fork")


def _check_game_master(actor: GameActor, who: Person) -> None:
    """Raise Refusal when the game has a Game Master and somebody else asks for a copy, which
    they would be Game Master of."""
    if actor.state.game_master_left:
        raise Refusal("Name a Game Master first: a copy shows all that is hidden.")
    if actor.reader.game_master() not in (None, who.id):
        raise Refusal("Only the Game Master can copy this game: a copy shows all that is hidden.")


def _new_header(header: Header, ruleset: AnyRuleset, secret: GameSecret) -> Header:
    return replace(
        header,
        version=ruleset.version,
        data=ruleset.data_digest(),
        seed_hash=commitment(secret.seed),
        shared_hash="",
    )


def _replayed(ruleset: AnyRuleset, rewind: Rewind) -> StateSummary:
    return summarise(replay(ruleset, rewind))
