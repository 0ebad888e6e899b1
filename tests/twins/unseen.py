"""States that differ in what no seat sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.contract.ruleset import AnyRuleset
from engine.sil.level import terrain

Change = Callable[[Any, random.Random], None]


def _in_sil(game: Any, chance: random.Random) -> None:
    """Fill unseen floor with rubble, take unseen things away, change unseen creatures."""
    level, heroes = game.level, game.heroes
    known = {
        square
        for hero in heroes
        for layer in (hero.knowledge.mark, hero.knowledge.view)
        for square, value in enumerate(layer)
        if value
    }
    known |= {at for at, heap in level.floor.items() if any(item.seen_by for item in heap)}
    places = [(level.at(hero.y, hero.x)) for hero in heroes]
    near = {at + dy * level.width + dx for at in places for dy in (-2, 0, 2) for dx in (-2, 0, 2)}
    for square, feature in enumerate(level.feature):
        hidden = square not in known and square not in near and square not in level.occupant
        if hidden and feature == terrain.FLOOR and chance.random() < 0.5:
            level.feature[square] = terrain.RUBBLE
            level.floor.pop(square, None)
    for creature in level.creatures:
        met = any(creature and creature.slot in h.knowledge.creatures for h in heroes)
        if creature is not None and not met:
            creature.health = 1 + chance.randrange(40)


def _in_silg(state: Any, chance: random.Random) -> None:
    if state.stage != "setup":
        _in_sil(state.sil, chance)


def _in_delve(game: Any, chance: random.Random) -> None:
    """Change the health of unseen monsters, what they hunt, and when others come."""
    for depth, level in game.levels.items():
        seen = {uid for hero in game.heroes for uid in hero.in_view}
        for monster in level.monsters:
            if monster.uid not in seen:
                monster.health, monster.hunting = 1 + chance.randrange(5), chance.randrange(9)
        level.wander_in = 3 + chance.randrange(99)
        shown = [hero.memory.get(depth) for hero in game.heroes]
        for square in list(level.items):
            if not any(memory is not None and memory.ground[square] for memory in shown):
                del level.items[square]


# A state of Kanthe holds nothing unseen: what lies beyond a door is thrown when it is opened.
CHANGES: dict[str, Change] = {"sil": _in_sil, "silg": _in_silg, "delve": _in_delve}


def changed(ruleset: AnyRuleset, data: bytes, chance: random.Random) -> bytes:
    """Return a state that is like another one to every seat but the Game Master's."""
    state = ruleset.load(data)
    if ruleset.name in CHANGES:
        CHANGES[ruleset.name](state, chance)
    return ruleset.dump(state)
