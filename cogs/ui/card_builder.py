"""Build cards and panels of a table: ask it, have the picture drawn, lay out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from typing import Any, NamedTuple

import discord
from msgspec.structs import replace

import render
from cogs.ui import cards, history, panels, preferences, sheets, uploads, vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import Card
from cogs.ui.catalogues import ENGLISH
from cogs.ui.languages import language_of, say_all, speaking, translations
from cogs.ui.log_text import autoplay_text, motion_text
from cogs.ui.phone import CardLine, Rank
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import Reply
from cogs.ui.sheets import SheetPage, SheetPosition
from engine.contract.action import GM, Offer, Option
from engine.contract.view import View
from render import Picture, Window
from table.actor import GameActor
from table.commands.lobby import open_modes
from table.errors import Refusal
from table.preferences import PreferenceService
from table.receipt import Status
from table.state import GameRecord

LANGUAGE = "language"  # the preference of a server
MAX_AUTOPLAYED = 3  # actions of characters that play by themselves, on a card
EVERYBODY = 0  # stands for no person: cards for all are drawn in the usual theme


class Prerendered(NamedTuple):
    """A picture that is being drawn while its turn is saved: of what everybody will see, `view`,
    which cards `shown` in a language."""

    view: View
    language: str
    shown: View
    drawing: Future[Picture]


class CardBuilder:
    """Builds cards of what tables show, with pictures from the render pool.

    It remembers the window of each picture, so that the map stays still from turn to turn, and
    which of their seats people have switched to; forgetting one only costs a new choice.
    """

    def __init__(
        self,
        stored: PreferenceService,
        pool: RenderPool,
        server_locale: Callable[[int], discord.Locale | None],
    ) -> None:
        self._stored = stored
        self._pool = pool
        self._server_locale = server_locale
        self._film = asyncio.Semaphore(1)  # films at a time: another worker draws the cards
        self._windows: dict[tuple[int, int | None], Window | None] = {}
        self._prerendered: dict[int, Prerendered] = {}  # by game
        self.chosen_seats: dict[tuple[int, int], int] = {}  # by game and person, of several seats
        self.recaps_told: dict[tuple[int, int], float] = {}  # when, by game and person

    async def seat(self, actor: GameActor, person: int) -> int | None:
        """Return the seat whose view a person gets: of theirs, the one they have switched to, else
        one that has to act, else the first; None (the public's view) when they have none."""
        seats = actor.reader.may_see(person)
        chosen = self.chosen_seats.get((actor.game.id, person))
        if chosen in seats:
            return chosen
        if len(seats) > 1:
            waiting = (await actor.reader.status()).turn.waiting
            return next((seat for seat in waiting if seat in seats), seats[0])
        return seats[0] if seats else None

    # ------------------------------------------------------------ preferences

    async def preferences(self, person: int) -> dict[str, str]:
        """Return a person's preferences, with the defaults."""
        return preferences.defaults() | await self._stored.of(person)

    async def set_preference(self, person: int, name: str, value: str | None) -> None:
        """Store what a person has typed for a preference. Raises Refusal."""
        preference = preferences.find(name)
        stored = preferences.stored_value(preference, value, time.time(), await self.zone(person))
        await self._stored.set(person, name, stored)

    async def zone(self, person: int) -> str:
        """Return the name of a person's time zone."""
        return (await self.preferences(person)).get("zone", "UTC")

    # ------------------------------------------------------------ languages of servers

    async def server_language(self, server: int) -> str:
        """Return the language of a server's cards: what was chosen, else what Discord says;
        English while it has said nothing."""
        return await self.told_language(server) or ENGLISH

    async def told_language(self, server: int) -> str | None:
        """Return the language of a server's cards; None while Discord has said nothing."""
        await self._stored.of(server)
        return self._known_language(server)

    def _known_language(self, server: int) -> str | None:
        """Return a server's language; None while it is not known. Discord's word for it can change
        and comes late after a start, so it is asked for each time."""
        chosen = self._stored.read_so_far(server)
        if chosen is None:
            return None
        locale = self._server_locale(server)
        spoken = language_of(locale) if locale is not None else None
        return chosen.get(LANGUAGE) or spoken

    async def set_server_language(self, server: int, language: str | None) -> None:
        """Choose the language of a server's cards; None: Discord's setting for the server."""
        await self._stored.set(server, LANGUAGE, language)

    # ------------------------------------------------------------ pictures

    async def _draw(
        self, person: int, work: Callable[..., Picture], *args: Any, **also: Any
    ) -> Picture:
        """Draw with the theme that a person has chosen."""
        theme = (await self.preferences(person))["theme"]
        return await self._pool.draw(work, *args, theme=theme, **also)

    async def legend(self, ruleset: str, person: int) -> list[Picture]:
        """Return the legend of a ruleset's pictures."""
        words = translations(render.legend_words(ruleset), "legend")
        return [
            await self._draw(person, render.legend, ruleset, part, words=words)
            for part in range(render.legend_parts(ruleset))
        ]

    async def hall(
        self, title: str, fallen: Sequence[render.HallName], ruleset: str, person: int
    ) -> Picture:
        """Return the picture of who fell where."""
        return await self._draw(person, render.hall, title, tuple(fallen), ruleset)

    async def picture(
        self,
        game: int,
        seat: int | None,
        view: View,
        person: int,
        proposals: Sequence[render.Proposal] = (),
    ) -> Picture:
        """Return the picture of a view as a person likes it (948 x 605, PNG)."""
        window, drawable = self._windows.get((game, seat)), _without_handouts(view)
        drawn = await self._draw(
            person, render.picture, drawable, window=window, proposals=tuple(proposals)
        )
        self._windows[game, seat] = drawn.window
        return drawn

    async def upload(self, option: Option, file: discord.Attachment) -> str:
        """Return an uploaded file as a word of an action line. Raises Refusal."""
        return await uploads.read_attachment(self._pool, option, file)

    async def sees_pictures(self, actor: GameActor, person: int) -> bool:
        """Return whether a person sees a game in pictures, and not in words alone."""
        wants = (await self.preferences(person))["view"] != "words"
        return wants and _has_picture(actor.game)

    async def earlier_picture(self, view: View, person: int) -> Picture:
        """Return the picture of an earlier view, in a window of its own."""
        return await self._draw(person, render.picture, view)

    async def film(self, views: Sequence[View], person: int) -> bytes:
        """Return views as a film (GIF). Other pictures are drawn between two of its frames."""
        stills: list[Picture] = []
        async with self._film:
            for view in views:
                window = stills[-1].window if stills else None
                stills.append(await self._draw(person, render.picture, view, window=window))
            return await self._pool.run(render.reel, [each.png for each in stills])

    async def overview(
        self, actor: GameActor, seat: int | None, view: View, person: int
    ) -> Picture:
        """Return a picture of the whole map. Raises Refusal when there is none."""
        if view.map is None:
            raise Refusal("This game has no map.")
        window = self._windows.get((actor.game.id, seat))
        return await self._draw(person, render.overview, view, window=window)

    def prerender(self, actor: GameActor, view: View) -> None:
        """Have what everybody will see drawn while the action is being saved; in any thread.

        Nobody gets the picture before. Not for cards that show something else: votes, setup and
        the end; nor before the first card has told the server's language.
        """
        game = actor.game
        language = self._known_language(game.guild)
        is_plain = view.phase == "play" and not actor.mode.votes
        if _has_picture(game) and is_plain and language is not None:
            window = self._windows.get((game.id, None))
            with speaking(language):
                shown = say_all(view)
                with suppress(BrokenExecutor):  # a worker was killed: the card draws it
                    drawable = _without_handouts(shown)
                    drawing = self._pool.start(render.picture, drawable, window=window)
                    self._prerendered[game.id] = Prerendered(view, language, shown, drawing)

    async def _public_view(self, actor: GameActor, language: str) -> View:
        """Return what everybody sees as cards show it, in the language being spoken."""
        view = await actor.reader.view(None)
        prerendered = self._prerendered.get(actor.game.id)
        if prerendered is None or prerendered.view is not view or prerendered.language != language:
            return say_all(view)
        return prerendered.shown

    async def _turn_picture(self, actor: GameActor, view: View) -> bytes | None:
        """Return the picture of what everybody sees, the prerendered one if there is one; None
        where cards are text alone."""
        game = actor.game
        prerendered = self._prerendered.pop(game.id, None)
        if not _has_picture(game):
            return None
        if prerendered is None or prerendered.shown != view:
            return (await self.picture(game.id, None, view, EVERYBODY)).png
        try:
            drawn = await asyncio.wrap_future(prerendered.drawing)
        except BrokenExecutor:  # the worker was killed
            return (await self.picture(game.id, None, view, EVERYBODY)).png
        self._windows[game.id, None] = drawn.window
        return drawn.png

    # ------------------------------------------------------------ public cards

    async def card(self, actor: GameActor, number: int) -> Card:
        """Return the game's card in its phase: lobby, turn or end, in the usual theme and the
        server's language."""
        language = await self.server_language(actor.game.guild)
        with speaking(language):
            return await self._card(actor, number, language)

    async def _card(self, actor: GameActor, number: int, language: str) -> Card:
        game, status = actor.game, await actor.reader.status()
        if game.phase == "lobby":
            rules = actor.ruleset
            return cards.lobby_card(status, number, rules, open_modes(actor.state, rules))
        if game.header is None:  # ended before it began
            return cards.end_card(status, number, None, None)
        view = await self._public_view(actor, language)
        if game.phase == "over":
            return await self._end_card(actor, status, number, view)
        motion, asked, reserved = actor.reader.motion(), "", 0
        if motion is not None and motion.motion is not None:
            what = motion_text(motion.motion, await actor.history.turns())
            asked = vote_cards.motion_words(status, motion, what)
            reserved = vote_cards.motion_points(asked)
        if view.phase == "setup" and await self._sets_up_in_private(status):
            card = cards.private_setup_card(status, number)
        elif actor.mode.votes and game.phase == "play":
            card = await self._vote_card(actor, number, view, status, reserved=reserved)
        else:
            offers, png = await asyncio.gather(
                _public_offers(actor), self._turn_picture(actor, view)
            )
            autoplayed = await _autoplayed(actor)
            card = cards.turn_card(
                status,
                number,
                view,
                offers,
                png,
                more=cards.CardExtras(
                    autoplayed, await _is_advised(actor), await history.can_undo(actor), reserved
                ),
            )
        if motion is not None and asked:
            vote_cards.add_motion(card.view, status, number, motion, asked)
        return card

    async def closed_lobby(self, actor: GameActor) -> Card:
        """Return what the game's lobby shows once the game has begun."""
        rules, status = actor.ruleset, await actor.reader.status()
        with speaking(await self.server_language(actor.game.guild)):
            return cards.closed_lobby_card(status, rules)

    async def _vote_card(
        self, actor: GameActor, number: int, view: View, status: Status, *, reserved: int
    ) -> Card:
        game, poll = actor.game, actor.reader.poll()
        offers = await _public_offers(actor)
        due, result = cards.due_time(status, "turn"), await vote_cards.last_result(actor)
        buttons = CardButtons(game.id, number)
        proposals: Sequence[render.Proposal] = ()
        if poll is None:
            leader = actor.reader.leader()
            vote = vote_cards.empty_poll_lines(game.settings.clauses, leader, due)
            vote_buttons = []
        else:
            voters = vote_cards.voters_by_letter(actor, poll)
            targeted = {str(offer.action) for offer in offers or () if offer.group == "target"}
            proposals = vote_cards.drawn_proposals(poll, voters, targeted)
            names = vote_cards.voter_names(actor, voters)
            vote = vote_cards.poll_lines(poll, names, due)
            vote_buttons = vote_cards.proposal_buttons(game.id, number, poll)
        png = None
        if _has_picture(game):
            png = (await self.picture(game.id, None, view, EVERYBODY, proposals)).png
        picture = cards.board_picture(view, number, png)
        earlier = [*await _autoplayed(actor), f"-# {result}" if result else ""]
        vote = [*(CardLine(line, Rank.RESULT, n) for n, line in enumerate(earlier)), *vote]
        return vote_cards.vote_card(
            buttons, view, offers, vote, vote_buttons, picture=picture, reserved=reserved
        )

    async def _end_card(self, actor: GameActor, status: Status, number: int, view: View) -> Card:
        game = status.game
        self._forget_game(game.id)
        png = None
        if _has_picture(game):
            png = (await self._end_picture(status, view)).png
        dice = history.dice_lines(await actor.history.rolled_events(None))
        return cards.end_card(status, number, view, png, dice)

    async def _end_picture(self, status: Status, view: View) -> Picture:
        if status.outcome is None:
            return await self.picture(status.game.id, None, view, EVERYBODY)
        return await self._draw(EVERYBODY, render.ending, view, say_all(status.outcome))

    async def _sets_up_in_private(self, status: Status) -> bool:
        person = cards.only_person(status)
        return person is not None and (await self.preferences(person))["setup"] == "in private"

    # ------------------------------------------------------------ private panels

    async def sheet(
        self,
        actor: GameActor,
        seat: int | None,
        person: int,
        position: SheetPosition,
        message: str = "",
        topic: str = "",
    ) -> Reply:
        """Return a page of a seat's sheet, with what can be explained and done there: first of all
        with one topic."""
        game, view = actor.game, say_all(await actor.reader.view(seat))
        pages = say_all(await actor.reader.pages(seat))
        if not pages:
            raise Refusal("You have no sheet in this game.")
        page = SheetPage(pages, position)
        topics = await actor.reader.topics(seat)
        offers = await actor.reader.offers(seat) if seat is not None else ()
        png = None
        if (await self.preferences(person))["view"] == "picture":
            shown = replace(view, map=None, sheet=page.board(), headline=view.title)
            png = (await self._draw(person, render.picture, shown)).png
        buttons = CardButtons(game.id, game.card)
        return sheets.sheet_panel(
            buttons,
            view,
            page=page,
            topics=topics,
            offers=offers,
            png=png,
            message=message,
            topic=topic,
        )

    async def own_view(self, actor: GameActor, seat: int | None, person: int) -> Reply:
        """Return a seat's own view of the table."""
        game = actor.game
        view = say_all(await actor.reader.view(seat))
        offers = await actor.reader.offers(seat) if seat is not None else ()
        board: Picture | str
        if (await self.preferences(person))["view"] == "words":
            board = await self._pool.run(render.text, view, 40)
        else:
            board = await self.picture(game.id, seat, view, person)
        desk = seat == GM and actor.ruleset.tells_in_posts
        status = await actor.reader.status()
        due = status.deadlines if seat == GM or seat in status.turn.waiting else ()
        until = next((each.due for each in due if each.kind == "turn"), None)
        buttons = CardButtons(game.id, game.card, own=True)
        return panels.own_view(
            buttons,
            view,
            offers,
            board,
            desk=desk,
            until=until,
            seats=buttons.seat_row(actor.reader.may_see(person), seat, status),
        )

    async def morgue(self, actor: GameActor, seat: int | None) -> str:
        """Return a seat's character as one text, with the outcome once the game is over."""
        reader = actor.reader
        status, view = await reader.status(), say_all(await reader.view(seat))
        pages, outcome = say_all(await reader.pages(seat)), say_all(status.outcome)
        return await self._pool.run(render.morgue, status.title, view, pages, outcome)

    def _forget_game(self, game: int) -> None:
        for key in [key for key in self._windows if key[0] == game]:
            del self._windows[key]
        for choice in [choice for choice in self.chosen_seats if choice[0] == game]:
            del self.chosen_seats[choice]
        for told in [told for told in self.recaps_told if told[0] == game]:
            del self.recaps_told[told]
        self._prerendered.pop(game, None)


def _has_picture(game: GameRecord) -> bool:
    """Return whether the cards of a game show a picture."""
    return game.settings.cards == "pictures"


def _without_handouts(view: View) -> View:
    """Return a view as it is drawn: handouts stand beside its picture."""
    return replace(view, handouts=())


async def _autoplayed(actor: GameActor) -> list[str]:
    """Return what characters did by themselves since somebody acted, the last of it."""
    names = {seat.seat: seat.character for seat in actor.state.seats}
    words = actor.ruleset.action_text
    done = [entry for entry in await actor.history.autoplayed() if entry.seat in names]
    return [autoplay_text(each, names[each.seat], words) for each in done[-MAX_AUTOPLAYED:]]


async def _is_advised(actor: GameActor) -> bool:
    """Return whether every seat that is waited for has advice."""
    waiting = (await actor.reader.turn()).waiting
    offers = [await actor.reader.offers(seat) for seat in waiting]
    return all(any(offer.advised for offer in each) for each in offers)


async def _public_offers(actor: GameActor) -> Sequence[Offer] | None:
    """Return the offers that the public card may show: those of the one seat that has to act, if
    it sees just what everybody sees. Equal views give equal offers, so they tell no more than the
    picture."""
    reader = actor.reader
    waiting = (await reader.turn()).waiting
    if len(waiting) == 1 and await reader.sees_what_all_see(waiting[0]):
        return await reader.offers(waiting[0])
    return None
