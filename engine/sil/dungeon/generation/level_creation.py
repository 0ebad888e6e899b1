"""Making a level: sizes, the order of work, and what is thrown away (rules: dungeon 1).

A level is made in place as `game.level`, because monsters and objects are made by the same rules
as in play. Everything random comes from `game.streams.level`. What turns out unfit is thrown away,
with the artefacts, forges and vaults it had used up, and begun again.
"""

from __future__ import annotations

from copy import copy

from engine.common import field_of_view
from engine.sil.dungeon.generation import connectivity, feature_placement, population, rooms, vaults
from engine.sil.dungeon.generation.construction import Site, Unfit
from engine.sil.dungeon.generation.corridors import Corridors
from engine.sil.game.context import SilContext
from engine.sil.game.state import Level, World
from engine.sil.level import terrain
from engine.sil.level.terrain import GRANITE, OPAQUE, PERMANENT, STAIR

PLAIN, CROSS = 1, 2  # kinds of room beside the types of vault
THRONE_DEPTH = 20
MOST_ROOMS = 49
MOST_OBJECTS = 511
MOST_MONSTERS = 299
THRONE_CORNER = (1, 21)
THRONE_COLUMNS = range(30, 46)  # where the way in lies, among the ways up


def make_level(game: SilContext, depth: int, arrive_by: int) -> Level:
    """Make a level, put it into the game with the hero on it, and return it.

    `depth` is 0 (the Gates) to 20 (the throne room). `arrive_by` is the stair or shaft that the
    hero will stand on, 0 for none; the Gates and the throne room have their own.
    """
    game.hero.skip_turn = False
    game.state.forge = -1
    made = game.world.levels_made
    made[depth] = made.get(depth, 0) + 1
    game.streams.begin_level(f"{depth}.{made[depth]}")
    if depth == 0:
        _gates(game)
    elif depth == THRONE_DEPTH:
        _throne_room(game)
    else:
        _ordinary(game, depth, arrive_by)
    return game.level


def _begin(game: SilContext, depth: int, scale: tuple[int, int], arrive_by: int = 0) -> Site:
    """Solid rock, and the hero nowhere: in the corner, which is never floor."""
    rows, columns = scale
    game.state.begin_level(Level.blank(depth, 11 * rows, 33 * columns, GRANITE))
    game.hero.y = game.hero.x = 0
    return Site(game, game.level, arrive_by)


def _enclose(level: Level) -> None:
    """Lay the border of permanent rock."""
    feature, w = level.feature, level.width
    edge = bytes((PERMANENT,))
    feature[:w] = feature[-w:] = edge * w
    feature[::w] = feature[w - 1 :: w] = edge * level.height


def _stand(site: Site, i: int) -> None:
    site.game.hero.y, site.game.hero.x = site.level.place(i)


# ---------------------------------------------------------------- ordinary levels


def _ordinary(game: SilContext, depth: int, arrive_by: int) -> None:
    before = _used_up(game.world)
    while True:
        size = 3 + (depth + game.streams.level.die(5)) // 10
        try:
            _attempt(_begin(game, depth, (size, size), arrive_by))
        except Unfit:
            _restore(game.world, before)
        else:
            return


_USED_UP = ("artefacts_made", "vaults_used", "forges_made", "orodruth_made", "thrall_quest")


def _used_up(world: World) -> dict[str, object]:
    """Return what a level uses up of the world, as it stands now."""
    return {name: copy(getattr(world, name)) for name in _USED_UP}


def _restore(world: World, before: dict[str, object]) -> None:
    for name, value in before.items():
        setattr(world, name, copy(value))


def _attempt(site: Site) -> None:
    """Try to make one level from rock to monsters. Raises Unfit when it will not do."""
    vaults.forced_forge(site)
    _rooms(site)
    _enclose(site.level)
    number = len(site.centres)
    if number < 2:
        raise Unfit("fewer than two rooms")
    Corridors(site).dig_all()
    feature_placement.stairs(site)
    feature_placement.streamers(site)
    feature_placement.chasms(site)
    feature_placement.doors(site)
    feature_placement.rubble(site)
    _stand(site, _place_for_hero(site))
    feature_placement.sunlight(site)
    _check(site)
    _fill(site)
    _lay_stair(site)


