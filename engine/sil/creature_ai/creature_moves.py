"""A creature enters a square, or tries: the hero, doors, rock, and others in the way
(rules: monsters 12.2, 12.3)."""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import SIGHT
from engine.contract.facts import Noticed
from engine.contract.texts import Text, text
from engine.contract.view import Mark
from engine.sil.combat import attacks, step_attacks
from engine.sil.creature_ai import allies, goals
from engine.sil.creatures import creature_names, creature_stats, placement, senses
from engine.sil.creatures.situation import Situation, can_exist
from engine.sil.data.timers import KNOCKED_OUT
from engine.sil.dungeon import traps
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import noise, race_lore, visibility, vision

STEP_NOISE, DOOR_NOISE, DIG_NOISE = 5, 10, 15  # what Listen makes of it
HEARD_WITHIN = 20


def enter(s: Situation, i: int) -> None:
    """Carry out a step into a neighbouring square, whose chance was rolled already."""
    if "HIDDEN_MOVE" in s.flags and goals.is_watched(s, i):
        race_lore.learn(s.game, s.creature, "HIDDEN_MOVE")
        return
    if i == s.hero:
        _meet_hero(s)
        return
    feature = s.level.feature[i]
    passes = bool(s.flags & {"PASS_DOOR", "PASS_WALL"}) and not terrain.WARDED[feature]
    if terrain.SHUT_DOOR[feature] and not passes:
        if not _door(s, i, feature):
            return
    elif terrain.ROCK[feature] and "PASS_WALL" not in s.flags:
        _dig(s, i, feature)
        return
    _move(s, i)


# ---------------------------------------------------------------- the hero


def _meet_hero(s: Situation) -> None:
    c, game = s.creature, s.game
    if c.alertness < 0:
        c.alertness = s.play.below(6)
        if game.known(c).visible:
            change = text("{who:the} notices you", who=creature_names.name(game, c))
            by, at = creature_names.ref(game, c), (c.y, c.x)
            noticed = Noticed(by) if by else None
            tell(game, text("{change:The}.", change=change), "noticed", at=at, fact=noticed)
            disturb(game, change, "noticed", flagged=True, at=at, by=by)
        return
    if game.world.truce or "NEVER_BLOW" in s.flags:
        return
    if "EXCHANGE_PLACES" in s.flags and s.play.one_in(4) and _may_exchange(s):
        if not game.hero.derived.counts["stand_fast"]:
            _exchange(s)
        return
    attacks.attack_hero(game, c)


def _may_exchange(s: Situation) -> bool:
    """Return whether at least as many of its side stand about it as about the hero, itself counted
    among the latter (rules: monsters 12.3 step 2)."""
    c, hero = s.creature, s.game.hero
    return goals.crowd(s, c.y, c.x) >= goals.crowd(s, hero.y, hero.x)


def _exchange(s: Situation) -> None:
    """It slips past the hero, into his place (Cat warriors); he may strike at it there."""

    game, c, hero, level = s.game, s.creature, s.game.hero, s.level
    if game.known(c).visible:
        tell(
            game,
            text("{who:The} exchanges places with you.", who=creature_names.name(game, c)),
            "blow",
            at=(c.y, c.x),
        )
    disturb(game, text("exchanged places"), "attacked", flagged=True)
    race_lore.learn(game, c, "EXCHANGE_PLACES")
    level.occupant.pop(level.at(c.y, c.x), None)
    c.y, c.x, hero.y, hero.x = hero.y, hero.x, c.y, c.x
    level.occupant[level.at(c.y, c.x)] = c.slot
    noise.make_step_noise(game, c, STEP_NOISE)
    vision.update(game)
    timers = hero.timers
    if not (timers.afraid or timers.entranced or timers.stun > KNOCKED_OUT):
        attacks.single(game, c, "opportunist", compass.keypad_of(c.y - hero.y, c.x - hero.x))
    if not game.state.ended:
        traps.enter(game)


# ---------------------------------------------------------------- doors and rock


def _door(s: Situation, i: int, feature: int) -> bool:
    """Deal with a closed door; whether the way is free and the creature goes through."""
    game, c = s.game, s.creature
    entry = s.entry(i)
    if terrain.WARDED[feature] and (game.known(c).visible or s.game.knowledge.seen[i]):
        tell(game, text("A ward of power flares and breaks."), "door", at=s.place(i))
    if entry.bashes:
        race_lore.learn(game, c, "BASH_DOOR")
        noise.make_noise(game, c, DOOR_NOISE)
        broken = s.play.one_in(2)
        _hear(s, i, text("a door bursts open"), loud=True)
        _change(s, i, terrain.BROKEN_DOOR if broken else terrain.OPEN_DOOR)
        return True
    if feature != terrain.CLOSED_DOOR:
        race_lore.learn(game, c, "UNLOCK_DOOR")
        _hear(s, i, text("a door unlocks"))
        _change(s, i, terrain.CLOSED_DOOR)
        return False
    race_lore.learn(game, c, "OPEN_DOOR")
    _hear(s, i, text("a door opens"))
    _change(s, i, terrain.OPEN_DOOR)
    return s.play.one_in(5)


def _hear(s: Situation, i: int, change: Text, *, loud: bool = False) -> None:
    game = s.game
    if s.game.knowledge.seen[i]:
        tell(game, text("{change:The}.", change=change), "door", at=s.place(i))
        disturb(game, change, "heard", at=s.place(i))
    elif loud and game.knowledge.noise[i] <= HEARD_WITHIN:
        tell(game, text("You hear a door burst open!"), "door")
        disturb(game, text("a door bursts open"), "heard")


