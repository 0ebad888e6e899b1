"""Recommendations of things to use: those that heal, that help in a throw, that are not known."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Offer
from engine.contract.texts import text
from engine.kanthe.expert.recommendation import OfferTable, Recommendation
from engine.kanthe.magic.arcane_things import chances_to_learn, effect_of, fits
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import feature_ref, item_refs
from engine.kanthe.state import KantheItem

_WORTH_A_CURE = 2  # wounds for which something that is used up is used


def _uses(game: KantheContext, table: OfferTable) -> Iterator[tuple[Offer, KantheItem]]:
    refs = item_refs(game)
    for offer in table.all("use"):
        yield offer, refs[offer.action.args[0]]


def healing_things(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield what heals the hero, if he has wounds enough: first what is not used up."""
    wounds = game.state.hero.wounds
    found = []
    for offer, item in _uses(game, table):
        reach = game.content.manners[offer.action.args[1]].words("heals")
        if offer.intent != "heal" or not {"self", "all"} & set(reach):
            continue
        consumed = game.method_of(item).has("consumed")
        if wounds >= (_WORTH_A_CURE if consumed else 1):
            found.append((consumed, offer))
    for _, offer in sorted(found, key=lambda each: each[0]):
        yield Recommendation(offer, text("you are wounded"))


def helpful_things(
    game: KantheContext, table: OfferTable, purpose: str
) -> Iterator[Recommendation]:
    """Yield what adds dice to the throws of a purpose."""
    for offer, item in _uses(game, table):
        effect, method = effect_of(game, item), game.method_of(item)
        lasts = method.has("boosts") or method.has("lingers")
        if effect is not None and lasts and fits(game, effect, purpose):
            if method.has("boosts") and game.state.conflict and game.state.conflict.spoken:
                continue
            number = game.content.effect_dice
            yield Recommendation(offer, text("{number} dice more", number=number))


def things_to_learn(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield unknown things that a try may explain, and known ones to put on."""
    known_quietly: set[int] = set()
    for offer, item in _uses(game, table):
        if item.id in known_quietly or offer.intent in ("arrange", "heal"):
            continue
        effect = effect_of(game, item)
        if effect is None and chances_to_learn(game, item)[0] > 0.0:
            known_quietly.add(item.id)
            yield Recommendation(offer, text("its words are worth knowing"))
        elif effect is not None and game.method_of(item).has("worn") and not item.worn:
            yield Recommendation(offer, text("it helps while it is worn"))


def features_to_read(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield arcane features to use, whose words are carved in them."""
    state = game.state
    arcane = {
        feature_ref(state, feature.row)
        for feature in state.place.features
        if state.domain.arcane_features[feature.row] is not None
    }
    for offer in table.all("try"):
        if offer.target in arcane:
            yield Recommendation(offer, text("its words are carved in it"))


def things_that_overcome(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield known things that overcome what is in the way here."""
    for offer, item in _uses(game, table):
        effect = effect_of(game, item)
        if effect is None or offer.intent in ("arrange", "heal"):
            continue
        yield Recommendation(offer, text("it overcomes what is in the way"))
