"""Powers that monsters use in place of a step or a blow."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import distributions
from engine.common.distributions import Distribution, mapped
from engine.common.effects import EffectFunctions
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import heal, spend, strike_element
from engine.delve.combat.melee import strike
from engine.delve.combat.melee_effects import add_monster, pull
from engine.delve.data.kinds import WARDEN_STAGES, SpellKind, Trait
from engine.delve.items.throwing import shoot
from engine.delve.magic.spellcasting import cast_spell, cost
from engine.delve.monsters.monster_steps import direction_to, wander
from engine.delve.movement import movement
from engine.delve.rules import words
from engine.delve.rules.context import NEIGHBOURS, STEPS, DelveContext, gap, side_of
from engine.delve.rules.formulas import MOST_POINTS, reduce
from engine.delve.rules.sheet_values import resistance
from engine.delve.rules.threats import note_attack
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

SPELL_CHANCE = 50  # per cent
BREATH_DICE = 2

SPELLS = "spells"  # marked beside the traits when a spell was cast

Power = Callable[[DelveContext, DelveMonster, Trait, "DelveCreature | None"], bool]
POWERS = EffectFunctions[Power]()


def use_power(game: DelveContext, monster: DelveMonster, enemy: DelveCreature | None) -> bool:
    """Use the first power that has something to do; return whether the turn was used."""
    for trait in game.kind(monster).traits.values():
        power = POWERS.get(trait.name)
        if power is not None and power(game, monster, trait, enemy):
            monster.mark(trait.name)
            return True
    return False


def use_spell(game: DelveContext, monster: DelveMonster, enemy: DelveCreature) -> bool:
    """Cast a spell half of the time when there is one to cast; return whether it was."""
    kind = game.kind(monster)
    if kind.has("mirrors") and not monster.learnt and game.dice.percent(SPELL_CHANCE):
        monster.learnt = _last_aimed(game, enemy)
    if monster.learnt:
        learnt, monster.learnt = monster.learnt, ""
        monster.mark("mirrors")
        return _cast(game, monster, learnt, enemy)
    if kind.has("warden"):
        choice = kind.stages[monster.stage][1]
        return game.dice.percent(SPELL_CHANCE) and _cast(game, monster, choice, enemy)
    if not (kind.spell_attack or kind.spells) or not game.dice.percent(SPELL_CHANCE):
        return False
    if kind.spell_attack:
        apart = gap(monster.at, enemy.at) > 1 or kind.courage is None
        return apart and _cast(game, monster, kind.spell_attack, enemy)
    return _cast(game, monster, game.dice.choose(kind.spells), enemy)


def _last_aimed(game: DelveContext, enemy: DelveCreature) -> str:
    """Return the spell with a direction that a hero learned last; "": none."""
    known = enemy.spells if isinstance(enemy, DelveHero) else []
    aimed = [name for name in known if game.content.spells[name].target == "direction"]
    return aimed[-1] if aimed else ""


def _cast(game: DelveContext, monster: DelveMonster, name: str, enemy: DelveCreature) -> bool:
    spell = game.content.spells[name]
    if monster.energy < cost(game, monster, spell) or not _is_useful(monster, spell):
        return False
    direction = ""
    if spell.target == "item":
        return False
    if spell.target == "direction":
        reach = spell.figures.get("range", 8)
        direction = direction_to(game, monster, enemy.at, reach)
        if not direction:
            return False
    cast_spell(game, monster, name, direction)
    monster.mark(SPELLS)
    return True


def _is_useful(monster: DelveMonster, spell: SpellKind) -> bool:
    if spell.effect == "restore":
        return "health" in spell.statuses and 2 * monster.health < monster.full_health
    if spell.effect in ("buff", "rounds"):
        return all(name not in monster.statuses for name in spell.statuses)
    return True


# ------------------------------------------------------------------ powers


@POWERS.effect("erratic")
def _erratic(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    return game.dice.percent(trait.number()) and wander(game, monster)


@POWERS.effect("howls")
def _howls(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or monster.timer > 0:
        return False
    monster.timer = trait.number(1)
    game.tell_of("{monster:The} howls.", "power", monster=monster)
    movement.alarm(game, game.level(monster), monster.at, trait.number())
    return True


@POWERS.effect("breeds")
def _breeds(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if monster.timer > 0:
        return False
    monster.timer = trait.number(1)
    name = trait.args[0]
    level = game.level(monster)
    if sum(each.kind == name for each in level.monsters) >= trait.number(2):
        return False
    for step in NEIGHBOURS:
        if game.is_open(level, monster.at + step):
            young = add_monster(game, level.depth, name, monster.at + step)
            young.side, young.summoned = monster.side, True
            game.tell_of(
                "{monster:The} breeds {young:a}.", "power", monster=monster, young=Name(name)
            )
            return True
    return False


@POWERS.effect("leaps")
def _leaps(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or not 2 <= gap(monster.at, enemy.at) <= trait.number():
        return False
    if "webbed" in monster.statuses or not game.dice.percent(SPELL_CHANCE):
        return False
    level = game.level(monster)
    places = [
        enemy.at + step
        for step in NEIGHBOURS
        if game.is_open(level, enemy.at + step) and level.ground[enemy.at + step] != terrain.LAVA
    ]
    if not places:
        return False
    game.put(monster, min(places, key=lambda at: (gap(at, monster.at), at)))
    game.tell_of("{monster:The} leaps at {enemy:the}.", "power", monster=monster, enemy=enemy)
    strike(game, monster, enemy)
    return True


@POWERS.effect("shoots")
def _shoots(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or gap(monster.at, enemy.at) < 2:
        return False
    direction = direction_to(game, monster, enemy.at, trait.number(2))
    if not direction:
        return False
    shoot(game, monster, direction, missile(trait))
    return True


def missile(trait: Trait) -> DelveItem:
    """Return what a monster shoots."""
    return DelveItem(0, trait.args[0], power=trait.number(1), range=trait.number(2))


@POWERS.effect("mends")
def _mends(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if monster.energy < trait.number(1):
        return False
    hurt = [
        each
        for each in game.level(monster).monsters
        if each.side == monster.side
        and 2 * each.health < each.full_health
        and gap(each.at, monster.at) <= trait.number(2)
        and game.in_line_of_sight(monster.depth, monster.at, each.at)
    ]
    if not hurt:
        return False
    friend = min(hurt, key=lambda each: (each.health, each.uid))
    spend(monster, trait.number(1))
    heal(friend, trait.number())
    name = game.the(monster)
    told = text("{monster:The} mends its own wounds.", monster=name)
    if friend is not monster:
        told = text("{monster:The} mends {friend:the}.", monster=name, friend=game.the(friend))
    game.tell(told, friend, "power")
    return True


@POWERS.effect("floods")
def _floods(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or monster.timer > 0:
        return False
    monster.timer = trait.number()
    level = game.level(monster)
    for at in game.line_of_sight(monster.depth, enemy.at):
        if gap(at, enemy.at) <= trait.number(1) and level.ground[at] in terrain.BARE:
            game.set_ground(level, at, terrain.SHALLOW)
    game.tell_of("{monster:The} calls the water.", "power", monster=monster)
    return True


@POWERS.effect("pulls")
def _pulls(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or gap(monster.at, enemy.at) < 2:
        return False
    if isinstance(enemy, DelveHero):
        if monster.uid not in enemy.in_view or monster.timer > 0:
            return False
        note_attack(game, enemy, monster)
    if not pull(game, enemy, monster.at):
        return False
    monster.timer = trait.number(-1)  # of draws-iron, too
    game.tell_of("{monster:The} draws {enemy:the} nearer.", "power", enemy=enemy, monster=monster)
    return True


@POWERS.effect("draws-iron")
def _draws_iron(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or gap(monster.at, enemy.at) > trait.number():
        return False
    if not any(item.worn and game.item_kind(item).has("iron") for item in enemy.pack):
        return False
    return _pulls(game, monster, trait, enemy)


@POWERS.effect("raises")
def _raises(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or monster.energy < trait.number(1):
        return False
    level = game.level(monster)
    for place, (name, at) in enumerate(level.dead):
        if gap(at, monster.at) <= trait.number() and game.is_open(level, at):
            level.dead.pop(place)
            spend(monster, trait.number(1))
            risen = add_monster(game, level.depth, name, at)
            risen.side, risen.summoned = monster.side, True
            risen.health = max(1, risen.full_health // 2)
            game.tell_of("{monster:The} raises {risen:the}.", "power", risen=risen, monster=monster)
            return True
    return False


@POWERS.effect("breathes")
def _breathes(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or monster.energy < trait.number(3) or not game.dice.percent(SPELL_CHANCE):
        return False
    reach = trait.number(2)
    direction = direction_to(game, monster, enemy.at, reach)
    if not direction:
        return False
    spend(monster, trait.number(3))
    game.tell_of(
        "{monster:The} breathes {element}.",
        "power",
        monster=monster,
        element=words.term(trait.args[0]),
    )
    breathe(game, monster, trait, direction)
    return True


def breathe(game: DelveContext, monster: DelveMonster, trait: Trait, direction: str) -> None:
    """Roll two dice against every enemy in line, as ice shards do."""
    step = STEPS[direction]
    at = monster.at
    for _ in range(trait.number(2)):
        at += step
        code = game.level(monster).ground[at]
        if code in terrain.STOPS_FLIGHT:
            return
        who = game.at(monster.depth, at)
        if who is not None and side_of(who) != side_of(monster):
            strike_element(
                game,
                who,
                game.dice.roll(BREATH_DICE, trait.number(1)),
                trait.args[0],
                monster,
                cause="a breath",
            )


def breath_damage(game: DelveContext, trait: Trait, victim: DelveCreature) -> Distribution:
    """Return the distribution of a breath's damage to a victim in line."""
    protection = resistance(game, victim, trait.args[0])
    rolled = distributions.dice(BREATH_DICE, trait.number(1))
    return mapped(rolled, lambda each: reduce(each, protection))


