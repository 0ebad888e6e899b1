"""Putting things on and taking them off (rules: objects 6.5, 4.6)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import Listing, Words, text
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.questions import Asked
from engine.sil.game.state import Hero, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, gear, purchases, silmarils
from engine.sil.items import identification, item_classes, item_handles, item_names, pack, stacking
from engine.sil.perception import truce, vision

_VERBS = {
    Slot.WEAPON: "You wield {item}.",
    Slot.BOW: "You are shooting with {item}.",
    Slot.LIGHT: "Your light is {item}.",
    Slot.QUIVER1: "In your quiver you have {item}.",
    Slot.QUIVER2: "In your second quiver you have {item}.",
}
_CURSED = text("You cannot take off what you wear: it is cursed.")


def choices(game: SilContext, item: Item) -> list[Slot]:
    """Return where a thing may be put now: one place, or those among which the hero must choose.

    Raises IllegalAction for what cannot be worn.
    """
    hero, kind = game.hero, item_classes.kind_of(game.data, item)
    slots = item_classes.slots(game.data, item)
    if not slots:
        raise IllegalAction(text("That is nothing to wear or wield."))
    if silmarils.is_crown(game.data, item):
        raise IllegalAction(text("None but its maker may wear that crown."))
    if kind.tval == item_classes.ARROW:
        for quiver in pack.QUIVERS:
            if quiver in hero.worn and stacking.are_alike(game, hero.worn[quiver], item):
                return [quiver]
    free = [slot for slot in slots if slot not in hero.worn]
    if kind.tval in item_classes.MELEE and _may_go_offhand(game, item):
        return [*slots, Slot.ARM] if Slot.WEAPON in hero.worn else [Slot.WEAPON]
    return free[:1] or list(slots)


def _may_go_offhand(game: SilContext, item: Item) -> bool:
    """Return whether a weapon may be taken in the other hand: by skill, or by its own known
    power."""
    traits = gear.traits(game.data, item)
    if traits.two_handed or traits.hand_and_a_half:
        return False
    own = item.known and ab.TWO_WEAPON_FIGHTING in gear.abilities(game.data, item)
    return own or game.hero.active(ab.TWO_WEAPON_FIGHTING)


def wear(game: SilContext, item: Item, handle: str, slot: Slot | None = None) -> None:
    """Put a thing on: a turn. Where there is a choice and no `slot` is given, it is asked for;
    `handle` is what orders call the thing.

    Raises IllegalAction, and nothing changes, when it cannot be worn.
    """
    free = free_places(game, item, slot)
    if len(free) > 1:
        answers: list[tuple[str, Words]] = [(item_handles.WORN[s], _place(game, s)) for s in free]
        question = text("Where will you put {item}?", item=item_handles.item_words(game, item))
        asked = Asked(question, [*answers, ("no", text("Nowhere"))])
        questions.ask(game, "wear", asked, item=handle)
        return
    slot = free[0]
    aside = _in_the_way(game, item, slot)
    for worn in aside:
        pack.free_of_curse(game, worn, _CURSED)
    action_costs.spend(game)
    if pack.lies_here(game, item):
        truce.hostile_deed(game)
    _put_on(game, item, slot, aside)


def free_places(game: SilContext, item: Item, slot: Slot | None = None) -> list[Slot]:
    """Return the places, or of `slot` alone, where a thing can be put now. Raises IllegalAction
    when there is none."""
    if pack.slot_of(game, item) is not None:
        raise IllegalAction(text("You wear that already."))
    if pack.lies_here(game, item) and pack.too_heavy(game, item):
        raise IllegalAction(text("You cannot bear so heavy a burden."))
    possible = [slot] if slot is not None else choices(game, item)
    free = [
        s for s in possible if not any(pack.is_bound(game, w) for w in _in_the_way(game, item, s))
    ]
    if not free:
        raise IllegalAction(text("What you wear there is cursed: you cannot take it off."))
    return free


def can_wear(game: SilContext, item: Item) -> bool:
    """Return whether the hero could put a thing on now."""
    try:
        return bool(free_places(game, item))
    except IllegalAction:
        return False


def displaced(game: SilContext, item: Item) -> tuple[Slot, list[Item]]:
    """Return the first place where a thing would go, and what would come off for it. Raises
    IllegalAction when it cannot be worn."""
    slot = free_places(game, item)[0]
    return slot, _in_the_way(game, item, slot)


def change_of(game: SilContext, item: Item) -> Words:
    """Return what putting a thing on, or taking off what is worn, would change in figures; "" for
    what cannot be worn, and while something about it or about what it displaces is unknown."""
    slot = pack.slot_of(game, item)
    aside: list[Item] = []
    if slot is None:
        if not can_wear(game, item):
            return ""
        slot, aside = displaced(game, item)
    if not all(item_names.is_known(game, each) for each in (item, *aside)):
        return ""
    worn = {place: held for place, held in game.hero.worn.items() if held is not item}
    off = not aside and len(worn) < len(game.hero.worn)
    if not off:
        worn = {s: held for s, held in worn.items() if all(held is not old for old in aside)}
        worn[slot] = item

    def change(hero: Hero) -> None:
        hero.worn = worn

    moved = purchases.what_if(game, change)
    changes = purchases.in_words(moved) if moved else text("nothing")
    if off:
        return text("Taking it off would change: {changes}.", changes=changes)
    if not aside:
        return text("Worn, it would change: {changes}.", changes=changes)
    instead = Listing(tuple(item_handles.item_words(game, old) for old in aside))
    return text(
        "Worn instead of {items}, it would change: {changes}.", items=instead, changes=changes
    )


def _place(game: SilContext, slot: Slot) -> Words:
    worn = game.hero.worn.get(slot)
    where = item_handles.WORN_NAMES[slot]
    if worn is None:
        return where
    room = 36 - len(where.template)
    item = item_handles.item_words(game, worn)
    return text("{where}: {item:.{room}}", where=where, item=item, room=room)


def _in_the_way(game: SilContext, item: Item, slot: Slot) -> list[Item]:
    """Return what must come off first: what fills the place, and what the hands cannot hold with
    it."""
    hero = game.hero
    aside = []
    worn = hero.worn.get(slot)
    if worn is not None and not (slot in pack.QUIVERS and stacking.are_alike(game, worn, item)):
        aside.append(worn)
    weapon, arm = hero.worn.get(Slot.WEAPON), hero.worn.get(Slot.ARM)
    if slot == Slot.WEAPON and gear.traits(game.data, item).two_handed and arm is not None:
        aside.append(arm)
    if slot == Slot.ARM and weapon is not None and gear.traits(game.data, weapon).two_handed:
        aside.append(weapon)
    return aside


def _put_on(game: SilContext, item: Item, slot: Slot, aside: list[Item]) -> None:
    hero = game.hero
    arrows = slot in pack.QUIVERS
    new = pack.take_out(game, item, None if arrows else 1)
    new.pickup, new.seen_by = False, 0
    for old in aside:
        pack.take_out(game, old)
    if arrows and slot in hero.worn:
        stacking.merge(hero.worn[slot], new)
        if new.count:
            aside.append(new)
        new = hero.worn[slot]
    hero.worn[slot] = new
    derived.update(game)
    template = _VERBS.get(slot, "You are wearing {item}.")
    tell(game, text(template, item=item_handles.item_words(game, new)), "item")
    if new.cursed:
        tell(game, text("It feels deathly cold: it is cursed!"), "danger")
        if not new.known:
            new.sensed, new.feeling = True, "cursed"
    for old in aside:
        tell(game, text("You put away {item}.", item=item_handles.item_words(game, old)), "item")
        pack.carry(game, old)
    _settle(game)
    identification.on_wearing(game, new)


def take_off(game: SilContext, item: Item) -> None:
    """Take a thing off, into the pack: a turn. Raises IllegalAction when it is cursed."""
    slot = pack.slot_of(game, item)
    if slot is None:
        raise IllegalAction(text("You do not wear that."))
    pack.free_of_curse(game, item, _CURSED)
    action_costs.spend(game)
    del game.hero.worn[slot]
    tell(game, text("You take off {item}.", item=item_handles.item_words(game, item)), "item")
    pack.carry(game, item)
    _settle(game)


def _settle(game: SilContext) -> None:
    """Work out the hero as he is now equipped: figures, sight, the order of his pack."""
    derived.update(game)
    pack.tidy(game)
    vision.update(game)
