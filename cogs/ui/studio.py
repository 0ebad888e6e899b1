"""Where cards are made: ask the table, draw in a worker (two at a time at most), lay out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import render
from cogs.ui import cards, panels
from cogs.ui.answer import Reply
from cogs.ui.cards import Card
from engine.game import Offer, View
from table.records import Status
from table.table import Table

T = TypeVar("T")

WORKERS = 2


class Studio:
    """Draws what tables show. It remembers the window of each picture, so that the map stays
    still from turn to turn; forgetting one only costs a fresh choice of window."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(WORKERS)
        self._windows: dict[tuple[int, int | None], Any] = {}

    async def draw(self, work: Callable[..., T], *args: Any, **options: Any) -> T:
        """Run a drawing off the event loop."""
        async with self._room:
            return await asyncio.to_thread(work, *args, **options)

    async def picture(self, game: int, seat: int | None, view: View) -> render.Picture:
        """The picture of a view (1100 x 700, PNG)."""
        window = self._windows.get((game, seat))
        drawn = await self.draw(render.picture, view, window=window)
        self._windows[game, seat] = drawn.window
        return drawn

    async def card(self, table: Table, number: int) -> Card:
        """The game's card, whatever its phase: lobby, turn or end."""
        status = await table.status()
        if status.game.phase == "lobby":
            rules = table.ruleset
            return cards.lobby(status, number, rules.summary, rules.settings)
        if not status.seats:  # ended before it began
            return cards.over(status, number, None, None)
        view = await table.view(None)
        png = (await self.picture(status.game.id, None, view)).png
        if status.game.phase == "over":
            self._forget(status.game.id)
            return cards.over(status, number, view, png)
        return cards.turn(status, number, view, await _shown(table, status, view), png)

    async def own(self, table: Table, seat: int | None) -> Reply:
        """Somebody's own view of the table, for them alone."""
        game = table.game
        view = await table.view(seat)
        offers = await table.offers(seat) if seat is not None else ()
        picture = await self.picture(game.id, seat, view)
        return panels.own(game.id, game.card, view, offers, picture)

    def _forget(self, game: int) -> None:
        for key in [key for key in self._windows if key[0] == game]:
            del self._windows[key]


async def _shown(table: Table, status: Status, public: View) -> Sequence[Offer] | None:
    """The offers that the public card may show: those of the one seat to move, if it sees just
    what everybody sees. Equal views give equal offers, so they tell no more than the picture."""
    if len(status.to_move) == 1:
        seat = status.to_move[0]
        if await table.view(seat) == public:
            return await table.offers(seat)
    return None
