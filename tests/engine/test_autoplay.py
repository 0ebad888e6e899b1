"""Seats that nobody plays act by themselves."""

from __future__ import annotations

from typing import Any

from engine.contract.action import Action, Advice, Offer
from tests.rolled import dice_for
from tests.toys.guessing import GuessingState, Toy

SEED = bytes(range(16))
LOOK = Offer(Action("look"), "Look", free=True)
STEP = Offer(Action("step"), "Step", why="it leads on")
REST = Offer(Action("rest"), "Rest", why="you are hurt")
LEAP = Offer(Action("leap"), "Leap", irreversible=True)


class FixedOffers(Toy):
    """A toy that offers just these."""

    def __init__(self, *offers: Offer, choice: Action | None = None) -> None:
        self.offers, self.choice = list(offers), choice

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        return self.offers

    def advise(self, state: GuessingState, seat: int) -> Advice | None:
        return Advice(self.choice, "it is wise") if self.choice else None


def advice(
    *offers: Offer, choice: Action | None = None, irreversible: bool = False
) -> Advice | None:
    """Return what is done of these, and why."""
    toy = FixedOffers(*offers, choice=choice)
    state = toy.new({}, ("Ann", "Bob"), dice_for(SEED))
    return toy.autoplay(state, 0, irreversible=irreversible)


def chosen(*offers: Offer, **how: Any) -> Action | None:
    """Return what is done of these."""
    found = advice(*offers, **how)
    return found and found.action


def test_it_is_the_best_that_takes_time_and_can_be_undone() -> None:
    assert chosen(LOOK, LEAP, STEP, REST) == STEP.action
    assert chosen(LOOK, LEAP) == LEAP.action
    assert chosen(LOOK) == LOOK.action
    assert chosen() is None


def test_a_ruleset_that_knows_better_is_asked_but_does_nothing_irreversible() -> None:
    offers = (STEP, LEAP, REST)
    for choice, done in ((REST, REST), (LEAP, STEP)):
        assert chosen(*offers, choice=choice.action) == done.action
    assert chosen(LEAP, choice=LEAP.action) == LEAP.action
    assert chosen(*offers, choice=LEAP.action, irreversible=True) == LEAP.action


def test_the_reason_is_that_of_what_is_done() -> None:
    assert advice(LOOK, STEP, REST) == Advice(STEP.action, "it leads on")
    assert advice(STEP, LEAP, REST, choice=LEAP.action) == Advice(STEP.action, "it leads on")
    assert advice(STEP, REST, choice=REST.action) == Advice(REST.action, "it is wise")


def test_the_toy_plays_on_by_itself() -> None:
    toy = Toy()
    state = toy.new({}, ("Ann", "Bob"), dice_for(SEED))
    for _ in range(20):
        (seat,) = toy.turn(state).waiting
        advice = toy.autoplay(state, seat)
        assert advice
        toy.apply(state, seat, advice.action, dice_for(toy.dump(state)))
    assert state.turn == 20
