"""The titled texts of a view: character, pack, spells, transcript."""

from __future__ import annotations

from engine.contract.texts import joined, text
from engine.contract.view import Page
from engine.delve.actions.legal_actions import pack
from engine.delve.descriptions import inspection
from engine.delve.magic import spellcasting
from engine.delve.rules import inventory, sheet_values, words
from engine.delve.rules.formulas import experience_for
from engine.delve.rules.world import DelveWorld
from engine.delve.state import ELEMENTS, DelveHero, words_of


def pages(world: DelveWorld, hero: DelveHero) -> tuple[Page, ...]:
    """Return the pages that a hero's options show."""
    found = [
        Page("Character", text("Character"), character(world, hero)),
        Page("Pack", text("Pack"), pack_page(world, hero)),
    ]
    if hero.spells:
        found.append(Page("Spells", text("Spells"), spells(world, hero)))
    if hero.options.get("transcript", "on") == "on":
        count = int(hero.options.get("transcript-lines", "5"))
        lines = [*hero.transcript, *hero.lines][-count:]
        told = joined(list(map(words_of, lines)), "\n") if lines else text("Nothing yet.")
        found.append(Page("Transcript", text("Transcript"), told))
    return tuple(found)


def character(world: DelveWorld, hero: DelveHero) -> str:
    """Return figures, equipment bonuses, resistances, then passive abilities in italics."""
    following = experience_for(hero.level + 1)
    lines = [
        f"{hero.name}, {hero.class_name}, level {hero.level}",
        f"experience {hero.experience} of {following}",
        f"health {hero.health} of {hero.full_health}, energy {hero.energy} of {hero.full_energy}",
        f"power {sheet_values.power(world, hero)}, defence {sheet_values.defence(world, hero)}",
        f"food {hero.nourishment} ({hero.rating})",
    ]
    bonuses = inspection.equipment_bonuses(hero)
    if bonuses:
        lines.append(f"equipment: {bonuses}")
    resist = [
        f"{element} {words.signed(sheet_values.resistance(world, hero, element))}"
        for element in ELEMENTS
        if sheet_values.resistance(world, hero, element)
    ]
    if resist:
        lines.append(f"resistances: {', '.join(resist)}")
    abilities = world.content.abilities
    worn = [name for item in inventory.worn(hero) for name in world.item_kind(item).grants]
    passive = sorted({*(name for name in hero.abilities if not abilities[name].active), *worn})
    if passive:
        lines.append(f"*{', '.join(passive)}*")
    active = [name for name in hero.abilities if abilities[name].active]
    if active:
        lines.append("abilities: " + ", ".join(f"{n} ({abilities[n].cost})" for n in active))
    told = inspection.status_words(hero)
    told += ["your next blow cannot miss"] if hero.feint else []
    told += ["your next spell is stronger"] if hero.focus else []
    if told:
        lines.append(", ".join(told))
    return "\n".join(lines)


def pack_page(world: DelveWorld, hero: DelveHero) -> str:
    """Return the pack with its letters; what is worn is marked."""
    lines = []
    for place, item in enumerate(pack(world, hero)):
        letter = chr(ord("a") + place) if place < 26 else "-"
        worn = " (worn)" if item.worn else ""
        lines.append(f"{letter}) {inventory.title(world.content, item)}{worn}")
    return "\n".join(lines) or "Nothing."


def spells(world: DelveWorld, hero: DelveHero) -> str:
    """Return the known spells: cost, whether they are upgraded and can be cast."""
    castable = spellcasting.castable(world.content, hero)
    lines = []
    for name in hero.spells:
        price = spellcasting.cost(world, hero, world.content.spells[name])
        notes = [f"{price} energy"]
        if name in hero.upgraded:
            notes.append("upgraded")
        if name not in castable:
            notes.append("not in your book")
        lines.append(f"{words.spell(name):The}: {', '.join(notes)}")
    return "\n".join(lines)
