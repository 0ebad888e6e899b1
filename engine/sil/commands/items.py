"""Handling things: taking, wearing, using, laying down (spec: objects 6, 7).

An item is called by its handle (`c`, `light`, `floor-1`) or by a part of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from engine.contract.action import IllegalAction, Offer
from engine.sil.actions import (
    captives,
    item_descriptions,
    item_use,
    pickup,
    refuelling,
    skeletons,
    wearing,
)
from engine.sil.commands import answers
from engine.sil.commands.base import Argument, Command, item, never, offer
from engine.sil.creatures import creature_names
from engine.sil.game import Game
from engine.sil.hero import gear
from engine.sil.items import item_classes, item_names, object_names, pack
from engine.sil.messages import say
from engine.sil.state import Item, Question, Slot

OFFERED = 4  # things of one sort offered at a time
DIM = 500  # turns of fuel below which refuelling is offered

Fits = Callable[[Game, Item], bool]


def _is(*tvals: int) -> Fits:
    def fits(game: Game, thing: Item) -> bool:
        return item_use.of_class(game.data, thing, *tvals)

    return fits


def _carried(game: Game, thing: Item) -> bool:
    return not pack.lies_here(game, thing)


def _worn(game: Game, thing: Item) -> bool:
    return pack.slot_of(game, thing) is not None


def _wearable(game: Game, thing: Item) -> bool:
    return bool(item_classes.slots(game.data, thing)) and not _worn(game, thing)


def _fuels(game: Game, thing: Item) -> bool:
    return refuelling.fuel_in(game, thing) > 0 and not _worn(game, thing)


def _argument(fits: Fits | None, *, required: bool = True) -> Argument:
    return Argument("item", "item", "its letter, place or name", (), required, fits)


def _such(game: Game, fits: Fits) -> Iterator[tuple[str, Item]]:
    """Return the things of a sort at hand, and what orders call them."""
    return (
        (handle, thing) for handle, thing in item_names.items(game).items() if fits(game, thing)
    )


def _offers(
    verb: str, word: str, fits: Fits, *, most: int = OFFERED
) -> Callable[..., Iterable[Offer]]:
    """Return offers to do something with each of the first few things of a sort."""

    def offers(game: Game) -> Iterable[Offer]:
        for handle, thing in islice(_such(game, fits), most):
            name = item_names.item_name(game, thing)
            yield offer(
                verb, handle, label=f"{word} {_short(game, thing)}", hint=name, group="item"
            )

    return offers


def _short(game: Game, thing: Item) -> str:
    return object_names.name(game, thing, article=False, mode=object_names.NAMED)


# ---------------------------------------------------------------------------- up and down


def _get(game: Game, args: tuple[str, ...]) -> None:
    here = pack.underfoot(game)
    if args:
        pickup.pick_up(game, item(game, args[0]))
    elif here:
        pickup.pick_up(game, here[0])
    else:
        raise IllegalAction("Nothing lies here.")


def _can_get(game: Game, thing: Item) -> bool:
    return (
        pack.lies_here(game, thing)
        and not item_use.of_class(
            game.data, thing, item_classes.CHEST, item_classes.SKELETON, item_classes.NOTE
        )
        and not pack.too_heavy(game, thing)
        and pack.has_room(game, thing)
    )


def _count(args: tuple[str, ...]) -> int | None:
    return int(args[1]) if len(args) > 1 else None


def _drop(game: Game, args: tuple[str, ...]) -> None:
    pack.drop(game, item(game, args[0]), _count(args))


def _drop_offers(game: Game) -> Iterable[Offer]:
    """Return who carries too much is offered to lay down the heaviest."""
    hero = game.hero
    if hero.derived.burden <= hero.derived.capacity:
        return
    held = [(handle, thing) for handle, thing in _such(game, _carried) if not _worn(game, thing)]
    held.sort(key=lambda pair: -pair[1].weight * pair[1].count)
    for handle, thing in held[:OFFERED]:
        yield offer("drop", handle, label=f"Put down {_short(game, thing)}", group="item")


def _destroy(game: Game, args: tuple[str, ...]) -> None:
    pack.destroy(game, item(game, args[0]), _count(args))


def _rummage(game: Game, args: tuple[str, ...]) -> None:
    del args
    found = skeletons.near(game)
    if not found:
        raise IllegalAction("There are no bones here that you have not searched.")
    skeletons.search_skeleton(game, found[0][0])


def _rummage_offers(game: Game) -> Iterable[Offer]:
    for thing, y, x in skeletons.near(game)[:1]:
        name = item_names.item_name(game, thing)
        yield offer("rummage", label="Search the bones", hint=name, at=(y, x))


def _give(game: Game, args: tuple[str, ...]) -> None:
    del args
    beggar = captives.near(game)
    if beggar is None:
        raise IllegalAction("Nobody here begs you for anything.")
    captives.meet(game, beggar)


def _give_offers(game: Game) -> Iterable[Offer]:
    beggar = captives.near(game)
    if beggar is not None:
        name = creature_names.the(game, beggar)
        yield offer("give", label=f"Give {name} something", at=(beggar.y, beggar.x), free=True)


def _gift(game: Game, question: Question, word: str) -> None:
    del question
    if word != "no":
        captives.give(game, item(game, word))


# --------------------------------------------------------------------------- on and off


def _wear(game: Game, args: tuple[str, ...]) -> None:
    wearing.wear(game, item(game, args[0]), args[0])


def _wear_where(game: Game, question: Question, word: str) -> None:
    if word == "no":
        return
    handle = question.data["item"]
    slot = next(slot for slot, place in item_names.WORN.items() if place == word)
    wearing.wear(game, item(game, handle), handle, slot)


def _only_fuel(game: Game, thing: Item) -> bool:
    light = game.hero.worn.get(Slot.LIGHT)
    burning = light is not None and light.timeout > 0
    plain = not thing.special and not thing.artefact
    return burning and plain and refuelling.fuel_in(game, thing) > 0


def _wear_offers(game: Game) -> Iterable[Offer]:
    """Things to put on: those for an empty place first. A light that is but fuel for the burning
    one is not among them."""
    things = [pair for pair in _such(game, _wearable) if not _only_fuel(game, pair[1])]
    things.sort(
        key=lambda pair: all(s in game.hero.worn for s in item_classes.slots(game.data, pair[1]))
    )
    for handle, thing in things[:OFFERED]:
        name = item_names.item_name(game, thing)
        word = "Wield" if item_use.of_class(game.data, thing, *item_classes.WEAPONS) else "Wear"
        label = f"{word} {_short(game, thing)}"
        yield offer("wear", handle, label=label, hint=name, group="item")


def _remove(game: Game, args: tuple[str, ...]) -> None:
    wearing.take_off(game, item(game, args[0]))


# ---------------------------------------------------------------------------------- using


def _eat(game: Game, args: tuple[str, ...]) -> None:
    item_use.eat(game, item(game, args[0]))


def _quaff(game: Game, args: tuple[str, ...]) -> None:
    item_use.quaff(game, item(game, args[0]))


def _activate(game: Game, args: tuple[str, ...]) -> None:
    item_use.use_staff(game, item(game, args[0]))


def _usable_staff(game: Game, thing: Item) -> bool:
    return item_use.of_class(game.data, thing, item_classes.STAFF) and item_use.can_use(game, thing)


def _staff_target(game: Game, question: Question, word: str) -> None:
    staff = item(game, question.data["staff"])
    item_use.chosen(game, staff, None if word == "no" else item(game, word))


def _play(game: Game, args: tuple[str, ...]) -> None:
    item_use.play(game, item(game, args[0]), *args)


def _playable(game: Game, thing: Item) -> bool:
    return item_use.of_class(
        game.data, thing, item_classes.HORN
    ) and game.hero.voice >= item_use.voice_for_horn(game)


def _play_way(game: Game, question: Question, word: str) -> None:
    if word != "no":
        handle = question.data["item"]
        item_use.play(game, item(game, handle), handle, word)


def _refuel(game: Game, args: tuple[str, ...]) -> None:
    if args:
        handle, thing = args[0], item(game, args[0])
    else:
        found = next(_such(game, _fuels), None)
        if found is None:
            raise IllegalAction("You have nothing to feed your light with.")
        handle, thing = found
    refuelling.refuel(game, thing, handle)


def _refuel_offers(game: Game) -> Iterable[Offer]:
    light = game.hero.worn.get(Slot.LIGHT)
    if light is None or not item_classes.is_fuelled(game.data, light) or light.timeout >= DIM:
        return
    for handle, thing in islice(_such(game, _fuels), 1):
        hint = item_names.item_name(game, thing)
        yield offer("refuel", handle, label="Refuel your light", hint=hint, group="item")


def _use(game: Game, args: tuple[str, ...]) -> None:
    """Do whatever is usually done with such a thing."""
    thing = item(game, args[0])
    if _fuels(game, thing):
        _refuel(game, args)
        return
    verbs = {
        item_classes.FOOD: _eat,
        item_classes.POTION: _quaff,
        item_classes.STAFF: _activate,
        item_classes.HORN: _play,
    }
    verb = verbs.get(gear.traits(game.data, thing).tval, _remove if _worn(game, thing) else _wear)
    verb(game, args)


# --------------------------------------------------------------------------------- notes


def _inscribe(game: Game, args: tuple[str, ...]) -> None:
    thing = item(game, args[0])
    pack.inscribe(thing, args[1] if len(args) > 1 else "")
    pack.tidy(game)
    say(game, f"Noted: {item_names.item_name(game, thing)}.", "item")


def _examine(game: Game, args: tuple[str, ...]) -> None:
    thing = item(game, args[0])
    first, *lines = item_descriptions.describe(game, thing).splitlines()
    say(game, f"You look closely at {first}. {' '.join(lines)}", "item")


ITEM = _argument(None)
COUNT = Argument("count", "number", "how many of them", required=False)

COMMANDS = (
    Command(
        "get",
        "Pick up what lies here",
        _get,
        _offers("get", "Pick up", _can_get, most=3),
        (_argument(pack.lies_here, required=False),),
        ("pickup", "take", "g"),
    ),
    Command("give", "Give a captive what he begs for", _give, _give_offers),
    Command("rummage", "Search the bones that lie here", _rummage, _rummage_offers),
    Command(
        "wear",
        "Wear or wield something",
        _wear,
        _wear_offers,
        (_argument(_wearable),),
        ("wield", "equip"),
    ),
    Command(
        "remove",
        "Take off something you wear",
        _remove,
        never,
        (_argument(_worn),),
        ("takeoff", "unequip"),
    ),
    Command(
        "quaff",
        "Drink a potion",
        _quaff,
        _offers("quaff", "Drink", _is(item_classes.POTION)),
        (_argument(_is(item_classes.POTION)),),
        ("drink",),
    ),
    Command(
        "eat",
        "Eat herbs or food",
        _eat,
        _offers("eat", "Eat", _is(item_classes.FOOD)),
        (_argument(_is(item_classes.FOOD)),),
    ),
    Command(
        "activate",
        "Use a staff",
        _activate,
        _offers("activate", "Use", _usable_staff),
        (_argument(_is(item_classes.STAFF)),),
        ("staff", "zap"),
    ),
    Command(
        "play",
        "Blow a horn",
        _play,
        _offers("play", "Blow", _playable, most=2),
        (
            _argument(_is(item_classes.HORN)),
            Argument("way", "word", "which way to blow it", item_use.WAYS, required=False),
        ),
        ("horn", "blow"),
    ),
    Command(
        "refuel",
        "Feed the light you carry",
        _refuel,
        _refuel_offers,
        (_argument(_fuels, required=False),),
        ("fuel",),
    ),
    Command("use", "Do the usual with a thing: eat, drink, wear", _use, never, (ITEM,), ("apply",)),
    Command(
        "drop",
        "Put something down",
        _drop,
        _drop_offers,
        (_argument(_carried), COUNT),
        ("discard",),
    ),
    Command("destroy", "Destroy something for good", _destroy, never, (ITEM, COUNT), ("break",)),
    Command(
        "inscribe",
        "Put a note on something, or take it off",
        _inscribe,
        never,
        (ITEM, Argument("note", "text", "what it shall say", required=False)),
        ("note",),
    ),
    Command(
        "examine",
        "Look closely at something you carry or stand on",
        _examine,
        never,
        (ITEM,),
        ("inspect", "describe"),
    ),
)

answers.TAKERS["wear"] = _wear_where
answers.TAKERS["staff"] = _staff_target
answers.TAKERS["horn"] = _play_way
answers.TAKERS["gift"] = _gift
