"""Queries for the results of finished games: what ladders are made of."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from table.contest import GameResult
from table.store import schema as t
from table.store.database import Database
from table.store.records import read_result, to_json


class FinishedGames(msgspec.Struct, frozen=True):
    """The finished games of a ruleset: the results of those that count, by number, and the
    numbers of those whose results are not known yet, or not any more."""

    results: tuple[GameResult, ...]
    unknown: tuple[int, ...]


class ResultQueries:
    """Queries for results."""

    def __init__(self, database: Database) -> None:
        self._read, self._write = database.read, database.write

    async def finished(self, guild: int | None, ruleset: str) -> FinishedGames:
        """Return all games of a ruleset that are over: in a server, or in all."""
        games, known = t.games.c, t.results.c
        up_to_date = (known.game == games.id) & (known.number == games.number)
        query = select(games.id, known.game, known.result)
        query = query.select_from(t.games.outerjoin(t.results, up_to_date))
        query = query.where(games.ruleset == ruleset, games.phase == "over").order_by(games.id)
        if guild is not None:
            query = query.where(games.guild == guild)

        def read(db: Connection) -> FinishedGames:
            results, unknown = [], []
            for game, found, result in db.execute(query):
                if found is None:
                    unknown.append(game)
                elif result is not None:
                    results.append(read_result(result))
            return FinishedGames(tuple(results), tuple(unknown))

        return await self._read(read)

    async def keep(self, game: int, number: int, result: GameResult | None) -> None:
        """Keep how a game ended whose log ends at `number`; None: it does not count."""
        values = {"number": number, "result": None if result is None else to_json(result)}
        row = insert(t.results).values(game=game, **values)
        row = row.on_conflict_do_update(index_elements=["game"], set_=values)
        await self._write(lambda db: db.execute(row))
