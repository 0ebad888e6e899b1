"""Advice past what bars the way on, when nothing else is left to explore."""

from __future__ import annotations

import pytest

from engine.sil.level import terrain
from tests.engine.sil.arena import arena
from tests.engine.sil.autoplay.situations import SIL
from tests.pace.card_player import press
from tests.rolled import dice_for
from tests.sampled import sampled

ROWS = ("##############", "#..@..#......#", "#.....t......#", "#.....#......#", "##############")
DOORWAY = (2, 6)
TRAPS = sorted({f for f in range(256) if terrain.TRAP[f]} - {terrain.FALSE_FLOOR})
MOST_PRESSES = 30


@pytest.mark.parametrize("feature", TRAPS)
@pytest.mark.parametrize("seed", sampled(range(8), 1, pytest.mark.soak(part="pace")))
def test_a_trap_in_the_only_way_on_is_disarmed_or_stepped_over(feature: int, seed: int) -> None:
    game = arena(*ROWS, known=True)
    game.level.feature[game.level.at(*DOORWAY)] = feature
    game.hero.health, game.hero.unspent = game.hero.derived.max_health, 0
    pressed = []
    for number in range(MOST_PRESSES):
        there = game.level.feature[game.level.at(*DOORWAY)]
        if game.hero.x >= DOORWAY[1] or game.state.ended or not terrain.TRAP[there]:
            return
        action = press(SIL.legal(game.state, 0)).action
        SIL.apply(game.state, 0, action, dice_for(f"{feature} {seed} {number}"))
        pressed.append(str(action))
    pytest.fail(f"{pressed}")


def test_a_trap_that_can_be_walked_round_is_left_alone() -> None:
    game = arena("#########", "#...@...#", "#....t..#", "#.......#", "#########", known=True)
    game.level.feature[game.level.at(2, 5)] = terrain.PIT
    game.hero.unspent = 0
    offers = SIL.legal(game.state, 0)
    assert not any(o.advised and o.at == (2, 5) for o in offers)
    assert press(offers).action.args == ("walls",)


def test_searches_in_vain_grow_longer() -> None:
    game = arena("#########", "#...@...#", "#.......#", "#########", known=True)
    turns = []
    for number in range(4):
        before = game.hero.turns
        SIL.apply(game.state, 0, SIL.parse("search walls", game.state, 0), dice_for(f"{number}"))
        turns.append(game.hero.turns - before)
    assert turns[0] < turns[2] <= turns[3]
