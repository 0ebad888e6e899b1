"""Exploring a whole level against as many turns in which the hero only waits.

The creatures are removed first, so that only the level itself interrupts exploring.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.contract.action import IllegalAction
from engine.sil.dungeon import level_arrival
from engine.sil.game.context import SilContext
from engine.sil.ruleset import SilQ
from tests.bench import Measure
from tests.rolled import dice_for

_LEVELS = 4
_SIL = SilQ()


def measure() -> Iterator[Measure]:
    """Measure milliseconds for a turn of exploring and of waiting, at 250 ft."""
    exploring = waiting = 0.0
    turns = 0
    for number in range(_LEVELS):
        game = _new_game_without_creatures(5, number)
        other = _SIL.game(_SIL.load(_SIL.dump(game.state)), dice_for(f"wait {number}"))
        began = game.hero.turns
        start = time.perf_counter()
        _explore(game)
        exploring += time.perf_counter() - start
        passed = game.hero.turns - began
        turns += passed
        start = time.perf_counter()
        for _ in range(passed):
            _apply(other, "wait")
        waiting += time.perf_counter() - start
    mine, theirs = 1000 * exploring / turns, 1000 * waiting / turns
    yield Measure(
        f"explore {_LEVELS} levels, {turns} turns",
        round(mine, 2),
        "ms",
        "as many turns of waiting",
        round(theirs, 2),
        round(mine / theirs, 3),
    )


def _new_game_without_creatures(depth: int, number: int) -> SilContext:
    game = _SIL.game(
        _SIL.new({"hero": "quick"}, ["Explorer"], dice_for(f"explore {number}")),
        dice_for(f"explore {number}"),
    )
    level_arrival.enter(game, depth, 0)
    level = game.level
    level.arrivals_on = False
    level.occupant.clear()
    level.creatures = [None]
    return game


def _explore(game: SilContext) -> None:
    level = game.level
    while game.level is level and not game.state.ended:
        try:
            _apply(game, "answer no" if game.state.question else "explore")
        except IllegalAction:
            return


def _apply(game: SilContext, line: str) -> None:
    game.hero.health, game.hero.food = 500, 4000
    _SIL.apply(game.state, 0, _SIL.parse(line, game.state, 0), game.streams)
