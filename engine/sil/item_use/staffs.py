"""The effects of staffs (rules: objects 7.4). Each effect tells whether it was noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.common.grid import neighbours
from engine.contract.texts import text
from engine.sil.creatures import skill_rolls
from engine.sil.dungeon import creature_arrivals, search
from engine.sil.effects import creature_effects, earthquake, effect_areas, magic_mapping
from engine.sil.effects.effect_areas import AreaEffect as Projected
from engine.sil.game.context import Game
from engine.sil.game.messages import say
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import sheet
from engine.sil.items import item_classes, pack
from engine.sil.level import terrain
from engine.sil.perception import vision

StaffEffect = Callable[[Game], bool]
LIGHT_DICE, LIGHT_RADIUS, DARK_RADIUS = (4, 4), 7, 7
DISMAY = 5
CHASM_HARDNESS = 20


def _will(game: Game) -> int:
    return game.hero.skill(Skill.WILL)


def _in_view(game: Game) -> list[int]:
    return [i for i, viewed in enumerate(game.knowledge.view) if viewed]


def _in_fire(game: Game) -> Iterator[Creature]:
    level = game.level
    for creature in list(level.creatures):
        if creature is not None and game.knowledge.fire[level.at(creature.y, creature.x)]:
            yield creature


def _imprisonment(game: Game) -> bool:
    """Doors in sight slam and lock."""
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
        say(game, text("Doors slam shut."), "magic")
    return closed


def _is_door(feature: int) -> bool:
    return feature in (terrain.OPEN_DOOR, terrain.BROKEN_DOOR) or bool(terrain.KNOWN_DOOR[feature])


def _freedom(game: Game) -> bool:
    """Return what bars the way in view gives way: doors, rubble, traps, locks of chests, chasms."""
    level, freed = game.level, False
    for i in _in_view(game):
        before = level.feature[i], level.hidden[i], _locks(game, i)
        if level.hidden[i] or level.feature[i] == terrain.SECRET_DOOR:
            search.reveal(game, i)
        if level.feature[i] == terrain.CHASM:
            _fill_chasm(game, i)
        else:
            earthquake.unbar(game, i, _will(game))
            earthquake.unset_traps(game, i)
        freed = freed or before != (level.feature[i], level.hidden[i], _locks(game, i))
    vision.update(game)
    if freed:
        say(game, text("What barred your way gives way."), "magic")
    return freed


def _locks(game: Game, i: int) -> int:
    """Return how many chests on a square are still locked."""
    return sum(
        item_classes.kind_of(game.data, item).tval == item_classes.CHEST and item.pval > 0
        for item in game.level.floor.get(i, ())
    )


def _fill_chasm(game: Game, i: int) -> None:
    """Close the edge of a chasm, perhaps; its middle stays."""
    level = game.level
    deep = sum(level.feature[i + step] == terrain.CHASM for step in neighbours(level.width))
    if deep == 8 or i in level.occupant:
        return
    if skill_rolls.hero_check(game, _will(game), CHASM_HARDNESS + deep) > 0:
        vision.change_terrain(game, i, terrain.FLOOR)


def _light(game: Game) -> bool:
    hero, (dice, sides) = game.hero, LIGHT_DICE
    say(game, text("Light spreads from the staff."), "magic")
    effect_areas.ball(game, Projected("light", dice, sides), hero.y, hero.x, LIGHT_RADIUS)
    vision.update(game)
    return True


def _sanctity(game: Game) -> bool:
    """Lift every curse on what is worn."""
    cursed = [item for _, item in sorted(game.hero.worn.items()) if item.cursed]
    for item in cursed:
        pack.uncurse(game, item)
    if cursed:
        say(game, text("You feel as if somebody watches over you: a curse is lifted."), "magic")
    return bool(cursed)


def _revelations(game: Game) -> bool:
    magic_mapping.reveal_around(game)
    say(game, text("You sense what lies around you."), "magic")
    return True


def _treasures(game: Game) -> bool:
    """Let the hero feel everything that lies on the level, except the like of this staff."""
    found = False
    for heap in game.level.floor.values():
        for item in heap:
            kind = item_classes.kind_of(game.data, item)
            if (kind.tval, kind.name) != (item_classes.STAFF, "Treasures"):
                game.notice(item)
                found = True
    if found:
        say(game, text("You sense where things lie."), "magic")
    return found


def _foes(game: Game) -> bool:
    """Everybody on the level shows, this turn and the next."""
    creatures = [c for c in game.level.creatures if c is not None]
    for creature in creatures:
        game.learn(creature).detected = max(game.known(creature).detected, 2)
    vision.update(game)
    if creatures:
        say(game, text("You sense who is near."), "magic")
    return bool(creatures)


def _on_creatures(
    kind: creature_effects.CreatureEffect, power: Callable[[int], int]
) -> StaffEffect:
    """Return an effect on everybody in the line of fire, by the hero's Will."""

    def effect(game: Game) -> bool:
        noticed = False
        for creature in _in_fire(game):
            before = _mood(creature)
            creature_effects.strike_creature(game, creature, kind, power=power(_will(game)))
            noticed = noticed or (game.known(creature).visible and _mood(creature) != before)
        return noticed

    return effect


def _mood(creature: Creature) -> tuple[int, int, int]:
    return creature.alertness, creature.temporary_morale, creature.confused


def _self_knowledge(game: Game) -> bool:
    say(game, text("You see yourself as you are."), "magic", sheet.character(game))
    return True


def _warding(game: Game) -> bool:
    level, hero = game.level, game.hero
    vision.change_terrain(game, level.at(hero.y, hero.x), terrain.GLYPH)
    say(game, text("You draw a glyph of warding on the floor."), "magic")
    return True


def can_ward(game: Game) -> bool:
    """Return whether a glyph can be drawn where the hero stands."""
    return terrain.is_clean(game.level, game.level.at(game.hero.y, game.hero.x))


def _summoning(game: Game) -> bool:
    came = [creature_arrivals.arrive(game) for _ in range(game.streams.play.die(4))]
    return any(creature is not None for creature in came)


def _shadows(game: Game) -> bool:
    say(game, text("Darkness falls about you."), "magic")
    earthquake.unlight(game, game.hero.y, game.hero.x, DARK_RADIUS)
    return True


EFFECTS: dict[str, StaffEffect] = {
    "Imprisonment": _imprisonment,
    "Freedom": _freedom,
    "Light": _light,
    "Sanctity": _sanctity,
    "Revelations": _revelations,
    "Treasures": _treasures,
    "Foes": _foes,
    "Slumber": _on_creatures("sleep", lambda will: will),
    "Majesty": _on_creatures("fear", lambda will: will),
    "Self Knowledge": _self_knowledge,
    "Warding": _warding,
    "Dismay": _on_creatures("confusion", lambda will: DISMAY + will // 2),
    "Summoning": _summoning,
    "Shadows": _shadows,
}
"""By name of the kind; Understanding and Recharging ask which thing first (`devices`)."""
