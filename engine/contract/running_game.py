"""A game in memory: a ruleset and a state of it together, so that whoever runs games of several
rulesets side by side need not know the types of their states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from engine.contract.action import Action, Advice, Event, FormField, InvalidAction, Offer
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.texts import Words, text
from engine.contract.view import Outcome, Page, Topic, Turn, View

S = TypeVar("S")


class RunningGame(ABC):
    """A game in memory. Its methods are the ruleset's, without the state."""

    @abstractmethod
    def turn(self) -> Turn:
        """Return whom the game waits for now."""

    @abstractmethod
    def legal(self, seat: int) -> tuple[Offer, ...]:
        """Return what the seat may do now, best first."""

    @abstractmethod
    def parse(self, text: str, seat: int) -> Action:
        """Return the action that a line of text means. Raises ActionError."""

    @abstractmethod
    def apply(self, seat: int, action: Action, dice: ActionDice) -> tuple[Event, ...]:
        """Do an action with these dice. Raises ActionError before anything has changed."""

    @abstractmethod
    def autoplay(self, seat: int, *, irreversible: bool = False) -> Advice | None:
        """Return what a seat does that nobody plays, and why; None when it can do nothing."""

    @abstractmethod
    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        """Return the same plan for at most so many turns; None for what is no plan."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what the seat (None: the public; GM: all) may see."""

    @abstractmethod
    def completions(self, seat: int, verb: str, option: str) -> tuple[str, ...]:
        """Return values for an option of a verb beside those that offers have."""

    @abstractmethod
    def form(self, seat: int, verb: str, target: str) -> tuple[FormField, ...]:
        """Return the fields of a form for a verb. Raises InvalidAction for an unknown target."""

    @abstractmethod
    def keepsakes(self) -> Mapping[str, Sequence[str]]:
        """Return what the Game Master may keep for other games, by name, as action lines."""

    @abstractmethod
    def pages(self, seat: int | None) -> tuple[Page, ...]:
        """Return what the seat's sheet tells."""

    def sees_what_all_see(self, seat: int) -> bool:
        """Return whether the seat is shown what the public is shown."""
        return self.view(seat) == self.view(None) and self.pages(seat) == self.pages(None)

    @abstractmethod
    def topics(self, seat: int | None) -> tuple[Topic, ...]:
        """Return what the seat may look up."""

    @abstractmethod
    def explain(self, seat: int | None, topic: Topic) -> Words:
        """Return what there is to say of a topic. Raises InvalidAction for an unknown one."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def dump(self) -> bytes:
        """Return the state as bytes."""


class _Running(RunningGame, Generic[S]):
    """A ruleset and a state of its own type."""

    def __init__(self, ruleset: Ruleset[S], state: S) -> None:
        self._rules = ruleset
        self._state = state

    def turn(self) -> Turn:
        return self._rules.turn(self._state)

    def legal(self, seat: int) -> tuple[Offer, ...]:
        return tuple(self._rules.legal(self._state, seat))

    def parse(self, text: str, seat: int) -> Action:
        return self._rules.parse(text, self._state, seat)

    def apply(self, seat: int, action: Action, dice: ActionDice) -> tuple[Event, ...]:
        return tuple(self._rules.apply(self._state, seat, action, dice))

    def autoplay(self, seat: int, *, irreversible: bool = False) -> Advice | None:
        return self._rules.autoplay(self._state, seat, irreversible=irreversible)

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        return self._rules.shorten_plan(action, turns)

    def view(self, seat: int | None) -> View:
        return self._rules.view(self._state, seat)

    def completions(self, seat: int, verb: str, option: str) -> tuple[str, ...]:
        return tuple(self._rules.completions(self._state, seat, verb, option))

    def form(self, seat: int, verb: str, target: str) -> tuple[FormField, ...]:
        return tuple(self._rules.form(self._state, seat, verb, target))

    def keepsakes(self) -> Mapping[str, Sequence[str]]:
        return self._rules.keepsakes(self._state)

    def pages(self, seat: int | None) -> tuple[Page, ...]:
        return tuple(self._rules.pages(self._state, seat))

    def topics(self, seat: int | None) -> tuple[Topic, ...]:
        return tuple(self._rules.topics(self._state, seat))

    def explain(self, seat: int | None, topic: Topic) -> Words:
        for known in self.topics(seat):
            if known.key == topic.key:
                return self._rules.explain(self._state, seat, known)
        raise InvalidAction(text("Nothing is known of that."))

    def outcome(self) -> Outcome | None:
        return self._rules.outcome(self._state)

    def dump(self) -> bytes:
        return self._rules.dump(self._state)


def start(
    ruleset: Ruleset[S],
    options: Mapping[str, str],
    seats: Sequence[str],
    dice: ActionDice,
    *,
    gm: bool = False,
) -> RunningGame:
    """Return a fresh game. Raises InvalidAction when an option or a name will not do."""
    return _Running(ruleset, ruleset.new(options, seats, dice, gm=gm))


def resume(ruleset: Ruleset[S], data: bytes) -> RunningGame:
    """Return the game that `dump` wrote. Raises ValueError for anything else."""
    return _Running(ruleset, ruleset.load(data))
