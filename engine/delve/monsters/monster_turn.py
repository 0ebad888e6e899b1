"""A monster's turn: noticing, fleeing, fighting, following."""

from __future__ import annotations

from engine.delve.combat.damage import wake
from engine.delve.combat.melee import cut_web
from engine.delve.monsters.monster_steps import approach, go, retreat, wander
from engine.delve.monsters.powers import use_power, use_spell
from engine.delve.movement import movement
from engine.delve.movement.paths import HEARING
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext, gap, side_of
from engine.delve.rules.sheet_values import has_ability
from engine.delve.rules.vision import EYESIGHT
from engine.delve.state import DUNGEON, DelveCreature, DelveHero, DelveLevel, DelveMonster
from engine.delve.turns import end_of_turn
from engine.delve.turns.consequences import settle

NOTICE, NOTICE_FIGHT, NOTICE_SLEEPER = 10, 30, 3  # per cent
FOLLOWS = 20  # turns
GUARD_RANGE = 8
IDLE_STEPS = 10  # per cent


def act_all(game: DelveContext, level: DelveLevel) -> None:
    """Let every monster of a level have its turn."""
    heroes: list[DelveCreature] = list(game.heroes(level.depth))
    friends: list[DelveCreature] = [each for each in level.monsters if each.side != DUNGEON]
    foremen = [each for each in level.monsters if game.kind(each).has("commands")]
    for monster in list(level.monsters):
        if monster.fallen:
            continue
        if monster.side == DUNGEON:
            enemies = [*heroes, *friends]
        else:
            enemies = [each for each in level.monsters if each.side == DUNGEON]
        if monster.asleep:
            _maybe_wake(game, monster, heroes)
            continue
        take_turn(game, monster, enemies, foremen)


def _maybe_wake(game: DelveContext, monster: DelveMonster, heroes: list[DelveCreature]) -> None:
    for hero in heroes:
        if not isinstance(hero, DelveHero):
            continue
        chance = waking_chance(game, monster, hero, fights=hero.fought)
        if chance and game.dice.percent(chance):
            wake(monster)
            game.tell_of("{monster:The} wakes up.", monster=monster)
            return


def waking_chance(
    game: DelveContext, monster: DelveMonster, hero: DelveHero, *, fights: bool
) -> int:
    """Return the chance in a hundred that a sleeper notices a hero in a turn."""
    if gap(hero.at, monster.at) > HEARING:
        return 0
    if game.kind(monster).has("sleeper"):
        return NOTICE_SLEEPER
    chance = NOTICE_FIGHT if fights else NOTICE
    return chance // game.content.figure("quiet") if has_ability(game, hero, "quiet") else chance


def take_turn(
    game: DelveContext,
    monster: DelveMonster,
    enemies: list[DelveCreature],
    foremen: list[DelveMonster],
) -> None:
    """Let an awake monster act once, twice or (slow ones) every other turn."""
    monster.attacked = False  # a turn of one who was well did not end it
    monster.timer -= monster.timer > 0
    monster.quelled -= monster.quelled > 0
    kind = game.kind(monster)
    actions = 1
    if kind.has("slow"):
        monster.waiting = not monster.waiting
        actions = 0 if monster.waiting else 1
    actions += kind.has("swift") or "hasted" in monster.statuses
    if kind.family == "construct":
        foreman = next((each for each in foremen if _directs(game, each, monster)), None)
        if foreman is not None:
            foreman.mark("commands")
            actions += 1
    for _ in range(actions):
        if not monster.fallen:
            act(game, monster, enemies)
            settle(game)
    if (
        monster.statuses
        or monster.health < monster.full_health
        or monster.energy < monster.full_energy
        or game.level(monster).ground[monster.at] > _CALM_GROUND
    ):
        end_of_turn.end_turn(game, monster)


_CALM_GROUND = 3  # floor and what is below it in the list of terrain


def _directs(game: DelveContext, foreman: DelveMonster, worker: DelveMonster) -> bool:
    return (
        not foreman.fallen
        and not foreman.asleep
        and foreman is not worker
        and foreman.side == worker.side
        and gap(foreman.at, worker.at) <= EYESIGHT
        and game.in_line_of_sight(foreman.depth, foreman.at, worker.at)
    )


def sees(game: DelveContext, monster: DelveMonster, enemy: DelveCreature) -> bool:
    """Return whether a monster is aware of an enemy."""
    away = gap(monster.at, enemy.at)
    if away > EYESIGHT:
        return False
    if "invisible" in enemy.statuses and (away > 1 or game.kind(monster).has("dull")):
        return False
    if isinstance(enemy, DelveMonster) and enemy.disguised:
        return False
    return away <= 1 or game.in_line_of_sight(enemy.depth, enemy.at, monster.at)


