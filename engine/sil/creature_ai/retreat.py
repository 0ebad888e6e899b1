"""The way to the hero, and the ways from him (rules: monsters 11.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.compass import SCAN
from engine.common.grid import neighbours
from engine.sil.creature_ai import allies
from engine.sil.creatures import morale, senses
from engine.sil.creatures.alertness import set_alertness
from engine.sil.creatures.situation import Position, Situation
from engine.sil.level import terrain
from engine.sil.perception import race_lore

FAR = 40  # nobody runs farther
KITES = 50  # frequency of powers from which on a creature keeps its range
CLEAR_SHOT_WORTH = 100
SAFETY_REACH = 15
SAFETY_COST = 50
BARRED = 100  # the value of a square that cannot be entered
BESIDE_HERO = 3


def advance(s: Situation) -> Position | None:
    """Return the next square on its way to the hero, or None to stay."""
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


def find(s: Situation) -> Position | None:
    """Return where to retreat to, its own square to stay; None when it declines to retreat."""
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
        if not s.fleeing and "UNIQUE" not in s.flags and s.game.known(c).visible:
            return None
    if not s.in_view:
        hidden = _hidden(s)
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


def _away(s: Situation) -> Position:
    """Straight away from the hero."""
    c, hero = s.creature, s.game.hero
    return 2 * c.y - hero.y, 2 * c.x - hero.x


def _stair(s: Situation) -> int | None:
    """Return the stairs it stands on, or some beside it."""
    if terrain.STAIR[s.level.feature[s.here]]:
        return s.here
    for step in neighbours(s.level.width):
        i = s.here + step
        if terrain.STAIR[s.level.feature[i]] and i != s.hero and s.chance(i) > 0:
            return i
    return None


def _kite(s: Situation) -> int:
    """Return the best square about it to shoot from."""

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


def _hidden(s: Situation) -> int | None:
    """Return a neighbour out of the hero's sight and farther from him, found in reverse order."""
    own = s.distances.cost(s.here)
    for step in reversed(neighbours(s.level.width)):
        i = s.here + step
        if not s.game.knowledge.view[i] and s.distances.cost(i) > own:
            return i
    return None


def _hidden_nearby(s: Situation) -> int | None:
    """Return a neighbour out of the hero's sight and no nearer to him."""
    own = s.distances.cost(s.here)
    steps = neighbours(s.level.width)
    start = s.play.below(8)
    for n in range(8):
        i = s.here + steps[(start + n) % 8]
        if not s.game.knowledge.view[i] and s.chance(i) >= 50 and s.distances.cost(i) >= own:
            return i
    return None


def _safety(s: Situation) -> int | None:
    """Return the cheapest place within reach that the hero does not see, or for those that use
    stairs a stair; remembered for the rest of the turn."""
    found = _Search(s).run()
    if found is not None:
        s.hiding_place = found
    return found


class _Search:
    """A search for a hiding place, ring by ring (rules: monsters 11.4 step 7)."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.values = {s.here: 1, s.hero: BARRED}
        self.best: int | None = None
        self.least = BARRED
        self.last_ring = SAFETY_REACH - 1

    def run(self) -> int | None:
        ring = 0
        while ring <= self.last_ring:
            for y, x in _outline(self.s.creature.y, self.s.creature.x, ring):
                self._look_about(y, x, ring)
            ring += 1
        return self.best if self.least < SAFETY_COST else None

    def _look_about(self, y: int, x: int, ring: int) -> None:
        """Give the neighbours of a square their values, and weigh them as hiding places."""
        s, level = self.s, self.s.level
        if not (0 < y < level.height - 1 and 0 < x < level.width - 1):
            return
        value = self.values.get(level.at(y, x), BARRED)
        if value >= BARRED:
            return
        for dy, dx in SCAN:
            v, u = y + dy, x + dx
            i = level.at(v, u)
            known = self.values.get(i)
            if known is not None and not value + 1 < known < BARRED:
                continue
            if max(abs(v - s.creature.y), abs(u - s.creature.x)) > SAFETY_REACH:
                continue
            chance = s.chance(i)
            if not chance:
                self.values[i] = BARRED
                continue
            beside = max(abs(v - s.game.hero.y), abs(u - s.game.hero.x)) <= 1
            self.values[i] = value + 100 // chance + (BESIDE_HERO if beside else 0)
            self._weigh(i, dy * level.width + dx, ring)

    def _weigh(self, i: int, step: int, ring: int) -> None:
        """Take a square if it is the best so far. A place that is no stair must have a way on:
        only the one square beyond it is tested (rules: monsters 19 item 9)."""
        s, level, hero, c = self.s, self.s.level, self.s.game.hero, self.s.creature
        known = s.game.knowledge
        stair = s.roams and bool(terrain.STAIR[level.feature[i]])
        if not stair and (known.seen[i] or known.seen[i + step] or not s.chance(i + step)):
            return
        y, x = s.place(i)
        cost = self.values[i]
        if abs(y - hero.y) < abs(y - c.y):
            cost *= 2
        if abs(x - hero.x) < abs(x - c.x):
            cost *= 2
        if stair:
            cost //= 2
        if cost < self.least or (cost == self.least and s.play.one_in(2)):
            self.best, self.least = i, cost
            self.last_ring = min(SAFETY_REACH - 1, ring + max(0, 1 + cost - ring))


def _outline(y: int, x: int, ring: int) -> Iterator[Position]:
    """Yield the squares at a distance, by rows, left to right; distance 0 is the square itself."""
    for v in range(y - ring, y + ring + 1):
        across = range(x - ring, x + ring + 1)
        for u in across if abs(v - y) == ring else (x - ring, x + ring):
            yield v, u
