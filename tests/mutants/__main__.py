"""`make mutants`: put small faults into the code, one at a time; a test must fail on each.

    python -m tests.mutants [--count N] [--seed SEED] [--map] [FOLDER or FILE ...]

The faults are drawn at random by the seed (`sample`). Each is tried in a copy of the tree, by the
tests that execute its line (`trial`), which one run of the suite finds out: the first time, and
anew with `--map` (`line_map`). Those that no test notices are listed; the exit status is 1 when
there is one. `equivalent.txt` lists faults that change nothing.
"""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from tests.mutants import equivalents, line_map, sample, trial
from tests.mutants.line_map import LineMap
from tests.mutants.sample import Mutant


def main(arguments: list[str]) -> int:
    """Try mutants, print what became of each; return the exit status."""
    asked = _parse(arguments)
    if asked.map or not (line_map.ROOT / line_map.FOLDER).exists():
        make_map()
    paths = sample.files(asked.folders or list(line_map.SOURCES))
    drawn = list(islice(sample.sample(paths, asked.seed), asked.count))
    results = list(tried(drawn))
    print(report(results))
    return int("unnoticed" in (result for _, result in results))


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=100, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--map", action="store_true", help="find out anew which tests run a line")
    parser.add_argument("folders", nargs="*", help="folders or files; all code when not given")
    return parser.parse_args(arguments)


def make_map() -> None:
    """Run the suite once and keep which lines each test executes."""
    command = [sys.executable, "-m", "pytest", "-n", str(trial.PROCESSES), "--dist", "loadfile"]
    chosen = ["-p", line_map.__name__, "-m", "not soak and not journey"]
    print("running the suite to find out which tests execute a line ..", flush=True)
    subprocess.run([*command, *chosen], cwd=line_map.ROOT, check=False)


def tried(mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Try mutants in several copies of the tree at a time; yield and print what became of each."""
    known = equivalents.load()
    tests = LineMap()
    copies: queue.SimpleQueue[trial.Copy] = queue.SimpleQueue()

    def outcome(mutant: Mutant) -> str:
        if equivalents.key(mutant) in known:
            return "equivalent"
        copy = copies.get()
        try:
            return "noticed" if trial.notices(copy, tests, mutant) else "unnoticed"
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(trial.PROCESSES) as pool:
        for copy in pool.map(lambda _: trial.Copy(), range(trial.PROCESSES)):
            copies.put(copy)
        for mutant, result in zip(mutants, pool.map(outcome, mutants), strict=True):
            print(f"{result:10} {mutant.path}:{mutant.line}", flush=True)
            yield mutant, result
    for _ in range(trial.PROCESSES):
        copies.get().remove()


def report(results: list[tuple[Mutant, str]]) -> str:
    """Return what no test noticed, in the form of equivalent.txt, and a line a folder."""
    lines = [
        f"\n{equivalents.record(mutant)}" for mutant, result in results if result == "unnoticed"
    ]
    counts = Counter((_folder(mutant), result) for mutant, result in results)
    for folder in sorted({folder for folder, _ in counts}):
        noticed, unnoticed = counts[folder, "noticed"], counts[folder, "unnoticed"]
        share = f"{noticed / (noticed + unnoticed):4.0%}" if noticed + unnoticed else "   -"
        same = counts[folder, "equivalent"]
        lines.append(
            f"{share} {noticed:4} of {noticed + unnoticed:4}, {same:3} equivalent: {folder}"
        )
    return "\n".join(lines)


def _folder(mutant: Mutant) -> str:
    first, second, *_ = mutant.path.split("/")
    return f"{first}/{second}" if first == "engine" else first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