@POWERS.effect("reach")
def _reach(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or not 2 <= gap(monster.at, enemy.at) <= trait.number():
        return False
    if not direction_to(game, monster, enemy.at, trait.number()):
        return False
    strike(game, monster, enemy)
    return True


@POWERS.effect("sidesteps")
def _sidesteps(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    if enemy is None or gap(monster.at, enemy.at) > 1:
        return False
    movement.blows(game, monster, enemy)
    if not monster.fallen and not enemy.fallen:
        level = game.level(monster)
        places = [
            monster.at + step
            for step in NEIGHBOURS
            if gap(monster.at + step, enemy.at) == 1 and game.is_open(level, monster.at + step)
        ]
        if places:
            movement.enter(game, monster, game.dice.choose(places))
    return True


@POWERS.effect("warden")
def _warden(
    game: DelveContext, monster: DelveMonster, trait: Trait, enemy: DelveCreature | None
) -> bool:
    """Change element with every quarter of health lost."""
    lost = WARDEN_STAGES * (monster.full_health - monster.health) // monster.full_health
    stages = game.kind(monster).stages
    stage = min(len(stages) - 1, lost)
    element = stages[stage][0]
    name = f"{element} shield"
    if stage == monster.stage and name in monster.statuses:
        return False
    monster.stage = stage
    statuses.add(game, monster, name, MOST_POINTS)
    monster.resist = dict.fromkeys(monster.resist, 6)
    monster.resist[element] = 12
    return False
