"""score.json: the score of heroes at the end of many games."""

from typing import Any

from engine.sil.data import bundle as content
from engine.sil.game.context import SilContext
from engine.sil.hero import derived
from engine.sil.hero.score import score
from tests.engine.sil.stage import race, stage
from tests.oracle import OracleFiles, Result, result
from tests.oracle.character import serial


def _ended(case: dict[str, Any]) -> SilContext:
    game = stage(race=serial(content.load().races, case["race"]))
    hero = game.hero
    hero.turns, hero.silmarils = case["player_turns"], case["silmarils"]
    game.level.depth, hero.deepest = case["depth"], case["max_depth"]
    game.state.ended = "escaped" if case["escaped"] else "dead"
    game.state.options["experience"] = "fixed" if case["fixed_exp_birth_option"] else "earned"
    if case["morgoth_slain"]:
        game.world.dead_uniques.append(race("Morgoth, Lord of Darkness"))
    if case["iron_oath_broken"]:
        hero.oaths_broken.append(derived.IRON)
    return game


def check(data: OracleFiles) -> Result:
    """Return every score, exactly."""
    answers = []
    for number, case in enumerate(data.read("score")):
        got = score(_ended(case))
        answers.append((f"score {number}: {got}, not {case['score']}", got == case["score"]))
    return result(answers)
