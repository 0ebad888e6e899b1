"""morale.json: morale term by term, the stance it leads to, and what a change of stance brings."""

from typing import Any

from engine.sil.creatures import morale
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from tests.engine.sil.stage import foe, stage
from tests.oracle import OracleFiles, Result, result

_PLACES = ((2, -2), (2, 2), (-2, -2), (-2, 2), (4, 0), (-4, 0))
_ABILITIES = {"Majesty": ab.MAJESTY, "Bane": ab.BANE, "Formidable": ab.FORMIDABLE}
_TIMERS = ("blind", "confused", "slow", "afraid", "entranced", "stun")


def staged(case: dict[str, Any]) -> tuple[SilContext, Creature]:
    """Return the case as a small level: the hero, the monster, its friends in sight."""
    abilities = tuple(_ABILITIES[a] for a in (case["ability"],) if a in _ABILITIES)
    game = stage(race=case["player_race"], abilities=abilities)
    hero, level = game.hero, game.level
    level.depth = case["depth"]
    hero.on_the_run = case["on_the_run"]
    hero.bane = case["bane_type"]
    for name in _TIMERS:
        setattr(hero.timers, name, case[name])
    hero.timers.hallucinating = case["image"]
    hero.health, hero.derived.max_health = case["chp"], case["mhp"]
    hero.derived.skills[Skill.WILL] = case["player_will"]
    hero.derived.counts["aggravation"] = case["aggravate"]
    game.knowledge.light[level.at(hero.y, hero.x)] = case["light_on_player"]
    creature = foe(game, case["race"], 0, 2)
    own = case["monster"]
    creature.health, creature.max_health = own["hp"], own["maxhp"]
    creature.alertness, creature.stance = own["alertness"], own["stance"]
    creature.stun, creature.hasted = own["stunned"], own["hasted"]
    creature.temporary_morale = own["tmp_morale"]
    if own["angered"]:
        creature.flags.append("angered")
    for place, friend in zip(_PLACES, case["friends"], strict=False):
        other = foe(game, friend["race"], *place)
        other.alertness = 5 if friend["alert"] else -5
        other.stance = friend["stance"]
    return game, creature


def _agrees(case: dict[str, Any]) -> bool:
    assert len(case["friends"]) <= len(_PLACES)
    game, creature = staged(case)
    found = morale.compute(game, creature)
    stance = morale.stance(game, creature, found)
    creature.morale = found
    morale.change_stance(game, creature, stance)
    return (found, stance, creature.temporary_morale, creature.morale) == (
        case["morale"],
        case["new_stance"],
        case["tmp_morale_after"],
        case["morale_after"],
    )


def check(data: OracleFiles) -> Result:
    """Return every case, whole."""
    return result(
        (f"morale {number}: {case['race']} at depth {case['depth']}", _agrees(case))
        for number, case in enumerate(data.read("morale"))
    )
