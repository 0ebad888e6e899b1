"""Compare this checkout's benchmarks with those of an older one, in turns on the same machine.

python -m tests.compare_benchmarks OLD [NAME ...] [--rounds 3]

Prints one JSON object a line. `slowdown` is how many times as long the new code takes, by the best
rounds; `slowdown_of_ratio` by the medians of the ratios to the baseline, which other work on the
machine disturbs less where the baseline is measured by turns with ours (where the checkouts have
different baselines, it is `slowdown`). The exit status is 1 when both exceed a tenth for
some measure. Without names, the benchmarks that both checkouts have are run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import ALLOWED, names

ROOT = Path(__file__).resolve().parent.parent
MAX_SLOWDOWN = 1.1

Result = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """A measure's best results with the old and the new code."""

    name: str
    unit: str
    old: float
    new: float
    slowdown: float
    slowdown_of_ratio: float

    @property
    def is_slower(self) -> bool:
        """Return True if the new code is slower by more than a tenth."""
        return min(self.slowdown, self.slowdown_of_ratio) > MAX_SLOWDOWN


def compare(old: Path, new: Path, name: str, rounds: int) -> Iterator[Comparison]:
    """Run a benchmark in both checkouts by turns; compare the rounds of each measure."""
    results = [(_run(old, name), _run(new, name)) for _ in range(rounds)]
    olds, news = zip(*results, strict=True)
    for of_old, of_new in zip(zip(*olds, strict=True), zip(*news, strict=True), strict=True):
        if of_new[0]["baseline"] != ALLOWED:
            yield _compare_measure(of_old, of_new)


def _compare_measure(of_old: Sequence[Result], of_new: Sequence[Result]) -> Comparison:
    unit = of_new[0]["unit"]
    is_rate = unit.endswith("/s")
    choose = max if is_rate else min
    before, after = (choose(one["value"] for one in rounds) for rounds in (of_old, of_new))
    ratios = [median(one["ratio"] for one in rounds) for rounds in (of_old, of_new)]
    by_value, by_ratio = after / before, ratios[1] / ratios[0]
    if of_old[0]["baseline"] != of_new[0]["baseline"]:
        by_ratio = by_value
    if is_rate:
        by_value, by_ratio = 1 / by_value, 1 / by_ratio
    return Comparison(
        of_new[0]["name"], unit, before, after, round(by_value, 3), round(by_ratio, 3)
    )


def _run(checkout: Path, name: str) -> list[Result]:
    command = [sys.executable, "-m", "tests.bench", name]
    done = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path, help="the older checkout's folder")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(names()):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    status = 0
    in_both = [name for name in names() if (given.old / "tests" / "bench" / f"{name}.py").exists()]
    for name in given.names or in_both:
        for comparison in compare(given.old, ROOT, name, given.rounds):
            print(json.dumps(asdict(comparison)), flush=True)
            if comparison.is_slower:
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
