"""Recommendations before a hazard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import text
from engine.kanthe.encounters.odds import hazard_outlook, health_of
from engine.kanthe.expert.judgement import WOUND, life_value
from engine.kanthe.expert.recommendation import OfferTable, Recommendation
from engine.kanthe.expert.things import healing_things, things_that_overcome
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import FaceHazard, Hazard

WORTH_A_TRY = 10  # percent a try, below which nothing is forced
_MOST_RISK = 2.0  # coins that a hazard may cost on a way to something new


def is_too_dangerous(game: KantheContext, hazard: Hazard) -> bool:
    """Return whether a hazard that bars no way costs more than what is new behind it is worth."""
    return min(_costs(game, hazard)) > _MOST_RISK


def _costs(game: KantheContext, hazard: Hazard) -> tuple[float, float]:
    """Return what it costs on average to evade a hazard, and to let it come."""
    outlook = hazard_outlook(game, hazard)
    evading = outlook.wounds * WOUND + outlook.death * life_value(game.state)
    deadly = hazard.strength >= health_of(game.state)
    return evading, life_value(game.state) if deadly else hazard.strength * WOUND


def hazard_choices(
    game: KantheContext, question: FaceHazard, table: OfferTable
) -> Iterator[Recommendation]:
    """Yield what to do about a hazard."""
    yield from healing_things(game, table)
    yield from things_that_overcome(game, table)
    if game.hazard_kind(game.hazard(question.hazard)).has("bars"):
        yield from _before_a_barred_way(game, table)
    else:
        yield from _before_a_danger(game, question, table)


def _before_a_barred_way(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    back = list(table.first("turn-back", text("another way is better")))
    for offer in table.all("clear"):
        chance = offer.chances[0]
        if chance.of == "open" and chance.percent >= WORTH_A_TRY:
            why = text("it gives {percent} % a try", percent=chance.percent)
            yield Recommendation(offer, why)
            yield from back
        else:
            yield from back
            yield Recommendation(offer, text("each match takes something from it"))


def _before_a_danger(
    game: KantheContext, question: FaceHazard, table: OfferTable
) -> Iterator[Recommendation]:
    hazard = game.hazard(question.hazard)
    evading, bearing = _costs(game, hazard)
    evade = list(table.by_chance("evade", "you avoid it {percent} %"))
    deadly = hazard.strength >= health_of(game.state)
    bear = list(table.first("endure", text("it cannot kill you, and a throw might")))
    back = list(table.first("turn-back", text("it is too dangerous now")))
    best = [*evade, *bear] if evading <= bearing else [*bear, *evade]
    if is_too_dangerous(game, hazard) and not hazard.left:
        best = [*back, *best]
    yield from best[:-1] if deadly and bear and best[-1] in bear else best
