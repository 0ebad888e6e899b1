"""Changes of terrain: earthquakes, blasts, magic that works on doors and traps, light and
darkness (rules: world 7.7, 7.9, 7.10; dungeon 2.10)."""

from __future__ import annotations

from engine.common import compass, grid
from engine.contract.texts import Words, text
from engine.sil.creatures import alertness, creature_stats, skill_rolls
from engine.sil.effects import injury
from engine.sil.effects.statuses import inflict
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature
from engine.sil.hero import protection, silmarils
from engine.sil.level import terrain
from engine.sil.perception import noise, vision

ON_TERRAIN = frozenset(("kill_door", "kill_wall", "kill_trap", "lock_door", "light", "darkness"))
"""The effects that work on terrain."""

GRANITE, VEIN, HEAP, DOOR = 14, 12, 10, 8  # how hard they are to blast
UNLOCKED, OPENED = 5, 10  # margins up to which magic unlocks, opens; beyond them it breaks
BROKEN_PENALTY = 10
MOST_LOCK = 7
QUAKE_NOISE = -30
QUAKE_ALERT = 10
LAST_CHASM = 18  # no chasm opens on deeper levels
CHEST = 7


def affect_terrain(game: SilContext, kind: str, i: int, power: int) -> None:
    """Let an effect work on the terrain of one square. Kinds beyond `ON_TERRAIN` do nothing."""
    match kind:
        case "kill_door":
            unbar(game, i, power)
        case "kill_wall":
            blast(game, i, power)
        case "lock_door":
            lock(game, i, power)
        case "kill_trap":
            unset_traps(game, i)
        case "light":
            if game.knowledge.view[i]:
                game.level.glow[i] = 1
        case "darkness":
            darken(game, i)
        case "dark":
            if game.level.glow[i]:
                darken(game, i)
                game.state.view_due |= bool(game.knowledge.view[i])


def _contest(game: SilContext, power: int, difficulty: int) -> int:
    return skill_rolls.skill_check(game.streams.play, power, difficulty)


def unbar(game: SilContext, i: int, power: int) -> None:
    """Magic against a known door, or a heap of rubble (rules: dungeon 2.10)."""
    feature = game.level.feature[i]
    if feature == terrain.RUBBLE:
        if _contest(game, power, 0) > 0:
            vision.change_terrain(game, i, terrain.FLOOR)
        return
    if not terrain.KNOWN_DOOR[feature] or terrain.WARDED[feature] or not game.knowledge.mark[i]:
        return
    margin = _contest(game, power, 0)
    if margin <= 0:
        return
    if margin <= UNLOCKED:
        vision.change_terrain(game, i, terrain.CLOSED_DOOR)
    elif margin <= OPENED:
        vision.change_terrain(game, i, terrain.OPEN_DOOR)
    else:
        vision.change_terrain(game, i, terrain.BROKEN_DOOR)


def blast(game: SilContext, i: int, power: int) -> None:
    """Blasting breaks rock to rubble, rubble to floor, doors to splinters."""
    feature = game.level.feature[i]
    if terrain.GRANITE_KIND[feature]:
        broken = _contest(game, power, GRANITE) > 0 or _contest(game, power, VEIN) > 0
        into = terrain.RUBBLE
    elif feature == terrain.QUARTZ:
        broken, into = _contest(game, power, VEIN) > 0, terrain.RUBBLE
    elif feature == terrain.RUBBLE:
        broken, into = _contest(game, power, HEAP) > 0, terrain.FLOOR
    elif terrain.SHUT_DOOR[feature]:
        broken, into = _contest(game, power, DOOR) > 0, terrain.BROKEN_DOOR
    else:
        return
    if broken:
        vision.change_terrain(game, i, into)


