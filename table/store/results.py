"""Queries for the results of finished games: what ladders are made of."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from engine.contract.placeholders import placeholder
from table.contest import GameResult
from table.names import shown_name
from table.references import by_person
from table.shown_names import fill_names
from table.state import KnownPerson
from table.store import schema as t
from table.store.database import Database
from table.store.records import read_result, to_json
from table.store.upsert import upsert


class FinishedGames(msgspec.Struct, frozen=True):
    """The finished games of a ruleset: the results of those that count, by number, and the
    numbers of those whose results are not known yet, or not any more."""

    results: tuple[GameResult, ...]
    unknown: tuple[int, ...]


class ResultQueries:
    """Queries for results."""

    def __init__(self, database: Database) -> None:
        self._read, self._write = database.read, database.write

    async def finished(
        self, guild: int | None, ruleset: str, contest: int | None = None
    ) -> FinishedGames:
        """Return all games of a ruleset that are over: in a server, or in all; of a contest, or
        all."""
        games, known = t.games.c, t.results.c
        up_to_date = (known.game == games.id) & (known.number == games.number)
        query = select(games.id, known.game, known.result)
        query = query.select_from(t.games.outerjoin(t.results, up_to_date))
        conditions = [games.ruleset == ruleset, games.phase == "over"]
        if guild is not None:
            conditions.append(games.guild == guild)
        if contest is not None:
            conditions.append(games.contest == contest)
        query = query.where(*conditions).order_by(games.id)

        of_results = select(t.people).join(t.results, t.people.c.game == known.game)
        known_people = of_results.join(t.games, games.id == known.game).where(*conditions)

        def read(db: Connection) -> FinishedGames:
            results, unknown = [], []
            people: dict[int, dict[int, KnownPerson]] = {}
            for row in db.execute(known_people):
                people.setdefault(row.game, {})[row.reference] = KnownPerson(row.person, row.name)
            for game, found, result in db.execute(query):
                if found is None:
                    unknown.append(game)
                elif result is not None:
                    results.append(_with_people(read_result(result), people.get(game, {})))
            return FinishedGames(tuple(results), tuple(unknown))

        return await self._read(read)

    async def keep(self, game: int, number: int, result: GameResult | None) -> None:
        """Keep how a game ended whose log ends at `number`; None: it does not count. People are
        kept by reference."""

        def write(db: Connection) -> None:
            text = None if result is None else to_json(_by_reference(db, result))
            row = {"game": game, "number": number, "result": text}
            db.execute(upsert(db, t.results, "number", "result"), row)

        await self._write(write)


def _by_reference(db: Connection, result: GameResult) -> GameResult:
    people = t.people.c
    here = (people.game == result.game) & (people.person == result.person)
    reference = db.scalar(select(people.reference).where(here))
    return replace(result, person=-result.person if reference is None else reference)


def _with_people(result: GameResult, known: Mapping[int, KnownPerson]) -> GameResult:
    """Return a result with the people and names that its references stand for."""
    naming = by_person({reference: each.person for reference, each in known.items()})
    names = {placeholder(reference): shown_name(each.name) for reference, each in known.items()}
    return fill_names(replace(result, person=naming(result.person)), names)
