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
LORD_DELAYS = 6  # turns that the Warden comes later for each fallen lord
WARDEN_ALIVE, WARDEN_SLAIN = 30, 60  # turns after an arrival with the Heart
DRAWS_EVERY = 13  # turns, in which the Heart draws somebody from below


def level_at(game: DelveContext, depth: int) -> DelveLevel:
    """Return a level, made when nobody was there before."""
    level = game.state.levels.get(depth)
    return level if level is not None else make_level(game, depth)


def arrive(game: DelveContext, hero: DelveHero, depth: int, code: int) -> None:
    """Bring a hero to a level, at its stairs of a kind, with the friends near him."""
    friends = [
        each
        for each in (game.level(hero).monsters if hero.depth in game.state.levels else [])
        if each.side == HEROES and gap(each.at, hero.at) <= FRIENDS_FOLLOW
    ]
    if hero.depth in game.state.levels:
        game.take_away(hero)
    level = level_at(game, depth)
    game.occupants(depth)  # as it is before the hero comes
    hero.depth = depth
    if carries_heart(game, hero):
        open_shaft(game, level)
        game.state.warden_in = _warden_waits(game)
    places = [at for at, kind in enumerate(level.ground) if kind == code] or [level.arrival]
    here = nearest_free(game, level, places[0])
    hero.at = here if here is not None else level.arrival
    game.occupants(depth)[hero.at] = hero
    hero.in_view, hero.noticed, hero.weighed = [], [], {}
    interrupt(hero, Stop("level"))
    hero.arrived_at, hero.ambushed = hero.turns, None
    for friend in friends:
        lords.move_to_level(game, friend, level, hero.at)
        if friend.captive:
            _thank(game, friend, hero)
    if depth > hero.deepest:
        hero.deepest = depth
        growth.gain(game, hero, growth.DESCENT_EXPERIENCE * depth)
        theme = game.content.theme_of(depth)
        told = text("{hero:The} comes to level {depth}.", hero=game.the(hero), depth=depth)
        others = (each.deepest for each in game.state.heroes if each is not hero)
        if theme.first == depth and all(deepest < depth for deepest in others):
            told = text(theme.arrival)
        game.tell(told, hero, "arrival", Arrived(SeatRef(hero.seat), depth))
    if lords.is_changed(game, depth, "maps"):
        vision.remember_all(game, hero)
    if carries_heart(game, hero):
        lords.come_for_heart(game, hero)
    vision.look_around(game, hero)


def _thank(game: DelveContext, friend: DelveMonster, hero: DelveHero) -> None:
    """Let a captive who was led to another level thank the hero."""
    friend.captive = False
    deeds = game.state.deeds
    deeds["freed"] = deeds.get("freed", 0) + 1
    told = text(
        "{friend:The} is out of prison, and thanks {hero:the}.",
        friend=game.the(friend),
        hero=game.the(hero),
    )
    game.tell(told, hero, "place")
    growth.gain(game, hero, LED_EXPERIENCE * hero.depth)


def fall(game: DelveContext, who: DelveCreature) -> None:
    """Let a hero fall to the level below, and anybody else out of the game."""
    if who.fallen:
        return
    if isinstance(who, DelveMonster):
        game.level(who).monsters.remove(who)
        game.take_away(who)
        who.fallen = True
    elif isinstance(who, DelveHero):
        at = who.at
        arrive(game, who, who.depth + 1, terrain.STAIRS_UP)
        game.put(who, _landing(game, who, at))
        vision.look_around(game, who)
        hurt = game.dice.roll(*game.content.ground.fall)
        told = text("{hero:The} falls for {damage}.", hero=game.the(who), damage=hurt)
        game.tell(told, who, "terrain", Hurt(SeatRef(who.seat), hurt, "fall"))
        harm(game, who, hurt, "", None, cause=text("a fall"))


def _landing(game: DelveContext, hero: DelveHero, at: int) -> int:
    """Return the bare square nearest below a hole; the hero's own when there is none."""
    level = game.level(hero)
    bare = [square for square, code in enumerate(level.ground) if code in terrain.BARE]
    free = [square for square in bare if game.is_open(level, square)]
    return min(free, key=lambda square: (gap(square, at), square), default=hero.at)


