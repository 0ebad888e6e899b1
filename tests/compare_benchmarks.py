"""Compare this checkout's benchmarks with those of an older one, in turns on the same machine.

python -m tests.compare_benchmarks OLD [NAME ...] [--rounds 3]

Prints one JSON object a line; `slowdown` is how many times as long the new code takes. The exit
status is 1 when something became slower by more than a tenth.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench import names

ROOT = Path(__file__).resolve().parent.parent
MAX_SLOWDOWN = 1.1


@dataclass(frozen=True)
class Comparison:
    """A benchmark's best results with the old and the new code."""

    name: str
    unit: str
    old: float
    new: float
    slowdown: float


def compare(old: Path, new: Path, name: str, rounds: int) -> Iterator[Comparison]:
    """Run a benchmark in both checkouts by turns; compare the best round of each measure."""
    results = [(_run(old, name), _run(new, name)) for _ in range(rounds)]
    olds, news = zip(*results, strict=True)
    for of_old, of_new in zip(zip(*olds, strict=True), zip(*news, strict=True), strict=True):
        unit = of_new[0]["unit"]
        is_rate = unit.endswith("/s")
        choose = max if is_rate else min
        before, after = (choose(one["value"] for one in each) for each in (of_old, of_new))
        slowdown = before / after if is_rate else after / before
        yield Comparison(of_new[0]["name"], unit, before, after, round(slowdown, 3))


def _run(checkout: Path, name: str) -> list[dict[str, object]]:
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
    for name in given.names or names():
        for comparison in compare(given.old, ROOT, name, given.rounds):
            print(json.dumps(asdict(comparison)), flush=True)
            if comparison.slowdown > MAX_SLOWDOWN:
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
