"""Lore of the races as the hero knows it, and descriptions of creatures (rules: monsters 17).

Some things are known to everybody; the rest is learned by meeting, striking, being struck, and
watching (`race_lore`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.common import compass
from engine.contract.texts import Listing, Name, Text, counted, joined, listed, text
from engine.sil.creatures import creature_names, creature_stats, known_race, morale, senses
from engine.sil.data.records import Monster
from engine.sil.data.rule_records import FlagKind
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, RaceLore
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, peoples

_SPEEDS = {
    1: text("slow"),
    2: text("at normal speed"),
    3: text("fast"),
    4: text("very fast"),
    5: text("extremely fast"),
}


_SEXES = {"MALE": (text("He"), text("His")), "FEMALE": (text("She"), text("Her"))}


def _pronouns(kind: Monster) -> tuple[Text, Text]:
    """Return "It" and "Its", or those of its sex, for the head of a sentence."""
    known = (words for flag, words in _SEXES.items() if flag in kind.flags)
    return next(known, (text("It"), text("Its")))


def met(game: SilContext) -> list[int]:
    """Return the races there is anything to tell of, by name."""
    races = game.data.monsters
    known = [r for r, lore in game.lore.races.items() if lore.encountered or lore.kills]
    return sorted(known, key=lambda r: races[r].name)


def page(game: SilContext, race: int) -> Text:
    """Return all that is known of a race, a line a subject; its serial must be one of the
    data's."""
    kind = game.data.monsters[race]
    lore = game.lore.races.get(race, RaceLore())
    if not (lore.encountered or lore.kills):
        name = Name(kind.name, proper=True)
        return text("Nothing is known of {kind} but the name.", kind=name)
    slain = lore.kills > 0
    lines = [
        Text(kind.description) if kind.description else None,
        _record(kind, lore),
        _nature(game, kind, slain),
        None if slain and "UNIQUE" in kind.flags else _worth(kind, lore),
        _defence(kind) if slain else None,
        _blows(game, kind, lore.blows),
        _powers(game, kind, lore),
        _traits(game, kind, lore),
        _senses(game, kind),
        _drops(kind, lore),
    ]
    if "ELFBANE" in kind.flags:
        elf = peoples.is_elf(game.data, game.hero)
        bane = "{it} is the bane of the Eldar, and so of you."
        lines.append(text(bane if elf else "{it} is the bane of the Eldar.", it=_pronouns(kind)[0]))
    return joined([line for line in lines if line], "\n")


def _record(kind: Monster, lore: RaceLore) -> Text:
    if "UNIQUE" in kind.flags:
        if lore.kills:
            return text("You have slain {who:the}.", who=creature_names.race_words(kind))
        return text("{it} lives.", it=_pronouns(kind)[0])
    met = max(lore.encountered, lore.kills)
    if not lore.kills:
        return text("You have met {met} and slain none.", met=met)
    return text("You have met {met} and slain {slain}.", met=met, slain=lore.kills)


def _nature(game: SilContext, kind: Monster, slain: bool) -> Text:
    """Return what anybody can tell; its class once one was slain."""
    it, its = _pronouns(kind)
    parts = []
    if slain and (names := _words(game, "creature-class", kind.flags)):
        parts.append(text("{it} is of the kind of {kinds}.", it=it, kinds=Listing(names)))
    how = [_SPEEDS.get(kind.speed) or text("at great speed")]
    how += _words(game, "creature-group", kind.flags)[:1]
    parts.append(text("{its} home is {place}.", its=its, place=_home(game, kind)))
    bound = slain and "FORCE_DEPTH" in kind.flags
    template = "{it} comes {how}, and never higher up." if bound else "{it} comes {how}."
    parts.append(text(template, it=it, how=listed(how)))
    if build := _words(game, "creature-build", kind.flags):
        parts.append(text("{it} {does}.", it=it, does=Listing(build)))
    return joined(parts)


def _words(game: SilContext, kind: FlagKind, flags: Collection[str]) -> tuple[Text, ...]:
    """Return the words for flags of a kind, in the order of the data."""
    words = game.data.rules.flag_words[kind]
    return tuple(told for flag, told in words.items() if flag in flags)


def _home(game: SilContext, kind: Monster) -> Text:
    """Return how deep it lives, and in which region."""
    if not kind.level:
        return text("anywhere")
    feet, region = kind.level * 50, game.data.rules.region(kind.level)
    if region is None:
        return text("{feet} ft deep", feet=feet)
    return text("{feet} ft deep, in {region:the}", feet=feet, region=Name(region.name))


def _worth(kind: Monster, lore: RaceLore) -> Text:
    return text(
        "The next is worth {encounter} experience when met and {kill} when slain.",
        encounter=experience.encounter_award(kind, lore.encountered),
        kill=experience.kill_award(kind, lore.kills),
    )


def _defence(kind: Monster) -> Text:
    health = kind.health
    fixed = health.number * (health.sides + 1) // 2
    armour = f",{kind.protection}" if kind.protection.number else ""
    return text(
        "{it} has {health} health, and the guard {guard}.",
        it=_pronouns(kind)[0],
        health=fixed if "UNIQUE" in kind.flags else str(health),
        guard=f"[{kind.evasion:+d}{armour}]".replace(",", ", "),
    )


