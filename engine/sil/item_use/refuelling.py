"""Refuelling lights (rules: objects 6.4)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item, Slot
from engine.sil.hero import action_costs, derived
from engine.sil.items import item_classes, item_handles, pack
from engine.sil.perception import vision

KINDLING = 5  # turns that a torch gains by being lit from another


def fuel_in(game: SilContext, source: Item) -> int:
    """Turns that a thing adds to the light in hand; 0 when it cannot feed it."""
    light = game.hero.worn.get(Slot.LIGHT)
    if light is None or light is source or not item_classes.is_fuelled(game.data, light):
        return 0
    kind, fuel = item_classes.kind_of(game.data, light), item_classes.kind_of(game.data, source)
    if fuel.tval == item_classes.FLASK:
        return source.pval if kind.sval == item_classes.LANTERN else 0
    if fuel.tval != item_classes.LIGHT or fuel.sval != kind.sval:
        return 0
    return source.timeout + (0 if kind.sval == item_classes.LANTERN else KINDLING)


def can_refuel(game: SilContext, source: Item) -> bool:
    """Return whether a thing feeds the light in hand, and that is not full."""
    light = game.hero.worn.get(Slot.LIGHT)
    if light is None or not fuel_in(game, source):
        return False
    return light.timeout < game.data.rules.item(light.kind).most_fuel


def refuel(game: SilContext, source: Item, handle: str) -> None:
    """Feed the light in hand: a turn. Asks first when fuel would be wasted.

    Raises IllegalAction when the thing cannot feed it.
    """
    light = game.hero.worn.get(Slot.LIGHT)
    more = fuel_in(game, source)
    if light is None or not more:
        raise IllegalAction(text("That cannot feed the light you carry."))
    most = game.data.rules.item(light.kind).most_fuel
    if light.timeout >= most:
        raise IllegalAction(text("Your light is full."))
    if light.timeout + more > most and not game.state.sure:
        wasted = light.timeout + more - most
        questions.sure(
            game,
            text("{wasted} turns of fuel would be wasted. Go on?", wasted=wasted),
            f"refuel {handle}",
        )
        return
    action_costs.spend(game)
    light.timeout = min(most, light.timeout + more)
    kind = item_classes.kind_of(game.data, source)
    if (kind.tval, kind.sval) == (item_classes.LIGHT, item_classes.LANTERN):
        one = pack.take_out(game, source, 1)
        one.timeout = 0
        pack.carry(game, one)
    else:
        pack.take_out(game, source, 1)
    tell(game, text("Your light is now {item}.", item=item_handles.item_words(game, light)), "item")
    pack.tidy(game)
    derived.update(game)
    vision.update(game)
