"""Benchmarks, each against a baseline measured in the same run.

Every module here with a function `measure() -> Iterable[Measure]` is a benchmark; nothing lists
them.
"""

import pkgutil
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import import_module

ALLOWED = "what is allowed"  # the baseline of a measure that has a limit: it is not compared


@dataclass(frozen=True)
class Measure:
    """The result of a benchmark; `ratio` relates our value to the baseline's."""

    name: str
    value: float
    unit: str
    baseline: str
    baseline_value: float
    ratio: float


def compare(
    name: str,
    ours: Callable[[], object],
    baseline_name: str,
    baseline: Callable[[], object],
    units: int,
    rounds: int = 400,
) -> Measure:
    """Run both by turns; return microseconds for each of the `units` that one call handles.

    The best round of each counts: other work on the machine disturbed it least.
    """
    ours()
    baseline()
    times = [(_seconds(ours), _seconds(baseline)) for _ in range(rounds)]
    mine, theirs = (min(column) * 1e6 / units for column in zip(*times, strict=True))
    return Measure(
        name, round(mine, 3), "us", baseline_name, round(theirs, 3), round(mine / theirs, 3)
    )


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def names() -> list[str]:
    """Return the names of the benchmarks in alphabetical order."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in modules if name != "__main__" and not name.startswith("test_"))


def run(name: str) -> Iterable[dict[str, object]]:
    """Run a benchmark; yield its measures as JSON objects."""
    for measure in import_module(f"{__name__}.{name}").measure():
        yield asdict(measure)
