"""Ten blows in one press, at 500 ft, against what such a plan may take.

The hero withstands whatever is there, and the enemy outlasts the plan.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.common.compass import SCAN
from engine.contract.action import Action
from engine.sil import arena
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill
from engine.sil.level import terrain
from tests.bench import ALLOWED, Measure
from tests.deep import Deep
from tests.rolled import dice_for

PLANS = 40  # each on a level of its own
BLOWS, MOST = 10, 50.0  # ms that ten blows may take
ALERT, OUTLASTS, WITHSTANDS = 20, 10_000, 60
ORC_SOLDIER = 41

_DEEP = Deep()


def measure() -> Iterator[Measure]:
    """Measure milliseconds for ten blows, of plans as long as they come."""
    seconds, turns = 0.0, 0
    for number in range(PLANS):
        game, enemy = _make_fight(number)
        plan = Action("fight", (enemy,))
        began, start = game.hero.turns, time.perf_counter()
        _DEEP.apply(game.state, 0, plan, game.streams)
        seconds += time.perf_counter() - start
        turns += game.hero.turns - began
    value = 1000 * seconds / turns * BLOWS
    name = f"fights: {BLOWS} blows, of {turns} in {PLANS} plans"
    yield Measure(name, round(value, 1), "ms", ALLOWED, MOST, round(value / MOST, 3))


def _make_fight(number: int) -> tuple[SilContext, str]:
    """Return a game with an enemy beside the hero, and what the enemy is called by."""
    dice = dice_for(f"fights {number}")
    game = _DEEP.game(_DEEP.new({}, ["Beren"], dice), dice)
    hero, level = game.hero, game.level
    hero.skill_base[Skill.EVASION] = hero.skill_base[Skill.WILL] = WITHSTANDS
    hero.food = 4000
    ring = (level.at(hero.y + dy, hero.x + dx) for dy, dx in SCAN)
    at = next(i for i in ring if terrain.is_empty(game, i))
    enemy = arena.put(game, ORC_SOLDIER, *level.place(at), ALERT)
    enemy.health = OUTLASTS
    arena.look(game)
    return game, creature_names.handle(game, enemy)
