"""A ruleset in which all seats declare at once; a round may begin with the Game Master."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.contract.action import GM, Action, Event, IllegalAction, InvalidAction, Offer, Post
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.view import CharacterStatus, Outcome, Roles, Turn, View

WORDS = ("stay", "go")


class DeclaringState(msgspec.Struct):
    """A round: who has declared, and whether the Game Master opens each."""

    names: tuple[str, ...]
    opened_by_gm: bool
    turn: int = 0
    open: bool = False
    declared: dict[int, str] = {}


class Declaring(Ruleset[DeclaringState]):
    """One to three seats declare in any order; the last declaration ends the round."""

    name = "declaring"
    title = "Declaring"
    summary = "All declare at once."
    version = 1

    def __init__(self, gm: str = "absent", *, opened_by_gm: bool = False) -> None:
        self._roles = msgspec.convert({"least_players": 1, "most_players": 3, "gm": gm}, type=Roles)
        self._opened_by_gm = opened_by_gm

    def data_digest(self) -> str:
        return ""

    def roles(self, options: Mapping[str, str]) -> Roles:
        return self._roles

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> DeclaringState:
        return DeclaringState(tuple(seats), self._opened_by_gm or gm)

    def turn(self, state: DeclaringState) -> Turn:
        if state.opened_by_gm and not state.open:
            return Turn(2 * state.turn, (GM,))
        seats = (seat for seat in range(len(state.names)) if seat not in state.declared)
        return Turn(2 * state.turn + 1, tuple(seats), simultaneous=True)

    def legal(self, state: DeclaringState, seat: int) -> list[Offer]:
        if seat not in self.turn(state).waiting:
            return []
        words = ("open",) if seat == GM else WORDS
        return [Offer(Action(word), word.title()) for word in words]

    def parse(self, text: str, state: DeclaringState, seat: int) -> Action:
        if text not in (*WORDS, "open"):
            raise InvalidAction("Say stay, go or open.")
        return Action(text)

    def apply(
        self, state: DeclaringState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        if action not in {offer.action for offer in self.legal(state, seat)}:
            raise IllegalAction("You cannot do that now.")
        if seat == GM:
            state.open = True
        else:
            state.declared[seat] = action.verb
        if len(state.declared) == len(state.names):
            state.turn, state.open, state.declared = state.turn + 1, False, {}
            post = Post(((f"Turn {state.turn}: {action.verb}.", ""),))
            return [Event("declared", f"{action.verb}.", post=post)]
        return [Event("declared", f"{action.verb}.")]

    def view(self, state: DeclaringState, seat: int | None) -> View:
        waiting = self.turn(state).waiting
        characters = tuple(
            CharacterStatus(each, name, to_act=each in waiting)
            for each, name in enumerate(state.names)
        )
        return View("Declaring", state.turn, characters, (), (), "", "Nothing to see.")

    def outcome(self, state: DeclaringState) -> Outcome | None:
        return None

    def dump(self, state: DeclaringState) -> bytes:
        return msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> DeclaringState:
        return msgspec.msgpack.decode(data, type=DeclaringState)
