"""Steps, and what the ground does to those who walk on it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.common import flood
from engine.common.effects import EffectFunctions
from engine.common.plans import Stop
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm, spend, wake
from engine.delve.combat.melee import cut_web, strike
from engine.delve.data.kinds import TerrainKind, Trait
from engine.delve.ground import collapse, fire, ground_harm
from engine.delve.rules import inventory
from engine.delve.rules.context import STEPS, DelveContext, gap, side_of
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.sheet_values import floats, force_of_blow, has_ability
from engine.delve.state import WIDTH, DelveCreature, DelveHero, DelveItem, DelveLevel, DelveMonster

TrapEffect = Callable[[DelveContext, DelveHero, TerrainKind, Trait], None]
TRAP_EFFECTS = EffectFunctions[TrapEffect]()


def stray(game: DelveContext, who: DelveCreature, direction: str) -> str:
    """Return the direction that a creature goes: half of the time a random one when confused."""
    if "confused" in who.statuses and game.dice.one_in(2):
        return game.dice.choose(sorted(STEPS))
    return direction


def aim_share(who: DelveCreature) -> Fraction:
    """Return the probability that `stray` gives the direction that was meant."""
    return (
        Fraction(1, 2) + Fraction(1, 2 * len(STEPS)) if "confused" in who.statuses else Fraction(1)
    )


def walk(game: DelveContext, hero: DelveHero, direction: str) -> None:
    """Take a step, strike who is there, open a door, cut a web, or dig with the right tool."""
    level = game.level(hero)
    at = hero.at + STEPS[stray(game, hero, direction)]
    other = game.at(hero.depth, at)
    if other is not None:
        _meet(game, hero, other)
        return
    if "webbed" in hero.statuses:
        cut_web(game, hero)
        return
    if "frozen" in hero.statuses:
        game.tell_of("{hero:The} cannot move.", hero=hero)
        return
    code = level.ground[at]
    if code == terrain.DOOR:
        game.set_ground(level, at, terrain.OPEN_DOOR)
        game.tell_of("{hero:The} opens the door.", hero=hero)
    elif code == terrain.LOCKED_DOOR:
        bash_door(game, hero, at)
    elif code == terrain.PLATE:
        press_plate(game, hero, at)
    elif can_dig(game, hero, code):
        dig(game, hero, at)
    elif code in terrain.SOLID:
        game.tell_of("{hero:The} walks into the wall.", hero=hero)
    else:
        enter(game, hero, at)


def _meet(game: DelveContext, hero: DelveHero, other: DelveCreature) -> None:
    if side_of(other) != side_of(hero):
        if isinstance(other, DelveMonster) and other.disguised:
            wake(other)
            game.tell_of("{other:The} was only hiding!", other=other)
            strike(game, other, hero)
            if hero.fallen:
                return
        blows(game, hero, other)
    elif "frozen" in hero.statuses or "webbed" in hero.statuses:
        game.tell_of("{hero:The} cannot move.", hero=hero)
    else:
        game.swap(hero, other)


def blows(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    """Strike a creature as often as the attacker does in one action."""
    number = 1
    if isinstance(attacker, DelveMonster) and game.kind(attacker).has("blows"):
        number = game.kind(attacker).traits["blows"].number()
    for _ in range(number):
        if not victim.fallen and not attacker.fallen:
            strike(game, attacker, victim)
    if has_ability(game, attacker, "sweeping") and not attacker.fallen:
        other = next((o for o in game.adjacent_enemies(attacker) if o is not victim), None)
        if other is not None:
            strike(game, attacker, other)


def bash_door(game: DelveContext, who: DelveCreature, at: int) -> None:
    """Strike a locked door; at the end of its health it breaks. A key opens it at once."""
    level = game.level(who)
    if isinstance(who, DelveHero):
        key = find_key(game, who)
        if key is not None:
            inventory.take(who.pack, key, game.new_uid())
            level.doors.pop(at, None)
            game.set_ground(level, at, terrain.OPEN_DOOR)
            who.used["item key"] = who.used.get("item key", 0) + 1
            game.tell_of("{who:The} unlocks the door; the key breaks.", who=who)
            return
    left = door_health(game, level, at) - force_of_blow(game, who).draw(game.dice)
    if left > 0 and not has_ability(game, who, "woodcutting"):
        level.doors[at] = left
        game.tell_of("{who:The} strikes the locked door.", who=who)
        return
    level.doors.pop(at, None)
    game.set_ground(level, at, terrain.OPEN_DOOR)
    game.tell_of("{who:The} breaks the locked door open.", who=who)


def press_plate(game: DelveContext, who: DelveCreature, at: int) -> None:
    """Let somebody open the bars that a plate holds, for good."""
    level = game.level(who)
    game.set_ground(level, at, terrain.WALL)
    for bars in flood.squares_of(flood.where(level.ground, terrain.BARS)):
        if gap(bars, at) == terrain.BARS_AWAY:
            game.set_ground(level, bars, terrain.FLOOR)
    game.tell(text("The plate gives, and the bars go up."), who, "place")


def door_health(game: DelveContext, level: DelveLevel, at: int) -> int:
    """Return the health that a locked door has left."""
    return level.doors.get(at, game.content.ground.door)


def find_key(game: DelveContext, hero: DelveHero) -> DelveItem | None:
    """Return a key of a hero's."""
    for item in hero.pack:
        if any(effect.name == "key" for effect in game.item_kind(item).effects):
            return item
    return None