def descend(game: DelveContext, hero: DelveHero) -> None:
    """Take the stairs down."""
    game.tell_of("{hero:The} goes down.", "stairs", hero=hero)
    arrive(game, hero, hero.depth + 1, terrain.STAIRS_UP)


def ascend(game: DelveContext, hero: DelveHero) -> None:
    """Take the stairs up, or the shaft, which comes out at the stairs down of its upper end; from
    the first level, out."""
    target = hero.depth - (SHAFT_RISE if game.ground(hero) == terrain.SHAFT else 1)
    if target < 1:
        leave(game, hero)
        return
    game.tell_of("{hero:The} goes up.", "stairs", hero=hero)
    arrive(game, hero, target, terrain.STAIRS_DOWN)


def leave(game: DelveContext, hero: DelveHero) -> None:
    """Let a hero leave the Delve; with the Heart, everybody has won."""
    hero.escaped = True
    interrupt(hero, Stop("over"))
    game.tell_of("{hero:The} leaves the Delve.", "stairs", hero=hero)
    if carries_heart(game, hero):
        endings.end(game, "escaped")
    game.take_away(hero)


def take_heart(game: DelveContext, hero: DelveHero) -> None:
    """Let the Delve answer to the taking of the Heart."""
    hero.used[f"item {game.content.heart}"] = 1
    if not game.state.heart_taken:
        game.state.heart_taken = True
        line = "The drum stops, and begins again in {hero:the}'s hands. Stone cracks above."
        game.tell(text(line, hero=game.the(hero)), hero, "heart")
    game.state.warden_in = _warden_waits(game)
    open_shaft(game, game.level(hero))


def _warden_waits(game: DelveContext) -> int:
    """Return the turns until the Warden comes: more for each lord who has fallen."""
    turns = WARDEN_SLAIN if game.state.warden_dead else WARDEN_ALIVE
    return turns + LORD_DELAYS * len(game.state.lords)


def open_shaft(game: DelveContext, level: DelveLevel) -> None:
    """Open the shaft of a level beside its stairs, where there is to be one."""
    if level.depth not in SHAFT_LEVELS or terrain.SHAFT in level.ground:
        return
    start = level.up[0]
    for at in sorted(
        (at for at, code in enumerate(level.ground) if code in terrain.BARE),
        key=lambda at: (abs(at // WIDTH - start // WIDTH) + abs(at % WIDTH - start % WIDTH), at),
    ):
        if not level.items.get(at):
            game.set_ground(level, at, terrain.SHAFT)
            return


def warden_round(game: DelveContext) -> None:
    """Let the Warden come after whoever carries the Heart."""
    state = game.state
    carrier = next((hero for hero in game.heroes() if carries_heart(game, hero)), None)
    if carrier is None:
        return
    lords.beat(game, carrier)
    if game.level(carrier).turns % DRAWS_EVERY == 0:
        add_hunter(game, game.level(carrier), DEEPEST - 1)
    if not state.warden_in:
        return
    state.warden_in -= 1
    if state.warden_in:
        return
    level = game.level(carrier)
    for other in state.levels.values():
        for monster in [each for each in other.monsters if each.kind == game.content.warden]:
            if other is level:
                monster.asleep, monster.goal, monster.hunting = False, carrier.at, 60
                return
            other.monsters.remove(monster)
            game.take_away(monster)
    place = nearest_free(game, level, level.up[0])
    if place is None:
        return
    warden = add_monster(game, level.depth, game.content.warden, place)
    warden.goal, warden.hunting = carrier.at, 60
    state.warden_dead = False
    game.tell(text("The Warden has come for the Heart."), None, "warden")


def check_end(game: DelveContext) -> None:
    """End the game when no hero is left in the Delve."""
    state = game.state
    if state.ended or game.heroes() or any(not hero.class_name for hero in state.heroes):
        return
    endings.end(game, "left" if any(hero.escaped for hero in state.heroes) else "dead")
