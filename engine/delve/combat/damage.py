"""Damage and death."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.facts import Died
from engine.contract.texts import Name, Text, Words, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.rules import formulas, growth, inventory
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap, side_of
from engine.delve.rules.interruption import interrupt, note_kill
from engine.delve.rules.sheet_values import resistance
from engine.delve.rules.threats import note_attack
from engine.delve.rules.words import reference
from engine.delve.state import HEROES, DelveCreature, DelveHero, DelveItem, DelveLevel, DelveMonster

AVATAR_HUNGER = 50
QUELLED_TURNS = 10
_RAGE_ROUNDS = 12


def harm(
    game: DelveContext,
    victim: DelveCreature,
    damage: int,
    element: str = "",
    by: DelveCreature | None = None,
    cause: Words = "",
) -> int:
    """Take health from a creature, and tell who or what did it if that kills.

    `damage` is what is left after protection. Fire thaws, ice douses; any damage wakes.
    """
    if victim.fallen or damage <= 0:
        return 0
    victim.health -= damage
    statuses.remove(game, victim, "asleep")
    if element == "fire":
        statuses.remove(game, victim, "frozen")
    elif element == "ice":
        statuses.remove(game, victim, "on fire")
    if isinstance(victim, DelveHero):
        _hero_hurt(game, victim, damage, by)
    elif isinstance(victim, DelveMonster):
        _monster_hurt(game, victim, element, by)
    if victim.health <= 0:
        _die(game, victim, by, cause, element)
    return damage


def strike_element(
    game: DelveContext,
    victim: DelveCreature,
    damage: int,
    element: str,
    by: DelveCreature | None,
    cause: Words,
) -> int:
    """Do elemental damage, less the victim's resistance."""
    left = formulas.reduce(damage, resistance(game, victim, element) if element else 0)
    return harm(game, victim, left, element, by, cause=cause)


def heal(who: DelveCreature, points: int) -> int:
    """Give health back; return how much."""
    before = who.health
    who.health = min(who.full_health, who.health + points)
    return who.health - before


def spend(who: DelveCreature, energy: int) -> None:
    """Take energy, as far as there is any."""
    who.energy = max(0, who.energy - energy)


def drain_energy(who: DelveCreature, energy: int) -> int:
    """Take energy from a victim; return how much there was to take."""
    taken = min(who.energy, energy)
    who.energy -= taken
    return taken


def _hero_hurt(game: DelveContext, hero: DelveHero, damage: int, by: DelveCreature | None) -> None:
    hero.hurt += damage
    hero.fought = True
    hero.meditating = 0
    if by is not None and by is not hero:
        note_attack(game, hero, by)


def _monster_hurt(
    game: DelveContext, monster: DelveMonster, element: str, by: DelveCreature | None
) -> None:
    wake(monster)
    statuses.remove(game, monster, "calm")
    kind = game.kind(monster)
    if by is not None and side_of(by) != monster.side:
        monster.goal, monster.hunting = by.at, max(monster.hunting, 20)
    if kind.has("regrows") and element in ("fire", "acid"):
        monster.quelled = QUELLED_TURNS
    if kind.has("explodes") and element == "ice":
        monster.quelled = QUELLED_TURNS
    if kind.has("berserk") and monster.health * 2 < monster.full_health and monster.stage == 0:
        monster.stage = 1
        monster.mark("berserk")
        statuses.add(game, monster, "raging", _RAGE_ROUNDS)


def wake(monster: DelveMonster) -> None:
    """Wake a monster and end its disguise."""
    monster.asleep = False
    monster.disguised = False


def _die(
    game: DelveContext, who: DelveCreature, by: DelveCreature | None, cause: Words, element: str
) -> None:
    if isinstance(who, DelveHero):
        if "avatar" in who.statuses:
            _return_as_avatar(game, who)
        else:
            _hero_dies(game, who, by, cause)
    elif isinstance(who, DelveMonster):
        _monster_dies(game, who, by, element)


def _return_as_avatar(game: DelveContext, hero: DelveHero) -> None:
    hero.health = hero.full_health // 2
    hero.energy = hero.full_energy
    statuses.remove(game, hero, "avatar")
    for name in [each for each in hero.statuses if game.content.statuses[each].harmful]:
        statuses.remove(game, hero, name)
    hero.rating += AVATAR_HUNGER
    level = game.level(hero)
    place = nearest_free(game, level, level.arrival, hero)
    if place is not None:
        game.put(hero, place)


