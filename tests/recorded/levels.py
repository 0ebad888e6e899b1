"""Levels that are recorded: a step makes the next one down, by dice of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.delve.levels.level_generation import make_level
from engine.delve.rules.context import DelveContext
from engine.delve.state import DEEPEST
from engine.sil.dungeon import level_arrival
from tests.engine.delve.stage import content, ruleset
from tests.oracle.levels import fresh_game
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.rolled import dice_for

FILE = Path(__file__).with_name("levels.txt")
THRONE = 20  # the deepest level of Sil


def sil(seed: int, depth: int) -> bytes:
    """Return a level of Sil with those who live on it."""
    game = fresh_game(b"%8d%8d" % (seed, depth))
    level_arrival.enter(game, depth, 0)
    return msgspec.msgpack.encode((game.level, game.hero), enc_hook=repr)


def delve(seed: int, depth: int) -> bytes:
    """Return a level of Delve with those who live on it."""
    dice = dice_for(f"{seed} {depth}")
    game = DelveContext(ruleset().new({"class": "mage"}, ["Ann"], dice), content(), dice)
    game.state.levels.clear()
    return msgspec.msgpack.encode(make_level(game, depth), enc_hook=repr)


MAKERS = {"sil": (sil, THRONE), "delve": (delve, DEEPEST)}


def play(record: RecordedPlay) -> Steps:
    """Make levels from the first one down."""
    make, deepest = MAKERS[record.kind]
    depths = range(1, min(record.steps, deepest) + 1)
    return [(f"level {depth}", digest_of(make(record.seed, depth))) for depth in depths]
