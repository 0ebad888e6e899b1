"""The moves of a hero who plays by himself: what is offered, the ways over the ground that he
knows, whom he keeps away from, and where he runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from engine.common import compass
from engine.contract.action import Offer
from engine.contract.texts import Text
from engine.contract.view import Entity, MapBoard
from engine.sil.autoplay import foe_values
from engine.sil.autoplay.chases import Chase, Hunter
from engine.sil.autoplay.moods import are_stairs_tired, has_lingered, is_bold
from engine.sil.autoplay.own_plans import Planner, no_plan, shortened
from engine.sil.autoplay.seat_facts import SeatFacts
from engine.sil.autoplay.surroundings import NO_FLOOR, Floor, Surroundings
from engine.sil.autoplay.ways import Place, SquareSet, Ways
from engine.sil.commands import flight_plans
from engine.sil.items.item_values import NOTHING, Thing

NERVE = 0.5  # of his health: from those who would cost him more he runs, wherever to
EASY = 0.2  # of his health: what he dares to rouse
MOST_HUNTERS = 8  # the nearest, who count when he runs
SHORT_RUN = 15  # steps that he goes before those who are swifter and too much for him
A_DASH = 4  # steps that he goes before others who are swifter
ON_GUARD = 14  # steps from his anchors that he explores
AT_EASE = 40  # the same while stairs may give way, and he had better not take them again
DARING = 300  # turns on a level after which he goes past all who do not know of him
NARROW = 2  # open squares about a place where he can hold off many
LEFT_ALONE = 3  # how far he keeps from those whom he had better not rouse
A_WHILE = 40  # turns for which he explores by a plan about his anchors
SHORTEST_WAY = 2  # steps: one is no plan
SCRATCH = 0.05  # of his health: what a flight by plan may cost beyond the best
OFTEN = 4  # times of late on one square that are enough: he goes there no more
RUN = 0.7  # of his health: what a way to stairs may cost him
RESTING_PLACE = 20  # steps that he goes to rest upon stairs


class AdvisedOffer(NamedTuple):
    """An offer that an expert would think of, and the reason: "it is hurt and comes on"."""

    offer: Offer
    why: Text


class Moves:
    """The moves that one view and its offers leave to a hero. `floor` is what he remembers of it
    beyond the map. One for whom `around` is given minds no briars."""

    def __init__(
        self,
        facts: SeatFacts,
        board: MapBoard,
        offers: Sequence[Offer],
        *,
        floor: Floor = NO_FLOOR,
        planner: Planner = no_plan,
        flights: Planner = no_plan,
        around: Surroundings | None = None,
    ) -> None:
        self.facts = facts
        self.offers = offers
        self.board = board
        self._planner = planner
        self._flights = flights
        self.around = around or Surroundings(facts, board, floor)
        self._reckless = around is not None
        self.points = facts.health
        self.health = 100 * facts.health // max(1, facts.most_health)
        self.states = facts.states
        self._by_verb: dict[str, list[Offer]] = {}
        for offer in offers:
            self._by_verb.setdefault(offer.action.verb, []).append(offer)

    def offered(self, *verbs: str) -> Iterator[Offer]:
        """Return the offers of some verbs."""
        return (offer for verb in verbs for offer in self._by_verb.get(verb, ()))

    def thing(self, offer: Offer) -> Thing:
        """Return the thing that an offer is about."""
        return self.facts.things.get(offer.action.args[0], NOTHING)

    @property
    def safe_steps(self) -> list[Offer]:
        """Return the steps onto ground where he would set foot."""
        return [o for o in self.offered("step") if o.at is not None and self.around.is_safe(*o.at)]

    def step(self, y: int, x: int) -> Offer | None:
        """Return the step onto a neighbouring square, if it is offered and he does not go to and
        fro there."""
        found = first_of(o for o in self.offered("step") if o.at == (y, x))
        return None if found is not None and self.is_to_and_fro(found) else found

    def is_to_and_fro(self, step: Offer) -> bool:
        """Return whether a step leads to where he has been too often of late."""
        return step.intent == "move" and step.at is not None and step.at in self.worn_out

    @cached_property
    def worn_out(self) -> set[Place]:
        """Return the squares to which he came again and again of late."""
        trail = self.facts.trail
        moves = (at for at, before in zip(trail[1:], trail, strict=False) if at != before)
        return {at for at, times in Counter(moves).items() if times >= OFTEN}

    def reckless(self) -> Moves:
        """Return the moves of one who minds no briars."""
        return Moves(
            self.facts,
            self.board,
            self.offers,
            planner=self._planner,
            flights=self._flights,
            around=self.around,
        )

    @cached_property
    def is_armed(self) -> bool:
        return "weapon" in self.facts.worn

    def gaps(self, y: int, x: int) -> int:
        """Return how many squares about a place are open."""
        return sum(self.is_open(y + dy, x + dx) for dy, dx in compass.SCAN)

    @cached_property
    def is_outmatched(self) -> bool:
        """Return whether those who hunt him are more than he would fight."""
        return self.is_too_much(self.around.pursuers, NERVE)

    def is_too_much(self, foes: Sequence[Entity], nerve: float) -> bool:
        """Return whether a fight with them where he stands would cost more than a share of his
        health."""
        at_once = len(foes) > 1 and self.gaps(*self.around.here) > NARROW
        return self.around.cost(foes, at_once=at_once) > nerve * self.points

    @cached_property
    def _chase(self) -> Chase:
        around = self.around
        hunted_from = {(being.y, being.x) for being in around.pursuers}
        hunters = [
            Hunter(
                (being.y, being.x),
                foe_values.pace(being.letter, around.kind(being)),
                around.cost([being], at_once=False) / foe_values.TURNS,
                foe_values.reach(around.kind(being)),
            )
            for being in around.pursuers[:MOST_HUNTERS]
        ]
        return Chase(
            around.here,
            hunters,
            free=self.free.without(self.taken - hunted_from),
            firm=around.firm,
            shut=around.shut,
        )

    def run(self, havens: set[Place], most: float) -> Offer | None:
        """Return the flight to one of some places from those who hunt him, unless the way there
        would cost him more than so much health."""
        havens = havens - self.taken
        found = self._chase.run(havens) if havens else None
        if found is None or found.pain > most:
            return None
        return self.flight(found.way, found.pain)

    def flight(self, way: Sequence[Place], pain: float = 0.0) -> Offer | None:
        """Return the flight on a way as a plan that begins with its first step, or costs hardly
        more health than so much, as far along as there is one; else the step."""
        first = self.step(*way[0])
        if first is None:
            return None
        most = pain + SCRATCH * self.points
        offered = {
            o.at: o for o in self.offered("flee") if flight_plans.ONWARD not in o.action.args
        }
        for goal in _parts(way):
            plan = offered.get(goal) or self._flights(goal)
            if plan and (plan.path[0] == way[0] or self._chase.pain(plan.path) <= most):
                return plan
        return _onward(self.offered("flee"), way[0]) or first

    @cached_property
    def risk(self) -> float:
        """Return the health that a fight with those who hunt him would cost."""
        return self.around.cost(self.around.pursuers, at_once=True)

    @cached_property
    def way_to_havens(self) -> Offer | None:
        """Return the flight to stairs or to a chasm, unless the way costs too much."""
        havens = self.around.stairs() | self.around.brinks(1)
        return self.run(havens, min(self.risk, RUN * self.points))

    @cached_property
    def near_stairs(self) -> set[Place]:
        """Return the stairs that he goes to rest upon."""
        steps = self.ways.steps
        return {p for p in self.around.stairs() if steps.get(p, len(steps)) <= RESTING_PLACE}

    @property
    def unseen(self) -> set[Place]:
        """Return the places that he can come to and from which something new would be seen."""
        return {place for place in self.ways.steps if self.around.edge.holds(*place)}

    def fall(self, left: int) -> Offer | None:
        """Step into a chasm or through a false floor, if so much health is left in any case."""
        for place, most in self.around.falls.items():
            if self.around.away(*place) == 1 and self.points - most >= left:
                found = first_of(o for o in self.offered("step") if o.at == place and o.target)
                if found is not None:
                    return found
        return None

    def is_left_alone(self, being: Entity) -> bool:
        """Return whether somebody who knows nothing of him had better not be roused."""
        company = self.around.company(being)
        return self.around.cost(company, at_once=len(company) > 1) > EASY * self.points

    def travel(self, goals: set[Place]) -> Offer | None:
        """Return the way to the nearest of some places: all of it where it may be gone by a plan,
        else its first step."""
        goals = goals - self.worn_out - {self.here}
        near = next((place for place in self.ways.first if place in goals), None)
        if near is None:
            return None
        found = first_of(o for o in self.offered("travel") if o.at == near)
        if found is None and self.ways.steps[near] > 1:
            found = _part_way(self._planner, self.ways.way_to(near), self.around.briars)
        return found or self.step(*self.ways.first[near]) or self.path(goals)

    @property
    def here(self) -> Place:
        """Return where he stands."""
        return self.around.here

    @property
    def stairs(self) -> Offer | None:
        """Return the way by the stairs underfoot, wherever they lead."""
        return first_of(self.offered("stairs"))

    @property
    def down(self) -> Offer | None:
        return first_of(o for o in self.offered("stairs") if "down" in o.action.args)

    @cached_property
    def shunned(self) -> set[Place]:
        """Return where briars reach, and where he might wake somebody: with a weapon he goes past
        sleepers as near as may be."""
        found = set() if self._reckless else set(self.around.briars)
        if has_lingered(self.facts, DARING):
            return found
        for being in filter(self.is_left_alone, self.around.dozing):
            passes = is_bold(self.facts) or (self.is_armed and "asleep" in being.badges)
            far = 1 if passes else LEFT_ALONE
            reach = range(-far, far + 1)
            found |= {(being.y + dy, being.x + dx) for dy in reach for dx in reach}
        return found

    @cached_property
    def free(self) -> SquareSet:
        """Return where he would go."""
        return self.around.open.without(self.shunned)

    def is_open(self, y: int, x: int) -> bool:
        """Return whether he would go there."""
        return self.free.holds(y, x)

    @cached_property
    def taken(self) -> set[Place]:
        """Return the squares on which somebody stands."""
        return {(b.y, b.x) for b in self.board.entities if b.seat is None}

    @cached_property
    def ways(self) -> Ways:
        """Return the ways to every place he can come to."""
        return Ways([self.around.here], self.free, self.taken)

    def before(self, foes: Iterable[Entity]) -> list[Place]:
        """Return every place that he reaches before some others, were they as fast as he, the
        nearest first: nobody bars the way there."""
        theirs = Ways([(b.y, b.x) for b in foes], self.around.firm).steps
        return [
            place
            for place, steps in self.ways.steps.items()
            if 0 < steps < theirs.get(place, steps + 1)
        ]

    def path(self, goals: set[Place]) -> Offer | None:
        """Return the first step to the nearest of some places."""
        for place, step in self.ways.first.items():
            there = place in goals and self.around.away(*place) > 0
            if there and (found := self.step(*step)) is not None:
                return found
        return None

    @cached_property
    def anchors(self) -> set[Place]:
        """Return the stairs that he does not leave far behind him: those that he can come to,
        where he is deep or has no weapon."""
        if self.is_armed and self.around.is_shallow:
            return set()
        return self.around.stairs() & self.ways.steps.keys()

    @cached_property
    def _from_anchors(self) -> dict[Place, int]:
        return Ways(self.anchors, self.free).steps

    def _is_near_enough(self, place: Place) -> bool:
        far = AT_EASE if are_stairs_tired(self.facts) else ON_GUARD
        return not self.anchors or self._from_anchors.get(place, far + 1) <= far

    @cached_property
    def _new_places(self) -> set[Place]:
        """Return the places from which something new would be seen: not too far from his anchors,
        if he has any."""
        edge = self.around.edge
        return {
            place
            for place in self.ways.first
            if edge.holds(*place) and place != self.here and self._is_near_enough(place)
        }

    @cached_property
    def frontier(self) -> Offer | None:
        """Return the way to the nearest place from which something new would be seen."""
        return self.travel(self._new_places)

    @cached_property
    def exploring(self) -> Offer | None:
        """Return the plan to explore, for a while where he has anchors, or the way to the nearest
        new place."""
        plan = first_of(self.offered("explore"))
        if self.is_explored:
            return None
        if plan is None or not self.anchors:
            return plan or self.frontier
        if not self._new_places:
            return None
        return shortened(plan, A_WHILE)

    @cached_property
    def has_unknown(self) -> bool:
        """Return whether there is anything left to explore."""
        if self.is_explored:
            return False
        return bool(self._new_places) or (not self.anchors and any(self.offered("explore")))

    @property
    def is_explored(self) -> bool:
        """Return whether a search for hidden doors is offered: nothing else is left."""
        return any(offer.action.args[:1] == ("walls",) for offer in self.offered("search"))


def by_stairs(moves: Moves, stairs: set[Place]) -> Offer | None:
    """Return the way to the nearest of some stairs, and by them where that is a plan."""
    found = moves.travel(stairs)
    plans = moves.offered("descend", "ascend")
    return first_of(o for o in plans if found is not None and o.at == found.at) or found


def first_of(found: Iterable[Offer]) -> Offer | None:
    """Return the first of some offers."""
    return next(iter(found), None)


def _onward(flights: Iterable[Offer], step: Place) -> Offer | None:
    """Return the flight into the unknown, if it is among some and begins with a step."""
    known = (flight_plans.ONWARD,)
    return first_of(o for o in flights if o.action.args[:1] == known and o.path[0] == step)


def _part_way(planner: Planner, way: Sequence[Place], briars: Container[Place]) -> Offer | None:
    """Return the plan to go a way, or, where it cannot be gone by a plan, a part of it: at most to
    where briars reach."""
    free = next((n for n, at in enumerate(way) if at in briars), len(way))
    return first_of(filter(None, map(planner, _parts(way[:free]))))


def _parts(way: Sequence[Place]) -> list[Place]:
    """Return where a plan may end that goes a way, or a part of it: what lies at its end may be
    unknown to plans, or shut."""
    far = len(way)
    return [way[n - 1] for n in (far, far - 1, far // 2, far // 4) if n >= SHORTEST_WAY]