def nearest_seen(
    game: DelveContext, monster: DelveMonster, enemies: list[DelveCreature]
) -> DelveCreature | None:
    """Return the nearest enemy that a monster is aware of."""
    best: DelveCreature | None = None
    for enemy in enemies:
        if enemy.fallen or enemy.depth != monster.depth or not sees(game, monster, enemy):
            continue
        if best is None or gap(monster.at, enemy.at) < gap(monster.at, best.at):
            best = enemy
    return best


def act(game: DelveContext, monster: DelveMonster, enemies: list[DelveCreature]) -> None:
    """Do one action."""
    if "asleep" in monster.statuses or "calm" in monster.statuses:
        return
    enemy = nearest_seen(game, monster, enemies)
    if monster.disguised and not _ambush(game, monster, enemy):
        return
    if enemy is not None:
        monster.goal, monster.hunting = enemy.at, FOLLOWS
    elif monster.hunting:
        monster.hunting -= 1
    if "frozen" in monster.statuses:
        if enemy is not None and gap(monster.at, enemy.at) == 1:
            movement.blows(game, monster, enemy)
        return
    if _flees(game, monster, enemy):
        return
    if "confused" in monster.statuses and game.dice.one_in(2):
        wander(game, monster)
        return
    if use_power(game, monster, enemy) or monster.fallen:
        return
    if enemy is not None:
        _fight(game, monster, enemy)
    else:
        _idle(game, monster)


def _flees(game: DelveContext, monster: DelveMonster, enemy: DelveCreature | None) -> bool:
    """Run from an enemy, or from where one was seen last; return whether the turn was used.

    Cornered in sight it fights, and flees no longer if it can from where it is; out of sight it
    stays away until it has forgotten the enemy.
    """
    source = enemy.at if enemy is not None else monster.goal if monster.hunting else -1
    monster.fled = source >= 0 and wants_to_flee(game, monster)
    if not monster.fled or retreat(game, monster, source) or enemy is None:
        return monster.fled
    monster.fled = not game.kind(monster).strikes_from_afar
    return False


def _ambush(game: DelveContext, monster: DelveMonster, enemy: DelveCreature | None) -> bool:
    """Return whether a hidden monster comes out: lurkers do when somebody is beside them."""
    if not game.kind(monster).has("lurks") or enemy is None or gap(monster.at, enemy.at) > 1:
        return False
    wake(monster)
    game.tell_of("{monster:The} was lying in wait!", monster=monster)
    return True


def wants_to_flee(game: DelveContext, monster: DelveMonster) -> bool:
    """Return whether a monster flees: its health is below the share that its courage names."""
    kind = game.kind(monster)
    if kind.courage is None or "raging" in monster.statuses:
        return False
    if kind.has("steals") and monster.pack and not kind.unique:
        return True
    courage = 100 if "terrified" in monster.statuses else kind.courage
    if courage == 100:
        return True
    return formulas.flees(monster.health, monster.full_health, courage)


def _fight(game: DelveContext, monster: DelveMonster, enemy: DelveCreature) -> None:
    kind = game.kind(monster)
    away = gap(monster.at, enemy.at)
    if use_spell(game, monster, enemy):
        return
    if kind.has("keeps-off"):
        wanted = kind.traits["keeps-off"].number()
        if away < wanted and game.dice.percent(60) and retreat(game, monster, enemy.at):
            monster.mark("keeps-off")
            return
        if away == wanted and game.dice.percent(50):
            return
    if away <= 1:
        movement.blows(game, monster, enemy)
        return
    if "webbed" in monster.statuses:
        cut_web(game, monster)
    elif kind.courage is not None and not _beyond_post(game, monster, enemy):
        approach(game, monster, enemy.at)


def _beyond_post(game: DelveContext, monster: DelveMonster, enemy: DelveCreature) -> bool:
    return game.kind(monster).has("guards") and gap(monster.home, enemy.at) > GUARD_RANGE


def _idle(game: DelveContext, monster: DelveMonster) -> None:
    kind = game.kind(monster)
    if kind.courage is None:
        return
    if "webbed" in monster.statuses:
        cut_web(game, monster)
        return
    if kind.has("guards"):
        if gap(monster.at, monster.home) == 1:
            go(game, monster, monster.home)
        elif monster.at != monster.home:
            approach(game, monster, monster.home)
        return
    if monster.hunting and monster.goal >= 0:
        if monster.at == monster.goal or gap(monster.at, monster.goal) == 1:
            if monster.at != monster.goal and go(game, monster, monster.goal):
                return
            monster.hunting = 0
        else:
            approach(game, monster, monster.goal)
    elif monster.side != DUNGEON:
        _follow_friend(game, monster)
    elif game.dice.percent(IDLE_STEPS):
        wander(game, monster)


def _follow_friend(game: DelveContext, monster: DelveMonster) -> None:
    """Stay near the hero who tamed or raised it."""
    heroes = [hero for hero in game.heroes(monster.depth) if side_of(hero) == monster.side]
    if heroes and min(gap(hero.at, monster.at) for hero in heroes) > 2:
        approach(game, monster, min(heroes, key=lambda hero: gap(hero.at, monster.at)).at)
