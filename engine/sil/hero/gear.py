"""Properties of an object by its flags: those of its kind, special type and artefact together.

Rules: character 4.2; objects 2.5, 2.6.
"""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from msgspec import Struct

from engine.contract.texts import Name, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import FlagCount
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero, Item, Skill, Slot, Stat

MELEE_WEAPONS = frozenset((20, 21, 22, 23))  # tvals: diggers, blunt, axes and polearms, swords
SWORD = 23
ARROW = 17
LIGHT = 39
POTION = 75
FLASK = 77

_STATS = {stat.name: (stat, 1) for stat in Stat} | {f"NEG_{s.name}": (s, -1) for s in Stat}
_SKILLS = {
    skill.name: skill for skill in Skill if skill is not Skill.EVASION
}  # evasion comes from the bracketed number
COUNTS = (*get_args(FlagCount), "danger", "damage_sides")
"""The names in `Derived.counts`: how much of each property the hero has."""
COUNT_NAMES = {
    "resist_fire": text("resist fire"),
    "resist_cold": text("resist cold"),
    "resist_poison": text("resist poison"),
    "resist_bleeding": text("resist bleeding"),
    "resist_fear": text("resist fear"),
    "resist_blindness": text("resist blindness"),
    "resist_confusion": text("resist confusion"),
    "resist_stun": text("resist stun"),
    "resist_hallucination": text("resist hallucination"),
    "sustain_strength": text("sustain strength"),
    "sustain_dexterity": text("sustain dexterity"),
    "sustain_constitution": text("sustain constitution"),
    "sustain_grace": text("sustain grace"),
    "see_invisible": text("see invisible"),
    "free_action": text("free action"),
    "regeneration": text("regeneration"),
    "aggravation": text("aggravation"),
    "cowardice": text("cowardice"),
    "haunted": text("haunted"),
    "stand_fast": text("stand fast"),
    "avoid_traps": text("avoid traps"),
    "hunger": text("hunger"),
    "danger": text("danger"),
}
"""The words of the sheet for each property that has no figure of its own."""


class Traits(Struct, frozen=True):
    """The properties of an object by its flags."""

    name: str
    role: str  # that it plays in rules
    tval: int
    sval: int
    flags: frozenset[str]
    stats: tuple[tuple[int, int], ...]  # (Stat, sign): the special value counts so often
    skills: tuple[int, ...]  # Skills to which the special value is added
    counts: tuple[tuple[str, int], ...]
    abilities: tuple[AbilityRef, ...]
    two_handed: bool
    hand_and_a_half: bool
    is_weapon: bool


@lru_cache(maxsize=4096)
def _traits(kind: int, special: int, artefact: int, own: tuple[str, ...], data: Data) -> Traits:
    content = data
    base = content.kinds[kind]
    flags = base.flags | frozenset(own)
    abilities = base.abilities
    for more in (content.specials.get(special), content.artefacts.get(artefact)):
        if more is not None:
            flags |= more.flags
            abilities += more.abilities
    ordered, counts = sorted(flags), content.rules.flag_counts
    return Traits(
        name=base.name.replace("& ", "").replace("~", ""),
        role=content.rules.item(kind).role,
        tval=base.tval,
        sval=base.sval,
        flags=flags,
        stats=tuple(_STATS[f] for f in ordered if f in _STATS),
        skills=tuple(_SKILLS[f] for f in ordered if f in _SKILLS),
        counts=tuple(counts[f] for f in ordered if f in counts),
        abilities=abilities,
        two_handed="TWO_HANDED" in base.flags,
        hand_and_a_half="HAND_AND_A_HALF" in base.flags,
        is_weapon=base.tval in MELEE_WEAPONS,
    )


def traits(data: Data, item: Item) -> Traits:
    """Return what an object's flags come to (cached by its kind, special type and artefact)."""
    own = tuple(item.flags) if item.flags else ()
    return _traits(item.kind, item.special, item.artefact, own, data)


_UNKNOWN = {
    40: Name("Unknown amulet"),
    45: Name("Unknown ring"),
    55: Name("Unknown staff"),
    66: Name("Unknown horn"),
    75: Name("Unknown potion"),
    80: Name("Unknown herb"),
}


def called(game: SilContext, item: Item) -> Name:
    """Return an object's short name, which does not tell what the hero does not know of its
    kind."""
    own = traits(game.data, item)
    if item.kind in game.world.flavours and item.kind not in game.lore.aware:
        return _UNKNOWN.get(own.tval, Name("Unknown thing"))
    return Name(own.name)


def has(data: Data, item: Item | None, flag: str) -> bool:
    """Return whether there is such an object and it bears the flag."""
    return item is not None and flag in traits(data, item).flags


def abilities(data: Data, item: Item) -> tuple[AbilityRef, ...]:
    """Return the abilities an object grants while it is worn."""
    return (*item.abilities, *traits(data, item).abilities)


def weapon(hero: Hero) -> Item | None:
    """Return the main-hand weapon."""
    return hero.worn.get(Slot.WEAPON)


def offhand(data: Data, hero: Hero) -> Item | None:
    """Return the off-hand weapon: what is worn on the arm, when it is a weapon."""
    item = hero.worn.get(Slot.ARM)
    return item if item is not None and traits(data, item).is_weapon else None


def hand_and_a_half(data: Data, hero: Hero) -> bool:
    """Return whether the main-hand weapon gets the bonus for a free second hand."""
    item = hero.worn.get(Slot.WEAPON)
    return item is not None and Slot.ARM not in hero.worn and traits(data, item).hand_and_a_half


def two_handed(data: Data, hero: Hero) -> bool:
    """Return whether the main-hand weapon is used with both hands (rules: character 4.8)."""
    item = hero.worn.get(Slot.WEAPON)
    return item is not None and (traits(data, item).two_handed or hand_and_a_half(data, hero))
