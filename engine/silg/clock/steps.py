"""Steps of heroes and creatures when they fall due, with the free attacks they bring (rules: silg
2)."""

from __future__ import annotations

from engine.common import compass
from engine.sil.combat import attacks
from engine.sil.combat.strikes import AttackForm
from engine.sil.creatures import alertness, creature_stats, placement
from engine.sil.creatures.situation import Situation
from engine.sil.dungeon import doors, traps
from engine.sil.effects import falling_creatures
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.sil.movement import leaps
from engine.sil.perception import vision
from engine.silg.combat import blows
from engine.silg.combat.attack_reports import tell_death
from engine.silg.context import SOMEBODY, SilGContext
from engine.silg.wording import text

OVERBURDENED = text("The burden is too heavy to take a step.")


def beside(y1: int, x1: int, y2: int, x2: int) -> bool:
    """Return whether two squares touch."""
    return max(abs(y1 - y2), abs(x1 - x2)) == 1


# ---------------------------------------------------------------- heroes


def step_hero(game: SilGContext, seat: int, direction: str) -> bool:
    """Let a hero take a step that has fallen due; whether they have moved.

    What stands in the way costs the time all the same (K6).
    """
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    level, name = hero_game.level, game.hero_name(seat)
    dy, dx = compass.DIRECTIONS[direction]
    y, x = hero.y + dy, hero.x + dx
    square = level.at(y, x)
    if derived.is_overburdened(hero):
        game.tell(OVERBURDENED, (seat,))
        return False
    if (other := game.seat_at((y, x))) is not None:
        game.tell(
            text(
                "{hero} cannot pass: {other} is in the way.", hero=name, other=game.hero_name(other)
            )
        )
        return False
    creature = level.creature_at(y, x)
    if creature is not None:
        _bump_into(game, seat, creature)
        return False
    feature = level.feature[square]
    if leaps.form(hero_game, compass.KEYPAD[direction]) == "leap":
        return _leap(game, seat, compass.KEYPAD[direction])
    if terrain.KNOWN_DOOR[feature] and hero_game.knowledge.mark[square]:
        doors.open_door(hero_game, y, x)
        game.overhear(seat)
        game.tell(text("{hero} is busy with a door.", hero=name), None, "door")
        return False
    if terrain.OPAQUE[feature]:
        hero_game.knowledge.mark[square] = 1
        game.tell(text("Something solid is in the way."), (seat,))
        return False
    if not traps.break_free(hero_game):
        game.overhear(seat)
        game.tell(text("{hero} struggles and stays where they are.", hero=name))
        return False
    return _walk(game, seat, y, x, compass.KEYPAD[direction])


def _bump_into(game: SilGContext, seat: int, creature: Creature) -> None:
    """Let a hero walk into somebody whom they did not see; both notice (K6)."""
    name, key = game.hero_name(seat), f"c{creature.slot}"
    whom = game.name(key) if game.seers(key) else SOMEBODY
    game.hero_game(seat).learn(creature).detected = 2
    alertness.make_alert(game.hero_game(seat), creature)
    game.overhear(seat, ("noticed",))
    game.tell(text("{hero} finds {who:the} in the way.", hero=name, who=whom))


def _leap(game: SilGContext, seat: int, keypad: int) -> bool:
    """Let a hero leap over a hazard and land, or drop onto it where the way beyond is barred: both
    halves of a leap, a standard action and a louder one (rules: silg 4, "Stealth")."""
    hero_game, hero, level = game.hero_game(seat), game.hero(seat), game.state.sil.level
    dy, dx = compass.OFFSETS[keypad]
    over, beyond = (hero.y + dy, hero.x + dx), (hero.y + 2 * dy, hero.x + 2 * dx)
    if not _sets_out(game, seat, *over, keypad):
        return False
    hero.stealth_score -= leaps.LANDING_NOISE
    taken = level.creature_at(*beyond) is not None or game.seat_at(beyond) is not None
    barred = taken or bool(terrain.OPAQUE[level.feature[level.at(*beyond)]])
    hero.y, hero.x = over if barred else beyond
    game.tell(text("{hero} leaps.", hero=game.hero_name(seat)), None, "step")
    vision.update(hero_game)
    arrive(game, seat)
    return True


