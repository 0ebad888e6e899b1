"""The end of a creature's turn: regeneration, statuses, ground; and the end of a round."""

from __future__ import annotations

from engine.contract.texts import Name, Text, text
from engine.delve import terrain
from engine.delve.combat import damage, statuses
from engine.delve.ground import fire, gas
from engine.delve.hero import hunger
from engine.delve.levels.level_generation import add_wanderer, turns_to_wanderer
from engine.delve.movement import movement
from engine.delve.rules import formulas, inventory, vision
from engine.delve.rules.context import DelveContext
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import DelveCreature, DelveHero, DelveLevel, DelveMonster
from engine.delve.turns.consequences import settle

BREATH_PERIOD, MENDING_PERIOD = 30, 180
SCROLL_BURNS, ACID_EATS = 5, 10  # per cent a round


def end_turn(game: DelveContext, who: DelveCreature) -> None:
    """End a creature's turn: statuses act and run down, wounds heal, the ground does its part."""
    if who.fallen:
        return
    _suffer(game, who)
    if not who.fallen:
        regenerate(game, who)
    if not who.fallen:
        movement.ground_turn(game, who, game.level(who))
    if not who.fallen:
        statuses.run_down(game, who)
    who.attacked = False
    settle(game)


def end_hero_turn(game: DelveContext, hero: DelveHero) -> None:
    """End a hero's round."""
    if not hero.fallen and not hero.escaped:
        hunger.pass_turn(game, hero)
    end_turn(game, hero)
    hero.riposte_used = False
    hero.turns += 1
    if not hero.fallen and not hero.escaped:
        vision.search_beside(game, hero, 10 + hero.level)
        vision.look_around(game, hero)


def regenerate(game: DelveContext, who: DelveCreature) -> None:
    """Give back health and energy, unless the creature attacked, is frozen, burns or starves; those
    that regrow get health though they attacked."""
    if "on fire" in who.statuses:
        return
    regrows = isinstance(who, DelveMonster) and not who.quelled and game.kind(who).has("regrows")
    gain, period = (0, 1) if who.attacked else energy_rate(game, who)
    if gain and who.energy < who.full_energy:
        gained, who.energy_counter = divmod(who.energy_counter + gain, period)
        who.energy = min(who.full_energy, who.energy + gained)
    gain, period = health_rate(game, who) if regrows or not who.attacked else (0, 1)
    if gain and who.health < who.full_health:
        gained, who.health_counter = divmod(who.health_counter + gain, period)
        if gained and isinstance(who, DelveMonster) and regrows:
            who.mark("regrows")
        who.health = min(who.full_health, who.health + gained)


def _mends_nothing(who: DelveCreature) -> bool:
    starves = isinstance(who, DelveHero) and who.nourishment < formulas.STARVING
    return starves or "frozen" in who.statuses


def energy_rate(game: DelveContext, who: DelveCreature) -> tuple[int, int]:
    """Return what a turn without an attack or fire adds to the counter of energy, and how much of
    that is a point."""
    if _mends_nothing(who) or "enervated" in who.statuses:
        return 0, formulas.ENERGY_PERIOD
    breath = has_ability(game, who, "deep breath")
    twice = isinstance(who, DelveHero) and hunger.carries_heart(game, who)
    return who.full_energy * (
        2 if twice else 1
    ), BREATH_PERIOD if breath else formulas.ENERGY_PERIOD


def health_rate(game: DelveContext, who: DelveCreature) -> tuple[int, int]:
    """Return what a turn without an attack or fire adds to the counter of health, and how much of
    that is a point."""
    times = 1
    if isinstance(who, DelveMonster):
        trait = game.kind(who).traits.get("regrows")
        times = trait.number() if trait is not None and not who.quelled else 1
    if _mends_nothing(who) or "diseased" in who.statuses:
        times = 0
    period = formulas.HEALTH_PERIOD
    if has_ability(game, who, "quick mending"):
        period = MENDING_PERIOD
    return who.full_health * times, period


def _suffer(game: DelveContext, who: DelveCreature) -> None:
    """Let statuses hurt."""
    dice = game.dice
    if "on fire" in who.statuses:
        _suffer_from(game, who, "on fire", text("fire"))
        if (
            isinstance(who, DelveHero)
            and not who.fallen
            and not has_ability(game, who, "fireproof pack")
            and dice.percent(SCROLL_BURNS)
        ):
            movement.lose_scroll(game, who, "Fire burns {hero:the}'s {thing}.")
    if "poisoned" in who.statuses and not who.fallen:
        _suffer_from(game, who, "poisoned", text("poison"))
    if "acid-burned" in who.statuses and not who.fallen:
        _suffer_from(game, who, "acid-burned", text("acid"))
        if not who.fallen and dice.percent(ACID_EATS):
            _eat_worn(game, who)


def _suffer_from(game: DelveContext, who: DelveCreature, name: str, cause: Text) -> None:
    effect = game.content.statuses[name].each_round
    if effect is not None:
        harm = statuses.suffering(effect, who.statuses[name])
        rolled = game.dice.roll(harm.dice, harm.sides) + harm.points
        damage.strike_element(game, who, rolled, harm.element, None, cause=cause)


def _eat_worn(game: DelveContext, who: DelveCreature) -> None:
    free = [item for item in inventory.worn(who) if not item.acid_proof]
    if free:
        item = game.dice.choose(free)
        if inventory.wear_down(item):
            game.tell_of("Acid eats {who:the}'s {thing}.", who=who, thing=Name(item.kind))


_PASSING = frozenset({terrain.FLAMES, terrain.ICE_WALL, terrain.GAS})


def end_level_round(game: DelveContext, level: DelveLevel) -> None:
    """End a round of a level: fire spreads, gas drifts, what is timed runs out, wanderers come."""
    level.turns += 1
    fire.spread(game, level)
    gas.drift(game, level)
    for at, (turns, after) in list(level.timed.items()):
        if turns > 1:
            level.timed[at] = (turns - 1, after)
        else:
            del level.timed[at]
            if level.ground[at] in _PASSING:
                game.set_ground(level, at, after)
    level.wander_in -= 1
    if level.wander_in <= 0:
        level.wander_in = turns_to_wanderer(game, level)
        add_wanderer(game, level)
