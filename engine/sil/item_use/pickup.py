"""Picking things up from the floor (rules: objects 6.1, 6.5)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.facts import SeatRef, Took
from engine.contract.texts import text
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item
from engine.sil.hero import action_costs, derived
from engine.sil.items import floor_items, item_classes, item_handles, item_names, pack, stacking
from engine.sil.perception import truce

_LEFT_LYING = {
    item_classes.CHEST: text("A chest is opened where it stands."),
    item_classes.SKELETON: text("Bones are searched where they lie."),
    item_classes.NOTE: text("The note is best left where it is: read it here."),
}


def can_pick_up(game: SilContext, item: Item) -> bool:
    """Return whether a stack underfoot can be taken up now."""
    return pack.lies_here(game, item) and can_carry(game, item)


def can_carry(game: SilContext, item: Item) -> bool:
    """Return whether a stack could be taken up if it were underfoot."""
    stays = item_classes.kind_of(game.data, item).tval in _LEFT_LYING
    room = pack.has_room(game, item) or _fits_quiver(game, item)
    return room and not stays and not pack.too_heavy(game, item)


def pick_up(game: SilContext, item: Item) -> None:
    """Take up a stack from the floor: a turn. Raises IllegalAction when it cannot be carried."""
    if not pack.lies_here(game, item):
        raise IllegalAction(text("That does not lie here."))
    if reason := _LEFT_LYING.get(item_classes.kind_of(game.data, item).tval):
        raise IllegalAction(reason)
    if pack.too_heavy(game, item):
        raise IllegalAction(text("You cannot bear so heavy a burden."))
    if not pack.has_room(game, item) and not _fits_quiver(game, item):
        raise IllegalAction(text("The pack is full."))
    action_costs.spend(game)
    _gather(game, item)
    truce.hostile_deed(game)


def _fits_quiver(game: SilContext, item: Item) -> bool:
    worn = (game.hero.worn.get(quiver) for quiver in pack.QUIVERS)
    return any(
        arrows
        and stacking.are_alike(game, arrows, item)
        and arrows.count + item.count <= stacking.MOST
        for arrows in worn
    )


def _gather(game: SilContext, item: Item) -> None:
    took = Took(SeatRef(game.hero.number), item_names.reference(game, item))
    floor_items.take(game, item)
    spent = item.pickup and item_classes.kind_of(game.data, item).tval == item_classes.ARROW
    empty = next((quiver for quiver in pack.QUIVERS if quiver not in game.hero.worn), None)
    if spent and empty is not None and not _fits_quiver(game, item):
        game.hero.worn[empty] = item
        item.pickup, item.seen_by, item.left_by = False, 0, 0
        derived.update(game)
    else:
        item = pack.carry(game, item)
    slot = pack.slot_of(game, item)
    template = "You have {item}." if slot is None else "You have {item} in your quiver."
    tell(game, text(template, item=item_handles.item_words(game, item)), "item", fact=took)


def gather_own(game: SilContext) -> None:
    """Pick up, at no cost of time, what the hero shot or threw and now stands on (6.5)."""
    for item in list(pack.underfoot(game)):
        room = pack.has_room(game, item) or _fits_quiver(game, item)
        if item.pickup and room and not pack.too_heavy(game, item):
            _gather(game, item)
