"""Songs that work on the minds of creatures, on the whole level, each turn (rules: songs 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.sil.creatures import creature_stats, morale, senses, skill_rolls
from engine.sil.creatures.alertness import set_alertness
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature

IMMUNE = 100  # what immunity adds to a difficulty

Difficulty = Callable[[SilContext, Creature, frozenset[str]], int]
"""Returns the difficulty of a song's check in a creature whose race has these flags."""


def frighten(game: SilContext, strength: int, morale_a_point: int) -> None:
    """Frighten creatures that think: so much morale for each point of the margin."""
    for creature, margin in _swayed(game, strength, fright_difficulty):
        creature.temporary_morale -= morale_a_point * margin


def embolden(game: SilContext, strength: int, boldness: int) -> None:
    """Draw creatures to the hero, and give them so much temporary morale at least."""

    def difficulty(game: SilContext, creature: Creature, _flags: frozenset[str]) -> int:
        return morale.challenge_difficulty(game, creature)

    for creature, margin in _swayed(game, strength, difficulty):
        set_alertness(game, creature, creature.alertness + margin)
        creature.temporary_morale = max(creature.temporary_morale, boldness)
        morale.update(game, creature)


def lull(game: SilContext, strength: int, difficulty_added: int) -> None:
    """Lull creatures, until they are unwary and at last asleep."""

    def difficulty(game: SilContext, creature: Creature, flags: frozenset[str]) -> int:
        return difficulty_added + lull_difficulty(game, creature, flags)

    for creature, margin in _swayed(game, strength, difficulty):
        set_alertness(game, creature, creature.alertness - margin)


def fright_difficulty(game: SilContext, creature: Creature, flags: frozenset[str]) -> int:
    """Return what a song that frightens has to overcome in a creature with these flags."""
    return _will(game, creature) + IMMUNE * (("SMART" not in flags) + ("QUESTOR" in flags))


def lull_difficulty(game: SilContext, creature: Creature, flags: frozenset[str]) -> int:
    """Return the same of a song that lulls, which adds its own."""
    return _will(game, creature) + IMMUNE * ("NO_SLEEP" in flags)


def _will(game: SilContext, creature: Creature) -> int:
    """Return a creature's Will and what the hero's voice loses on the way to it."""
    return creature_stats.will(game, creature) + senses.noise_cost(game, creature)


def _swayed(
    game: SilContext, strength: int, difficulty: Difficulty
) -> Iterator[tuple[Creature, int]]:
    """Yield every creature on the level that a song sways, with the margin of the check."""
    for creature in reversed(game.level.creatures):
        if creature is None:
            continue
        hard = difficulty(game, creature, game.data.monsters[creature.race].flags)
        margin = skill_rolls.hero_check(game, strength, hard, creature)
        if margin > 0:
            yield creature, margin
