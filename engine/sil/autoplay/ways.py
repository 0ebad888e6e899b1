"""Ways over the known ground: how far places are, and the first step to each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable

from engine.common import compass

Place = tuple[int, int]


class Ways:
    """All places that can be come to from some others, the nearest first.

    steps: how many steps away a place is. first: the first step of the way there. Nobody goes
    through `taken` places, but the ways end there. No way is longer than `most` steps.
    """

    def __init__(
        self,
        starts: Iterable[Place],
        is_open: Callable[[int, int], bool],
        taken: Container[Place] = (),
        most: int | None = None,
    ) -> None:
        self.steps = dict.fromkeys(starts, 0)
        self.first = {start: start for start in self.steps}
        waiting = deque(self.steps)
        while waiting:
            here = waiting.popleft()
            steps = self.steps[here]
            if steps == most:
                return
            for dy, dx in compass.SCAN:
                near = (here[0] + dy, here[1] + dx)
                if near in self.steps or not is_open(*near):
                    continue
                self.steps[near] = steps + 1
                self.first[near] = self.first[here] if steps else near
                if near not in taken:
                    waiting.append(near)


def apart(place: Place, other: Place) -> int:
    """Return how many steps lie between two places, were all of them free."""
    return max(abs(place[0] - other[0]), abs(place[1] - other[1]))
