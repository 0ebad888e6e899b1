"""The simulation of many bots: queues worked out by hand, and what more presses or bots change."""

from __future__ import annotations

import pytest

from tests import fleet
from tests.fleet import PATIENCE, Fleet, PressCosts

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
