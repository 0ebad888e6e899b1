"""The character sheet as text, and every number on it explained in its terms.

Nothing here changes a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.contract.view import Page
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import SilContext
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
from engine.sil.hero.stat_names import SHORT_STAT_NAMES, SKILL_NAMES, STAT_NAMES

PROTECTIONS: tuple[tuple[Text, protection.DamageKind], ...] = (
    (text("blows and shots"), "hurt"),
    (text("fire"), "fire"),
    (text("cold"), "cold"),
    (text("poison"), "poison"),
    (text("darkness"), "dark"),
)
_HUNGER = (
    (5000, text("full")),
    (2000, text("not hungry")),
    (1000, text("hungry")),
    (1, text("weak")),
    (0, text("starving")),
)


def pages(game: SilContext) -> tuple[Page, ...]:
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


def _signed(terms: derived.Terms, otherwise: Text) -> Text:
    """Return terms with their amounts, or what to say of none."""
    told = [text("{why} {amount:+d}", why=why, amount=amount) for why, amount in terms]
    return listed(told) if told else otherwise


def pounds(tenths: int) -> Text:
    """Return a weight in tenths of a pound, in words."""
    return text("{pounds:.1f} lb", pounds=tenths / 10)


def hunger_word(food: int) -> Text:
    """Return how fed the hero is (rules: world 6.1)."""
    return next(word for least, word in _HUNGER if food >= least)


def character(game: SilContext, whole: derived.Breakdown | None = None) -> Text:
    """Return who the hero is: people, stats, health, burden, conditions. `whole` saves working it
    out."""
    hero, own, whole = game.hero, game.hero.derived, whole or derived.account(game)
    lines: list[Words] = [
        text("{hero}, {people}, {house}", hero=hero.called, **peoples.names(game.data, hero)),
        text(
            "Age {age}, height {feet}'{inches}\", {weight} lb",
            age=hero.age,
            feet=hero.height // 12,
            inches=hero.height % 12,
            weight=hero.weight,
        ),
        "",
        *(
            text(
                "{stat} {value}",
                stat=SHORT_STAT_NAMES[stat],
                value=_explain_stat(game, whole, stat),
            )
            for stat in Stat
        ),
        "",
        text(
            "Health {health} of {max_health}, voice {voice} of {max_voice}",
            health=hero.health,
            max_health=own.max_health,
            voice=hero.voice,
            max_voice=own.max_voice,
        ),
        *_songs(game),
        text(
            "Speed {speed}, light {light}, {hunger}",
            speed=own.speed,
            light=own.light,
            hunger=hunger_word(hero.food),
        ),
        text(
            "Burden {burden} of {capacity}",
            burden=pounds(own.burden),
            capacity=pounds(own.capacity),
        ),
        text(
            "Experience {experience:,}, unspent {unspent:,}",
            experience=hero.experience,
            unspent=hero.unspent,
        ),
        text(
            "Turn {turns:,}, at {depth} ft, deepest {deepest} ft",
            turns=hero.turns,
            depth=game.level.depth * 50,
            deepest=hero.deepest * 50,
        ),
    ]
    if properties := _properties(whole):
        lines += ["", *properties]
    return joined(lines, "\n")


def _songs(game: SilContext) -> list[Text]:
    """Return a line for each song that is sung: its strength and what it costs."""
    hero = game.hero
    return [
        text(
            "Minor theme: {song}, strength {strength}, {price}"
            if song.ref.number == hero.theme
            else "Singing: {song}, strength {strength}, {price}",
            song=ab.words(game.data, song.ref),
            strength=singing.strength(game.data, hero, song.ref),
            price=singing.price(song, game.rulings),
        )
        for song in singing.themes(game.data, hero)
    ]


def _properties(own: derived.Breakdown) -> list[Text]:
    return [
        text("{property} {value}", property=name, value=_property(own, key))
        for key, name in gear.COUNT_NAMES.items()
        if own.proven(key)
    ]


def _property(own: derived.Breakdown, name: str) -> Text:
    terms = own.proven(name)
    total = derived.neutral(name) + derived.sum_of(terms)
    why = _signed(terms, text("nothing special"))
    return text("{total} = {terms}", total=total, terms=why)


def combat(game: SilContext, whole: derived.Breakdown) -> Text:
    """Return the hero in a fight: blows, shots, guard, and what the armour keeps off."""
    hero, own = game.hero, game.hero.derived
    weapon, bow = gear.weapon(hero), hero.worn.get(Slot.BOW)
    name = text("Fists") if weapon is None else Name(gear.traits(game.data, weapon).name)
    melee = hero.skill(Skill.MELEE)
    lines: list[Words] = [
        text("{weapon} {blow}", weapon=name, blow=_attack(melee, own.melee_dice)),
        text("  sides: {sides}", sides=explain(game, "melee dice", whole)),
    ]
    if own.offhand_dice[1]:
        blow = _attack(melee + own.offhand_attack, own.offhand_dice)
        lines.append(text("Off hand {blow}", blow=blow))
    if bow is not None:
        lines += [
            text(
                "{bow} {shot}, range {range}",
                bow=Name(gear.traits(game.data, bow).name),
                shot=_attack(hero.skill(Skill.ARCHERY), own.archery_dice),
                range=own.archery_range,
            ),
            text("  sides: {sides}", sides=explain(game, "bow dice", whole)),
        ]
    low, high = protection.span(game, "hurt")
    guard = f"[{hero.skill(Skill.EVASION):+d}, {low}-{high}]"
    lines += ["", text("Guard {guard}", guard=guard), text("Protection")]
    lines += [_protection_line(game, label, kind) for label, kind in PROTECTIONS]
    return joined(lines, "\n")


def _attack(total: int, dice: tuple[int, int]) -> str:
    return f"({total:+d}, {dice[0]}d{dice[1]})"


def _protection_line(game: SilContext, label: Text, kind: protection.DamageKind) -> Text:
    pieces = protection.pieces(game, kind)
    low, high = protection.span_of(pieces)
    span = f"{low}-{high}"
    if not pieces:
        return text("  {kind}: {span}", kind=label, span=span)
    told = [text("{piece} {dice}", piece=p.name, dice=f"{p.dice}d{p.sides}") for p in pieces]
    return text("  {kind}: {span} ({pieces})", kind=label, span=span, pieces=listed(told))


def skills(game: SilContext, whole: derived.Breakdown) -> Text:
    """Return every skill with its summands, and what the next point costs."""
    hero = game.hero
    lines: list[Words] = []
    for skill in Skill:
        cost = experience.skill_cost(hero.skill_base[skill], 1)
        value = _explain_skill(game, whole, skill)
        lines.append(text("{skill} {value}", skill=SKILL_NAMES[skill], value=value))
        lines.append(text("  next point: {cost:,} experience", cost=cost))
    return joined(lines, "\n")


_NEXT_ABILITY = {
    2: "{skill} (mastery): the next one costs {price:,}",
    1: "{skill} (affinity): the next one costs {price:,}",
    0: "{skill}: the next one costs {price:,}",
    -1: "{skill} (penalty): the next one costs {price:,}",
}


def abilities(game: SilContext) -> Text:
    """Return owned abilities and those to be had, with prices and what they ask for."""
    hero, prices = game.hero, ab.prices(game.data, game.hero)
    own = {ref: _ability_line(game, ref) for ref in (*hero.bought, *hero.granted)}
    lines = {**ab.lines_of_others(game.data, hero), **own}
    told: list[Words] = [text("{unspent:,} experience to spend", unspent=hero.unspent)]
    for skill, refs in ab.by_skill(game.data).items():
        affinity = peoples.affinity(game.data, hero, skill)
        template = _NEXT_ABILITY.get(affinity, _NEXT_ABILITY[0])
        told.append(text(template, skill=SKILL_NAMES[skill], price=prices[skill]))
        told += [lines[ref] for ref in refs]
    return joined(told, "\n")


def _ability_line(game: SilContext, ref: AbilityRef) -> Text:
    """Return a line about an ability that the hero has."""
    hero = game.hero
    state = text("on") if hero.active(ref) else text("off")
    if ref not in hero.bought:
        state = text("{state}, lent by what you wear", state=state)
    if chosen := _chosen(game, ref):
        state = text("{state} ({chosen})", state=state, chosen=chosen)
    return text("  {ability}: {state}", ability=ab.words(game.data, ref), state=state)


def _chosen(game: SilContext, ref: AbilityRef) -> Text | None:
    hero = game.hero
    if ref == ab.BANE and hero.bane:
        enemy, bonus = banes.BANES[hero.bane][0], banes.bane_bonus(game)
        return text("{enemy}, {bonus:+d}", enemy=enemy, bonus=bonus)
    if ref == ab.OATH and hero.oath:
        oath = derived.OATHS[hero.oath]
        return text("{oath}, broken" if hero.oath in hero.oaths_broken else "{oath}", oath=oath)
    return None


def experience_page(game: SilContext) -> Text:
    """Return where experience came from, and where it went."""
    hero = game.hero
    on_skills = sum(experience.skill_cost(0, base) for base in hero.skill_base)
    lines = [text("At the start: {experience:,}", experience=experience.at_birth(game))]
    lines += [
        text("{source}: {won:,}", source=name, won=hero.experience_from.get(source, 0))
        for source, name in experience.SOURCES.items()
    ]
    lines += [
        text("Altogether: {experience:,}", experience=hero.experience),
        text("Spent on skills: {experience:,}", experience=on_skills),
        text("Unspent: {experience:,}", experience=hero.unspent),
    ]
    return joined(lines, "\n")


def story(game: SilContext) -> Text:
    """Return the hero's tale, kills, oath."""
    hero = game.hero
    kills = sum(lore.kills for lore in game.lore.races.values())
    tale = Name(hero.history, given=True) if hero.history else _NO_TALE
    lines: list[Value] = [tale, "", text("{kills} slain.", kills=kills)]
    if hero.silmarils:
        lines.append(text("{silmarils} of the Silmarils won.", silmarils=hero.silmarils))
    return joined(lines, "\n")


