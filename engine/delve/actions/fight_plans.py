"""Plans of a fight: strike, throw or cast until it is over, fall back, hide. Each has one aim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.common import field_of_view, flood
from engine.common.plans import Stop, Terms
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.actions.plans import ease, is_stuck, walk
from engine.delve.combat import melee
from engine.delve.hero.hunger import carries_heart
from engine.delve.items import item_use
from engine.delve.items.throwing import can_be_thrown_again, throw
from engine.delve.levels import stairs
from engine.delve.magic import spellcasting
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import movement, paths
from engine.delve.odds import fights as odds
from engine.delve.rules import inventory, threats
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import WIDTH, DelveHero, DelveItem, DelveMonster, Plan

PERCENTS = tuple(str(percent) for percent in range(10, 100, 10))
ALL = "all"  # every alert enemy in sight, one after the other
FIGHT_TURNS = 30  # with one enemy
PATIENCE = 2  # turns that a hero waits for an enemy to come into line or beside him
RETREAT_STEPS = 12
FLIGHT_STEPS = 40
NARROW = 2  # open squares around one where only one enemy comes at a time

Args = tuple[str, ...]

# Where plans about an enemy name it among their arguments, if not first.
TARGET_PLACES: Mapping[str, int] = {"cast-at": 1, "cast-then-fight": 1, "drink-then-fight": 1}


def name_of(monster: DelveMonster) -> str:
    """Return what action lines call a monster."""
    return inventory.token(monster.name, monster.number)


def enemy_named(game: DelveContext, hero: DelveHero, token: str) -> DelveMonster | None:
    """Return the enemy in sight of that name."""
    return next((each for each in visible_enemies(game, hero) if name_of(each) == token), None)


# ------------------------------------------------------------------ choices


def fights(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the enemies in sight that can be struck, or walked to, and percentages of health
    below which the fight is broken off; `ALL` where several are alert."""
    names = _targets(game, hero)
    return [args for name in names for args in ((name,), *((name, each) for each in PERCENTS))]


def _targets(game: DelveContext, hero: DelveHero) -> list[str]:
    """Return what action lines call the enemies in sight that can be fought."""
    able = [each for each in visible_enemies(game, hero) if can_fight(game, hero, each)]
    several = sum(threats.is_alert(game, hero, each) for each in able) > 1
    return [*([ALL] if several else []), *map(name_of, able)]


