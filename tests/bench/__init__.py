"""How fast we are, against a baseline measured in the same run.

A module here has one function, `measure() -> Iterable[Measure]`. It is found by its name; nothing
lists it.
"""

import pkgutil
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import import_module


@dataclass(frozen=True)
class Measure:
    """One benchmark's result; `ratio` is ours to the baseline's, in the same unit."""

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
    """Run both by turns and compare: microseconds for each of the `units` that one call works off.

    Each counts with its best round, the one that other work on the machine disturbed least.
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
    """The benchmarks' modules, in alphabetical order."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in modules if name != "__main__" and not name.startswith("test_"))


def run(name: str) -> Iterable[dict[str, object]]:
    """One module's measures as JSON objects."""
    for measure in import_module(f"{__name__}.{name}").measure():
        yield asdict(measure)
