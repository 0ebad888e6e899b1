"""The next goal of a hero who explores (no rule of Sil's: made for plans)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.common import field_of_view
from engine.common.grid import SIGHT, distance, neighbours
from engine.sil.dungeon import doors
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Item
from engine.sil.item_use import pickup
from engine.sil.items import inscriptions, item_values, pack
from engine.sil.level import terrain
from engine.sil.movement import travel

Fits = Callable[[int], bool]
APART = 5  # squares between places to search where there are no dead ends
SEARCHES = 3  # of a place, after which he searches those near to enemies too
NEAR_ENEMIES = 1000


# ------------------------------------------------------------------ what is worth taking


def is_worth_taking(game: SilContext, item: Item) -> bool:
    """Return whether the hero takes a thing when he comes by: one that he left lying is not."""
    hero = game.hero
    if not hero.picks_up or item.left_by >> hero.number & 1 or not pickup.can_carry(game, item):
        return False
    if hero.derived.burden + item.weight * item.count > hero.derived.capacity:
        return False
    if inscriptions.wanted_by(game.data, hero, item):
        return True
    return item_values.is_wanted(item_values.thing(game, item), item_values.worn(game))


def underfoot(game: SilContext) -> Item | None:
    """Return a thing underfoot that is worth taking; None for none."""
    return next((item for item in pack.underfoot(game) if is_worth_taking(game, item)), None)


def _treasures(game: SilContext) -> frozenset[int]:
    """Return the squares where something lies that the hero knows of and would take."""
    return frozenset(
        i
        for i, heap in game.level.floor.items()
        if any(game.knows_of(item) and is_worth_taking(game, item) for item in heap)
    )


# ------------------------------------------------------------------ where to go next


def next_way(game: SilContext) -> list[int] | None:
    """Return the way to the nearest thing worth taking, or ground that borders on the unknown; when
    there is none, to the nearest closed door that he may open; None when nothing is left.

    What was walked on is done with: the hero has seen what lies about it. What known enemies can
    see is left for the last, or he would go to and fro between them and what lies behind him; and
    he keeps as far from them as the ways allow.
    """
    enemies, treasures, new_doors = travel.known_enemies(game), _treasures(game), _new_doors(game)
    tests = [_out_of_sight(game, enemies)] if enemies else []
    for berth in travel.BERTHS if enemies else travel.BERTHS[-1:]:
        free = travel.ways(game, glimpsed=True, berth=berth)
        news = _news(game, free, treasures)
        for fits in (*tests, _always):
            way = _way_to(game, free, news, fits) or _way_to(game, free, new_doors, fits)
            if way is not None:
                return way
    return None


def _always(_: int) -> bool:
    return True


def _way_to(game: SilContext, free: bytearray, goals: bytearray, fits: Fits) -> list[int] | None:
    """Return the way over free ground to the nearest of the goals, 1 each, that fits."""
    if 1 not in goals:
        return None
    start = game.level.at(game.hero.y, game.hero.x)
    return travel.nearest(free, game.level.width, start, lambda i: bool(goals[i]) and fits(i))


def _news(game: SilContext, free: bytearray, treasures: Collection[int]) -> bytearray:
    """By square: 1 where it is free, and has something worth taking or borders on the unknown and
    was not walked on."""
    edge, walked = travel.edge_of_known(game), game.knowledge.walked
    news = travel.number(edge) & ~travel.number(walked) & travel.number(free)
    layer = bytearray(news.to_bytes(len(free), "little"))
    for i in treasures:
        layer[i] = free[i]
    return layer


def _new_doors(game: SilContext) -> bytearray:
    """By square: 1 where there is a closed door that he may yet open."""
    feature = game.level.feature
    marked = travel.number(feature.translate(terrain.KNOWN_DOOR))
    marked &= travel.number(game.knowledge.mark)
    layer = bytearray(marked.to_bytes(len(feature), "little"))
    i = layer.find(1)
    while i >= 0:
        layer[i] = _may_open(game, i)
        i = layer.find(1, i + 1)
    return layer


def _may_open(game: SilContext, door: int) -> bool:
    """Return whether he has not tried a closed door in vain."""
    return not doors.stays_shut(game, door) and door not in game.knowledge.held


def _out_of_sight(game: SilContext, enemies: list[int]) -> Fits:
    """Return a test of whether none of the known enemies sees a square, as far as the hero knows
    the ground: what he does not know hides."""
    level = game.level
    known = travel.known_squares(game, glimpsed=True)
    unknown = known.translate(_UNKNOWN)
    opaque = travel.number(level.feature.translate(terrain.OPAQUE)) | travel.number(unknown)
    layer = opaque.to_bytes(len(known), "little")

    def is_hidden(i: int) -> bool:
        y, x = level.place(i)
        for enemy in enemies:
            v, u = level.place(enemy)
            near = distance(v, u, y, x) <= SIGHT
            if near and field_of_view.los(layer, level.width, v, u, y, x2=x):
                return False
        return True

    return is_hidden


_UNKNOWN = bytes(known == 0 for known in range(256))


def still_worth(game: SilContext, goal: int) -> bool:
    """Return whether a goal chosen before is one still."""
    level = game.level
    if terrain.KNOWN_DOOR[level.feature[goal]]:
        return bool(game.knowledge.mark[goal]) and _may_open(game, goal)
    heap = level.floor.get(goal, ())
    if any(game.knows_of(item) and is_worth_taking(game, item) for item in heap):
        return True
    if game.knowledge.walked[goal]:
        return False
    known = travel.known_squares(game, glimpsed=True)
    return not all(known[goal + step] for step in neighbours(level.width))


# ------------------------------------------------------------------ what bars the way


def ways_beside(game: SilContext, is_obstacle: Fits) -> Iterator[list[int]]:
    """Yield the ways that one can travel to obstacles, the nearest first: each ends on the obstacle
    itself."""
    level, hero = game.level, game.hero
    free = travel.with_doors(game, travel.ways(game))
    return travel.ways_to(free, level.width, level.at(hero.y, hero.x), is_obstacle)


def leads_on(game: SilContext, square: int) -> bool:
    """Return whether an obstacle bars a way: there is ground beside it that the hero cannot come
    to, or a square that he does not know."""
    level = game.level
    known = travel.known_squares(game, glimpsed=True)
    ground = travel.with_doors(game, travel.ground(game, glimpsed=True))
    reached = _reached(game)
    return any(
        not known[i] or (ground[i] and i not in reached)
        for i in (square + step for step in neighbours(level.width))
    )


@kept
def _reached(game: SilContext) -> set[int]:
    """Return the squares that the hero can come to by a plan."""
    level, steps = game.level, neighbours(game.level.width)
    free = travel.with_doors(game, travel.ways(game))
    reached = {level.at(game.hero.y, game.hero.x)}
    front = [*reached]
    while front:
        ahead = {i + step for i in front for step in steps if free[i + step]} - reached
        reached |= ahead
        front = [*ahead]
    return reached


def next_search(game: SilContext) -> tuple[list[int], int]:
    """Return the way to where the hero searches next for what is hidden: of the dead ends, or of
    places some squares apart where there are none, the nearest of those searched least often; and
    how often that was. The way is empty when that is where he stands.

    He comes near to known enemies only when all else has been searched several times: these places
    count as searched `NEAR_ENEMIES` times more.
    """
    searched = game.knowledge.searched
    here = game.level.at(game.hero.y, game.hero.x)
    berths = travel.BERTHS if travel.known_enemies(game) else travel.BERTHS[-1:]
    for near, berth in enumerate(berths):
        ways = _ways_to_search(game, here, travel.ways(game, glimpsed=True, berth=berth))
        goal = min(ways, key=lambda i: (searched.get(i, 0), len(ways[i]), i), default=here)
        times = searched.get(goal, 0)
        if goal in ways and (times < SEARCHES or berth == berths[-1]):
            return ways[goal], times + near * NEAR_ENEMIES
    return [], searched.get(here, 0)


def _ways_to_search(game: SilContext, here: int, free: bytearray) -> dict[int, list[int]]:
    """Return the ways over free ground to all places to search: where there are none, he stays."""
    level, ground = game.level, travel.ground(game, glimpsed=True)
    steps = neighbours(level.width)

    def is_dead_end(i: int) -> bool:
        return bool(free[i]) and sum(ground[i + step] for step in steps) <= 1

    def is_some_way_apart(i: int) -> bool:
        y, x = level.place(i)
        return bool(free[i]) and y % APART == 0 and x % APART == 0

    for is_place in (is_dead_end, is_some_way_apart):
        ways = {way[-1]: way for way in travel.ways_to(free, level.width, here, is_place)}
        if is_place(here):
            ways[here] = []
        if ways:
            return ways
    return {here: []} if any(free[here + step] for step in steps) else {}
