"""Goals of an alert creature (rules: monsters 11.2, 11.3)."""

from __future__ import annotations

from engine.common import compass
from engine.common.compass import SCAN
from engine.sil.creature_ai import retreat
from engine.sil.creatures import creature_stats, morale, senses
from engine.sil.creatures.situation import KEEPS_AWAY, Position, Situation, can_exist
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.songs import challenge

TRUCE = 25
NEAR_DEATH_OF_MANA = 3
BREATHING_RANGE = 2
MOST_RANGE = 8
IGNORES_BEYOND = 5  # what is mindless and bound to its home
FULL_LURK = 30  # frequency of powers above which a lurker wants better odds still
LURK_REACH = 5


def keep_ranges(s: Situation) -> None:
    """Choose its distances where it has none; else let the Song of Challenge check it."""
    if not s.creature.range_min:
        choose_ranges(s)
    elif challenge.is_checked_each_turn(s):
        challenge.check(s)


def choose_ranges(s: Situation) -> None:
    """Choose the distances it prefers to keep: least and best (rules: monsters 11.2)."""
    c, game = s.creature, s.game
    least = KEEPS_AWAY if s.fleeing else 1
    if not s.fleeing:
        least += 3 * s.rooted + 6 * ("NEVER_BLOW" in s.flags)
        if s.smart and c.stance != "aggressive" and "SHRIEK" in s.race.spells:
            least = 5 + game.level.depth // 2
    if s.away <= 2 and c.speed < game.hero.derived.speed:
        least = 1
    best = least
    if challenge.check(s):
        return
    if s.frequency > 15 and "QUESTOR" not in s.flags:
        breathes = any(power.startswith("BRTH") for power in s.race.spells)
        if breathes and best < 6:
            best = BREATHING_RANGE
            least = best - 1
        elif c.mana >= NEAR_DEATH_OF_MANA:
            best = min(best + (s.frequency - 15) // 5, MOST_RANGE)
            least = best - 1
    if game.world.truce and least < TRUCE:
        least = best = TRUCE
    c.range_min, c.range_best = least, best


Goal = tuple[Position | None, bool]  # where to, None for staying; whether it goes in fear


def choose(s: Situation) -> Goal:
    """Return where it goes now, and whether it goes in fear (rules: monsters 11.3).

    Its own square is a goal only where the retreat of a step ends there; then it may try a power
    once more.
    """
    c, game = s.creature, s.game
    if _holds_still(s):
        return None, False
    if s.rooted:
        return (_hero(s) if s.adjacent and "NEVER_BLOW" not in s.flags else None), False
    if s.keeps_away and (flight := _flight(s)) is not None:
        return flight
    afraid = s.keeps_away
    if not afraid and s.away < c.range_min - 2 and (goal := retreat.find(s)) is not None:
        return goal, True
    if not afraid and s.adjacent:
        if "NEVER_BLOW" in s.flags:
            return retreat.find(s), True
        return (_position(s) if s.smart and not game.world.truce else None) or _hero(s), False
    if not afraid and _lurks(s):
        if c.range_min == 1:
            return _ambush(s)
        afraid = _is_exposed(s) and retreat.find(s) is not None
    if not afraid and (encircle := _encircle(s)) is not None:
        return encircle, False
    goal = retreat.find(s) if afraid else _close_in(s)
    return (None if goal == (c.y, c.x) else goal), afraid


def _hero(s: Situation) -> Position:
    return s.game.hero.y, s.game.hero.x


def _holds_still(s: Situation) -> bool:
    """Return whether it does not move now: a watched statue, Morgoth in the truce, a guard."""
    if "HIDDEN_MOVE" in s.flags and is_watched(s):
        return True
    if "QUESTOR" in s.flags and s.game.world.truce:
        return True
    return {"MINDLESS", "TERRITORIAL"} <= s.flags and s.away > IGNORES_BEYOND


def is_watched(s: Situation, i: int | None = None) -> bool:
    """Return whether the hero sees a square, its own if none is named."""
    i = s.here if i is None else i
    if s.game.knowledge.seen[i]:
        return True
    return s.game.hero.active(ab.KEEN_SENSES) and senses.keenly_seen(s.game, i)


def _flight(s: Situation) -> Goal | None:
    """Return what a creature that keeps away does at once; None when it takes heart."""
    c = s.creature
    if not s.fleeing and s.away <= 2 and s.game.hero.derived.speed > c.speed:
        choose_ranges(s)
        return None
    if s.away < KEEPS_AWAY:
        return retreat.find(s) or (c.y, c.x), True
    return None, True


def _position(s: Situation) -> Position | None:
    """Return a better place beside the hero: to surround him, or to let those behind come up."""
    return _surround(s) or _clear_the_mouth(s)


def _around(s: Situation) -> list[Position]:
    """Return the hero's eight neighbours, from a random one on."""
    start = s.play.below(8)
    hero = s.game.hero
    return [
        (hero.y + SCAN[(start + n) % 8][0], hero.x + SCAN[(start + n) % 8][1]) for n in range(8)
    ]


def crowd(s: Situation, y: int, x: int) -> int:
    """Return how many that are not peaceful stand next to a square."""
    total = 0
    for dy, dx in SCAN:
        other = s.level.creature_at(y + dy, x + dx)
        if other is not None:
            total += "PEACEFUL" not in s.game.data.monsters[other.race].flags
    return total


def _surround(s: Situation) -> Position | None:
    c = s.creature
    now = crowd(s, c.y, c.x)
    for y, x in _around(s):
        if max(abs(y - c.y), abs(x - c.x)) != 1 or not s.is_free(s.level.at(y, x)):
            continue
        if crowd(s, y, x) <= now and ("FLANKING" in s.flags or s.play.percent(50)):
            return y, x
    return None


def _clear_the_mouth(s: Situation) -> Position | None:
    """At the mouth of a corridor with somebody behind: a step aside, still beside the hero."""
    c, hero = s.creature, s.game.hero
    dy, dx = hero.y - c.y, hero.x - c.x

    def wall(y: int, x: int) -> bool:
        return bool(terrain.OPAQUE[s.level.feature[s.level.at(y, x)]])

    def taken(y: int, x: int) -> bool:
        return s.level.creature_at(y, x) is not None

    keypad = compass.keypad_of(-dy, -dx)
    behind = [compass.OFFSETS[compass.turned(keypad, n)] for n in (-1, 0, 1)]
    if not any(taken(c.y + v, c.x + u) for v, u in behind):
        return None
    upright = wall(c.y, c.x - 1) and wall(c.y, c.x + 1)
    level = wall(c.y - 1, c.x) and wall(c.y + 1, c.x)
    if dy and dx:
        if not (upright or level):
            return None
        ahead = (hero.y, c.x) if upright else (c.y, hero.x)
        return None if taken(*ahead) else ahead
    if not (upright if dy else level):
        return None
    sides = [(hero.y, c.x - 1), (hero.y, c.x + 1)] if dy else [(c.y - 1, hero.x), (c.y + 1, hero.x)]
    free = [side for side in sides if not taken(*side)]
    return s.play.choose(free) if free else None


# ---------------------------------------------------------------- lurking


def vulnerability(s: Situation) -> int:
    """Return how exposed the hero is, seen from where the creature stands."""
    hero, c, level = s.game.hero, s.creature, s.level
    toward = compass.KEYPAD[compass.toward(hero.y, hero.x, c.y, c.x)]
    total = 0
    for eighths in range(-3, 5):
        dy, dx = compass.OFFSETS[compass.turned(toward, eighths)]
        y, x = hero.y + dy, hero.x + dx
        other = level.creature_at(y, x)
        hostile = other is not None and ("PEACEFUL" not in s.game.data.monsters[other.race].flags)
        if abs(eighths) <= 2:
            total += bool(terrain.PASSABLE[level.feature[level.at(y, x)]])
            total += hostile and eighths != 0
        else:
            total += 2 * hostile
    return total + _weakness(s)


def _weakness(s: Situation) -> int:
    hero = s.game.hero
    timers = hero.timers
    total = 0
    if not hero.active(ab.FORMIDABLE):
        total += {1: 2, 2: 1, 3: 1}.get(morale.band(hero.health, hero.derived.max_health), 0)
    beset = timers.blind or timers.hallucinating or timers.confused or timers.afraid
    if beset or timers.entranced or timers.stun > 50 or morale.is_slow(s.game):
        total += 2
    return total


def hesitance(s: Situation) -> int:
    """Return how good the odds must be: those with fellows about can wait for them."""
    c, level = s.creature, s.level
    races = s.game.data.monsters
    for other in level.creatures:
        if other is None or other is c:
            continue
        if abs(other.y - c.y) > LURK_REACH or abs(other.x - c.x) > LURK_REACH:
            continue
        if creature_stats.similar(s.race, races[other.race]) and senses.away(s.game, other) > 1:
            return 3 if s.frequency > FULL_LURK else 2
    return 1


def _lurks(s: Situation) -> bool:
    """Return whether a wary planner waits for better odds."""
    if not s.smart or s.creature.stance != "confident" or s.flags & {"PASS_WALL", "KILL_WALL"}:
        return False
    return vulnerability(s) < hesitance(s)


def _is_exposed(s: Situation) -> bool:
    return s.in_fire or bool(s.game.knowledge.seen[s.here])


def _ambush(s: Situation) -> Goal:
    """Out of the hero's sight, or nearer to him unseen."""
    if not _is_exposed(s):
        return retreat.advance(s), s.away > 1
    goal = retreat.find(s)
    return (goal, True) if goal is not None else (_hero(s), False)


def _encircle(s: Situation) -> Position | None:
    """Return a pack spreads round the hero when those in front bar the way."""
    if not s.flags & {"FRIEND", "FRIENDS"} or s.away > 3 or not s.in_view or s.clear_shot:
        return None
    for y, x in _around(s):
        if can_exist(s.game, s.creature, s.level.at(y, x), digging=True):
            return y, x
    return None


def _close_in(s: Situation) -> Position | None:
    """Come nearer, or keep the distance that suits it."""
    c = s.creature
    if not s.in_view:
        return retreat.advance(s)
    nearer = s.away > c.range_best or (s.away > c.range_min and s.play.percent(50))
    if nearer or not s.in_fire:
        return retreat.advance(s)
    erratic = 25 * ("RAND_25" in s.flags) + 50 * ("RAND_50" in s.flags)
    if erratic:
        dy, dx = s.play.choose(SCAN)
        return c.y + dy, c.x + dx
    return None
