"""Every offer changes the game: none is refused, none does nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.contract import running_game
from engine.contract.action import GM, ActionError, Offer
from engine.contract.running_game import RunningGame
from tests.engine.contract.cases import NAMES
from tests.rolled import dice_for
from tests.rulesets import RULESETS

STATES, MANY_STATES = 4, 300  # of each ruleset
TRIED, MANY_TRIED = 2, 8  # offers of one verb in a state
HORIZONS = (30, 100, 200)  # actions of a game
VISITS = 5  # states of a game, on average


def played(name: str, dice: random.Random) -> Iterator[tuple[RunningGame, list[int]]]:
    """Yield states of games of a ruleset without end, and their seats: chosen at random, setups
    too, after some play that is partly random and partly by autoplay."""
    ruleset = RULESETS[name]
    while True:
        options = {
            each.name: dice.choice(each.values) for each in ruleset.settings if dice.random() < 0.4
        }
        roles = ruleset.roles(options)
        players = dice.randint(roles.least_players, min(len(NAMES), roles.most_players))
        gm = roles.gm != "absent"
        game = running_game.start(
            ruleset, options, NAMES[:players], dice_for(dice.randbytes(16)), gm=gm
        )
        horizon, sense = dice.choice(HORIZONS), dice.choice((0.3, 0.7, 0.9))
        for _ in range(horizon):
            if not game.turn().waiting:
                break
            if dice.random() < VISITS / horizon:
                yield game, [*range(players), *([GM] if gm else [])]
            act(game, dice, sense)


def act(game: RunningGame, dice: random.Random, sense: float) -> None:
    """Do one action: by autoplay with that probability, else at random."""
    turn = game.turn()
    seat = dice.choice(turn.waiting)
    if dice.random() < sense and (advice := game.autoplay(seat, irreversible=True)):
        game.apply(seat, advice.action, dice_for(game.dump()))
        return
    seat = dice.choice((*turn.waiting, *turn.also))
    if offers := game.legal(seat):
        game.apply(seat, dice.choice(offers).action, dice_for(game.dump()))


def some_of_each_verb(offers: tuple[Offer, ...], dice: random.Random, most: int) -> Iterator[Offer]:
    """Yield the offers, at most so many of a verb, chosen at random."""
    by_verb: dict[str, list[Offer]] = {}
    for offer in offers:
        by_verb.setdefault(offer.action.verb, []).append(offer)
    for alike in by_verb.values():
        yield from dice.sample(alike, min(most, len(alike)))


def offers_without_effect(name: str, seed: int, states: int, most: int) -> list[str]:
    """Return the offers of so many states that were refused or changed nothing, in words."""
    dice, found = random.Random(seed), []
    games = played(name, dice)
    for _ in range(states):
        game, seats = next(games)
        before = game.dump()
        for seat in seats:
            for offer in some_of_each_verb(game.legal(seat), dice, most):
                copy = running_game.resume(RULESETS[name], before)
                try:
                    copy.apply(seat, offer.action, dice_for(copy.dump()))
                except ActionError as refusal:
                    found.append(f"seat {seat}, “{offer.action}”: refused, {refusal}")
                    continue
                if copy.dump() == before:
                    found.append(f"seat {seat}, “{offer.action}”: no effect")
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_every_offer_changes_the_game_or_asks_a_question(name: str) -> None:
    assert not offers_without_effect(name, 1, STATES, TRIED)


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", RULESETS)
def test_every_offer_of_many_states_changes_the_game(name: str, seed: int) -> None:
    assert not offers_without_effect(name, seed, MANY_STATES, MANY_TRIED)
