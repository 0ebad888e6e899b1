"""The way to the hero, and the ways from him (spec: monsters 11.4)."""

from __future__ import annotations

from heapq import heappop, heappush

from engine.common.compass import SCAN
from engine.common.grid import neighbours
from engine.sil.creatures import morale, senses
from engine.sil.creatures.alertness import set_alertness
from engine.sil.creatures.situation import Place, Situation
from engine.sil.level import terrain
from engine.sil.monsters import allies
from engine.sil.perception import race_lore

FAR = 40  # nobody runs farther
KITES = 50  # frequency of powers from which on a creature keeps its range
CLEAR_SHOT_WORTH = 100
SAFETY_REACH = 15
SAFETY_COST = 50


def advance(s: Situation) -> Place | None:
    """The next square on its way to the hero, or None to stay."""
    game, hero = s.game, s.game.hero
    if "TERRITORIAL" in s.flags and not s.in_view:
        race_lore.learn(game, s.creature, "TERRITORIAL")
        if s.play.one_in(10):
            set_alertness(game, s.creature, s.creature.alertness - 1)
        return None
    if (step := s.distances.downhill(s.here)) is not None:
        return s.place(step)
    if senses.smells(game, s.race, s.here):
        ages = [(senses.scent_age(game, s.here + n), n) for n in neighbours(s.level.width)]
        return s.place(s.here + min(ages, key=lambda found: found[0])[1])
    if s.in_view:  # a chasm lies between
        return find(s)
    return hero.y, hero.x


def find(s: Situation) -> Place | None:
    """Where to retreat to, its own square to stay; None when it declines to retreat."""
    c = s.creature
    here = (c.y, c.x)
    if "SHRIEK" in s.race.spells and s.play.percent(s.frequency):
        allies.call_for_help(s.game, c)
        return None
    if s.away > FAR:
        return here
    if s.roams and s.fleeing and (stair := _stair(s)) is not None:
        return s.place(stair)
    if s.frequency >= KITES:
        kited = _kite(s)
        if kited != s.here or not s.adjacent:
            return s.place(kited)
        if not s.fleeing and "UNIQUE" not in s.flags and c.visible:
            return None
    if not s.in_view:
        hidden = _hidden(s, 1)
        return s.place(hidden) if hidden is not None else _away(s)
    hidden = _hidden_nearby(s)
    if hidden is None:
        hidden = _safety(s)
    if hidden is not None:
        return s.place(hidden)
    slower = c.speed < s.game.hero.derived.speed
    cornered = s.away <= 2 or slower
    if cornered and not s.game.world.truce and s.frequency < KITES:
        morale.panic(s.game, c)
        return here
    return _away(s)


def _away(s: Situation) -> Place:
    """Straight away from the hero."""
    c, hero = s.creature, s.game.hero
    return 2 * c.y - hero.y, 2 * c.x - hero.x


def _stair(s: Situation) -> int | None:
    """The stairs it stands on, or some beside it."""
    if terrain.STAIR[s.level.feature[s.here]]:
        return s.here
    for step in neighbours(s.level.width):
        i = s.here + step
        if terrain.STAIR[s.level.feature[i]] and i != s.hero and s.chance(i) > 0:
            return i
    return None


def _kite(s: Situation) -> int:
    """The best square about it to shoot from."""

    def score(i: int) -> int:
        y, x = s.place(i)
        dy, dx = y - s.game.hero.y, x - s.game.hero.x
        far = dy * dy + dx * dx
        shot = max(abs(dy), abs(dx)) > 1 and senses.clear_shot(s.game, y, x, s.creature)
        return far + (CLEAR_SHOT_WORTH if shot else 0)

    best, most = s.here, score(s.here)
    start = s.play.below(8)
    for n in range(8):
        dy, dx = SCAN[(start + n) % 8]
        i = s.here + dy * s.level.width + dx
        if i == s.hero or senses.adjacent(s.game, *s.place(i)) or s.chance(i) < 50:
            continue
        if (value := score(i)) > most:
            best, most = i, value
    return best


def _hidden(s: Situation, more: int) -> int | None:
    """A neighbour out of the hero's sight and farther from him, found in reverse order."""
    own = s.distances.cost(s.here)
    for step in reversed(neighbours(s.level.width)):
        i = s.here + step
        if not s.level.view[i] and s.chance(i) > 0 and s.distances.cost(i) >= own + more:
            return i
    return None


def _hidden_nearby(s: Situation) -> int | None:
    """A neighbour out of the hero's sight and no nearer to him."""
    own = s.distances.cost(s.here)
    steps = neighbours(s.level.width)
    start = s.play.below(8)
    for n in range(8):
        i = s.here + steps[(start + n) % 8]
        if not s.level.view[i] and s.chance(i) >= 50 and s.distances.cost(i) >= own:
            return i
    return None


def _safety(s: Situation) -> int | None:
    """The cheapest place within reach that the hero does not see; stairs are dear to planners."""
    level, hero = s.level, s.game.hero
    steps = neighbours(level.width)
    best, least = None, SAFETY_COST
    waiting: list[tuple[int, int, int]] = [(0, s.here, 0)]
    done: set[int] = set()
    while waiting:
        cost, i, step = heappop(waiting)
        if cost >= least:
            break
        if i in done:
            continue
        done.add(i)
        worth = _worth(s, i, cost, step) if i != s.here else None
        if worth is not None and (worth < least or (worth == least and s.play.one_in(2))):
            best, least = i, worth
        for beyond in steps:
            near = i + beyond
            y, x = divmod(near, level.width)
            if near in done or near == s.hero:
                continue
            if max(abs(y - s.creature.y), abs(x - s.creature.x)) > SAFETY_REACH:
                continue
            chance = s.chance(near)
            if chance:
                beside = 3 if max(abs(y - hero.y), abs(x - hero.x)) <= 1 else 0
                heappush(waiting, (cost + 100 // chance + beside, near, beyond))
    return best


def _worth(s: Situation, i: int, cost: int, step: int) -> int | None:
    """What a place of safety costs all told; None for one that is none."""
    level, hero, c = s.level, s.game.hero, s.creature
    stair = s.roams and bool(terrain.STAIR[level.feature[i]])
    if level.view[i] and not stair:
        return None
    if not stair:  # a dead end: tried in one direction only (quirk 9: kept)
        beyond = i + step
        if level.view[beyond] or not s.chance(beyond):
            return None
    y, x = s.place(i)
    if abs(y - hero.y) < abs(y - c.y):
        cost *= 2
    if abs(x - hero.x) < abs(x - c.x):
        cost *= 2
    return cost // 2 if stair else cost
