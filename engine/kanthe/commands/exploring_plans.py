"""Plans of exploring: explore, travel, search the walls of a room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.common.plans import Stop, split_terms
from engine.contract.texts import Words, counted, text
from engine.kanthe.commands.plan_run import PlanRun, moves
from engine.kanthe.encounters.doors import open_door, search_wall
from engine.kanthe.encounters.followers import take_remains
from engine.kanthe.encounters.presence import is_hostile
from engine.kanthe.encounters.treasure import search_source, sources, take_all_as_coins
from engine.kanthe.exploring.movement import (
    find_known_way,
    find_plan,
    first_leg,
    routes_from_here,
    run_tasks,
    start_walk,
)
from engine.kanthe.map.level_plan import trace_route
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, node_ref, place_name
from engine.kanthe.state import WALLS, Door, Node, ShareTreasure
from engine.kanthe.words import coins

Deed = Callable[[], None]


class _Tally:
    """The gains of exploring: rooms, sections, doors, things searched."""

    def __init__(self, game: KantheContext) -> None:
        self._game = game
        self._before = self._now()
        self.doors = self.searched = 0
        self._known = {o.id for level in game.state.levels for o in level.opponents}
        self._stairs = self._all_stairs()

    def _now(self) -> tuple[int, int, int, int]:
        hero = self._game.state.hero
        return hero.rooms, hero.sections, hero.challenge, hero.coins

    def _all_stairs(self) -> int:
        return sum(node.stairs for node in self._game.state.here.nodes)

    def choices(self) -> Iterator[Stop]:
        """Yield what was come upon that one may like to deal with, each once."""
        state = self._game.state
        for who in state.here.opponents:
            met = who.node == state.node and who.here and not is_hostile(who)
            if met and who.id not in self._known:
                yield Stop("choice", text("{who:a}, not hostile", who=creature_name(who)))
        self._known |= {o.id for o in state.here.opponents}
        if self._all_stairs() > self._stairs:
            yield Stop("choice", text("stairs down"))

    def numbers(self) -> dict[str, int]:
        """Return what it brought, by name."""
        rooms, sections, challenge, coins = (
            now - before for now, before in zip(self._now(), self._before, strict=True)
        )
        return {
            "rooms": rooms,
            "sections": sections,
            "challenge": challenge,
            "coins": coins,
            "doors": self.doors,
            "searched": self.searched,
        }

    def words(self) -> list[Words]:
        """Return the same for people, without what there was none of."""
        numbers = self.numbers()
        told = {
            "rooms": counted(numbers["rooms"], "{number} new room", "{number} new rooms"),
            "sections": counted(
                numbers["sections"], "{number} section explored", "{number} sections explored"
            ),
            "challenge": text("Challenge {number} higher", number=numbers["challenge"]),
            "coins": coins(numbers["coins"]),
            "doors": counted(numbers["doors"], "{number} door opened", "{number} doors opened"),
            "searched": counted(
                numbers["searched"], "{number} thing searched", "{number} things searched"
            ),
        }
        return [words for key, words in told.items() if numbers[key]]


# ------------------------------------------------------------------ exploring


def next_deed(game: KantheContext, tally: _Tally | None = None) -> Deed | None:
    """Return what exploring does next: it takes what is here, opens what is only shut, goes to the
    nearest place unknown, then to the nearest shut door; None when nothing is left."""
    state = game.state
    if found := [source for source in sources(game) if not source.watched]:
        return partial(_search, game, found[0].ref, tally)
    if state.place.remains or state.place.remains_coins:
        return partial(take_remains, game, state.place)
    if doors := shut_doors(state.place):
        return partial(_open, game, doors[0], tally)
    if way := find_plan(game) or _way_to_a_door(game):
        return partial(start_walk, game, first_leg(game, way))
    return None


def _search(game: KantheContext, ref: str, tally: _Tally | None) -> None:
    if tally is not None:
        tally.searched += 1
    search_source(game, next(source for source in sources(game) if source.ref == ref))
    question = game.state.question
    if isinstance(question, ShareTreasure) and game.state.hero.takes_coins:
        take_all_as_coins(game, question)


def _open(game: KantheContext, door: Door, tally: _Tally | None) -> None:
    if tally is not None:
        tally.doors += 1
    open_door(game, game.state.place, door)


def shut_doors(place: Node) -> list[Door]:
    """Return the doors of a place that nothing holds."""
    return [door for door in place.doors if door.judged and not door.opened and not door.heavy]


def _way_to_a_door(game: KantheContext) -> list[int]:
    nodes, routes = game.state.here.nodes, routes_from_here(game, unknown=False)
    goal = next((at for at in routes if nodes[at].entered and shut_doors(nodes[at])), -1)
    return trace_route(routes, goal)


def explore(game: KantheContext, args: tuple[str, ...]) -> None:
    """Explore until something turns up, or nothing is left within reach."""
    _, terms = split_terms(args)
    run, tally = PlanRun(game, "explore", terms), _Tally(game)
    stop = None
    while stop is None:
        deed = next_deed(game, tally)
        if deed is None:
            stop = Stop("done")
            break
        deed()
        run_tasks(game)
        stop = run.look(*tally.choices())
    done = text("Explored {moves}", moves=moves(run.turns))
    if stop.reason == "done":
        done = text("Explored all that is within reach, {moves}", moves=moves(run.turns))
    run.end(done, tally.words(), stop, **tally.numbers())


def travel(game: KantheContext, args: tuple[str, ...]) -> None:
    """Go to a place that the hero knows."""
    (ref, *_), terms = split_terms(args)
    state = game.state
    goal = next(node for node in state.here.nodes if node_ref(node) == ref)
    run, tally = PlanRun(game, "travel", terms), _Tally(game)
    stop = None
    while stop is None:
        start_walk(game, first_leg(game, find_known_way(game, goal.id)))
        run_tasks(game)
        stop = run.look()
        if stop is None or stop.reason == "at most":
            if state.node == goal.id:
                stop = Stop("done")
            elif not find_known_way(game, goal.id):
                stop = Stop("blocked", text("no known way is left"))
    place = place_name(goal)
    done = text("Went towards {place}, {moves}", place=place, moves=moves(run.turns))
    if stop.reason == "done":
        done = text("Went to {place}, {moves}", place=place, moves=moves(run.turns))
    run.end(done, tally.words(), stop, **tally.numbers())


# ------------------------------------------------------------------ searching


def unsearched_walls(place: Node) -> list[int]:
    """Return the walls of a room that can still be searched for a secret door."""
    if place.kind != "room":
        return []
    return [w for w, taken in enumerate(place.walls) if not taken and w not in place.searched]


def search(game: KantheContext, args: tuple[str, ...]) -> None:
    """Search one wall; without one, each wall of the room until something is found."""
    plain, terms = split_terms(args)
    place = game.state.place
    if plain:
        search_wall(game, place, WALLS.index(plain[0]))
        return
    run = PlanRun(game, "search", terms)
    doors, stop = len(place.doors), None
    while stop is None:
        walls = unsearched_walls(place)
        if not walls:
            stop = Stop("done")
            break
        search_wall(game, place, walls[0])
        run_tasks(game)
        found = [Stop("found", text("a secret door"))] if len(place.doors) > doors else []
        stop = run.look(*found)
    walls_told = counted(run.turns, "{number} wall", "{number} walls")
    done = text("Searched {walls}", walls=walls_told)
    if stop.reason == "done":
        done = text("Searched {walls} and found nothing", walls=walls_told)
    run.end(done, (), stop, doors=len(place.doors) - doors)
