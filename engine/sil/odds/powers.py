"""Odds of staffs, horns and songs on the nearest opponent, as far as the hero can know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.common.grid import distance
from engine.sil.creatures import known_race
from engine.sil.creatures.known_race import KnownRace
from engine.sil.creatures.skill_rolls import SkillContest, hero_contest
from engine.sil.effects import creature_effects
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.item_use import activation
from engine.sil.items import item_names
from engine.sil.odds import fight_lines
from engine.sil.songs import songs_on_creatures


class PowerOdds(NamedTuple):
    """The odds that somebody is swayed: whom, how (a template of a clause), and how likely."""

    creature: Creature
    how: str
    chance: float


class Sway(NamedTuple):
    """A check to sway a creature before it is rolled, and what it does (a template)."""

    contest: SkillContest
    how: str


_MOODS = {
    "sleep": "{who:The.20} falls asleep {percent} %",
    "fear": "{who:The.20} takes fright {percent} %",
    "confusion": "{who:The.20} is confused {percent} %",
    "slow": "{who:The.20} is slowed {percent} %",
}


def device(game: SilContext, item: Item) -> PowerOdds | None:
    """Return the odds of a staff or horn, pointed at the nearest opponent; None where they are not
    known, or it sways nobody."""
    if not item_names.is_aware(game, item.kind) or not item.known:
        return None
    found = _nearest(game, lambda creature, known: device_sway(game, item, creature, known))
    if found is None or not game.rulings.device_use_check:
        return found
    mastered = activation.mastery_contest(game, item).chance()
    return found._replace(chance=mastered * found.chance)


def device_sway(game: SilContext, item: Item, creature: Creature, known: KnownRace) -> Sway | None:
    """Return what a staff or horn does to a creature that it reaches; None for nothing."""
    will, at = game.hero.skill(Skill.WILL), game.level.at(creature.y, creature.x)
    if not game.knowledge.fire[at]:
        return None
    away = distance(game.hero.y, game.hero.x, creature.y, creature.x)
    for effect in game.data.rules.item(item.kind).effects:
        match effect.name, effect.args:
            case "sway", (str(mood), int(base), int(divisor)) if mood in _MOODS:
                power = base + will // divisor
            case "cone", (str(mood), int(), int(radius), *_) if mood in _MOODS and away <= radius:
                power = will
            case _:
                continue
        flags = known.kind.flags
        contest = creature_effects.mood_contest(game, creature, mood, power, flags)
        return Sway(contest, _MOODS[mood])
    return None


def song(game: SilContext, word: str) -> PowerOdds | None:
    """Return the odds of a turn of a song, sung alone, on the nearest opponent; None where they are
    not known, or it sways nobody."""
    if word not in singing.words(game.data) or game.hero.active(ab.WOVEN_THEMES):
        return None
    return _nearest(game, lambda creature, known: song_sway(game, word, creature, known))


def song_sway(game: SilContext, word: str, creature: Creature, known: KnownRace) -> Sway | None:
    """Return what a turn of a song does to a creature; None for nothing."""
    rules = game.data.rules.songs[singing.words(game.data)[word].number]
    strength = rules.strength(max(0, game.hero.skill(Skill.SONG)))
    flags = known.kind.flags
    match rules.effect.name, rules.effect.args:
        case "frighten", _ if "SMART" in flags:
            hard = songs_on_creatures.fright_difficulty(game, creature, flags)
            how = "{who:The.20} takes fright {percent} % a turn"
        case "lull", (int(added),):
            hard = added + songs_on_creatures.lull_difficulty(game, creature, flags)
            how = "{who:The.20} grows sleepy {percent} % a turn"
        case _:
            return None
    return Sway(hero_contest(game, strength, hard, creature), how)


def _nearest(
    game: SilContext, find: Callable[[Creature, KnownRace], Sway | None]
) -> PowerOdds | None:
    """Return the odds on the nearest opponent whose Will is known and who may be swayed."""
    for creature in fight_lines.opponents(game):
        known = known_race.of(game, creature)
        sway = find(creature, known) if known is not None and known.senses else None
        if sway is not None:
            return PowerOdds(creature, sway.how, sway.contest.chance())
    return None
