"""Record games, levels, trials and sessions anew, or choose others.

python -m tests.recorded                   record the same ones as they go now
python -m tests.recorded choose [NAME ..]  try some seeds of each kind of games, levels .., and keep
                                           those that together execute most code, and most
                                           of it often, in their processor time
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from coverage import Coverage

from tests.recorded import games, levels, sessions, situations, trials
from tests.recorded.digests import RecordedPlay, Steps, read, write

Play = Callable[[RecordedPlay], Steps]


def play_session(record: RecordedPlay) -> Steps:
    """Play a session, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(sessions.play(record, Path(folder)))


class Collection(NamedTuple):
    """A file of records, and what it is to hold."""

    file: Path
    play: Play
    kinds: tuple[str, ...]
    steps: tuple[int, ...]  # of one
    folders: tuple[str, ...]  # whose code is to be executed
    seconds: float  # of processor time
    seeds: int = 14  # of each kind that are tried
    times: int = 1  # that a line is executed by different ones


COLLECTIONS = {
    "games": Collection(
        games.FILE, games.play, tuple(games.BEGINNINGS), (10, 25), ("engine",), seconds=12.0
    ),
    "levels": Collection(
        levels.FILE, levels.play, tuple(levels.MAKERS), (26,), ("engine",), seconds=3.0
    ),
    "trials": Collection(
        trials.FILE, trials.play, tuple(trials.TRIALS), (1,), ("engine",), seconds=4.0, seeds=1
    ),
    "situations": Collection(
        situations.FILE,
        situations.play,
        tuple(situations.CHANGES),
        (8,),
        ("engine",),
        seconds=3.0,
        seeds=40,
        times=4,
    ),
    "sessions": Collection(
        sessions.FILE, play_session, sessions.KINDS, (25, 50), ("cogs", "table"), seconds=9.0
    ),
}


class Tried(NamedTuple):
    """A record with its processor time in seconds and the lines of code that it executes."""

    record: RecordedPlay
    seconds: float
    lines: frozenset[tuple[str, int]]


def attempt(play: Play, folders: tuple[str, ...], record: RecordedPlay) -> Tried:
    """Play, and once more with the lines noted."""
    began = time.process_time()
    steps = play(record)
    seconds = time.process_time() - began
    coverage = Coverage(data_file=None, source=folders)
    with coverage.collect():
        play(record)
    data = coverage.get_data()
    executed = ((file, line) for file in data.measured_files() for line in data.lines(file) or ())
    return Tried(record.of(steps), seconds, frozenset(executed))


def choose(tried: list[Tried], seconds: float, times: int) -> list[Tried]:
    """Return those that execute most lines which fewer than so many others do, in their time, one
    after the other; first one of each kind."""
    chosen: list[Tried] = []
    known = Counter[tuple[str, int]]()
    missing = {each.record.kind for each in tried}

    def new(each: Tried) -> int:
        return sum(known[line] < times for line in each.lines)

    while tried := [each for each in tried if each.seconds <= seconds and new(each)]:
        wanted = [each for each in tried if each.record.kind in missing] or tried
        best = max(wanted, key=lambda each: new(each) / each.seconds)
        missing.discard(best.record.kind)
        tried.remove(best)
        chosen.append(best)
        known.update(best.lines)
        seconds -= best.seconds
    return chosen


def chosen_anew(collection: Collection) -> list[RecordedPlay]:
    """Return the best of some seeds of each kind; print what they execute."""
    _, play, kinds, steps, folders, seconds, seeds, times = collection
    tried = [RecordedPlay(kind, seed, n) for kind in kinds for seed in range(seeds) for n in steps]
    count = len(tried)
    with ProcessPoolExecutor() as pool:
        found = pool.map(attempt, [play] * count, [folders] * count, tried, chunksize=4)
        best = choose([*found], seconds, times)
    lines = {line for each in best for line in each.lines}
    print(f"{collection.file.name}: {len(best)} of {count}, {len(lines)} lines")
    return sorted(each.record for each in best)


def main(arguments: list[str]) -> None:
    """Write the files."""
    for name, collection in COLLECTIONS.items():
        if not arguments:
            found = read(collection.file)
            write(collection.file, [each.of(collection.play(each)) for each in found])
        elif name in (arguments[1:] or COLLECTIONS):
            write(collection.file, chosen_anew(collection))


if __name__ == "__main__":
    main(sys.argv[1:])
