"""character.json: every derived figure of heroes dressed and suffering in many ways."""

from typing import Any

from engine.sil.data import bundle as content
from engine.sil.data.records import AbilityRef
from engine.sil.data.timers import Timers
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero, Item, Slot
from engine.sil.hero import abilities, derived, experience, gear, peoples, protection
from tests.engine.sil.stage import stage
from tests.oracle import OracleFiles, Result, result

SLOTS = {
    "wield": Slot.WEAPON,
    "bow": Slot.BOW,
    "left": Slot.LEFT_RING,
    "right": Slot.RIGHT_RING,
    "neck": Slot.NECK,
    "light": Slot.LIGHT,
    "body": Slot.BODY,
    "outer": Slot.OUTER,
    "arm": Slot.ARM,
    "head": Slot.HEAD,
    "hands": Slot.HANDS,
    "feet": Slot.FEET,
    "quiver1": Slot.QUIVER1,
    "quiver2": Slot.QUIVER2,
}
COMPOSITES = {"ALL_STATS", "RESISTANCE", "IGNORE_ALL"}  # named when any of their members is set
COUNTS = {
    "regenerate": "regeneration",
    "see_inv": "see_invisible",
    "free_act": "free_action",
    "danger": "danger",
    "aggravate": "aggravation",
    "haunted": "haunted",
    "cowardice": "cowardice",
    "stand_fast": "stand_fast",
    "avoid_traps": "avoid_traps",
}
RESISTANCES = {
    "fire": "resist_fire",
    "cold": "resist_cold",
    "pois": "resist_poison",
    "bleed": "resist_bleeding",
    "fear": "resist_fear",
    "blind": "resist_blindness",
    "confu": "resist_confusion",
    "stun": "resist_stun",
    "hallu": "resist_hallucination",
}
PROTECTION = {"hurt": "hurt", "fire": "fire", "cold": "cold", "dark": "dark", "pois": "poison"}


def item(case: dict[str, Any]) -> Item:
    """Return an object as the files describe it."""
    return Item(
        kind=case["kind"],
        count=case["number"],
        pval=case["pval"],
        weight=case["weight"],
        attack=case["att"],
        damage_dice=case["dd"],
        damage_sides=case["ds"],
        evasion=case["evn"],
        protection_dice=case["pd"],
        protection_sides=case["ps"],
        timeout=case["timeout"],
        artefact=case["artefact_index"],
        special=case["special_index"],
        known=True,
    )


def serial(records: dict[int, Any], name: str) -> int:
    """Return the serial of the first record of this name."""
    return next(record.serial for record in records.values() if record.name == name)


def hero_of(case: dict[str, Any]) -> SilContext:
    """Return a game with the hero of a case, worked out once with full health."""
    game = stage(
        race=serial(content.load().races, case["race"]),
        house=serial(content.load().houses, case["house"]),
        stats=case["stat_base"],
        skills=case["skill_base"],
    )
    hero = game.hero
    hero.stat_drain = list(case["stat_drain"])
    timed = case["timed"]
    hero.timers = Timers(
        rage=timed["rage"],
        strength=timed["str"],
        dexterity=timed["dex"],
        constitution=timed["con"],
        grace=timed["gra"],
        fast=timed["fast"],
        slow=timed["slow"],
        stun=timed["stun"],
        perception=timed["per"],
    )
    hero.stealth_mode = case["stealth_mode"]
    hero.song = -1 if case["song"] == 100 else case["song"]
    hero.food = case["food"]
    hero.worn = {SLOTS[worn["slot"]]: item(worn) for worn in case["equipment"]}
    hero.pack = [item(carried) for carried in case["pack"]]
    _abilities(game, case)
    return game


