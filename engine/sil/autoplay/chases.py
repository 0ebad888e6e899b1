"""Running from hunters: the way on which they strike the hero least.

Whoever stands beside him when their turn comes strikes; whoever has to follow does not, and one who
is no swifter never catches up. So the next steps of hero and hunters are played out on the ground
that he knows, and a way is worth what its blows cost him.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.common import compass
from engine.sil.autoplay.ways import Place, SquareSet, Ways, apart

FORESEEN = 40  # steps that are played out
FLIGHTS = 12  # that are followed at once
ON_HIS_HEELS = 10  # steps within which hunters find the way to him round corners
A_STEP = 0.25  # health that a step on the way to a haven is worth


class Hunter(NamedTuple):
    """One who hunts: where he is, the steps that he takes while the hero takes one, the health that
    one of his turns costs the hero, and from how many squares."""

    at: Place
    pace: float
    blow: float
    reach: int = 1


class Run(NamedTuple):
    """A way to a haven, square by square, and the health that it costs."""

    way: Sequence[Place]
    pain: float


class _Flight(NamedTuple):
    """A moment on a way: the health that it has cost, the hero and his hunters, and the way so
    far."""

    pain: float
    here: Place
    hunters: tuple[Place, ...]
    way: tuple[Place, ...] = ()


class Chase:
    """A hero who stands at `here`, and his hunters.

    `free` is where he would go, `firm` where they can, and `shut` where a door takes him a turn
    more.
    """

    def __init__(
        self,
        here: Place,
        hunters: Sequence[Hunter],
        *,
        free: SquareSet,
        firm: SquareSet,
        shut: SquareSet,
    ) -> None:
        self.here = here
        self.hunters = hunters
        self._free = free
        self._firm = firm
        self._shut = shut
        self._steps_to: dict[Place, Mapping[Place, int]] = {}
        self._steps_from: dict[tuple[Place, Place], list[Place]] = {}

    def run(self, havens: Iterable[Place]) -> Run | None:
        """Return the way to one of some places on which he is hurt least; None when he comes to
        none of them within `FORESEEN` steps."""
        left = Ways(set(havens) - {self.here}, self._free).steps
        flights = [_Flight(0.0, self.here, tuple(h.at for h in self.hunters))]
        best: _Flight | None = None
        for turn in range(FORESEEN):
            reached: dict[Place, _Flight] = {}
            for flight in flights:
                for place in self._next_to(flight):
                    if place in left:
                        before = reached.get(place)
                        if before is not None and before.pain <= flight.pain:
                            continue
                        after = self._after(flight, place, turn)
                        if before is None or after.pain < before.pain:
                            reached[place] = after
            for place, flight in reached.items():
                if left[place] == 0 and (best is None or flight.pain < best.pain):
                    best = flight
            cheapest = min((f.pain for f in reached.values()), default=0.0)
            if not reached or (best is not None and best.pain <= cheapest):
                break
            ranked = sorted(reached.values(), key=lambda f: (f.pain + A_STEP * left[f.here], f))
            flights = ranked[:FLIGHTS]
        return None if best is None else Run(best.way, best.pain)

    def pain(self, way: Sequence[Place]) -> float:
        """Return the health that a way costs, from its first step on, as far as it is foreseen."""
        flight = _Flight(0.0, self.here, tuple(h.at for h in self.hunters))
        for turn, place in enumerate(way[:FORESEEN]):
            flight = self._after(flight, place, turn)
        return flight.pain

    def _next_to(self, flight: _Flight) -> Iterable[Place]:
        y, x = flight.here
        places = ((y + dy, x + dx) for dy, dx in compass.SCAN)
        return (place for place in places if place not in flight.hunters)

    def _after(self, flight: _Flight, place: Place, turn: int) -> _Flight:
        """Return how things stand after a step of the hero and what his hunters do then."""
        pain, hunters = flight.pain, list(flight.hunters)
        end = turn + (2 if self._shut.holds(*place) else 1)
        for n, hunter in enumerate(self.hunters):
            for _ in range(int(end * hunter.pace) - int(turn * hunter.pace)):
                if apart(hunters[n], place) <= hunter.reach:
                    pain += hunter.blow
                else:
                    hunters[n] = self._step_towards(place, hunters[n], hunters)
        return _Flight(pain, place, tuple(hunters), (*flight.way, place))

    def _step_towards(self, goal: Place, at: Place, taken: Sequence[Place]) -> Place:
        found = self._steps_from.get((goal, at))
        if found is None:
            found = self._steps_from[goal, at] = self._nearer(goal, at)
        return next((place for place in found if place not in taken), at)

    def _nearer(self, goal: Place, at: Place) -> list[Place]:
        """Return squares beside one that are nearer to a goal: those straight towards it, or, where
        these are barred, those on the way round."""
        (y, x), (to_y, to_x) = at, goal
        dy, dx = (to_y > y) - (to_y < y), (to_x > x) - (to_x < x)
        turns = ((dy, 0), (0, dx)) if dy and dx else ((dy or -1, dx or -1), (dy or 1, dx or 1))
        straight = [(y + dy, x + dx), *((y + v, x + u) for v, u in turns)]
        return [p for p in straight if self._firm.holds(*p)] or self._way_round(goal, at)

    def _way_round(self, goal: Place, at: Place) -> list[Place]:
        steps_to = self._steps_to.get(goal)
        if steps_to is None:
            steps_to = Ways([goal], self._firm, most=ON_HIS_HEELS).steps
            self._steps_to[goal] = steps_to
        here = steps_to.get(at)
        if here is None:
            return []
        beside = ((at[0] + v, at[1] + u) for v, u in compass.SCAN)
        return [p for p in beside if steps_to.get(p, here) < here]
