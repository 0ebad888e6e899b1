"""Active abilities."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.effects import EffectFunctions
from engine.contract.facts import Healed
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import heal, spend, within
from engine.delve.combat.melee import strike
from engine.delve.combat.melee_effects import shove
from engine.delve.movement import movement
from engine.delve.rules import formulas, words
from engine.delve.rules.context import STEPS, DelveContext, gap, side_of
from engine.delve.rules.vision import visible, visible_enemies
from engine.delve.rules.words import reference
from engine.delve.state import DelveCreature, DelveHero, DelveMonster

CHARGE_LEAST, CHARGE_MOST = 3, 5  # squares to the enemy: 2 to 4 are run

Ability = Callable[[DelveContext, DelveHero, str], None]
ABILITIES = EffectFunctions[Ability]()


def use(game: DelveContext, hero: DelveHero, name: str, direction: str = "") -> None:
    """Use an active ability, for its energy as far as there is any."""
    price = game.content.abilities[name].cost
    if price and hero.energy <= 0:
        fatigue = hero.statuses.get("fatigued", 0)
        hero.statuses["fatigued"] = min(formulas.MOST_FATIGUE, fatigue + 1)
    hero.used[f"ability {name}"] = hero.used.get(f"ability {name}", 0) + 1
    game.tell_of("{hero:The} uses {ability}.", hero=hero, ability=words.ability(game.content, name))
    ABILITIES[name](game, hero, direction)
    spend(hero, price)


def directions(game: DelveContext, hero: DelveHero, name: str) -> list[str]:
    """Return the directions in which a directed ability has something to do."""
    if name == "charge":
        return [each for each in STEPS if charge_target(game, hero, each) is not None]
    if name == "dig":
        diggable = terrain.DIGGABLE | {terrain.LOCKED_DOOR}
        ground = game.memory(hero).ground
        return [each for each, step in STEPS.items() if ground[hero.at + step] in diggable]
    beside = {each: _beside(game, hero, each) for each in STEPS}
    return [
        each
        for each, enemy in beside.items()
        if enemy is not None and (name != "shove" or _has_room(game, hero, enemy, STEPS[each]))
    ]


def _has_room(game: DelveContext, hero: DelveHero, enemy: DelveMonster, step: int) -> bool:
    """Return whether an enemy can be pushed a step, as far as the hero knows."""
    at = enemy.at + step
    taken = any(each.at == at for each in (*visible(game, hero), *game.heroes(hero.depth)))
    solid = game.memory(hero).ground[at] in terrain.SOLID
    return "webbed" not in enemy.statuses and not taken and not solid


def is_useful(game: DelveContext, hero: DelveHero, name: str) -> bool:
    """Return whether an undirected ability has something to do."""
    if name == "whirl":
        return bool(_visible_beside(game, hero))
    if name == "war cry":
        return any(can_be_frightened(game, each) for each in visible_enemies(game, hero))
    if name == "feint":
        return not hero.feint
    if name == "focus":
        return not hero.focus
    if name == "lay hands":
        return hero.energy > 0 and _most_hurt(game, hero) is not None
    if name == "meditate":
        return not visible_enemies(game, hero) and hero.energy < hero.full_energy
    if name == "bury":
        near = game.content.figure("bury")
        return any(gap(at, hero.at) <= near for _, at in game.level(hero).dead)
    return True


def can_be_frightened(game: DelveContext, enemy: DelveMonster) -> bool:
    """Return whether a war cry sends an enemy running."""
    immune = statuses.is_immune(game, enemy, "terrified")
    return 2 * enemy.health < enemy.full_health and not immune


def _visible_beside(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    return [each for each in visible_enemies(game, hero) if gap(each.at, hero.at) == 1]


def _beside(game: DelveContext, hero: DelveHero, direction: str) -> DelveMonster | None:
    at = hero.at + STEPS[direction]
    return next((each for each in _visible_beside(game, hero) if each.at == at), None)


def charge_target(game: DelveContext, hero: DelveHero, direction: str) -> DelveMonster | None:
    """Return the enemy that a charge in a direction would reach over open ground."""
    if "frozen" in hero.statuses or "webbed" in hero.statuses:
        return None
    shown = {each.at: each for each in visible_enemies(game, hero)}
    ground = game.memory(hero).ground
    at = hero.at
    for n in range(1, CHARGE_MOST + 1):
        at += STEPS[direction]
        if at in shown:
            return shown[at] if n >= CHARGE_LEAST else None
        code = ground[at]
        if code in terrain.SOLID or code in terrain.HARMFUL or code in (0, terrain.DOOR):
            return None
        if game.at(hero.depth, at) is not None and game.at(hero.depth, at) in game.heroes():
            return None
    return None


@ABILITIES.effect("charge")
def _charge(game: DelveContext, hero: DelveHero, direction: str) -> None:
    target = charge_target(game, hero, direction)
    if target is None:
        return
    step = STEPS[direction]
    while hero.at + step != target.at and not hero.fallen:
        if not game.is_open(game.level(hero), hero.at + step):
            break
        movement.enter(game, hero, hero.at + step)
    if not hero.fallen and gap(hero.at, target.at) == 1:
        strike(game, hero, target, extra_dice=1)


@ABILITIES.effect("whirl")
def _whirl(game: DelveContext, hero: DelveHero, direction: str) -> None:
    for enemy in game.adjacent_enemies(hero):
        if not hero.fallen:
            strike(game, hero, enemy)


@ABILITIES.effect("shove")
def _shove(game: DelveContext, hero: DelveHero, direction: str) -> None:
    target = _beside(game, hero, direction)
    if target is not None:
        shove(game, target, hero.at, game.content.figure("shove"))


@ABILITIES.effect("feint")
def _feint(game: DelveContext, hero: DelveHero, direction: str) -> None:
    hero.feint = True


@ABILITIES.effect("meditate")
def _meditate(game: DelveContext, hero: DelveHero, direction: str) -> None:
    hero.meditating = game.content.figure("meditate")
    hero.fought = False


@ABILITIES.effect("war cry")
def _war_cry(game: DelveContext, hero: DelveHero, direction: str) -> None:
    for enemy in visible_enemies(game, hero):
        if can_be_frightened(game, enemy):
            statuses.add(game, enemy, "terrified", game.content.figure("war cry"))


@ABILITIES.effect("disarm")
def _disarm(game: DelveContext, hero: DelveHero, direction: str) -> None:
    target = _beside(game, hero, direction)
    if target is not None:
        target.power -= game.content.figure("disarm")
        game.tell_of("{target:The} is weaker now.", target=target)


@ABILITIES.effect("tumble")
def _tumble(game: DelveContext, hero: DelveHero, direction: str) -> None:
    target = _beside(game, hero, direction)
    if target is not None:
        game.swap(hero, target)


@ABILITIES.effect("focus")
def _focus(game: DelveContext, hero: DelveHero, direction: str) -> None:
    hero.focus = True


@ABILITIES.effect("dig")
def _dig(game: DelveContext, hero: DelveHero, direction: str) -> None:
    movement.dig(game, hero, hero.at + STEPS[direction], turns=1)


def _most_hurt(game: DelveContext, hero: DelveHero) -> DelveCreature | None:
    """Return who lacks most health of a hero and his friends beside him; None: nobody lacks any."""
    friends = [each for each in within(game, hero, 1) if side_of(each) == side_of(hero)]
    hurt = [each for each in (hero, *friends) if each.health < each.full_health]
    return max(hurt, key=lambda each: (each.full_health - each.health, -each.uid), default=None)


@ABILITIES.effect("lay hands")
def _lay_hands(game: DelveContext, hero: DelveHero, direction: str) -> None:
    """Heal in the share of the price that there is energy for."""
    hurt = _most_hurt(game, hero)
    if hurt is None:
        return
    kind = game.content.abilities["lay hands"]
    healed = heal(hurt, (hero.level + kind.figure) * min(hero.energy, kind.cost) // kind.cost)
    game.tell(words.healed(game.the(hurt), healed), hurt, "healed", Healed(reference(hurt), healed))


@ABILITIES.effect("bury")
def _bury(game: DelveContext, hero: DelveHero, direction: str) -> None:
    level, near = game.level(hero), game.content.figure("bury")
    level.dead = [(name, at) for name, at in level.dead if gap(at, hero.at) > near]
