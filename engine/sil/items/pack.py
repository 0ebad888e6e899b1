"""The pack: taking up, laying down, keeping in order, carrying too much (rules: objects 6.1 to 6.3,
6.5)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.facts import Lost, SeatRef
from engine.contract.texts import Text, text
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item, Slot
from engine.sil.hero import abilities, action_costs, derived
from engine.sil.items import floor_items, item_handles, item_names, stacking

ROOM = 23  # stacks
LONGEST_NOTE = 40  # letters of an inscription
QUIVERS = (Slot.QUIVER1, Slot.QUIVER2)


def heaviest(game: SilContext) -> int:
    """Return the most that can be carried at all, in tenths of a pound."""
    return game.hero.derived.capacity * 3 // 2


def too_heavy(game: SilContext, item: Item) -> bool:
    """Return whether one of these more would be more than the hero can bear."""
    return game.hero.derived.burden + item.weight > heaviest(game)


def has_room(game: SilContext, item: Item) -> bool:
    """Return whether a whole stack finds room in the pack."""
    hero = game.hero
    if len(hero.pack) < ROOM:
        return True
    room = sum(
        stacking.MOST - held.count for held in hero.pack if stacking.are_alike(game, held, item)
    )
    return room >= item.count


def carry(game: SilContext, item: Item) -> Item:
    """Put a stack into the pack, or arrows into a quiver that holds their like; the stack that
    it now belongs to. What the pack cannot hold falls."""
    hero = game.hero
    item.pickup, item.seen_by, item.left_by = False, 0, 0
    homes = [hero.worn[q] for q in QUIVERS if q in hero.worn] + hero.pack
    last = item
    for home in homes:
        if item.count and home is not item and stacking.are_alike(game, home, item):
            stacking.merge(home, item)
            last = home
    if item.count:
        hero.pack.append(item)
        last = item
    tidy(game)
    derived.update(game)
    return last


def tidy(game: SilContext) -> None:
    """Keep the pack in order: like things together, the order of the rules; one stack too many
    falls to the ground."""
    hero = game.hero
    for i, item in enumerate(hero.pack):
        for other in hero.pack[i + 1 :]:
            if item.count and other.count and stacking.are_alike(game, item, other):
                stacking.merge(item, other)
    hero.pack[:] = sorted(
        (item for item in hero.pack if item.count), key=lambda item: stacking.order(game, item)
    )
    while len(hero.pack) > ROOM:
        item = hero.pack.pop()
        tell(
            game,
            text(
                "There is no room for {item}: it falls.", item=item_handles.item_words(game, item)
            ),
            "lost",
            fact=_loss(game, item),
        )
        floor_items.drop(game, item, hero.y, hero.x)


def underfoot(game: SilContext) -> list[Item]:
    """Return what lies on the hero's square, the top first."""
    return game.level.floor.get(game.level.at(game.hero.y, game.hero.x), [])


def lies_here(game: SilContext, item: Item) -> bool:
    """Return whether an object is underfoot rather than carried."""
    return any(lying is item for lying in underfoot(game))


def slot_of(game: SilContext, item: Item) -> Slot | None:
    """Return where an object is worn; None when it is not."""
    for slot, worn in game.hero.worn.items():
        if worn is item:
            return Slot(slot)
    return None


def take_out(game: SilContext, item: Item, count: int | None = None) -> Item:
    """Take all of a stack, or some of it, from wherever it is: pack, body or floor."""
    hero = game.hero
    if count is not None and count < item.count:
        return stacking.split(item, count)
    slot = slot_of(game, item)
    if slot is not None:
        del hero.worn[slot]
    else:
        hero.pack[:] = [held for held in hero.pack if held is not item]
        floor_items.take(game, item)
    return item


def drop(game: SilContext, item: Item, count: int | None = None) -> None:
    """Lay down some or all of a stack: a turn. What is worn is taken off first."""
    if lies_here(game, item):
        raise IllegalAction(text("That lies on the floor already."))
    count = _count(item, count)
    free_of_curse(game, item, text("You cannot put down what you wear: it is cursed."))
    action_costs.spend(game)
    dropped = take_out(game, item, count)
    tell(game, text("You put down {item}.", item=item_handles.item_words(game, dropped)), "item")
    hero = game.hero
    game.leave(dropped)
    if not floor_items.drop(game, dropped, hero.y, hero.x):
        words = text("There is no room for it: it rolls away and is lost.")
        tell(game, words, "lost", fact=_loss(game, dropped))
    tidy(game)
    derived.update(game)


def destroy(game: SilContext, item: Item, count: int | None = None) -> None:
    """Break some or all of a stack for good: a turn. Artefacts withstand it, and an unknown one
    shows so what it is."""
    count = _count(item, count)
    if item.artefact and item.known:
        raise IllegalAction(text("That cannot be destroyed."))
    free_of_curse(game, item, text("You cannot break what you wear: it is cursed."))
    action_costs.spend(game)
    if item.artefact:
        tell(game, text("{item} withstands you.", item=item_handles.item_words(game, item)), "item")
        item.sensed, item.feeling = True, "special"
        return
    broken = take_out(game, item, count)
    words = text("You destroy {item}.", item=item_handles.item_words(game, broken))
    tell(game, words, "lost", fact=_loss(game, broken))
    tidy(game)
    derived.update(game)


def _loss(game: SilContext, item: Item) -> Lost:
    return Lost(SeatRef(game.hero.number), item_names.reference(game, item))


def _count(item: Item, count: int | None) -> int:
    if count is None:
        return item.count
    if not 1 <= count <= item.count:
        raise IllegalAction(
            text("There are {number}, not {wanted}.", number=item.count, wanted=count)
        )
    return count


def is_bound(game: SilContext, item: Item) -> bool:
    """Return whether a curse keeps what is worn in its place."""
    if not item.cursed or slot_of(game, item) is None:
        return False
    return not game.hero.active(abilities.CURSE_BREAKING)


def is_worthless(game: SilContext, item: Item) -> bool:
    """Return whether the hero knows that nobody would miss a thing."""
    if item.artefact or item.special:
        return item.known and item.broken
    free = game.data.kinds[item.kind].cost == 0
    return item.broken or (free and item_names.is_aware(game, item.kind))


def free_of_curse(game: SilContext, item: Item, refusal: Text) -> None:
    """Break the curse of what is worn. Raises IllegalAction, with the refusal, when the hero does
    not break curses (4.6)."""
    if slot_of(game, item) is None or not item.cursed:
        return
    if is_bound(game, item):
        raise IllegalAction(refusal)
    uncurse(game, item)
    tell(game, text("You break the curse."), "found")


def uncurse(game: SilContext, item: Item) -> None:
    """Lift a curse; the bad qualities stay."""
    item.cursed = False
    if not item.known:
        item.sensed = True
    item.feeling = "uncursed"


def inscribe(item: Item, text: str) -> None:
    """Put a note on a stack, or take it off: free."""
    item.inscription = " ".join(text.split())[:LONGEST_NOTE]