def _rooms(site: Site) -> None:
    """As many tries as the level is large; many find no place."""
    for _ in range((site.height // 11) ** 4):
        if len(site.centres) >= MOST_ROOMS:
            return
        kind = _room_kind(site)
        y, x = vaults.centre(site)
        if kind == PLAIN:
            rooms.plain(site, y, x)
        elif kind == CROSS:
            rooms.cross(site, y, x)
        else:
            vaults.build_any(site, kind, y, x)


def _room_kind(site: Site) -> int:
    """PLAIN, CROSS, or a type of vault (rules: dungeon 1.3)."""
    dice = site.dice
    r = dice.die(site.depth + 5)
    if dice.one_in(5):
        r += dice.die(5)
    if r < 5 or dice.one_in(2):
        return PLAIN
    if r < 8 or site.depth == 1:
        return CROSS
    if r < 13 or dice.one_in(2):
        return vaults.INTERESTING
    return vaults.LESSER if r < 18 else vaults.GREATER


def _place_for_hero(site: Site) -> int:
    level = site.level
    first_turn = site.game.state.game_turn <= 1
    for _ in range(101):
        i = site.random_naked(1, room=first_turn)
        if i is None or level.icky[i]:
            continue
        if not STAIR[site.arrive_by] or not _stair_in_sight(site, i):
            return i
    raise Unfit("no place for the hero")


def _stair_in_sight(site: Site, i: int) -> bool:
    y, x = site.level.place(i)
    opaque = site.feature.translate(OPAQUE)
    for v in range(max(y - 15, 0), min(y + 15, site.height)):
        for u in range(max(x - 15, 0), min(x + 15, site.width)):
            if STAIR[site.feature[v * site.width + u]] and field_of_view.los(
                opaque, site.width, v, u, y, x2=x
            ):
                return True
    return False


def _check(site: Site) -> None:
    hero = site.game.hero
    start = site.level.at(hero.y, hero.x)
    need_way_down = not terrain.DOWNWARD[site.arrive_by]
    if not connectivity.is_connected(site.level, start, need_way_down):
        raise Unfit("some place cannot be reached")


def _fill(site: Site) -> None:
    """Objects, traps, monsters (rules: dungeon 1.14, 1.16)."""
    level, number = site.level, len(site.centres)
    creatures = number // 2 if site.depth == 1 else (number + site.dice.die(number)) // 2
    population.objects(site, 3 * creatures // 4)
    feature_placement.traps(site)
    population.monsters(site, creatures)
    if sum(map(len, level.floor.values())) > MOST_OBJECTS or len(level.occupant) > MOST_MONSTERS:
        raise Unfit("overcrowded")


def _lay_stair(site: Site) -> None:
    """Lay the staircase that the hero came by, under the hero (rules: dungeon 5.3)."""
    if not STAIR[site.arrive_by]:
        return
    level, hero = site.level, site.game.hero
    i = level.at(hero.y, hero.x)
    level.feature[i] = site.arrive_by
    level.hidden[i] = 0
    site.game.knowledge.mark[i] = 1
    level.floor.pop(i, None)


# ---------------------------------------------------------------- the two ends


def _gates(game: SilContext) -> None:
    site = _begin(game, 0, (3, 2))
    _enclose(site.level)
    vaults.build_at(site, game.data.vaults[vaults.GATES_SERIAL], 1, 1)
    way_in = site.feature.index(terrain.DOWN_STAIR)
    population.clear(site, way_in)
    _stand(site, way_in)
    _close_the_south(game)


def _close_the_south(game: SilContext) -> None:
    """Lay a row of rock beyond the last of the Gates, which is open: sight and sound want a closed
    border. A step onto it leads out of Angband (`stairs.is_outside`)."""
    level = game.level
    beyond = Level.blank(level.depth, 1, level.width, PERMANENT)
    level.height += 1
    for name in level.__struct_fields__:
        layer = getattr(level, name)
        if isinstance(layer, bytearray):
            layer += getattr(beyond, name)
    for hero in game.state.heroes:
        hero.knowledge.forget_level(len(level.feature))


def _throne_room(game: SilContext) -> None:
    game.world.truce = True
    site = _begin(game, THRONE_DEPTH, (3, 3))
    _enclose(site.level)
    record = next(v for v in game.data.vaults.values() if v.type == vaults.THRONE_ROOM)
    vaults.build_at(site, record, *THRONE_CORNER)
    ways = [i for i, f in enumerate(site.feature) if f == terrain.UP_STAIR]
    way_in = min(ways, key=lambda i: i % site.width not in THRONE_COLUMNS)
    population.clear(site, way_in)
    _stand(site, way_in)
