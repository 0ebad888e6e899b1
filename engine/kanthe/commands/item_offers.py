"""Offers of using arcane things, and of putting them on and off."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.distributions import as_percent
from engine.contract.action import Chance, Offer
from engine.contract.texts import Name, Text, Value, joined, text
from engine.kanthe.data.content import PURPOSES
from engine.kanthe.encounters.odds import match_chance
from engine.kanthe.exploring.arcane_use import has_room, has_use
from engine.kanthe.magic.arcane_things import (
    UNKNOWN,
    chances_to_learn,
    effect_of,
    fits,
    is_useless,
    known_rows,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import item_name, item_refs, scroll_words
from engine.kanthe.rules.offer_making import make_offer, with_intent
from engine.kanthe.state import ArcaneEffect, KantheItem
from engine.kanthe.words import alone

_REACHED = {
    "one": text("It reaches one opponent."),
    "near": text("It reaches all opponents, and allies."),
    "room": text("It reaches all in the room, and you."),
}


def use_offers(game: KantheContext) -> Iterator[Offer]:
    """Yield the uses of arcane things: the unknown ones, and known ones that have a use now."""
    for ref, item in item_refs(game).items():
        if not item.arcane or is_useless(game, item):
            continue
        name = item_name(game, item)
        effect = effect_of(game, item)
        for how in game.method_of(item).manners:
            if effect is not None and not _is_useful(game, item, how, effect):
                continue
            if effect is None:
                label, hint = _try_label(game, item, how), _try_hint(game, item)
            else:
                label = text("{manner:The}: {thing}", manner=alone(Name(how)), thing=name)
                hint = text("{effect}.", effect=game.effect_name(effect))
            if reach := game.content.manners[how].words("reaches"):
                hint = joined([hint, _REACHED[reach[0]]])
            heals = effect is not None and game.heals(effect) and has_use(game, item, effect, how)
            chances = _chances(game, item, effect, heals=heals)
            offer = make_offer(f"use {ref} {how}", label, hint, "item", chances=chances)
            yield with_intent(offer, "heal" if heals else game.content.manners[how].intent)


def _try_label(game: KantheContext, item: KantheItem, how: str) -> Text:
    """Return what trying a thing is called whose words are not known: "Try red claw weapon"; with
    the manner where there are several."""
    method = game.method_of(item)
    thing: Value = item_name(game, item)
    if method.has("letters"):
        thing = joined(scroll_words(game, item))
    if len(method.manners) == 1:
        return text("Try {thing}", thing=thing)
    return text("Try {thing} ({manner})", thing=thing, manner=Name(how))


def _try_hint(game: KantheContext, item: KantheItem) -> Text:
    """Return why a thing is tried: how many of its words are unknown, and what tells them."""
    unknown = known_rows(game, item).count(UNKNOWN)
    return Text(
        "{number} unknown word: of {dice} dice a match tells it.",
        {"number": unknown, "dice": game.content.try_dice},
        "{number} unknown words: of {dice} dice a match tells each.",
    )


def _chances(
    game: KantheContext, item: KantheItem, effect: ArcaneEffect | None, *, heals: bool
) -> tuple[Chance, ...]:
    if effect is None:
        one, whole = map(as_percent, chances_to_learn(game, item))
        words = text("You learn what it does {percent} %", percent=whole)
        learned = Chance("work", whole, words)
        if known_rows(game, item).count(UNKNOWN) == 1:
            return (learned,)
        return Chance("work", one, text("You learn a word {percent} %", percent=one)), learned
    if heals:
        return match_chance("work", game.state.hero.challenge, "It heals {percent} %")
    return ()


def _is_useful(game: KantheContext, item: KantheItem, how: str, effect: ArcaneEffect) -> bool:
    """Return whether a thing of a known effect is worth using in this manner now."""
    state = game.state
    if game.content.manners[how].has("bars"):
        return state.conflict is None and any(o.follows and o.here for o in state.here.opponents)
    method = game.method_of(item)
    if method.has("worn") and not item.worn:
        return has_room(game, item)
    if state.conflict is not None:
        helps = any(fits(game, effect, purpose) for purpose in PURPOSES)
        if method.has("boosts") and helps:
            return True
        return has_use(game, item, effect, how) or (
            method.has("lingers") and helps and effect not in state.hero.potions
        )
    return has_use(game, item, effect, how)


def worn_offers(game: KantheContext) -> Iterator[Offer]:
    """Yield the ways to take things off, and to change what is worn."""
    for ref, item in item_refs(game).items():
        if item.worn:
            label = text("Take off {thing:the}", thing=item_name(game, item))
            yield make_offer(f"remove {ref}", label, "", "item", free=True)
        elif item.arcane and effect_of(game, item) and _is_in_the_way(game, item):
            label = text("Change to {thing:the}", thing=item_name(game, item))
            how = game.method_of(item).manners[0]
            offer = make_offer(f"use {ref} {how}", label, "", "item")
            yield with_intent(offer, "arrange")


def _is_in_the_way(game: KantheContext, item: KantheItem) -> bool:
    """Return whether a thing can be put on only if another one comes off."""
    return game.method_of(item).has("worn") and not has_room(game, item)
