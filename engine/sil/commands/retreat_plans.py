"""Retreats as plans: to ground where few can come, and out of sight (no rule of Sil's: made for
play by post)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import Stop, Terms, split_terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import counted, text
from engine.sil.clock import plan_runs, sightings
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import movement
from engine.sil.commands.base import Command, offer
from engine.sil.commands.opponents import BORNE, alert_enemies, beside_hero, gap, is_held
from engine.sil.creatures import creature_names
from engine.sil.game.context import Game
from engine.sil.game.state import Creature
from engine.sil.movement import shelter, travel


def _shooters(game: Game) -> list[Creature]:
    """Return the alert enemies in sight who can do harm from where they stand."""
    return [
        c for c in alert_enemies(game) if gap(game, c) > 1 and not sightings.turns_to_harm(game, c)
    ]


def _way_back(game: Game) -> list[int] | None:
    enemies = alert_enemies(game)
    if not enemies or game.hero.timers.confused or is_held(game):
        return None
    return shelter.way_to_narrow_ground(game, enemies)


def _way_out_of_sight(game: Game) -> list[int] | None:
    enemies = _shooters(game)
    if not enemies or game.hero.timers.confused or is_held(game):
        return None
    return shelter.way_out_of_sight(game, enemies)


def go(game: Game, plan: plan_runs.Plan, way: list[int], terms: Terms) -> None:
    """Go a way while nobody new is beside the hero."""
    beside = {c.slot for c in beside_hero(game)}

    def act() -> Stop | None:
        for other in beside_hero(game):
            if other.slot not in beside:
                return Stop("near", sightings.in_words(game, other), (other.y, other.x))
        if not travel.ground(game, glimpsed=True)[way[0]]:
            return Stop("blocked", text("the way is no longer safe"))
        if (game.level.occupant.get(way[0])) is not None and _is_seen_on(game, way[0]):
            return Stop("blocked", text("somebody stands in the way"))
        before = game.hero.y, game.hero.x
        movement.walk(game, (plan_runs.direction_to(game, way[0]),))
        if (game.hero.y, game.hero.x) == before:
            return None
        if (game.hero.y, game.hero.x) != game.level.place(way.pop(0)):
            return Stop("other", text("you were moved aside"))
        return None if way else DONE

    hunters = (creature_names.ref(game, c) for c in alert_enemies(game))
    bears = (*BORNE, *(ref for ref in hunters if ref is not None))
    plan_runs.carry_out(game, plan, act, terms, bears=bears)


def _is_seen_on(game: Game, i: int) -> bool:
    there = game.level.creature_at(*game.level.place(i))
    return there is not None and game.known(there).visible


def _fall_back(game: Game, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    way = _way_back(game)
    if way is None:
        raise IllegalAction(text("You know of no better place near to stand."))
    go(game, "fall-back", way, terms)


def _fall_back_offers(game: Game) -> Iterator[Offer]:
    way = _way_back(game)
    if way is None:
        return
    ways = shelter.ways_onto(game, way[-1])
    yield offer(
        "fall-back",
        label=text("Back to where few can come"),
        hint=text(
            "{steps} to a square with {ways}; ends there, or when an enemy comes beside you",
            steps=counted(len(way), "{number} step", "{number} steps"),
            ways=counted(ways, "{number} way in", "{number} ways in"),
        ),
        group="plan",
        at=game.level.place(way[-1]),
        path=tuple(game.level.place(i) for i in way),
    )


def _hide(game: Game, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    way = _way_out_of_sight(game)
    if way is None:
        raise IllegalAction(text("Nobody shoots at you, or you know of no cover near."))
    go(game, "hide", way, terms)


def _hide_offers(game: Game) -> Iterator[Offer]:
    way = _way_out_of_sight(game)
    if way is None:
        return
    who = creature_names.name(game, _shooters(game)[0])
    yield offer(
        "hide",
        label=text("Out of sight of {who:the.18}", who=who),
        hint=counted(
            len(way),
            "{number} step to cover; ends there, or when an enemy comes beside you",
            "{number} steps to cover; ends there, or when an enemy comes beside you",
        ),
        group="plan",
        at=game.level.place(way[-1]),
        path=tuple(game.level.place(i) for i in way),
    )


COMMANDS = (
    Command("fall-back", "Go where few can come at you", _fall_back, _fall_back_offers, plan=True),
    Command("hide", "Go out of the sight of those who shoot", _hide, _hide_offers, plan=True),
)
