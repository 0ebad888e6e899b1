"""Refuelling lights (spec: objects 6.4)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.sil import naming, questions, vision
from engine.sil.hero import acts, derived
from engine.sil.items import classes, pack
from engine.sil.state import Game, Item, Slot
from engine.sil.tell import say

MOST = {classes.TORCH: 3000, classes.MALLORN: 100, classes.LANTERN: 7000}
KINDLING = 5  # turns that a torch gains by being lit from another


def fuel_in(game: Game, source: Item) -> int:
    """Turns that a thing adds to the light in hand; 0 when it cannot feed it."""
    light = game.hero.worn.get(Slot.LIGHT)
    if light is None or light is source or not classes.is_fuelled(light):
        return 0
    kind, fuel = classes.kind_of(light), classes.kind_of(source)
    if fuel.tval == classes.FLASK:
        return source.pval if kind.sval == classes.LANTERN else 0
    if fuel.tval != classes.LIGHT or fuel.sval != kind.sval:
        return 0
    return source.timeout + (0 if kind.sval == classes.LANTERN else KINDLING)


def refuel(game: Game, source: Item, handle: str) -> None:
    """Feed the light in hand: a turn. Asks first when fuel would be wasted.

    Raises IllegalAction when the thing cannot feed it.
    """
    light = game.hero.worn.get(Slot.LIGHT)
    more = fuel_in(game, source)
    if light is None or not more:
        raise IllegalAction("That cannot feed the light you carry.")
    most = MOST[classes.kind_of(light).sval]
    if light.timeout >= most:
        raise IllegalAction("Your light is full.")
    if light.timeout + more > most and not game.sure:
        wasted = light.timeout + more - most
        questions.sure(game, f"{wasted} turns of fuel would be wasted. Go on?", f"refuel {handle}")
        return
    acts.spend(game)
    light.timeout = min(most, light.timeout + more)
    kind = classes.kind_of(source)
    if (kind.tval, kind.sval) == (classes.LIGHT, classes.LANTERN):
        one = pack.take_out(game, source, 1)
        one.timeout = 0
        pack.carry(game, one)
    else:
        pack.take_out(game, source, 1)
    say(game, f"Your light is now {naming.item_name(game, light)}.", "item")
    pack.tidy(game)
    derived.update(game)
    vision.update(game)
