"""Plans that an expert thinks of beyond those that are offered: ways to any place that the hero
knows, and exploring for a few turns."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.common import compass
from engine.common.plans import LIMITS, Terms, split_terms, with_terms
from engine.contract.action import Action, Offer
from engine.contract.texts import Name, counted
from engine.sil.autoplay.ways import Place
from engine.sil.clock import sightings
from engine.sil.commands import flight_plans, labels
from engine.sil.commands.base import offer
from engine.sil.game.context import SilContext
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.movement import travel

Planner = Callable[[Place], Offer | None]
"""Returns the plan to go to a place, if the hero may go there by a plan."""


_EDGE = Name("edge of the known")
SHORTEST_FLIGHT = 2  # steps: one is no plan


def no_plan(_place: Place) -> None:
    """Plan nothing."""


def ways_of(game: SilContext) -> Planner:
    """Return what plans ways for the acting hero."""
    hero, level = game.hero, game.level
    terms = Terms(hero.caution)
    barred = hero.timers.confused or derived.is_overburdened(hero)
    if barred or sightings.nearest_danger(game, LIMITS[hero.caution]) is not None:
        return no_plan

    def plan(place: Place) -> Offer | None:
        way = travel.way_to(game, level.at(*place))
        if not way:
            return None
        return offer(
            "travel",
            *with_terms((compass.square(*place),), terms),
            label=labels.bearing_label(_EDGE, len(way), place[0] - hero.y, place[1] - hero.x),
            hint=counted(len(way), "{number} step", "{number} steps"),
            group="plan",
            at=place,
            path=tuple(level.place(i) for i in way),
        )

    return plan


def flights_of(game: SilContext) -> Planner:
    """Return what plans flights for the acting hero."""
    terms, level = Terms(game.hero.caution), game.level

    def plan(place: Place) -> Offer | None:
        way = flight_plans.way_to(game, level.at(*place))
        if way is None or len(way) < SHORTEST_FLIGHT:
            return None
        ground = level.feature[way[-1]]
        name = terrain.words_of(game.data, ground) if terrain.STAIR[ground] else _EDGE
        args = with_terms((compass.square(*place),), terms)
        return flight_plans.flight(game, way, name, *args)

    return plan


def shortened(plan: Offer, turns: int) -> Offer:
    """Return a plan that ends after so many turns at the latest."""
    args, terms = split_terms(plan.action.args)
    shorter = Action(plan.action.verb, with_terms(args, terms._replace(turns=turns)))
    label = counted(turns, "{label}, {number} turn", "{label}, {number} turns")
    label = replace(label, facts={**label.facts, "label": plan.label})
    return replace(plan, action=shorter, label=label)
