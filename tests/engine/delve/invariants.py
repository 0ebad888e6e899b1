"""The invariants of a game of Delve: they hold at every decision."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.state import DelveHero, DelveState
from tests.engine.delve.stage import content


def check(state: DelveState) -> None:
    """Hold the invariants of all levels and heroes."""
    for depth in state.levels:
        check_level(state, depth)
    for hero in state.heroes:
        _check_hero(hero)


def check_level(state: DelveState, depth: int) -> None:
    """Hold the invariants of a level and of the heroes on it."""
    level = state.levels[depth]
    heroes = [h for h in state.heroes if h.depth == depth and not h.fallen and not h.escaped]
    places = [each.at for each in (*level.monsters, *heroes)]
    assert len(places) == len(set(places))
    for monster in level.monsters:
        assert monster.depth == depth
        assert monster.health > 0
        assert 0 <= monster.energy <= monster.full_energy
        solid = level.ground[monster.at] in terrain.SOLID
        assert not solid or content().monsters[monster.kind].has("phases")
    assert bytes(level.opaque) == bytes(level.ground).translate(terrain.OPAQUE_TABLE)
    assert all(item.count > 0 for things in level.items.values() for item in things)
    for hero in heroes:
        _check_hero(hero)


def _check_hero(hero: DelveHero) -> None:
    if not hero.class_name:
        return
    assert hero.fallen or 0 < hero.health <= hero.full_health
    assert 0 <= hero.energy <= hero.full_energy
    assert hero.nourishment >= 0
    assert hero.rating >= 0
    assert all(0 < points <= 99 for points in hero.statuses.values())
    worn = [content().items[item.kind].category for item in hero.pack if item.worn]
    assert len(worn) == len(set(worn))
