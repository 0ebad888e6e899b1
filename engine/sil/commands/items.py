"""Handling things: taking, wearing, using, laying down (rules: objects 6, 7).

An item is called by its handle (`c`, `light`, `floor-1`) or by a part of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.common import compass
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Name, Text, joined, text, typed
from engine.contract.view import TextPrompt
from engine.sil.commands import answers
from engine.sil.commands.base import Argument, Command, item, offer
from engine.sil.creatures import creature_names
from engine.sil.dungeon import captives, skeletons
from engine.sil.game import questions
from engine.sil.game.context import SilContext, kept_by_each
from engine.sil.game.messages import note, tell
from engine.sil.game.questions import Answers, Asked
from engine.sil.game.state import Item, Question, Slot
from engine.sil.hero import gear
from engine.sil.item_use import activation, item_descriptions, pickup, refuelling, wearing
from engine.sil.items import inscriptions, item_classes, item_handles, item_names, pack

Fits = Callable[[SilContext, Item], bool]
LONGEST_LINE = 200  # letters of a note in the log
Do = Callable[[SilContext, tuple[str, ...]], None]


def _is(*tvals: int) -> Fits:
    def fits(game: SilContext, thing: Item) -> bool:
        return activation.of_class(game.data, thing, *tvals)

    return fits


def _carried(game: SilContext, thing: Item) -> bool:
    return not pack.lies_here(game, thing)


def _worn(game: SilContext, thing: Item) -> bool:
    return pack.slot_of(game, thing) is not None


def _wearable(game: SilContext, thing: Item) -> bool:
    return bool(item_classes.slots(game.data, thing)) and not _worn(game, thing)


def _fuels(game: SilContext, thing: Item) -> bool:
    return refuelling.fuel_in(game, thing) > 0 and not _worn(game, thing)


def _argument(fits: Fits | None, *, required: bool = True) -> Argument:
    return Argument("item", "item", "its letter, place or name", (), required, fits=fits)


def _such(game: SilContext, fits: Fits) -> Iterator[tuple[str, Item]]:
    """Return the things of a sort at hand, and what orders call them."""
    return (
        (handle, thing) for handle, thing in item_handles.items(game).items() if fits(game, thing)
    )


def _offers(
    verb: str, template: str, fits: Fits, **more: Any
) -> Callable[[SilContext], Iterable[Offer]]:
    """Return offers to do something with each thing of a sort."""

    def offers(game: SilContext) -> Iterable[Offer]:
        for handle, thing in _such(game, fits):
            yield _thing_offer(game, (verb, handle), template, thing, **more)

    return offers


def _thing_offer(
    game: SilContext, action: tuple[str, ...], template: str, thing: Item, **more: Any
) -> Offer:
    """Return an offer to do something with a thing; it stands on the thing's page."""
    handle = action[1]
    more = {"hint": item_handles.item_words(game, thing), **more}
    label = text(template, item=_short(game, thing))
    page = item_handles.page_of(handle)
    return offer(*action, label=label, group="item", page=page, topic=handle, target=handle, **more)


@kept_by_each
def _short(game: SilContext, thing: Item) -> Text:
    return item_names.words(game, thing, article=False, mode=item_names.NAMED)


# ---------------------------------------------------------------------------- up and down


def _get(game: SilContext, args: tuple[str, ...]) -> None:
    here = pack.underfoot(game)
    if args:
        pickup.pick_up(game, item(game, args[0]))
    elif here:
        pickup.pick_up(game, here[0])
    else:
        raise IllegalAction(text("Nothing lies here."))


def _count(args: tuple[str, ...]) -> int | None:
    return int(args[1]) if len(args) > 1 else None


def _drop(game: SilContext, args: tuple[str, ...]) -> None:
    pack.drop(game, item(game, args[0]), _count(args))


def _free_to_drop(game: SilContext, thing: Item) -> bool:
    return _carried(game, thing) and not pack.is_bound(game, thing)


def _drop_offers(game: SilContext) -> Iterable[Offer]:
    """Return offers to lay down each thing, the heaviest first, and one of each stack."""
    held = sorted(
        _such(game, _free_to_drop),
        key=lambda pair: (_worn(game, pair[1]), -pair[1].weight * pair[1].count),
    )
    for handle, thing in held:
        yield _thing_offer(game, ("drop", handle), "Put down {item:.29}", thing)
        if thing.count > 1:
            yield _thing_offer(game, ("drop", handle, "1"), "Put down one of {item:.22}", thing)


def _destroy(game: SilContext, args: tuple[str, ...]) -> None:
    thing, count = item(game, args[0]), _count(args)
    if not (game.state.sure or pack.is_worthless(game, thing) or pack.is_bound(game, thing)):
        name = item_handles.item_words(game, thing)
        questions.sure(
            game, text("Destroy {item} for good?", item=name), " ".join(("destroy", *args))
        )
        return
    pack.destroy(game, thing, count)


