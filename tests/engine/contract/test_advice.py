"""Advice, odds and the coach line: one expert for buttons and absent seats, on every card."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from engine.contract import running_game
from engine.contract.action import Offer
from engine.contract.facts import PlanEnded
from engine.contract.running_game import RunningGame
from engine.contract.view import View
from kit.offered import VISITS, played
from tests.rolled import dice_for
from tests.rulesets import RULESETS

STATES, MANY_STATES = 4, 400
COACH, ODDS, CHANCE, NOTE = 120, 100, 60, 30  # letters in English


def faults(name: str, game: RunningGame, seat: int) -> Iterator[str]:
    """Yield what is wrong with what a seat is advised."""
    offers, view = game.legal(seat), game.view(seat)
    waited_for = seat in game.turn().waiting
    advice = game.autoplay(seat, irreversible=True)
    advised = [offer for offer in offers if offer.advised]
    if advised and advice and advised[0].action != advice.action:
        yield f"“{advised[0].action}” is advised first, but the expert does “{advice.action}”"
    if waited_for and offers and view.phase == "play" and not advised:
        yield f"nothing is advised of {len(offers)} offers"
    if waited_for and view.phase == "play" and not view.coach:
        yield "there is no coach line"
    yield from misadvised(view, advised)
    yield from too_long(view, offers)


def misadvised(view: View, advised: Sequence[Offer]) -> Iterator[str]:
    """Yield shorter coach lines that are not shorter, or that tell less than what is advised."""
    lines = [str(line) for line in (view.coach, *view.coach_shorter)]
    yield from (f"not shorter: {b}" for a, b in pairwise(lines) if len(b) >= len(a))
    if view.coach_shorter and advised and str(advised[0].label) not in lines[-1]:
        yield f"“{advised[0].label}” is not in “{lines[-1]}”"


def too_long(view: View, offers: tuple[Offer, ...]) -> Iterator[str]:
    """Yield words that have no room, and percentages that are none."""
    notes = [each.note for one in view.characters for each in one.conditions]
    chances = [chance for offer in offers for chance in offer.chances]
    for most, said in (
        (COACH, [view.coach]),
        (ODDS, view.odds),
        (NOTE, notes),
        (CHANCE, [chance.words for chance in chances]),
    ):
        yield from (f"over {most} letters: {each}" for each in said if len(str(each)) > most)
    yield from (f"{each.percent} %" for each in chances if not 0 <= each.percent <= 100)


def check(name: str, seed: int, states: int, visits: int = VISITS) -> None:
    found, games = [], played(RULESETS[name], random.Random(seed), visits)
    for _ in range(states):
        game, seats = next(games)
        for seat in seats:
            found += [f"seat {seat}: {fault}" for fault in faults(name, game, seat)]
    assert not found


@pytest.mark.parametrize("name", RULESETS)
def test_the_expert_is_the_first_of_what_is_advised(name: str) -> None:
    check(name, 5, STATES, visits=20)


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", RULESETS)
def test_the_expert_of_many_states_is_the_first_of_what_is_advised(name: str) -> None:
    check(name, 6, MANY_STATES)


def shortened(name: str, seed: int, states: int) -> int:
    """Check that plans for fewer turns are read back and end in time; return how many ended."""
    ruleset, ended, games = RULESETS[name], 0, played(RULESETS[name], random.Random(seed))
    for _ in range(states):
        game, seats = next(games)
        before = game.dump()
        for seat in seats if len(seats) == 1 else ():  # others' plans may end meanwhile
            for offer in game.legal(seat):
                for turns in (1, 3):
                    action = game.shorten_plan(offer.action, turns)
                    if action is None:
                        continue
                    assert game.parse(str(action), seat) == action
                    copy = running_game.resume(ruleset, before)
                    facts = [e.fact for e in copy.apply(seat, action, dice_for(before))]
                    for fact in facts:
                        if isinstance(fact, PlanEnded):
                            assert fact.turns <= turns, action
                            ended += 1
    return ended


@pytest.mark.parametrize("name", ["delve", "kanthe"])
def test_a_plan_for_fewer_turns_ends_in_time(name: str) -> None:
    assert shortened(name, 2, 6) > 0


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", ["sil", "delve", "kanthe"])
def test_many_plans_for_fewer_turns_end_in_time(name: str) -> None:
    assert shortened(name, 9, 200) > 0
