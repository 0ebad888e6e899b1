"""Nim: two players take stones from heaps by turns; whoever takes the last stone wins.

It is a whole ruleset in one file, to be changed into yours: the state, the class that plays it, and
what a seat sees. Everything here is used; `engine.contract.ruleset` tells what may be added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import xor

import msgspec

from engine.common.saved_state import SavedStates
from engine.contract.action import (
    Action,
    Advice,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Setting,
    Verb,
)
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.texts import Text, counted, listed, text, typed
from engine.contract.view import (
    CharacterStatus,
    Ending,
    Outcome,
    Roles,
    SheetBoard,
    SheetSection,
    Turn,
    View,
)

HEAPS = "ABC"
FEWEST, MOST = 3, 7  # stones of a heap at the start
AT_ONCE = 3  # stones that may be taken, at most
ONE, MANY = "{number} stone", "{number} stones"


class NimState(msgspec.Struct):
    """A game: what has happened so far, and nothing of dice to come."""

    names: tuple[str, ...]
    heaps: dict[str, int]  # stones
    turn: int = 0  # turns that were played
    last: Text | None = None  # what happened last

    @property
    def mover(self) -> int:
        """Return the seat that is to move, or was last, once the game is over."""
        return self.turn % len(self.names)

    @property
    def over(self) -> bool:
        """Return whether the last stone is gone."""
        return not any(self.heaps.values())


SAVED = SavedStates(NimState, "Nim", 1)  # another number when the state's fields change


class Nim(Ruleset[NimState]):
    """The rules of Nim."""

    name = "nim"
    title = "Nim"
    summary = "Two take stones by turns; whoever takes the last one wins."
    guide = "Take one to three stones from one heap. Whoever takes the last stone of all wins."
    version = 1  # grows when the same log would play out otherwise
    same_view_for_all = True
    settings = (Setting("heaps", "How many heaps there are.", ("3", "2")),)
    verbs = (
        Verb(
            "take",
            "Take stones from a heap.",
            (
                Option("heap", "Which heap.", choices=tuple(HEAPS)),
                Option("stones", "How many.", choices=("1", "2", "3")),
            ),
        ),
    )

    def data_digest(self) -> str:
        """Return a constant: there are no files of data."""
        return "0" * 64

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return two players."""
        return Roles(2, 2)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> NimState:
        """Return a game with heaps of random sizes. Raises InvalidAction."""
        if len(seats) != 2:
            raise InvalidAction(text("Two play this game."))
        heaps = HEAPS[: int(self.setting_values(options)["heaps"])]
        return NimState(tuple(seats), {each: dice.level.between(FEWEST, MOST) for each in heaps})

    def turn(self, state: NimState) -> Turn:
        """Return the turn of one seat, or of nobody when the game is over."""
        return Turn(state.turn, () if state.over else (state.mover,))

    def legal(self, state: NimState, seat: int) -> list[Offer]:
        """Return each number of stones of each heap, the best move first."""
        if seat not in self.turn(state).waiting:
            return []
        moves = [
            (heap, number)
            for heap, stones in state.heaps.items()
            for number in range(1, min(stones, AT_ONCE) + 1)
        ]
        moves.sort(key=lambda move: not _wins(state.heaps, *move))
        return [
            Offer(
                Action("take", (heap, str(number))),
                text("Take {number} from {heap}", number=number, heap=typed(heap)),
                intent="take",
                target=heap,
            )
            for heap, number in moves
        ]

    def parse(self, line: str, state: NimState, seat: int) -> Action:
        """Read `take A 2`. Raises InvalidAction."""
        match line.split(" "):
            case ["take", ("A" | "B" | "C") as heap, ("1" | "2" | "3") as number]:
                return Action("take", (heap, number))
        raise InvalidAction(text("Say which heap and how many stones, as in: take A 2."))

    def apply(self, state: NimState, seat: int, action: Action, dice: ActionDice) -> list[Event]:
        """Take the stones. Raises IllegalAction, and then nothing has changed."""
        if action not in [offer.action for offer in self.legal(state, seat)]:
            raise IllegalAction(text("You cannot take that now."))
        heap, number = action.args[0], int(action.args[1])
        state.heaps[heap] -= number
        state.last = text(
            "{who} takes {number} from {heap}.",
            who=typed(state.names[seat]),
            number=number,
            heap=typed(heap),
        )
        if not state.over:
            state.turn += 1
        return [Event("take", state.last)]

    def advise(self, state: NimState, seat: int) -> Advice | None:
        """Return the best move, and why."""
        offers = self.legal(state, seat)
        if not offers:
            return None
        heap, number = offers[0].action.args
        good = _wins(state.heaps, heap, int(number))
        why = text("it leaves no good answer") if good else text("any move is as good")
        return Advice(offers[0].action, why)

    def view(self, state: NimState, seat: int | None) -> View:
        """Return the heaps: there is nothing that somebody may not see."""
        heaps = tuple(
            text("{heap}: {stones}", heap=typed(heap), stones=counted(stones, ONE, MANY))
            for heap, stones in state.heaps.items()
        )
        last = state.last or text("The stones lie ready.")
        mover = typed(state.names[state.mover])
        return View(
            title="Nim",
            turn=state.turn,
            characters=tuple(
                CharacterStatus(each, typed(name), to_act=each in self.turn(state).waiting)
                for each, name in enumerate(state.names)
            ),
            facts=((text("Turn"), str(state.turn + 1)),),
            lines=(last,),
            headline=last,
            alt=text(
                "{last} {heaps}. {who} is to move.", last=last, heaps=listed(heaps), who=mover
            ),
            coach=text("Leave heaps to which every answer is a bad one."),
            sheet=SheetBoard((SheetSection(text("Heaps"), heaps),)),
            phase="over" if state.over else "play",
            ending=_ending(state, seat),
        )

    def outcome(self, state: NimState) -> Outcome | None:
        """Return who won, once the last stone is gone."""
        if not state.over:
            return None
        who = typed(state.names[state.mover])
        return Outcome(
            text("{who} wins", who=who),
            (text("{who} took the last stone.", who=who),),
            "won",
            ((text("turns"), state.turn + 1),),
        )

    def dump(self, state: NimState) -> bytes:
        """Return the state as bytes."""
        return SAVED.dump(state)

    def load(self, data: bytes) -> NimState:
        """Return the state that `dump` wrote. Raises ValueError."""
        return SAVED.load(data)


def _wins(heaps: Mapping[str, int], heap: str, number: int) -> bool:
    """Return whether the move leaves heaps from which every move loses."""
    after = {**heaps, heap: heaps[heap] - number}
    return reduce(xor, (stones % (AT_ONCE + 1) for stones in after.values())) == 0


def _ending(state: NimState, seat: int | None) -> Ending:
    if not state.over:
        return ""
    return "won" if seat is None or seat == state.mover else "lost"
