"""Songs that work on the minds of creatures, on the whole level, each turn (rules: songs 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.sil.creatures import creature_stats, morale, senses, skill_rolls
from engine.sil.creatures.alertness import set_alertness
from engine.sil.game.context import Game
from engine.sil.game.state import Creature

IMMUNE = 100  # what immunity adds to a difficulty


def frighten(game: Game, strength: int, morale_a_point: int) -> None:
    """Frighten creatures that think: so much morale for each point of the margin."""

    def difficulty(creature: Creature) -> int:
        immune = not creature_stats.has(game, creature, "SMART")
        dark_lord = creature_stats.has(game, creature, "QUESTOR")
        return _will(game, creature) + IMMUNE * (immune + dark_lord)

    for creature, margin in _swayed(game, strength, difficulty):
        creature.temporary_morale -= morale_a_point * margin


def embolden(game: Game, strength: int, boldness: int) -> None:
    """Draw creatures to the hero, and give them so much temporary morale at least."""

    def difficulty(creature: Creature) -> int:
        return morale.challenge_difficulty(game, creature)

    for creature, margin in _swayed(game, strength, difficulty):
        set_alertness(game, creature, creature.alertness + margin)
        creature.temporary_morale = max(creature.temporary_morale, boldness)
        morale.update(game, creature)


def lull(game: Game, strength: int, difficulty_added: int) -> None:
    """Lull creatures, until they are unwary and at last asleep."""

    def difficulty(creature: Creature) -> int:
        immune = creature_stats.has(game, creature, "NO_SLEEP")
        return _will(game, creature) + difficulty_added + IMMUNE * immune

    for creature, margin in _swayed(game, strength, difficulty):
        set_alertness(game, creature, creature.alertness - margin)


def _will(game: Game, creature: Creature) -> int:
    """Return a creature's Will and what the hero's voice loses on the way to it."""
    return creature_stats.will(game, creature) + senses.noise_cost(game, creature)


def _swayed(
    game: Game, strength: int, difficulty: Callable[[Creature], int]
) -> Iterator[tuple[Creature, int]]:
    """Yield every creature on the level that a song sways, with the margin of the check."""
    for creature in reversed(game.level.creatures):
        if creature is None:
            continue
        margin = skill_rolls.hero_check(game, strength, difficulty(creature), creature)
        if margin > 0:
            yield creature, margin
