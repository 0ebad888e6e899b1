"""Games that are played at once, each in its own thread, may walk over the same map."""

import sys
import threading

import pytest

from engine.sil.creatures import bands
from engine.sil.creatures.situation import walker
from engine.sil.game.context import SilContext
from engine.sil.game.state import Group
from engine.sil.level import pathing, terrain
from tests.engine.sil.creatures.hall import downhill
from tests.engine.sil.stage import DATA, foe, stage

MAPS, THREADS = 20, 2


@pytest.fixture
def eager_switching():
    """Threads that interrupt each other as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def maze(number):
    """Return a level of pillars in a long hall, different for each number, and a creature in it."""
    game = stage(size=61)
    level = game.level
    for i in range(62, len(level.feature) - 62):
        y, x = level.place(i)
        if y % 2 == 0 and x % 2 == number % 2 and 0 < y < 60 and 0 < x < 60:
            level.feature[i] = terrain.QUARTZ
    level.feature[level.at(1, 1)] = terrain.FLOOR
    level.feature[level.at(2, 1 + number % 50)] = terrain.RUBBLE
    return game.state, walker(game, foe(game, "Wolf", dx=3))


def test_two_threads_get_the_same_distances_as_one(eager_switching):
    for number in range(MAPS):
        state, eldest = maze(number)
        level = state.level
        goals = [level.at(1, x) for x in range(1, 60, 6)]
        far = [level.at(y, x) for y in (59, 31) for x in range(1, 60, 2)]
        answers = [{} for _ in range(THREADS)]
        start = threading.Barrier(THREADS)

        def ask(found, state=state, eldest=eldest, goals=goals, far=far, start=start):
            for goal in goals:
                start.wait()
                near = bands.distances(SilContext(state, DATA), Group(goal), eldest)
                found[goal] = [(near.cost(i), near.downhill(i)) for i in far]

        threads = [threading.Thread(target=ask, args=(found,)) for found in answers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for goal in goals:
            field = pathing.field(
                eldest, level.feature, level.icky, level.width, *level.place(goal), {}
            )
            expected = [(field[i], downhill(field, level.width, i)) for i in far]
            assert all(found[goal] == expected for found in answers)
