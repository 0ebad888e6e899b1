"""Figures derived from a hero's choices, gear and states: stats, skills, dice, speed, burden.

`account` works everything out and keeps each summand with its reason; `update` writes the sums
into the hero. Rules: character 4.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.contract.dice import trunc_div
from engine.contract.texts import Name, Text, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import STAT_NAMES
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Derived, Hero, Item, Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import (
    action_costs,
    gear,
    light_radius,
    peoples,
    silmarils,
    singing,
    stat_names,
)

Term = tuple[Name | Text, int]
Terms = list[Term]

STAT_LEAST, STAT_MOST = -9, 20

# Slots whose weight hampers stealth, and slots whose attack number counts for one skill or blow
# alone (rules: character 4.2).
_ARMOUR = (Slot.BODY, Slot.OUTER, Slot.ARM, Slot.HEAD, Slot.HANDS, Slot.FEET)
_OWN_ATTACK = (Slot.WEAPON, Slot.BOW, Slot.QUIVER1, Slot.QUIVER2)
MERCY, SILENCE, IRON = 1, 2, 3
MOST_SPEED = 3
OATHS = {
    MERCY: Name("Mercy", proper=True),
    SILENCE: Name("Silence", proper=True),
    IRON: Name("Iron", proper=True),
}
_INDOMITABLE = {
    "confusion": "resist_confusion",
    "stun": "resist_stun",
    "hallucination": "resist_hallucination",
    "fear": "resist_fear",
}


def sum_of(terms: Terms) -> int:
    """Return the total of a list of terms."""
    total = 0  # a plain loop, for most lists are empty
    for _, value in terms:
        total += value
    return total


def neutral(name: str) -> int:
    """Return what everybody has of a property."""
    return 1 if name in ("resist_fire", "resist_cold", "resist_poison") else 0


_NEUTRAL = {name: neutral(name) for name in gear.COUNTS}


class Breakdown:
    """Every derived figure of a hero, in terms: (reason, amount) pairs in the rules' order."""

    def __init__(self) -> None:
        self.stat_equipment: list[Terms] = [[], [], [], []]
        self.stat_misc: list[Terms] = [[], [], [], []]
        self.stats = [0, 0, 0, 0]
        self.skill_stat = [0] * 8
        self.skill_equipment: list[Terms] = [[], [], [], [], [], [], [], []]
        self.skill_misc: list[Terms] = [[], [], [], [], [], [], [], []]
        self.skills = [0] * 8
        self.speed: Terms = [(text("Normal"), 2)]
        self.speed_total = 2
        self.counts: dict[str, Terms] = {}
        self.burden = 0
        self.capacity = 1000
        self.max_health = 20
        self.max_voice = 20
        self.melee_sides: Terms = []
        self.melee_dice = (1, 0)
        self.offhand_sides: Terms = []
        self.offhand_dice = (0, 0)
        self.offhand_attack: Terms = []
        self.archery_sides: Terms = []
        self.archery_dice = (0, 0)
        self.archery_range = 0
        self.active: frozenset[AbilityRef] = frozenset()
        self.granted: list[AbilityRef] = []
        self.unproven: list[Name] = []  # names of worn things that are not identified

    def count(self, name: str) -> int:
        """Return how much of a property the hero has (`gear.COUNTS`)."""
        terms = self.counts.get(name)
        return neutral(name) + (sum_of(terms) if terms else 0)

    def proven(self, name: str) -> Terms:
        """Return the terms of a property that the hero knows of."""
        return [term for term in self.counts.get(name, []) if term[0] not in self.unproven]

    def add(self, name: str, why: Name | Text, amount: int = 1) -> None:
        """Add to a property."""
        self.counts.setdefault(name, []).append((why, amount))


