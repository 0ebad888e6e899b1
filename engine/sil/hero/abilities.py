"""The 84 abilities by name; their prices and requirements; buying them, on and off.

Rules: character 3.2, 3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.contract.action import IllegalAction
from engine.contract.texts import Listing, Name, Text, Words, joined, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Ability, AbilityRef
from engine.sil.data.rule_records import Effect
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import peoples
from engine.sil.hero.stat_names import SKILL_NAMES

POWER = AbilityRef(0, 0)
FINESSE = AbilityRef(0, 1)
KNOCK_BACK = AbilityRef(0, 2)
POLEARM_MASTERY = AbilityRef(0, 3)
CHARGE = AbilityRef(0, 4)
FOLLOW_THROUGH = AbilityRef(0, 5)
IMPALE = AbilityRef(0, 6)
SUBTLETY = AbilityRef(0, 7)
WHIRLWIND_ATTACK = AbilityRef(0, 8)
ZONE_OF_CONTROL = AbilityRef(0, 9)
SMITE = AbilityRef(0, 10)
TWO_WEAPON_FIGHTING = AbilityRef(0, 11)
RAPID_ATTACK = AbilityRef(0, 12)
STRENGTH = AbilityRef(0, 13)

ROUT = AbilityRef(1, 0)
FLETCHERY = AbilityRef(1, 1)
POINT_BLANK_ARCHERY = AbilityRef(1, 2)
PUNCTURE = AbilityRef(1, 3)
AMBUSH = AbilityRef(1, 4)
VERSATILITY = AbilityRef(1, 5)
CRIPPLING_SHOT = AbilityRef(1, 6)
DEADLY_HAIL = AbilityRef(1, 7)
DEXTERITY_ARCHERY = AbilityRef(1, 8)

DODGING = AbilityRef(2, 0)
BLOCKING = AbilityRef(2, 1)
PARRY = AbilityRef(2, 2)
CROWD_FIGHTING = AbilityRef(2, 3)
LEAPING = AbilityRef(2, 4)
SPRINTING = AbilityRef(2, 5)
FLANKING = AbilityRef(2, 6)
HEAVY_ARMOUR_USE = AbilityRef(2, 7)
RIPOSTE = AbilityRef(2, 8)
CONTROLLED_RETREAT = AbilityRef(2, 9)
DEXTERITY_EVASION = AbilityRef(2, 10)

DISGUISE = AbilityRef(3, 0)
ASSASSINATION = AbilityRef(3, 1)
CRUEL_BLOW = AbilityRef(3, 2)
EXCHANGE_PLACES = AbilityRef(3, 3)
OPPORTUNIST = AbilityRef(3, 4)
VANISH = AbilityRef(3, 5)
DEXTERITY_STEALTH = AbilityRef(3, 6)

QUICK_STUDY = AbilityRef(4, 0)
FOCUSED_ATTACK = AbilityRef(4, 1)
KEEN_SENSES = AbilityRef(4, 2)
CONCENTRATION = AbilityRef(4, 3)
ALCHEMY = AbilityRef(4, 4)
BANE = AbilityRef(4, 5)
OUTWIT = AbilityRef(4, 6)
LISTEN = AbilityRef(4, 7)
MASTER_HUNTER = AbilityRef(4, 8)
GRACE_PERCEPTION = AbilityRef(4, 9)

CURSE_BREAKING = AbilityRef(5, 0)
CHANNELING = AbilityRef(5, 1)
STRENGTH_IN_ADVERSITY = AbilityRef(5, 2)
FORMIDABLE = AbilityRef(5, 3)
INNER_LIGHT = AbilityRef(5, 4)
INDOMITABLE = AbilityRef(5, 5)
OATH = AbilityRef(5, 6)
POISON_RESISTANCE = AbilityRef(5, 7)
VENGEANCE = AbilityRef(5, 8)
MAJESTY = AbilityRef(5, 9)
CONSTITUTION = AbilityRef(5, 10)

WEAPONSMITH = AbilityRef(6, 0)
ARMOURSMITH = AbilityRef(6, 1)
JEWELLER = AbilityRef(6, 2)
ENCHANTMENT = AbilityRef(6, 3)
EXPERTISE = AbilityRef(6, 4)
ARTIFICE = AbilityRef(6, 5)
MASTERPIECE = AbilityRef(6, 6)
GRACE_SMITHING = AbilityRef(6, 7)

SONG_OF_ELBERETH = AbilityRef(7, 0)
SONG_OF_CHALLENGE = AbilityRef(7, 1)
SONG_OF_DELVINGS = AbilityRef(7, 2)
SONG_OF_FREEDOM = AbilityRef(7, 3)
SONG_OF_SILENCE = AbilityRef(7, 4)
SONG_OF_STAUNCHING = AbilityRef(7, 5)
SONG_OF_THRESHOLDS = AbilityRef(7, 6)
SONG_OF_THE_TREES = AbilityRef(7, 7)
SONG_OF_SLAYING = AbilityRef(7, 8)
SONG_OF_STAYING = AbilityRef(7, 9)
SONG_OF_LORIEN = AbilityRef(7, 10)
SONG_OF_MASTERY = AbilityRef(7, 11)
WOVEN_THEMES = AbilityRef(7, 12)
GRACE_SONG = AbilityRef(7, 13)

STEP_PRICE = 500  # each ability in a skill costs this much more than the one before


def record(data: Data, ref: AbilityRef) -> Ability:
    """Return the data of an ability; KeyError if there is none."""
    return data.ability(*ref)


def name(data: Data, ref: AbilityRef) -> str:
    """Return what an ability is called; the stat abilities that share a name bear their skill's."""
    return _names(data)[ref]


