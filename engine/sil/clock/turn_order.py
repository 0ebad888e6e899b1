"""The order of things: game turns, the hero's turns, energy (rules: world 1).

A state at rest stands in the middle of a game turn: it is the hero's turn, everything that comes
before the choice is done. `finish` ends the turn after an action and runs the world until the
hero may choose again, or the game is over.
"""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.clock import world_clock
from engine.sil.combat import attention
from engine.sil.creature_ai import creature_turn
from engine.sil.dungeon import level_arrival
from engine.sil.effects import cursed_jewels, hunger, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note
from engine.sil.game.state import Skill
from engine.sil.hero import derived
from engine.sil.hero.action_costs import ARCHERY, COST, spend
from engine.sil.item_use import item_upkeep
from engine.sil.movement import leaps
from engine.sil.perception import noise, truce, visibility, vision
from engine.sil.songs import song_turn

ENERGY = (5, 5, 10, 15, 20, 25, 30, 35)  # gained in a game turn, by speed
FASTEST = len(ENERGY) - 1
SMITHING_NOISE = -10
_CHALLENGES = {
    ("experience", "fixed"): text("Lives on a fixed measure of experience"),
    ("disconnected_stairs", "yes"): text("Finds no stairs on arrival"),
    ("straight_down", "yes"): text("Will not turn back without a Silmaril"),
    ("no_artefacts", "yes"): text("Looks for no artefacts"),
}
"""Notes of the first turn, by the option and its value."""


def finish_action(game: SilContext) -> None:
    """End the hero's turn, which took energy, and run the world until he may choose again."""
    _end_turn(game)
    run(game)


def run(game: SilContext) -> None:
    """Run the world until the hero may choose, or the game is over (rules: world 1.2)."""
    while not game.state.ended:
        if _hero_may_choose(game):
            return
        if game.state.leaving:
            level_arrival.change_level(game)
            continue
        creature_turn.act_all(game, COST)
        if game.state.ended or game.state.leaving:
            continue
        if game.state.game_turn % 10 == 0:
            world_clock.tick(game)
        _gain_energy(game)
        game.state.game_turn += 1


def _hero_may_choose(game: SilContext) -> bool:
    """Turn after turn of the hero's, as long as he has the energy and they go by themselves;
    true when one is his to choose. Creatures with more energy go first."""
    hero = game.hero
    while hero.energy >= COST and not game.state.ended and not game.state.leaving:
        creature_turn.act_all(game, hero.energy + 1)
        if game.state.ended or game.state.leaving:
            return False
        _start_turn(game)
        if game.state.ended or not _goes_by_itself(game):
            return True
        _end_turn(game)
    return False


def _goes_by_itself(game: SilContext) -> bool:
    """Return whether the hero's turn is spent without a choice: he is in the air, or helpless."""
    if game.hero.leaping:
        leaps.land(game)
        return True
    if statuses.helpless(game):
        spend(game)
        return True
    return False


def _gain_energy(game: SilContext) -> None:
    game.hero.energy += ENERGY[game.hero.derived.speed]
    for creature in game.level.creatures:
        if creature is not None:
            speed = creature.speed
            creature.energy += ENERGY[speed if 0 < speed < FASTEST else max(1, min(speed, FASTEST))]


def _start_turn(game: SilContext) -> None:
    """Run what comes before the hero chooses (rules: world 1.4, "Preliminaries")."""
    hero = game.hero
    attention.start_turn(game)
    hero.was_entranced = False
    cursed_jewels.slip_off(game)
    noise.main_check(game)
    if hero.stop_stealth:
        hero.stealth_mode = hero.stop_stealth = False
    truce.watch(game)
    if hero.turns == 1:
        for option, words in _CHALLENGES.items():
            if game.state.options.get(option[0]) == option[1]:
                note(game, "challenge", words)
    if hero.actions[0] != ARCHERY:
        hero.last_archery_kill = False
    hero.actions = [0, *hero.actions[:5]]
    derived.update(game)
    statuses.clear_eyes(game)
    visibility.fade(game)
    vision.update(game)
    item_upkeep.look(game)
    hero.stealth_score = hero.skill(Skill.STEALTH)


def _end_turn(game: SilContext) -> None:
    """Run what follows the hero's action, in this order (rules: world 1.4, "After the
    action")."""
    hero = game.hero
    hero.energy -= game.state.energy_used
    game.state.energy_used = 0
    item_upkeep.after_action(game)
    song_turn.go_on(game)
    if game.state.forge >= 0:
        noise.noise(game, SMITHING_NOISE)
    noise.rebuild(game)
    world_clock.know_worn(game)
    statuses.wounds(game)
    hunger.digest(game)
    if game.state.ended:  # the turn in which poison, a wound or hunger kills counts
        hero.turns += 1
        return
    world_clock.rest_stairs(game)
    world_clock.regenerate(game)
    statuses.tick(game)
    attention.end_turn(game)
    world_clock.light_the_way(game)
    world_clock.close_the_door(game)
    derived.update(game)