def digger(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero has a tool to dig with."""
    return any(
        effect.name == "dig"
        for item in hero.pack
        for effect in game.item_kind(item).effects
        if item.worn or game.item_kind(item).category == "tool"
    )


def can_dig(game: DelveContext, hero: DelveHero, code: int) -> bool:
    """Return whether a hero can dig through a terrain: walls ask for a tool."""
    if code in (terrain.ICE_WALL, terrain.RUBBLE):
        return True
    return code in (terrain.WALL, terrain.SECRET_DOOR) and digger(game, hero)


def dig(game: DelveContext, hero: DelveHero, at: int, *, turns: int | None = None) -> bool:
    """Dig at a square; return whether it is clear now. Half the turns with a tool."""
    level = game.level(hero)
    if level.ground[at] == terrain.ROCK:
        return False
    done = level.digging.get(at, 0) + (2 if digger(game, hero) else 1)
    if done < (turns or game.content.ground.dig):
        level.digging[at] = done
        game.tell_of("{hero:The} digs.", hero=hero)
        return False
    for item in hero.pack:
        if any(effect.name == "dig" for effect in game.item_kind(item).effects):
            hero.used[f"item {item.kind}"] = hero.used.get(f"item {item.kind}", 0) + 1
    level.digging.pop(at, None)
    level.timed.pop(at, None)
    game.set_ground(level, at, terrain.FLOOR)
    game.tell_of("{hero:The} digs through.", hero=hero)
    return True


def enter(game: DelveContext, who: DelveCreature, at: int) -> None:
    """Move to a free square, and meet what is on its ground."""
    came_from = who.at
    game.put(who, at)
    level = game.level(who)
    if not floats(game, who):
        touch_ground(game, who, level)
    if not who.fallen and level.ground[who.at] == terrain.ICE:
        _slide(game, who, level, at - came_from)


def _slide(game: DelveContext, who: DelveCreature, level: DelveLevel, step: int) -> None:
    if floats(game, who) or has_ability(game, who, "sure-footed"):
        return
    if isinstance(who, DelveMonster) and game.kind(who).has("aquatic"):
        return
    while level.ground[who.at] == terrain.ICE and game.is_open(level, who.at + step):
        if level.ground[who.at + step] in (terrain.DOOR, terrain.SECRET_DOOR):
            return
        game.put(who, who.at + step)
        if level.ground[who.at] != terrain.ICE:
            touch_ground(game, who, level)


def touch_ground(game: DelveContext, who: DelveCreature, level: DelveLevel) -> None:
    """Do what the ground does on entering it."""
    code = level.ground[who.at]
    if code in terrain.WATER:
        statuses.remove(game, who, "on fire")
        if code == terrain.DEEP and isinstance(who, DelveHero):
            _swim(game, who)
    elif code == terrain.ICE:
        statuses.remove(game, who, "on fire")
    elif code == terrain.WEB:
        statuses.catch_in_web(game, who, level.webs.get(who.at, 10))
    elif code == terrain.CRACKED:
        collapse.crack(game, who, level)
    elif code == terrain.BROKEN:
        collapse.give_way(game, who)
    elif code in terrain.TRAPS and isinstance(who, DelveHero):
        spring(game, who, level, code)
    elif code == terrain.DOOR:
        game.set_ground(level, who.at, terrain.OPEN_DOOR)
    ground_harm.enter(game, who, code)


def _swim(game: DelveContext, hero: DelveHero) -> None:
    if has_ability(game, hero, "swimmer"):
        return
    spend(hero, 1)
    if has_ability(game, hero, "fireproof pack") or not game.dice.percent(
        game.content.ground.water_spoils
    ):
        return
    lose_scroll(game, hero, "The water spoils {hero:the}'s {thing}.")


def lose_scroll(game: DelveContext, hero: DelveHero, line: str) -> bool:
    """Destroy one scroll of a hero's pack and tell it; return whether there was one."""
    scrolls = [item for item in hero.pack if game.item_kind(item).category == "scroll"]
    if not scrolls:
        return False
    lost = inventory.take(hero.pack, game.dice.choose(scrolls), game.new_uid())
    game.tell(text(line, hero=game.the(hero), thing=Name(lost.kind)), hero)
    return True


def spring(game: DelveContext, hero: DelveHero, level: DelveLevel, code: int) -> None:
    """Spring the trap under a hero."""
    if hero.at in level.hidden:
        level.hidden.remove(hero.at)
    kind = game.content.terrain[code]
    interrupt(hero, Stop("hurt", Name(kind.title, proper=True), divmod(hero.at, WIDTH)))
    if kind.avoided and has_ability(game, hero, kind.avoided):
        return
    game.tell(text(kind.springs, hero=game.the(hero)), hero, "trap")
    for effect in kind.effects:
        TRAP_EFFECTS[effect.name](game, hero, kind, effect)


@TRAP_EFFECTS.effect("tire")
def _tire(game: DelveContext, hero: DelveHero, kind: TerrainKind, effect: Trait) -> None:
    spend(hero, effect.number())


@TRAP_EFFECTS.effect("wound")
def _wound(game: DelveContext, hero: DelveHero, kind: TerrainKind, effect: Trait) -> None:
    """Roll dice: one more every so many levels, or a point more."""
    count, sides, more_dice, more_points = (effect.number(place) for place in range(4))
    count += hero.depth // more_dice if more_dice else 0
    points = hero.depth // more_points if more_points else 0
    harm(game, hero, game.dice.roll(count, sides) + points, "", None, cause=text(kind.cause))


@TRAP_EFFECTS.effect("alarm")
def _alarm(game: DelveContext, hero: DelveHero, kind: TerrainKind, effect: Trait) -> None:
    alarm(game, game.level(hero), hero.at)


@TRAP_EFFECTS.effect("status")
def _status(game: DelveContext, hero: DelveHero, kind: TerrainKind, effect: Trait) -> None:
    more = hero.depth // effect.number(2) if len(effect.args) > 2 else 0
    statuses.add(game, hero, effect.args[0], effect.number(1) + more)


def alarm(game: DelveContext, level: DelveLevel, at: int, radius: int = 1000) -> None:
    """Wake every monster within a radius and send it to a square."""
    for monster in level.monsters:
        if gap(monster.at, at) <= radius:
            monster.asleep = False
            monster.goal, monster.hunting = at, 30


def ground_turn(game: DelveContext, who: DelveCreature, level: DelveLevel) -> None:
    """Do what the ground does each turn to who stands on it."""
    if floats(game, who) or who.fallen:
        return
    if "on fire" in who.statuses:
        fire.scorch(game, level, who.at)
    ground_harm.stand(game, who, level)
