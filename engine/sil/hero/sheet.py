"""The character sheet as text, and every number on it explained in its terms.

Nothing here changes a game.
"""

from __future__ import annotations

from engine.contract.texts import text
from engine.contract.view import Page
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import Game
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import (
    banes,
    derived,
    experience,
    gear,
    light_radius,
    peoples,
    protection,
    purchases,
    singing,
)

PROTECTIONS: tuple[tuple[str, protection.DamageKind], ...] = (
    ("blows and shots", "hurt"),
    ("fire", "fire"),
    ("cold", "cold"),
    ("poison", "poison"),
    ("darkness", "dark"),
)
_NAMES = {skill: skill.name.title() for skill in Skill}
_STAT_NAMES = {stat: stat.name.title() for stat in Stat}
_HUNGER = ((5000, "full"), (2000, "not hungry"), (1000, "hungry"), (1, "weak"))


def pages(game: Game) -> tuple[Page, ...]:
    """Return the sheet's pages: titled texts, in order."""
    whole = derived.account(game)
    return (
        Page("Character", text("Character"), character(game, whole)),
        Page("Combat", text("Combat"), combat(game, whole)),
        Page("Skills", text("Skills"), skills(game, whole)),
        Page("Abilities", text("Abilities"), abilities(game)),
        Page("Experience", text("Experience"), experience_page(game)),
        Page("Story", text("Story"), story(game)),
    )


def _signed(terms: derived.Terms) -> str:
    return ", ".join(f"{why} {amount:+d}" for why, amount in terms)


def _weight(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10} lb"


def hunger_word(food: int) -> str:
    """Return how fed the hero is (rules: world 6.1)."""
    return next((word for least, word in _HUNGER if food >= least), "starving")


def character(game: Game, whole: derived.Breakdown | None = None) -> str:
    """Return who the hero is: people, stats, health, burden, conditions. `whole` saves working it
    out."""
    hero, own, whole = game.hero, game.hero.derived, whole or derived.account(game)
    content = game.data
    race, house = content.races[hero.race], content.houses[hero.house]
    lines = [
        f"{hero.name}, {race.name}, {house.name}",
        f"Age {hero.age}, height {hero.height // 12}'{hero.height % 12}\", {hero.weight} lb",
        "",
        *(f"{name} {_explain_stat(game, whole, stat)}" for stat, name in _STAT_NAMES.items()),
        "",
        f"Health {hero.health} of {own.max_health}, voice {hero.voice} of {own.max_voice}",
        *_songs(game),
        f"Speed {own.speed}, light {own.light}, {hunger_word(hero.food)}",
        f"Burden {_weight(own.burden)} of {_weight(own.capacity)}",
        f"Experience {hero.experience:,}, unspent {hero.unspent:,}",
        f"Turn {hero.turns:,}, at {game.level.depth * 50} ft, deepest {hero.deepest * 50} ft",
    ]
    if properties := _properties(whole):
        lines += ["", properties]
    return "\n".join(lines)


def _songs(game: Game) -> list[str]:
    """Return a line for each song that is sung: its strength and what it costs."""
    hero = game.hero
    return [
        f"{'Minor theme' if song.ref.number == hero.theme else 'Singing'}: "
        f"{ab.name(game.data, song.ref)}, strength {singing.strength(game.data, hero, song.ref)}, "
        f"{singing.price(song, game.rulings)}"
        for song in singing.themes(game.data, hero)
    ]


def _properties(own: derived.Breakdown) -> str:
    shown = []
    for name in gear.COUNTS:
        if own.proven(name) and name not in ("speed", "damage_sides"):
            shown.append(f"{name.replace('_', ' ')} {_property(own, name)}")
    return "\n".join(shown)


def _property(own: derived.Breakdown, name: str) -> str:
    terms = own.proven(name)
    total = derived.neutral(name) + derived.sum_of(terms)
    return f"{total} = {_signed(terms) or 'nothing special'}"


