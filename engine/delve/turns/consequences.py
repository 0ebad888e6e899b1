"""Consequences of deaths and shattered things, once the action that caused them is done."""

from __future__ import annotations

from engine.delve.combat import statuses
from engine.delve.combat.damage import within
from engine.delve.items.item_use import act_on_victim
from engine.delve.levels import lords, stairs
from engine.delve.magic.cast_context import Cast
from engine.delve.magic.harmful_effects import explode
from engine.delve.magic.spellcasting import make_cast
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveCreature, DelveMonster

SPORE_RADIUS = 1


def settle(world: DelveContext) -> None:
    """Work out falls, last powers of the slain and effects of shattered things until none is
    left."""
    while world.deaths or world.shattered or world.falls:
        if world.falls:
            stairs.fall(world, world.falls.pop(0))
        elif world.shattered:
            name, thrower_uid, victim_uid = world.shattered.pop(0)
            thrower, victim = _by_uid(world, thrower_uid), _by_uid(world, victim_uid)
            if thrower is not None and victim is not None:
                act_on_victim(world, world.content.items[name], thrower, victim)
        else:
            _last_power(world, world.deaths.pop(0))


def _by_uid(world: DelveContext, uid: int) -> DelveCreature | None:
    for hero in world.heroes():
        if hero.uid == uid:
            return hero
    for level in world.game.levels.values():
        for monster in level.monsters:
            if monster.uid == uid:
                return monster
    return None


def _last_power(world: DelveContext, monster: DelveMonster) -> None:
    kind = world.kind(monster)
    if kind.has("explodes") and not monster.quelled:
        trait = kind.traits["explodes"]
        monster.mark("explodes")
        if trait.args[1] == "poison":
            _spores(world, monster, trait.number())
        else:
            _burst(world, monster, trait.number())
    if kind.has("spores"):
        monster.mark("spores")
        _spores(world, monster, kind.traits["spores"].number())
    lords.mark_fall(world, monster)
    if kind.has("warden"):
        world.game.warden_dead = True


def _spores(world: DelveContext, monster: DelveMonster, points: int) -> None:
    world.tell_of("{monster:The} bursts into poison.", monster=monster)
    for each in within(world, monster, SPORE_RADIUS):
        statuses.add(world, each, "poisoned", points)


def _burst(world: DelveContext, monster: DelveMonster, power: int) -> None:
    """Burst in fire of the monster's power."""
    world.tell_of("{monster:The} explodes.", monster=monster)
    cast: Cast = make_cast(world, monster, world.content.spell_with("burst", "fire"))
    cast.own_power = power
    explode(cast, monster.at)
