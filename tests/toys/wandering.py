"""The guessing game with a plan: wandering about until one walks into an edge."""

from __future__ import annotations

from engine.common.plans import Terms, split_terms, with_terms
from engine.contract.action import Action, Event, InvalidAction, Offer, Option, Verb
from engine.contract.dice import ActionDice
from engine.contract.facts import PlanEnded
from tests.toys.guessing import SIDE, STEPS, GuessingState, Toy


class Wandering(Toy):
    """The guessing game whose characters can wander, each turn a step that dice choose."""

    name = "wandering"
    verbs = (*Toy.verbs, Verb("wander", "Wander about.", (Option("terms", "How long.", False),)))

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        """Return the offers of the guessing game, and the plan."""
        offers = super().legal(state, seat)
        if offers and not state.doubt:
            offers.insert(0, Offer(Action("wander"), "Wander", group="plan", intent="travel"))
        return offers

    def parse(self, text: str, state: GuessingState, seat: int) -> Action:
        """Read `wander`, perhaps with terms, or what the guessing game reads."""
        verb, *args = text.split()
        if verb != "wander":
            return super().parse(text, state, seat)
        rest, terms = split_terms(args)
        if rest:
            raise InvalidAction("Say wander.")
        return Action("wander", with_terms((), terms))

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        """Return the same wandering for at most so many turns."""
        if action.verb != "wander":
            return None
        _, terms = split_terms(action.args)
        return Action("wander", with_terms((), Terms(terms.caution, turns)))

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Wander, or act as in the guessing game."""
        if action.verb != "wander":
            return super().apply(state, seat, action, dice)
        _, terms = split_terms(action.args)
        turns, ended = 0, False
        y, x = state.places[seat]
        while turns < terms.turns and not ended:
            dy, dx = STEPS[dice.play.choose("nesw")]
            turns += 1
            ended = not (0 <= y + dy < SIDE and 0 <= x + dx < SIDE)
            if not ended:
                y, x = y + dy, x + dx
        state.places[seat] = y, x
        state.last = f"{state.names[seat]} wanders {turns} turns."
        state.turn += 1
        state.mover = 1 - state.mover
        reason = "blocked" if ended else "at most"
        return [Event("news", state.last, at=(y, x), fact=PlanEnded("wander", reason, turns))]
