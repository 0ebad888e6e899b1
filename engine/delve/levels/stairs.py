"""Going from level to level, the Heart, the Warden, and the ways out."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.facts import Arrived, Hurt, SeatRef
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat.damage import harm, nearest_free
from engine.delve.combat.melee_effects import add_monster
from engine.delve.hero.hunger import carries_heart
from engine.delve.levels import lords
from engine.delve.levels.level_generation import add_hunter, make_level
from engine.delve.rules import endings, growth, vision
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.interruption import interrupt
from engine.delve.state import (
    DEEPEST,
    HEROES,
    WIDTH,
    DelveCreature,
    DelveHero,
    DelveLevel,
    DelveMonster,
)

SHAFT_LEVELS = (26, 21, 16, 11, 6, 1)
SHAFT_RISE = 5
FRIENDS_FOLLOW = 2  # squares
LED_EXPERIENCE = 12  # for each level of depth
FALL = (2, 6)  # dice of damage
LORD_DELAYS = 6  # turns that the Warden comes later for each fallen lord
WARDEN_ALIVE, WARDEN_SLAIN = 30, 60  # turns after an arrival with the Heart
DRAWS_EVERY = 10  # turns, in which the Heart draws somebody from below


def level_at(world: DelveContext, depth: int) -> DelveLevel:
    """Return a level, made when nobody was there before."""
    level = world.game.levels.get(depth)
    return level if level is not None else make_level(world, depth)


def arrive(world: DelveContext, hero: DelveHero, depth: int, code: int) -> None:
    """Bring a hero to a level, at its stairs of a kind, with the friends near him."""
    friends = [
        each
        for each in (world.level(hero).monsters if hero.depth in world.game.levels else [])
        if each.side == HEROES and gap(each.at, hero.at) <= FRIENDS_FOLLOW
    ]
    if hero.depth in world.game.levels:
        world.take_away(hero)
    level = level_at(world, depth)
    world.occupants(depth)  # as it is before the hero comes
    hero.depth = depth
    if carries_heart(world, hero):
        open_shaft(world, level)
        world.game.warden_in = _warden_waits(world)
    places = [at for at, kind in enumerate(level.ground) if kind == code] or [level.arrival]
    here = nearest_free(world, level, places[0])
    hero.at = here if here is not None else level.arrival
    world.occupants(depth)[hero.at] = hero
    hero.in_view, hero.noticed, hero.weighed = [], [], {}
    interrupt(hero, Stop("level"))
    hero.arrived_at, hero.ambushed = hero.turns, None
    for friend in friends:
        lords.move_to_level(world, friend, level, hero.at)
        if friend.captive:
            _thank(world, friend, hero)
    if depth > hero.deepest:
        hero.deepest = depth
        growth.gain(world, hero, growth.DESCENT_EXPERIENCE * depth)
        theme = world.content.theme_of(depth)
        told = text("{hero:The} comes to level {depth}.", hero=world.the(hero), depth=depth)
        others = (each.deepest for each in world.game.heroes if each is not hero)
        if theme.first == depth and all(deepest < depth for deepest in others):
            told = text(theme.arrival)
        world.tell(told, hero, "arrival", Arrived(SeatRef(hero.seat), depth))
    if lords.is_changed(world, depth, "maps"):
        vision.remember_all(world, hero)
    if carries_heart(world, hero):
        lords.come_for_heart(world, hero)
    vision.look_around(world, hero)


def _thank(world: DelveContext, friend: DelveMonster, hero: DelveHero) -> None:
    """Let a captive who was led to another level thank the hero."""
    friend.captive = False
    deeds = world.game.deeds
    deeds["freed"] = deeds.get("freed", 0) + 1
    told = text(
        "{friend:The} is out of prison, and thanks {hero:the}.",
        friend=world.the(friend),
        hero=world.the(hero),
    )
    world.tell(told, hero, "place")
    growth.gain(world, hero, LED_EXPERIENCE * hero.depth)


def fall(world: DelveContext, who: DelveCreature) -> None:
    """Let a hero fall to the level below, and anybody else out of the game."""
    if who.fallen:
        return
    if isinstance(who, DelveMonster):
        world.level(who).monsters.remove(who)
        world.take_away(who)
        who.fallen = True
    elif isinstance(who, DelveHero):
        at = who.at
        arrive(world, who, who.depth + 1, terrain.STAIRS_UP)
        world.put(who, _landing(world, who, at))
        vision.look_around(world, who)
        hurt = world.dice.roll(*FALL)
        told = text("{hero:The} falls for {damage}.", hero=world.the(who), damage=hurt)
        world.tell(told, who, "terrain", Hurt(SeatRef(who.seat), hurt, "fall"))
        harm(world, who, hurt, "", None, cause=text("a fall"))


def _landing(world: DelveContext, hero: DelveHero, at: int) -> int:
    """Return the bare square nearest below a hole; the hero's own when there is none."""
    level = world.level(hero)
    bare = [square for square, code in enumerate(level.ground) if code in terrain.BARE]
    free = [square for square in bare if world.is_open(level, square)]
    return min(free, key=lambda square: (gap(square, at), square), default=hero.at)


