"""What a dead creature leaves behind (spec: monsters 14.6)."""

from __future__ import annotations

from engine.dice import Stream
from engine.sil.state import Creature, Game


def drop_loot(game: Game, creature: Creature) -> None:
    """What it carried falls onto its square."""
    if creature.carried:
        square = game.level.at(creature.y, creature.x)
        game.level.floor.setdefault(square, [])[:0] = creature.carried
        creature.carried = []


def strew(game: Game, creature: Creature, stream: Stream) -> None:
    """A creature that guards its home has its treasure lie about it from the first."""