def lock(game: SilContext, i: int, power: int) -> None:
    """Slam and lock a door with a margin of `power`; a broken one comes together again at 10
    less. Warded doors and doors with somebody in them are left alone."""
    level = game.level
    feature = level.feature[i]
    doors = (terrain.OPEN_DOOR, terrain.BROKEN_DOOR)
    if terrain.WARDED[feature] or not (feature in doors or terrain.KNOWN_DOOR[feature]):
        return
    if i in level.occupant or i == level.at(game.hero.y, game.hero.x):
        return
    if feature == terrain.BROKEN_DOOR:
        power -= BROKEN_PENALTY
    if power <= 0:
        return
    strength = 0 if feature in doors else terrain.door_power(feature)
    jammed = terrain.JAMMED[feature]
    base = terrain.JAMMED_DOOR if jammed else terrain.LOCKED_DOOR
    vision.change_terrain(game, i, base + min(MOST_LOCK, strength + power // 2))


def unset_traps(game: SilContext, i: int) -> None:
    """Take away a trap; disarm and unlock the chests that lie there."""
    level = game.level
    if terrain.TRAP[level.feature[i]]:
        vision.change_terrain(game, i, terrain.FLOOR)
    for item in level.floor.get(i, ()):
        if game.data.kinds[item.kind].tval == CHEST and item.pval > 0:
            item.pval, item.known = -item.pval, True


def darken(game: SilContext, i: int) -> None:
    """Take a square's own light; plain floor is forgotten."""
    level = game.level
    level.glow[i] = 0
    if terrain.is_floorlike(level, i):
        game.knowledge.mark[i] = 0


# ------------------------------------------------------------------------ light and darkness


def unlight(game: SilContext, y: int, x: int, radius: int) -> None:
    """Darkness falls round (y, x), and over the room that it lies in."""
    level = game.level
    cells = {i for i, _ in grid.disc(level.width, level.height, y, x, radius)}
    for i in sorted(cells | room(game, y, x)):
        darken(game, i)
    vision.update(game)


def room(game: SilContext, y: int, x: int) -> set[int]:
    """Return the squares of the room at (y, x), with its walls; none outside rooms."""
    level = game.level
    start = level.at(y, x)
    if not level.room[start]:
        return set()
    found, todo = {start}, [start]
    steps = grid.neighbours(level.width)
    while todo:
        i = todo.pop()
        if terrain.OPAQUE[level.feature[i]]:
            continue
        for step in steps:
            beside = i + step
            if beside not in found and level.room[beside]:
                found.add(beside)
                todo.append(beside)
    return found


# ------------------------------------------------------------------------------ earthquakes


AN_EARTHQUAKE = text("an earthquake")


def earthquake(
    game: SilContext,
    y: int,
    x: int,
    radius: int,
    pit: tuple[int, int] | None = None,
    by: Words = AN_EARTHQUAKE,
) -> None:
    """Shake the earth round (y, x), at most 6 squares far; a pit may open (rules: world 7.9).

    The centre itself is spared. `by` names what did it, if the hero dies of it.
    """
    level = game.level
    if level.depth == 0:
        tell(game, text("The earth trembles a little, and is still."), "heard")
        return
    tell(game, text("The earth shakes!"), "hurt")
    falls = pit is not None and _open_pit(game, *pit)
    cells = sorted(
        grid.disc(level.width, level.height, y, x, min(6, radius)), key=lambda cell: cell[1]
    )
    for i, away in cells:
        v, u = level.place(i)
        if away == 0 or not (0 < v < level.height - 1 and 0 < u < level.width - 1):
            continue
        rolled = game.streams.play.roll(radius + 1 - away, 8)
        _shake(game, i, rolled, by)
        if game.state.ended:
            return
        if (v, u) != pit and not _occupied(game, i) and game.streams.play.percent(rolled):
            _shift(game, i)
    if falls and not game.state.ended:
        game.hero.failed_climbs = 0
        tell(game, text("You fall into the pit that has opened under you!"), "hurt")
        injury.hurt_by_dice(game, 2, 4, by)
    vision.update(game)
    noise.noise(game, QUAKE_NOISE)


def _occupied(game: SilContext, i: int) -> bool:
    return i in game.level.occupant or i == game.level.at(game.hero.y, game.hero.x)


def _open_pit(game: SilContext, y: int, x: int) -> bool:
    """Open a pit; the hero on it leaps aside if there is room. Whether he falls in."""
    level, hero = game.level, game.hero
    i = level.at(y, x)
    if terrain.PERMANENT_KIND[level.feature[i]] or terrain.PITS[level.feature[i]]:
        return False
    falls = False
    if (hero.y, hero.x) == (y, x):
        aside = [
            (y + dy, x + dx)
            for dy, dx in compass.SCAN
            if terrain.is_empty(game, level.at(y + dy, x + dx))
        ]
        if aside:
            hero.y, hero.x = game.streams.play.choose(aside)
        else:
            falls = True
    if level.feature[i] != terrain.CHASM and not level.floor.get(i):
        vision.change_terrain(game, i, terrain.PIT)
        return falls
    return False


def _shake(game: SilContext, i: int, rolled: int, by: Words) -> None:
    """Hurt whoever stands on a shaken square."""
    level, hero = game.level, game.hero
    if i == level.at(hero.y, hero.x):
        net = rolled - protection.roll(game, "hurt")
        account = text(
            "The shock: {rolled}. Protection {protection}; {net} gets through.",
            rolled=rolled,
            protection=rolled - net,
            net=net,
        )
        injury.hurt_hero(game, net, by, account)
        if game.state.ended:
            return
        if net > 0:
            inflict(game, "stun", 4 * net)
        elif not skill_rolls.will_save(game, None, hero.derived.counts["resist_stun"]):
            hero.timers.stun = max(0, hero.timers.stun + 4 * net)
        return
    creature = level.creatures[level.occupant.get(i, 0)]
    if creature is not None:
        _shake_creature(game, creature, rolled)


def _shake_creature(game: SilContext, creature: Creature, rolled: int) -> None:
    race = creature_stats.race(game, creature)
    net = max(0, rolled - game.streams.play.roll(*race.protection))
    if injury.hurt_creature(game, creature, net, by_hero=False):
        return
    if "NO_STUN" not in race.flags:
        creature.stun = min(255, creature.stun + 4 * net)
    alertness.set_alertness(game, creature, max(creature.alertness + 10, QUAKE_ALERT))


def _shift(game: SilContext, i: int) -> None:
    """Let the terrain of an empty square give way; what lies there is destroyed."""
    level = game.level
    feature = level.feature[i]
    if terrain.PERMANENT_KIND[feature] or _holds_crown(game, i):
        return
    into = _shifted(game, i, feature)
    if into == feature:
        return
    level.floor.pop(i, None)
    vision.change_terrain(game, i, into)


def _holds_crown(game: SilContext, i: int) -> bool:
    return any(silmarils.is_crown(game.data, item) for item in game.level.floor.get(i, ()))


def _shifted(game: SilContext, i: int, feature: int) -> int:
    """Return what a shaken square becomes (rules: world 7.9)."""
    level, play = game.level, game.streams.play
    chasms = sum(level.feature[i + step] == terrain.CHASM for step in grid.neighbours(level.width))
    opens = level.depth <= LAST_CHASM
    if feature == terrain.CHASM:
        if play.percent(90):
            return feature
        return _of(play.below(10), ((1, terrain.RUBBLE), (7, terrain.GRANITE)), terrain.QUARTZ)
    if feature == terrain.RUBBLE:
        if opens and play.die(32) <= chasms:
            return terrain.CHASM
        return _of(play.below(10), ((4, terrain.FLOOR), (7, terrain.GRANITE)), terrain.QUARTZ)
    if terrain.OPAQUE[feature]:
        return terrain.RUBBLE if play.percent(80) else terrain.FLOOR
    if opens and play.die(8) <= chasms + 1:
        return terrain.CHASM
    return _of(play.below(10), ((4, terrain.RUBBLE), (8, terrain.GRANITE)), terrain.QUARTZ)


def _of(die: int, table: tuple[tuple[int, int], ...], otherwise: int) -> int:
    """Return the first outcome whose bound the die is below."""
    return next((outcome for bound, outcome in table if die < bound), otherwise)
