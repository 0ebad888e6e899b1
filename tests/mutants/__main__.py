"""`make mutants`: put small faults into the code, one at a time; a test must fail on each.

    python -m tests.mutants [FOLDER or FILE ...] [--count N] [--seeds SEED ...] [--tests FOLDER ...]

The faults are drawn at random by the seeds (`sample`). One run of the suite finds out which tests
execute their statements (`executions`); each fault is tried by these, in a copy of the tree
(`trial`). `--tests` takes some tests for the whole suite. Those that no test notices are listed;
the exit status is 1 when there is one. `equivalent.txt` lists faults that change nothing.
"""

from __future__ import annotations

import argparse
import queue
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from tests.mutants import equivalents, executions, sample, trial
from tests.mutants.executions import Executions
from tests.mutants.sample import Mutant

SUITE = ("-q", "-n", "5", "--dist", "loadfile", "--no-loadscope-reorder")  # as `make test` runs it


def main(arguments: list[str]) -> int:
    """Try mutants, print what became of each; return the exit status."""
    asked = _parse(arguments)
    paths = sample.files(asked.folders or list(sample.SOURCES))
    drawn = [
        mutant for seed in asked.seeds for mutant in islice(sample.sample(paths, seed), asked.count)
    ]
    print("running the suite to find out which tests execute them ..", flush=True)
    found = executions.find(drawn, [*SUITE, *asked.tests])
    results = list(tried(drawn, found, asked.tests))
    print(report(results))
    return int("unnoticed" in (result for _, result in results))


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=100, help="how many mutants of each seed")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--tests", nargs="+", default=[], help="tests to run; all when not given")
    parser.add_argument("folders", nargs="*", help="folders or files; all code when not given")
    return parser.parse_args(arguments)


def tried(
    mutants: list[Mutant], found: Executions, tests: list[str]
) -> Iterator[tuple[Mutant, str]]:
    """Try mutants in several copies of the tree at a time; yield and print what became of each."""
    known = equivalents.load()
    copies: queue.SimpleQueue[trial.Copy] = queue.SimpleQueue()

    def outcome(mutant: Mutant) -> str:
        if equivalents.key(mutant) in known:
            return "equivalent"
        copy = copies.get()
        try:
            return "noticed" if trial.notices(copy, found, mutant) else "unnoticed"
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(trial.PROCESSES) as pool:
        for copy in pool.map(lambda _: trial.Copy(tests), range(trial.PROCESSES)):
            copies.put(copy)
        for mutant, result in zip(mutants, pool.map(outcome, mutants), strict=True):
            print(told(mutant, result), flush=True)
            yield mutant, result
    for _ in range(trial.PROCESSES):
        copies.get().remove()


def told(mutant: Mutant, result: str) -> str:
    """Return what became of a mutant; one that no test noticed in the form of equivalent.txt."""
    if result == "unnoticed":
        return f"\n{equivalents.record(mutant)}\n"
    return f"{result:10} {mutant.path}:{mutant.line}"


def report(results: list[tuple[Mutant, str]]) -> str:
    """Return a line a folder."""
    lines = []
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
