"""The order of things: game turns, the hero's turns, energy (spec: world 1).

A state at rest stands in the middle of a game turn: it is the hero's turn, everything that comes
before the choice is done. `finish` ends the turn after an action and runs the world until the
hero may choose again, or the game is over.
"""

from __future__ import annotations

from engine.sil import hunger, statuses, vision, world
from engine.sil.hero import derived
from engine.sil.hero.acts import ARCHERY, COST, PASS, spend
from engine.sil.level import arrival
from engine.sil.monsters import mind, noise
from engine.sil.state import Game, Skill

ENERGY = (5, 5, 10, 15, 20, 25, 30, 35)  # gained in a game turn, by speed


def finish(game: Game) -> None:
    """End the hero's turn, which took energy, and run the world until he may choose again."""
    _end_turn(game)
    run(game)


def run(game: Game) -> None:
    """Run the world until the hero may choose, or the game is over."""
    hero = game.hero
    while not game.ended:
        while hero.energy >= COST and not game.leaving:
            mind.act_all(game, hero.energy + 1)
            if game.ended or game.leaving:
                break
            _start_turn(game)
            if game.ended or game.question is not None:
                return
            if not statuses.helpless(game):
                return
            spend(game)
            _end_turn(game)
            if game.ended:
                return
        if game.leaving:
            arrival.change_level(game)
            continue
        mind.act_all(game, COST)
        if game.ended or game.leaving:
            continue
        if game.game_turn % 10 == 0:
            world.tick(game)
        hero.energy += ENERGY[hero.derived.speed]
        for creature in reversed(game.level.creatures):
            if creature is not None:
                creature.energy += ENERGY[min(creature.speed, 7)]
        game.game_turn += 1


def _start_turn(game: Game) -> None:
    """What comes before the hero chooses (spec: world 1.4, "Preliminaries")."""
    hero = game.hero
    hero.ripostes = 0
    hero.was_entranced = False
    noise.main_check(game)
    if hero.stop_stealth:
        hero.stealth_mode = hero.stop_stealth = False
    if hero.actions[0] != ARCHERY:
        hero.last_archery_kill = False
    hero.actions = [0, *hero.actions[:5]]
    derived.update(game)
    vision.update(game)
    hero.stealth_score = hero.skill(Skill.STEALTH)


def _end_turn(game: Game) -> None:
    """What follows the hero's action, in this order (spec: world 1.4, "After the action")."""
    hero = game.hero
    hero.energy -= game.energy_used
    game.energy_used = 0
    noise.rebuild(game)
    for step in (
        statuses.wounds,
        hunger.digest,
        world.rest_stairs,
        world.regenerate,
        statuses.tick,
    ):
        if game.ended:
            return
        step(game)
    _forget_focus(game)
    world.close_the_door(game)
    derived.update(game)


def _forget_focus(game: Game) -> None:
    """Focus outlasts only a wait; concentration only a wait or an attack."""
    hero = game.hero
    waited = hero.actions[0] == PASS
    if not waited:
        hero.focused = False
    if not waited and not hero.attacked:
        hero.concentration = hero.concentration_on = 0


def interrupted(game: Game) -> bool:
    """Whether something has broken off what the hero was doing."""
    return bool(game.disturbed or game.ended or game.question is not None or game.leaving)