def _can_destroy(game: SilContext, thing: Item) -> bool:
    return not (thing.artefact and thing.known) and not pack.is_bound(game, thing)


def _rummage(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    found = skeletons.near(game)
    if not found:
        raise IllegalAction(text("There are no bones here that you have not searched."))
    skeletons.search_skeleton(game, found[0][0])


def _rummage_offers(game: SilContext) -> Iterable[Offer]:
    for thing, y, x in skeletons.near(game)[:1]:
        name = item_handles.item_words(game, thing)
        yield offer("rummage", label=text("Search the bones"), hint=name, at=(y, x))


def _give(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    beggar = captives.near(game)
    if beggar is None:
        raise IllegalAction(text("Nobody here begs you for anything."))
    captives.meet(game, beggar)


def _give_offers(game: SilContext) -> Iterable[Offer]:
    beggar = captives.near(game)
    if beggar is not None and captives.gifts(game, beggar):
        name = creature_names.name(game, beggar)
        yield offer(
            "give",
            label=text("Give {who:the} something", who=name),
            at=(beggar.y, beggar.x),
            free=True,
        )


def _gift(game: SilContext, question: Question, word: str) -> None:
    del question
    if word != "no":
        captives.give(game, item(game, word))


# --------------------------------------------------------------------------- on and off


def _wear(game: SilContext, args: tuple[str, ...]) -> None:
    wearing.wear(game, item(game, args[0]), args[0])


def _wear_where(game: SilContext, question: Question, word: str) -> None:
    if word == "no":
        return
    handle = question.data["item"]
    slot = next(slot for slot, place in item_handles.WORN.items() if place == word)
    wearing.wear(game, item(game, handle), handle, slot)


def _only_fuel(game: SilContext, thing: Item) -> bool:
    light = game.hero.worn.get(Slot.LIGHT)
    burning = light is not None and light.timeout > 0
    plain = not thing.special and not thing.artefact
    return burning and plain and refuelling.fuel_in(game, thing) > 0


def _wear_offers(game: SilContext) -> Iterable[Offer]:
    """Things to put on: those for an empty place first. A light that is but fuel for the burning
    one is not among them."""
    things = [pair for pair in _such(game, _can_wear) if not _only_fuel(game, pair[1])]
    things.sort(
        key=lambda pair: all(s in game.hero.worn for s in item_classes.slots(game.data, pair[1]))
    )
    for handle, thing in things:
        wields = activation.of_class(game.data, thing, *item_classes.WEAPONS)
        template = "Wield {item:.32}" if wields else "Wear {item:.33}"
        yield _thing_offer(game, ("wear", handle), template, thing)


@kept_by_each
def _can_wear(game: SilContext, thing: Item) -> bool:
    return _wearable(game, thing) and wearing.can_wear(game, thing)


def _can_remove(game: SilContext, thing: Item) -> bool:
    return _worn(game, thing) and not pack.is_bound(game, thing)


# ------------------------------------------------------------------------ changing weapons


def _spare_weapon(game: SilContext) -> tuple[str, Item] | None:
    """Return the weapon in the pack that the hero changes to: one inscribed @w, or the first."""
    weapons = [
        (handle, thing)
        for handle, thing in _such(game, _can_wear)
        if activation.of_class(game.data, thing, *item_classes.MELEE)
        and not pack.lies_here(game, thing)
    ]
    return next(
        (pair for pair in weapons if "@w" in pair[1].inscription), next(iter(weapons), None)
    )


def _swap(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    found = _spare_weapon(game)
    if found is None:
        raise IllegalAction(text("You carry no other weapon to change to."))
    wearing.wear(game, found[1], found[0])


def _swap_offers(game: SilContext) -> Iterable[Offer]:
    found = _spare_weapon(game)
    if found is not None:
        hint = text("The first weapon in your pack, or the one inscribed @w")
        yield offer(
            "swap",
            label=text("Change to {item:.28}", item=_short(game, found[1])),
            hint=hint,
            group="item",
        )


def _remove(game: SilContext, args: tuple[str, ...]) -> None:
    wearing.take_off(game, item(game, args[0]))


# ---------------------------------------------------------------------------------- using


def _eat(game: SilContext, args: tuple[str, ...]) -> None:
    activation.eat(game, item(game, args[0]))


def _quaff(game: SilContext, args: tuple[str, ...]) -> None:
    activation.quaff(game, item(game, args[0]))


def _activate(game: SilContext, args: tuple[str, ...]) -> None:
    activation.use_staff(game, item(game, args[0]))


def _usable_staff(game: SilContext, thing: Item) -> bool:
    return activation.of_class(game.data, thing, item_classes.STAFF) and activation.can_use(
        game, thing
    )


def _staff_target(game: SilContext, question: Question, word: str) -> None:
    staff = item(game, question.data["staff"])
    activation.chosen(game, staff, None if word == "no" else item(game, word))


def _play(game: SilContext, args: tuple[str, ...]) -> None:
    activation.play(game, item(game, args[0]), *args)


def _playable(game: SilContext, thing: Item) -> bool:
    return activation.of_class(
        game.data, thing, item_classes.HORN
    ) and game.hero.voice >= activation.voice_for_horn(game)


def _play_way(game: SilContext, question: Question, word: str) -> None:
    if word != "no":
        handle = question.data["item"]
        activation.play(game, item(game, handle), handle, word)


def _refuel(game: SilContext, args: tuple[str, ...]) -> None:
    if args:
        handle, thing = args[0], item(game, args[0])
    else:
        found = next(_such(game, _fuels), None)
        if found is None:
            raise IllegalAction(text("You have nothing to feed your light with."))
        handle, thing = found
    refuelling.refuel(game, thing, handle)


def _refuel_offers(game: SilContext) -> Iterable[Offer]:
    for handle, thing in _such(game, refuelling.can_refuel):
        yield _thing_offer(game, ("refuel", handle), "Refuel your light with {item:.15}", thing)


def _use(game: SilContext, args: tuple[str, ...]) -> None:
    """Do whatever is usually done with such a thing."""
    _usual(game, item(game, args[0]))(game, args)


def _usual(game: SilContext, thing: Item) -> Do:
    """Return the command that does what is usually done with a thing."""
    if _fuels(game, thing):
        return _refuel
    verbs: dict[int, Do] = {
        item_classes.FOOD: _eat,
        item_classes.POTION: _quaff,
        item_classes.STAFF: _activate,
        item_classes.HORN: _play,
    }
    return verbs.get(gear.traits(game.data, thing).tval, _remove if _worn(game, thing) else _wear)


def _can_use(game: SilContext, thing: Item) -> bool:
    """Return whether the usual can be done with a thing that is not worn, now."""
    if _worn(game, thing):
        return False
    able: dict[Do, Fits] = {
        _refuel: refuelling.can_refuel,
        _activate: _usable_staff,
        _play: _playable,
        _wear: _can_wear,
    }
    fits = able.get(_usual(game, thing))
    return fits is None or fits(game, thing)


# --------------------------------------------------------------------------------- notes


def _inscribe(game: SilContext, args: tuple[str, ...]) -> None:
    thing = item(game, args[0])
    if len(args) < 2 and not thing.inscription:
        answers: Answers = [*inscriptions.EXAMPLES, ("no", text("Nothing"))]
        question = text(
            "What will you inscribe on {item}?", item=item_handles.item_words(game, thing)
        )
        prompt = TextPrompt("answer", text("an inscription"), max_length=pack.LONGEST_NOTE)
        asked = Asked(question, answers, prompt=prompt)
        questions.ask(game, "inscribe", asked, item=args[0], free="yes")
        return
    _note_on(game, thing, "".join(args[1:]))


def _note_on(game: SilContext, thing: Item, inscription: str) -> None:
    pack.inscribe(thing, inscription)
    said = text("Noted: {item}.", item=item_handles.item_words(game, thing))
    pack.tidy(game)
    tell(game, said, "item")


def _inscription(game: SilContext, question: Question, word: str) -> None:
    if word != "no":
        _note_on(game, item(game, question.data["item"]), word)


def _inscribe_offers(game: SilContext) -> Iterable[Offer]:
    for handle, thing in item_handles.items(game).items():
        template = "Take the note off {item:.20}" if thing.inscription else "Inscribe {item:.29}"
        yield _thing_offer(game, ("inscribe", handle), template, thing, free=True)


def _examine(game: SilContext, args: tuple[str, ...]) -> None:
    thing = _seen(game, args[0])
    first, *lines = item_descriptions.lines(game, thing)
    tell(game, text("You look closely at {item}. {lines}", item=first, lines=joined(lines)), "item")


def _seen(game: SilContext, word: str) -> Item:
    """Return an item at hand, or the first that is known to lie on a square."""
    place = compass.read_square(word)
    if place is None or word in item_handles.items(game):
        return item(game, word)
    found = item_handles.lying_at(game, *place)
    if found is None:
        raise IllegalAction(text("You see nothing at “{word}”.", word=typed(word)))
    return found


def _examine_offers(game: SilContext) -> Iterable[Offer]:
    for handle, thing in item_handles.items(game).items():
        yield _thing_offer(game, ("examine", handle), "Examine {item:.30}", thing, free=True)
    for y, x, thing in item_handles.lying_in_sight(game):
        name = item_handles.item_words(game, thing)
        label = text("Examine {item:.30}", item=_short(game, thing))
        square = compass.square(y, x)
        yield offer("examine", square, label=label, hint=name, group="item", free=True, at=(y, x))


def _write(game: SilContext, args: tuple[str, ...]) -> None:
    if not args:
        prompt = TextPrompt("answer", text("a note"), max_length=LONGEST_LINE)
        question = text("What will you note in your log?")
        asked = Asked(question, [("no", text("Nothing"))], prompt=prompt)
        questions.ask(game, "note", asked, free="yes")
        return
    line = Name(" ".join(args[0].split())[:LONGEST_LINE], given=True)
    note(game, "own", text("“{line}”", line=line))
    tell(game, text("You note in your log: {line}", line=line), "own note")


def _written(game: SilContext, question: Question, word: str) -> None:
    del question
    if word != "no":
        _write(game, (word,))


def _write_offers(_game: SilContext) -> Iterable[Offer]:
    hint = text("A line of your own among the notes of your sheet")
    yield offer(
        "note", label=text("Write a note"), hint=hint, group="other", free=True, page="Notes"
    )


ITEM = _argument(None)
COUNT = Argument("count", "number", "how many of them", required=False)

COMMANDS = (
    Command(
        "get", "Pick up what lies here", _get,
        _offers("get", "Pick up {item:.30}", pickup.can_pick_up),
        (_argument(pack.lies_here, required=False),), aliases=("pickup", "take", "g"),
    ),
    Command("give", "Give a captive what they beg for", _give, _give_offers),
    Command("rummage", "Search the bones that lie here", _rummage, _rummage_offers),
    Command(
        "wear", "Wear or wield something", _wear, _wear_offers, (_argument(_wearable),),
        aliases=("wield", "equip"),
    ),
    Command(
        "remove", "Take off something you wear", _remove,
        _offers("remove", "Take off {item:.29}", _can_remove), (_argument(_worn),),
        aliases=("takeoff", "unequip"),
    ),
    Command(
        "quaff", "Drink a potion", _quaff,
        _offers("quaff", "Drink {item:.32}", _is(item_classes.POTION)),
        (_argument(_is(item_classes.POTION)),), aliases=("drink",),
    ),
    Command(
        "eat", "Eat herbs or food", _eat,
        _offers("eat", "Eat {item:.34}", _is(item_classes.FOOD)),
        (_argument(_is(item_classes.FOOD)),),
    ),
    Command(
        "activate", "Use a staff", _activate,
        _offers("activate", "Use {item:.34}", _usable_staff),
        (_argument(_is(item_classes.STAFF)),), aliases=("staff", "zap"),
    ),
    Command(
        "play", "Blow a horn", _play, _offers("play", "Blow {item:.33}", _playable),
        (_argument(_is(item_classes.HORN)),
         Argument("way", "word", "which way to blow it", activation.WAYS, required=False)),
        aliases=("horn", "blow"),
    ),
    Command(
        "refuel", "Feed the light you carry", _refuel, _refuel_offers,
        (_argument(_fuels, required=False),), aliases=("fuel",),
    ),
    Command("swap", "Change to another weapon that you carry", _swap, _swap_offers),
    Command(
        "use", "Do the usual with a thing: eat, drink, wear", _use,
        _offers("use", "Use {item:.34}", _can_use), (ITEM,), aliases=("apply",),
    ),
    Command(
        "drop", "Put something down", _drop, _drop_offers, (_argument(_carried), COUNT),
        aliases=("discard",),
    ),
    Command(
        "destroy", "Destroy something for good", _destroy,
        _offers("destroy", "Destroy {item:.30}", _can_destroy, irreversible=True), (ITEM, COUNT),
        aliases=("break",),
    ),
    Command(
        "inscribe", "Put a note on something, or take it off", _inscribe, _inscribe_offers,
        (ITEM, Argument("note", "text", "what it shall say", required=False)),
    ),
    Command(
        "note", "Write a line in your own log", _write, _write_offers,
        (Argument("text", "text", "what to note", required=False),), aliases=(":",),
    ),
    Command(
        "examine", "Look closely at something you carry, or that lies in sight", _examine,
        _examine_offers,
        (Argument("item", "thing", "its letter, place or name, or its square"),),
        aliases=("inspect", "describe"),
    ),
)  # fmt: skip

answers.TAKERS["wear"] = _wear_where
answers.TAKERS["staff"] = _staff_target
answers.TAKERS["horn"] = _play_way
answers.TAKERS["gift"] = _gift
answers.TAKERS["note"] = _written
answers.TAKERS["inscribe"] = _inscription
