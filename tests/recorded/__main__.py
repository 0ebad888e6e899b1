"""Record games, levels, trials and sessions anew, or choose others.

python -m tests.recorded                   record the same ones as they go now
python -m tests.recorded choose [NAME ..]  try some seeds of each kind of games, levels .., and keep
                                           those that together go most ways through the code,
                                           in their processor time
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from coverage import Coverage
from numpy.typing import NDArray

from tests.recorded import games, levels, pictures, sessions, situations, trials
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


COLLECTIONS = {
    "games": Collection(
        games.FILE, games.play, tuple(games.BEGINNINGS), (6, 12, 25), ("engine",), seconds=9.0
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
        (1, 3),
        ("engine",),
        seconds=6.0,
        seeds=500,
    ),
    "pictures": Collection(
        pictures.FILE, pictures.play, pictures.KINDS, (1, 4), ("render",), seconds=3.0, seeds=150
    ),
    "sessions": Collection(
        sessions.FILE, play_session, sessions.KINDS, (25, 50), ("cogs", "table"), seconds=9.0
    ),
}


Ways = NDArray[np.uint32]


class Tried(NamedTuple):
    """A record with its processor time in seconds and the ways that it goes through the code: from
    which line to which, a number for each."""

    record: RecordedPlay
    seconds: float
    ways: Ways


def attempt(play: Play, folders: tuple[str, ...], record: RecordedPlay) -> Tried:
    """Play, and once more with the ways noted."""
    began = time.process_time()
    steps = play(record)
    seconds = time.process_time() - began
    coverage = Coverage(data_file=None, source=folders, branch=True)
    with coverage.collect():
        play(record)
    data = coverage.get_data()
    gone = {(file, way) for file in data.measured_files() for way in data.arcs(file) or ()}
    ways = np.fromiter((zlib.crc32(repr(way).encode()) for way in gone), np.uint32)
    return Tried(record.of(steps), seconds, np.unique(ways))


def choose(tried: list[Tried], seconds: float, before: Sequence[Tried]) -> list[Tried]:
    """Return those that go most ways which no other goes, nor any of `before`, in their time, one
    after the other; first one of each kind."""
    every = np.unique(np.concatenate([each.ways for each in (*before, *tried)]))
    known = np.zeros(len(every), np.bool_)
    for each in before:
        known[np.searchsorted(every, each.ways)] = True
    places = {each.record: np.searchsorted(every, each.ways) for each in tried}
    chosen: list[Tried] = []
    missing = {each.record.kind for each in tried}

    def new(each: Tried) -> int:
        return int(np.count_nonzero(~known[places[each.record]]))

    while tried := [each for each in tried if each.seconds <= seconds and new(each)]:
        wanted = [each for each in tried if each.record.kind in missing] or tried
        best = max(wanted, key=lambda each: new(each) / each.seconds)
        missing.discard(best.record.kind)
        tried.remove(best)
        chosen.append(best)
        known[places[best.record]] = True
        seconds -= best.seconds
    return chosen


def chosen_anew(collection: Collection) -> list[RecordedPlay]:
    """Return the best of some seeds of each kind; print how many ways they go that none of the
    other collections does."""
    earlier = [
        (each.play, record)
        for each in COLLECTIONS.values()
        for record in (read(each.file) if each.folders == collection.folders else ())
        if each is not collection
    ]
    play, kinds, folders = collection.play, collection.kinds, collection.folders
    tried = [
        (play, RecordedPlay(kind, seed, steps))
        for kind in kinds
        for seed in range(collection.seeds)
        for steps in collection.steps
    ]
    plays, records = zip(*earlier, *tried, strict=True)
    with ProcessPoolExecutor() as pool:
        found = [*pool.map(attempt, plays, [folders] * len(plays), records, chunksize=8)]
    before = found[: len(earlier)]
    best = choose(found[len(earlier) :], collection.seconds, before)
    gone, went = ({way for each in of for way in each.ways.tolist()} for of in (best, before))
    print(f"{collection.file.name}: {len(best)} of {len(tried)}, {len(gone - went)} ways more")
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
