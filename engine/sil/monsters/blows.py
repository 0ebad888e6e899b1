"""Monsters' blows on the hero (spec: character 11.1; monsters 13.1)."""

from __future__ import annotations

from engine.sil import naming
from engine.sil.combat import defence, foes, harm, movement
from engine.sil.records import Blow
from engine.sil.state import Creature, Game
from engine.sil.tell import disturb, say


def choose(game: Game, creature: Creature) -> Blow | None:
    """The blow it strikes: of two, the second once in three."""
    blows = foes.race(game, creature).blows
    if len(blows) > 1 and game.fate.play.one_in(3):
        return blows[1]
    return blows[0] if blows else None


def attack_hero(game: Game, creature: Creature, *, off_guard: bool = False) -> None:
    """One ordinary attack on the hero beside it. `off_guard`: he has just used a bow."""
    blow = choose(game, creature)
    if blow is None:
        return
    incoming = defence.roll_blow(game, creature, blow, off_guard=off_guard)
    detail = incoming.full(creature.visible)
    name = naming.The(creature)
    if not incoming.hit:
        say(game, f"{name} misses you.", "blow", detail, (creature.y, creature.x))
        disturb(game, "under attack", flagged=creature.visible)
        movement.riposte(game, creature, blow, incoming.margin)
        return
    say(game, f"{name} hits you for {incoming.net}.", "blow", detail, (creature.y, creature.x))
    if incoming.net:
        harm.avenge(game)
    harm.hurt_hero(game, incoming.net, foes.race(game, creature).name)
