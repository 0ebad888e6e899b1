"""Sight and memory of heroes."""

from __future__ import annotations

from functools import lru_cache

from engine.common.grid import distance
from engine.common.plans import Stop
from engine.contract.facts import Found, Seen, ThingRef
from engine.contract.texts import Name, Text, text, typed
from engine.delve import terrain
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext, gap, square_name
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.sheet_values import has_ability
from engine.delve.rules.words import reference
from engine.delve.state import DUNGEON, HEIGHT, WIDTH, DelveHero, DelveLevel, DelveMonster, Memory

SIGHT = 8  # squares; lit ones are seen from afar
SCRYING = 20
EYESIGHT = 10  # squares: how far monsters see
NOSE = 8
DRAUGHT = 4
POST_RANGE = 9


@lru_cache(maxsize=1)
def _near_steps() -> frozenset[int]:
    """Return the index steps to all squares within sight of torch light."""
    reach = range(-SIGHT, SIGHT + 1)
    return frozenset(
        dy * WIDTH + dx for dy in reach for dx in reach if distance(0, 0, dy, dx) <= SIGHT
    )


def look_around(game: DelveContext, hero: DelveHero) -> None:
    """Work out what a hero sees, and remember it."""
    level, here, near = game.level(hero), hero.at, _near_steps()
    lit = level.lit
    seen = [at for at in game.line_of_sight(hero.depth, here) if at - here in near or lit[at]]
    hero.seen = seen
    memory = game.memory(hero)
    ground, shown, hidden = memory.ground, level.ground, level.hidden
    for at in seen:
        ground[at] = shown[at]
    for at in hidden:
        if shown[at] in terrain.TRAPS and ground[at] in terrain.TRAPS:
            ground[at] = terrain.FLOOR
    _disguise_doors(level, memory)
    _notice_items(game, hero, level, memory)
    _notice_place(game, hero, level)
    _feel_draughts(game, hero, level, memory)
    notice_monsters(game, hero)


def remember_all(game: DelveContext, hero: DelveHero) -> None:
    """Let a hero know the level's ground but for traps; hidden doors show themselves."""
    level, memory = game.level(hero), game.memory(hero)
    for at, code in enumerate(level.ground):
        if code in (terrain.WALL, terrain.ROCK):
            continue
        memory.ground[at] = terrain.FLOOR if at in level.hidden else code
        if code == terrain.SECRET_DOOR:
            game.set_ground(level, at, terrain.DOOR)
            memory.ground[at] = terrain.DOOR


def _notice_place(game: DelveContext, hero: DelveHero, level: DelveLevel) -> None:
    """Tell of a place when a hero first sees what it is made for."""
    place = level.place
    if place is None or hero.seat in place.seen or place.at not in game.seen_by(hero):
        return
    place.seen.append(hero.seat)
    kind = game.content.places[place.name]
    at = divmod(place.at, WIDTH)
    game.tell_hero(hero, text(kind.sight), "place", Found(place.name, at))
    interrupt(hero, Stop("choice", Name(kind.title, proper=True), at))


def _feel_draughts(game: DelveContext, hero: DelveHero, level: DelveLevel, memory: Memory) -> None:
    """Let a hero feel, once each, that a secret door is near."""
    for at in level.secrets:
        near = gap(at, hero.at) <= DRAUGHT and level.ground[at] == terrain.SECRET_DOOR
        if near and all(gap(at, felt) > DRAUGHT for felt in memory.draughts):
            memory.draughts.append(hero.at)
            told = "{hero:The} feels a draught: a door is hidden within {squares} squares."
            game.tell_hero(hero, text(told, hero=game.the(hero), squares=DRAUGHT), "found")


def _disguise_doors(level: DelveLevel, memory: Memory) -> None:
    at = memory.ground.find(terrain.SECRET_DOOR)
    while at >= 0:
        memory.ground[at] = terrain.WALL
        at = memory.ground.find(terrain.SECRET_DOOR, at + 1)


