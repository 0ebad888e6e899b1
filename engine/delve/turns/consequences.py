"""Consequences of deaths and thrown things, once the action that caused them is done."""

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


def settle(game: DelveContext) -> None:
    """Work out falls, last powers of the slain and effects of thrown things until none is
    left."""
    while game.deaths or game.thrown_at or game.falls:
        if game.falls:
            stairs.fall(game, game.falls.pop(0))
        elif game.thrown_at:
            name, thrower_uid, victim_uid = game.thrown_at.pop(0)
            thrower, victim = _by_uid(game, thrower_uid), _by_uid(game, victim_uid)
            if thrower is not None and victim is not None:
                act_on_victim(game, game.content.items[name], thrower, victim)
        else:
            _last_power(game, game.deaths.pop(0))


def _by_uid(game: DelveContext, uid: int) -> DelveCreature | None:
    for hero in game.heroes():
        if hero.uid == uid:
            return hero
    for level in game.state.levels.values():
        for monster in level.monsters:
            if monster.uid == uid:
                return monster
    return None


def _last_power(game: DelveContext, monster: DelveMonster) -> None:
    kind = game.kind(monster)
    if kind.has("explodes") and not monster.quelled:
        trait = kind.traits["explodes"]
        monster.mark("explodes")
        if trait.args[1] == "poison":
            _spores(game, monster, trait.number())
        else:
            _burst(game, monster, trait.number())
    if kind.has("spores"):
        monster.mark("spores")
        _spores(game, monster, kind.traits["spores"].number())
    lords.mark_fall(game, monster)
    if kind.has("warden"):
        game.state.warden_dead = True


def _spores(game: DelveContext, monster: DelveMonster, points: int) -> None:
    game.tell_of("{monster:The} bursts into poison.", monster=monster)
    for each in within(game, monster, SPORE_RADIUS):
        statuses.add(game, each, "poisoned", points)


def _burst(game: DelveContext, monster: DelveMonster, power: int) -> None:
    """Burst in fire of the monster's power."""
    game.tell_of("{monster:The} explodes.", monster=monster)
    cast: Cast = make_cast(game, monster, game.content.spell_with("burst", "fire"))
    cast.own_power = power
    explode(cast, monster.at)