def _sets_out(game: SilGContext, seat: int, y: int, x: int, keypad: int) -> bool:
    """Let a hero leave their square for (y, x), and enemies strike at that; return whether the hero
    still can go."""
    hero = game.hero(seat)
    place = hero.y, hero.x
    action_costs.spend(game.hero_game(seat), keypad)
    _provoke(game, seat, y, x)
    return seat in game.heroes and (hero.y, hero.x) == place


def _walk(game: SilGContext, seat: int, y: int, x: int, keypad: int) -> bool:
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    if not _sets_out(game, seat, y, x, keypad):
        return False
    hero.y, hero.x = y, x
    hero_game.knowledge.walked[hero_game.level.at(y, x)] = 1
    vision.update(hero_game)
    arrive(game, seat)
    return True


def _provoke(game: SilGContext, seat: int, y: int, x: int) -> None:
    """Let enemies strike freely at a hero who leaves, or stays, within their reach."""
    hero = game.hero(seat)
    for creature in game.creatures:
        if not creature_stats.adjacent(hero, creature):
            continue
        if game.is_ally(f"c{creature.slot}"):
            continue
        stays = beside(y, x, creature.y, creature.x)
        flag = "ZONE_OF_CONTROL" if stays else "OPPORTUNIST"
        hero_game = game.hero_game(seat)
        if creature_stats.ready(hero_game, creature) and creature_stats.has(
            hero_game, creature, flag
        ):
            blows.strike_hero_freely(game, creature, seat)
            if seat not in game.heroes:
                return


def arrive(game: SilGContext, seat: int) -> None:
    """Let a hero meet what lies on their square, and last what lies in wait."""
    hero_game, hero, level = game.hero_game(seat), game.hero(seat), game.state.sil.level
    square = level.at(hero.y, hero.x)
    feature = level.feature[square]
    if terrain.STAIR[feature] or terrain.FORGES[feature]:
        hero_game.knowledge.mark[square] = 1
    heap = level.floor.get(square, [])
    if heap:
        for item in heap:
            hero_game.notice(item)
        game.tell(item_handles.heap_words(hero_game, heap), (seat,), "found")
    if terrain.TRAP[feature] or feature == terrain.CHASM:
        _spring(game, seat)


def _spring(game: SilGContext, seat: int) -> None:
    hero_game, sil = game.hero_game(seat), game.state.sil
    name = game.hero_name(seat)
    traps.enter(hero_game)
    fell = sil.leaving
    sil.leaving, sil.destination, sil.arrive_by = "", 0, 0
    game.overhear(seat, ("death",))
    game.tell(text("{hero} has set off a trap.", hero=name), None, "trap")
    tell_death(game, seat)
    if fell and seat in game.heroes:
        game.tell_gm(text("{hero} falls to the level below: make it, or lift them out.", hero=name))


# ---------------------------------------------------------------- creatures


def step_creature(game: SilGContext, creature: Creature, seat: int, square: int) -> bool:
    """Let a creature enter a neighbouring square that has fallen due; whether it has moved.

    `seat`: the hero whom it has to do with.
    """
    hero_game, level = game.hero_game(seat), game.state.sil.level
    y, x = level.place(square)
    s = Situation(hero_game, creature)
    if game.seat_at((y, x)) is not None:
        return _meets_hero(game, creature, (y, x))
    if level.occupant.get(square) is not None:
        return _changes_places(game, s, square)
    feature = level.feature[square]
    passes = bool(s.flags & {"PASS_DOOR", "PASS_WALL"}) and not terrain.WARDED[feature]
    if terrain.SHUT_DOOR[feature] and not passes:
        return _opens(game, s, square)
    if terrain.ROCK[feature] and "PASS_WALL" not in s.flags:
        _digs(game, s, square)
        return False
    if not _is_let_go(game, creature, y, x):
        return False
    _put(game, creature, y, x)
    return True


