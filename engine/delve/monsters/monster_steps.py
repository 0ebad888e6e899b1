"""Steps of monsters: which squares they enter, toward somebody and away."""

from __future__ import annotations

from engine.common.compass import DIRECTIONS
from engine.delve import terrain
from engine.delve.combat import melee
from engine.delve.combat.statuses import is_immune
from engine.delve.movement import movement
from engine.delve.rules.context import NEIGHBOURS, STEPS, DelveContext, gap
from engine.delve.rules.sheet_values import floats
from engine.delve.state import DUNGEON, WIDTH, DelveCreature, DelveMonster

FAR = 250


def can_enter(game: DelveContext, monster: DelveMonster, at: int) -> bool:
    """Return whether a monster would walk onto a square, were nobody there."""
    kind = game.kind(monster)
    code = game.level(monster).ground[at]
    if kind.has("aquatic"):
        return code in terrain.WATER
    if code == terrain.ROCK:
        return False
    if kind.has("phases"):
        return True
    if kind.has("digs") and code in terrain.DIGGABLE:
        return True
    if code in terrain.SOLID:
        return False
    if code in (terrain.LAVA, terrain.FLAMES):
        return kind.has("flies") or kind.has("lava-born") or kind.resist.get("fire", 0) >= 20
    if code in (terrain.DEEP, terrain.BROKEN):
        return floats(game, monster)
    if code == terrain.GAS:
        return floats(game, monster) or is_immune(game, monster, "poisoned")
    if code == terrain.WEB:
        return kind.has("web-walker") or floats(game, monster)
    return True


def go(game: DelveContext, monster: DelveMonster, at: int) -> bool:
    """Take a step onto a square beside; return whether the turn was used."""
    level = game.level(monster)
    if game.at(level.depth, at) is not None or not can_enter(game, monster, at):
        return False
    code = level.ground[at]
    if code == terrain.DOOR and not game.kind(monster).has("phases"):
        game.set_ground(level, at, terrain.OPEN_DOOR)
        game.tell_of("{monster:The} opens a door.", monster=monster)
        return True
    if game.kind(monster).has("digs") and code in terrain.DIGGABLE:
        game.set_ground(level, at, terrain.FLOOR)
        level.doors.pop(at, None)
    came_from = monster.at
    movement.enter(game, monster, at)
    for hero in game.heroes(monster.depth):
        comes_near = gap(hero.at, came_from) > 1 == gap(hero.at, monster.at)
        is_foe = monster.side == DUNGEON and not monster.fallen
        if comes_near and is_foe and monster.at in hero.seen:
            melee.meet(game, hero, monster)
    return True


def approach(game: DelveContext, monster: DelveMonster, target: int) -> bool:
    """Take a step toward a square, into a web where nothing else leads nearer; return whether the
    turn was used."""
    if "webbed" in monster.statuses:
        melee.cut_web(game, monster)
        return True
    kind = game.kind(monster)
    here = monster.at
    straight = kind.has("phases") or kind.has("digs") or kind.has("aquatic") or kind.has("flies")
    flow = None if straight else game.flow(monster.depth, target)
    if flow is None or flow[here] >= FAR:
        options = [(_squared(here + step, target), here + step) for step in NEIGHBOURS]
        best = _squared(here, target)
    else:
        options = [(flow[here + step], here + step) for step in NEIGHBOURS]
        best = flow[here] + 1
    options.sort()
    for cost, at in options:
        if cost >= best:
            break
        if at != target and go(game, monster, at):
            return True
    nearer = [at for cost, at in options if cost < best]
    return flow is not None and _enter_web(game, monster, nearer)


def _enter_web(game: DelveContext, monster: DelveMonster, squares: list[int]) -> bool:
    """Walk into the first web among squares; return whether there is one."""
    level = game.level(monster)
    for at in squares:
        if level.ground[at] == terrain.WEB and game.is_open(level, at):
            movement.enter(game, monster, at)
            return True
    return False


def retreat(game: DelveContext, monster: DelveMonster, source: int) -> bool:
    """Take a step away from a square; return whether there was one."""
    if "webbed" in monster.statuses:
        return False
    here = monster.at
    now = _squared(here, source)
    options = [(-_squared(here + step, source), here + step) for step in NEIGHBOURS]
    options.sort()
    for distance, at in options:
        if -distance <= now or gap(at, source) < gap(here, source):
            break
        if go(game, monster, at):
            return True
    return False


def wander(game: DelveContext, monster: DelveMonster) -> bool:
    """Take a random step, if the one drawn can be taken."""
    if "webbed" in monster.statuses:
        return False
    return go(game, monster, monster.at + game.dice.choose(NEIGHBOURS))


def _squared(a: int, b: int) -> int:
    (ay, ax), (by, bx) = divmod(a, WIDTH), divmod(b, WIDTH)
    return (ay - by) ** 2 + (ax - bx) ** 2


def direction_to(game: DelveContext, who: DelveCreature, target: int, reach: int) -> str:
    """Return the direction in which a square lies in line and in reach with no wall between; ""
    when it does not."""
    (y, x), (ty, tx) = divmod(who.at, WIDTH), divmod(target, WIDTH)
    dy, dx = ty - y, tx - x
    away = max(abs(dy), abs(dx))
    if not 0 < away <= reach or (dy and dx and abs(dy) != abs(dx)):
        return ""
    unit = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    name = next(each for each, step in DIRECTIONS.items() if step == unit)
    ground, step = game.level(who).ground, STEPS[name]
    for n in range(1, away):
        code = ground[who.at + step * n]
        if code in terrain.STOPS_FLIGHT:
            return ""
    return name
