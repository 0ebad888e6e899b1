"""What a dead creature leaves behind (spec: monsters 14.6)."""

from __future__ import annotations

from engine.sil.state import Creature, Game


def drop_loot(game: Game, creature: Creature) -> None:
    """What it carried falls onto its square."""
    if creature.carried:
        square = game.level.at(creature.y, creature.x)
        game.level.floor.setdefault(square, [])[:0] = creature.carried
        creature.carried = []
