"""The answers of many bots under many presses, simulated from measured times.

python -m tests.bench capacity | python -m tests.fleet

A press goes through the bot that serves its server, the database, a picture's worker, and that bot
again; each does one thing after the other, in the order of coming. What comes is at random, at the
rate of the busiest hour. For each number of channels it finds the fewest bots, processors of the
database and workers with which 99 of 100 presses are answered within a second, also while one bot
is gone and its servers are shared out among the others; adds what they need, and writes it into
the table of `docs/scaling.md`. The constants below say what is assumed, and what was measured once.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.capacity import BotSetup

DOCUMENT = Path(__file__).parents[1] / "docs" / "scaling.md"
BETWEEN = re.compile(r"(<!-- fleet: [^\n]*-->\n).*?(<!-- fleet ends -->)", re.DOTALL)
MEASURED = BotSetup(2, postgresql=True)  # whose times are taken

CHANNELS = (10_000, 100_000, 1_000_000)
PLAYED = 0.2  # of the channels have a game in which people move that day
PRESSES = 40  # in such a channel a day
PEAK = 3.0  # the busiest hour to the mean one
SPREAD = 0.8  # of the logarithm of a time: one press in a hundred takes six times the usual
PATIENCE = 1.0  # seconds
SHARE = 0.99  # of presses that are answered within it
MOST = 400
DAY, MONTH, YEAR = 86_400.0, 30, 365  # seconds; days

CHANNELS_A_SERVER = 2
SERVERS_A_SHARD = 1000  # as Discord recommends
LARGE = 150_000  # servers from which on Discord lets more sessions begin at a time
AT_ONCE = 16  # sessions, of a large bot
IDENTIFY_EVERY = 5.0  # seconds

# Measured (`docs/scaling.md`, `docs/hosting.md`, `docs/operations.md`).
BOT_CONNECTIONS = 7 + 4  # writer, 3 readers, 2 of leases, listener; and pieces of work elsewhere
WORKER_CONNECTIONS = 1
BOT_MEMORY, SERVER_MEMORY, WORKER_MEMORY = 121e6, 21e3, 256e6  # bytes
ENTRIES = 1.0  # rows of the log a press
WAL_BYTES = 13_000  # a press; Sil-Q 16,000, Delve 12,000, Kanthe 10,000
PACKED_BYTES = 400  # a press, that stay
PICTURE_BYTES = 50_000

# Prices of a month in US dollars, of no particular host: put in your own.
PROCESSOR_PRICE = 20.0  # with 4 GB of memory
DISK_PRICE = 100.0  # a terabyte of a fast disk; the year's packed games, twice: with a replica
TRAFFIC_PRICE = 10.0  # a terabyte sent


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


def read_costs(lines: Iterable[str]) -> PressCosts:
    """Return the costs that lines of `python -m tests.bench capacity` tell. Raises KeyError."""
    found = {each["name"]: float(each["value"]) for each in map(json.loads, lines)}
    parts = ("bots", "the database", "their workers")
    return PressCosts(*(found[f"capacity: {MEASURED}: {part}"] for part in parts))


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


def plan(channels: int, fleet: Fleet, within: float) -> dict[str, str]:
    """Return what so many channels take, by the names of the table's lines."""
    servers, presses = channels // CHANNELS_A_SERVER, channels * PLAYED * PRESSES
    shards = math.ceil(servers / SERVERS_A_SHARD)
    buckets = AT_ONCE if servers >= LARGE else 1
    kept = presses * YEAR * PACKED_BYTES / 1e12
    sent = presses * MONTH * PICTURE_BYTES / 1e12
    memory = fleet.bots * BOT_MEMORY + servers * SERVER_MEMORY + fleet.workers * WORKER_MEMORY
    processors = fleet.bots + fleet.workers + 2 * fleet.processors  # the replica has as many
    prices = (processors * PROCESSOR_PRICE, 2 * kept * DISK_PRICE, sent * TRAFFIC_PRICE)
    return {
        "servers, at 2 channels each": f"{servers:,}",
        "presses a second in the busiest hour": f"{peak_rate(channels):.1f}",
        "shards": f"{shards:,}",
        "all sessions begun anew": f"{math.ceil(shards / buckets) * IDENTIFY_EVERY:,.0f} s",
        "bots, one of them to spare": f"{fleet.bots}",
        "processors of the database": f"{fleet.processors}",
        "workers that draw": f"{fleet.workers}",
        "99 of 100 presses are answered within": f"{within:.2f} s",
        "memory of bots and workers": f"{memory / 1e9:.1f} GB",
        "connections to the database": (
            f"{fleet.bots * BOT_CONNECTIONS + fleet.workers * WORKER_CONNECTIONS:,}"
        ),
        "rows of the log a day": f"{presses * ENTRIES / 1e6:.2f} million",
        "write-ahead log a day": f"{presses * WAL_BYTES / 1e9:,.1f} GB",
        "packed games after a year": f"{kept:,.2f} TB",
        "pictures sent in a month": f"{sent:,.1f} TB",
        "US dollars a month, with a replica": f"{sum(prices):,.0f}",
        "of these for processors, disks, traffic": ", ".join(f"{each:,.0f}" for each in prices),
    }


def table(costs: PressCosts, seconds: float) -> str:
    """Return the table of all numbers of channels, and a line with the costs, as Markdown."""
    plans = []
    for channels in CHANNELS:
        rate = peak_rate(channels)
        fleet = fewest(costs, rate, seconds)
        plans.append(plan(channels, fleet, slowest(fleet, costs, rate, seconds)))
    rows = [["channels", *(f"{each:,}" for each in CHANNELS)], ["---", *["---:"] * len(CHANNELS)]]
    rows += [[name, *(each[name] for each in plans)] for name in plans[0]]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    told = (
        f"A press took {costs.bot:.1f} ms of processor time in the bot, "
        f"{costs.database:.1f} ms in the database and {costs.picture:.1f} ms in a worker."
    )
    return "\n".join([*lines, "", told, ""])


def main() -> None:
    """Read what was measured and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("--seconds", type=float, default=600.0, help="that are simulated")
    seconds = parser.parse_args().seconds
    made = table(read_costs(sys.stdin), seconds)
    print(made, end="")
    text = DOCUMENT.read_text("utf-8")
    DOCUMENT.write_text(BETWEEN.sub(lambda found: found[1] + made + found[2], text), "utf-8")


if __name__ == "__main__":
    main()
