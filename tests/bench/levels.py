"""Levels generated a second, with monsters and objects.

The ratio is the number of levels in the time of a fixed piece of pure Python.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests import perft
from tests.bench import Measure
from tests.oracle.levels import fresh

_LEVELS, _PIECE = 40, 10


def measure() -> Iterator[Measure]:
    """Measure at 250, 500 and 750 ft; the baseline's rounds lie between our levels."""
    for depth in (5, 10, 15):
        fresh(depth, _LEVELS)  # loads the data
        yardstick = perft.Yardstick()
        seconds = 0.0
        for number in range(_LEVELS):
            if number % _PIECE == 0:
                yardstick.run()
            start = time.process_time()
            fresh(depth, number)
            seconds += time.process_time() - start
        yield yardstick.compare_rate(f"levels at depth {depth}", "levels/s", _LEVELS / seconds)
