"""The hero's noise and scent, and who notices them (rules: monsters 7; dungeon 6; world 2)."""

from __future__ import annotations

from engine.common import noise_map
from engine.common.compass import SCAN
from engine.sil.creatures import creature_stats, senses, skill_rolls
from engine.sil.creatures.alertness import UNWARY_FROM, set_alertness
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Level
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.level import terrain
from engine.sil.perception import race_lore

COMBAT = 2  # what attacking adds to the noise, and being attacked
ON_THE_RUN = 5
AGGRAVATION = 10
SHORT_SIGHT = 2
_MOST_SIGHT_BONUS = 8 + 2 * COMBAT


def rebuild(game: SilContext) -> None:
    """After the hero's action: how far his noise goes now, and his scent (rules: dungeon 6)."""
    level, hero = game.level, game.hero
    game.knowledge.noise = flow(level, hero.y, hero.x)
    _lay_scent(game)


def flow(level: Level, y: int, x: int) -> bytearray:
    """Return what sound from a square loses on the way to every other; 250: it does not get
    there."""
    return noise_map.noise_flow(level.feature.translate(terrain.NOISE), level.width, y, x)


def _lay_scent(game: SilContext) -> None:
    level, hero = game.level, game.hero
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            y, x = hero.y + dy, hero.x + dx
            ring = max(abs(dy), abs(dx))
            if abs(dy) + abs(dx) == 4 or not (0 <= y < level.height and 0 <= x < level.width):
                continue
            i = level.at(y, x)
            if terrain.PASSABLE[level.feature[i]] and game.knowledge.view[i]:
                game.knowledge.scent[i] = hero.turns + 1 + senses.SCENT_AHEAD - ring


def main_check(game: SilContext) -> None:
    """At the start of the hero's turn: who notices what he did in the last one (7.3)."""
    hero = game.hero
    combat = COMBAT * (hero.attacked + hero.was_attacked)
    _check(game, hero.stealth_score, game.knowledge.noise, combat, by_hero=True)
    hero.attacked = hero.was_attacked = False


def noise(
    game: SilContext, difficulty: int, origin: Creature | tuple[int, int] | None = None
) -> None:
    """Make a sudden noise: everybody may notice at once. The lower the difficulty the louder.

    It comes from the hero (None), from a creature, or from a square (y, x).
    """
    if origin is None:
        _check(game, difficulty, game.knowledge.noise, 0, by_hero=True)
        return
    y, x = (origin.y, origin.x) if isinstance(origin, Creature) else origin
    _check(game, difficulty, flow(game.level, y, x), 0, by_hero=False)


def make_noise(game: SilContext, creature: Creature, amount: int) -> None:
    """Let a creature be the louder to heroes who listen for it."""
    for hero in game.state.heroes:
        game.acting(hero).learn(creature).noise += amount


def make_step_noise(game: SilContext, creature: Creature, amount: int) -> None:
    """Let a creature's step be heard, unless something louder was."""
    for hero in game.state.heroes:
        known = game.acting(hero).learn(creature)
        known.noise = known.noise or amount


def open_squares(game: SilContext) -> int:
    """Return how many of the eight squares round the hero are not walled or shut off."""
    level, hero = game.level, game.hero
    return sum(
        0 <= hero.y + dy < level.height
        and terrain.PASSABLE[level.feature[level.at(hero.y + dy, hero.x + dx)]]
        for dy, dx in SCAN
    )


def stillness(game: SilContext) -> int:
    """Return what standing still adds to the hero's Stealth."""
    return 2 if game.hero.stealth_mode else 7


def silence(game: SilContext) -> int:
    """Return what the Song of Silence hushes."""
    return singing.strength(game.data, game.hero, ab.SONG_OF_SILENCE)


def _check(
    game: SilContext, difficulty: int, field: bytearray, combat: int, *, by_hero: bool
) -> None:
    hero, level = game.hero, game.level
    if hero.turns == 0:
        return
    play = game.streams.play
    die = play.die(10)
    if hero.cursed and by_hero:
        die = min(die, play.die(10))
    against = difficulty + die + silence(game)
    in_open = open_squares(game)
    for creature in reversed(level.creatures):
        if creature is None:
            continue
        race = creature_stats.race(game, creature)
        if "SHORT_SIGHTED" in race.flags and senses.away(game, creature) > SHORT_SIGHT:
            continue
        perception = _perception(game, creature, race, combat)
        perception -= field[senses.square(game, creature)]
        if perception + _MOST_SIGHT_BONUS + 10 > against:
            perception += sight_bonus(game, creature, in_open, combat)
        margin = perception + play.die(10) - against if perception + 10 > against else 0
        race_lore.count_notice(game, creature, margin > 0)
        if margin > 0:
            set_alertness(game, creature, creature.alertness + margin)


def contest(
    game: SilContext, creature: Creature, kind: Monster, *, waiting: bool = False
) -> skill_rolls.SkillContest:
    """Return the roll of one who is not yet alert, of such a kind, to notice the hero in a turn
    without a fight: a success makes it more alert. `waiting`: he stands still."""
    skill = _perception(game, creature, kind, 0) - senses.noise_cost(game, creature)
    skill += sight_bonus(game, creature, open_squares(game), 0)
    against = game.hero.stealth_score + silence(game)
    if waiting:
        against += stillness(game)
    return skill_rolls.skill_contest(skill, against, "opposer" if game.hero.cursed else "")


def _perception(game: SilContext, creature: Creature, kind: Monster, combat: int) -> int:
    """Return the creature's side of the contest, without distance, sight and die."""
    total = kind.perception - creature_stats.daze(creature) + combat
    total += creature_stats.elf_bane(game, creature) - creature_stats.bane(game, creature)
    if game.hero.on_the_run:
        total += ON_THE_RUN
    if creature.alertness >= 0:
        total -= creature.alertness
    aggravation = game.hero.derived.counts["aggravation"]
    mindless = "MINDLESS" in kind.flags
    if creature.alertness >= UNWARY_FROM and not mindless:
        total += AGGRAVATION * aggravation
    return total


def sight_bonus(game: SilContext, creature: Creature, in_open: int, combat: int) -> int:
    """Return what seeing the hero adds for those awake (ruling `sight_bonus_for`)."""
    if creature.alertness < UNWARY_FROM:
        return 0
    if game.rulings.sight_bonus_for == "unwary" and creature.alertness >= 0:
        return 0
    if not senses.sees_hero(game, creature):
        return 0
    bonus = in_open + combat
    return bonus // 2 if game.hero.active(ab.DISGUISE) else bonus
