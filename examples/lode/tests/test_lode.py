"""Lode, beside the laws: its cards add up, and nothing is lost but by a collapse."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lode import Lode
from lode.tunnel import CARDS_OF_DANGER, DANGERS, VEINS, LodeState

from engine.contract.action import Action
from engine.contract.dice import ActionKey, GameSecret

NAMES = ("Ann", "Bob", "Eve", "Ida", "Kit", "Lou")


def played(players: int, seed: int, chance: random.Random, back: float) -> list[LodeState]:
    """Return the states of a game in which miners turn back with that chance at each step."""
    lode, secret = Lode(), GameSecret(bytes([seed] * 16))
    state = lode.new({}, NAMES[:players], secret.start_dice())
    states = []
    while waiting := lode.turn(state).waiting:
        states.append(lode.load(lode.dump(state)))
        seat = chance.choice(waiting)
        verbs = [offer.action.verb for offer in lode.legal(state, seat)]
        turns = "back" in verbs and chance.random() < back
        verb = "back" if turns else chance.choice([each for each in verbs if each != "back"])
        lode.apply(state, seat, Action(verb), secret.dice(ActionKey(len(states))))
    return [*states, state]


@given(st.integers(1, 6), st.integers(0, 255), st.integers(0, 99), st.sampled_from([0, 0.2, 0.6]))
def test_no_gem_appears_or_goes_but_by_a_collapse(
    players: int, seed: int, choices: int, back: float
) -> None:
    before: LodeState | None = None
    for state in played(players, seed, random.Random(choices), back):
        found = sum(card.gems for card in state.tunnel)
        carried = sum(miner.carried for miner in state.miners)
        assert min(carried, state.lying()) >= 0
        if before is not None and before.expedition == state.expedition:
            brought = sum(miner.safe for miner in state.miners)
            brought -= sum(miner.safe for miner in before.miners)
            held = sum(miner.carried for miner in before.miners) + before.lying()
            drawn = found - sum(card.gems for card in before.tunnel)
            assert carried + state.lying() + brought == held + drawn
        before = state


@given(st.integers(0, 255), st.integers(0, 99))
def test_the_deck_and_the_tunnel_are_all_cards_but_those_of_collapses(seed: int, n: int) -> None:
    for state in played(3, seed, random.Random(n), 0.1):
        cards = [*state.deck(), *state.tunnel]
        assert sorted(card.gems for card in cards if not card.danger) == list(VEINS)
        for danger in DANGERS:
            left = sum(card.danger == danger for card in cards)
            assert left == CARDS_OF_DANGER - state.fallen.count(danger)


def test_nobody_sees_what_others_have_decided() -> None:
    lode = Lode()
    state = lode.new({}, NAMES[:2], GameSecret(bytes(16)).start_dice())
    before = lode.view(state, 1), lode.view(state, None)
    lode.apply(state, 0, Action("deeper"), GameSecret(bytes(16)).dice(ActionKey(1)))
    after = lode.view(state, 1), lode.view(state, None)
    assert [view.facts for view in after] == [view.facts for view in before]
    assert [str(view.alt) for view in after] == [str(view.alt) for view in before]


def test_a_prop_holds_the_roof_for_everybody_and_is_used_up() -> None:
    lode = Lode()
    held = 0
    for seed in range(200):
        secret = GameSecret(bytes([seed] * 16))
        state = lode.new({}, NAMES[:2], secret.start_dice())
        for number in range(1, 30):
            for seat in lode.turn(state).waiting:
                verbs = [offer.action.verb for offer in lode.legal(state, seat)]
                wanted = "prop" if seat == 0 and "prop" in verbs else "deeper"
                before = [miner.carried for miner in state.miners]
                events = lode.apply(state, seat, Action(wanted), secret.dice(ActionKey(number)))
            kinds = {event.kind for event in events}
            if "held" in kinds:
                held += 1
                assert [miner.carried for miner in state.miners] == before
                assert not state.miners[0].prop
            if kinds & {"held", "collapse"}:
                break
    assert held > 2


def test_alone_the_expert_wins_about_as_often_as_not() -> None:
    won, games = 0, 200
    for seed in range(games):
        secret, lode = GameSecret(seed.to_bytes(16, "big")), Lode()
        state, number = lode.new({}, ("Ann",), secret.start_dice()), 0
        while lode.turn(state).waiting:
            number += 1
            advice = lode.advise(state, 0)
            assert advice is not None
            lode.apply(state, 0, advice.action, secret.dice(ActionKey(number)))
        won += lode.view(state, 0).ending == "won"
    assert won == pytest.approx(games / 2, abs=games * 0.15)
