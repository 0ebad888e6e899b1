"""Names of creatures, in action lines and in sentences, as far as the hero knows them.

An action line says `wolf-2`: the second wolf this hero has met on the level.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.common import slugs
from engine.contract.facts import CreatureRef
from engine.contract.texts import Name, Text, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster
from engine.sil.data.rule_records import CreatureRules
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature

ENEMY = -1
"""The race of everybody in the eyes of a raging hero."""


def race_name(data: Data, race: int) -> str:
    """Return the name of a monster race, or of any enemy at all (ENEMY)."""
    return "Enemy" if race == ENEMY else data.monsters[race].name


def appears(game: SilContext, creature: Creature) -> int:
    """Return the race that the hero takes it for; ENEMY in his rage."""
    return game.known(creature).guise or creature.race


def seems(game: SilContext, creature: Creature, flag: str) -> bool:
    """Return whether the race that it looks like bears a flag; to the raging no enemy does."""
    race = appears(game, creature)
    return race != ENEMY and flag in game.data.monsters[race].flags


def rules_of(game: SilContext, creature: Creature) -> CreatureRules:
    """Return the rules of the race that the hero takes it for."""
    return game.data.rules.creature(appears(game, creature))


def is_unique(game: SilContext, creature: Creature) -> bool:
    """Return whether it looks like one of which there is only one in the world."""
    return seems(game, creature, "UNIQUE")


@kept
def visible(game: SilContext) -> Sequence[Creature]:
    """Return the creatures in the hero's sight, nearest first; in his rage those on lit squares."""
    hero, level = game.hero, game.level
    known = game.knowledge.creatures
    seen = [
        c
        for c in level.creatures
        if c is not None
        and c.slot in known
        and known[c.slot].visible
        and not (hero.timers.rage and not game.knowledge.seen[_at(game, c)])
    ]
    return sorted(seen, key=lambda c: (max(abs(c.y - hero.y), abs(c.x - hero.x)), c.y, c.x))


def meet(game: SilContext, creature: Creature) -> None:
    """Number a creature among its kind when it is first seen, and among those it looks like."""
    if not game.known(creature).tag:
        game.learn(creature).tag = _next_tag(game, creature.race)
    timers = game.hero.timers
    guise = ENEMY if timers.rage else creature.image if timers.hallucinating else 0
    if guise != game.known(creature).guise:
        game.learn(creature).guise, game.learn(creature).guise_tag = guise, 0
    if guise and not game.known(creature).guise_tag:
        game.learn(creature).guise_tag = _next_tag(game, -guise)


def _next_tag(game: SilContext, key: int) -> int:
    """Return the next number under a key: a race, or less than 0 for a race looked like."""
    tag = game.lore.tags.get(key, 0) + 1
    game.lore.tags[key] = tag
    return tag


def meet_again(game: SilContext) -> None:
    """Name everybody in sight as they look to the hero now: his mind has changed."""
    for creature in game.level.creatures:
        if creature is not None and game.known(creature).visible:
            meet(game, creature)


def tag(game: SilContext, creature: Creature) -> int:
    """Return the number to show with it: 0 while it is the only one of its looks that was met."""
    if is_unique(game, creature):
        return 0
    key = -game.known(creature).guise if game.known(creature).guise else creature.race
    return number(game, creature) if game.lore.tags.get(key, 0) > 1 else 0


def number(game: SilContext, creature: Creature) -> int:
    """Return its number among those that look so, as action lines say it."""
    known = game.known(creature)
    return known.guise_tag if known.guise else known.tag


def _at(game: SilContext, creature: Creature) -> int:
    return creature.y * game.level.width + creature.x


def handle(game: SilContext, creature: Creature) -> str:
    """Return what action lines call a creature: `wolf-2`; uniques by name alone."""
    return handle_of(game.data, appears(game, creature), number(game, creature))


def handle_of(data: Data, race: int, number: int) -> str:
    """Return what action lines call one of a race, by its number among those that look so."""
    name = slugs.slug(race_name(data, race))
    unique = race != ENEMY and "UNIQUE" in data.monsters[race].flags
    return name if unique else f"{name}-{number}"


SOMETHING = Name("something", proper=True)  # whoever is unseen
_ENEMY = Name("enemy")


def name(game: SilContext, creature: Creature) -> Name:
    """Return a creature that was spoken of before: "the wolf", "wolf 2" where several were met,
    "something" when unseen."""
    if not game.known(creature).visible:
        return SOMETHING
    return looks(game, creature)


def looks(game: SilContext, creature: Creature) -> Name:
    """Return what a creature looks like, in sight or not: "wolf 2"."""
    return look_of(game.data, appears(game, creature), tag(game, creature))


def look_of(data: Data, race: int, shown: int = 0) -> Name:
    """Return what one of a race looks like, with the number that is shown with it: "wolf 2"."""
    if race == ENEMY:
        return Name(_ENEMY.word, number=shown)
    return race_words(data.monsters[race], shown)


def kind_name(game: SilContext, creature: Creature) -> Name:
    """Return a creature that was not spoken of before: "a wolf"."""
    return look_of(game.data, appears(game, creature))


def race_words(race: Monster, number: int = 0) -> Name:
    """Return the name of one of a race: "wolf", "wolf 2", "Gorgol"."""
    if "UNIQUE" in race.flags:
        return Name(race.name, proper=True, given=race.is_own)
    return Name(race.name.lower(), number=number, given=race.is_own)


def race_title(race: Monster) -> Name:
    """Return the name of a race as its record has it: "Wolf"."""
    return Name(race.name, given=race.is_own)


def one(name: Name) -> Text:
    """Return somebody or something who was not spoken of before: "a wolf"."""
    return text("{who:a}", who=name)


def ref(game: SilContext, creature: Creature) -> CreatureRef | None:
    """Return a creature in facts, by what the hero takes it for and its number among those; None
    when unseen."""
    if not game.known(creature).visible:
        return None
    return ref_of(game.data, appears(game, creature), number(game, creature))


def ref_of(data: Data, race: int, number: int) -> CreatureRef:
    """Return one of a race in facts, by its number among those that look so."""
    return CreatureRef(slugs.slug(race_name(data, race)), number)


def a(game: SilContext, creature: Creature) -> Text:
    """Return a creature that was not spoken of before: "a wolf"."""
    return one(kind_name(game, creature))


def one_of(race: Monster) -> Text:
    """Return one of a race: "a wolf", "an orc scout", "Gorgol"."""
    return one(race_words(race))