def _meets_hero(game: SilGContext, creature: Creature, place: tuple[int, int]) -> bool:
    """Let a creature find a hero in its way: the unwary notice at once."""
    seat = game.seat_at(place)
    if seat is not None and creature.alertness < 0:
        alertness.make_alert(game.hero_game(seat), creature)
        creature.skip_turn = False
        game.overhear(seat, ("noticed",))
        key = f"c{creature.slot}"
        game.tell(
            text("{who:The} walks into {hero}.", who=game.name(key), hero=game.hero_name(seat)),
            game.audience_of(key),
            "noticed",
        )
    return False


def _changes_places(game: SilGContext, s: Situation, square: int) -> bool:
    level, creature = game.state.sil.level, s.creature
    other = level.creatures[level.occupant[square]]
    if other is None or not s.play.percent(s.chance(square)) or s.creature.confused:
        return False
    here = creature.y, creature.x
    level.occupant[level.at(*here)], level.occupant[square] = other.slot, creature.slot
    creature.y, creature.x, other.y, other.x = other.y, other.x, *here
    return True


def _opens(game: SilGContext, s: Situation, square: int) -> bool:
    """Let a creature open or break a door; it goes through only if it breaks it."""
    entry, level = s.entry(square), game.state.sil.level
    if not s.play.percent(entry.percent):
        return False
    feature = level.feature[square]
    broken = bool(entry.bashes)
    if broken:
        opened = terrain.BROKEN_DOOR
    else:
        opened = terrain.OPEN_DOOR if feature == terrain.CLOSED_DOOR else terrain.CLOSED_DOOR
    vision.change_terrain(s.game, square, opened)
    seen = [n for n in game.heroes if game.hero(n).knowledge.seen[square]]
    heard = [n for n in game.heroes if game.hero(n).knowledge.noise[square] <= 20]
    if seen:
        game.tell(text("A door bursts open!") if broken else text("A door opens."), None, "door")
    elif broken and heard:
        game.tell(text("A door bursts open somewhere!"), None, "door")
    else:
        game.tell_gm(text("{who:The} opens a door.", who=game.name(f"c{s.creature.slot}")))
    if broken:
        _put(game, s.creature, *level.place(square))
    return broken


def _digs(game: SilGContext, s: Situation, square: int) -> None:
    level = game.state.sil.level
    feature = level.feature[square]
    if s.flags & {"TUNNEL_WALL", "KILL_WALL"} and feature != terrain.PERMANENT:
        rubble = feature == terrain.RUBBLE
        vision.change_terrain(s.game, square, terrain.FLOOR if rubble else terrain.RUBBLE)
        game.tell_gm(text("{who:The} digs.", who=game.name(f"c{s.creature.slot}")))


def _is_let_go(game: SilGContext, creature: Creature, y: int, x: int) -> bool:
    """Let heroes beside a creature that goes strike freely; whether it still can go."""
    key, here = f"c{creature.slot}", (creature.y, creature.x)
    for seat in game.heroes:
        hero_game, hero = game.hero_game(seat), game.hero(seat)
        if game.is_ally(key) or not creature_stats.adjacent(hero, creature):
            continue
        stays = beside(hero.y, hero.x, y, x)
        ability = ab.ZONE_OF_CONTROL if stays else ab.OPPORTUNIST
        if hero.active(ability) and attacks.may_strike_freely(hero_game, creature):
            kind: AttackForm = "zone of control" if stays else "opportunist"
            blows.strike_freely(game, seat, creature, kind)
            if game.creature(key) is not creature or (creature.y, creature.x) != here:
                return False
    return True


def _put(game: SilGContext, creature: Creature, y: int, x: int) -> None:
    hero_game, level = game.level_game, game.state.sil.level
    keypad = compass.keypad_of(y - creature.y, x - creature.x)
    placement.relocate(hero_game, creature, y, x)
    creature.last_moves = [keypad, *creature.last_moves[:5]]
    flies = "FLYING" in game.data.monsters[creature.race].flags
    if level.feature[level.at(y, x)] == terrain.CHASM and not flies:
        falling_creatures.fall(hero_game, creature)
        game.overhear(hero_game.hero.number)
