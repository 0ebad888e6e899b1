"""Hunger: losses of nourishment, eating, starving."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.facts import SeatRef, StatusBegan
from engine.contract.texts import text
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm, spend
from engine.delve.data.kinds import ItemKind
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.sheet_values import has_ability, weapon
from engine.delve.state import DelveHero

FEW_TURNS, MANY_TURNS = 5, 15
MEAT_ILLNESS = 6  # rounds at most
REST_BELOW, REST_GAIN = 15, 5
STARVING_PERIOD = 3  # turns to a point of health
THRESHOLDS = (
    (formulas.HUNGRY, "hungry", "{hero:The} is hungry."),
    (formulas.STARVING, "starving", "{hero:The} is starving."),
)


def carries_heart(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero carries the Heart."""
    return any(item.kind == game.content.heart for item in hero.pack)


def is_full(hero: DelveHero) -> bool:
    """Return whether a hero is too full to eat."""
    return hero.nourishment >= formulas.FULL_NOURISHMENT


def pass_turn(game: DelveContext, hero: DelveHero) -> None:
    """Let a turn of hunger pass; frozen heroes do not hunger."""
    if "frozen" not in hero.statuses:
        hero.hunger_in -= 1
        if hero.hunger_in <= 0:
            hero.hunger_in = game.dice.between(FEW_TURNS, MANY_TURNS)
            lose(game, hero)
    if hero.nourishment <= 0:
        _starve(game, hero)
    else:
        hero.starving = 0


def lose(game: DelveContext, hero: DelveHero) -> None:
    """Take a loss off the rating, and what exceeds it off nourishment."""
    loss = formulas.hunger_loss(
        (hero.health, hero.full_health),
        (hero.energy, hero.full_energy),
        ailing=statuses.is_ailing(hero),
        fatigue=hero.statuses.get("fatigued", 0),
    )
    held = weapon(game, hero)
    warmth = "warm" in hero.statuses or has_ability(game, hero, "vibrant warmth")
    draining = held is not None and game.item_kind(held).has("hunger-draining")
    loss, hero.half_kept = formulas.adjust_loss(
        loss, kept=hero.half_kept, warmth=warmth, draining=draining
    )
    if carries_heart(game, hero):
        loss *= 3
    excess = max(0, loss - hero.rating)
    hero.rating = max(0, hero.rating - loss)
    hero.nourishment = max(0, hero.nourishment - excess)
    for limit, word, line in THRESHOLDS:
        if hero.nourishment < limit and word not in hero.warned:
            hero.warned.append(word)
            interrupt(hero, Stop("status", text(word)))
            told = text(line, hero=game.the(hero))
            game.tell(told, hero, "hunger", StatusBegan(SeatRef(hero.seat), word))


def _starve(game: DelveContext, hero: DelveHero) -> None:
    hero.starving += 1
    spend(hero, 1)
    if hero.starving == 1:
        interrupt(hero, Stop("status", text("starving")))
    if hero.starving % STARVING_PERIOD == 0:
        harm(game, hero, 1, "", None, cause=text("hunger"))


def eat_figures(game: DelveContext, hero: DelveHero, kind: ItemKind) -> None:
    """Add food's nutrition, and set the hunger rating to it; meat and plants may change that."""
    hero.nourishment += kind.nutrition
    hero.rating = kind.nutrition
    for limit, word, _ in THRESHOLDS:
        if hero.nourishment >= limit and word in hero.warned:
            hero.warned.remove(word)
    chance = game.content.classes[hero.class_name].food_chance
    if not (kind.has("vegetarian") or kind.has("meat")) or not game.dice.percent(chance):
        return
    if kind.has("vegetarian"):
        hero.rating = kind.nutrition * 3 // 2
    else:
        hero.rating = kind.nutrition // 2
        if not has_ability(game, hero, "iron stomach"):
            statuses.add(game, hero, "diseased", game.dice.between(0, MEAT_ILLNESS))


def rested(hero: DelveHero) -> None:
    """Raise a low hunger rating a little after an undisturbed rest."""
    if hero.rating < REST_BELOW:
        hero.rating = min(REST_BELOW, hero.rating + REST_GAIN)
