"""combat.json: hit rolls, skill checks and criticals exactly; whole attacks by chi-square."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import combinations, product
from typing import Any

from engine.sil.combat import attacks, blow_effects, melee, strikes
from engine.sil.creatures import combat_totals, creature_stats, skill_rolls
from engine.sil.data import bundle as content
from engine.sil.effects import blow_rolls
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME
from engine.sil.game.state import Creature, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from tests.chance import same_distribution
from tests.engine.sil.stage import foe, race, stage, wear
from tests.oracle import OracleFiles, Result, result
from tests.oracle.character import item, serial

LEAST_P = 1e-4  # over the whole file
OUR_SAMPLES, SAMPLES_WHEN_SPARING = 3000, 200
LIGHT = 3  # on the dummy's square, as the evasions measured tell
MANY = 30_000  # health of a dummy
ABILITIES = {
    "Finesse": ab.FINESSE,
    "Power": ab.POWER,
    "Subtlety": ab.SUBTLETY,
    "Rapid Attack": ab.RAPID_ATTACK,
    "Two Weapon Fighting": ab.TWO_WEAPON_FIGHTING,
    "Smite": ab.SMITE,
    "Assassination": ab.ASSASSINATION,
    "Crowd Fighting": ab.CROWD_FIGHTING,
    "Blocking": ab.BLOCKING,
    "Outwit": ab.OUTWIT,
    "Dodging": ab.DODGING,
    "Heavy Armour Use": ab.HEAVY_ARMOUR_USE,
}


class Faces:
    """A stream whose dice show the faces of one way in which they can fall."""

    def __init__(self, faces: Iterable[int]):
        self.faces = iter(faces)

    def die(self, sides: int) -> int:
        return next(self.faces)


def _ways(sides: int, dice: int) -> Iterator[Any]:
    for faces in product(range(1, sides + 1), repeat=dice):
        yield Faces(faces)


def _hits(case: dict[str, int]) -> tuple[int, int, int]:
    attack, evasion = case["att"], case["evn"]
    return (
        sum(skill_rolls.hit_contest(attack, evasion).roll(way).margin > 0 for way in _ways(20, 2)),
        sum(
            skill_rolls.hit_contest(attack, evasion, cursed="actor").roll(way).margin > 0
            for way in _ways(20, 3)
        ),
        sum(
            skill_rolls.hit_contest(attack, evasion, cursed="opposer").roll(way).margin > 0
            for way in _ways(20, 3)
        ),
    )


def _hit(data: OracleFiles, cases: list[dict[str, int]]) -> Iterator[tuple[str, bool]]:
    for case in data.sample(cases, 8):
        expected = (
            case["ways_of_400"],
            case["cursed_player_attacking_of_8000"],
            case["cursed_player_defending_of_8000"],
        )
        yield f"combat hit: {case}", _hits(case) == expected


def _skill_checks(cases: list[dict[str, int]]) -> Iterator[tuple[str, bool]]:
    for case in cases:
        skill, difficulty = case["skill"], case["difficulty"]
        won = sum(skill_rolls.skill_check(way, skill, difficulty) > 0 for way in _ways(10, 2))
        yield f"combat skill check: {case}", won == case["ways_of_100"]


def _crit_adjustment(case: dict[str, Any]) -> int:
    if not case["case"].startswith("melee"):
        return 0
    game = stage(
        abilities=tuple(ref for name, ref in ABILITIES.items() if name.lower() in case["case"])
    )
    return strikes.crit_adjustment(game.data, game.hero)


def _crit_of(case: dict[str, Any], margin: int, adjustment: int) -> int:
    dice = skill_rolls.crit_dice(GAME, margin, case["weight"], adjustment)
    flags = frozenset(word for word in ("RES_CRIT", "NO_CRIT") if word in case["case"])
    return skill_rolls.crit_against(dice, flags)


def _crits(data: OracleFiles, cases: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    for case in data.sample(cases, 20):
        counted: Counter[str] = Counter()
        missed = 0
        adjustment = _crit_adjustment(case)
        dice = {margin: str(_crit_of(case, margin, adjustment)) for margin in range(1, 60)}
        for way in _ways(20, 2):
            margin = skill_rolls.hit_contest(case["att_minus_evn"], 0).roll(way).margin
            if margin <= 0:
                missed += 1
            else:
                counted[dice[margin]] += 1
        right = missed == case["miss_of_400"] and counted == Counter(case["crit_dice_of_400"])
        yield f"combat crit: {case['case']} {case['weight']} {case['att_minus_evn']}", right


def _counted(histogram: dict[str, int]) -> Counter[int]:
    return Counter({int(damage): times for damage, times in histogram.items()})


def hero_against(case: dict[str, Any]) -> tuple[SilContext, Creature]:
    """Return the hero of a player_attacks case with his measured totals, and the monster."""
    refs = tuple(ref for name, ref in ABILITIES.items() if name in case["abilities"])
    game = stage(
        race=serial(content.load().races, case["player_race"]),
        house=serial(content.load().houses, case["player_house"]),
        stats=(case["str"], 0, 0, 0),
        abilities=refs,
        seed=case["samples"] + case["zero_damage"],
    )
    game.hero.worn[Slot.WEAPON] = item(case["weapon"])
    if case["offhand_same_as_plain_dagger"]:
        wear(game, Slot.ARM, "Dagger")
    derived.update(game)
    own = game.hero.derived
    own.skills[Skill.MELEE] = case["melee_skill_use"]
    own.skills[Skill.STEALTH] = case["stealth_skill_use"]
    creature = foe(game, case["race"], health=MANY, alertness=case["monster_alertness"])
    game.learn(creature).visible = case["monster_visible"]
    game.knowledge.light[game.level.at(creature.y, creature.x)] = LIGHT
    return game, creature


def _player_attack(data: OracleFiles, case: dict[str, Any]) -> tuple[str, float]:
    game, creature = hero_against(case)
    own = game.hero.derived
    dice = (*own.melee_dice, *own.offhand_dice, own.offhand_attack)
    expected = tuple(case[k] for k in ("mdd", "mds", "mdd2", "mds2", "offhand_mod"))
    evasion = combat_totals.monster_evasion(game, creature).total
    if dice != expected or evasion != case["total_evasion"]:
        return f"{dice} not {expected}, evasion {evasion}", 0.0
    dealt: Counter[int] = Counter()
    for _ in range(SAMPLES_WHEN_SPARING if data.sparing else OUR_SAMPLES):
        creature.health, creature.alertness = MANY, case["monster_alertness"]
        creature.skip_turn = game.hero.skip_turn = False
        melee.choose_form(game, creature, "main")
        dealt[MANY - creature.health] += 1
    return "damage", same_distribution(dealt, _counted(case["damage_histogram"]))


_ALLY_PLACES = ((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1))
"""Squares beside the hero, from him, where allies of a creature to the east may stand."""


def _monster_attack(data: OracleFiles, case: dict[str, Any]) -> tuple[str, float]:
    wanted = case["total_attack_blow1"], case["total_evasion"]
    got = set()
    for places in combinations(_ALLY_PLACES, case["extra_allies_adjacent"]):
        game, creature = _attacked(case, places)
        first = content.load().monsters[race(case["race"])].blows[0]
        attack = combat_totals.monster_attack(game, creature, first.attack).total
        evasion = combat_totals.hero_evasion(game, creature).total
        if (attack, evasion) == wanted:
            break
        got.add((attack, evasion))
    else:
        return f"attack and evasion {sorted(got)}, not {wanted}", 0.0
    dealt: Counter[int] = Counter()
    for _ in range(SAMPLES_WHEN_SPARING if data.sparing else OUR_SAMPLES):
        dealt[_damage_at_once(game, creature)] += 1
    return "damage", same_distribution(dealt, _counted(case["damage_histogram"]))


def _attacked(
    case: dict[str, Any], allies: Sequence[tuple[int, int]]
) -> tuple[SilContext, Creature]:
    """Return a hero with a creature to his east, and its allies on these squares beside him."""
    refs = tuple(ref for name, ref in ABILITIES.items() if name in case["abilities"])
    game = stage(abilities=refs, seed=case["zero_damage"])
    if case["armour"]:
        wear(game, Slot.BODY, case["armour"].replace("& ", "").replace("~", ""))
    hero = game.hero
    hero.actions[0] = 10
    hero.derived.skills[Skill.EVASION] = case["evasion_skill_use"]
    creature = foe(game, case["race"])
    game.knowledge.light[game.level.at(creature.y, creature.x)] = case["light_at_monster"]
    for dy, dx in allies:
        foe(game, case["race"], dy, dx)
    return game, creature


_CHANGED_BY_BLOWS = (
    *("timers", "stat_drain", "y", "x", "food", "skip_turn"),
    *("worn", "pack", "derived"),
)


def _damage_at_once(game: SilContext, creature: Creature) -> int:
    """Return the health that one attack takes at once; the hero is as before afterwards."""
    hero = game.hero
    blow = attacks.choose_blow(game, creature)
    assert blow is not None
    incoming = blow_rolls.roll_blow(game, creature, blow)
    if not incoming.hit:
        return 0
    before = {name: deepcopy(getattr(hero, name)) for name in _CHANGED_BY_BLOWS}
    knowledge = deepcopy(hero.knowledge)
    hero.health = MANY
    first = blow is creature_stats.race(game, creature).blows[0]
    blow_effects.apply(game, creature, blow, incoming, first=first)
    lost = MANY - hero.health
    for name, value in before.items():
        setattr(hero, name, value)
    hero.knowledge = game.knowledge = knowledge
    return lost


def check(data: OracleFiles) -> Result:
    """Return everything the file measures."""
    cases = data.read("combat")
    answers = [
        *_hit(data, cases["hit"]),
        *_skill_checks(cases["skill_check"]),
        *_crits(data, cases["crit"]),
    ]
    for margin, weight, dice in cases["crit_table"]:
        got = skill_rolls.crit_dice(GAME, margin, weight)
        answers.append((f"combat crit table: {margin} at {weight}: {got}", got == dice))
    sampled = len(cases["player_attacks"]) + len(cases["monster_attacks"])
    for name, attack in (("player_attacks", _player_attack), ("monster_attacks", _monster_attack)):
        for case in cases[name]:
            words, p = attack(data, case)
            line = f"combat {name}: {case['race']} {case['abilities']}: {words}, p {p:.2g}"
            answers.append((line, p >= LEAST_P / sampled))
    return result(answers)
