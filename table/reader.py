"""Reads of a table, as it was last saved: views, offers, status, votes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.contract.action import GM, FormField, Offer
from engine.contract.dice import GameSecret
from engine.contract.placeholders import is_placeholder
from engine.contract.texts import Text, Words
from engine.contract.view import Page, Topic, Turn, View
from table.commands.command import check_card
from table.commands.undo import undoes_by_vote
from table.errors import Refusal, TableFault
from table.history.chain import short_head
from table.loaded_game import Draft, make_draft
from table.memory import GameMemory
from table.receipt import Status
from table.references import names_in
from table.schedule.deadlines import waits_for
from table.services import Services
from table.shown_names import Names, fill_names
from table.state import Person, TableState
from table.voting.ballot import Ballot
from table.voting.game_context import GameContext
from table.voting.modes import MODES, rota_order, rota_person
from table.voting.poll import Poll, poll_of

V = TypeVar("V")

MAX_SHOWN = 64  # values remembered with names in them


class GameReader:
    """Views, offers, who is who, open votes."""

    def __init__(self, table: GameMemory, services: Services) -> None:
        self._table = table
        self._services = services
        self._shown: dict[object, tuple[object, Names, Any]] = {}  # by what it was made from

    # ------------------------------------------------------------ today's names

    @property
    def names(self) -> Names:
        """Return the names of the game's people, by their placeholders."""
        references = self._table.state.references
        return self._remember("names", references, {}, lambda: names_in(self._table.state))

    @property
    def state(self) -> TableState:
        """Return the table's state with today's names; only its summary keeps placeholders."""
        state, names = self._table.state, self.names

        def fill() -> TableState:
            filled = fill_names(replace(state, summary=None), names)
            return replace(filled, summary=state.summary)

        return self._remember("state", state, names, fill)

    def people(self) -> tuple[Person, ...]:
        """Return the members, as they would join another game."""
        known = {each.person: each.name for each in self._table.state.references.values()}
        return tuple(
            Person(
                each.person,
                known[each.person],
                character="" if is_placeholder(each.name) else each.name,
            )
            for each in self._table.state.members
            if each.person in known
        )

    def show_ahead(self, public: View, names: Names) -> View:
        """Return what everybody will see once it is saved, with names; `view` then returns the same
        object. In any thread."""
        return self._remember(("view", None), public, names, lambda: fill_names(public, names))

    def _show(self, key: object, value: V) -> V:
        """Return a value with today's names, remembered under `key` while it is the same object."""
        names = self.names
        return self._remember(key, value, names, lambda: fill_names(value, names))

    def _remember(self, key: object, source: object, names: Names, make: Callable[[], V]) -> V:
        held = self._shown.get(key)
        if held is not None and held[0] is source and held[1] == names:
            shown: V = held[2]
            return shown
        made = make()
        if len(self._shown) >= MAX_SHOWN:
            self._shown.clear()
        self._shown[key] = source, names, made
        return made

    # ------------------------------------------------------------ the rules' state

    async def view(self, seat: int | None) -> View:
        """Return what the seat (None: the public) may see now. Raises Refusal in the lobby."""
        seen_by = self._seen_by(seat)
        key = "view", seen_by
        return self._show(key, await self._table.read(key, lambda game: game.view(seen_by)))

    async def pages(self, seat: int | None) -> tuple[Page, ...]:
        """Return the pages of the seat's sheet (None: the public's). Raises Refusal in a lobby."""
        seen_by = self._seen_by(seat)
        key = "pages", seen_by
        return self._show(key, await self._table.read(key, lambda game: game.pages(seen_by)))

    async def sees_what_all_see(self, seat: int) -> bool:
        """Return whether a seat is shown what the public is shown, and so is offered no more than
        the public may know."""
        if self._seen_by(seat) is None:
            return True
        if await self.view(seat) != await self.view(None):
            return False
        return await self.pages(seat) == await self.pages(None)

    def _seen_by(self, seat: int | None) -> int | None:
        """Return whose view a seat gets: the public's, where all see the same."""
        return None if seat != GM and self._table.ruleset.same_view_for_all else seat

    async def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return what the seat may do now; nothing when the game is not being played."""
        if self._table.state.game.phase != "play":
            return ()
        key = "offers", seat
        return self._show(key, await self._table.read(key, lambda game: game.legal(seat)))

    async def completions(self, seat: int, verb: str, option: str) -> tuple[str, ...]:
        """Return values that the seat may name for an option of a verb, beside its offers'."""
        if self._table.state.game.phase != "play":
            return ()
        key = "completions", seat, verb, option
        found = await self._table.read(key, lambda game: game.completions(seat, verb, option))
        return fill_names(found, self.names)

    async def form(self, seat: int, verb: str, target: str) -> tuple[FormField, ...]:
        """Return the fields of a form for a verb. Raises Refusal for an unknown target."""
        placeholders = {name: character for character, name in self.names.items()}
        whom = placeholders.get(target, target)
        found = await self._table.read(
            ("form", seat, verb, whom), lambda game: game.form(seat, verb, whom)
        )
        return fill_names(found, self.names)

    async def keepsakes(self) -> Mapping[str, Sequence[str]]:
        """Return what the Game Master may keep for other games of the server, by name."""
        return await self._table.read("keepsakes", lambda game: game.keepsakes())

    async def topics(self, seat: int | None) -> tuple[Topic, ...]:
        """Return what the seat (None: the public) may look up. Raises Refusal in the lobby."""
        return fill_names(await self._topics(seat), self.names)

    async def _topics(self, seat: int | None) -> tuple[Topic, ...]:
        return await self._table.read(("topics", seat), lambda game: game.topics(seat))

    async def explain(self, seat: int | None, topic: Topic) -> Words:
        """Return what there is to say of one of `topics`. Raises Refusal when there is nothing
        any more."""
        names = self.names
        known = {fill_names(each.key, names): each for each in await self._topics(seat)}
        found = known.get(topic.key)
        if found is None:
            raise Refusal("Nothing is known of that.")
        told = await self._table.read(
            ("explain", seat, found), lambda game: game.explain(seat, found)
        )
        return fill_names(told, self.names)

    async def draft(self, seat: int, chosen: Sequence[int]) -> Draft:
        """Return a character in the making after these offers were chosen, each by its number, on a
        copy of the game. Raises Refusal."""
        packed = (await self._table.summary()).packed
        work = partial(make_draft, self._table.ruleset, packed, seat, tuple(chosen))
        return fill_names(await self._services.run_short(work), self.names)

    async def turn(self) -> Turn:
        """Return whom the game waits for; nobody when it is not being played."""
        if self._table.state.game.phase != "play":
            return Turn(0, ())
        return (await self._table.summary()).turn

    async def status(self) -> Status:
        """Return how the game stands."""
        table, summary = self._table, None
        if table.state.game.header is not None:
            with contextlib.suppress(TableFault):  # see `problems`
                summary = await table.summary()
        state = self.state
        at = await self._loaded_context()
        playing = summary is not None and state.game.phase == "play"
        secret = await self.published_secret()
        return Status(
            game=state.game,
            title=table.ruleset.title,
            members=state.members,
            seats=state.seats,
            turn=summary.turn if summary and playing else Turn(0, ()),
            waiting_for=tuple(waits_for(at)),
            deadlines=tuple(
                sorted(
                    (each for each in state.deadlines.values() if each.due > at.now),
                    key=lambda each: each.due,
                )
            ),
            seed=secret.seed.hex() if secret else None,
            outcome=fill_names(summary.outcome, self.names) if summary else None,
            head="" if state.screened else short_head(state.game.head),
            game_master=self.game_master(),
            rota=self.rota_order(),
            leader=self.leader() if MODES[state.game.mode].votes else None,
            moved=state.moved if state.game.mode in ("rota", "first") else None,
        )

    async def published_secret(self) -> GameSecret | None:
        """Return what the dice came from, once it may be told."""
        state = self._table.state
        if state.game.header is None or not state.seed_published:
            return None
        return await self._services.store.games.secret(state.game.id)

    async def problems(self) -> tuple[str, ...]:
        """Return why messages do not arrive, or the state cannot be read: one sentence each."""
        game = self._table.state.game
        problems = await self._services.store.games.problems(game.id)
        if game.header is not None:
            try:
                await self._table.summary()
            except TableFault as fault:
                return (*problems, str(fault))
        return problems

    def check_card(self, card: int) -> None:
        """Raise StaleCard when a button's card is not of the turn that is played now."""
        check_card(self._table.state, card)

    # ------------------------------------------------------------ people

    def may_act(self, person: int) -> tuple[int, ...]:
        """Return the seats that this person may act for on their turn; in a vote, propose for."""
        mode = MODES[self._table.state.game.mode]
        return tuple(mode.may_act(self._context(), person))

    def may_see(self, person: int) -> tuple[int, ...]:
        """Return the seats whose view this person may see (none: the public view alone)."""
        mode = MODES[self._table.state.game.mode]
        return tuple(mode.may_see(self._context(), person))

    def rota_person(self) -> int | None:
        """Return whose turn it is by rota; None where there is no rota."""
        return rota_person(self._context()) if self._table.state.game.mode == "rota" else None

    def rota_order(self) -> tuple[int, ...]:
        """Return the people in the order of their turns; nobody where there is no rota."""
        if self._table.state.game.mode != "rota":
            return ()
        return rota_order(self._context())

    def why_not(self, person: int) -> Text:
        """Return why somebody may act for no seat, in a sentence."""
        why = MODES[self._table.state.game.mode].why_not(self._context(), person)
        return fill_names(why, self.names)

    def game_master(self) -> int | None:
        """Return the Game Master; None where there is none."""
        at = self._context()
        master = at.game_master
        return master if master is not None and at.is_game_master(master) else None

    def leader(self) -> int:
        """Return who breaks ties."""
        return self._context().leader

    def undoes_by_vote(self, who: Person) -> bool:
        """Return whether a person who wants to undo turns has to ask everybody."""
        return undoes_by_vote(self._context(), who)

    # ------------------------------------------------------------ votes

    def poll(self) -> Poll | None:
        """Return the vote on the next action; None when nobody has proposed anything."""
        return self._poll(self._table.state.ballot)

    def motion(self) -> Poll | None:
        """Return the vote on a motion; None when there is none."""
        return self._poll(self._table.state.motion)

    def vote_of(self, person: int, *, motion: bool = False) -> tuple[str, ...] | None:
        """Return the letters that a person voted for; None: they have not voted."""
        state = self._table.state
        ballot = state.motion if motion else state.ballot
        return ballot.votes.get(person) if ballot else None

    def _poll(self, ballot: Ballot | None) -> Poll | None:
        if ballot is None or self._table.state.game.phase != "play":
            return None
        return fill_names(poll_of(self._context(), ballot), self.names)

    # ------------------------------------------------------------ helpers

    def _context(self) -> GameContext:
        """Return the table now, with the preferences that have been read so far."""
        services = self._services
        return GameContext(self._table.state, services.now(), services.preferences.known)

    async def _loaded_context(self) -> GameContext:
        await self._services.preferences.load(self._table.state.people)
        return self._context()
