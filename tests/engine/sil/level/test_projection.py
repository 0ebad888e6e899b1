"""Paths and areas of projections."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.common import field_of_view
from engine.common.grid import distance
from engine.sil.level import projection
from tests.engine.drawing import Drawing, caves, draw

PATH = "spec-dungeon: 9. Projections and targeting / 9.1 Path algorithm"
ARRIVES = 'spec-dungeon: 9. Projections and targeting / 9.2 "Projectable"'
SHAPES = "spec-dungeon: 9. Projections and targeting / 9.3 Projection shapes"
CHECKS = "spec-dungeon: 11. Worked checks"


def field(level: Drawing, bodies=(), known=()) -> projection.Field:
    y, x = level.find("@")
    _, fire = field_of_view.view_and_fire(level.opaque, level.width, y, x)
    return projection.Field(
        level.opaque,
        level.width,
        level.height,
        level.at(y, x),
        frozenset(fire),
        frozenset(level.at(*place) for place in bodies),
        frozenset(level.at(*place) for place in known),
    )


def flight(level: Drawing, start, end, reach=20, bodies=(), known=(), **options):
    passing = projection.Passing(**options)
    found = projection.path(field(level, bodies, known), *start, *end, reach, passing)
    return level.places(found.grids)


HALL = draw(
    "\n".join(
        [
            "#" * 26,
            *["#" + "." * 24 + "#"] * 5,
            "#@" + "." * 23 + "#",
            "#" + "." * 24 + "#",
            "#" * 26,
        ]
    )
)
CROWDED = draw("""
############
#..........#
#....m.....#
#@.........#
#..........#
############
""")
BODIES = [(2, 5), (3, 1)]
WALLS = draw("""
############
#....#.....#
#@.........#
#....#.....#
############
""")
PILLAR = draw("""
############
#..........#
#...#......#
#@.........#
#..........#
############
""")
ROOMS = draw("""
###########
#@..#.....#
#...#.....#
###########
""")
LONG = draw("""
###############
#.............#
#.............#
#@....#.......#
#.............#
#.............#
###############
""")


@pytest.mark.covers(PATH, CHECKS)
@pytest.mark.parametrize(
    ("start", "end", "options", "grids"),
    [
        ((6, 1), (4, 5), {}, [(6, 2), (5, 3), (5, 4), (4, 5)]),
        ((6, 1), (5, 7), {}, [(6, 2), (6, 3), (6, 4), (5, 5), (5, 6), (5, 7)]),
        (
            (6, 1),
            (2, 10),
            {},
            [(6, 2), (5, 3), (5, 4), (4, 5), (4, 6), (4, 7), (3, 8), (3, 9), (2, 10)],
        ),
        (
            (2, 10),
            (6, 1),
            {},
            [(2, 9), (3, 8), (3, 7), (4, 6), (4, 5), (4, 4), (5, 3), (5, 2), (6, 1)],
        ),
        ((5, 3), (6, 1), {}, [(5, 2), (6, 1)]),
        ((6, 1), (5, 3), {}, [(6, 2), (5, 3)]),
        ((6, 1), (6, 24), {}, [(6, x) for x in range(2, 21)]),
        ((6, 1), (3, 4), {"through": True}, [(5, 2), (4, 3), (3, 4), (2, 5), (1, 6)]),
        ((6, 1), (3, 4), {"through": True, "reach": 4}, [(5, 2), (4, 3), (3, 4)]),
        ((6, 1), (4, 11), {"through": True, "reach": 5}, [(6, 2), (6, 3), (5, 4), (5, 5), (5, 6)]),
        ((6, 1), (2, 9), {"reach": 8}, [(6, 2), (5, 3), (5, 4), (4, 5), (4, 6), (3, 7), (3, 8)]),
    ],
)
def test_the_worked_paths_come_out(start, end, options, grids):
    found = flight(HALL, start, end, **options)
    if options == {"through": True}:  # the check shows the way to the wall, not the wall
        assert found[: len(grids)] == grids
        assert all(HALL.opaque[HALL.at(*place)] for place in found[len(grids) :])
    else:
        assert found == grids


@pytest.mark.covers(PATH, ARRIVES, CHECKS)
def test_a_body_ends_a_path_only_when_told_to():
    way = [(3, 2), (3, 3), (2, 4), (2, 5), (2, 6), (2, 7), (1, 8), (1, 9)]
    assert flight(CROWDED, (3, 1), (1, 9), bodies=BODIES) == way
    assert flight(CROWDED, (3, 1), (1, 9), bodies=BODIES, stop=True) == way[:4]
    here = field(CROWDED, BODIES)
    assert projection.path(here, 3, 1, 1, 9, passing=projection.Passing(check=True)).blocked
    assert not projection.path(here, 3, 1, 1, 9).blocked

    near = [(3, 2), (3, 3), (3, 4), (2, 5), (2, 6), (2, 7)]
    assert flight(CROWDED, (3, 1), (2, 7), bodies=BODIES) == near
    assert flight(CROWDED, (3, 1), (2, 7), bodies=BODIES, stop=True) == near[:4]
    assert projection.projectable(here, 3, 1, 2, 7)
    assert not projection.clear(here, 3, 1, 2, 7)


@pytest.mark.covers(PATH, ARRIVES, CHECKS)
@pytest.mark.parametrize("options", [{}, {"stop": True}, {"check": True}])
def test_a_path_takes_the_free_one_of_two_grids(options):
    way = [(3, 2), (3, 3), (3, 4), (3, 5), (2, 6), (2, 7), (2, 8), (2, 9)]
    assert flight(CROWDED, (3, 1), (2, 9), bodies=BODIES, **options) == way
    assert projection.clear(field(CROWDED, BODIES), 3, 1, 2, 9)


@pytest.mark.covers(PATH, ARRIVES, CHECKS)
def test_the_heros_path_keeps_to_the_grids_in_fire_and_may_jump():
    way = [(2, 2), (2, 3), (2, 4), (2, 5)]
    assert flight(WALLS, (2, 1), (1, 10)) == [*way, (1, 10)]
    assert flight(WALLS, (2, 1), (1, 9)) == way
    here = field(WALLS)
    assert [projection.projectable(here, 2, 1, *end) for end in [(1, 9), (1, 10), (3, 10)]] == [
        False,
        True,
        True,
    ]


@pytest.mark.covers(ARRIVES)
def test_out_of_the_heros_sight_others_reach_one_another_but_not_the_hero():
    here = field(ROOMS)
    for far in ((1, 5), (2, 9)):
        assert not projection.projectable(here, *far, 1, 1)
        assert not projection.projectable(here, 1, 1, *far)
    assert projection.projectable(here, 1, 5, 2, 9)
    assert projection.projectable(here, 2, 9, 1, 5)


@pytest.mark.covers(PATH, ARRIVES, CHECKS)
def test_a_path_ends_in_the_wall_it_hits():
    assert flight(PILLAR, (3, 1), (2, 5)) == [(3, 2), (3, 3), (2, 4)]
    assert flight(PILLAR, (3, 1), (1, 7)) == [(3, 2), (2, 3), (2, 4)]
    assert flight(PILLAR, (3, 1), (1, 4)) == [(3, 2), (2, 3), (1, 4)]
    here = field(PILLAR)
    assert [projection.projectable(here, 3, 1, *end) for end in [(2, 5), (1, 7), (1, 4)]] == [
        False,
        False,
        True,
    ]
    assert not projection.projectable(here, 3, 1, 2, 4)  # a wall cannot be reached


@pytest.mark.covers(PATH, ARRIVES, CHECKS)
def test_a_pillar_far_off_leaves_grids_in_view_that_cannot_be_hit():
    here = field(LONG)
    ends = [(3, 8), (2, 8), (4, 9), (2, 13), (4, 13)]
    assert [projection.projectable(here, 3, 1, *end) for end in ends] == [
        False,
        True,
        True,
        False,
        False,
    ]
    view, fire = field_of_view.view_and_fire(LONG.opaque, LONG.width, 3, 1)
    assert {(2, 13), (4, 13)} <= set(LONG.places(view))
    missed = set(LONG.places(set(view) - set(fire)))
    assert {(y, x) for y in (2, 4) for x in range(11, 15)} <= missed
    assert flight(LONG, (3, 1), (1, 13)) == [
        (3, 2),
        (3, 3),
        (3, 4),
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (2, 9),
        (2, 10),
        (1, 11),
        (1, 12),
        (1, 13),
    ]


@pytest.mark.covers(PATH)
def test_a_preview_flies_through_walls_that_nobody_knows():
    start, end = (3, 1), (3, 8)
    assert flight(LONG, start, end)[-1] == (3, 6)
    assert flight(LONG, start, end, pass_unknown=True) == [(3, x) for x in range(2, 9)]
    assert flight(LONG, start, end, known=[(3, 6)], pass_unknown=True)[-1] == (3, 6)


@pytest.mark.covers(PATH)
@pytest.mark.covers("spec-dungeon: 9.4")
def test_nothing_flies_nowhere_or_without_range():
    assert flight(HALL, (6, 1), (6, 1)) == []
    assert flight(HALL, (6, 1), (6, 5), reach=0) == []
    assert not projection.projectable(field(HALL), 6, 1, 6, 1)


@settings(deadline=None)
@given(caves("....#"), st.data(), st.integers(1, 20), st.booleans(), st.booleans())
@pytest.mark.covers(PATH)
def test_between_others_a_path_has_no_gaps_and_ends_at_the_first_wall(
    level, data, reach, through, stop
):
    inner = st.tuples(st.integers(1, level.height - 2), st.integers(1, level.width - 2))
    start, end = data.draw(inner), data.draw(inner)
    assume(level.find("@") not in (start, end))
    bodies = data.draw(st.lists(inner, max_size=3))
    way = flight(level, start, end, reach, bodies, through=through, stop=stop)
    assert len(way) <= reach
    for (y1, x1), (y2, x2) in zip([start, *way], way, strict=False):
        assert max(abs(y1 - y2), abs(x1 - x2)) == 1
    ends = {place for place in way if level.opaque[level.at(*place)]}
    ends |= {place for place in way if stop and place in bodies}
    assert ends <= set(way[-1:])
    if not through:
        assert end not in way[:-1]


@settings(deadline=None)
@given(caves("....#"))
@pytest.mark.covers(ARRIVES)
def test_the_hero_hits_only_what_is_in_fire_and_open(level):
    here = field(level)
    y, x = level.find("@")
    for i in range(len(level.opaque)):
        if projection.projectable(here, y, x, *divmod(i, level.width)):
            assert i in here.fire
            assert not level.opaque[i]


@pytest.mark.covers(SHAPES)
def test_a_ball_fills_what_it_sees_and_only_some_kinds_touch_walls():
    level = draw("#######\n#.....#\n#.###.#\n#.#@..#\n#.#...#\n#######")
    y, x = level.find("@")

    def places(**options) -> set[tuple[int, int]]:
        cells = projection.ball(level.opaque, level.width, y, x, 2, **options)
        return set(level.places(i for i, _ in cells))

    assert places() == {(3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (4, 5), (2, 5)}
    walls = places(walls=True) - places()
    assert {(2, 2), (2, 3), (2, 4), (3, 2), (4, 2), (5, 3)} <= walls
    assert not {(1, 2), (1, 3), (1, 4), (3, 1)} & places(walls=True)
    assert places(everywhere=True) == {
        (yy, xx) for yy in range(6) for xx in range(7) if distance(y, x, yy, xx) <= 2
    }


@pytest.mark.covers(SHAPES)
def test_the_cells_of_a_ball_come_nearest_first():
    cells = projection.ball(HALL.opaque, HALL.width, 4, 10, 4)
    assert cells[0] == (HALL.at(4, 10), 0)
    assert [away for _, away in cells] == sorted(away for _, away in cells)


@pytest.mark.covers(SHAPES)
@pytest.mark.parametrize(("dy", "dx"), [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)])
def test_a_breath_spreads_evenly_about_its_aim(dy, dx):
    width = 41
    open_field = bytes(width * width)
    cells = projection.arc(open_field, width, 20, 20, (20 + 5 * dy, 20 + 5 * dx), 60, 8)
    offsets = {(i // width - 20, i % width - 20) for i, _ in cells}
    assert (0, 0) in offsets
    assert (4 * dy, 4 * dx) in offsets
    assert (-dy, -dx) not in offsets
    for y, x in offsets - {(0, 0)}:  # within 30 degrees of the aim, give or take a rounding
        cosine = (y * dy + x * dx) / ((y * y + x * x) * (dy * dy + dx * dx)) ** 0.5
        assert cosine > 0.84


@pytest.mark.covers(SHAPES)
def test_a_breath_without_radius_goes_as_far_as_one_sees():
    cells = projection.arc(HALL.opaque, HALL.width, 4, 1, (4, 3), 20)
    assert max(away for _, away in cells) == 20
    assert all(not HALL.opaque[i] for i, _ in cells)


@pytest.mark.covers(SHAPES)
def test_grids_beside_a_diagonal_are_not_taken_for_it():
    assert projection._half_degrees(-1, 1) == 23
    assert projection._half_degrees(-20, 20) == 23
    assert projection._half_degrees(-19, 20) == 22
    assert projection._half_degrees(-20, 19) == 24  # 46.5 degrees would round to 23
