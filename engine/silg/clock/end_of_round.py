"""Rounds: what two seconds on the clock, or a thirtieth of a minute off it, do to heroes
(rules: silg 2, 4, "Status")."""

from __future__ import annotations

from engine.sil.clock import world_clock
from engine.sil.effects import creature_upkeep, hunger, statuses
from engine.sil.hero import derived
from engine.sil.perception import visibility
from engine.sil.songs import song_turn
from engine.silg.combat.attack_reports import announce_wound
from engine.silg.context import SilGContext

ROUND = 4  # half-seconds
ROUNDS_A_MINUTE = 30
GORGED = hunger.FULL


def round_passes(session: SilGContext) -> None:
    """Let a round pass for every hero: wounds, hunger, healing, states, light."""
    session.state.sil.game_turn += 10
    for seat in session.heroes:
        _hero_round(session, seat)
    if session.heroes:
        creature_upkeep.regenerate(session.level_game)


def _hero_round(session: SilGContext, seat: int) -> None:
    game, hero = session.game(seat), session.hero(seat)
    song_turn.go_on(game)
    statuses.wounds(game)
    if not session.state.sil.ended:
        hunger.digest(game)
    if session.state.sil.ended:
        session.overhear(seat, ("death",))
        announce_wound(session, seat)
        return
    world_clock.regenerate(game)
    statuses.tick(game)
    world_clock.wear_gear(game)
    hero.turns += 1
    hero.was_entranced = False
    derived.update(game)
    visibility.fade(game)
    session.overhear(seat, ("death",))


def is_gorged(session: SilGContext, seat: int) -> bool:
    """Return whether a hero is too full to eat or drink (T3)."""
    return session.hero(seat).food >= GORGED