def figure(data: Data, ref: AbilityRef, effect: str) -> int:
    """Return the figure of an ability's effect; 0 without it."""
    rules = data.rules.abilities.get(ref)
    return rules.number(effect) if rules else 0


def active_effects(
    data: Data, is_active: Callable[[AbilityRef], bool], effect: str
) -> Iterator[tuple[AbilityRef, Effect]]:
    """Return the effects of one name that active abilities have."""
    return ((ref, each) for ref, each in _effects_named(data, effect) if is_active(ref))


@lru_cache(maxsize=64)
def _effects_named(data: Data, effect: str) -> tuple[tuple[AbilityRef, Effect], ...]:
    abilities = data.rules.abilities.items()
    return tuple((ref, e) for ref, rules in abilities for e in rules.effects if e.name == effect)


def words(data: Data, ref: AbilityRef) -> Name:
    """Return an ability's name for texts: "Charge", or "the Song of Elbereth" with its article."""
    own = record(data, ref).name
    proper = ref.skill != Skill.SONG or ref in (WOVEN_THEMES, GRACE_SONG)
    if own == _names(data)[ref]:
        return Name(own, proper=proper)
    facts = {"ability": Name(own, proper=True), "skill": SKILL_NAMES[Skill(ref.skill)]}
    return Name("{ability} ({skill})", proper=proper, facts=facts)


@lru_cache(maxsize=4)
def _names(data: Data) -> dict[AbilityRef, str]:
    times = Counter(ability.name for ability in data.abilities_by_ref.values())
    return {
        ability.ref: f"{ability.name} ({Skill(ability.skill).name.title()})"
        if times[ability.name] > 1
        else ability.name
        for ability in data.abilities_by_ref.values()
    }


def price(data: Data, hero: Hero, ref: AbilityRef) -> int:
    """Return experience the next ability of this skill costs (rules: character 3.2)."""
    return prices(data, hero)[ref.skill]


def prices(data: Data, hero: Hero) -> list[int]:
    """Return what the next ability of each skill costs, by skill."""
    owned = Counter(bought.skill for bought in hero.bought)
    return [
        max(0, STEP_PRICE * (owned[skill] + 1 - peoples.affinity(data, hero, skill)))
        for skill in Skill
    ]


def requirements(data: Data, hero: Hero, ref: AbilityRef) -> list[tuple[Words, bool]]:
    """Return what the ability asks for, each as words and whether the hero meets it."""
    return _requirements(data, ref, hero.skill_base, hero.bought, hero.active(QUICK_STUDY))


def _requirements(
    data: Data,
    ref: AbilityRef,
    skill_base: Sequence[int],
    bought: Sequence[AbilityRef],
    quick: bool,
) -> list[tuple[Words, bool]]:
    ability = record(data, ref)
    skill = SKILL_NAMES[Skill(ref.skill)]
    asked: list[tuple[Words, bool]] = [
        (
            text("{level} points of {skill}", level=ability.level, skill=skill),
            skill_base[ref.skill] >= ability.level,
        )
    ]
    if ability.prerequisites:
        others = tuple(words(data, AbilityRef(*p)) for p in ability.prerequisites)
        asked.append(
            (
                joined([Listing(others, "or")]),
                quick or any(p in bought for p in ability.prerequisites),
            )
        )
    return asked


def lacking(data: Data, hero: Hero) -> Mapping[AbilityRef, Words]:
    """By ability, in the data's order: the requirements that are not met, as words."""
    return _lacking(*_learned(hero), data)