def combat(game: Game, whole: derived.Breakdown) -> str:
    """Return the hero in a fight: blows, shots, guard, and what the armour keeps off."""
    hero, own = game.hero, game.hero.derived
    weapon, bow = gear.weapon(hero), hero.worn.get(Slot.BOW)
    dice = own.melee_dice
    name = "Fists" if weapon is None else gear.traits(game.data, weapon).name
    lines = [f"{name} ({hero.skill(Skill.MELEE):+d}, {dice[0]}d{dice[1]})"]
    lines.append(f"  sides: {explain(game, 'melee dice', whole)}")
    if own.offhand_dice[1]:
        total = hero.skill(Skill.MELEE) + own.offhand_attack
        dice = own.offhand_dice
        lines.append(f"Off hand ({total:+d}, {dice[0]}d{dice[1]})")
    if bow is not None:
        dice, name = own.archery_dice, gear.traits(game.data, bow).name
        lines.append(
            f"{name} ({hero.skill(Skill.ARCHERY):+d}, {dice[0]}d{dice[1]}), "
            f"range {own.archery_range}"
        )
        lines.append(f"  sides: {explain(game, 'bow dice', whole)}")
    low, high = protection.span(game, "hurt")
    lines += ["", f"Guard [{hero.skill(Skill.EVASION):+d}, {low}-{high}]", "Protection"]
    for label, kind in PROTECTIONS:
        pieces = protection.pieces(game, kind)
        low, high = protection.span_of(pieces)
        told = ", ".join(f"{piece.name} {piece.dice}d{piece.sides}" for piece in pieces)
        lines.append(f"  {label}: {low}-{high}" + (f" ({told})" if told else ""))
    return "\n".join(lines)


def skills(game: Game, whole: derived.Breakdown) -> str:
    """Return every skill with its summands, and what the next point costs."""
    hero = game.hero
    lines = []
    for skill in Skill:
        cost = experience.skill_cost(hero.skill_base[skill], 1)
        lines.append(f"{_NAMES[skill]} {_explain_skill(game, whole, skill)}")
        lines.append(f"  next point: {cost:,} experience")
    return "\n".join(lines)


def abilities(game: Game) -> str:
    """Owned abilities and those to be had, with prices and what they ask for."""
    hero, prices = game.hero, ab.prices(game.data, game.hero)
    own = {ref: _ability_line(game, ref) for ref in (*hero.bought, *hero.granted)}
    lines = {**ab.lines_of_others(game.data, hero), **own}
    told = [f"{hero.unspent:,} experience to spend"]
    for skill, refs in ab.by_skill(game.data).items():
        affinity = peoples.affinity(game.data, hero, skill)
        lean = {2: " (mastery)", 1: " (affinity)", -1: " (penalty)"}.get(affinity, "")
        told.append(f"{_NAMES[skill]}{lean}: the next one costs {prices[skill]:,}")
        told += [lines[ref] for ref in refs]
    return "\n".join(told)


def _ability_line(game: Game, ref: AbilityRef) -> str:
    """Return a line about an ability that the hero has."""
    hero = game.hero
    source = "" if ref in hero.bought else ", lent by what you wear"
    state = "on" if hero.active(ref) else "off"
    return f"  {ab.name(game.data, ref)}: {state}{source}{_chosen(game, ref)}"


def _chosen(game: Game, ref: AbilityRef) -> str:
    hero = game.hero
    if ref == ab.BANE and hero.bane:
        return f" ({banes.BANES[hero.bane][0]}, {banes.bane_bonus(game):+d})"
    if ref == ab.OATH and hero.oath:
        broken = ", broken" if hero.oath in hero.oaths_broken else ""
        return f" ({derived.OATHS[hero.oath]}{broken})"
    return ""


def experience_page(game: Game) -> str:
    """Return where experience came from, and where it went."""
    hero = game.hero
    start = experience.at_birth(game)
    on_skills = sum(experience.skill_cost(0, base) for base in hero.skill_base)
    lines = [f"At the start: {start:,}"]
    lines += [f"{source}: {hero.experience_from.get(source, 0):,}" for source in experience.SOURCES]
    lines += [
        f"Altogether: {hero.experience:,}",
        f"Spent on skills: {on_skills:,}",
        f"Unspent: {hero.unspent:,}",
    ]
    return "\n".join(lines)


