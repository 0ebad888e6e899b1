"""Looking at monsters, things and squares, in the manual's order."""

from __future__ import annotations

from fractions import Fraction

from engine.delve.descriptions.encyclopaedia import describe_kind
from engine.delve.rules import inventory, words
from engine.delve.rules.sheet_values import critical_chance, miss_chance
from engine.delve.rules.vision import visible
from engine.delve.rules.world import STEPS, DelveWorld
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

BASIC = 100  # thousandths


def monster(world: DelveWorld, hero: DelveHero, seen: DelveMonster) -> str:
    """Return what looking at a monster shows: figures, equipment bonuses, resistances, special
    abilities, statuses, and the chances that are not the basic ones."""
    kind = world.kind(seen)
    figures = [
        f"lvl {seen.level}",
        f"hp {seen.health}/{seen.full_health}",
        f"en {seen.energy}/{seen.full_energy}",
        f"pow {seen.power}",
        f"def {seen.defence}",
    ]
    if kind.courage is not None:
        figures.append(f"aud {kind.courage}%")
    lines = [f"{world.the(seen):The}", ", ".join(figures)]
    bonuses = equipment_bonuses(seen)
    if bonuses:
        lines.append(f"equipment: {bonuses}")
    lines += describe_kind(kind)
    told = status_words(seen, asleep=seen.asleep)
    if told:
        lines.append(", ".join(told))
    lines += chances(world, hero, seen)
    return "\n".join(lines)


def equipment_bonuses(who: DelveCreature) -> str:
    """Return the sum of what worn things give."""
    worn = inventory.worn(who)
    told = []
    power = sum(item.power or 0 for item in worn)
    defence = sum(item.defence for item in worn)
    if power:
        told.append(f"power {words.signed(power)}")
    if defence:
        told.append(f"defence {words.signed(defence)}")
    for element in ("fire", "ice", "shock", "acid"):
        figure = sum(item.resist.get(element, 0) for item in worn)
        if figure:
            told.append(f"{element} {words.signed(figure)}")
    return ", ".join(told)


def status_words(who: DelveCreature, *, asleep: bool = False) -> list[str]:
    """Return a creature's statuses with their points."""
    told = [f"{name} {points}" for name, points in who.statuses.items()]
    return ["asleep", *told] if asleep else told


def chances(world: DelveWorld, hero: DelveHero, seen: DelveMonster) -> list[str]:
    """Return the miss and critical chances where they are not the basic 10 %."""
    lines = []
    for attacker, victim, whose in ((hero, seen, "your"), (seen, hero, "its")):
        miss, critical = miss_chance(world, attacker, victim), critical_chance(world, attacker)
        if miss != BASIC:
            lines.append(f"{whose} miss chance {_percent(miss)}")
        if critical != BASIC:
            lines.append(f"{whose} critical chance {_percent(critical)}")
    return lines


def _percent(thousandths: int) -> str:
    share = Fraction(thousandths, 10)
    return (
        f"{share.numerator // share.denominator}" + (".5" if share.denominator == 2 else "") + "%"
    )


def item(world: DelveWorld, thing: DelveItem) -> str:
    """Return what inspecting a thing shows: attributes, properties, then what they do not tell."""
    kind = world.item_kind(thing)
    lines = [f"{inventory.title(world.content, thing):The}"]
    attributes = [str(each) for each in inventory.figures(thing)] if thing.known else []
    if thing.known and thing.bonus:
        attributes.append(f"bonus: {thing.bonus}")
    if kind.nutrition:
        attributes.append(f"nutrition {kind.nutrition}")
    if attributes:
        lines.append(", ".join(attributes))
    properties = [each for each in kind.properties if each in ("vegetarian", "meat", "fragile")]
    properties += ["rust-proof"] if thing.rust_proof else []
    properties += ["acid-proof"] if thing.acid_proof else []
    if thing.range != 4:
        properties.append(f"range {thing.range}")
    if properties:
        lines.append(", ".join(properties))
    if kind.grants:
        lines.append(f"gives: {', '.join(kind.grants)}")
    if kind.holds:
        lines.append(world.content.spells[kind.holds].text)
    if thing.spells:
        lines.append(f"records: {', '.join(thing.spells)}")
    if kind.text:
        lines.append(kind.text)
    return "\n".join(lines)


def direction(world: DelveWorld, hero: DelveHero, name: str) -> str:
    """Return what lies in a direction, as far as the hero knows."""
    memory = world.memory(hero)
    shown = {each.at: each for each in visible(world, hero)}
    at = hero.at
    told = []
    for _ in range(20):
        at += STEPS[name]
        if not 0 <= at < len(memory.ground) or not memory.ground[at]:
            break
        kind = world.content.terrain[memory.ground[at]]
        if at in shown:
            told.append(format(world.the(shown[at]), "the"))
        elif at in memory.items:
            told.append(str(memory.items[at][0]))
        elif kind.name not in ("floor",) and (not told or told[-1] != kind.title):
            told.append(kind.title)
        if kind.name in ("wall", "rock"):
            break
    return f"{words.row(told):The}." if told else "Nothing but floor."
