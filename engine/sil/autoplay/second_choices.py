"""Alternatives that an expert would consider besides the best: they are advised after it."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.autoplay import errands
from engine.sil.autoplay.dangers import Recommendations, recommend
from engine.sil.autoplay.moves import AdvisedOffer, Moves, first_of
from engine.sil.autoplay.surroundings import gap
from engine.sil.items import item_values

HURT = 60  # percent of health: below it healing is a thought


def any_time(moves: Moves) -> Recommendations:
    """Yield what speaks for itself in a fight, or in peace."""
    if moves.around.awake or moves.around.pursuers:
        yield from _in_a_fight(moves)
    else:
        found = [*_in_peace(moves)]
        yield from found or _while_nothing_else_helps(moves)


def _in_a_fight(moves: Moves) -> Recommendations:
    for offer in moves.offered("drink-fight"):
        yield AdvisedOffer(offer, text("it helps in this fight"))
    if moves.health < HURT:
        for offer in moves.offered("quaff", "eat"):
            if "heal" in moves.thing(offer).purposes:
                yield AdvisedOffer(offer, text("it heals"))
        yield from recommend(moves.stairs, text("it takes you out of the fight"))
        yield from _step_back(moves)
    for offer in moves.offered("hide", "fall-back"):
        yield AdvisedOffer(offer, text("it keeps them off you"))
    for offer in moves.offered("play", "activate"):
        if moves.thing(offer).purposes & item_values.REPELLING:
            yield AdvisedOffer(offer, text("it stops those who come at you"))
    if not moves.around.beset:
        why = text("who has to come loses the first blow")
        if not any(moves.around.kind(b).archer for b in moves.around.awake):
            yield from recommend(first_of(moves.offered("fight", "wait")), why)
    else:
        yield from recommend(moves.stairs, text("it takes you out of the fight"))


def _step_back(moves: Moves) -> Recommendations:
    """Yield the step away from those who are awake, if one leads away."""
    foes = moves.around.awake or moves.around.pursuers
    before = min(moves.around.away(b.y, b.x) for b in foes)
    ways = [
        (min(gap(b, o.at) for b in foes), o)
        for o in moves.safe_steps
        if o.at is not None and not moves.is_to_and_fro(o)
    ]
    most, best = max(ways, key=lambda way: way[0], default=(0, None))
    if best is not None and most > before:
        yield AdvisedOffer(best, text("it leads away from them"))


def _in_peace(moves: Moves) -> Recommendations:
    for offer in moves.offered("smith"):
        if offer.group != "growth":  # that is planning for a forge elsewhere
            yield AdvisedOffer(offer, text("you stand at a forge"))
    for offer in moves.offered("get"):
        yield AdvisedOffer(offer, text("it lies here"))
    yield from errands.barred_ways(moves)
    for offer in moves.offered("explore"):
        yield AdvisedOffer(offer, text("there is more to see"))
    for offer in moves.offered("travel"):
        if offer.at in moves.around.stairs():
            yield AdvisedOffer(offer, text("stairs are a refuge"))
    for offer in moves.offered("rest"):
        if not offer.irreversible and not moves.around.pursuers:
            yield AdvisedOffer(offer, text("you are not whole yet"))
    stop = first_of(o for o in moves.offered("sing") if o.action.args[0] == "stop")
    yield from recommend(stop, text("a song costs voice"))


def _while_nothing_else_helps(moves: Moves) -> Recommendations:
    yield from recommend(first_of(moves.offered("search")), text("there may be hidden doors"))
    yield from recommend(first_of(moves.offered("wait")), text("things may change"))