def _notice_items(game: DelveContext, hero: DelveHero, level: DelveLevel, memory: Memory) -> None:
    seen = game.seen_by(hero)
    scrying = "scrying" in hero.statuses
    nose = has_ability(game, hero, "treasure nose")
    mimics = [
        monster
        for monster in level.monsters
        if monster.disguised and monster.at in seen and game.kind(monster).has("mimics")
    ]
    shown = {at for at, things in level.items.items() if things} | {each.at for each in mimics}
    for at in [at for at in memory.items if at in seen and at not in shown]:
        forget_things(memory, at)
    for at, things in level.items.items():
        if not things:
            continue
        away = gap(at, hero.at)
        if at in seen or (scrying and away <= SCRYING) or (nose and away <= NOSE):
            top = things[-1]
            name = inventory.title(game.content, top)
            if at not in memory.items:
                _first_seen(game, hero, at, inventory.described(game.content, top), top.kind)
            memory.items[at] = name, top.kind
            if not memory.ground[at]:
                memory.ground[at] = level.ground[at]
    for monster in mimics:
        kind = _pretended(game, monster)
        if monster.at not in memory.items:
            _first_seen(game, hero, monster.at, text("{thing:a}", thing=Name(kind)), kind)
        memory.items[monster.at] = text("{thing}", thing=Name(kind)), kind


def forget_things(memory: Memory, at: int) -> None:
    """Note that nothing lies on a square any more: what comes there later is worth a look."""
    memory.items.pop(at, None)
    if at in memory.visited:
        memory.visited.remove(at)


def _pretended(game: DelveContext, monster: DelveMonster) -> str:
    """Return what a mimic looks like: always the same thing for the same one."""
    names = [kind.name for kind in game.content.items.values() if kind.category == "potion"]
    return names[monster.uid % len(names)]


def _first_seen(game: DelveContext, hero: DelveHero, at: int, name: Text, kind: str) -> None:
    if hero.plan is not None and at != hero.at:
        hero.plan.gained["things"] = hero.plan.gained.get("things", 0) + 1
        told = text(
            "{hero:The} sees {thing} at {square}.",
            hero=game.the(hero),
            thing=name,
            square=typed(square_name(at)),
        )
        game.tell_hero(hero, told, "seen", Found(ThingRef(kind), divmod(at, WIDTH)))


def notice_monsters(game: DelveContext, hero: DelveHero) -> None:
    """Note the monsters in sight, and tell of those that come into view."""
    before = frozenset(hero.in_view)
    now = visible(game, hero)
    hero.in_view = [monster.uid for monster in now]
    _remember_lasting(game, hero, now)
    for monster in now:
        if monster.uid in before or monster.side != 0:
            continue
        new = monster.uid not in hero.noticed
        if new:
            hero.noticed.append(monster.uid)
        if new or is_threat(game, hero, monster):
            seen = Seen(reference(monster), new)
            game.tell_hero(hero, _sees(game, hero, monster), "seen", seen)


def _remember_lasting(game: DelveContext, hero: DelveHero, now: list[DelveMonster]) -> None:
    """Remember where the monsters stand that cannot move, and where enemies sleep."""
    memory, seen = game.memory(hero), game.seen_by(hero)
    rooted = memory.rooted
    for at in [at for at in rooted if at in seen]:
        del rooted[at]
    memory.sleepers = [at for at in memory.sleepers if at not in seen]
    for monster in now:
        if game.kind(monster).courage is None:
            rooted[monster.at] = monster.kind, monster.number
        elif monster.asleep and monster.side == DUNGEON and monster.at not in memory.sleepers:
            memory.sleepers.append(monster.at)


