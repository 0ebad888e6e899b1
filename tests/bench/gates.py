"""A turn at the Gates of Angband with 180 creatures that hunt the hero.

The hero, who withstands them, waits at the stairs or in the court. All creatures know of the hero
from the start. The ratio is a turn's time to that of a fixed piece of pure Python.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.sil.creatures import spawning
from engine.sil.dungeon import level_arrival
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill, Stat
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from engine.sil.ruleset import SilQ
from tests import perft
from tests.bench import ALLOWED, Measure
from tests.rolled import dice_for

HUNTERS = 180
ALERT = 20
CONSTITUTION, EVASION, WILL = 20, 40, 40  # of a hero who withstands them
COURT = (17, 33)  # a place in the middle of the Gates' map
GAMES, TURNS = 4, 40
WARM = 5  # turns that are not counted: on the first of them tables are filled
MOST = 60.0  # ms a turn may take

_SIL = SilQ()


def make_gates(seed: int, *, in_court: bool) -> SilContext:
    """Return a hero on the run at the Gates, hunted by all who are there."""
    game = _SIL.game(
        _SIL.new({"hero": "quick"}, ["Hunted"], dice_for(f"gates {seed}")),
        dice_for(f"gates {seed}"),
    )
    game.streams = dice_for(seed.to_bytes(16, "big"))
    game.hero.on_the_run = True
    game.hero.stat_base[Stat.CON] = CONSTITUTION
    game.hero.skill_base[Skill.EVASION], game.hero.skill_base[Skill.WILL] = EVASION, WILL
    level_arrival.enter(game, 0, 0)
    _call_hunters(game)
    for creature in game.level.creatures:
        if creature is not None:
            creature.alertness = ALERT
    if in_court:
        _put_in_court(game)
    return game


def _call_hunters(game: SilContext) -> None:
    """Put more creatures on the level, as those who come after the hero would be, to the number."""
    level, dice = game.level, game.streams.play
    while sum(c is not None for c in level.creatures) < HUNTERS:
        race = spawning.draw_race(game, 0, dice, smart=True)
        i = dice.below(len(level.feature))
        if race is not None and level.feature[i] == terrain.FLOOR:
            spawning.place(game, race, *level.place(i), dice, asleep=False)


def _put_in_court(game: SilContext) -> None:
    level, hero = game.level, game.hero
    y, x = COURT
    free = [
        i for i, f in enumerate(level.feature) if f == terrain.FLOOR and i not in level.occupant
    ]
    hero.y, hero.x = min(
        (level.place(i) for i in free), key=lambda at: (abs(at[0] - y) + abs(at[1] - x), at)
    )
    noise.rebuild(game)
    vision.update(game)


def wait(game: SilContext) -> float:
    """Wait as the hero; return the processor seconds for each turn that passed."""
    hero = game.hero
    hero.health, hero.food = hero.derived.max_health, 4000
    before = hero.turns
    start = time.process_time()
    _SIL.apply(game.state, 0, _SIL.parse("wait", game.state, 0), game.streams)
    seconds = time.process_time() - start
    return seconds / max(1, hero.turns - before)


def measure() -> Iterator[Measure]:
    """Measure milliseconds a turn, on the average and at most."""
    yardstick = perft.Yardstick()
    taken = []
    for number in range(GAMES):
        game = make_gates(number, in_court=number % 2 == 1)
        yardstick.run()
        taken += [wait(game) for _ in range(WARM + TURNS)][WARM:]
        yardstick.run()
    most = 1000 * max(taken)
    yield yardstick.compare_time(f"gates: a turn among {HUNTERS} hunters", sum(taken) / len(taken))
    yield Measure(
        f"gates: the longest of {len(taken)} turns",
        round(most, 2),
        "ms",
        ALLOWED,
        MOST,
        round(most / MOST, 3),
    )
