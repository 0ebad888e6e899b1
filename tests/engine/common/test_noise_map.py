"""Distance maps of noise."""

import heapq

import pytest
from hypothesis import given, settings

from engine.common import noise_map
from engine.sil.level import terrain
from tests.engine.drawing import Drawing, caves, draw

pytestmark = pytest.mark.covers(
    "spec-dungeon: 6. Noise flow and scent / 6.1 Noise flow", "spec-dungeon: 11. Worked checks"
)


def flow(level: Drawing) -> list[list[int]]:
    field = noise_map.noise_flow(level.noise, level.width, *level.find("@"))
    return [list(field[y * level.width : (y + 1) * level.width]) for y in range(level.height)]


def test_doors_cost_five_more_and_rubble_stops_it():
    level = draw("""
#############
#@...+......#
######.####.#
#.S....:..+.#
#############
""")
    o = noise_map.UNREACHED
    assert flow(level) == [
        [o] * 13,
        [o, 0, 1, 2, 3, 9, 10, 11, 12, 13, 14, 15, o],
        [o, o, o, o, o, o, 10, o, o, o, o, 15, o],
        [o, 20, 19, 13, 12, 11, 11, o, 23, 22, 21, 16, o],
        [o] * 13,
    ]


def test_the_grid_behind_a_door_is_seven_from_the_grid_before_it():
    level = draw("##########\n#@.......#\n####+#####\n#........#\n##########")
    rows = flow(level)
    assert rows[2][4] == 8
    assert rows[3][1:9] == [11, 10, 9, 9, 9, 10, 11, 12]


def test_both_ways_round_a_ring_meet():
    level = draw("""
###########
#@........#
#.#######.#
#.#.....#.#
#.#######.#
#.........#
###########
""")
    rows = flow(level)
    assert (rows[5][1], rows[1][9], rows[5][9], rows[3][3]) == (4, 8, 11, noise_map.UNREACHED)


def test_noise_goes_round_rubble():
    level = draw("##########\n#...:....#\n#@.......#\n#........#\n##########")
    rows = flow(level)
    assert rows[1][4] == noise_map.UNREACHED
    assert rows[1][5] == 4


def test_nothing_is_heard_at_250():
    level = draw("\n".join(["#" * 303, "#@" + "." * 300 + "#", "#" * 303]))
    row = flow(level)[1]
    assert row[1:251] == list(range(250))
    assert set(row[251:]) == {noise_map.UNREACHED}


def cheapest(level: Drawing) -> list[int]:
    """Dijkstra's search, one grid at a time."""
    y, x = level.find("@")
    cost = {level.at(y, x): 0}
    queue = [(0, level.at(y, x))]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here]:
            continue
        hy, hx = divmod(here, level.width)
        for ny in range(max(hy - 1, 0), min(hy + 2, level.height)):
            for nx in range(max(hx - 1, 0), min(hx + 2, level.width)):
                there = level.at(ny, nx)
                step = {noise_map.CARRIES: 1, noise_map.SHUT: 6}.get(level.noise[there])
                if step and spent + step < cost.get(there, noise_map.UNREACHED):
                    cost[there] = spent + step
                    heapq.heappush(queue, (spent + step, there))
    return [cost.get(i, noise_map.UNREACHED) for i in range(level.width * level.height)]


@settings(deadline=None)
@given(caves("...+#:"))
def test_the_flow_is_the_cheapest_way_to_every_grid(level):
    assert list(noise_map.noise_flow(level.noise, level.width, *level.find("@"))) == cheapest(level)


def test_terrain_knows_what_noise_passes():
    shut = [terrain.WARD_1, terrain.CLOSED_DOOR, terrain.JAMMED_DOOR + 7, terrain.SECRET_DOOR]
    solid = [terrain.RUBBLE, terrain.QUARTZ, terrain.GRANITE, terrain.PERMANENT]
    free = [terrain.FLOOR, terrain.CHASM, terrain.OPEN_DOOR, terrain.PIT, terrain.FORGE]
    assert {terrain.NOISE[f] for f in shut} == {noise_map.SHUT}
    assert {terrain.NOISE[f] for f in solid} == {noise_map.SOLID}
    assert {terrain.NOISE[f] for f in free} == {noise_map.CARRIES}
