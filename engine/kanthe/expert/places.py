"""Recommendations in a place: heal, take, explore, go down, open what is shut, go home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from math import inf

from engine.contract.action import Offer
from engine.contract.texts import Words, text
from engine.kanthe.commands.conflict_plans import conflict_with
from engine.kanthe.commands.exploring_plans import unsearched_walls
from engine.kanthe.encounters.hazards import force_pool
from engine.kanthe.encounters.pools import total
from engine.kanthe.encounters.presence import conflict_at, hostile_at, is_hostile
from engine.kanthe.expert.conflicts import chance_reason
from engine.kanthe.expert.hazards import WORTH_A_TRY, is_too_dangerous
from engine.kanthe.expert.judgement import (
    can_spare,
    contest_worth,
    fight_dice,
    has_gains,
    is_hurt,
    search_worth,
    sneak_worth,
)
from engine.kanthe.expert.recommendation import OfferTable, Recommendation
from engine.kanthe.expert.things import (
    features_to_read,
    healing_things,
    things_that_overcome,
    things_to_learn,
)
from engine.kanthe.exploring.movement import first_leg, hazards_in_the_way
from engine.kanthe.map.level_plan import Way, find_routes, other_end, trace_route, ways_from
from engine.kanthe.pool_odds import chance_to_force
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import gear, node_ref
from engine.kanthe.state import Door, Hazard, KantheState, Node, Passage

Goal = Callable[[Node], bool]
_DETOUR = 20.0  # steps that are worth going round a danger
_KEEP = 15  # coins up to which a hero who is badly hurt goes on
_WORTH_BEING_HEARD = 20  # percent a try, below which nothing is forced before hostile eyes
_ENOUGH = 16  # dice in fights above which nothing more is bought


def place_choices(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield what to do where nothing presses."""
    state, routes = game.state, _Routes(game, table)
    yield from healing_things(game, table)
    yield from table.first("pray", text("it heals you, once"))
    yield from _spoils(game, table)
    if is_hurt(state) and state.hero.coins > _KEEP:
        yield from _way_home(table, routes, text("you are badly hurt, and have coins to keep"))
    yield from table.first("recruit", text("an ally fights beside you and takes wounds for you"))
    yield from features_to_read(game, table)
    yield from things_to_learn(game, table)
    yield from things_that_overcome(game, table)
    yield from _purchases(game, table)
    yield from _friends(game, table)
    yield from table.first("explore", text("there is more to find here"))
    if not is_hurt(state):
        yield from _further(game, table, routes)
    why = text("nothing here is worth its danger any more")
    if table.all("explore"):
        if not has_gains(state):
            return
        why = text("it is the way home, with all you carry")
    yield from _way_home(table, routes, why)
    yield from _last_resorts(game.state, table, routes)


