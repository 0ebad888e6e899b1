"""Winning experience and spending it on skills (rules: character 2, 3.1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import Name, text
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note
from engine.sil.game.state import Creature, Hero, RaceLore, Skill
from engine.sil.hero.stat_names import SKILL_NAMES

START_BY_OPTION = {"earned": 5_000, "fixed": 50_000, "practice": 1_000_000}
MOST = 99_999_999
DISCOVERY = 100  # a kind of flavoured object, or a special type
SOURCES = {
    "Encounters": text("Encounters"),
    "Kills": text("Kills"),
    "New depths": text("New depths"),
    "Identification": text("Identification"),
}
"""Sources of experience: the keys of `Hero.experience_from`, and the words of the sheet."""


def is_fixed(game: SilContext) -> bool:
    """Return whether the game is played with a fixed measure of experience: nothing is ever
    won."""
    return game.state.options.get("experience", "earned") != "earned"


def is_practice(game: SilContext) -> bool:
    """Return whether the game is played to practise, deep down or well trained: it has no
    score."""
    options = game.state.options
    if game.state.tutorial:
        return True
    return options.get("experience") == "practice" or first_depth(game) > 1


def at_birth(game: SilContext) -> int:
    """Return the experience that a hero of this game begins with."""
    return START_BY_OPTION[game.state.options.get("experience", "earned")]


def first_depth(game: SilContext) -> int:
    """Return the depth that the descent begins at."""
    return int(game.state.options.get("begin", "50 ft").removesuffix(" ft")) // 50


def gain(game: SilContext, amount: int, why: str) -> int:
    """Win experience, told apart by `why` (one of SOURCES); what was really won."""
    hero = game.hero
    won = max(0, min(amount, MOST - hero.experience))
    if is_fixed(game) or not won:
        return 0
    hero.experience += won
    hero.unspent = min(hero.unspent + won, hero.experience)
    hero.experience_from[why] = hero.experience_from.get(why, 0) + won
    return won


def lose(game: SilContext, amount: int) -> int:
    """Lose experience for good, as much as is unspent; how much went."""
    hero = game.hero
    lost = max(0, min(amount, hero.unspent))
    hero.experience -= lost
    hero.unspent -= lost
    return lost


def lore_of(game: SilContext, race: int) -> RaceLore:
    """Return what the hero knows of a race; an empty page is opened for a new one."""
    return game.lore.races.setdefault(race, RaceLore())


def kill_award(race: Monster, kills: int) -> int:
    """Return what slaying one brings to a hero with so many kills of its race (rules: character
    2.1)."""
    return 0 if "PEACEFUL" in race.flags else encounter_award(race, kills)


def encounter_award(race: Monster, met: int) -> int:
    """Return what meeting one brings to a hero who has met so many of its race."""
    whole = 10 * race.level
    return whole if "UNIQUE" in race.flags else whole // (met + 1)


def has_met(game: SilContext, creature: Creature) -> bool:
    """Return whether the hero has met a creature; a unique one also where it was met before."""
    if game.known(creature).encountered:
        return True
    page = game.lore.races.get(creature.race)
    met_before = page is not None and page.encountered > 0
    return met_before and "UNIQUE" in game.data.monsters[creature.race].flags


def encounter(game: SilContext, creature: Creature) -> None:
    """Pay the first sight of an individual, once."""
    if has_met(game, creature):
        return
    game.learn(creature).encountered = True
    race, lore = game.data.monsters[creature.race], lore_of(game, creature.race)
    gain(game, encounter_award(race, lore.encountered), "Encounters")
    lore.encountered += 1
    if "UNIQUE" in race.flags:
        note(game, "encountered", text("Encountered {who}", who=Name(race.name, proper=True)))


def slay(game: SilContext, creature: Creature) -> None:
    """A kill: its award, its place in the records, then the encounter if it was never seen
    (rules: combat 13.1)."""
    race, lore = game.data.monsters[creature.race], lore_of(game, creature.race)
    gain(game, kill_award(race, lore.kills), "Kills")
    if "UNIQUE" in race.flags:
        game.world.dead_uniques.append(creature.race)
        note(game, "slew", text("Slew {who}", who=Name(race.name, proper=True)))
    lore.kills += 1
    encounter(game, creature)


def reach(game: SilContext, level: int) -> None:
    """Arrive at a dungeon level: every new one from the second on pays 50 for its number."""
    hero = game.hero
    for new in range(max(2, hero.deepest + 1), level + 1):
        gain(game, 50 * new, "New depths")
    hero.deepest = max(hero.deepest, level)


def learn_kind(game: SilContext, kind: int) -> None:
    """Learn what a flavoured kind is; paid once."""
    if kind not in game.lore.aware:
        game.lore.aware.append(kind)
        gain(game, DISCOVERY, "Identification")


def learn_special(game: SilContext, special: int) -> None:
    """Learn a special type; paid once."""
    if special not in game.lore.specials:
        game.lore.specials.append(special)
        gain(game, DISCOVERY, "Identification")


def learn_artefact(game: SilContext, artefact: int) -> None:
    """Identify an artefact for the first time."""
    if artefact not in game.lore.artefacts_found:
        game.lore.artefacts_found.append(artefact)
        gain(game, game.rulings.artefact_identify_xp, "Identification")


def skill_cost(base: int, points: int) -> int:
    """Return experience to raise a skill from `base` by `points`: 100 for the first, 200, 300
    ..."""
    top = base + points
    return 100 * (top * (top + 1) - base * (base + 1)) // 2


def buy_skill(hero: Hero, skill: int, points: int = 1) -> None:
    """Raise a skill for good. Raises IllegalAction when there is too little experience."""
    cost = skill_cost(hero.skill_base[skill], points)
    if points < 1 or cost > hero.unspent:
        raise IllegalAction(
            text(
                "{points} more of {skill} costs {cost:,} experience; {unspent:,} is left.",
                points=points,
                skill=SKILL_NAMES[Skill(skill)],
                cost=cost,
                unspent=hero.unspent,
            )
        )
    hero.unspent -= cost
    hero.skill_base[skill] += points