def _learned(hero: Hero) -> tuple[tuple[int, ...], tuple[AbilityRef, ...], bool]:
    """Return all of a hero that decides which requirements are met: it changes by learning alone,
    so that the answers are kept, which every turn and every view ask for."""
    return tuple(hero.skill_base), tuple(hero.bought), hero.active(QUICK_STUDY)


@lru_cache(maxsize=64)
def _lacking(
    skill_base: tuple[int, ...], bought: tuple[AbilityRef, ...], quick: bool, data: Data
) -> dict[AbilityRef, Words]:
    found: dict[AbilityRef, Words] = {}
    for ability in data.abilities_by_ref.values():
        asked = _requirements(data, ability.ref, skill_base, bought, quick)
        missing = tuple(each for each, met in asked if not met)
        found[ability.ref] = joined([Listing(missing)]) if missing else ""
    return found


def can_buy(data: Data, hero: Hero, ref: AbilityRef) -> Words:
    """Why the hero cannot buy the ability now, in a sentence; "" when nothing hinders."""
    called = words(data, ref)
    if ref in hero.bought:
        return text("{hero} already has {ability}.", hero=hero.called, ability=called)
    if ref in hero.granted:
        return text(
            "{ability} is lent by something worn, and cannot be bought meanwhile.", ability=called
        )
    if missing := lacking(data, hero)[ref]:
        return text("{ability} needs {missing}.", ability=called, missing=missing)
    if price(data, hero, ref) > hero.unspent:
        return text(
            "{ability} costs {price} experience; {unspent} is left.",
            ability=called,
            price=price(data, hero, ref),
            unspent=hero.unspent,
        )
    return ""


def on_sale(data: Data, hero: Hero) -> dict[AbilityRef, int]:
    """Return the abilities that `can_buy` lets the hero have now, in the data's order, with
    prices."""
    costs = prices(data, hero)
    return {
        ref: costs[ref.skill]
        for ref in _within_reach(*_learned(hero), data)
        if costs[ref.skill] <= hero.unspent and not hero.owns(ref)
    }


@lru_cache(maxsize=64)
def _within_reach(
    skill_base: tuple[int, ...], bought: tuple[AbilityRef, ...], quick: bool, data: Data
) -> tuple[AbilityRef, ...]:
    found = _lacking(skill_base, bought, quick, data)
    return tuple(ref for ref, missing in found.items() if not missing)


def lines_of_others(data: Data, hero: Hero) -> Mapping[AbilityRef, Text]:
    """By ability, in the data's order: what the sheet says of those that the hero does not
    have."""
    return _lines_of_others(*_learned(hero), data)


@lru_cache(maxsize=4)
def by_skill(data: Data) -> Mapping[Skill, tuple[AbilityRef, ...]]:
    """Return the abilities of each skill, in the data's order."""
    refs = [ability.ref for ability in data.abilities_by_ref.values()]
    return {skill: tuple(ref for ref in refs if ref.skill == skill) for skill in Skill}


@lru_cache(maxsize=64)
def _lines_of_others(
    skill_base: tuple[int, ...], bought: tuple[AbilityRef, ...], quick: bool, data: Data
) -> dict[AbilityRef, Text]:
    return {
        ref: text("  {ability}: needs {missing}", ability=words(data, ref), missing=missing)
        if missing
        else text("  {ability}: within reach", ability=words(data, ref))
        for ref, missing in _lacking(skill_base, bought, quick, data).items()
    }


def buy(data: Data, hero: Hero, ref: AbilityRef) -> None:
    """Buy an ability: owned and switched on. Bane and Oath want `choose_bane`, `choose_oath`.

    Raises IllegalAction, and changes nothing, when it cannot be bought.
    """
    if reason := can_buy(data, hero, ref):
        raise IllegalAction(reason)
    hero.unspent -= price(data, hero, ref)
    hero.bought.append(ref)
    if ref in hero.switched_off:
        hero.switched_off.remove(ref)


def toggle(data: Data, hero: Hero, ref: AbilityRef) -> bool:
    """Switch an ability off or on again, free of time; true if it is on now.

    Raises IllegalAction for an ability the hero does not have.
    """
    if not hero.owns(ref):
        raise IllegalAction(
            text("{hero} does not have {ability}.", hero=hero.called, ability=words(data, ref))
        )
    if ref in hero.switched_off:
        hero.switched_off.remove(ref)
        return True
    hero.switched_off.append(ref)
    if ref == WOVEN_THEMES:
        hero.theme = -1
    return False
