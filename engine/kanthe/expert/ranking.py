"""Recommendations, the best first, and the offers in their order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.contract.action import Advice, Offer
from engine.kanthe.commands.offers import list_offers
from engine.kanthe.expert.answers import answer_choices
from engine.kanthe.expert.conflicts import approach_choices, conflict_choices
from engine.kanthe.expert.hazards import hazard_choices
from engine.kanthe.expert.places import place_choices
from engine.kanthe.expert.recommendation import Choices, OfferTable, Recommendation
from engine.kanthe.expert.setup_choices import setup_choices
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import Approach, FaceHazard

MOST_ADVISED = 5  # offers that are advised, the best and its alternatives


def ranked_offers(game: KantheContext) -> list[Offer]:
    """Return what the hero may do now: what the expert recommends first, then all others. What
    costs more than it gains is advised only where nothing is better."""
    offers = list_offers(game)
    best = _recommend(game, offers)
    chosen = {each.offer.action for each in best}
    ranked = [
        msgspec.structs.replace(each.offer, advised=True, why=each.why)
        if number == 0 or each.pays
        else each.offer
        for number, each in enumerate(best)
    ]
    ranked.sort(key=lambda offer: not offer.advised)
    return [*ranked, *(offer for offer in offers if offer.action not in chosen)]


def advise(game: KantheContext) -> Advice | None:
    """Return what the expert would do, and why; None when there is nothing to do."""
    best = best_choice(game)
    return Advice(best.offer.action, best.why) if best is not None else None


def best_choice(game: KantheContext) -> Recommendation | None:
    """Return the offer that the expert would take; None when there is none."""
    offers = list_offers(game)
    first = next(iter(_choices(game, OfferTable(offers))), None)
    return first or (Recommendation(offers[0]) if offers else None)


def recommendations(game: KantheContext) -> list[Recommendation]:
    """Return all that the expert recommends, the best first; the first offer if it is nothing."""
    offers = list_offers(game)
    return [*_choices(game, OfferTable(offers))] or [Recommendation(offers[0])]


def _recommend(game: KantheContext, offers: Sequence[Offer]) -> list[Recommendation]:
    table = OfferTable(offers)
    found: dict[str, Recommendation] = {}
    for each in _choices(game, table):
        found.setdefault(str(each.offer.action), each)
        if len(found) == MOST_ADVISED:
            break
    if not found and offers:
        return [Recommendation(offers[0])]
    return list(found.values())


def _choices(game: KantheContext, table: OfferTable) -> Choices:
    state = game.state
    if state.setup is not None:
        return setup_choices(table)
    if state.choosing_items:
        return table.first("done")
    if isinstance(state.question, Approach):
        return approach_choices(game, state.question, table)
    if isinstance(state.question, FaceHazard):
        return hazard_choices(game, state.question, table)
    if state.question is not None:
        return answer_choices(game, table)
    if state.conflict is not None:
        return conflict_choices(game, state.conflict, table)
    return place_choices(game, table)
