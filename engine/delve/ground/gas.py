"""Gas that lies over the floor: it drifts and thins."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.rules.context import NEIGHBOURS, DelveContext
from engine.delve.state import DelveLevel


def lay(game: DelveContext, level: DelveLevel) -> None:
    """Give the gas of a new level the turns that it lasts."""
    for at, code in enumerate(level.ground):
        if code == terrain.GAS:
            level.timed[at] = (game.content.ground.gas, terrain.FLOOR)


def drift(game: DelveContext, level: DelveLevel) -> None:
    """Let each square of gas move on to bare ground beside it, by chance."""
    if terrain.GAS not in level.ground:
        return
    for at in [at for at, code in enumerate(level.ground) if code == terrain.GAS]:
        if not game.dice.percent(game.content.ground.gas_drifts):
            continue
        to = at + game.dice.choose(NEIGHBOURS)
        if level.ground[to] in terrain.BARE:
            turns, below = level.timed.pop(at, (game.content.ground.gas, terrain.FLOOR))
            level.timed[to] = turns, level.ground[to]
            game.set_ground(level, at, below)
            game.set_ground(level, to, terrain.GAS)
