"""Looking at monsters, things and squares, in the manual's order."""

from __future__ import annotations

from engine.contract.texts import Name, Text, Value, joined, listed, text
from engine.delve import terrain
from engine.delve.data.kinds import DelveData
from engine.delve.descriptions.encyclopaedia import describe_kind, fighting_figures, gives
from engine.delve.descriptions.spell_figures import summary
from engine.delve.rules import inventory
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.rules.formulas import BASIC_RANGE
from engine.delve.rules.sheet_values import critical_chance, miss_chance
from engine.delve.rules.vision import visible
from engine.delve.rules.words import resistance, signed, spell, status, term
from engine.delve.state import ELEMENTS, DelveCreature, DelveHero, DelveItem, DelveMonster

BASIC = 100  # thousandths


def monster(game: DelveContext, hero: DelveHero, seen: DelveMonster) -> Text:
    """Return what looking at a monster shows: figures, equipment bonuses, resistances, special
    abilities, statuses, and the chances that are not the basic ones."""
    kind = game.kind(seen)
    figures = [
        text("lvl {level}", level=seen.level),
        text("hp {health}/{full}", health=seen.health, full=seen.full_health),
        text("en {energy}/{full}", energy=seen.energy, full=seen.full_energy),
        *fighting_figures(seen.power, seen.defence, kind.courage),
    ]
    lines = [text("{creature:The}", creature=game.the(seen)), listed(figures)]
    lines += equipment_bonuses(seen)
    lines += describe_kind(game.content, kind, seen.resist)
    told = statuses(game.content, seen, asleep=seen.asleep)
    if told:
        lines.append(listed(told))
    lines += chances(game, hero, seen)
    return joined(lines, "\n")


def equipment_bonuses(who: DelveCreature) -> list[Text]:
    """Return the line on the sum of what worn things give, if they give anything."""
    worn = inventory.worn(who)
    told = []
    power = sum(item.power or 0 for item in worn)
    defence = sum(item.defence for item in worn)
    if power:
        told.append(text("power {by}", by=signed(power)))
    if defence:
        told.append(text("defence {by}", by=signed(defence)))
    for element in ELEMENTS:
        figure = sum(item.resist.get(element, 0) for item in worn)
        if figure:
            told.append(resistance(element, figure))
    return [text("equipment: {bonuses}", bonuses=listed(told))] if told else []


def statuses(content: DelveData, who: DelveCreature, *, asleep: bool = False) -> list[Text]:
    """Return a creature's statuses with their points."""
    told = [
        text("{status} {points}", status=status(content, name), points=points)
        for name, points in who.statuses.items()
    ]
    return [text("asleep"), *told] if asleep else told


def chances(game: DelveContext, hero: DelveHero, seen: DelveMonster) -> list[Text]:
    """Return the miss and critical chances where they are not the basic 10 %."""
    lines = []
    for attacker, victim in ((hero, seen), (seen, hero)):
        own = attacker is hero
        miss = miss_chance(game, attacker, victim)
        critical = critical_chance(game, attacker, victim)
        if miss != BASIC:
            line = "your miss chance {percent}" if own else "its miss chance {percent}"
            lines.append(text(line, percent=_percent(miss)))
        if critical != BASIC:
            line = "your critical chance {percent}" if own else "its critical chance {percent}"
            lines.append(text(line, percent=_percent(critical)))
    return lines


def _percent(thousandths: int) -> Text:
    """Return a share in percent, with a half where it has just that."""
    whole, tenths = divmod(thousandths, 10)
    return text("{number} %", number=whole + 0.5 if tenths == 5 else whole)


def item(game: DelveContext, hero: DelveHero, thing: DelveItem) -> Text:
    """Return what inspecting a thing shows: attributes, properties, what they do not tell, and the
    spells of a book as the hero would cast them."""
    kind = game.item_kind(thing)
    lines = [text("{thing:The}", thing=inventory.title(game.content, thing))]
    attributes = inventory.figures(thing) if thing.known else []
    if thing.known and thing.bonus:
        attributes.append(text("bonus: {bonus}", bonus=term(thing.bonus)))
    if kind.nutrition:
        attributes.append(text("nutrition {nutrition}", nutrition=kind.nutrition))
    if attributes:
        lines.append(listed(attributes))
    properties = [each for each in kind.properties if each in ("vegetarian", "meat", "fragile")]
    properties += ["rust-proof"] if thing.rust_proof else []
    properties += ["acid-proof"] if thing.acid_proof else []
    told = [term(each) for each in properties]
    reach = thing.range if thing.known else kind.range
    if reach != BASIC_RANGE:
        told.append(text("range {squares}", squares=reach))
    if told:
        lines.append(listed(told))
    if kind.grants:
        lines.append(gives(game.content, kind))
    if kind.holds:
        lines += [text(game.content.spells[kind.holds].text), summary(game, hero, kind.holds)]
    if kind.text:
        lines.append(text(kind.text))
    lines += [
        text("{spell:The}: {notes}", spell=spell(name), notes=summary(game, hero, name))
        for name in thing.spells
    ]
    return joined(lines, "\n")


def direction(game: DelveContext, hero: DelveHero, name: str) -> Text:
    """Return what lies in a direction, as far as the hero knows."""
    memory = game.memory(hero)
    shown = {each.at: each for each in visible(game, hero)}
    at = hero.at
    told: list[Value] = []
    for _ in range(20):
        at += STEPS[name]
        if not 0 <= at < len(memory.ground) or not memory.ground[at]:
            break
        kind = game.content.terrain[memory.ground[at]]
        if at in shown:
            told.append(text("{creature:the}", creature=game.the(shown[at])))
        elif at in memory.items:
            told.append(memory.items[at][0])
        elif kind.code != terrain.FLOOR and told[-1:] != [Name(kind.title, proper=True)]:
            told.append(Name(kind.title, proper=True))
        if kind.code in (terrain.WALL, terrain.ROCK):
            break
    if not told:
        return text("Nothing but floor.")
    return text("{places:The}.", places=listed(told))