def _sees(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    name = game.the(monster)
    if monster.asleep:
        return text("{hero:The} sees {monster:a}, asleep.", hero=game.the(hero), monster=name)
    return text("{hero:The} sees {monster:a}.", hero=game.the(hero), monster=name)


def visible(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    """Return the monsters that a hero is aware of, in the level's order."""
    seen = game.seen_by(hero)
    through_walls = "scrying" in hero.statuses or "sensing" in hero.statuses
    sixth = has_ability(game, hero, "sixth sense")
    found = []
    for monster in game.level(hero).monsters:
        in_sight = monster.at in seen
        if monster.disguised or not (in_sight or through_walls or sixth):
            continue
        away = gap(monster.at, hero.at)
        if (game.kind(monster).has("unseen") or "invisible" in monster.statuses) and away > 1:
            continue
        if in_sight or (through_walls and away <= SCRYING) or (sixth and away <= 2):
            found.append(monster)
    return found


def visible_enemies(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    """Return the hostile monsters in sight, the nearest first."""
    seen = game.seen_by(hero)
    found = [monster for monster in visible(game, hero) if monster.side == 0 and monster.at in seen]
    return sorted(found, key=lambda monster: (gap(monster.at, hero.at), monster.uid))


_IDLE = frozenset({"asleep", "calm"})  # statuses whose bearers do nothing


def is_threat(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> bool:
    """Return whether a monster is awake and can do harm from where it is, or come near.

    Those that flee are none beyond the reach of their blows; those that cannot move, keep to the
    water or to a post only with something to shoot or cast.
    """
    if monster.asleep or not monster.statuses.keys().isdisjoint(_IDLE):
        return False
    kind, away = game.kind(monster), gap(monster.at, hero.at)
    if monster.fled and away > kind.strikes_within:
        return False
    if away <= kind.strikes_within or (kind.strikes_from_afar and away <= EYESIGHT):
        return True
    if kind.has("draws-iron"):
        return away <= kind.traits["draws-iron"].number()
    if kind.has("guards"):
        return away <= POST_RANGE
    return not (kind.courage is None or kind.has("aquatic"))


def _end_draughts(game: DelveContext, level: DelveLevel, door: int) -> None:
    """Let the heroes of a level forget the air from behind a door that is found."""
    for hero in game.heroes(level.depth):
        memory = game.memory(hero)
        memory.draughts = [at for at in memory.draughts if gap(at, door) > DRAUGHT]


def search_chance(hero: DelveHero) -> int:
    """Return the chance in a hundred of a turn of searching to find each hidden thing near."""
    return 30 + 2 * hero.level


def search_beside(game: DelveContext, hero: DelveHero, chance: int, radius: int = 1) -> None:
    """Look for each hidden thing within a radius, with a chance in a hundred; for doors only where
    more is searched than the squares beside the hero."""
    level, for_doors = game.level(hero), radius > 1
    y, x = divmod(hero.at, WIDTH)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if not (0 < y + dy < HEIGHT - 1 and 0 < x + dx < WIDTH - 1):
                continue
            at = hero.at + dy * WIDTH + dx
            if for_doors or level.ground[at] != terrain.SECRET_DOOR:
                _maybe_find(game, hero, level, at, chance)


def _maybe_find(
    game: DelveContext, hero: DelveHero, level: DelveLevel, at: int, chance: int
) -> None:
    code = level.ground[at]
    if code == terrain.SECRET_DOOR:
        if game.dice.percent(chance):
            game.set_ground(level, at, terrain.DOOR)
            _end_draughts(game, level, at)
            game.tell_of("{hero:The} finds a secret door.", "found", hero=hero)
            interrupt(hero, Stop("found", text("a secret door"), divmod(at, WIDTH)))
    elif code in terrain.TRAPS and at in level.hidden:
        if game.dice.percent(chance):
            level.hidden.remove(at)
            title = game.content.terrain[code].title
            game.tell_of(
                "{hero:The} finds {feature}.", "found", hero=hero, feature=Name(title, proper=True)
            )
    else:
        other = game.at(level.depth, at)
        if isinstance(other, DelveMonster) and other.disguised and game.dice.percent(chance):
            other.disguised = False
            game.tell_of(
                "{hero:The} finds {monster:a} in hiding.",
                "found",
                hero=hero,
                monster=Name(other.name),
            )
