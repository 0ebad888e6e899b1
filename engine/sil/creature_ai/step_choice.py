"""From a goal to a step (rules: monsters 11.5)."""

from __future__ import annotations

from engine.common import compass
from engine.common.compass import SCAN
from engine.sil.creature_ai import creature_moves, retreat
from engine.sil.creatures import morale, senses
from engine.sil.creatures.situation import Position, Situation
from engine.sil.level import terrain

SURE = 80  # a chance at which the straight way is taken
FAIR = 50
HIDING = 40  # more than this is enough for a way out of sight


def bearing(y1: int, x1: int, y2: int, x2: int) -> tuple[int, int]:
    """Return the heading from one square to another, and the side of it that is nearer the true
    bearing: 1 counter-clockwise, -1 clockwise, 0 when exactly on it."""
    dy, dx = y2 - y1, x2 - x1
    v, u = (dy > 0) - (dy < 0), (dx > 0) - (dx < 0)
    if abs(dy) > 2 * abs(dx):
        u = 0
    elif abs(dx) > 2 * abs(dy):
        v = 0
    turn = v * dx - u * dy
    return compass.keypad_of(v, u), (turn > 0) - (turn < 0)


def fan(s: Situation, goal: Position) -> list[int]:
    """Return the eight keypad directions, the best for the goal first."""
    heading, side = bearing(s.creature.y, s.creature.x, *goal)
    side = side or (1 if s.game.state.game_turn % 2 == 0 else -1)
    order = [heading]
    for n in (1, 2, 3):
        order += [compass.turned(heading, n * side), compass.turned(heading, -n * side)]
    return [*order, compass.turned(heading, 4)]


def toward(s: Situation, goal: Position, afraid: bool = False) -> None:
    """Take a step towards a goal, if there is a way: it moves, strikes, opens a door or fails.

    `afraid`: it keeps out of the hero's sight and reach (the fear rules).
    """
    c = s.creature
    if c.confused:
        _stagger(s, goal)
        return
    if max(abs(goal[0] - c.y), abs(goal[1] - c.x)) == 1:
        i = s.level.at(*goal)
        chance = s.chance(i)
        if chance >= FAIR:
            if s.play.percent(chance):
                creature_moves.enter(s, i)
            return
    order = [_at(s, keypad) for keypad in fan(s, goal)]
    chosen = _Choice(s, order, afraid).settle()
    if chosen is None:
        return
    if chosen == s.hero and afraid:
        if s.game.world.truce:
            return
        morale.panic(s.game, c)
    if s.play.percent(s.chance(chosen)):
        creature_moves.enter(s, chosen)


def _at(s: Situation, keypad: int) -> int:
    dy, dx = compass.OFFSETS[keypad]
    return s.here + dy * s.level.width + dx


def _stagger(s: Situation, goal: Position) -> None:
    """The step of a confused creature: where its feet carry it."""
    heading, _ = bearing(s.creature.y, s.creature.x, *goal)
    turn = s.play.roll(3, 2) - s.play.roll(3, 2)
    i = _at(s, compass.turned(heading, turn))
    if s.play.percent(s.chance(i)):
        creature_moves.enter(s, i)


class _Choice:
    """The choice among the eight neighbours, examined one by one in the order of the fan."""

    def __init__(self, s: Situation, order: list[int], afraid: bool) -> None:
        self.s = s
        self.order = order
        self.afraid = afraid
        self.refused: set[int] = set()  # places in the order
        beside_hero = senses.adjacent(s.game, *s.place(order[0])) or order[0] == s.hero
        self.avoided = afraid and s.away <= 2 and beside_hero  # the heading

    def settle(self) -> int | None:
        """Return the neighbour to try; None when the turn is lost."""
        first: int | None = None
        for n, i in enumerate(self.order):
            chance = self.s.chance(i)
            if not chance:
                continue
            if self.afraid:
                chosen = self._fear(n, i)
                if chosen is not None:
                    return chosen
                if n in self.refused:
                    continue
            elif self.s.level.feature[i] == terrain.GLYPH and self.s.play.one_in(5):
                return i
            if n == 0 and chance >= SURE and not self.avoided:
                return i
            if n in (1, 2) and chance >= FAIR:
                return self._heading_or(chance, i)
            if first is None:
                if n >= 3:
                    return i
                first = i
        last = len(self.order) - 1
        return first if last not in self.refused and self.s.chance(self.order[last]) else None

    def _heading_or(self, chance: int, side: int) -> int:
        as_good = 0 not in self.refused and self.s.chance(self.order[0]) >= chance
        if as_good and (not self.avoided or side == self.s.hero):
            return self.order[0]
        return side

    def _fear(self, n: int, i: int) -> int | None:
        """Apply the fear rules to a passable neighbour: the square settled on, or None. A refused
        one counts as impassable from then on."""
        s, known = self.s, self.s.game.knowledge
        if n >= 2 and s.hiding_place is not None and s.distance_to(s.hiding_place) > 1:
            detour = _detour(s, s.hiding_place)
            if detour is not None:
                return detour
            if n >= 3 and _is_cornered(s):
                morale.panic(s.game, s.creature)
        if n == 0 and i == s.hero:
            s.hiding_place = None
        if not s.game.known(s.creature).visible:
            if not known.seen[s.here] and known.seen[i]:
                self.refused.add(n)
        elif s.in_view:
            if not known.view[i] and s.chance(i) > HIDING:
                return i
        elif known.view[i]:
            self.refused.add(n)
        return None


def _detour(s: Situation, target: int) -> int | None:
    """Return a way round to the target: a neighbour that goes forward on the longer axis, or one
    that keeps level and has such a neighbour in turn."""
    y, x = s.place(target)
    dy, dx = y - s.creature.y, x - s.creature.x
    if abs(dy) == abs(dx):
        return None
    axis = 0 if abs(dy) > abs(dx) else 1
    forward = 1 if (dy, dx)[axis] > 0 else -1
    level_way = None
    for step in SCAN:
        i = s.here + step[0] * s.level.width + step[1]
        if not s.chance(i):
            continue
        if step[axis] == forward:
            return i
        if step[axis] == 0 and _goes_on(s, i, axis, forward):
            level_way = i
    return level_way


def _goes_on(s: Situation, i: int, axis: int, forward: int) -> bool:
    """Return whether a passable neighbour of a square lies forward of it."""
    return any(
        s.chance(i + step[0] * s.level.width + step[1]) for step in SCAN if step[axis] == forward
    )


def _is_cornered(s: Situation) -> bool:
    return (
        s.game.known(s.creature).visible
        and s.in_fire
        and not s.game.world.truce
        and s.frequency < retreat.KITES
    )