def _spoils(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield what can be taken without danger, where exploring would not do it anyway."""
    if hostile_at(game.state, node=game.state.node):
        if search_worth(game) > 0:
            yield from table.first("loot", text("they will hardly notice"))
    elif is_hurt(game.state) or not table.all("explore"):
        yield from table.first("remains", text("the dead one needs it no more"))
        yield from table.first("loot", text("it costs nothing"))


def _purchases(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield the ware that adds dice to fights at the best price, while dice are few."""
    if fight_dice(game) >= _ENOUGH:
        return
    have = {item.name: item.rating for item in gear(game.state) if not item.arcane}
    wares = {o.name: (*o.wares, *o.things) for o in game.state.here.opponents}
    best: list[tuple[float, Offer]] = []
    for offer in table.all("buy"):
        name, rating = offer.action.args[0], int(offer.action.args[1])
        ware = next((w for w in wares.get(name, ()) if w.rating == rating), None)
        if ware is None or "fight" not in ware.purposes:
            continue
        more = rating - have.get(ware.name, 0)
        if more > 0:
            best.append((more / rating, offer))
    for _, offer in sorted(best, key=lambda each: -each[0])[:1]:
        yield Recommendation(offer, text("it adds dice to every fight"))


def _friends(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield whom here who does not attack it is worth to win over, or to fight."""
    state = game.state
    if is_hurt(state):
        return
    for who in state.here.opponents:
        talk, fight = table.find("persuade", who.name), table.find("fight", who.name)
        if (talk is None and fight is None) or is_hostile(who):
            continue
        conflict = conflict_with(game, who)
        if talk is not None and contest_worth(game, conflict, "persuade") > 0:
            yield Recommendation(talk, chance_reason(game, conflict, "persuade"))
        elif fight is not None and who.attacks and contest_worth(game, conflict, "fight") > 0:
            yield Recommendation(fight, chance_reason(game, conflict, "fight"))


def _further(game: KantheContext, table: OfferTable, routes: _Routes) -> Iterator[Recommendation]:
    """Yield the ways to more of the domain, once all that is open is explored."""
    state = game.state
    below = any(level.number > state.level for level in state.levels)
    if not below:
        yield from table.first("descend", text("this level is explored"))
        yield from routes.to(lambda node: node.stairs, text("the stairs lead on"))
    yield from _doors(game, table, routes)
    yield from _held_rooms(game, routes)
    yield from _barred_ways(game, table)
    if can_spare(state) and _lacks_stairs(state):
        why = text("a secret door may be there")
        yield from table.the(why, "search")
        yield from table.first("search", why)
        yield from routes.to(lambda node: bool(_walls(node)), why)


def _walls(node: Node) -> list[int]:
    return unsearched_walls(node) if node.entered else []


def _lacks_stairs(state: KantheState) -> bool:
    lower = state.level < state.domain.levels
    return lower and not any(node.stairs for node in state.here.nodes)


# ------------------------------------------------------------------ what is shut


def _chance_to_force(game: KantheContext, degree: int) -> float:
    return chance_to_force(total(force_pool(game)), degree)


def _can_force(game: KantheContext, degree: int) -> bool:
    return _chance_to_force(game, degree) * 100 >= WORTH_A_TRY


def _worth_a_try(game: KantheContext, room: Node) -> int:
    """Return the percentage below which no door of a room is tried: a try that fails is noise,
    which those hear who hold it."""
    held = any(not who.follows for who in hostile_at(game.state, node=room.id))
    return _WORTH_BEING_HEARD if held else WORTH_A_TRY


def _can_open(game: KantheContext, room: Node, door: Door) -> bool:
    shut = door.judged and not door.opened
    if not shut or not door.heavy:
        return shut
    chance = _chance_to_force(game, (door.locks or [door.heavy])[0])
    return chance * 100 >= _worth_a_try(game, room)


def _doors(game: KantheContext, table: OfferTable, routes: _Routes) -> Iterator[Recommendation]:
    """Yield doors that can be opened: locks are picked, for breaking one is noise."""
    why = text("something is behind it")
    yield from table.first("open", why)
    for verb in ("pick", "force", "smash"):
        for offer in table.all(verb):
            if offer.chances[0].percent >= _worth_a_try(game, game.state.place):
                yield Recommendation(offer, why)
    yield from routes.to(
        lambda node: node.entered and any(_can_open(game, node, door) for door in node.doors),
        text("a door there can be opened"),
    )


def _held_rooms(game: KantheContext, routes: _Routes) -> Iterator[Recommendation]:
    """Yield the way to rooms that one turned back from, if the hero is strong enough by now."""

    def is_worth_it(node: Node) -> bool:
        held = hostile_at(game.state, node=node.id)
        if not held or not (node.waiting or (node.kind == "room" and not node.entered)):
            return False
        conflict = conflict_at(game.state, node.id)
        best = max(
            contest_worth(game, conflict, "fight"), contest_worth(game, conflict, "persuade")
        )
        return max(best, sneak_worth(game, conflict)) > 0

    yield from routes.to(is_worth_it, text("you can deal with them now"))


def _barred_ways(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield the way past a hazard that is known, to a place not entered yet."""
    state = game.state
    barred = {h.passage for h in hazards_in_the_way(game) if would_pass(game, h)}
    new = {n.id for n in state.here.nodes if n.waiting or (n.kind == "room" and not n.entered)}
    for way in ways_from(state.here, state.place):
        if way.node in new and barred & set(way.passages):
            yield from table.the(text("you can get past what is there"), "walk", way.name)


def would_pass(game: KantheContext, hazard: Hazard) -> bool:
    """Return whether the expert, once it faces a hazard, would not turn back from it."""
    if game.hazard_kind(hazard).has("bars"):
        return _can_force(game, hazard.strength)
    return not is_too_dangerous(game, hazard)


def _can_pass(game: KantheContext, hazard: Hazard) -> bool:
    """Return whether a hazard can be evaded, or forced."""
    bars = game.hazard_kind(hazard).has("bars")
    return not bars or _chance_to_force(game, hazard.strength) > 0.0


# ------------------------------------------------------------------ going somewhere


class _Routes:
    """The routes from the hero's place to all others, safe or not, worked out when asked for."""

    def __init__(self, game: KantheContext, table: OfferTable) -> None:
        self._game, self._table = game, table

    @cached_property
    def _routes(self) -> dict[int, tuple[int, Passage]]:
        """The nodes that can be reached, as of `find_routes`; what nobody can force is not
        passed."""
        game, state = self._game, self._game.state
        met = hazards_in_the_way(game)
        hopeless = {hazard.passage for hazard in met if not _can_pass(game, hazard)}
        barred = {hazard.passage for hazard in met}
        hostile = [o for o in state.here.opponents if is_hostile(o)]
        held, watched = {o.node for o in hostile}, {o.passage for o in hostile}

        def cost(passage: Passage) -> float:
            if passage.id in hopeless:
                return inf
            dangers = passage.id in barred, passage.id in watched, passage.b in held
            unknown = passage.hazard and not passage.called
            return 1.0 + _DETOUR * (sum(dangers) + unknown / 2 + (passage.a in held))

        return find_routes(
            state.here, state.node, cost, lambda node: node.kind != "room" or node.entered
        )

    def reaches(self, node: int) -> bool:
        """Return whether a node can be reached."""
        return node in self._routes

    def to(self, is_goal: Goal, why: Words) -> Iterator[Recommendation]:
        """Yield the way to the nearest place that is a goal, by a plan, or a step on the way."""
        state = self._game.state
        level = state.here
        goal = next(
            (at for at in self._routes if at != state.node and is_goal(level.nodes[at])), None
        )
        if goal is None:
            return
        yield from self._table.the(why, "travel", node_ref(level.nodes[goal]))
        way = self._first_way(trace_route(self._routes, goal))
        if way is not None:
            yield from self._table.the(why, "walk", way.name)

    def _first_way(self, passages: list[int]) -> Way | None:
        """Return the way from here that a route begins with, or another one to the same place."""
        state = self._game.state
        leg, at = first_leg(self._game, passages), state.node
        for number in leg:
            at = other_end(state.here.passages[number], at)
        ways = [way for way in ways_from(state.here, state.place) if way.node == at]
        return min(ways, key=lambda way: list(way.passages) != leg, default=None)


def _way_home(table: OfferTable, routes: _Routes, why: Words) -> Iterator[Recommendation]:
    """Yield the way to daylight: up the stairs, and out of the first room of the first level."""
    yield from table.first("leave", why)
    yield from table.first("climb", why)
    yield from routes.to(lambda node: node.kind == "start", why)


def _last_resorts(
    state: KantheState, table: OfferTable, routes: _Routes
) -> Iterator[Recommendation]:
    """Yield what is left where every way home is barred: more of the domain, at any risk."""
    if _has_way_out(state, routes):
        return
    why = text("every way home is barred")
    for verb in ("pick", "force", "smash", "search", "try", "descend"):
        yield from table.first(verb, why)
    yield from routes.to(lambda node: bool(_walls(node)) or node.stairs, why)
    yield from routes.to(lambda node: any(not door.opened for door in node.doors), why)
    yield from table.first("abandon", text("no way leads out"))


def _has_way_out(state: KantheState, routes: _Routes) -> bool:
    """Return whether daylight, or the stairs up, can be reached."""
    return state.node == 0 or routes.reaches(0)