def _blows(game: SilContext, kind: Monster, felt: Mapping[int, int]) -> Text | None:
    known, words = [], game.data.rules.flag_words
    for number, blow in enumerate(kind.blows[:2]):
        if number in felt:
            dice = f", {blow.damage}" if blow.damage.number else ""
            effect = words["blow-effect"].get(blow.effect)
            known.append(
                text(
                    "{method} to {effect} {figures}" if effect else "{method} {figures}",
                    method=words["blow-method"][blow.method],
                    effect=effect or "",
                    figures=f"({blow.attack:+d}{dice})",
                )
            )
    if not known:
        return None
    return text("{its} blows: {blows}.", its=_pronouns(kind)[1], blows=listed(known))


def _powers(game: SilContext, kind: Monster, lore: RaceLore) -> Text | None:
    words = game.data.rules.flag_words["creature-power"]
    known = [words[power] for power in sorted(kind.spells) if power in lore.spells]
    if not known:
        return None
    return text(
        "{its} powers, about {percent} turns in a hundred: {powers}.",
        its=_pronouns(kind)[1],
        percent=kind.spell_percent,
        powers=listed(known),
    )


def _traits(game: SilContext, kind: Monster, lore: RaceLore) -> Text | None:
    """Return what was seen to be so of how it moves, thinks, fights and is made."""
    known = _words(game, "creature-trait", kind.flags.intersection(lore.flags))
    return text("{it} {does}.", it=_pronouns(kind)[0], does=Listing(known)) if known else None


def _senses(game: SilContext, kind: Monster) -> Text | None:
    """Return Will, Perception and sleep of a race that was seen often enough."""
    if not known_race.senses_known(game, kind.serial):
        return None
    figures = [text("Will {will}", will=kind.will)]
    figures.append(text("Perception {perception}", perception=kind.perception))
    if game.hero.active(ab.LISTEN):
        figures.append(text("Stealth {stealth}", stealth=kind.stealth))
    told = listed(figures)
    if "MINDLESS" in kind.flags:
        return text("{it} has {figures}.", it=_pronouns(kind)[0], figures=told)
    return text(
        "{it} has {figures}, and is {sleep}.",
        it=_pronouns(kind)[0],
        figures=told,
        sleep=_sleep(kind.sleepiness),
    )


def _sleep(sleepiness: int) -> Text:
    for more, words in (
        (20, text("usually found asleep")),
        (15, text("often found asleep")),
        (10, text("sometimes found asleep")),
        (5, text("never found asleep")),
        (1, text("quick to notice intruders")),
        (0, text("very quick to notice intruders")),
    ):
        if sleepiness > more:
            return words
    return text("ever vigilant")


def _drops(kind: Monster, lore: RaceLore) -> Text | None:
    if not lore.drops:
        return None
    if "DROP_GREAT" in lore.flags:
        things = counted(lore.drops, "{number} great thing", "{number} great things")
    elif "DROP_GOOD" in lore.flags:
        things = counted(lore.drops, "{number} good thing", "{number} good things")
    else:
        things = counted(lore.drops, "{number} thing", "{number} things")
    return text("{it} has been seen to leave up to {things}.", it=_pronouns(kind)[0], things=things)


# ---------------------------------------------------------------- a look at one


def look(game: SilContext, creature: Creature) -> Text:
    """Return what the hero can tell of a creature that he sees: its health, its mind, what it
    does."""
    if not game.known(creature).visible:
        return text("There is nothing to see.")
    name = creature_names.kind_name(game, creature)
    if game.hero.timers.hallucinating:
        return text("{who:A}, or so it seems.", who=name)
    parts = [_where(game, creature), *_conditions(game, creature)]
    return text("{who:A}, {account}.", who=name, account=listed(parts))


def _where(game: SilContext, creature: Creature) -> Text:
    hero = game.hero
    steps = max(abs(creature.y - hero.y), abs(creature.x - hero.x))
    way = compass.toward(hero.y, hero.x, creature.y, creature.x)
    squares = counted(steps, "{number} square", "{number} squares")
    return text("{squares} {way}", squares=squares, way=compass.WORDS[way])


_HEALTH = {
    5: text("unhurt"),
    4: text("somewhat wounded"),
    3: text("wounded"),
    2: text("badly wounded"),
    1: text("almost dead"),
}


def _conditions(game: SilContext, creature: Creature) -> list[Text]:
    race = game.data.monsters[creature.race]
    words = [_HEALTH[morale.band(creature.health, creature.max_health)]]
    for suffers, word in (
        (creature.confused, text("confused")),
        (creature.hasted, text("hasted")),
        (creature.slowed, text("slowed")),
        (creature.stun, text("stunned")),
    ):
        if suffers:
            words.append(word)
    if "MINDLESS" not in race.flags:
        words.append(_mind(game, creature, race))
        if shown := morale.confidence(creature):
            words.append(shown)
    if creature.song:
        words.append(text("singing"))
    return words


def _mind(game: SilContext, creature: Creature, race: Monster) -> Text:
    """Return what it is doing, as far as its bearing shows."""
    if creature_stats.asleep(creature):
        return text("asleep")
    if creature.alertness < 0:
        return text("unwary")
    if creature.stance == "fleeing":
        return text("fleeing in terror")
    if "PEACEFUL" in race.flags:
        return text("watching you")
    if creature.skip_turn:
        return text("startled")
    if creature.stance == "aggressive":
        return text("full of rage")
    if creature.range_min > 1 and senses.away(game, creature) >= creature.range_min:
        return text("keeping its distance")
    return text("intent on you")
