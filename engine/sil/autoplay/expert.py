"""The expert: what a hero should do, with reasons; for advice and for heroes whom nobody plays.

It knows what a player knows: the view of the seat, the actions offered to it, and what the hero
remembers. It explores, picks up and wears what it finds, fights what comes, shoots when it can,
rests, spends experience, and goes down when it is fit. Stairs are its refuge: deeper down it keeps
near them, leaves by them what is too much for it, and comes out at a fresh place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine.contract.action import Offer
from engine.contract.texts import Text, text
from engine.contract.view import MapBoard
from engine.sil.autoplay import (
    dangers,
    errands,
    own_plans,
    plain_order,
    seat_facts,
    second_choices,
    songs,
)
from engine.sil.autoplay.dangers import Recommendations
from engine.sil.autoplay.moves import AdvisedOffer, Moves
from engine.sil.autoplay.surroundings import FALLS, NO_FLOOR, Floor
from engine.sil.game.context import SilContext
from engine.sil.level import terrain
from engine.sil.movement import exploring, travel

ALTERNATIVES = 4  # besides the first recommendation

Thought = Callable[[Moves], Recommendations]

IN_DANGER: tuple[Thought, ...] = (
    dangers.drink, dangers.arm, dangers.light, dangers.flinch, dangers.repel, dangers.retreat,
    dangers.shy, dangers.tiptoe, dangers.sing, dangers.escape, dangers.cure, dangers.stand,
    dangers.strike, dangers.shoot, dangers.pass_by, dangers.meet, dangers.grope,
)  # fmt: skip
UNHUNTED: tuple[Thought, ...] = (
    errands.grow, errands.eat, errands.dress, errands.rest, songs.hush, errands.taste,
    errands.force, dangers.creep, errands.stray, errands.descend, errands.walk,
)  # fmt: skip


_STAGES: tuple[tuple[tuple[Thought, ...], bool], ...] = (
    (IN_DANGER, False),
    (UNHUNTED, False),
    ((errands.seek,), True),
    ((second_choices.any_time,), False),
)
"""Thoughts one after the other; True: only where those before have found nothing."""


def ranked(game: SilContext, board: MapBoard, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers, best first: the expert's choice and at most `ALTERNATIVES` others that it
    would consider, marked as advised with their reasons; then the rest in a plain order."""
    if game.hero.timers.rage:
        board = _without_kinds(board)
    explores = any(offer.action.verb == "explore" for offer in offers)
    facts = seat_facts.facts_of(game, explores=explores)
    found = recommendations(
        Moves(
            facts,
            board,
            offers,
            floor=floor(game),
            planner=own_plans.ways_of(game),
            flights=own_plans.flights_of(game),
        )
    )
    chosen = [replace(each.offer, advised=True, why=each.why) for each in found]
    taken = {each.offer.action for each in found}
    rest = [offer for offer in offers if offer.action not in taken]
    return [*chosen, *plain_order.ordered(rest)]


def _without_kinds(board: MapBoard) -> MapBoard:
    """Return a map as a raging hero reads it, to whom everybody is an enemy, and awake."""
    entities = tuple(replace(each, letter="", badges=()) for each in board.entities)
    return replace(board, entities=entities)


def recommendations(moves: Moves) -> list[AdvisedOffer]:
    """Return what an expert would do, best first, each action once: at most 1 + ALTERNATIVES."""
    found: dict[str, AdvisedOffer] = {}
    for thoughts, alone in _STAGES:
        hunted = moves.around.awake or moves.around.lurkers
        if found and (alone or (thoughts is UNHUNTED and hunted)):
            continue
        for thought in thoughts:
            for each in thought(moves):
                found.setdefault(str(each.offer.action), each)
                if len(found) > ALTERNATIVES:
                    return [*found.values()]
    return [*found.values()] or [AdvisedOffer(moves.offers[0], text("nothing else will do"))]


def advised_answers(game: SilContext, offers: Sequence[Offer]) -> list[Offer]:
    """Return the answers to a question in play, the one advised marked."""
    dares = offers[0].target == "trap" and exploring.next_way(game) is None
    best = answer(offers, game.hero.health, in_play=True, dares=dares)
    return [
        replace(offer, advised=True, why=_why_answer(offer)) if offer is best else offer
        for offer in offers
    ]


def _why_answer(offer: Offer) -> Text:
    if offer.action.args == ("no",):
        return text("it is dangerous")
    if offer.action.args in (("leave",), ("back",)):
        return text("what to make is yours to choose")
    return text("it is what you set out to do")


def answer(offers: Sequence[Offer], health: int, *, in_play: bool, dares: bool = False) -> Offer:
    """Return the answer to a question: danger is declined, unless he `dares` it, stairs are taken,
    and of all else the first answer will do."""
    words = {o.action.args[0]: o for o in offers if o.action.args}
    if {"yes", "no"} <= words.keys():
        risk = offers[0].target
        safe = not risk or dares or 0 < _FALLS.get(risk, 0) < health
        return words["yes" if safe else "no"]
    if "leave" in words or ("back" in words and in_play):  # the workbench
        return words.get("leave") or words["back"]
    return words.get("quick", offers[0])


_FALLS = {"chasm": FALLS[terrain.CHASM], "false floor": FALLS[terrain.FALSE_FLOOR]}
"""The health that a fall takes at most which he is asked about: he never goes by chance where the
way down is a fall."""


def floor(game: SilContext) -> Floor:
    """Return the floor that the hero remembers: when it is dark it does not stay on the map."""
    level, known = game.level, game.knowledge
    if game.hero.timers.rage:
        return NO_FLOOR
    looks_bare = int.from_bytes(level.feature.translate(_BARE), "little")
    looks_bare |= int.from_bytes(level.hidden, "little") | travel.off_map(game)

    def bare(layer: bytearray) -> bytes:
        found = int.from_bytes(layer, "little") & looks_bare
        return found.to_bytes(len(layer), "little")

    visited = bytes(known.walked)
    return Floor(trodden=bare(known.walked), glimpsed=bare(known.glimpsed), visited=visited)


_BARE = terrain.table((terrain.FLOOR,))
