"""The answers of many bots under many presses, simulated from measured times.

python -m tests.fleet --bot 22 --database 6 --picture 3 [--seconds 600]

The times are milliseconds of processor time of one press, as `python -m tests.bench capacity`
prints them. A press goes through the bot that serves its server, the database, a picture's worker,
and that bot again; each does one thing after the other, in the order of coming. What comes is at
random, at the rate of the busiest hour. For each number of channels it prints the fewest bots,
processors of the database and workers with which 99 of 100 presses are answered within a second,
also while one bot is gone and its servers are shared out among the others.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

CHANNELS = (10_000, 100_000, 1_000_000)
PLAYED = 0.2  # of the channels have a game in which people move that day
PRESSES = 40  # in such a channel a day
PEAK = 3.0  # the busiest hour to the mean one
SPREAD = 0.8  # of the logarithm of a time: one press in a hundred takes six times the usual
PATIENCE = 1.0  # seconds
SHARE = 0.99  # of presses that are answered within it
MOST = 400
DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class PressCosts:
    """Milliseconds of processor time that a press takes of each."""

    bot: float
    database: float
    picture: float


@dataclass(frozen=True)
class Fleet:
    """So many bots, processors of the database and workers that draw."""

    bots: int
    processors: int
    workers: int


def peak_rate(channels: int) -> float:
    """Return the presses a second of the busiest hour."""
    return channels * PLAYED * PRESSES * PEAK / DAY


def slowest(fleet: Fleet, costs: PressCosts, rate: float, seconds: float) -> float:
    """Return the seconds within which 99 of 100 presses are answered."""
    chance = random.Random(1)
    presses = int(rate * seconds)
    came = sorted(chance.uniform(0, seconds) for _ in range(presses))
    bots = [chance.randrange(fleet.bots) for _ in came]

    def take(mean: float) -> list[float]:
        scale = mean / 1000 / math.exp(SPREAD**2 / 2)
        return [scale * math.exp(chance.gauss(0, SPREAD)) for _ in came]

    # A bot's second half waits behind what came meanwhile: both halves are put into its one queue.
    first = _by_bot(came, bots, take(costs.bot / 2))
    saved = _pass(first, take(costs.database), fleet.processors)
    drawn = _pass(saved, take(costs.picture), fleet.workers)
    answered = _by_bot(
        [*came, *drawn], [*bots, *bots], [*take(costs.bot / 2), *take(costs.bot / 2)]
    )
    waits = sorted(end - start for start, end in zip(came, answered[presses:], strict=True))
    return waits[int(SHARE * len(waits))]


def _by_bot(came: Sequence[float], bots: Sequence[int], taken: Sequence[float]) -> list[float]:
    """Return when each piece of work is done that comes to a bot, which does one at a time."""
    done = [0.0] * len(came)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number, bot in enumerate(bots):
        groups[bot].append(number)
    for numbers in groups.values():
        own = _pass([came[n] for n in numbers], [taken[n] for n in numbers], 1)
        for number, at in zip(numbers, own, strict=True):
            done[number] = at
    return done


def _pass(came: Sequence[float], taken: Sequence[float], servers: int) -> list[float]:
    """Return when each piece is done by so many servers, in the order of coming."""
    done = [0.0] * len(came)
    free = [0.0] * servers
    for number in sorted(range(len(came)), key=came.__getitem__):
        began = max(came[number], free[0])
        done[number] = began + taken[number]
        heapq.heapreplace(free, done[number])
    return done


def fewest(costs: PressCosts, rate: float, seconds: float) -> Fleet:
    """Return the smallest fleet that answers in time, with one bot gone."""
    processors, workers = (
        math.ceil(1.4 * rate * cost / 1000) for cost in (costs.database, costs.picture)
    )
    least, most = max(1, math.floor(rate * costs.bot / 1000)), MOST
    while least < most:
        bots = (least + most) // 2
        if slowest(Fleet(bots, processors, workers), costs, rate, seconds) <= PATIENCE:
            most = bots
        else:
            least = bots + 1
    return Fleet(least + 1, processors, workers)


def main() -> None:
    """Print a line for each number of channels."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    for name in ("bot", "database", "picture"):
        parser.add_argument(f"--{name}", type=float, required=True)
    parser.add_argument("--seconds", type=float, default=600.0)
    given = parser.parse_args()
    costs = PressCosts(given.bot, given.database, given.picture)
    for channels in CHANNELS:
        rate = peak_rate(channels)
        fleet = fewest(costs, rate, given.seconds)
        within = slowest(fleet, costs, rate, given.seconds)
        print(
            f"{channels:>9,} channels: {rate:6.1f} presses/s, {fleet.bots} bots,"
            f" {fleet.processors} processors of the database, {fleet.workers} workers;"
            f" 99 % within {within:.2f} s"
        )


if __name__ == "__main__":
    main()
