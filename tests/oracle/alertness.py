"""alertness.json: one perception roll of one monster, against every way its two dice can fall."""

import math
from collections import Counter
from itertools import product
from typing import Any

from engine.common.compass import SCAN
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import noise
from tests.engine.sil.stage import foe, stage
from tests.oracle import OracleFiles, Result, result
from tests.oracle.combat import Faces

_SIZE = 81
_MOST_SIGMA = 4.5  # of a measured share from ours, over the whole file


def staged(case: dict[str, Any]) -> tuple[SilContext, Creature]:
    """Return the case as a hall: walls beside the hero, and before the monster if it does not see
    him."""
    abilities = (ab.DISGUISE,) if case["disguise"] else ()
    game = stage(abilities=abilities, size=_SIZE)
    hero, level = game.hero, game.level
    hero.turns = 1
    hero.on_the_run = case["on_the_run"]
    hero.attacked, hero.was_attacked = case["player_attacked"], case["attacked_player"]
    hero.derived.counts["aggravation"] = case["aggravate"]
    hero.stealth_score = case["difficulty"]
    creature = foe(game, case["race"], 0, case["grid_distance"], alertness=case["alertness"])
    for dy, dx in sorted(SCAN, key=lambda step: step == (0, 1))[: 8 - case["open_squares"]]:
        level.feature[level.at(hero.y + dy, hero.x + dx)] = terrain.GRANITE
    if not case["los"]:
        for dy in (-1, 0, 1):
            level.feature[level.at(creature.y + dy, creature.x - 1)] = terrain.GRANITE
    game.knowledge.noise = bytearray([case["noise_distance"]]) * len(level.feature)
    return game, creature


def _expected(case: dict[str, Any]) -> Counter[int]:
    """In how many of a hundred ways its alertness rises by how much."""
    found: Counter[int] = Counter()
    for faces in product(range(1, 11), repeat=2):
        game, creature = staged(case)
        game.streams.play = Faces(faces)  # type: ignore[assignment]
        noise.main_check(game)
        found[creature.alertness - case["alertness"]] += 1
    return found


def _agrees(case: dict[str, Any]) -> bool:
    expected, samples = _expected(case), case["samples"]
    measured = {int(rise): times for rise, times in case["increase_histogram"].items()}
    for rise in set(expected) | set(measured):
        share = expected[rise] / 100
        if share in (0, 1):
            if measured.get(rise, 0) != share * samples:
                return False
            continue
        sigma = math.sqrt(samples * share * (1 - share))
        if abs(measured.get(rise, 0) - samples * share) > _MOST_SIGMA * sigma:
            return False
    return True


def check(data: OracleFiles) -> Result:
    """Return the whole histogram of every case."""
    cases = data.sample(list(enumerate(data.read("alertness"))), 14)
    return result(
        (f"alertness {number}: {case['race']} at {case['alertness']}", _agrees(case))
        for number, case in cases
    )