def fights_after_drinking(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the potions that help in a fight, with the enemies that can be fought."""
    if "frozen" in hero.statuses:
        return []
    named = inventory.tokens(hero.pack)
    helpful = [token for token, item in named.items() if _helps_in_fights(game, item)]
    return [(token, target) for token in helpful for target in _targets(game, hero)]


def fights_after_casting(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the spells that help in a fight and can be paid for, with the enemies that can be
    fought."""
    if "frozen" in hero.statuses or odds.seems_nullified(game, hero):
        return []
    known = [game.content.spells[name] for name in spellcasting.castable(game.content, hero)]
    helpful = [
        inventory.token(spell.name)
        for spell in known
        if "prepare" in spell.advice and spellcasting.cost(game, hero, spell) <= hero.energy
    ]
    return [(token, target) for token in helpful for target in _targets(game, hero)]


def _helps_in_fights(game: DelveContext, item: DelveItem) -> bool:
    kind = game.item_kind(item)
    return kind.category == "potion" and not _HELP.isdisjoint(kind.advice)


_HELP = frozenset({"heal", "prepare", "refill", "survive"})  # purposes of advice


def can_fight(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether an enemy can be struck, or walked to."""
    return _can_strike(game, hero, enemy) or bool(_way_beside(game, hero, enemy))


def _can_strike(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> bool:
    return gap(enemy.at, hero.at) == 1 and melee.can_reach(game, hero, enemy)


def _way_beside(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> list[int]:
    """Return the way to a square beside an enemy who is not beside the hero and does not flee."""
    if is_stuck(hero) or enemy.fled or gap(enemy.at, hero.at) == 1:
        return []
    ways = paths.known_ways(game, hero)
    goals = sum(1 << (enemy.at + step) for step in NEIGHBOURS) & ways & ~(1 << hero.at)
    return paths.first_steps(ways, hero.at, goals)


def volleys(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the enemies at whom something made for throwing can be thrown now."""
    if "frozen" in hero.statuses or hero.energy <= 0:
        return []
    return [
        (name_of(enemy),)
        for enemy in _first_in_line(game, hero)
        if gap(enemy.at, hero.at) > 1 and missile(game, hero, enemy) is not None
    ]


def _first_in_line(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    """Return the enemies in line in whose way stands no other, the nearest first."""
    found: dict[str, DelveMonster] = {}
    for enemy in visible_enemies(game, hero):
        if direction := direction_to(game, hero, enemy.at, threats.SEEN_FROM):
            found.setdefault(direction, enemy)
    return list(found.values())


def missile(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> DelveItem | None:
    """Return the strongest thing made for throwing that reaches an enemy."""
    able = [item for item in _missiles(game, hero) if item.range >= gap(enemy.at, hero.at)]
    return max(able, key=lambda item: (item.power or 0, -item.uid), default=None)


def _missiles(game: DelveContext, hero: DelveHero) -> list[DelveItem]:
    return [
        item
        for item in hero.pack
        if "thrown" in game.item_kind(item).categories and can_be_thrown_again(game, item)
    ]


def castings(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the attack spells that reach an enemy in line now, with the enemy."""
    if "frozen" in hero.statuses or odds.seems_nullified(game, hero):
        return []
    found: list[Args] = []
    for enemy in _first_in_line(game, hero):
        for name in spellcasting.castable(game.content, hero):
            if _reaches(game, hero, name, enemy):
                found.append((inventory.token(name), name_of(enemy)))
    return found


def _reaches(game: DelveContext, hero: DelveHero, name: str, enemy: DelveMonster) -> bool:
    """Return whether an attack spell can be paid for and reaches an enemy in line."""
    cast = odds.cast_of(game, hero, name)
    return (
        cast.spell.target == "direction"
        and cast.spell.effect in odds.ATTACK_EFFECTS
        and spellcasting.cost(game, hero, cast.spell) <= hero.energy
        and gap(enemy.at, hero.at) <= cast.reach
    )


def retreats(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the plan to fall back to a door or a corridor, where there is one in reach and
    several alert enemies are in sight."""
    enemies = _alert(game, hero)
    if len(enemies) < 2 or is_stuck(hero) or narrow_place(game, hero) < 0:
        return []
    return [()]


def hidings(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the plan to get out of the enemies' sight, where there is a place for it."""
    if not _alert(game, hero) or is_stuck(hero) or hidden_place(game, hero) < 0:
        return []
    return [()]


def flights(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the plan to leave by the nearest stairs, where an alert enemy is in sight, or somebody
    unseen has attacked, and none is nearer to them than the hero."""
    hunted = threats.is_ambushed(hero) or _alert(game, hero)
    if not hunted or is_stuck(hero) or stairs_place(game, hero) < 0:
        return []
    return [()]


def _alert(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    return [each for each in visible_enemies(game, hero) if threats.is_alert(game, hero, each)]


# ------------------------------------------------------------------ places


def narrow_place(game: DelveContext, hero: DelveHero) -> int:
    """Return the nearest square, by what the hero knows, where enemies come singly and that he
    reaches before them; -1: none, or he stands on it."""
    if _is_narrow(game, hero, hero.at):
        return -1
    return _nearest(game, hero, lambda at: _is_narrow(game, hero, at))


def hidden_place(game: DelveContext, hero: DelveHero) -> int:
    """Return the nearest square, by what the hero knows, that no alert enemy sees and that he
    reaches before them; -1: none."""
    ground = game.memory(hero).ground
    opaque = bytearray(bytes(ground).translate(_SIGHT_ENDS))
    seen: set[int] = set()
    for enemy in _alert(game, hero):
        seen.update(field_of_view.view(opaque, WIDTH, *divmod(enemy.at, WIDTH)))
    return _nearest(game, hero, lambda at: at not in seen)


def stairs_place(game: DelveContext, hero: DelveHero) -> int:
    """Return the nearest stairs, by what the hero knows, that lead to another level, with the Heart
    only up or out, and to which no alert enemy is as near as he; -1: none, or he stands on them."""
    ground = game.memory(hero).ground
    if ground[hero.at] in terrain.STAIRS:
        return -1
    if carries_heart(game, hero):
        leaving = terrain.STAIRS - {terrain.STAIRS_DOWN}
    else:
        leaving = terrain.STAIRS if hero.depth > 1 else frozenset({terrain.STAIRS_DOWN})
    ways = ((len(_open_way(game, hero, at)), at) for at, c in enumerate(ground) if c in leaving)
    near = (way for way in sorted(ways) if 0 < way[0] <= FLIGHT_STEPS)
    return next((at for steps, at in near if not _is_met(game, hero, at, steps)), -1)


def _open_way(game: DelveContext, hero: DelveHero, goal: int) -> list[int]:
    """Return the shortest way to a square on which no door has to be opened: that takes a turn, in
    which whoever follows strikes."""
    doors = sum(1 << at for at, c in enumerate(game.memory(hero).ground) if c == terrain.DOOR)
    return paths.first_steps(paths.known_ways(game, hero) & ~doors, hero.at, 1 << goal)


def _is_met(game: DelveContext, hero: DelveHero, goal: int, steps: int) -> bool:
    """Return whether an alert enemy is so many steps from a square, or fewer."""
    enemies = sum(1 << at for at in {each.at for each in _alert(game, hero)})
    free, front = paths.known_ways(game, hero) | enemies, 1 << goal
    for _ in range(steps):
        free &= ~front
        front = flood.spread(front, WIDTH) & free
        if front & enemies:
            return True
    return False


def _nearest(game: DelveContext, hero: DelveHero, is_good: Callable[[int], bool]) -> int:
    """Return the nearest good square that the hero reaches before any alert enemy; -1: none."""
    enemies = _alert(game, hero)
    ways = paths.known_ways(game, hero)
    front, free = 1 << hero.at, ways & ~(1 << hero.at)
    for steps in range(1, RETREAT_STEPS + 1):
        front = flood.spread(front, WIDTH) & free
        free &= ~front
        for at in flood.squares_of(front):
            if is_good(at) and all(gap(each.at, at) > steps for each in enemies):
                return at
    return -1


_SIGHT_ENDS = terrain.table(terrain.OPAQUE | {terrain.UNKNOWN})
_OPEN = frozenset(range(1, len(terrain.NAMES))) - terrain.SOLID


def _is_narrow(game: DelveContext, hero: DelveHero, at: int) -> bool:
    ground = game.memory(hero).ground
    around = sum(ground[at + step] in _OPEN for step in NEIGHBOURS)
    return around <= NARROW or ground[at] in (terrain.DOOR, terrain.OPEN_DOOR)


# ------------------------------------------------------------------ turns


def _target(game: DelveContext, hero: DelveHero, plan: Plan) -> DelveMonster | Stop:
    """Return the enemy that a plan is about, or why it is over."""
    enemy = next((each for each in game.level(hero).monsters if each.uid == plan.target), None)
    if ALL in plan.args and not (enemy and _is_worth_it(game, hero, enemy)):
        enemy = _next_enemy(game, hero)
        if enemy is None:
            return Stop("own deed", text("nobody alert is in reach"))
        plan.target, plan.waited = enemy.uid, 0
    if enemy is None:
        return Stop("own deed", text("it is dead"))
    if enemy not in visible_enemies(game, hero):
        return Stop("other", text("{enemy:the} is out of sight", enemy=game.the(enemy)))
    plan.goal = enemy.at
    fled_before = plan.begun_with.setdefault("fled", int(enemy.fled))
    if enemy.fled and not fled_before and gap(enemy.at, hero.at) > 1:
        return _flees(game, enemy)
    if plan.turns >= FIGHT_TURNS * (2 if ALL in plan.args else 1):
        return Stop("at most", text("there is no end of it"))
    if hero.energy <= 0 < plan.begun_with["energy"]:
        return Stop("other", text("no energy is left"))
    return enemy


def _flees(game: DelveContext, enemy: DelveMonster) -> Stop:
    return Stop("own deed", text("{enemy:the} flees", enemy=game.the(enemy)))


def _is_worth_it(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether to go on with one of several enemies."""
    in_sight = enemy in visible_enemies(game, hero)
    return in_sight and threats.is_alert(game, hero, enemy) and can_fight(game, hero, enemy)


def _next_enemy(game: DelveContext, hero: DelveHero) -> DelveMonster | None:
    """Return the nearest alert enemy who can be fought, of several the weakest."""
    able = [each for each in _alert(game, hero) if can_fight(game, hero, each)]
    return min(able, key=lambda e: (gap(e.at, hero.at), e.health, e.uid), default=None)


def fight(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Strike the enemy, or go to him; let one who comes take the last step."""
    enemy = _target(game, hero, plan)
    if isinstance(enemy, Stop):
        follows = enemy.reason == "other" and plan.goal >= 0
        return None if follows and _follow(game, hero, plan) else enemy
    return engage(game, hero, plan, enemy)


def drink_then_fight(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Drink the potion that the plan names, then fight; limits count from the health after it."""
    if not plan.turns:
        item_use.drink(game, hero, inventory.tokens(hero.pack)[plan.args[0]])
        plan.begun_with |= {"health": hero.health, "energy": hero.energy}
        return None
    return fight(game, hero, plan)


def cast_then_fight(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Cast the spell that the plan names, then fight."""
    if not plan.turns:
        name = next(each for each in hero.spells if inventory.token(each) == plan.args[0])
        spellcasting.cast_spell(game, hero, name)
        return None
    return fight(game, hero, plan)


def engage(game: DelveContext, hero: DelveHero, plan: Plan, enemy: DelveMonster) -> Stop | None:
    """Strike an enemy, or take a step to him; let one who comes take the last step."""
    if _can_strike(game, hero, enemy):
        plan.waited = 0
        movement.walk(game, hero, direction_to(game, hero, enemy.at, 1))
        return None
    if _comes(game, hero, enemy) and gap(enemy.at, hero.at) == 2 and _waits(hero, plan):
        return None
    if enemy.fled:
        return _flees(game, enemy)
    way = _way_beside(game, hero, enemy)
    if not way:
        return Stop("blocked", text("there is no way to {enemy:the}", enemy=game.the(enemy)))
    walk(game, hero, way[0])
    return None


def _follow(game: DelveContext, hero: DelveHero, plan: Plan) -> bool:
    """Go to where the enemy was seen last, for a few turns; return whether a turn passes."""
    way = paths.way_to(game, hero, plan.goal)
    if is_stuck(hero) or not way or plan.waited >= PATIENCE or hero.energy <= 0:
        return False
    plan.waited += 1
    walk(game, hero, way[0])
    return True


def _comes(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether an enemy comes to strike, and does nothing from afar."""
    kind = game.kind(enemy)
    stays = kind.courage is None or kind.has("keeps-off") or kind.has("guards")
    afar = threats.turns_until_harm(game, hero, enemy) <= 0 < gap(enemy.at, hero.at) - 1
    return threats.is_alert(game, hero, enemy) and not (stays or enemy.fled or afar)


def _waits(hero: DelveHero, plan: Plan) -> bool:
    """Let a turn pass, unless the hero has waited long enough; return whether it passes."""
    if plan.waited >= PATIENCE:
        return False
    plan.waited += 1
    ease(hero)
    return True


def volley(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Throw what is made for it at an enemy until he is beside the hero; go to where it reaches."""
    enemy = _target(game, hero, plan)
    if isinstance(enemy, Stop):
        return enemy
    if gap(enemy.at, hero.at) == 1:
        return Stop("own deed", text("{enemy:the} has come", enemy=game.the(enemy)))
    if not _missiles(game, hero):
        return Stop("own deed", text("nothing is left to throw"))
    item = missile(game, hero, enemy)
    if item is None or enemy not in _first_in_line(game, hero):
        return engage(game, hero, plan, enemy)
    plan.waited = 0
    direction = direction_to(game, hero, enemy.at, item.range)
    item_use.count_use(hero, item.kind)
    throw(game, hero, item, movement.stray(game, hero, direction))
    return None


def casting(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Cast an attack spell at an enemy until he falls or energy is spent."""
    enemy = _target(game, hero, plan)
    if isinstance(enemy, Stop):
        return enemy
    known = spellcasting.castable(game.content, hero)
    name = next((each for each in known if inventory.token(each) == plan.args[0]), "")
    if not name or spellcasting.cost(game, hero, game.content.spells[name]) > hero.energy:
        return Stop("other", text("too little energy is left"))
    if odds.seems_nullified(game, hero):
        return Stop("other", text("no spell works here"))
    in_line = enemy in _first_in_line(game, hero)
    if not in_line or not _reaches(game, hero, name, enemy):
        if _comes(game, hero, enemy) and _waits(hero, plan):
            return None
        return Stop("other", text("{enemy:the} is out of reach", enemy=game.the(enemy)))
    plan.waited = 0
    direction = direction_to(game, hero, enemy.at, gap(enemy.at, hero.at))
    spellcasting.cast_spell(game, hero, name, movement.stray(game, hero, direction))
    return None


def retreat(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on to the place that the plan began with."""
    if hero.at == plan.goal:
        return Stop("done")
    way = [] if is_stuck(hero) else paths.way_to(game, hero, plan.goal)
    if not way:
        return Stop("blocked", text("there is no way"))
    walk(game, hero, way[0])
    return None


def flee(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on to the stairs that the plan began with, and take them."""
    way = [] if hero.at == plan.goal else _open_way(game, hero, plan.goal)
    if is_stuck(hero) or not (way or hero.at == plan.goal):
        return Stop("blocked", text("there is no way"))
    if way:
        walk(game, hero, way[0])
        return None
    goes_down = game.memory(hero).ground[hero.at] == terrain.STAIRS_DOWN
    (stairs.descend if goes_down else stairs.ascend)(game, hero)
    return None