def story(game: Game) -> str:
    """Return the hero's tale, kills, oath."""
    hero = game.hero
    kills = sum(lore.kills for lore in game.lore.races.values())
    lines = [hero.history or "Nobody knows where this hero came from.", ""]
    lines.append(f"{kills} slain.")
    if hero.silmarils:
        lines.append(f"{hero.silmarils} of the Silmarils won.")
    return "\n".join(lines)


# ------------------------------------------------------------------------ explanations


def explain(game: Game, what: str, own: derived.Breakdown | None = None) -> str:
    """Return a figure and its terms, as the rules add them: "5 = 3 learned, Dexterity +1, ...".

    `what` is a skill, a stat (`str` or `strength`), `health`, `voice`, `speed`, `burden`,
    `melee dice`, `offhand dice`, `bow dice`, `light` or a property. Else raises KeyError. `own`
    saves working it all out again.
    """
    own = own or derived.account(game)
    key = what.lower()
    if key in purchases.SKILL_WORDS:
        return _explain_skill(game, own, purchases.SKILL_WORDS[key])
    for stat in Stat:
        if key in (stat.name.lower(), purchases.STAT_WORDS[stat]):
            return _explain_stat(game, own, stat)
    if key in _FIGURES:
        return _FIGURES[key](own)
    if key == "light":
        return f"{game.hero.derived.light} = {_signed(light_radius.terms(game)) or 'no light'}"
    name = key.replace(" ", "_")
    if name in gear.COUNTS:
        return _property(own, name)
    raise KeyError(what)


def _explain_skill(game: Game, own: derived.Breakdown, skill: Skill) -> str:
    hero = game.hero
    stat = "Dexterity" if skill < Skill.PERCEPTION else "Grace"
    terms = [("learned", hero.skill_base[skill]), (stat, own.skill_stat[skill])]
    terms += own.skill_equipment[skill] + own.skill_misc[skill]
    shown = [f"{hero.skill_base[skill]} learned", *(f"{w} {n:+d}" for w, n in terms[1:] if n)]
    return f"{own.skills[skill]} = {', '.join(shown)}"


def _explain_stat(game: Game, own: derived.Breakdown, stat: Stat) -> str:
    hero = game.hero
    terms = [*own.stat_equipment[stat], *own.stat_misc[stat]]
    if hero.stat_drain[stat]:
        terms.append(("drained", hero.stat_drain[stat]))
    shown = [f"{hero.stat_base[stat]} by birth", *(f"{w} {n:+d}" for w, n in terms)]
    total = own.stats[stat]
    bounded = hero.stat_base[stat] + derived.sum_of(terms) != total
    return f"{total} = {', '.join(shown)}" + (", as far as it goes" if bounded else "")


def _sides(dice: tuple[int, int], terms: derived.Terms) -> str:
    if not dice[0]:
        return "none"
    return f"{dice[0]}d{dice[1]} = {_signed(terms)}"


_FIGURES = {
    "health": lambda own: f"{own.max_health}, by Constitution {own.stats[Stat.CON]}",
    "voice": lambda own: f"{own.max_voice}, by Grace {own.stats[Stat.GRA]}",
    "speed": lambda own: f"{own.speed_total} = {_signed(own.speed)}",
    "burden": lambda own: (
        f"{_weight(own.burden)}; more than {_weight(own.capacity)} (by Strength "
        f"{own.stats[Stat.STR]}) slows, more than {_weight(own.capacity * 3 // 2)} nails down"
    ),
    "melee dice": lambda own: _sides(own.melee_dice, own.melee_sides),
    "offhand dice": lambda own: _sides(own.offhand_dice, own.offhand_sides),
    "offhand": lambda own: _signed(own.offhand_attack) or "none",
    "bow dice": lambda own: _sides(own.archery_dice, own.archery_sides),
    "bow range": lambda own: f"{own.archery_range}, by the bow's dice {_signed(own.archery_sides)}",
}
EXPLAINED = (
    *purchases.SKILL_WORDS,
    *purchases.STAT_WORDS,
    *_FIGURES,
    "light",
)
"""Subjects that `explain` knows, besides properties (`gear.COUNTS`)."""