_NO_TALE = text("Nobody knows where this hero came from.")


# ------------------------------------------------------------------------ explanations


def explain(game: SilContext, what: str, own: derived.Breakdown | None = None) -> Text:
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
        return _FIGURES[key].explain(own)
    if key == "light":
        why = _signed(light_radius.terms(game), text("no light"))
        return text("{total} = {terms}", total=game.hero.derived.light, terms=why)
    name = key.replace(" ", "_")
    if name in gear.COUNTS:
        return _property(own, name)
    raise KeyError(what)


def figure_name(what: str) -> Words:
    """Return what people call a figure that `explain` knows."""
    if what in purchases.SKILL_WORDS:
        return SKILL_NAMES[purchases.SKILL_WORDS[what]]
    if what in purchases.STAT_WORDS:
        return STAT_NAMES[Stat(purchases.STAT_WORDS.index(what))]
    return _LIGHT if what == "light" else _FIGURES[what].name


def _explain_skill(game: SilContext, own: derived.Breakdown, skill: Skill) -> Text:
    hero = game.hero
    stat = Stat.DEX if skill < Skill.PERCEPTION else Stat.GRA
    terms: derived.Terms = [(STAT_NAMES[stat], own.skill_stat[skill])]
    terms += own.skill_equipment[skill] + own.skill_misc[skill]
    learned = text("{points} learned", points=hero.skill_base[skill])
    return _sum(own.skills[skill], learned, [term for term in terms if term[1]])


