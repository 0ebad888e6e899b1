"""What a seat does that nobody plays."""

from __future__ import annotations

from dataclasses import dataclass

from engine.common.dice import RandomStreams
from engine.game import Action, Offer, autoplay
from tests.toys.guessing import Toy

SEED = bytes(range(16))
LOOK = Offer(Action("look"), "Look", free=True)
STEP = Offer(Action("step"), "Step")
REST = Offer(Action("rest"), "Rest")
LEAP = Offer(Action("leap"), "Leap", grave=True)


@dataclass
class Offers:
    """A ruleset that offers just these."""

    offers: tuple[Offer, ...]

    def legal(self, state: object, seat: int) -> tuple[Offer, ...]:
        return self.offers


class Wilful(Offers):
    """One that knows what it wants."""

    def autoplay(self, state: Action, seat: int) -> Action:
        return state


def chosen(*offers: Offer) -> Action | None:
    """What is done of these."""
    return autoplay(Offers(offers), None, 0)  # type: ignore[arg-type]


def test_it_is_the_best_that_takes_time_and_can_be_undone() -> None:
    assert chosen(LOOK, LEAP, STEP, REST) == STEP.action
    assert chosen(LOOK, LEAP) == LEAP.action
    assert chosen(LOOK) == LOOK.action
    assert chosen() is None


def test_a_ruleset_that_knows_better_is_asked_but_does_nothing_grave() -> None:
    offers = (STEP, LEAP, REST)
    for wish, done in ((REST, REST), (LEAP, STEP)):
        assert autoplay(Wilful(offers), wish.action, 0) == done.action  # type: ignore[arg-type]
    assert autoplay(Wilful((LEAP,)), LEAP.action, 0) == LEAP.action  # type: ignore[arg-type]


def test_the_toy_plays_on_by_itself() -> None:
    toy = Toy()
    state = toy.new({}, ("Ann", "Bob"), SEED)
    for _ in range(20):
        (seat,) = toy.to_act(state)
        action = autoplay(toy, state, seat)
        assert action
        toy.apply(state, seat, action)
    assert state.turn == 20


def test_dice_renewed_with_a_seed_are_those_of_that_seed() -> None:
    streams = RandomStreams.of(SEED)
    streams.play.word()
    streams.renew()
    streams.renew(bytes(16))
    assert streams == RandomStreams.of(bytes(16))
