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


def _uses(play: KantheContext, table: OfferTable) -> Iterator[tuple[Offer, KantheItem]]:
    refs = item_refs(play)
    for offer in table.all("use"):
        yield offer, refs[offer.action.args[0]]


def healing_things(play: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield what heals the hero, if he has wounds enough: first what is not used up."""
    wounds = play.game.hero.wounds
    found = []
    for offer, item in _uses(play, table):
        reach = play.content.manners[offer.action.args[1]].words("heals")
        if offer.intent != "heal" or not {"self", "all"} & set(reach):
            continue
        consumed = play.method_of(item).has("consumed")
        if wounds >= (_WORTH_A_CURE if consumed else 1):
            found.append((consumed, offer))
    for _, offer in sorted(found, key=lambda each: each[0]):
        yield Recommendation(offer, text("you are wounded"))


def helpful_things(
    play: KantheContext, table: OfferTable, purpose: str
) -> Iterator[Recommendation]:
    """Yield what adds dice to the throws of a purpose."""
    for offer, item in _uses(play, table):
        effect, method = effect_of(play, item), play.method_of(item)
        lasts = method.has("boosts") or method.has("lingers")
        if effect is not None and lasts and fits(play, effect, purpose):
            if method.has("boosts") and play.game.conflict and play.game.conflict.spoken:
                continue
            number = play.content.effect_dice
            yield Recommendation(offer, text("{number} dice more", number=number))


def things_to_learn(play: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield unknown things that a try may explain, and known ones to put on."""
    known_quietly: set[int] = set()
    for offer, item in _uses(play, table):
        if item.id in known_quietly or offer.intent in ("arrange", "heal"):
            continue
        effect = effect_of(play, item)
        if effect is None and chances_to_learn(play, item)[0] > 0.0:
            known_quietly.add(item.id)
            yield Recommendation(offer, text("its words are worth knowing"))
        elif effect is not None and play.method_of(item).has("worn") and not item.worn:
            yield Recommendation(offer, text("it helps while it is worn"))


def features_to_read(play: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield arcane features to use, whose words are carved in them."""
    game = play.game
    arcane = {
        feature_ref(game, feature.row)
        for feature in game.place.features
        if game.domain.arcane_features[feature.row] is not None
    }
    for offer in table.all("try"):
        if offer.target in arcane:
            yield Recommendation(offer, text("its words are carved in it"))


def things_that_overcome(play: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield known things that overcome what is in the way here."""
    for offer, item in _uses(play, table):
        effect = effect_of(play, item)
        if effect is None or offer.intent in ("arrange", "heal"):
            continue
        yield Recommendation(offer, text("it overcomes what is in the way"))
