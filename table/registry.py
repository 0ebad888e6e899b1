"""Look tables up by channel or number, and cache the loaded ones."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from weakref import WeakValueDictionary

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.budgets import check_room, size_of
from table.change import Change, complete
from table.commands.lobby import EndAbandoned
from table.context import CommandContext
from table.errors import NoGame, Refusal
from table.references import refer
from table.rights import check_right, roles_in
from table.services import ENTROPY, Services
from table.state import GameRecord, Person
from table.store.changes import Commit

KEPT_BYTES = 16 << 20  # of the states in memory as they are stored: there they take far more


class Registry:
    """The tables of the bot. `keep`: how many stay in memory, unless their states are large."""

    def __init__(self, services: Services, rulesets: Mapping[str, AnyRuleset], keep: int) -> None:
        self.rulesets = rulesets
        self.services = services
        self._actors: WeakValueDictionary[int, GameActor] = WeakValueDictionary()
        self._recent: OrderedDict[int, GameActor] = OrderedDict()
        self._keep = keep
        self._shards = services.store.database.shards
        self._loading = asyncio.Lock()

    def ruleset(self, name: str) -> AnyRuleset:
        """Return a ruleset by its name. Raises Refusal."""
        if name not in self.rulesets:
            raise Refusal(
                "There is no such game here; there is: {rulesets}.",
                rulesets=", ".join(self.rulesets),
            )
        return self.rulesets[name]

    async def at(self, channel: int) -> GameActor:
        """Return the channel's game: the one going on, else its last one. Raises NoGame."""
        game = await self.services.store.games.at(channel)
        if game is None:
            raise NoGame("There is no game in this channel.")
        return await self.get(game.id)

    async def get(self, game: int) -> GameActor:
        """Return a game by its number. Raises NoGame."""
        async with self._loading:
            actor = self._actors.get(game) or await self._load(game)
            if self._shards.serves(actor.game.guild):  # else another process may change it
                is_new = game not in self._recent
                self._actors[game] = self._recent[game] = actor
                self._recent.move_to_end(game)
                if is_new:
                    self._release_oldest()
        return actor

    def _release_oldest(self) -> None:
        """Keep no more games than are to stay, fewer where their states are large."""
        sizes = [actor.memory.size for actor in self._recent.values()]
        total = sum(sizes)
        for size in sizes[:-1]:
            if len(self._recent) <= self._keep and total <= KEPT_BYTES:
                return
            self._recent.popitem(last=False)
            total -= size

    async def _load(self, number: int) -> GameActor:
        stored = await self.services.store.games.load(number)
        if stored is None:
            raise NoGame("That game does not exist any more.")
        ruleset = self.rulesets.get(stored.game.ruleset)
        if ruleset is None:
            raise NoGame("The rules of that game are not here any more.")
        return GameActor(self.services, ruleset, stored)

    async def release(self, shard: int) -> None:
        """Keep nothing of the games of a shard, after the commands under way."""
        async with self._loading:
            theirs = [
                actor
                for actor in self._actors.values()
                if self._shards.of(actor.game.guild) == shard
            ]
            for actor in theirs:
                self._actors.pop(actor.game.id, None)
                self._recent.pop(actor.game.id, None)
        for actor in theirs:
            await actor.memory.release()

    async def answered(self, channel: int, request: str) -> GameActor | None:
        """Return the channel's game if this request has founded it already."""
        games = self.services.store.games
        going = await games.at(channel)
        if going and request and await games.answered(going.id, request):
            return await self.get(going.id)
        return None

    async def add(self, who: Person, change: Change, request: str) -> GameActor:
        """Store a new game, once a request. Raises Refusal when its channel has one."""
        return await self.services.run_to_completion(self._add(who, change, request))

    async def _add(self, who: Person, change: Change, request: str) -> GameActor:
        game = change.state.game
        earlier = await self.answered(game.channel, request)
        if earlier is not None:
            return earlier
        await check_room(
            self.services.store.database, self.services.budgets, who.id, game.guild, size_of(change)
        )
        await self._end_abandoned(game.channel)
        context = CommandContext(
            who=who,
            now=self.services.now(),
            preferences=self.services.preferences.known,
            ruleset=self.ruleset(game.ruleset),
            secret=None,
            entropy=self.services.draw(ENTROPY),
        )
        change = replace(change, state=refer(change.state, [who], context.entropy))
        complete_change = complete(change, context)
        commit = Commit(complete_change, who.id, request or None, context.now, context.entropy)
        try:
            committed = await self.services.commit(commit)
        except IntegrityError:
            raise Refusal("This channel has a game already; end it before a new one.") from None
        return await self.get(committed.game)

    async def is_free(self, channel: int) -> bool:
        """Return whether a channel can get a new game: none goes on in it, or one that everybody
        has left."""
        going = await self._going(channel)
        return going is None or not going.state.members

    async def _end_abandoned(self, channel: int) -> None:
        """End the channel's game if everybody has left it: nobody is there who could."""
        going = await self._going(channel)
        if going is not None and not going.state.members:
            await going.run(None, EndAbandoned())

    async def _going(self, channel: int) -> GameActor | None:
        """Return the channel's game unless it is over."""
        game = await self.services.store.games.at(channel)
        return None if game is None or game.phase == "over" else await self.get(game.id)

    async def delete(self, who: Person, actor: GameActor) -> None:
        """Forget a game that is over, for everybody. Raises Refusal."""
        check_right("delete", who, roles_in(actor.state, who))
        if actor.game.phase != "over":
            raise Refusal("Only a game that is over can be deleted; `/game end` ends it.")
        number = actor.game.id
        await self.services.store.delete_game(number)
        self._actors.pop(number, None)
        self._recent.pop(number, None)

    async def reread(self, game: int) -> None:
        """Have a table that is in memory read again: it has been changed in the store."""
        if actor := self._actors.get(game):
            await actor.memory.reread()

    async def games(
        self, *, guild: int | None = None, person: int | None = None
    ) -> list[GameRecord]:
        """Return the games that are not over, of a server or of somebody who joined them, by
        number."""
        return await self.services.store.games.going(guild, person)
