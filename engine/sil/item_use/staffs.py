"""Effects of staffs (rules: objects 7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.grid import neighbours
from engine.contract.texts import text
from engine.sil.creatures import skill_rolls
from engine.sil.data.records import Dice
from engine.sil.dungeon import creature_arrivals, search
from engine.sil.effects import creature_effects, earthquake, effect_areas, magic_mapping
from engine.sil.effects.effect_areas import AreaEffect as Projected
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import sheet
from engine.sil.item_use.use_effects import Use, UseEffects
from engine.sil.items import item_classes, pack
from engine.sil.level import terrain
from engine.sil.perception import vision

EFFECTS = UseEffects()


def _will(game: SilContext) -> int:
    return game.hero.skill(Skill.WILL)


def _in_view(game: SilContext) -> list[int]:
    return [i for i, viewed in enumerate(game.knowledge.view) if viewed]


def _in_fire(game: SilContext) -> Iterator[Creature]:
    level = game.level
    for creature in list(level.creatures):
        if creature is not None and game.knowledge.fire[level.at(creature.y, creature.x)]:
            yield creature


@EFFECTS.effect("lock-doors")
def _lock_doors(use: Use) -> bool:
    """Doors in sight slam and lock."""
    game = use.game
    level, closed = game.level, False
    for i in _in_view(game):
        if not game.knowledge.seen[i] or not _is_door(level.feature[i]):
            continue
        was_open = not terrain.SHUT_DOOR[level.feature[i]]
        margin = skill_rolls.hero_check(game, _will(game), 0)
        earthquake.lock(game, i, margin)
        closed = closed or (was_open and bool(terrain.SHUT_DOOR[level.feature[i]]))
    vision.update(game)
    if closed:
        tell(game, text("Doors slam shut."), "magic")
    return closed


def _is_door(feature: int) -> bool:
    return feature in (terrain.OPEN_DOOR, terrain.BROKEN_DOOR) or bool(terrain.KNOWN_DOOR[feature])


@EFFECTS.effect("clear-ways")
def _clear_ways(use: Use, chasm_hardness: int) -> bool:
    """Let what bars the way in view give way: doors, rubble, traps, locks of chests, chasms."""
    game = use.game
    level, freed = game.level, False
    for i in _in_view(game):
        before = level.feature[i], level.hidden[i], _locks(game, i)
        if level.hidden[i] or level.feature[i] == terrain.SECRET_DOOR:
            search.reveal(game, i)
        if level.feature[i] == terrain.CHASM:
            _fill_chasm(game, i, chasm_hardness)
        else:
            earthquake.unbar(game, i, _will(game))
            earthquake.unset_traps(game, i)
        freed = freed or before != (level.feature[i], level.hidden[i], _locks(game, i))
    vision.update(game)
    if freed:
        tell(game, text("What barred your way gives way."), "magic")
    return freed


def _locks(game: SilContext, i: int) -> int:
    """Return how many chests on a square are still locked."""
    return sum(
        item_classes.kind_of(game.data, item).tval == item_classes.CHEST and item.pval > 0
        for item in game.level.floor.get(i, ())
    )


def _fill_chasm(game: SilContext, i: int, hardness: int) -> None:
    """Close the edge of a chasm, perhaps; its middle stays."""
    level = game.level
    deep = sum(level.feature[i + step] == terrain.CHASM for step in neighbours(level.width))
    if deep == 8 or i in level.occupant:
        return
    if skill_rolls.hero_check(game, _will(game), hardness + deep) > 0:
        vision.change_terrain(game, i, terrain.FLOOR)


@EFFECTS.effect("light")
def _light(use: Use, dice: Dice, radius: int) -> bool:
    game, hero = use.game, use.game.hero
    tell(game, text("Light spreads from the staff."), "magic")
    effect_areas.ball(game, Projected("light", *dice), hero.y, hero.x, radius)
    vision.update(game)
    return True


@EFFECTS.effect("lift-curses")
def _lift_curses(use: Use) -> bool:
    """Lift every curse on what is worn."""
    game = use.game
    cursed = [item for _, item in sorted(game.hero.worn.items()) if item.cursed]
    for item in cursed:
        pack.uncurse(game, item)
    if cursed:
        tell(game, text("You feel as if somebody watches over you: a curse is lifted."), "magic")
    return bool(cursed)


@EFFECTS.effect("map")
def _map(use: Use, rows: int, columns: int) -> bool:
    magic_mapping.reveal_around(use.game, rows, columns)
    tell(use.game, text("You sense what lies around you."), "magic")
    return True


@EFFECTS.effect("sense-items")
def _sense_items(use: Use) -> bool:
    """Let the hero feel everything that lies on the level, except the like of this staff."""
    game, found = use.game, False
    for heap in game.level.floor.values():
        for item in heap:
            if item.kind != use.kind:
                game.notice(item)
                found = True
    if found:
        tell(game, text("You sense where things lie."), "magic")
    return found


@EFFECTS.effect("sense-creatures")
def _sense_creatures(use: Use, turns: int) -> bool:
    """Let everybody on the level show for some turns, this one included."""
    game = use.game
    creatures = [c for c in game.level.creatures if c is not None]
    for creature in creatures:
        game.learn(creature).detected = max(game.known(creature).detected, turns)
    vision.update(game)
    if creatures:
        tell(game, text("You sense who is near."), "magic")
    return bool(creatures)


@EFFECTS.effect("sway")
def _sway(use: Use, mood: creature_effects.CreatureEffect, base: int, divisor: int) -> bool:
    """Work on everybody in the line of fire, by the hero's Will."""
    game, noticed = use.game, False
    for creature in _in_fire(game):
        before = _mood(creature)
        power = base + _will(game) // divisor
        creature_effects.strike_creature(game, creature, mood, power=power)
        noticed = noticed or (game.known(creature).visible and _mood(creature) != before)
    return noticed


def _mood(creature: Creature) -> tuple[int, int, int]:
    return creature.alertness, creature.temporary_morale, creature.confused


@EFFECTS.effect("know-self")
def _know_self(use: Use) -> bool:
    tell(use.game, text("You see yourself as you are."), "magic", sheet.character(use.game))
    return True


@EFFECTS.effect("ward")
def _ward(use: Use) -> bool:
    game, level, hero = use.game, use.game.level, use.game.hero
    vision.change_terrain(game, level.at(hero.y, hero.x), terrain.GLYPH)
    tell(game, text("You draw a glyph of warding on the floor."), "magic")
    return True


def can_ward(game: SilContext) -> bool:
    """Return whether a glyph can be drawn where the hero stands."""
    return terrain.is_clean(game.level, game.level.at(game.hero.y, game.hero.x))


@EFFECTS.effect("summon")
def _summon(use: Use, dice: Dice) -> bool:
    number = use.game.streams.play.roll(*dice)
    came = [creature_arrivals.arrive(use.game) for _ in range(number)]
    return any(creature is not None for creature in came)


@EFFECTS.effect("darken")
def _darken(use: Use, radius: int) -> bool:
    game = use.game
    tell(game, text("Darkness falls about you."), "magic")
    earthquake.unlight(game, game.hero.y, game.hero.x, radius)
    return True