def _dig(s: Situation, i: int, feature: int) -> None:
    """Turn rubble to floor and rock to rubble; the tunneller stays where it is."""
    game, c = s.game, s.creature
    race_lore.learn(game, c, "TUNNEL_WALL")
    noise.make_noise(game, c, DIG_NOISE)
    if game.knowledge.noise[s.here] <= HEARD_WITHIN and not s.game.knowledge.seen[i]:
        tell(game, text("You hear stone grinding."), "door")
        disturb(game, text("something digs nearby"), "heard")
    _change(s, i, terrain.FLOOR if feature == terrain.RUBBLE else terrain.RUBBLE)


def _change(s: Situation, i: int, feature: int) -> None:
    game = s.game
    vision.change_terrain(game, i, feature)
    if s.game.knowledge.view[i]:
        game.state.marks.append(Mark("changed", *s.place(i)))
        vision.update(game)


# ---------------------------------------------------------------- moving


def _move(s: Situation, i: int) -> None:
    game, c, level = s.game, s.creature, s.level
    slot = level.occupant.get(i)
    other = None if slot is None else level.creatures[slot]
    if other is not None and (c.confused or not _make_room(s, other, i)):
        return
    y, x = s.place(i)
    if other is None and not _reactions_before(s, y, x):
        return
    old = s.here
    keypad = compass.keypad_of(y - c.y, x - c.x)
    from_y, from_x = c.y, c.x
    if other is not None and (other.y, other.x) == (y, x):
        level.occupant[level.at(from_y, from_x)] = other.slot
        other.y, other.x = from_y, from_x
        c.y, c.x = y, x
        level.occupant[i] = c.slot
        _displaced(game, other)
    else:
        placement.relocate(game, c, y, x)
    c.last_moves[0] = 0 if other is not None else keypad
    noise.make_step_noise(game, c, STEP_NOISE)
    if level.feature[i] == terrain.GLYPH:
        _change(s, i, terrain.FLOOR)
        if game.knowledge.seen[i]:
            tell(
                game,
                text("{who:The} breaks the glyph of warding.", who=creature_names.name(game, c)),
                "door",
                at=(y, x),
            )
    see_moved(game, c)
    step_attacks.foe_arrives(game, c, from_y, from_x)
    if game.state.ended or level.creatures[c.slot] is not c:
        return
    if c.alertness >= 0:
        allies.find_trail(game, c, old)
    _take_items(s, i)


def see_moved(game: SilContext, creature: Creature) -> None:
    """A creature is somewhere else: whether the hero sees it, by the light last drawn. Its own
    light is drawn when all have acted (rules: monsters 9.1)."""
    race = game.data.monsters[creature.race]
    if race.light and senses.away(game, creature) < SIGHT + abs(race.light):
        game.state.view_due = True
    visibility.update(game, creature)


def _reactions_before(s: Situation, y: int, x: int) -> bool:
    """Blows on the way: its own at the hero it passes, and the hero's at it. False if that
    ended the step."""
    c, game = s.creature, s.game
    near = senses.adjacent(game, c.y, c.x)
    passes = near and senses.adjacent(game, y, x)
    if passes and "FLANKING" in s.flags and creature_stats.ready(game, c):
        race_lore.learn(game, c, "FLANKING")
        attacks.attack_hero(game, c)
        if game.state.ended or s.level.creatures[c.slot] is not c:
            return False
    return not near or step_attacks.foe_leaves(game, c, y, x)


def _make_room(s: Situation, other: Creature, i: int) -> bool:
    """Let the creature in the way change places, or shove it on; false if it can do neither."""
    game, level = s.game, s.level
    slot = level.occupant.pop(s.here)
    fits = can_exist(game, other, s.here)
    level.occupant[s.here] = slot
    if fits:
        return True
    y, x = s.place(i)
    behind = compass.keypad_of(y - s.creature.y, x - s.creature.x)
    side = 1 if s.play.one_in(2) else -1
    for eighths in (0, side, -side, 2 * side, -2 * side, 3 * side, -3 * side):
        dy, dx = compass.OFFSETS[compass.turned(behind, eighths)]
        if can_exist(game, other, level.at(y + dy, x + dx)):
            placement.relocate(game, other, y + dy, x + dx)
            _displaced(game, other)
            return True
    return False


def _displaced(game: SilContext, other: Creature) -> None:
    other.last_moves[0] = 0
    creature_stats.mark(other, "pushed")
    see_moved(game, other)


def _take_items(s: Situation, i: int) -> None:
    """Thieves of the floor take what is neither cursed nor worthless."""
    heap = s.level.floor.get(i)
    if not heap or "TAKE_ITEM" not in s.flags:
        return
    taken = [item for item in heap if not item.cursed and not item.broken]
    if not taken:
        return
    s.creature.carried += taken
    left = [item for item in heap if item not in taken]
    if left:
        s.level.floor[i] = left
    else:
        del s.level.floor[i]
    race_lore.learn(s.game, s.creature, "TAKE_ITEM")
    if s.game.known(s.creature).visible:
        tell(
            s.game,
            text("{who:The} picks something up.", who=creature_names.name(s.game, s.creature)),
            at=s.place(i),
        )
