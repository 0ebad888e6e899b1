"""The ladder: finished games that counted, the best first."""

from __future__ import annotations

from msgspec.structs import replace

from table.contests import rank
from table.errors import NoGame
from table.records import Game, Place
from table.tables import Tables

NEWEST = 100  # games that are looked at


async def ladder(tables: Tables, guild: int, ruleset: str) -> tuple[Place, ...]:
    """The finished games of a ruleset that counted, in a server: won ones first, then by their
    figures in the outcome's order, the greater the better. Equal results share a place."""
    games = await tables.store.finished(guild, ruleset, NEWEST)
    rows = [row for game in games if (row := await _place(tables, game))]
    rows.sort(key=rank, reverse=True)
    ranks = [rank(row) for row in rows]
    return tuple(replace(row, place=ranks.index(rank(row)) + 1) for row in rows)


async def _place(tables: Tables, game: Game) -> Place | None:
    if game.terms.ladder == "off" or game.header is None or game.affairs.sealed:
        return None
    try:
        table = await tables.get(game.id)
        status, view = await table.status(), await table.view(None)
    except NoGame:  # its rules are not here any more
        return None
    outcome = status.outcome
    if outcome is None:
        return None
    return Place(
        0,
        game.id,
        game.channel,
        game.founder,
        " and ".join(seat.hero for seat in status.seats),
        outcome.title,
        outcome.won,
        view.turn,
        outcome.figures,
    )
