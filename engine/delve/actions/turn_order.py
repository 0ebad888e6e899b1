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


def to_act(world: DelveContext) -> DelveHero | None:
    """Return the hero who acts next; None when the round is over."""
    return next((hero for hero in world.heroes() if hero.acts_left > 0), None)


def finish_action(world: DelveContext, hero: DelveHero) -> None:
    """End an action of a hero that took time."""
    settle(world)
    hero.acts_left -= 1
    _meditate(hero)
    if hero.acts_left <= 0 or hero.fallen or hero.escaped:
        hero.acts_left = 0
        end_of_turn.end_hero_turn(world, hero)
    else:
        vision.look_around(world, hero)
    stairs.check_end(world)


def _meditate(hero: DelveHero) -> None:
    """Count the quiet turns of a meditation; its end brings the energy of ten."""
    if not hero.meditating:
        return
    hero.meditating -= 1
    if hero.meditating == 0:
        hero.energy = min(hero.full_energy, hero.energy + max(1, hero.full_energy // 8))


def advance(world: DelveContext) -> None:
    """Let time pass until a hero has to decide, or the game is over."""
    _advance(world)
    plan_runner.end_of_the_lost(world)


def _advance(world: DelveContext) -> None:
    game = world.game
    while not game.ended:
        hero = to_act(world)
        if hero is None:
            end_round(world)
            continue
        if hero.choices or wants_answer(world, hero):
            plan_runner.end(world, hero, Stop("question", text("a question")))
            return
        if "asleep" in hero.statuses or hero.meditating:
            if hero.meditating and hero.fought:
                hero.meditating = 0
                continue
            hero.fought = False
            finish_action(world, hero)
            continue
        if hero.plan is None:
            return
        hero.fought = False
        if plan_runner.step(world, hero):
            finish_action(world, hero)


def wants_answer(world: DelveContext, hero: DelveHero) -> bool:
    """Return whether the question of the secret class is open."""
    if not hero.offered_secret or hero.refused_secret:
        return False
    return not world.content.classes[hero.class_name].secret


def end_round(world: DelveContext) -> None:
    """Let the monsters act, and begin the next round."""
    game = world.game
    game.round += 1
    for depth in sorted({hero.depth for hero in world.heroes()}):
        level = game.levels[depth]
        world.sight_changed = False
        monster_turn.act_all(world, level)
        end_of_turn.end_level_round(world, level)
        settle(world)
        for hero in world.heroes(depth):
            if world.sight_changed or hero.at not in hero.seen[:1]:
                vision.look_around(world, hero)
            else:
                vision.notice_monsters(world, hero)
    stairs.warden_round(world)
    for hero in world.heroes():
        hero.acts_left = 2 if "hasted" in hero.statuses else 1
    stairs.check_end(world)
