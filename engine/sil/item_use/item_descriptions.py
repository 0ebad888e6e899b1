"""Descriptions of objects: everything known of it, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import Text, joined, listed, text
from engine.sil.combat import throwing
from engine.sil.data import declarations
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot, Stat
from engine.sil.hero import abilities, derived, gear, sheet
from engine.sil.items import item_classes, item_handles, item_names

_IGNORED = ("IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE", "IGNORE_COLD")


def describe(game: SilContext, item: Item) -> Text:
    """Return all that the hero knows of an object, for a page."""
    return joined(lines(game, item), "\n")


def lines(game: SilContext, item: Item) -> list[Text]:
    """Return all that the hero knows of an object, line by line."""
    found = [
        item_handles.item_words(game, item),
        *_prose(game, item),
        *_effects(game, item),
        *_figures(game, item),
    ]
    if item.cursed and (item.known or item.feeling == "cursed"):
        found.append(text("It is cursed: once worn it does not come off."))
    if not item_names.is_known(game, item):
        found.append(text("There is more to learn of it."))
    return found


def _prose(game: SilContext, item: Item) -> Iterator[Text]:
    """Yield the words of the data: of the kind if its purpose is known, of what makes it
    special."""
    content = game.data
    if item_names.is_known(game, item):
        for record in (content.artefacts.get(item.artefact), content.specials.get(item.special)):
            if record is not None and record.description:
                yield Text(record.description)
    kind = item_classes.kind_of(game.data, item)
    if item_names.is_aware(game, item.kind) and kind.description and not item.artefact:
        yield Text(kind.description)


def _effects(game: SilContext, item: Item) -> Iterator[Text]:
    """Yield what using or throwing it does, if its purpose is known."""
    if not item_names.is_aware(game, item.kind):
        return
    rules = game.data.rules.item(item.kind)
    effects = (*rules.effects, *rules.up, *rules.down, *rules.thrown)
    if effects:
        yield text("It {does}.", does=joined([declarations.words(each) for each in effects], "; "))


def _figures(game: SilContext, item: Item) -> Iterator[Text]:
    weight = sheet.pounds(item.weight)
    if item.count > 1:
        all_weigh = sheet.pounds(item.weight * item.count)
        yield text("It weighs {weight} a piece, {all} in all.", weight=weight, all=all_weigh)
    else:
        yield text("It weighs {weight}.", weight=weight)
    yield from _worn_figures(game, item)
    if powers := _powers(game, item):
        yield text("It {does}.", does=joined(powers, "; "))
    if granted := gear.abilities(game.data, item) if _plain(game, item) else ():
        names = [abilities.words(game.data, ref) for ref in dict.fromkeys(granted)]
        yield text("It grants {abilities}.", abilities=listed(names))


def _worn_figures(game: SilContext, item: Item) -> Iterator[Text]:
    """Yield what it would do in the hero's hands."""
    hero, traits = game.hero, gear.traits(game.data, item)
    if traits.is_weapon:
        yield text("A blow from your hand would roll {blow}.", blow=_blow(game, item))
    if traits.tval == item_classes.BOW:
        yield text("An arrow from it would roll {dice}.", dice=_shot(game, item))
    if "THROWING" in traits.flags or traits.is_weapon:
        dice, sides = throwing.damage_dice(game, item)
        yield text(
            "You could throw it {reach} squares, for {dice}.",
            reach=throwing.reach(game, item),
            dice=f"{dice}d{sides}",
        )
    if item_classes.is_fuelled(game.data, item):
        yield text("It would burn for {turns} turns.", turns=item.timeout)
    load = hero.derived.burden - hero.derived.capacity
    if load > 0:
        yield text("You carry {load} more than you can bear with ease.", load=sheet.pounds(load))


def _blow(game: SilContext, item: Item) -> Text:
    """Return the dice of a blow with it, and where their sides come from."""
    hero = game.hero
    terms = derived.blow_sides(
        game,
        item,
        hero.stat(Stat.STR),
        (),
        power=hero.active(abilities.POWER),
        both_hands=gear.traits(game.data, item).hand_and_a_half and Slot.ARM not in hero.worn,
    )
    own = text("{sides} sides", sides=terms[0][1])
    why = [text("{why} {amount:+d}", why=name, amount=amount) for name, amount in terms[1:]]
    dice = f"{item.damage_dice}d{max(0, derived.sum_of(terms))}"
    return text("{dice} ({terms})", dice=dice, terms=listed([own, *why]))


def _shot(game: SilContext, item: Item) -> str:
    sides = item.damage_sides
    sides += derived.bounded_strength(game.hero.stat(Stat.STR), item.weight)
    return f"{item.damage_dice}d{max(0, sides)}"


def _plain(game: SilContext, item: Item) -> bool:
    """Return whether nothing about it is hidden from the hero."""
    secret = (
        item.special
        or item.artefact
        or item_names.flavoured_class(item_classes.kind_of(game.data, item))
    )
    return item_names.is_known(game, item) or not secret


def _powers(game: SilContext, item: Item) -> list[Text]:
    """Return what its known flags come to, in words."""
    if not _plain(game, item):
        return []
    flags, words = gear.traits(game.data, item).flags, game.data.rules.flag_words
    found = [
        text(
            "{value} {bonus:+d}",
            value=value,
            bonus=-item.pval if flag.startswith("NEG_") else item.pval,
        )
        for flag, value in words["item-number"].items()
        if flag in flags
    ]
    powers = [text("gives {values}", values=listed(found))] if found else []
    powers += [does for flag, does in words["item-power"].items() if flag in flags]
    if all(flag in flags for flag in _IGNORED):
        powers.append(text("cannot be harmed by the elements"))
    return powers
