"""Jewels that betray their wearer (rules: world 1.4 step 3; objects 6.7)."""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import distance
from engine.contract.facts import Lost, SeatRef
from engine.contract.texts import text
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import gear
from engine.sil.items import floor_items, identification, item_names
from engine.sil.level import terrain

NEAR = 4
ENOUGH = 5  # foes within reach before it dares
BETRAYED = 10  # their alertness then
_JEWELS = (Slot.NECK, Slot.RIGHT_RING, Slot.LEFT_RING)


def slip_off(game: SilContext) -> None:
    """At the start of a turn a traitor among the hero's jewels may slip off, amid many foes."""
    hero = game.hero
    slot = next((s for s in _JEWELS if gear.has(game.data, hero.worn.get(s), "TRAITOR")), None)
    if slot is None or game.world.truce:
        return
    foes = _foes(game)
    if len(foes) < ENOUGH or not game.streams.play.one_in(max(1, 100 // len(foes))):
        return
    item = hero.worn.pop(slot)
    identification.identify(game, item)
    tell(
        game,
        text(
            "Your {lower} slips off, and betrays you!",
            lower=gear.traits(game.data, item).name.lower(),
        ),
        "lost",
    )
    disturb(game, text("a ring slipped off"), "status")
    for creature in foes:
        creature.alertness = BETRAYED
    level = game.level
    chasm = any(
        level.feature[level.at(hero.y + dy, hero.x + dx)] == terrain.CHASM
        for dy, dx in compass.SCAN
    )
    if chasm or not floor_items.drop(game, item, hero.y, hero.x):
        lost = Lost(SeatRef(hero.number), item_names.reference(game, item))
        tell(game, text("It is lost in the dark."), "lost", fact=lost)


def _foes(game: SilContext) -> list[Creature]:
    """Return those the hero could aim at nearby: visible, hostile, in the line of fire."""
    level, hero = game.level, game.hero
    races = game.data.monsters
    return [
        c
        for c in level.creatures
        if c is not None
        and game.known(c).visible
        and "PEACEFUL" not in races[c.race].flags
        and game.knowledge.fire[level.at(c.y, c.x)]
        and distance(hero.y, hero.x, c.y, c.x) <= NEAR
    ]
