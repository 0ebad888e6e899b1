"""Running from hunters: the way on which they strike the hero least.

Whoever stands beside him when their turn comes strikes; whoever has to follow does not, and one who
is no swifter never catches up. So the next steps of hero and hunters are played out on the ground
that he knows, and a way is worth what its blows cost him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.common import compass
from engine.sil.autoplay.ways import Place, Ways, apart

FORESEEN = 40  # steps that are played out
FLIGHTS = 24  # that are followed at once
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
    """A way to a haven: its first step, and the health that it costs."""

    step: Place
    pain: float


class _Flight(NamedTuple):
    """A moment on a way: the health that it has cost, the hero and his hunters, and its first
    step."""

    pain: float
    here: Place
    hunters: tuple[Place, ...]
    step: Place


class Chase:
    """A hero who stands at `here`, and his hunters.

    `is_open` says where he would go, `is_firm` where they can, and `is_shut` where a door takes him
    a turn more.
    """

    def __init__(
        self,
        here: Place,
        hunters: Sequence[Hunter],
        *,
        is_open: Callable[[int, int], bool],
        is_firm: Callable[[int, int], bool],
        is_shut: Callable[[int, int], bool],
    ) -> None:
        self.here = here
        self.hunters = hunters
        self._is_open = is_open
        self._is_firm = is_firm
        self._is_shut = is_shut
        self._steps_to: dict[Place, Mapping[Place, int]] = {}

    def run(self, havens: Iterable[Place]) -> Run | None:
        """Return the way to one of some places on which he is hurt least; None when he comes to
        none of them within `FORESEEN` steps."""
        left = Ways(set(havens) - {self.here}, self._is_open).steps
        flights = [_Flight(0.0, self.here, tuple(h.at for h in self.hunters), self.here)]
        best: _Flight | None = None
        for turn in range(FORESEEN):
            reached: dict[Place, _Flight] = {}
            for flight in flights:
                for place in self._next_to(flight):
                    if place in left:
                        after = self._after(flight, place, turn)
                        if place not in reached or after.pain < reached[place].pain:
                            reached[place] = after
            for place, flight in reached.items():
                if left[place] == 0 and (best is None or flight.pain < best.pain):
                    best = flight
            cheapest = min((f.pain for f in reached.values()), default=0.0)
            if not reached or (best is not None and best.pain <= cheapest):
                break
            ranked = sorted(reached.values(), key=lambda f: (f.pain + A_STEP * left[f.here], f))
            flights = ranked[:FLIGHTS]
        return None if best is None else Run(best.step, best.pain)

    def _next_to(self, flight: _Flight) -> Iterable[Place]:
        y, x = flight.here
        places = ((y + dy, x + dx) for dy, dx in compass.SCAN)
        return (place for place in places if place not in flight.hunters)

    def _after(self, flight: _Flight, place: Place, turn: int) -> _Flight:
        """Return how things stand after a step of the hero and what his hunters do then."""
        pain, hunters = flight.pain, list(flight.hunters)
        end = turn + (2 if self._is_shut(*place) else 1)
        for n, hunter in enumerate(self.hunters):
            for _ in range(int(end * hunter.pace) - int(turn * hunter.pace)):
                if apart(hunters[n], place) <= hunter.reach:
                    pain += hunter.blow
                else:
                    hunters[n] = self._step_towards(place, hunters[n], hunters)
        return _Flight(pain, place, tuple(hunters), flight.step if turn else place)

    def _step_towards(self, goal: Place, at: Place, taken: Sequence[Place]) -> Place:
        steps_to = self._steps_to.get(goal)
        if steps_to is None:
            steps_to = Ways([goal], self._is_firm, most=ON_HIS_HEELS).steps
            self._steps_to[goal] = steps_to

        def far(place: Place) -> int:
            return steps_to.get(place, 2 * ON_HIS_HEELS + apart(place, goal))

        beside = ((at[0] + dy, at[1] + dx) for dy, dx in compass.SCAN)
        free = (p for p in beside if p not in taken and self._is_firm(*p) and far(p) < far(at))
        return min(free, key=far, default=at)
