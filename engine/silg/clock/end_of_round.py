"""Rounds: what two seconds on the clock, or a thirtieth of a minute off it, do to heroes
(rules: silg 2, 4, "Status")."""

from __future__ import annotations

from engine.sil.clock import world_clock
from engine.sil.effects import creature_upkeep, hunger, statuses
from engine.sil.hero import derived
from engine.sil.perception import visibility
from engine.sil.songs import song_turn
from engine.silg.combat.attack_reports import tell_death
from engine.silg.context import SilGContext

ROUND = 4  # half-seconds
ROUNDS_A_MINUTE = 30
GORGED = hunger.FULL


def round_passes(game: SilGContext) -> None:
    """Let a round pass for every hero: wounds, hunger, healing, states, light."""
    game.state.sil.game_turn += 10
    for seat in game.heroes:
        _hero_round(game, seat)
    if game.heroes:
        creature_upkeep.regenerate(game.level_game)


def _hero_round(game: SilGContext, seat: int) -> None:
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    song_turn.go_on(hero_game)
    statuses.wounds(hero_game)
    if not game.state.sil.ended:
        hunger.digest(hero_game)
    if game.state.sil.ended:
        game.overhear(seat, ("death",))
        tell_death(game, seat)
        return
    world_clock.regenerate(hero_game)
    statuses.tick(hero_game)
    world_clock.wear_gear(hero_game)
    hero.turns += 1
    hero.was_entranced = False
    derived.update(hero_game)
    visibility.fade(hero_game)
    game.overhear(seat, ("death",))


def is_gorged(game: SilGContext, seat: int) -> bool:
    """Return whether a hero is too full to eat or drink (T3)."""
    return game.hero(seat).food >= GORGED