def _abilities(game: SilContext, case: dict[str, Any]) -> None:
    """Owned abilities come without their skill; the active ones and the outputs tell which."""
    hero = game.hero
    active = {(skill, name) for skill, name in case["active_abilities"]}
    met = {(skill, name) for skill, name in case["out"]["prereqs_met"]}
    unclear = []
    for name in case["innate_abilities"]:
        named = [a.ref for a in content.load().abilities.values() if a.name == name]
        likely = named if len(named) == 1 else [r for r in named if (r.skill, name) in active]
        likely = [ref for ref in likely if ref not in hero.bought]
        hero.bought += likely[:1]
        if not likely:
            unclear.append((name, named))
    for name, named in unclear:
        hero.bought += [
            ref for ref in named if (ref.skill, name) not in met and _owns_more(hero, ref, case)
        ][:1]
    lent = derived.account(game).granted
    hero.switched_off = [
        ref for ref in {*hero.bought, *lent} if (ref.skill, plain(ref)) not in active
    ]
    hero.granted = lent
    hero.health, hero.voice = case["chp"], 10_000


def _owns_more(hero: Hero, ref: AbilityRef, case: dict[str, Any]) -> bool:
    """Return whether the price of this skill's next ability says that one more is owned."""
    return case["out"]["next_ability_cost"][ref.skill] > abilities.price(content.load(), hero, ref)


def plain(ref: AbilityRef) -> str:
    """Return an ability's name as the files give it."""
    return content.load().ability(*ref).name


def figures(game: SilContext) -> dict[str, Any]:
    """Return all outputs, named as in the file."""
    hero, own, whole = game.hero, game.hero.derived, derived.account(game)
    out = {
        "stat_use": own.stats,
        "skill_use": own.skills,
        "affinity": list(peoples.affinities(game.data, hero.race, hero.house)),
        "skill_equip": list(map(derived.sum_of, whole.skill_equipment)),
        "skill_misc": list(map(derived.sum_of, whole.skill_misc)),
        "mhp": own.max_health,
        "msp": own.max_voice,
        "weight_limit": own.capacity,
        "total_weight": own.burden,
        "mdd": own.melee_dice[0],
        "mds": own.melee_dice[1],
        "mdd2": own.offhand_dice[0],
        "mds2": own.offhand_dice[1],
        "offhand_mod": own.offhand_attack,
        "add": own.archery_dice[0],
        "ads": own.archery_dice[1],
        "speed": own.speed,
        "hunger": own.hunger,
        "light": own.light,
        "archery_range": own.archery_range,
        "sustain": [
            own.counts[f"sustain_{stat}"]
            for stat in ("strength", "dexterity", "constitution", "grace")
        ],
        "resist": {name: own.counts[count] for name, count in RESISTANCES.items()},
        "next_skill_cost": [experience.skill_cost(base, 1) for base in hero.skill_base],
        "three_points_cost": [experience.skill_cost(base, 3) for base in hero.skill_base],
        "next_ability_cost": [abilities.price(game.data, hero, AbilityRef(s, 0)) for s in range(8)],
        "prereqs_met": sorted(
            [a.skill, a.name]
            for a in content.load().abilities.values()
            if a.ref not in hero.bought and not abilities.lacking(game.data, hero)[a.ref]
        ),
    }
    out |= {name: own.counts[count] for name, count in COUNTS.items()}
    for name, kind in PROTECTION.items():
        out[f"prot_{name}"] = list(protection.span(game, kind))  # type: ignore[arg-type]
    return out


def _wrong(case: dict[str, Any]) -> list[str]:
    game = hero_of(case)
    derived.update(game)
    game.hero.health = case["chp"]
    game.hero.voice = game.hero.derived.max_voice
    derived.update(game)
    expected = dict(case["out"])
    expected["prereqs_met"] = sorted(expected["prereqs_met"])
    if case["light_random"]:
        del expected["light"]
    got = figures(game)
    wrong = [f"{k} {got[k]} not {v}" for k, v in expected.items() if got[k] != v]
    for worn in case["equipment"]:
        flags = gear.traits(game.data, game.hero.worn[SLOTS[worn["slot"]]]).flags
        if flags - COMPOSITES != set(worn["flags"]) - COMPOSITES:
            wrong.append(f"flags of {worn['kind_name']}")
    return wrong


def check(data: OracleFiles) -> Result:
    """Return all figures of every hero, exactly."""
    answers = []
    for number, case in enumerate(data.read("character")):
        wrong = _wrong(case)
        answers.append((f"character {number}: {'; '.join(wrong)}", not wrong))
    return result(answers)
