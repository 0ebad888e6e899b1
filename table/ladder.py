"""The ladder: finished games that counted, the best first."""

from __future__ import annotations

from table.actor import GameActor
from table.contest import GameResult, ranked
from table.contests import game_result
from table.errors import NoGame
from table.registry import Registry
from table.shown_names import fill_names


class Ladder:
    """The ladders of all servers and rulesets."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._stored = registry.services.store.results

    async def rows(
        self, guild: int | None, ruleset: str, contest: int | None = None
    ) -> tuple[GameResult, ...]:
        """Return the finished games of a ruleset that counted, in a server (None: in all) and of a
        contest (None: all): won ones first, then by their figures. Equal results share a place."""
        finished = await self._stored.finished(guild, ruleset, contest)
        results = list(finished.results)
        for game in finished.unknown:
            try:
                actor = await self._registry.get(game)
            except NoGame:  # its rules are not here any more
                continue
            number, result = actor.state.game.number, await _result(actor)
            await self._stored.keep(game, number, result)
            results += [fill_names(result, actor.reader.names)] if result is not None else []
        return ranked(sorted(results, key=lambda result: result.game))


async def _result(actor: GameActor) -> GameResult | None:
    """Return how a finished game ended; None if it does not count: it was not played for the
    ladder or was for practice, is a copy, or others still play with its dice."""
    state = actor.state
    if state.game.settings.ladder == "off" or state.game.header is None:
        return None
    if state.origin is not None or state.seed_sealed:
        return None
    outcome = (await actor.memory.summary()).outcome
    if outcome is None or not outcome.ranked:
        return None
    return await game_result(actor)