def _explain_stat(game: SilContext, own: derived.Breakdown, stat: Stat) -> Text:
    hero = game.hero
    terms = [*own.stat_equipment[stat], *own.stat_misc[stat]]
    if hero.stat_drain[stat]:
        terms.append((text("drained"), hero.stat_drain[stat]))
    total = own.stats[stat]
    told = _sum(total, text("{points} by birth", points=hero.stat_base[stat]), terms)
    bounded = hero.stat_base[stat] + derived.sum_of(terms) != total
    return text("{sum}, as far as it goes", sum=told) if bounded else told


def _sum(total: int, first: Text, terms: derived.Terms) -> Text:
    """Return a total with its first term and the others: "5 = 3 learned, Dexterity +1"."""
    others = [text("{why} {amount:+d}", why=why, amount=amount) for why, amount in terms]
    return text("{total} = {terms}", total=total, terms=listed([first, *others]))


def _sides(dice: tuple[int, int], terms: derived.Terms) -> Text:
    if not dice[0]:
        return _NONE
    why = _signed(terms, text("nothing"))
    return text("{dice} = {terms}", dice=f"{dice[0]}d{dice[1]}", terms=why)


def _burden(own: derived.Breakdown) -> Text:
    return text(
        "{burden}; more than {capacity} (by Strength {strength}) slows, more than {most} nails "
        "down",
        burden=pounds(own.burden),
        capacity=pounds(own.capacity),
        strength=own.stats[Stat.STR],
        most=pounds(own.capacity * 3 // 2),
    )


class _Figure(NamedTuple):
    """A figure of the sheet: its name, and its value with its terms."""

    name: Text
    explain: Callable[[derived.Breakdown], Text]


_NONE = text("none")
_LIGHT = text("Light")
_FIGURES = {
    "health": _Figure(
        text("Health"),
        lambda own: text(
            "{health}, by Constitution {stat}", health=own.max_health, stat=own.stats[Stat.CON]
        ),
    ),
    "voice": _Figure(
        text("Voice"),
        lambda own: text("{voice}, by Grace {stat}", voice=own.max_voice, stat=own.stats[Stat.GRA]),
    ),
    "speed": _Figure(
        text("Speed"),
        lambda own: text(
            "{total} = {terms}", total=own.speed_total, terms=_signed(own.speed, _NONE)
        ),
    ),
    "burden": _Figure(text("Burden"), _burden),
    "melee dice": _Figure(text("Melee dice"), lambda own: _sides(own.melee_dice, own.melee_sides)),
    "offhand dice": _Figure(
        text("Offhand dice"), lambda own: _sides(own.offhand_dice, own.offhand_sides)
    ),
    "offhand": _Figure(text("Offhand"), lambda own: _signed(own.offhand_attack, _NONE)),
    "bow dice": _Figure(text("Bow dice"), lambda own: _sides(own.archery_dice, own.archery_sides)),
    "bow range": _Figure(
        text("Bow range"),
        lambda own: text(
            "{range}, by the bow's dice {terms}",
            range=own.archery_range,
            terms=_signed(own.archery_sides, text("nothing")),
        ),
    ),
}
EXPLAINED = (*purchases.SKILL_WORDS, *purchases.STAT_WORDS, *_FIGURES, "light")
"""Subjects that `explain` knows, besides properties (`gear.COUNTS`)."""
