"""The end of a creature's turn: regeneration, statuses, ground; and the end of a round."""

from __future__ import annotations

from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import damage, statuses
from engine.delve.hero import hunger
from engine.delve.levels.level_generation import add_wanderer
from engine.delve.movement import movement
from engine.delve.rules import formulas, inventory, vision
from engine.delve.rules.sheet_values import has_ability
from engine.delve.rules.world import DelveWorld
from engine.delve.state import DelveCreature, DelveHero, DelveLevel, DelveMonster
from engine.delve.turns.consequences import settle

BREATH_PERIOD, MENDING_PERIOD = 30, 120
SCROLL_BURNS, ACID_EATS = 5, 10  # per cent a round


def end_turn(world: DelveWorld, who: DelveCreature) -> None:
    """End a creature's turn: statuses act and run down, wounds heal, the ground does its part."""
    if who.fallen:
        return
    _suffer(world, who)
    if not who.fallen:
        regenerate(world, who)
    if not who.fallen:
        movement.ground_turn(world, who, world.level(who))
    if not who.fallen:
        statuses.run_down(world, who)
    who.attacked = False
    settle(world)


def end_hero_turn(world: DelveWorld, hero: DelveHero) -> None:
    """End a hero's round."""
    if not hero.fallen and not hero.escaped:
        hunger.pass_turn(world, hero)
    end_turn(world, hero)
    hero.riposte_used = False
    hero.turns += 1
    if not hero.fallen and not hero.escaped:
        vision.search_beside(world, hero, 10 + hero.level)
        vision.look_around(world, hero)


def regenerate(world: DelveWorld, who: DelveCreature) -> None:
    """Give back health and energy, unless the creature attacked, is frozen, burns or starves."""
    if who.attacked or "frozen" in who.statuses or "on fire" in who.statuses:
        return
    energy_period, health_period, times = formulas.ENERGY_PERIOD, formulas.HEALTH_PERIOD, 1
    energy_times = 1
    if isinstance(who, DelveHero):
        if who.nourishment < formulas.STARVING:
            return
        if has_ability(world, who, "deep breath"):
            energy_period = BREATH_PERIOD
        if has_ability(world, who, "quick mending"):
            health_period = MENDING_PERIOD
        if hunger.carries_heart(world, who):
            energy_times = 2
    elif isinstance(who, DelveMonster):
        trait = world.kind(who).traits.get("regrows")
        if trait is not None and not who.quelled:
            times = trait.number()
    if "enervated" not in who.statuses and who.energy < who.full_energy:
        who.energy_counter += who.full_energy * energy_times
        gained, who.energy_counter = divmod(who.energy_counter, energy_period)
        who.energy = min(who.full_energy, who.energy + gained)
    if "diseased" not in who.statuses and who.health < who.full_health:
        who.health_counter += who.full_health * times
        gained, who.health_counter = divmod(who.health_counter, health_period)
        who.health = min(who.full_health, who.health + gained)


def _suffer(world: DelveWorld, who: DelveCreature) -> None:
    """Let statuses hurt."""
    dice = world.dice
    if "on fire" in who.statuses:
        damage.strike_element(world, who, dice.die(4), "fire", None, text("fire"))
        if (
            isinstance(who, DelveHero)
            and not who.fallen
            and not has_ability(world, who, "fireproof pack")
            and dice.percent(SCROLL_BURNS)
        ):
            movement.lose_scroll(world, who, "Fire burns {hero:the}'s {thing}.")
    if (points := who.statuses.get("poisoned", 0)) and not who.fallen:
        damage.harm(world, who, formulas.poison_damage(points), "", None, text("poison"))
    if "acid-burned" in who.statuses and not who.fallen:
        damage.strike_element(world, who, dice.die(3), "acid", None, text("acid"))
        if not who.fallen and dice.percent(ACID_EATS):
            _eat_worn(world, who)


def _eat_worn(world: DelveWorld, who: DelveCreature) -> None:
    free = [item for item in inventory.worn(who) if not item.acid_proof]
    if free:
        item = world.dice.choose(free)
        if inventory.wear_down(item):
            world.tell(
                text("Acid eats {who:the}'s {thing}.", who=world.the(who), thing=Name(item.kind)),
                who,
            )


def end_level_round(world: DelveWorld, level: DelveLevel) -> None:
    """End a round of a level: what is timed runs out, wanderers come."""
    level.turns += 1
    for at, (turns, after) in list(level.timed.items()):
        if turns > 1:
            level.timed[at] = (turns - 1, after)
        else:
            del level.timed[at]
            if level.ground[at] in (terrain.FLAMES, terrain.ICE_WALL):
                world.set_ground(level, at, after)
    level.wander_in -= 1
    if level.wander_in <= 0:
        level.wander_in = 150
        add_wanderer(world, level)
