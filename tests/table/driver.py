"""A table as tests drive it: a method for each command, and shortcuts to what is read."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.action import Action
from engine.contract.running_game import RunningGame, resume
from engine.contract.view import View
from table.actor import GameActor
from table.commands.command import TableCommand
from table.commands.gm import NameGameMaster
from table.commands.lobby import Begin, ChangeSetting, ChooseMode, End, Join, Leave, Pause, Resume
from table.commands.play import Act
from table.commands.seats import GiveSeat, LendSeat, SetAutoplay, TakeBackSeat
from table.commands.undo import Undo
from table.commands.votes import (
    Delegate,
    MoveToSet,
    MoveToUndo,
    NameLeader,
    Veto,
    Vote,
    WithdrawVote,
)
from table.history.history import GameHistory
from table.loaded_game import OnView, load
from table.outbox.delivery import Press
from table.reader import GameReader
from table.receipt import Receipt, Status
from table.state import GameRecord, Member, Person, Seat, TableState


class TableDriver:
    """Runs commands at a table."""

    def __init__(self, actor: GameActor) -> None:
        self.actor = actor

    @property
    def state(self) -> TableState:
        """Return the table's state as last saved."""
        return self.actor.state

    @property
    def game(self) -> GameRecord:
        """Return the facts of the game."""
        return self.actor.state.game

    @property
    def members(self) -> tuple[Member, ...]:
        """Return who has joined."""
        return self.actor.state.members

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats."""
        return self.actor.state.seats

    @property
    def reader(self) -> GameReader:
        """Return the table's reader."""
        return self.actor.reader

    @property
    def history(self) -> GameHistory:
        """Return the table's history."""
        return self.actor.history

    async def view(self, seat: int | None) -> View:
        """Return what a seat may see."""
        return await self.actor.reader.view(seat)

    async def status(self) -> Status:
        """Return how the game stands."""
        return await self.actor.reader.status()

    async def running(self) -> RunningGame:
        """Return a copy of the game as it stands."""
        return load(self.actor.ruleset, (await self.actor.memory.summary()).packed)

    async def dump(self) -> bytes:
        """Return the state of the rules."""
        return (await self.running()).dump()

    def resumed(self, data: bytes) -> RunningGame:
        """Return the game that was dumped."""
        return resume(self.actor.ruleset, data)

    async def _run(self, who: Person | None, command: TableCommand, request: str = "") -> Receipt:
        return await self.actor.run(who, command, request=request)

    async def act(
        self,
        who: Person,
        action: str | Action,
        *,
        seat: int | None = None,
        card: int | None = None,
        press: Press | None = None,
        request: str = "",
        on_view: OnView | None = None,
    ) -> Receipt:
        """Act, or propose; by a button when there is a card."""
        if card is not None:
            press = Press(card)
        command = Act(str(action), seat, press)
        return await self.actor.run(who, command, request=request, on_view=on_view)

    async def join(self, who: Person, *, request: str = "") -> Receipt:
        """Run `Join`."""
        return await self._run(who, Join(), request)

    async def choose_mode(self, who: Person, mode: str) -> Receipt:
        """Run `ChooseMode`."""
        return await self._run(who, ChooseMode(mode))

    async def leave(self, who: Person, *, request: str = "") -> Receipt:
        """Run `Leave`."""
        return await self._run(who, Leave(), request)

    async def begin(self, who: Person, *, request: str = "") -> Receipt:
        """Run `Begin`."""
        return await self._run(who, Begin(), request)

    async def change_setting(self, who: Person, name: str, value: str) -> Receipt:
        """Run `ChangeSetting`."""
        return await self._run(who, ChangeSetting(name, value))

    async def pause(self, who: Person, reason: str = "") -> Receipt:
        """Run `Pause`."""
        return await self._run(who, Pause(reason))

    async def resume(self, who: Person) -> Receipt:
        """Run `Resume`."""
        return await self._run(who, Resume())

    async def end(self, who: Person) -> Receipt:
        """Run `End`."""
        return await self._run(who, End())

    async def vote(
        self,
        who: Person,
        letters: Sequence[str],
        *,
        motion: bool = False,
        card: int | None = None,
        request: str = "",
    ) -> Receipt:
        """Run `Vote`."""
        press = None if card is None else Press(card)
        return await self._run(who, Vote(tuple(letters), motion, press=press), request)

    async def withdraw_vote(self, who: Person, *, motion: bool = False) -> Receipt:
        """Run `WithdrawVote`."""
        return await self._run(who, WithdrawVote(motion))

    async def veto(self, who: Person, letter: str) -> Receipt:
        """Run `Veto`."""
        return await self._run(who, Veto(letter))

    async def move_to_undo(self, who: Person, turns: int, *, request: str = "") -> Receipt:
        """Run `MoveToUndo`."""
        return await self._run(who, MoveToUndo(turns), request)

    async def move_to_set(
        self, who: Person, name: str, value: str, *, request: str = ""
    ) -> Receipt:
        """Run `MoveToSet`."""
        return await self._run(who, MoveToSet(name, value), request)

    async def delegate(
        self, who: Person, person: int | None, until: float | None = None, *, request: str = ""
    ) -> Receipt:
        """Run `Delegate`."""
        return await self._run(who, Delegate(person, until), request)

    async def name_leader(self, who: Person, person: int) -> Receipt:
        """Run `NameLeader`."""
        return await self._run(who, NameLeader(person))

    async def name_game_master(self, who: Person, person: int) -> Receipt:
        """Run `NameGameMaster`."""
        return await self._run(who, NameGameMaster(person))

    async def undo(
        self, who: Person, turns: int = 1, kept_turns: int = 0, *, request: str = ""
    ) -> Receipt:
        """Run `Undo`."""
        return await self._run(who, Undo(turns, kept_turns), request)

    async def give_seat(self, who: Person, seat: int, person: int, name: str = "") -> Receipt:
        """Run `GiveSeat`."""
        return await self._run(who, GiveSeat(seat, person, name))

    async def lend_seat(
        self, who: Person, seat: int, person: int, until: float, name: str = ""
    ) -> Receipt:
        """Run `LendSeat`."""
        return await self._run(who, LendSeat(seat, person, until, name))

    async def take_back_seat(self, who: Person, seat: int) -> Receipt:
        """Run `TakeBackSeat`."""
        return await self._run(who, TakeBackSeat(seat))

    async def set_autoplay(self, who: Person, seat: int, on: bool) -> Receipt:
        """Run `SetAutoplay`."""
        return await self._run(who, SetAutoplay(seat, on))
