"""Every offer of every role does what it says: it changes the game beyond the list of what was
typed and heard, or it tells something."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.contract.action import GM, ActionError, Offer
from engine.silg.state import SilGState
from tests.engine.silg.stage import RULES
from tests.rolled import dice_for

STATES, MANY_STATES = 1, 50
SHORT, LONGEST = 20, 120  # decisions before a state
A_STATE = 6  # offers of one verb that are tried in a state
NAMES = ("Ann", "Bob", "Eve")


def bare(state: SilGState) -> bytes:
    """Return a state without what was typed and heard, and the count of decisions."""
    copy = RULES.load(RULES.dump(state))
    copy.turn = copy.shown_turn = copy.posted_turn = copy.occurrences = 0
    copy.moment, copy.recap, copy.desk.history = [], [], []
    for holder in (copy, copy.desk, *copy.players):
        holder.lines, holder.details, holder.headline = [], [], ""
    return RULES.dump(copy)


def states(seed: int, longest: int) -> Iterator[SilGState]:
    """Yield states of evenings without end: much of it by autoplay, the rest at random."""
    dice = random.Random(seed)
    while True:
        options = {each.name: dice.choice(each.values) for each in RULES.settings}
        state = RULES.new(
            options, NAMES[: dice.randint(1, 3)], dice_for(dice.randbytes(8)), gm=True
        )
        for number in range(dice.randint(10, longest)):
            if not RULES.turn(state).waiting:
                break
            seat = dice.choice(RULES.turn(state).waiting)
            advice = RULES.autoplay(state, seat) if dice.random() < 0.8 else None
            offers = RULES.legal(state, seat)
            action = advice.action if advice else dice.choice(offers).action
            RULES.apply(state, seat, action, dice_for(f"{seed} {number}"))
            if not number % 9 and (strokes := RULES.legal(state, GM)):
                RULES.apply(state, GM, dice.choice(strokes).action, dice_for("gm"))
        if RULES.turn(state).waiting:
            yield state


def dead(state: SilGState, seat: int, offer: Offer, before: bytes) -> str:
    """Return what is wrong with an offer; "" for one that does something."""
    tried = RULES.load(RULES.dump(state))
    try:
        events = RULES.apply(tried, seat, offer.action, dice_for("a press"))
    except ActionError as refusal:
        return f"seat {seat}, “{offer.action}”: refused, {refusal}"
    asks = offer.intent == "look" or offer.action.verb in TELLING
    if bare(tried) == before and not (asks and events):
        return f"seat {seat}, “{offer.action}” ({offer.label}): nothing"
    return ""


TELLING = ("roll", "secret", "check", "sheet-out", "table", "use-macro", "eyes")
"""Verbs whose whole effect is what they tell."""


def found_dead(seed: int, number: int, most: int) -> list[str]:
    """Return the dead offers of so many states, at most so many tried of a verb."""
    dice, made, found = random.Random(seed), states(seed, LONGEST if number > 1 else SHORT), []
    for _ in range(number):
        state = next(made)
        before = bare(state)
        for seat in (GM, *range(len(state.players))):
            by_verb: dict[str, list[Offer]] = {}
            for offer in RULES.legal(state, seat):
                by_verb.setdefault(offer.action.verb, []).append(offer)
            for alike in by_verb.values():
                for offer in dice.sample(alike, min(most, len(alike))):
                    found.append(dead(state, seat, offer, before))
    return sorted(filter(None, found))


def test_no_offer_of_any_role_is_dead() -> None:
    assert not found_dead(1, STATES, 1)


@pytest.mark.soak(part="laws")
def test_no_offer_of_any_role_is_dead_in_fifty_states() -> None:
    assert not found_dead(2, MANY_STATES, A_STATE)
