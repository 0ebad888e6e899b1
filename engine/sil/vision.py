"""What the hero sees: view, line of fire, light, memory (spec: dungeon 2.2, 8)."""

from __future__ import annotations

from engine import sight
from engine.grid import SIGHT
from engine.sil import data, light, terrain
from engine.sil.combat import crown, foes
from engine.sil.hero import abilities
from engine.sil.monsters import visibility
from engine.sil.state import Game, Level
from engine.sil.tell import disturb

SUN_BONUS = 3
INNER_LIGHT_BONUS = 2
THRONE = 20


def update(game: Game) -> None:
    """Work out view, fire, light and seen anew from where the hero stands; remember what is
    newly seen; find out which creatures are visible."""
    level, hero = game.level, game.hero
    width = level.width
    here = level.at(hero.y, hero.x)
    opaque = level.feature.translate(terrain.OPAQUE)
    if terrain.PITS[level.feature[here]] and not hero.leaping and not level.hidden[here]:
        view = fire = sight.pit_view(width, hero.y, hero.x)
    else:
        view, fire = sight.view_and_fire(opaque, width, hero.y, hero.x)
    bonus = SUN_BONUS if level.feature[here] == terrain.SUNLIGHT else 0
    if hero.active(abilities.INNER_LIGHT):
        bonus += INNER_LIGHT_BONUS
    viewer = light.Hero(hero.y, hero.x, hero.derived.light, bonus)
    lighting = light.levels(opaque, level.glow, width, view, viewer, _sources(game))
    seen = [] if hero.timers.blind else light.seen(opaque, level.glow, width, lighting, viewer)
    before, lit_before = level.view, level.light
    _lay(level, "view", view)
    _lay(level, "fire", fire)
    _lay(level, "seen", seen)
    levels = [0] * len(level.feature)
    for i, value in lighting.levels.items():
        levels[i] = value
    level.light = levels
    _notice_light(game, before, lit_before, view)
    _remember(game, view)
    visibility.update_all(game)


def _sources(game: Game) -> list[light.Source]:
    """The lights and darknesses that creatures carry, and the fallen crown's; of creatures only
    those near enough for theirs to fall on what the hero may have in view."""
    level, hero, found = game.level, game.hero, []
    for c in level.creatures:
        if c is None or not (kind := foes.race(game, c)).light:
            continue
        if max(abs(c.y - hero.y), abs(c.x - hero.x)) <= SIGHT + abs(kind.light):
            found.append(light.Source(c.y, c.x, kind.light, "GLOW" in kind.flags))
    if level.depth == THRONE:
        kinds = data.current().kinds
        for i, heap in level.floor.items():
            for item in heap:
                if (kinds[item.kind].tval, kinds[item.kind].sval) == crown.CROWN and item.pval:
                    found.append(light.Source(*level.place(i), item.pval))
    return found


def _lay(level: Level, layer: str, squares: list[int]) -> None:
    """Make a layer hold 1 on these squares and 0 elsewhere."""
    fresh = bytearray(len(level.feature))
    for i in squares:
        fresh[i] = 1
    setattr(level, layer, fresh)


def _notice_light(game: Game, view: bytearray, lights: list[int], now: list[int]) -> None:
    """A square in view that turned bright or dark, not by the hero's own light, disturbs
    (spec: dungeon 7.7)."""
    level, hero = game.level, game.hero
    if len(view) != len(level.feature):
        return
    reach = abs(hero.derived.light) + 1
    for i in now:
        if view[i] and (lights[i] > 0) != (level.light[i] > 0):
            y, x = level.place(i)
            if max(abs(y - hero.y), abs(x - hero.x)) > reach:
                disturb(game, "the light has changed")
                return


def _remember(game: Game, view: list[int]) -> None:
    """What is seen is remembered; floor only where it is lit by itself."""
    level = game.level
    for i in view:
        if level.seen[i]:
            level.glimpsed[i] = 1
            for item in level.floor.get(i, ()):
                item.seen = True
            if level.glow[i] or not terrain.is_floorlike(level, i):
                level.mark[i] = 1
        elif level.mark[i] and level.light[i] <= 0 and terrain.is_floorlike(level, i):
            level.mark[i] = 0


def change_terrain(game: Game, i: int, feature: int) -> None:
    """Put another terrain on a square; the hero remembers it if he sees it."""
    level = game.level
    level.feature[i] = feature
    level.hidden[i] = 0
    if level.seen[i] and not terrain.is_floorlike(level, i):
        level.mark[i] = 1
