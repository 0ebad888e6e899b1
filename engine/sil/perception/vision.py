"""Vision of the hero: view, line of fire, light, memory (rules: dungeon 2.2, 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.common import field_of_view, flood
from engine.common.grid import SIGHT
from engine.contract.texts import text
from engine.sil.creatures import creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb
from engine.sil.hero import abilities, silmarils
from engine.sil.level import light_levels, terrain
from engine.sil.perception import visibility

SUN_BONUS = 3
INNER_LIGHT_BONUS = 2
THRONE = 20


class Sights(NamedTuple):
    """The field of view from a place: the grids in view, and the layers of a level."""

    grids: tuple[int, ...]
    view: bytes
    fire: bytes


def update(game: SilContext) -> None:
    """Work out view, fire, light and seen anew from where the hero stands; remember what is
    newly seen; find out which creatures are visible."""
    level, hero = game.level, game.hero
    game.state.view_due = False
    here = level.at(hero.y, hero.x)
    opaque = terrain.opaque(game)
    pit = bool(terrain.PITS[level.feature[here]] and not hero.leaping and not level.hidden[here])
    bonus = SUN_BONUS if level.feature[here] == terrain.SUNLIGHT else 0
    if hero.active(abilities.INNER_LIGHT):
        bonus += INNER_LIGHT_BONUS
    viewer = light_levels.Viewer(hero.y, hero.x, hero.derived.light, bonus)
    sights = _sights(opaque, level.width, hero.y, hero.x, pit)
    # A source that shines on nothing in view may move without any need to look again.
    sources = tuple(s for s in _sources(game) if _may_shine_on(sights.view, level.width, s))
    lights, seen = _lit(opaque, bytes(level.glow), level.width, viewer, pit, sources=sources)
    known = game.knowledge
    before, lit_before = known.view, known.light
    known.view, known.fire = bytearray(sights.view), bytearray(sights.fire)
    known.seen = bytearray(len(seen)) if hero.timers.blind else bytearray(seen)
    known.light = list(lights)
    _notice_light(game, before, lit_before, sights.grids)
    _remember(game, sights.grids)
    visibility.update_all(game)


# A turn looks several times, mostly at the same things: the last answers are kept.


@lru_cache(maxsize=16)
def _sights(opaque: bytes, width: int, y: int, x: int, pit: bool) -> Sights:
    if pit:
        view = fire = field_of_view.pit_view(width, y, x)
    else:
        view, fire = field_of_view.view_and_fire(opaque, width, y, x)
    return Sights(tuple(view), _layer(len(opaque), view), _layer(len(opaque), fire))


@lru_cache(maxsize=16)
def _lit(
    opaque: bytes,
    glow: bytes,
    width: int,
    viewer: light_levels.Viewer,
    pit: bool,
    sources: tuple[light_levels.Source, ...],
) -> tuple[tuple[int, ...], bytes]:
    """Return the light levels of all squares, and which of them can be seen."""
    view = _sights(opaque, width, viewer.y, viewer.x, pit).grids
    lighting = light_levels.light(opaque, width, view, viewer, sources)
    levels = [0] * len(opaque)
    for i, level in lighting.levels(glow).items():
        levels[i] = level
    seen = light_levels.seen(opaque, glow, width, lighting, viewer)
    return tuple(levels), _layer(len(opaque), seen)


def _sources(game: SilContext) -> list[light_levels.Source]:
    """Return the lights and darknesses that creatures carry, and the fallen crown's; of creatures
    only those near enough for theirs to fall on what the hero may have in view."""
    level, hero, found = game.level, game.hero, []
    for c in level.creatures:
        if c is None or not (kind := creature_stats.race(game, c)).light:
            continue
        if max(abs(c.y - hero.y), abs(c.x - hero.x)) <= SIGHT + abs(kind.light):
            found.append(light_levels.Source(c.y, c.x, kind.light, "GLOW" in kind.flags))
    for other in game.state.heroes:
        if other is not hero and other.derived.light:
            found.append(light_levels.Source(other.y, other.x, other.derived.light))
    if level.depth == THRONE:
        for i, heap in level.floor.items():
            for item in heap:
                if silmarils.is_crown(game.data, item) and item.pval:
                    found.append(light_levels.Source(*level.place(i), item.pval))
    return found


def _may_shine_on(view: bytes, width: int, source: light_levels.Source) -> bool:
    """Return whether a square in view may be as near as a source's light reaches."""
    return bool(_within(view, width, abs(source.light))[source.y * width + source.x])


@lru_cache(maxsize=16)
def _within(view: bytes, width: int, reach: int) -> bytes:
    """Return the layer of the squares at most so many steps from one in view."""
    squares = flood.where(view, 1)
    for _ in range(reach):
        squares = flood.spread(squares, width)
    return flood.layer_of(squares, len(view))


def _layer(size: int, squares: Iterable[int]) -> bytes:
    """1 on these squares, 0 elsewhere."""
    layer = bytearray(size)
    for i in squares:
        layer[i] = 1
    return bytes(layer)


def _notice_light(game: SilContext, view: bytearray, lights: list[int], now: Sequence[int]) -> None:
    """A square in view that turned bright or dark, not by the hero's own light, disturbs
    (rules: dungeon 7.7)."""
    level, hero, light = game.level, game.hero, game.knowledge.light
    reach = abs(hero.derived.light) + 1
    for i in now:
        if view[i] and (lights[i] > 0) != (light[i] > 0):
            y, x = level.place(i)
            if max(abs(y - hero.y), abs(x - hero.x)) > reach:
                disturb(game, text("the light has changed"), "heard", at=(y, x))
                return


def _remember(game: SilContext, view: Sequence[int]) -> None:
    """Remember what is seen; floor only where it is lit by itself."""
    level, known = game.level, game.knowledge
    for i in view:
        if known.seen[i]:
            known.glimpsed[i] = 1
            for item in level.floor.get(i, ()):
                game.notice(item)
            if level.glow[i] or not terrain.is_floorlike(level, i):
                known.mark[i] = 1
        elif known.mark[i] and known.light[i] <= 0 and terrain.is_floorlike(level, i):
            known.mark[i] = 0


def change_terrain(game: SilContext, i: int, feature: int) -> None:
    """Put another terrain on a square; the heroes who see it remember it."""
    level = game.level
    level.feature[i] = feature
    level.hidden[i] = 0
    if terrain.is_floorlike(level, i):
        return
    for hero in game.state.heroes:
        if hero.knowledge.seen[i]:
            hero.knowledge.mark[i] = 1
