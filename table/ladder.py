"""The ladder: finished games that counted, the best first."""

from __future__ import annotations

from table.contest import GameResult, ranked
from table.contests import game_result
from table.errors import NoGame
from table.registry import Registry
from table.state import GameRecord

MAX_GAMES = 100  # the newest, that are looked at


class Ladder:
    """The ladders of all servers and rulesets."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def rows(self, guild: int | None, ruleset: str) -> tuple[GameResult, ...]:
        """Return the finished games of a ruleset that counted, in a server (None: in all): won
        ones first, then by their figures. Equal results share a place."""
        stored = self._registry.services.store.games
        games = await stored.finished(guild, ruleset, MAX_GAMES)
        results = [row for game in games if (row := await self._result(game))]
        return ranked(results)

    async def _result(self, game: GameRecord) -> GameResult | None:
        if game.settings.ladder == "off" or game.header is None:
            return None
        try:
            actor = await self._registry.get(game.id)
        except NoGame:  # its rules are not here any more
            return None
        if actor.state.origin is not None:  # a copy
            return None
        if actor.state.seed_sealed or (await actor.memory.summary()).outcome is None:
            return None
        return await game_result(actor)