def _hero_dies(game: DelveContext, hero: DelveHero, by: DelveCreature | None, cause: Words) -> None:
    killer = reference(by) if by is not None else None
    hero.killer = name_of_killer(game, by) if by is not None else cause or text("the dark")
    hero.killer_kind = by.kind if isinstance(by, DelveMonster) else ""
    hero.fallen = True
    interrupt(hero, Stop("over"))
    hero.menu = []
    game.tell_of(
        "{hero:The} dies, slain by {killer}.",
        "death",
        Died(reference(hero), killer),
        hero=hero,
        killer=hero.killer,
    )
    game.take_away(hero)
    level = game.level(hero)
    for item in hero.pack:
        item.worn = False
        drop(game, level, hero.at, item)
    hero.pack = []


def name_of_killer(game: DelveContext, by: DelveCreature) -> Text:
    """Return what a death is laid to."""
    if isinstance(by, DelveMonster):
        return text("{killer:a}", killer=Name(by.name, proper=game.kind(by).unique))
    return text("{killer}", killer=game.the(by))


def _monster_dies(
    game: DelveContext, monster: DelveMonster, by: DelveCreature | None, element: str
) -> None:
    monster.fallen = True
    level = game.level(monster)
    game.tell_of(
        "{monster:The} dies.",
        "slain",
        Died(reference(monster), reference(by) if by is not None else None),
        monster=monster,
    )
    note_kill(monster, by)
    game.take_away(monster)
    level.monsters.remove(monster)
    for item in monster.pack:
        item.worn = False
        drop(game, level, monster.at, item)
    monster.pack = []
    if not monster.summoned:  # the dead rise once each
        level.dead.append((monster.kind, monster.at))
    if element == "ice":
        monster.quelled = QUELLED_TURNS
    game.deaths.append(monster)
    if monster.side == HEROES or monster.summoned:
        return
    state = game.state
    state.slain[monster.kind] = state.slain.get(monster.kind, 0) + 1
    if by is not None and side_of(by) == HEROES:
        growth.reward(game, monster.level)
        if isinstance(by, DelveHero):
            by.kills[monster.kind] = by.kills.get(monster.kind, 0) + 1


def drop(game: DelveContext, level: DelveLevel, at: int, item: DelveItem) -> int:
    """Let an item fall on a square or the nearest one that can hold it; return where."""
    place = at if can_hold(level, at) else nearest_ground(level, at)
    inventory.add(level.items.setdefault(place, []), item)
    return place


def can_hold(level: DelveLevel, at: int) -> bool:
    """Return whether things can lie on a square."""
    code = level.ground[at]
    return code not in terrain.SOLID and code not in (terrain.LAVA, terrain.DEEP)


def nearest_ground(level: DelveLevel, at: int) -> int:
    """Return the nearest square that can hold things (the same one when there is none)."""
    for place in _outward(level, at):
        if can_hold(level, place):
            return place
    return at


def nearest_free(
    game: DelveContext, level: DelveLevel, at: int, who: DelveCreature | None = None
) -> int | None:
    """Return the nearest square to stand on; the creature's own counts as free."""
    places = game.occupants(level.depth)
    for place in _outward(level, at):
        code = level.ground[place]
        if code in terrain.SOLID or code in (terrain.LAVA, terrain.DEEP):
            continue
        if place not in places or places[place] is who:
            return place
    return None


def _outward(level: DelveLevel, at: int) -> list[int]:
    """Return the squares reached from one by steps through what is not rock, nearest first."""
    found, seen = [at], {at}
    for place in found:
        for step in NEIGHBOURS:
            other = place + step
            if other not in seen and level.ground[other] not in (terrain.ROCK, terrain.WALL):
                seen.add(other)
                found.append(other)
    return found


def within(game: DelveContext, who: DelveCreature, radius: int) -> list[DelveCreature]:
    """Return the others within so many steps and in line of sight."""
    return [
        each
        for each in game.others(who)
        if gap(who.at, each.at) <= radius and game.in_line_of_sight(who.depth, who.at, each.at)
    ]
