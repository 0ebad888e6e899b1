"""Rounds: each hero acts in the order of seats, then the monsters."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.texts import text
from engine.delve.actions import plan_runner
from engine.delve.levels import stairs
from engine.delve.monsters import monster_turn
from engine.delve.rules import vision
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero
from engine.delve.turns import end_of_turn
from engine.delve.turns.consequences import settle


def to_act(game: DelveContext) -> DelveHero | None:
    """Return the hero who acts next; None when the round is over."""
    return next((hero for hero in game.heroes() if hero.acts_left > 0), None)


def finish_action(game: DelveContext, hero: DelveHero) -> None:
    """End an action of a hero that took time."""
    settle(game)
    hero.acts_left -= 1
    _meditate(hero)
    if hero.acts_left <= 0 or hero.fallen or hero.escaped:
        hero.acts_left = 0
        end_of_turn.end_hero_turn(game, hero)
    else:
        vision.look_around(game, hero)
    stairs.check_end(game)


def _meditate(hero: DelveHero) -> None:
    """Count the quiet turns of a meditation; its end brings the energy of ten."""
    if not hero.meditating:
        return
    hero.meditating -= 1
    if hero.meditating == 0:
        hero.energy = min(hero.full_energy, hero.energy + max(1, hero.full_energy // 8))


def advance(game: DelveContext) -> None:
    """Let time pass until a hero has to decide, or the game is over."""
    _advance(game)
    plan_runner.end_of_the_lost(game)


def _advance(game: DelveContext) -> None:
    state = game.state
    while not state.ended:
        hero = to_act(game)
        if hero is None:
            end_round(game)
            continue
        if hero.choices or wants_answer(game, hero):
            plan_runner.end(game, hero, Stop("question", text("a question")))
            return
        if "asleep" in hero.statuses or hero.meditating:
            if hero.meditating and hero.fought:
                hero.meditating = 0
                continue
            hero.fought = False
            finish_action(game, hero)
            continue
        if hero.plan is None:
            return
        hero.fought = False
        if plan_runner.step(game, hero):
            finish_action(game, hero)


def wants_answer(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether the question of the secret class is open."""
    if not hero.offered_secret or hero.refused_secret:
        return False
    return not game.content.classes[hero.class_name].secret


def end_round(game: DelveContext) -> None:
    """Let the monsters act, and begin the next round."""
    state = game.state
    state.round += 1
    for depth in sorted({hero.depth for hero in game.heroes()}):
        level = state.levels[depth]
        game.sight_changed = False
        monster_turn.act_all(game, level)
        end_of_turn.end_level_round(game, level)
        settle(game)
        for hero in game.heroes(depth):
            if game.sight_changed or hero.at not in hero.seen[:1]:
                vision.look_around(game, hero)
            else:
                vision.notice_monsters(game, hero)
    stairs.warden_round(game)
    for hero in game.heroes():
        hero.acts_left = 2 if "hasted" in hero.statuses else 1
    stairs.check_end(game)
