"""Spells: who can cast them, what they cost, and casting them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract.facts import Learned, SeatRef
from engine.contract.texts import text
from engine.delve.data.kinds import DelveData, SpellKind
from engine.delve.magic import harmful_effects, helpful_effects
from engine.delve.magic.cast_context import Cast, SpellEffect
from engine.delve.rules import inventory, words
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

EFFECTS: Mapping[str, SpellEffect] = harmful_effects.EFFECTS | helpful_effects.EFFECTS


def has_figures(spell: SpellKind) -> bool:
    """Return whether upgrading doubles figures, or the roll against a curse; else it halves the
    cost."""
    return bool(spell.figures) or bool(spell.attenuation) or spell.effect == "remove-curse"


def cost(game: DelveContext, caster: DelveCreature, spell: SpellKind) -> int:
    """Return the energy that a spell takes from a caster."""
    price = spell.cost
    if isinstance(caster, DelveHero):
        if spell.name in caster.upgraded and not has_figures(spell):
            price = (price + 1) // 2
        if has_ability(game, caster, "spell thrift"):
            price = max(1, price - 1)
    return price


def book(content: DelveData, hero: DelveHero) -> DelveItem | None:
    """Return the spellbook that a hero has equipped."""
    return inventory.in_slot(content, hero, "spellbook")


def castable(content: DelveData, hero: DelveHero) -> list[str]:
    """Return the spells a hero can cast, energy aside: what is known and recorded in the book, or
    all that is known while enlightened."""
    if "raging" in hero.statuses:
        return []
    if "enlightened" in hero.statuses:
        return list(hero.spells)
    held = book(content, hero)
    return [name for name in hero.spells if held is not None and name in held.spells]


def learn(game: DelveContext, hero: DelveHero, name: str) -> None:
    """Give a hero knowledge of a spell, and record it in his book."""
    if name not in hero.spells:
        hero.spells.append(name)
        game.tell_of(
            "{hero:The} learns {spell}.",
            "spell",
            Learned(SeatRef(hero.seat), name),
            hero=hero,
            spell=words.spell(name),
        )
    held = book(game.content, hero)
    if held is not None and name not in held.spells:
        held.spells.append(name)


def is_nullified(game: DelveContext, caster: DelveCreature) -> bool:
    """Return whether something near the caster stops all spells."""
    return any(
        stops_spells(game, each, caster.at)
        for each in game.level(caster).monsters
        if not each.asleep
    )


def stops_spells(game: DelveContext, monster: DelveMonster, at: int) -> bool:
    """Return whether a monster stops the spells that are cast on a square."""
    trait = game.kind(monster).traits.get("nullifies")
    return trait is not None and gap(monster.at, at) <= trait.number()


def cast_spell(
    game: DelveContext,
    caster: DelveCreature,
    name: str,
    direction: str = "",
    item: DelveItem | None = None,
    *,
    free: bool = False,
) -> None:
    """Cast a spell, for its cost in energy unless it comes from a scroll or potion."""
    spell = game.content.spells[name]
    if not free:
        caster.energy -= cost(game, caster, spell)
    cast = make_cast(game, caster, spell, direction, item)
    if isinstance(caster, DelveHero):
        caster.focus = False
        caster.feint = caster.feint or has_ability(game, caster, "spellblade")
        caster.used[f"spell {name}"] = caster.used.get(f"spell {name}", 0) + 1
    game.tell_of("{caster:The} casts {spell}.", "spell", caster=caster, spell=words.spell(name))
    if is_nullified(game, caster):
        game.tell(text("No spell works here."), caster)
        return
    EFFECTS[spell.effect](cast)


def make_cast(
    game: DelveContext,
    caster: DelveCreature,
    spell: SpellKind,
    direction: str = "",
    item: DelveItem | None = None,
) -> Cast:
    """Return a spell with the figures that this caster gives it."""
    hero = caster if isinstance(caster, DelveHero) else None
    own = (
        game.kind(caster).spell_powers.get(spell.name, 0) if isinstance(caster, DelveMonster) else 0
    )
    return Cast(
        game,
        caster,
        spell,
        direction,
        item,
        upgraded=hero is not None and spell.name in hero.upgraded,
        focused=hero is not None and hero.focus,
        own_power=own,
    )


def can_upgrade(content: DelveData, hero: DelveHero) -> list[str]:
    """Return the known spells not upgraded yet."""
    return [name for name in hero.spells if name not in hero.upgraded]
