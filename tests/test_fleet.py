"""The simulation of many bots: queues worked out by hand, and what more presses or bots change."""

from __future__ import annotations

import json

import pytest

from tests import fleet
from tests.fleet import BETWEEN, CHANNELS, DOCUMENT, PATIENCE, Fleet, PressCosts

COSTS = PressCosts(bot=40.0, database=8.0, picture=4.0)
RATE, SECONDS = 40.0, 20.0


def test_pieces_wait_for_the_first_server_that_is_free() -> None:
    came, taken = [0.0, 0.1, 0.2, 5.0], [1.0, 1.0, 0.5, 1.0]
    assert fleet._pass(came, taken, 1) == pytest.approx([1.0, 2.0, 2.5, 6.0])
    assert fleet._pass(came, taken, 2) == pytest.approx([1.0, 1.1, 1.5, 6.0])
    assert fleet._by_bot(came, [0, 1, 0, 1], taken) == pytest.approx([1.0, 1.1, 1.5, 6.0])


def test_the_fewest_bots_answer_in_time_and_one_less_than_them_beside_the_spare_do_not() -> None:
    found = fleet.fewest(COSTS, RATE, SECONDS)
    assert fleet.slowest(found, COSTS, RATE, SECONDS) <= PATIENCE
    needed = Fleet(found.bots - 1, found.processors, found.workers)
    assert fleet.slowest(needed, COSTS, RATE, SECONDS) <= PATIENCE
    too_few = Fleet(found.bots - 2, found.processors, found.workers)
    assert too_few.bots == 0 or fleet.slowest(too_few, COSTS, RATE, SECONDS) > PATIENCE
    assert fleet.fewest(COSTS, 4 * RATE, SECONDS).bots > found.bots


def test_the_costs_are_those_of_two_bots_on_postgresql() -> None:
    parts = {"bots": 40.0, "the database": 8.0, "their workers": 4.0, "the median answer": 50.0}
    name = "capacity: {} on PostgreSQL, a mix of games: {}"
    lines = [
        json.dumps({"name": name.format(bots, part), "value": factor * cost})
        for bots, factor in (("one bot", 2.0), ("two bots", 1.0))
        for part, cost in parts.items()
    ]
    assert fleet.read_costs(lines) == COSTS
    with pytest.raises(KeyError):
        fleet.read_costs(lines[:-2])


def test_a_plan_adds_up_what_a_fleet_needs() -> None:
    made = fleet.plan(1_000_000, Fleet(bots=10, processors=4, workers=5), 0.5)
    assert made["shards"] == "500"
    assert made["all sessions begun anew"] == "160 s"  # 16 at a time, in 32 turns
    assert made["connections to the database"] == "115"
    assert made["packed games after a year"] == "1.17 TB"
    assert made["pictures sent in a month"] == "12.0 TB"
    assert made["of these for processors, disks, traffic"] == "460, 234, 120"
    assert made["US dollars a month, with a replica"] == "814"


def test_the_document_has_the_tables_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "CHANNELS", CHANNELS[:1])
    names = [line.split("|")[1] for line in fleet.table(COSTS, 5.0).splitlines() if "|" in line]
    [found] = BETWEEN.finditer(DOCUMENT.read_text("utf-8"))
    assert [line.split("|")[1] for line in found[0].splitlines() if "|" in line] == names
