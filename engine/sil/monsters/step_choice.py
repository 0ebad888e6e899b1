"""From a goal to a step (spec: monsters 11.5)."""

from __future__ import annotations

from engine.common import compass
from engine.sil.creatures import morale, senses
from engine.sil.creatures.situation import Place, Situation
from engine.sil.level import terrain
from engine.sil.monsters import monster_moves, retreat

SURE = 80  # a chance at which the straight way is taken
FAIR = 50
HIDING = 40  # more than this is enough for a way out of sight
_FAN = ((0, 0), (1, -1), (2, -2), (3, -3), (4, 4))


def bearing(y1: int, x1: int, y2: int, x2: int) -> tuple[int, int]:
    """The heading from one square to another, and the side of it that is nearer the true
    bearing: 1 counter-clockwise, -1 clockwise, 0 when exactly on it."""
    dy, dx = y2 - y1, x2 - x1
    v, u = (dy > 0) - (dy < 0), (dx > 0) - (dx < 0)
    if abs(dy) > 2 * abs(dx):
        u = 0
    elif abs(dx) > 2 * abs(dy):
        v = 0
    turn = v * dx - u * dy
    return compass.keypad_of(v, u), (turn > 0) - (turn < 0)


def fan(s: Situation, goal: Place) -> list[int]:
    """The eight keypad directions, the best for the goal first."""
    heading, side = bearing(s.creature.y, s.creature.x, *goal)
    side = side or (1 if s.game.state.game_turn % 2 == 0 else -1)
    order = [heading]
    for n in (1, 2, 3):
        order += [compass.turned(heading, n * side), compass.turned(heading, -n * side)]
    return [*order, compass.turned(heading, 4)]


def toward(s: Situation, goal: Place, afraid: bool = False) -> None:
    """Take a step towards a goal, if there is a way: it moves, strikes, opens a door or fails."""
    c = s.creature
    if goal == (c.y, c.x):
        if s.adjacent and not afraid and "NEVER_BLOW" not in s.flags and c.alertness >= 0:
            monster_moves.enter(s, s.hero)
        return
    if c.confused:
        _stagger(s, goal)
        return
    near = max(abs(goal[0] - c.y), abs(goal[1] - c.x)) == 1
    if near:
        i = s.level.at(*goal)
        chance = s.chance(i)
        if chance >= FAIR and not (afraid and i == s.hero):
            if s.play.percent(chance):
                monster_moves.enter(s, i)
            return
    chosen = _pick(s, goal, afraid)
    if chosen is None:
        return
    if chosen == s.hero and afraid:
        if s.game.world.truce:
            return
        morale.panic(s.game, c)
    if s.play.percent(s.chance(chosen)):
        monster_moves.enter(s, chosen)


def _at(s: Situation, keypad: int) -> int:
    dy, dx = compass.OFFSETS[keypad]
    return s.here + dy * s.level.width + dx


def _stagger(s: Situation, goal: Place) -> None:
    """The step of a confused creature: where its feet carry it, into a chasm too."""
    heading, _ = bearing(s.creature.y, s.creature.x, *goal)
    turn = s.play.roll(3, 2) - s.play.roll(3, 2)
    i = _at(s, compass.turned(heading, turn))
    falls = s.level.feature[i] == terrain.CHASM and i not in s.level.occupant
    if falls or s.play.percent(s.chance(i)):
        monster_moves.enter(s, i)


def _pick(s: Situation, goal: Place, afraid: bool) -> int | None:
    """The neighbour to try, by the fan round the heading."""
    order = [_at(s, keypad) for keypad in fan(s, goal)]
    chances = [s.chance(i) for i in order]
    if afraid:
        return _pick_in_fear(s, order, chances, goal)
    if s.level.feature[order[0]] == terrain.GLYPH and chances[0] and s.play.one_in(5):
        return order[0]
    if chances[0] >= SURE:
        return order[0]
    for side in (1, 2):
        if chances[side] >= FAIR:
            return order[0] if chances[0] >= chances[side] else order[side]
    return next((i for i, chance in zip(order, chances, strict=True) if chance), None)


def _pick_in_fear(s: Situation, order: list[int], chances: list[int], goal: Place) -> int | None:
    """The neighbour a fearful creature tries: out of sight if it can, not into it."""
    c, level = s.creature, s.level
    ways = [(n, i) for n, (i, chance) in enumerate(zip(order, chances, strict=True)) if chance]
    if c.visible and s.in_view:
        for n, i in ways:
            if not level.view[i] and chances[n] > HIDING:
                return i
    allowed = [(n, i) for n, i in ways if not _shuns(s, i)]
    if not allowed or allowed[0][0] > 2:
        detour = _detour(s, order, chances, goal)
        if detour is not None:
            return detour
        if _is_cornered(s):
            morale.panic(s.game, c)
            return None
    for _, i in allowed:
        if s.away > 2 or not senses.adjacent(s.game, *s.place(i)):
            return i
    return allowed[0][1] if allowed else None


def _shuns(s: Situation, i: int) -> bool:
    """Whether a fearful creature will not show itself there."""
    if s.creature.visible:
        return not s.in_view and bool(s.level.view[i])
    return not s.level.seen[s.here] and bool(s.level.seen[i])


def _detour(s: Situation, order: list[int], chances: list[int], goal: Place) -> int | None:
    """A way round: a square from which the longer axis of the way is shortened."""
    c = s.creature
    dy, dx = goal[0] - c.y, goal[1] - c.x
    if max(abs(dy), abs(dx)) <= 1:
        return None

    def closes(i: int) -> bool:
        y, x = s.place(i)
        if abs(dy) >= abs(dx):
            return abs(goal[0] - y) < abs(dy)
        return abs(goal[1] - x) < abs(dx)

    found = [i for i, chance in zip(order, chances, strict=True) if chance and not _shuns(s, i)]
    return next((i for i in found if closes(i)), None)


def _is_cornered(s: Situation) -> bool:
    return (
        s.creature.visible and s.in_fire and not s.game.world.truce and s.frequency < retreat.KITES
    )