def descend(world: DelveContext, hero: DelveHero) -> None:
    """Take the stairs down."""
    world.tell_of("{hero:The} goes down.", "stairs", hero=hero)
    arrive(world, hero, hero.depth + 1, terrain.STAIRS_UP)


def ascend(world: DelveContext, hero: DelveHero) -> None:
    """Take the stairs up, or the shaft, which comes out at the stairs down of its upper end; from
    the first level, out."""
    target = hero.depth - (SHAFT_RISE if world.ground(hero) == terrain.SHAFT else 1)
    if target < 1:
        leave(world, hero)
        return
    world.tell_of("{hero:The} goes up.", "stairs", hero=hero)
    arrive(world, hero, target, terrain.STAIRS_DOWN)


def leave(world: DelveContext, hero: DelveHero) -> None:
    """Let a hero leave the Delve; with the Heart, everybody has won."""
    hero.escaped = True
    interrupt(hero, Stop("over"))
    world.tell_of("{hero:The} leaves the Delve.", "stairs", hero=hero)
    if carries_heart(world, hero):
        endings.end(world, "escaped")
    world.take_away(hero)


def take_heart(world: DelveContext, hero: DelveHero) -> None:
    """Let the Delve answer to the taking of the Heart."""
    hero.used[f"item {world.content.heart}"] = 1
    if not world.game.heart_taken:
        world.game.heart_taken = True
        line = "The drum stops, and begins again in {hero:the}'s hands. Stone cracks above."
        world.tell(text(line, hero=world.the(hero)), hero, "heart")
    world.game.warden_in = _warden_waits(world)
    open_shaft(world, world.level(hero))


def _warden_waits(world: DelveContext) -> int:
    """Return the turns until the Warden comes: more for each lord who has fallen."""
    turns = WARDEN_SLAIN if world.game.warden_dead else WARDEN_ALIVE
    return turns + LORD_DELAYS * len(world.game.lords)


def open_shaft(world: DelveContext, level: DelveLevel) -> None:
    """Open the shaft of a level beside its stairs, where there is to be one."""
    if level.depth not in SHAFT_LEVELS or terrain.SHAFT in level.ground:
        return
    start = level.up[0]
    for at in sorted(
        (at for at, code in enumerate(level.ground) if code in terrain.BARE),
        key=lambda at: (abs(at // WIDTH - start // WIDTH) + abs(at % WIDTH - start % WIDTH), at),
    ):
        if not level.items.get(at):
            world.set_ground(level, at, terrain.SHAFT)
            return


def warden_round(world: DelveContext) -> None:
    """Let the Warden come after whoever carries the Heart."""
    game = world.game
    carrier = next((hero for hero in world.heroes() if carries_heart(world, hero)), None)
    if carrier is None:
        return
    lords.beat(world, carrier)
    if world.level(carrier).turns % DRAWS_EVERY == 0:
        add_hunter(world, world.level(carrier), DEEPEST - 1)
    if not game.warden_in:
        return
    game.warden_in -= 1
    if game.warden_in:
        return
    level = world.level(carrier)
    for other in game.levels.values():
        for monster in [each for each in other.monsters if each.kind == world.content.warden]:
            if other is level:
                monster.asleep, monster.goal, monster.hunting = False, carrier.at, 60
                return
            other.monsters.remove(monster)
            world.take_away(monster)
    place = nearest_free(world, level, level.up[0])
    if place is None:
        return
    warden = add_monster(world, level.depth, world.content.warden, place)
    warden.goal, warden.hunting = carrier.at, 60
    game.warden_dead = False
    world.tell(text("The Warden has come for the Heart."), None, "warden")


def check_end(world: DelveContext) -> None:
    """End the game when no hero is left in the Delve."""
    game = world.game
    if game.ended or world.heroes() or any(not hero.class_name for hero in game.heroes):
        return
    endings.end(world, "left" if any(hero.escaped for hero in game.heroes) else "dead")
