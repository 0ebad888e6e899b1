"""Where cards are made: ask the table, have it drawn, lay out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

import render
from cogs.ui import cards, panels, sheets, vote_cards
from cogs.ui.cards import Card
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import Reply
from cogs.ui.sheets import Place
from engine import game as contract
from engine.game import Grid, Offer, Setting, View
from render import Picture, Window
from table.ballot import sentence
from table.errors import Refusal
from table.records import Status
from table.table import Table
from table.tables import Tables

# What people choose for themselves; the first value is the default. The table heeds `pings`
# and `next`.
CHOICES = (
    Setting(
        "theme", "Colours of your pictures, and of the cards of games you found", (*render.THEMES,)
    ),
    Setting("view", "How My view shows the board", ("picture", "words")),
    Setting("making", "Where a hero is made that is yours alone", ("on the card", "in private")),
    Setting("pings", "Whether you are pinged when it is your move", ("on", "off")),
    Setting("next", "Whether you are told when you are next (way to play: rota)", ("off", "on")),
)


class CardBuilder:
    """Makes cards of what tables show, with pictures from the easel. It remembers the window of
    each picture, so that the map stays still from turn to turn; forgetting one only costs a fresh
    choice of window."""

    def __init__(self, tables: Tables, pool: RenderPool) -> None:
        self._tables = tables
        self._pool = pool
        self._windows: dict[tuple[int, int | None], Window | None] = {}
        self._choices: dict[int, dict[str, str]] = {}
        self._sketches: dict[int, tuple[View, asyncio.Task[Picture]]] = {}

    async def _draw(
        self, person: int, work: Callable[..., Picture], *args: Any, **also: Any
    ) -> Picture:
        """Draw in the colours that a person has chosen."""
        theme = (await self.choices(person))["theme"]
        return await self._pool.draw(work, *args, theme=theme, **also)

    async def choices(self, person: int) -> dict[str, str]:
        """What a person has chosen for themselves, defaults included."""
        if person not in self._choices:
            defaults = {option.name: option.values[0] for option in CHOICES}
            self._choices[person] = defaults | await self._tables.preferences(person)
        return self._choices[person]

    async def choose(self, person: int, name: str, value: str | None) -> None:
        """Keep a person's choice (None: the default). Raises Refusal: see `Tables.prefer`."""
        await self._tables.prefer(person, name, value)
        self._choices.pop(person, None)

    def forgotten(self, person: int) -> None:
        """A person's choices are no longer kept."""
        self._choices.pop(person, None)

    async def legend(self, person: int) -> Picture:
        """What stands for what on the pictures."""
        return await self._draw(person, render.legend)

    async def picture(
        self,
        game: int,
        seat: int | None,
        view: View,
        person: int,
        proposals: Sequence[render.Proposal] = (),
    ) -> Picture:
        """The picture of a view as a person likes it (1100 x 700, PNG)."""
        window = self._windows.get((game, seat))
        drawn = await self._draw(
            person, render.picture, view, window=window, proposals=tuple(proposals)
        )
        self._windows[game, seat] = drawn.window
        return drawn

    async def still(self, view: View, person: int) -> Picture:
        """The picture of a view of long ago, in a window of its own."""
        return await self._draw(person, render.picture, view)

    async def film(self, views: Sequence[View], person: int) -> bytes:
        """Views as a film (GIF). Other pictures are drawn between two of its frames."""
        stills: list[Picture] = []
        for view in views:
            window = stills[-1].window if stills else None
            stills.append(await self._draw(person, render.picture, view, window=window))
        return await self._pool.run(render.reel, stills)

    async def overview(self, table: Table, seat: int | None, view: View, person: int) -> Picture:
        """All that is known of the place."""
        if not isinstance(view.board, Grid):
            raise Refusal("This game has no map to look over.")
        window = self._windows.get((table.game.id, seat))
        return await self._draw(person, render.overview, view, window=window)

    def sketch(self, table: Table, view: View) -> None:
        """Draw what everybody will see once it is saved, while it is being saved. Nobody gets the
        picture before (`_sketched`). Not where it will not be asked for: on votes, on makings and
        at the end the card shows something else."""
        game = table.game
        if view.phase == "play" and not table.mode.votes:
            task = asyncio.create_task(self.picture(game.id, None, view, game.founder))
            task.add_done_callback(_heeded)
            self._sketches[game.id] = view, task

    async def _sketched(self, table: Table, view: View) -> Picture:
        """The picture of what everybody sees, that of its sketch if there is one."""
        game = table.game
        sketched, task = self._sketches.pop(game.id, (None, None))
        if task is not None and sketched is view:
            return await task
        return await self.picture(game.id, None, view, game.founder)

    async def card(self, table: Table, number: int) -> Card:
        """The game's card, whatever its phase: lobby, turn or end. Its colours are the founder's
        choice."""
        game = table.game
        if game.phase == "lobby":
            rules = table.ruleset
            own = bool(contract.about(rules, game.options))
            status = await table.status()
            return cards.lobby(status, number, rules.summary, rules.settings, about=own)
        if not table.seats:  # ended before it began
            return cards.over(await table.status(), number, None, None)
        view = await table.view(None)
        if game.phase == "over":
            return await self._last(table, number, view)
        if view.phase == "making" and await self._in_private(table):
            made = cards.making(await table.status(), number)
        elif table.mode.votes and game.phase == "play":
            status, offers = await asyncio.gather(table.status(), _shown(table, view))
            made = await self._vote(table, number, view, status, offers)
        else:
            status, offers, drawn = await asyncio.gather(
                table.status(), _shown(table, view), self._sketched(table, view)
            )
            made = cards.turn(status, number, view, offers, drawn.png)
        if motion := table.motion():
            status, what = await table.status(), await vote_cards.moved(table, motion)
            vote_cards.with_motion(made.view, *vote_cards.motion(status, number, motion, what))
        return made

    async def _vote(
        self,
        table: Table,
        number: int,
        view: View,
        status: Status,
        offers: Sequence[Offer] | None,
    ) -> Card:
        """The card of a turn that is voted on."""
        game, poll = table.game, table.poll()
        closing, result = vote_cards.closing(status), await vote_cards.decision(table)
        proposals: Sequence[render.Proposal] = ()
        if poll is None:
            vote, pressed = vote_cards.unopened(sentence(game.terms.clauses), closing), []
        else:
            places = vote_cards.backers(table, poll)
            shots = {str(offer.action) for offer in offers or () if offer.group == "target"}
            proposals = vote_cards.drawn(poll, places, shots)
            names = {
                letter: [table.members[place].name for place in voters]
                for letter, voters in places.items()
            }
            vote = vote_cards.tally(poll, game.terms.clauses, names, closing)
            pressed = vote_cards.letters(game.id, number, poll)
        words = f"{result}\n{vote}" if result else vote
        drawn = await self.picture(game.id, None, view, game.founder, proposals)
        return vote_cards.card(status, number, view, offers, words, pressed, drawn.png)

    async def _last(self, table: Table, number: int, view: View) -> Card:
        status, game = await table.status(), table.game
        self._forget(game.id)
        if status.outcome is None:
            drawn = await self.picture(game.id, None, view, game.founder)
        else:
            scene = render.victory if status.outcome.won else render.death
            drawn = await self._draw(game.founder, scene, view, status.outcome)
        return cards.over(status, number, view, drawn.png)

    async def _in_private(self, table: Table) -> bool:
        """Whether the one maker of a hero wants to be alone with it."""
        maker = cards.one_alone(await table.status())
        return maker is not None and (await self.choices(maker))["making"] == "in private"

    async def sheet(
        self, table: Table, seat: int | None, person: int, place: Place, said: str = ""
    ) -> Reply:
        """A leaf of somebody's pages, with what can be asked of it and done there."""
        game, view = table.game, await table.view(seat)
        if not view.pages:
            raise Refusal("There is nothing written about you here.")
        place.page %= len(view.pages)
        topics = await table.topics(seat)
        offers = await table.offers(seat) if seat is not None else ()
        picture = None
        if (await self.choices(person))["view"] == "picture":
            title, text = view.pages[place.page]
            pieces = sheets.leaves(text)
            board = sheets.board(title, pieces[place.leaf % len(pieces)])
            drawn = replace(view, board=board, headline=view.title)
            picture = await self._draw(person, render.picture, drawn)
        return sheets.panel(game.id, game.card, view, place, topics, offers, picture, said)

    async def own(self, table: Table, seat: int | None, person: int) -> Reply:
        """Somebody's own view of the table, for them alone."""
        game = table.game
        view = await table.view(seat)
        offers = await table.offers(seat) if seat is not None else ()
        if (await self.choices(person))["view"] == "words":
            words = await self._pool.run(render.text, view, 40)
            return panels.own(game.id, game.card, view, offers, words)
        picture = await self.picture(game.id, seat, view, person)
        return panels.own(game.id, game.card, view, offers, picture)

    def _forget(self, game: int) -> None:
        for key in [key for key in self._windows if key[0] == game]:
            del self._windows[key]
        self._sketches.pop(game, None)


def _heeded(done: asyncio.Task[Any]) -> None:
    """What has gone wrong with a task is told by whoever asks for its result, if anybody does."""
    if not done.cancelled():
        done.exception()


async def _shown(table: Table, public: View) -> Sequence[Offer] | None:
    """The offers that the public card may show: those of the one seat to move, if it sees just
    what everybody sees. Equal views give equal offers, so they tell no more than the picture."""
    to_move = await table.to_move()
    if len(to_move) == 1 and await table.view(to_move[0]) == public:
        return await table.offers(to_move[0])
    return None
