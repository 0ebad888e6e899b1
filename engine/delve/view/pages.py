"""The titled texts of a view: character, pack, spells, transcript."""

from __future__ import annotations

from engine.contract.texts import Name, Text, joined, listed, text, typed
from engine.contract.view import Page
from engine.delve.actions.legal_actions import pack
from engine.delve.descriptions import inspection, spell_figures
from engine.delve.magic import spellcasting
from engine.delve.rules import inventory, sheet_values, words
from engine.delve.rules.context import DelveContext
from engine.delve.rules.words import ability
from engine.delve.state import ELEMENTS, DelveHero, words_of


def pages(game: DelveContext, hero: DelveHero) -> tuple[Page, ...]:
    """Return the pages that a hero's options show."""
    found = [
        Page("Character", text("Character"), character(game, hero)),
        Page("Pack", text("Pack"), pack_page(game, hero)),
    ]
    if hero.spells:
        found.append(Page("Spells", text("Spells"), spells(game, hero)))
    if hero.options.get("transcript", "on") == "on":
        count = int(hero.options.get("transcript-lines", "5"))
        lines = [*hero.transcript, *hero.lines][-count:]
        told = joined(list(map(words_of, lines)), "\n") if lines else text("Nothing yet.")
        found.append(Page("Transcript", text("Transcript"), told))
    return tuple(found)


def character(game: DelveContext, hero: DelveHero) -> Text:
    """Return figures, equipment bonuses, resistances, then passive abilities in italics."""
    lines = [*_figures(game, hero), *inspection.equipment_bonuses(hero)]
    resist = [
        words.resistance(element, sheet_values.resistance(game, hero, element))
        for element in ELEMENTS
        if sheet_values.resistance(game, hero, element)
    ]
    if resist:
        lines.append(text("resistances: {resistances}", resistances=listed(resist)))
    abilities = game.content.abilities
    worn = [name for item in inventory.worn(hero) for name in game.item_kind(item).grants]
    passive = sorted({*(name for name in hero.abilities if not abilities[name].active), *worn})
    if passive:
        lines.append(
            text("*{abilities}*", abilities=listed(ability(game.content, name) for name in passive))
        )
    active = [
        text("{ability} ({cost})", ability=ability(game.content, name), cost=abilities[name].cost)
        for name in hero.abilities
        if abilities[name].active
    ]
    if active:
        lines.append(text("abilities: {abilities}", abilities=listed(active)))
    told = inspection.statuses(game.content, hero)
    told += [text("your next blow cannot miss")] if hero.feint else []
    told += [text("your next spell is stronger")] if hero.focus else []
    if told:
        lines.append(listed(told))
    return joined(lines, "\n")


def _figures(game: DelveContext, hero: DelveHero) -> list[Text]:
    return [
        text(
            "{hero}, {role}, level {level}",
            hero=game.the(hero),
            role=Name(hero.class_name),
            level=hero.level,
        ),
        text(
            "experience {experience} of {next}",
            experience=hero.experience,
            next=game.content.experience_for(hero.level + 1),
        ),
        text(
            "health {health} of {full_health}, energy {energy} of {full_energy}",
            health=hero.health,
            full_health=hero.full_health,
            energy=hero.energy,
            full_energy=hero.full_energy,
        ),
        text(
            "power {power}, defence {defence}",
            power=sheet_values.power(game, hero),
            defence=sheet_values.defence(game, hero),
        ),
        text("food {food} ({rating})", food=hero.nourishment, rating=hero.rating),
    ]


def pack_page(game: DelveContext, hero: DelveHero) -> Text:
    """Return the pack with its letters; what is worn is marked."""
    lines = [
        text(
            "{letter}) {thing} (worn)" if item.worn else "{letter}) {thing}",
            letter=typed(chr(ord("a") + place)) if place < 26 else "-",
            thing=inventory.title(game.content, item),
        )
        for place, item in enumerate(pack(game, hero))
    ]
    return joined(lines, "\n") if lines else text("Nothing.")


def spells(game: DelveContext, hero: DelveHero) -> Text:
    """Return the known spells: figures, whether they are upgraded and can be cast."""
    castable = spellcasting.castable(game.content, hero)
    lines = []
    for name in hero.spells:
        notes = [spell_figures.summary(game, hero, name)]
        if name in hero.upgraded:
            notes.append(text("upgraded"))
        if name not in castable:
            notes.append(text("not in your book"))
        lines.append(text("{spell:The}: {notes}", spell=words.spell(name), notes=listed(notes)))
    return joined(lines, "\n")
