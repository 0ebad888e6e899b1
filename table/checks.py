"""What every request asks first, and small things that several of them do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from engine.game import Offer
from table import terms
from table.actor import Actor
from table.affairs import Affairs
from table.errors import Refusal, StaleCard
from table.modes import MODES
from table.records import Game, Person
from table.standing import Ahead, Played, play


class Checks(Actor):
    """Checks raise Refusal; nothing has changed then."""

    def _not_over(self) -> None:
        if self._game.phase == "over":
            raise Refusal("The game is over.")

    def _goes_on(self) -> None:
        self._not_over()
        if self._game.phase == "lobby":
            raise Refusal("The game has not begun yet.")
        if self._game.phase == "paused":
            raise Refusal(f"The game is paused. {self._game.reason}".rstrip())

    def _in_charge(self, who: Person, verb: str) -> None:
        if who.id != self._game.founder and not who.manager:
            raise Refusal(f"Only the game's founder or a manager of the server may {verb} it.")

    def _joined(self, person: int) -> None:
        if person not in self._now().people:
            raise Refusal("They are not in this game.")

    def _newest(self, card: int | None) -> None:
        if card is not None and card != self._game.card:
            raise StaleCard

    def _setting(self, name: str, value: str) -> dict[str, Any]:
        """What `_change` is told to settle a setting otherwise. Raises Refusal."""
        game, turn = self._game, ""
        if name == "mode":
            if value not in MODES:
                raise Refusal(f"A game can be played so: {', '.join(MODES)}.")
            if value == "table" and not self.ruleset.has_gm:
                raise Refusal(f"{self.ruleset.title} has no place for a Game Master.")
            game, turn = replace(game, mode=value), "begun"
        elif name in terms.NAMES:
            if name in terms.FIXED and game.header is not None:
                raise Refusal("That was settled when the game began.")
            if name == "undo" and game.terms.ladder == "on":
                raise Refusal("Nothing is taken back in a game that counts for the ladder.")
            game = replace(game, terms=terms.changed(game.terms, name, value))
            turn = "begun" if name in terms.TIMED else ""
        elif game.header is not None:
            raise Refusal("That was settled when the game began.")
        else:
            chosen = {**game.options, **terms.checked_options(self.ruleset, {name: value})}
            game = replace(game, options=chosen)
        return {"game": game, "turn": turn if game.phase == "play" else ""}

    def _acted(self, who: Person | None, affairs: Affairs | None = None) -> Affairs:
        """What is under way, after somebody has done something."""
        affairs = affairs or self._game.affairs
        if who is None:
            return affairs
        return replace(affairs, moved={**affairs.moved, who.id: self._means.now()})

    async def _played(self, state: Any, seat: int, text: str, ahead: Ahead | None = None) -> Played:
        """Do an action of a seat; not saved yet."""
        return await self._means.toil(play, self.ruleset, state, seat, text, ahead)

    def _legal(self, seat: int) -> Callable[[Any], tuple[Offer, ...]]:
        return lambda state: tuple(self.ruleset.legal(state, seat))

    def _over(self) -> Game:
        return replace(self._game, phase="over", reason="", ended=self._means.now())

    def _paused(self, reason: str) -> Game:
        return replace(self._game, phase="paused", reason=reason)

    def _revealed(self) -> bool:
        """Whether everything may be told, the seed too."""
        return self._game.phase == "over" and not self._game.affairs.sealed


def without(affairs: Affairs, person: int) -> Affairs:
    """What is under way, after somebody has left."""
    return replace(
        affairs,
        leader=None if affairs.leader == person else affairs.leader,
        master=None if affairs.master == person else affairs.master,
        turn_of=None if affairs.turn_of == person else affairs.turn_of,
        loans={seat: loan for seat, loan in affairs.loans.items() if loan.to != person},
        delegations=_but(affairs.delegations, {person}),
        moved=_but(affairs.moved, {person}),
    )


def _but(mapping: dict[int, Any], keys: Collection[int]) -> dict[int, Any]:
    return {key: value for key, value in mapping.items() if key not in keys}