def health_band(current: int, maximum: int) -> int:
    """4 unhurt or nearly, 3 wounded, 2 badly wounded, 1 almost dead, 0 dead; 5: not a scratch.

    Rules: character 4.3, "Health level".
    """
    if current >= maximum:
        return 5
    return 0 if current <= 0 or maximum <= 0 else (4 * current + maximum - 1) // maximum


def grown(start: int, stat: int) -> int:
    """`start` raised by a fifth for each point of a stat, lowered by a sixth below 0."""
    value = start
    for _ in range(abs(stat)):
        value = value * 12 // 10 if stat > 0 else value * 10 // 12
    return value


_GROWN = {stat: grown(2000, stat) // 100 for stat in range(STAT_LEAST, STAT_MOST + 1)}
_CAPACITY = {stat: grown(1000, stat) for stat in range(STAT_LEAST, STAT_MOST + 1)}


def is_overburdened(hero: Hero) -> bool:
    """Return whether the hero carries too much to take a step: half as much again as his
    capacity."""
    return hero.derived.burden > hero.derived.capacity * 3 // 2


def maximum(stat: int) -> int:
    """Return health of a Constitution, or voice of a Grace (rules: character 4.4)."""
    return _GROWN[stat]


def capacity(strength: int) -> int:
    """Tenths of a pound that can be carried without slowing."""
    return _CAPACITY[strength]


def rescale(current: int, old: int, new: int) -> int:
    """Return health or voice when its maximum changes: the same share, rounded (rules: character
    4.4)."""
    share = 100 * current // old if old else 100
    return share * new // 100 + ((share * new) % 100 >= 50)


def bounded_strength(strength: int, weight: int) -> int:
    """Return how much of a strength a weapon of this weight (tenths lb) carries, both ways."""
    limit = weight // 10
    return max(-limit, min(limit, strength))


def weapon_bonus(game: SilContext, item: Item | None, *, polearms: bool) -> Terms:
    """Melee that the hero's training adds with one weapon, worn or thrown; `polearms`: whether
    Polearm Mastery is active."""
    if item is None:
        return []
    hero, traits = game.hero, gear.traits(game.data, item)
    terms: Terms = []
    if "AXE" in traits.flags and (axe := peoples.axe_proficiency(game.data, hero)):
        terms.append((text("Axe proficiency"), axe))
    blades = game.rulings.elf_proficiency == "melee with blade"
    if blades and traits.tval == gear.SWORD and peoples.is_elf(game.data, hero):
        terms.append((text("Blade proficiency"), 1))
    if polearms and "POLEARM" in traits.flags:
        terms.append((text("Polearm Mastery"), 2))
    return terms


# ------------------------------------------------------------------ the parts of the account


def _scan_gear(game: SilContext, out: Breakdown) -> list[tuple[int, Item, gear.Traits]]:
    """Weight, danger, and what each worn thing adds to stats, skills and properties."""
    hero = game.hero
    burden = 0
    for item in hero.pack:
        burden += item.count * item.weight
        if "DANGER" in gear.traits(game.data, item).flags:
            out.add("danger", gear.called(game, item))
    worn = [(slot, item, gear.traits(game.data, item)) for slot, item in sorted(hero.worn.items())]
    granted: list[AbilityRef] = []
    armour = 0
    for slot, item, traits in worn:
        why = gear.called(game, item)
        if not item.known:
            out.unproven.append(why)
        burden += item.count * item.weight
        if "DANGER" in traits.flags:
            out.add("danger", why)
        for stat, sign in traits.stats:
            out.stat_equipment[stat].append((why, sign * item.pval))
        for skill in traits.skills:
            out.skill_equipment[skill].append((why, item.pval))
        for name, amount in traits.counts:
            out.add(name, why, amount)
        if "DAMAGE_SIDES" in traits.flags:
            out.add("damage_sides", why, item.pval)
        if item.evasion:
            out.skill_equipment[Skill.EVASION].append((why, item.evasion))
        if item.attack and slot not in _OWN_ATTACK and not traits.is_weapon:
            out.skill_equipment[Skill.MELEE].append((why, item.attack))
            out.skill_equipment[Skill.ARCHERY].append((why, item.attack))
        if slot in _ARMOUR:
            armour += item.weight
        granted += item.abilities
        granted += traits.abilities
    out.burden = burden
    if armour >= 100:
        out.skill_equipment[Skill.STEALTH].append((text("Weight of armour"), -(armour // 100)))
    out.granted = sorted(set(granted))
    return worn


def _own_abilities(hero: Hero, out: Breakdown) -> None:
    """Set which abilities are active, once gear has lent its own (rules: character 3.4)."""
    off = set(hero.switched_off)
    if off:
        lent_anew = set(out.granted) - set(hero.granted) - set(hero.bought)
        off -= lent_anew
    out.active = frozenset({*hero.bought, *out.granted} - off)


def _stats(game: SilContext, out: Breakdown) -> None:
    """Rules: character 4.3."""
    hero, rulings, timers = game.hero, game.rulings, game.hero.timers
    active, misc = out.active, out.stat_misc
    for ref, effect in ab.active_effects(game.data, active.__contains__, "stat"):
        gained = Stat(STAT_NAMES.index(str(effect.args[0])))
        misc[gained].append((ab.words(game.data, ref), effect.number(1)))
    if ab.STRENGTH_IN_ADVERSITY in active:
        half, quarter, stats = rulings.adversity_bonus
        band = health_band(hero.health, hero.derived.max_health)
        if bonus := quarter if band <= 1 else half if band == 2 else 0:
            for raised in stats:
                misc[raised].append((text("Strength in Adversity"), bonus))
    if ab.OATH in active and hero.oath and hero.oath not in hero.oaths_broken:
        sworn, reward = {
            MERCY: (Stat.GRA, 1),
            SILENCE: (Stat.STR, rulings.oath_silence_strength),
            IRON: (Stat.CON, rulings.oath_iron_constitution),
        }[hero.oath]
        misc[sworn].append((text("Oath of {oath}", oath=OATHS[hero.oath]), reward))
    if timers.rage:
        for terms, change in zip(misc, (1, -1, 1, -1), strict=True):
            terms.append((text("Rage"), change))
    for kind in game.under_way():
        if kind.strengthens:
            raised = Stat(STAT_NAMES.index(kind.strengthens))
            gift = text("A passing gift of {stat}", stat=stat_names.LOWER_STAT_NAMES[raised])
            misc[raised].append((gift, 3))
            out.add(f"sustain_{kind.strengthens}", text("A passing gift"))
    if hero.food < 1000:
        misc[Stat.STR].append((text("Weak from hunger"), -1))
    for stat in range(4):
        total = hero.stat_base[stat] + hero.stat_drain[stat]
        total += sum_of(out.stat_equipment[stat]) + sum_of(misc[stat])
        out.stats[stat] = max(STAT_LEAST, min(STAT_MOST, total))


def _conditions(game: SilContext, out: Breakdown) -> None:
    """Properties that abilities, herbs and hunger give."""
    hero, active = game.hero, out.active
    for ref, effect in ab.active_effects(game.data, active.__contains__, "property"):
        out.add(str(effect.args[0]), ab.words(game.data, ref))
    if ab.INDOMITABLE in active:
        for grant in game.rulings.indomitable_grants:
            if grant == "slow digestion":
                out.add("hunger", text("Indomitable"), -1)
            else:
                out.add(_INDOMITABLE[grant], text("Indomitable"))
    if hero.timers.see_invisible:
        for name in ("see_invisible", "resist_blindness", "resist_hallucination"):
            out.add(name, text("True sight"))
    if out.count("regeneration"):
        full = hero.health >= hero.derived.max_health and hero.voice >= hero.derived.max_voice
        if game.rulings.regeneration_item_effect.always_hungry or not full:
            out.add("hunger", text("Swift recovery"))


def _speed(game: SilContext, out: Breakdown) -> None:
    """Rules: character 4.5, 4.6."""
    hero, terms = game.hero, out.speed
    out.capacity = _CAPACITY[out.stats[Stat.STR]]
    if "speed" in out.counts:
        terms += out.counts["speed"]
    if hero.timers.fast:
        terms.append((text("Hasted"), 1))
    if hero.timers.slow:
        terms.append((text("Slowed"), -1))
    if out.burden > out.capacity:
        terms.append((text("Overburdened"), -1))
    if hero.stealth_mode and hero.actions[0] != 5:
        terms.append((text("Stealth mode"), -1))
    if ab.SPRINTING in out.active and action_costs.is_sprinting(hero):
        terms.append((text("Sprinting"), 1))
    out.speed_total = max(1, min(MOST_SPEED, sum_of(terms)))


def _total(hero: Hero, out: Breakdown, skill: int) -> int:
    stat = out.stats[Stat.DEX if skill < Skill.PERCEPTION else Stat.GRA]
    out.skill_stat[skill] = stat
    total = hero.skill_base[skill] + stat
    total += sum_of(out.skill_equipment[skill]) + sum_of(out.skill_misc[skill])
    out.skills[skill] = total
    return total


def _mind_and_song(game: SilContext, out: Breakdown) -> None:
    """Affinities, stun, and the five skills that do not fight; Song first (rules: character
    4.7)."""
    hero, misc = game.hero, out.skill_misc
    for skill, level in enumerate(peoples.affinities(game.data, hero.race, hero.house)):
        if level:
            misc[skill].append((text("Affinity") if level == 1 else _leaning(level), level))
    if stun := hero.timers.stun:
        heavy = stun >= game.rulings.heavy_stun_from
        for terms in misc:
            terms.append((text("Heavily stunned"), -4) if heavy else (text("Stunned"), -2))
    if hero.stealth_mode:
        misc[Skill.STEALTH].append((text("Stealth mode"), 5))
    if noise := singing.loudness(game.data, hero):
        misc[Skill.STEALTH].append((text("Singing"), -noise))
    if hero.timers.perception:
        misc[Skill.PERCEPTION].append((text("Sharpened senses"), 10))
    song = _total(hero, out, Skill.SONG)
    if hero.song >= 0:
        if staying := singing.strength(game.data, hero, ab.SONG_OF_STAYING, song) // 2:
            misc[Skill.WILL].append((text("Song of Staying"), staying))
        if singing.is_singing(hero, ab.SONG_OF_FREEDOM):
            out.add("free_action", text("Song of Freedom"))
    for skill in (Skill.STEALTH, Skill.PERCEPTION, Skill.WILL, Skill.SMITHING):
        _total(hero, out, skill)


def _leaning(level: int) -> Text:
    return text("Mastery") if level > 1 else text("Penalty of birth")


def _bow(game: SilContext, out: Breakdown) -> None:
    """Archery and its dice (rules: character 4.7, 4.9; combat 9)."""
    hero, bow = game.hero, game.hero.worn.get(Slot.BOW)
    if bow is None:
        return
    name = Name(gear.traits(game.data, bow).name)
    if bow.attack:
        out.skill_equipment[Skill.ARCHERY].append((name, bow.attack))
    bows = game.rulings.elf_proficiency != "melee with blade"
    if bows and (proficiency := peoples.bow_proficiency(game.data, hero)):
        archery = game.rulings.elf_proficiency == "archery with bow"
        skill = Skill.ARCHERY if archery else Skill.MELEE
        out.skill_misc[skill].append((text("Bow proficiency"), proficiency))
    sides = out.archery_sides
    sides.append((name, bow.damage_sides))
    if strength := bounded_strength(out.stats[Stat.STR], bow.weight):
        sides.append((text("Strength"), strength))
    sides += out.counts.get("damage_sides", ())
    out.archery_dice = (bow.damage_dice, max(0, sum_of(sides)))
    dice, each = out.archery_dice
    out.archery_range = min(20, trunc_div(dice * each * 3, 2))


def blow_sides(
    game: SilContext,
    item: Item | None,
    strength: int,
    damage_sides: Collection[Term],
    *,
    power: bool,
    adjustment: Term | None = None,
    both_hands: bool = False,
) -> Terms:
    """Return the sides of a blow's dice, in terms (rules: character 4.8): a weapon's (None:
    fists'), strength as far as its weight carries it, and what helps every blow. Sums below 0 mean
    0."""
    terms: Terms = (
        [(text("Fists"), 1)]
        if item is None
        else [(Name(gear.traits(game.data, item).name), item.damage_sides)]
    )
    if both_hands:
        terms.append((text("Wielded with both hands"), 2))
    adjusted = strength + (adjustment[1] if adjustment else 0)
    carried = adjusted if item is None else bounded_strength(adjusted, item.weight)
    if carried or adjustment:
        why = (
            text("Strength")
            if adjustment is None
            else text("Strength, {adjustment} {by:+d}", adjustment=adjustment[0], by=adjustment[1])
        )
        terms.append((why, carried))
    terms += damage_sides
    if power:
        terms.append((text("Power"), 1))
    return terms


def _blade(game: SilContext, out: Breakdown) -> None:
    """Melee, its dice and the off-hand's (rules: character 4.7, 4.8)."""
    hero, active = game.hero, out.active
    weapon, misc = gear.weapon(hero), out.skill_misc[Skill.MELEE]
    if weapon is not None and weapon.attack:
        name = Name(gear.traits(game.data, weapon).name)
        out.skill_equipment[Skill.MELEE].append((name, weapon.attack))
    polearms, power = ab.POLEARM_MASTERY in active, ab.POWER in active
    trained = weapon_bonus(game, weapon, polearms=polearms)
    misc += trained
    rapid = ab.figure(game.data, ab.RAPID_ATTACK, "blow") if ab.RAPID_ATTACK in active else 0
    off_hand = ab.figure(game.data, ab.TWO_WEAPON_FIGHTING, "blow")
    if rapid:
        misc.append((text("Rapid Attack"), rapid))
    lead = hero.skill_base[Skill.ARCHERY] - hero.skill_base[Skill.MELEE]
    if ab.VERSATILITY in active and lead > 1:
        misc.append((text("Versatility"), lead // 2))
    extra = out.counts.get("damage_sides", [])
    vengeance = hero.vengeance if ab.VENGEANCE in active else 0
    strength = out.stats[Stat.STR]
    out.melee_sides = blow_sides(
        game,
        weapon,
        strength,
        extra,
        power=power,
        adjustment=(text("rapid"), rapid) if rapid else None,
        both_hands=gear.hand_and_a_half(game.data, hero),
    )
    dice = 1 if weapon is None else weapon.damage_dice
    out.melee_dice = (dice + vengeance, max(0, sum_of(out.melee_sides)))
    offhand = gear.offhand(game.data, hero)
    if offhand is not None and ab.TWO_WEAPON_FIGHTING in active:
        out.offhand_sides = blow_sides(
            game, offhand, strength, extra, power=power, adjustment=(text("off hand"), off_hand)
        )
        out.offhand_dice = (offhand.damage_dice + vengeance, max(0, sum_of(out.offhand_sides)))
        terms = out.offhand_attack
        if weapon is not None:
            main = weapon.attack + sum_of(trained)
            terms.append(
                (text("without {weapon}", weapon=Name(gear.traits(game.data, weapon).name)), -main)
            )
        if rapid:
            terms.append((text("Rapid Attack does not count"), -rapid))
        terms.append((Name(gear.traits(game.data, offhand).name), offhand.attack))
        terms += weapon_bonus(game, offhand, polearms=polearms)
        terms.append((text("Off hand"), off_hand))


def _guard(game: SilContext, out: Breakdown) -> None:
    """Evasion: Parry, and the helpless (rules: character 4.2, 4.7)."""
    hero, weapon = game.hero, gear.weapon(game.hero)
    if ab.PARRY in out.active and weapon is not None and weapon.evasion:
        out.skill_equipment[Skill.EVASION].append((text("Parry"), weapon.evasion))
    if hero.timers.entranced or hero.timers.stun > 100:
        stat = out.stats[Stat.DEX]
        bare = hero.skill_base[Skill.EVASION] + stat + sum_of(out.skill_equipment[Skill.EVASION])
        why = text("Entranced") if hero.timers.entranced else text("Knocked out")
        out.skill_misc[Skill.EVASION] = [(why, -5 - bare)]


def account(game: SilContext) -> Breakdown:
    """Return every derived figure of the hero, in terms. Changes nothing (rules: character 4.1)."""
    hero = game.hero
    out = Breakdown()
    _scan_gear(game, out)
    _own_abilities(hero, out)
    _stats(game, out)
    _conditions(game, out)
    _speed(game, out)
    _mind_and_song(game, out)
    _bow(game, out)
    _blade(game, out)
    _guard(game, out)
    for skill in (Skill.MELEE, Skill.ARCHERY, Skill.EVASION):
        _total(hero, out, skill)
    out.max_health = maximum(out.stats[Stat.CON])
    out.max_voice = maximum(out.stats[Stat.GRA])
    return out


def update(game: SilContext) -> None:
    """Work out `hero.derived` anew, and keep health and voice at the same share of their maxima.

    An off-hand weapon is taken off when nothing lets the hero fight with two.
    """
    hero = game.hero
    out = account(game)
    if (
        gear.offhand(game.data, hero) is not None
        and ab.TWO_WEAPON_FIGHTING not in out.active
        and not hero.worn[Slot.ARM].cursed
    ):
        _take_off_offhand(game)
        out = account(game)
    _settle_abilities(hero, out)
    old = hero.derived
    new = _written(out)
    if old.counts:  # a hero that was worked out before
        if new.max_health != old.max_health:
            hero.health = rescale(hero.health, old.max_health, new.max_health)
        if new.max_voice != old.max_voice:
            hero.voice = rescale(hero.voice, old.max_voice, new.max_voice)
    hero.derived = new
    hero.silmarils = silmarils.carried(game.data, hero)
    new.light = light_radius.radius(game)


def _take_off_offhand(game: SilContext) -> None:
    item = game.hero.worn.pop(Slot.ARM)
    game.hero.pack.append(item)
    tell(
        game,
        text(
            "You can no longer fight with two weapons, and put away the {item}.",
            item=_called(game.data, item),
        ),
    )


def _called(data: Data, item: Item) -> Name:
    return Name(gear.traits(data, item).name.lower())


def _settle_abilities(hero: Hero, out: Breakdown) -> None:
    """Switch on the abilities that gear lends, and forget the choice when the gear goes (rules:
    character 3.4)."""
    if out.granted == hero.granted:
        return
    changed = set(out.granted) ^ set(hero.granted)
    hero.switched_off = [
        ref for ref in hero.switched_off if ref not in changed or ref in hero.bought
    ]
    hero.granted = out.granted


def _written(out: Breakdown) -> Derived:
    return Derived(
        stats=out.stats,
        skills=out.skills,
        max_health=out.max_health,
        max_voice=out.max_voice,
        speed=out.speed_total,
        hunger=out.count("hunger"),
        burden=out.burden,
        capacity=out.capacity,
        melee_dice=out.melee_dice,
        offhand_dice=out.offhand_dice,
        offhand_attack=sum_of(out.offhand_attack),
        archery_dice=out.archery_dice,
        archery_range=out.archery_range,
        counts=_NEUTRAL | {name: out.count(name) for name in out.counts},
    )
