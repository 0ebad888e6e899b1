"""Retreats as plans: to ground where few can come, and out of sight (no rule of Sil's: made for
play by post)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.common.plans import Stop, Terms, split_terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Text, counted, text
from engine.sil.clock import plan_runs, sightings
from engine.sil.clock.plan_runs import DONE, LEFT
from engine.sil.commands import movement
from engine.sil.commands.base import Command, offer
from engine.sil.commands.opponents import BORNE, alert_enemies, gap, is_held
from engine.sil.creatures import creature_names, senses
from engine.sil.dungeon import stairs
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.movement import shelter, travel
from engine.sil.perception import pursuit

ASIDE = Stop("other", text("you were moved aside"))


def _shooters(game: SilContext) -> list[Creature]:
    """Return the alert enemies in sight who can do harm from where they stand."""
    return [
        c for c in alert_enemies(game) if gap(game, c) > 1 and not sightings.turns_to_harm(game, c)
    ]


def _way_back(game: SilContext) -> list[int] | None:
    enemies = alert_enemies(game)
    hunted = enemies or pursuit.is_ambushed(game)
    if not hunted or game.hero.timers.confused or is_held(game):
        return None
    return shelter.way_to_narrow_ground(game, enemies)


def _way_out_of_sight(game: SilContext) -> list[int] | None:
    enemies = _shooters(game)
    if not enemies or game.hero.timers.confused or is_held(game):
        return None
    return shelter.way_out_of_sight(game, enemies)


def free_ground(game: SilContext) -> bytearray:
    """Return the ground on which the hero would flee: safe, and nobody in sight stands there."""
    free = travel.ground(game, glimpsed=True)
    for other in creature_names.visible(game):
        free[game.level.at(other.y, other.x)] = 0
    return free


def least_health(game: SilContext, terms: Terms) -> int:
    """Return the percent of health below which a retreat ends: that of its terms, or half of what
    he has as it begins."""
    full = max(1, game.hero.derived.max_health)
    return min(terms.limits.least_health, 50 * game.hero.health // full)


def ends(game: SilContext, steps: int) -> Text:
    """Return when a retreat of so many steps ends, as a hint."""
    return text(
        "{steps}; ends there, or below {percent} % of health",
        steps=counted(steps, "{number} step", "{number} steps"),
        percent=least_health(game, Terms(game.hero.caution)),
    )


def go(
    game: SilContext,
    plan: plan_runs.Plan,
    way: list[int],
    terms: Terms,
    onward: Callable[[], list[int]] = list,
) -> None:
    """Go a way, or round what bars it, and then on for as long as `onward` knows a way; a flight
    that ends on stairs takes them."""
    level = game.level

    def act() -> Stop | None:
        nonlocal way
        free, here = free_ground(game), level.at(game.hero.y, game.hero.x)
        if not way:
            movement.take_stairs(game, (_stairs(game),))
            return LEFT if game.state.leaving else None
        if not senses.adjacent(game, *level.place(way[0])):
            return ASIDE
        if not free[way[0]]:
            goal = way[-1]
            way = travel.nearest(free, level.width, here, lambda i: i == goal) or onward()
        if not way:
            return Stop("blocked", text("the way is no longer free"))
        before = game.hero.y, game.hero.x
        movement.walk(game, (plan_runs.direction_to(game, way[0]),))
        if (game.hero.y, game.hero.x) == before:
            return None
        if (game.hero.y, game.hero.x) != game.level.place(way.pop(0)):
            return ASIDE
        way = way or onward()
        return None if way or (plan == "flee" and _stairs(game)) else DONE

    hunters = (creature_names.ref(game, c) for c in alert_enemies(game))
    lurking = (pursuit.ref(game, pursuer) for pursuer in pursuit.lurking(game).values())
    bears = (*BORNE, *(ref for ref in (*hunters, *lurking) if ref is not None))
    limits = terms.limits._replace(least_health=least_health(game, terms))
    plan_runs.carry_out(game, plan, act, terms, bears=bears, limits=limits)


def _stairs(game: SilContext) -> str:
    """Return which way the hero may take the stairs on which he stands; "" for none."""
    ways = ("up", "down")
    return next((way for way in ways if not stairs.hindrance(game, way)), "")


def _fall_back(game: SilContext, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    way = _way_back(game)
    if way is None:
        raise IllegalAction(text("You know of no better place near to stand."))
    go(game, "fall-back", way, terms)


def _fall_back_offers(game: SilContext) -> Iterator[Offer]:
    way = _way_back(game)
    if way is None:
        return
    ways = shelter.ways_onto(game, way[-1])
    yield offer(
        "fall-back",
        label=text("Back to where few can come"),
        hint=text(
            "To a square with {ways}. {ends}",
            ways=counted(ways, "{number} way in", "{number} ways in"),
            ends=ends(game, len(way)),
        ),
        group="plan",
        at=game.level.place(way[-1]),
        path=tuple(game.level.place(i) for i in way),
    )


def _hide(game: SilContext, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    way = _way_out_of_sight(game)
    if way is None:
        raise IllegalAction(text("Nobody shoots at you, or you know of no cover near."))
    go(game, "hide", way, terms)


def _hide_offers(game: SilContext) -> Iterator[Offer]:
    way = _way_out_of_sight(game)
    if way is None:
        return
    who = creature_names.name(game, _shooters(game)[0])
    yield offer(
        "hide",
        label=text("Out of sight of {who:the.18}", who=who),
        hint=ends(game, len(way)),
        group="plan",
        at=game.level.place(way[-1]),
        path=tuple(game.level.place(i) for i in way),
    )


COMMANDS = (
    Command("fall-back", "Go where few can come at you", _fall_back, _fall_back_offers, plan=True),
    Command("hide", "Go out of the sight of those who shoot", _hide, _hide_offers, plan=True),
)
