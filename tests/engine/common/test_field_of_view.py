"""VIEW, FIRE and point-to-point sight."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common import field_of_view
from engine.common.grid import distance
from tests.engine.drawing import Drawing, caves, draw

VIEW = "spec-dungeon: 8. Sight and light / 8.1 The player's field of view (VIEW)"
FIRE = "spec-dungeon: 8. Sight and light / 8.3 Line of fire (FIRE)"
LOS = 'spec-dungeon: 8. Sight and light / 8.2 Point-to-point line of sight ("los")'
NOTES = "sil-q-codebase: Visibility and Line-of-Sight System"
CHECKS = "spec-dungeon: 11. Worked checks"


PILLARS = """
##############
#.......#....#
#..#...#.....#
#.....#..#...#
#.#..@......##
#......#.....#
#..#......#..#
##############
"""


def look(level: Drawing) -> tuple[list[int], list[int]]:
    return field_of_view.view_and_fire(level.opaque, level.width, *level.find("@"))


def los(level: Drawing, a: tuple[int, int], b: tuple[int, int]) -> bool:
    return field_of_view.los(level.opaque, level.width, *a, *b)


def not_fired(level: Drawing) -> list[tuple[int, int]]:
    view, fire = look(level)
    return sorted(level.places(set(view) - set(fire)))


@pytest.mark.covers(
    VIEW,
    CHECKS,
    f"{NOTES} / Grids (Squares) and Slopes: Overview",
    f"{NOTES} / Grids (Squares) in Detail / Why 161 grids?",
    f"{NOTES} / Slopes in Detail / Why 126 slopes?",
    f"{NOTES} / Slopes in Detail / Slope numbering",
)
@pytest.mark.covers(
    "sil-q-codebase: Grids in the view algorithm",
    "sil-q-codebase: What is an octant?",
    "sil-q-codebase: Why Octants?",
)
def test_an_octant_has_161_grids_and_126_slopes_as_the_notes_count_them():
    assert len(field_of_view.CELLS) + 1 == 161
    assert len(field_of_view.SLOPES) == 126
    # The viewer's own grid counts, too: its far corner gives it the slopes below 1.
    crossed = {
        place: sum(lines >> place & 1 for lines in field_of_view.CROSSING.values())
        + (field_of_view.SLOPES[place] < 1)
        for place in (0, 54, 87, 125)
    }
    assert [int(100000 * field_of_view.SLOPES[place]) for place in crossed] == [
        2439,
        33333,
        60000,
        100000,
    ]
    assert crossed == {0: 21, 54: 18, 87: 23, 125: 13}


@pytest.mark.covers(CHECKS, f"{NOTES} / Slopes in Detail / How Slopes Work")
@pytest.mark.covers("sil-q-codebase: What is a slope?")
def test_near_cells_are_crossed_by_the_slopes_between_their_corners():
    assert field_of_view.CROSSING[0, 1].bit_count() == 125
    assert field_of_view.CROSSING[1, 1].bit_count() == 71
    between = [i for i, s in enumerate(field_of_view.SLOPES) if Fraction(1, 5) < s < 1]
    assert field_of_view.CROSSING[1, 2] == sum(1 << i for i in between)
    assert max(n for n, a in field_of_view.CELLS if n == a) == 13


@pytest.mark.covers(VIEW, FIRE)
def test_every_cell_has_the_lines_between_its_corners_and_fires_on_those_at_its_middle():
    slopes = field_of_view.SLOPES
    for n, a in field_of_view.CELLS:
        low = Fraction(2 * n - 1, 2 * a + 1) if n else Fraction(-1)
        high = Fraction(2 * n + 1, 2 * a - 1)
        crossed = {i for i, slope in enumerate(slopes) if low < slope < high}
        assert field_of_view._crossing(n, a) == sum(1 << i for i in crossed)
        middle = Fraction(n, a)
        below = max((i for i, slope in enumerate(slopes) if slope <= middle), default=0)
        above = min((i for i, slope in enumerate(slopes) if slope >= middle), default=0)
        firing = {below, above} if n else {0}
        assert field_of_view._firing(n, a) == sum(1 << i for i in firing)


@pytest.mark.covers(VIEW)
@pytest.mark.parametrize("axis", range(1, 22))
@pytest.mark.parametrize("diagonal", [1, 2, 12, 13, 14, 20])
def test_a_walk_begins_with_the_lines_that_the_first_wall_on_the_axis_leaves(axis, diagonal):
    killed = field_of_view.CROSSING.get((0, axis), 0)
    alive = sum(1 << i for i in range(125) if not killed >> i & 1)
    first = next((place for place, lines in enumerate(field_of_view._LINES) if alive & lines), None)
    cell = field_of_view._first_seen(axis, diagonal)
    if first is None:
        assert cell is field_of_view._END
        return
    behind = field_of_view._INNER_CELLS[first][1] > diagonal
    assert (cell.number, cell.diagonal) == (first, 0 if behind or diagonal > 13 else diagonal)
    if not behind:
        assert cell.alive == alive


PILLAR = draw("""
#########
#.......#
#.......#
#...#...#
#.......#
#...@...#
#.......#
#########
""")
GAP = draw("""
###########
#.........#
#.........#
####.######
#.........#
#....@....#
#.........#
###########
""")
CORNER = draw("""
###########
#@........#
#.#######.#
#.#.....#.#
#.#######.#
#.........#
###########
""")
SQUEEZE = draw("""
#######
#@#...#
##....#
#.....#
#######
""")
DIAGONALS = draw("""
#########
#.......#
#..#.#..#
#...@...#
#..#.#..#
#.......#
#########
""")
DOOR = draw("""
#########
#.......#
#.@+....#
#.......#
#########
""")
WALLS = draw("""
############
#....#.....#
#@.........#
#....#.....#
############
""")


@pytest.mark.covers(VIEW, CHECKS, f"{NOTES} / Slopes in Detail / Wall Blocking")
@pytest.mark.parametrize(
    ("level", "shown"),
    [
        (
            PILLAR,
            [
                "###   ###",
                "#... ...#",
                "#... ...#",
                "#...#...#",
                "#.......#",
                "#...@...#",
                "#.......#",
                "#########",
            ],
        ),
        (
            GAP,
            [
                "  ##",
                "  ...",
                "   ..",
                "####.######",
                "#.........#",
                "#....@....#",
                "#.........#",
                "###########",
            ],
        ),
        (CORNER, ["###########", "#@........#", "#.#######.#", "#.#", "#.#", "#..", "###"]),
        (SQUEEZE, ["###", "#@#", "##.", "   .", "    #"]),
        (
            DIAGONALS,
            ["   ###", "   ...", "#..#.#..#", "#...@...#", "#..#.#..#", "   ...", "   ###"],
        ),
        (DOOR, ["#####", "#...", "#.@+", "#...", "#####"]),
        (WALLS, ["######", "#....#.....#", "#@.........#", "#....#.....#", "######"]),
    ],
    ids=["pillar", "gap", "corner", "squeeze", "diagonals", "door", "walls"],
)
@pytest.mark.covers("sil-q-codebase: Octant-Based LOS Algorithm", "sil-q-codebase: Slope Example")
def test_the_worked_views_come_out(level, shown):
    view, _ = look(level)
    assert level.show(view) == shown
    assert field_of_view.view(level.opaque, level.width, *level.find("@")) == view


@pytest.mark.covers(FIRE, CHECKS)
@pytest.mark.parametrize(
    ("level", "missed"),
    [
        (PILLAR, [(0, 0), (0, 8), (1, 3), (1, 5), (7, 0), (7, 1), (7, 7), (7, 8)]),
        (
            GAP,
            sorted(
                [(1, 2), (1, 4), (2, 3)] + [(y, x) for y in (3, 7) for x in (0, 1, 2, 8, 9, 10)]
            ),
        ),
        (DIAGONALS, [(1, 3), (1, 5), (2, 2), (2, 6), (4, 2), (4, 6), (5, 3), (5, 5)]),
        (DOOR, []),
        (
            WALLS,
            [
                (0, 0),
                (0, 4),
                (0, 5),
                *((1, x) for x in range(6, 10)),
                *((3, x) for x in range(6, 10)),
                (4, 0),
                (4, 4),
                (4, 5),
            ],
        ),
    ],
    ids=["pillar", "gap", "diagonals", "door", "walls"],
)
def test_the_worked_lines_of_fire_come_out(level, missed):
    assert not_fired(level) == missed


@pytest.mark.covers(VIEW, CHECKS)
def test_an_empty_hall_is_seen_to_distance_20():
    level = draw("\n".join(["#" * 26, *["#" + "." * 24 + "#"] * 7, "#" * 26]))
    view = set(field_of_view.view(level.opaque, level.width, 6, 1))
    last = [max(x for x in range(26) if level.at(y, x) in view) for y in range(9)]
    assert last == [18, 19, 19, 20, 20, 21, 21, 21, 20]
    assert len(view) == sum(last) + 9


@pytest.mark.covers(LOS, CHECKS)
def test_the_worked_points_see_each_other_or_do_not():
    assert [los(PILLAR, (5, 4), b) for b in [(1, 4), (2, 5), (1, 5), (1, 3)]] == [
        False,
        True,
        False,
        False,
    ]
    assert [los(GAP, (5, 5), b) for b in [(1, 3), (1, 4), (2, 4)]] == [True, False, True]
    assert los(SQUEEZE, (1, 1), (2, 2))
    assert [los(DOOR, (2, 2), b) for b in [(2, 4), (1, 4), (1, 3)]] == [False, False, True]


@pytest.mark.covers(VIEW, LOS, FIRE)
def test_neither_view_nor_los_is_the_same_both_ways():
    level = draw("#####\n#...#\n#.#.#\n##..#\n#####")
    mutual = [
        (
            level.at(*b) in field_of_view.view(level.opaque, level.width, *a),
            level.at(*a) in field_of_view.view(level.opaque, level.width, *b),
        )
        for a, b in product(level.places(i for i, o in enumerate(level.opaque) if not o), repeat=2)
    ]
    assert (True, False) in mutual
    assert los(level, (1, 1), (2, 3)) != los(level, (2, 3), (1, 1))


@pytest.mark.covers("spec-dungeon: 8. Sight and light / 8.4 Pits")
def test_from_a_pit_one_sees_and_shoots_at_the_block_around():
    y, x = 4, 5
    block = field_of_view.pit_view(11, y, x)
    assert block == [yy * 11 + xx for yy in range(y - 1, y + 2) for xx in range(x - 1, x + 2)]
    view, fire = field_of_view.view_and_fire(GAP.opaque, GAP.width, y, x)
    assert set(block) <= set(view)
    assert set(block) <= set(fire)


def slow_view(level: Drawing, y: int, x: int) -> tuple[set[int], set[int]]:
    """VIEW and FIRE line by line and cell by cell, in exact fractions, as the rule is worded."""
    cells = [(n, a) for a in range(1, 21) for n in range(a + 1) if a + n // 2 <= 20]
    corners = product((1, -1), repeat=2)
    slopes = sorted(
        {
            Fraction(2 * n + i, 2 * a + j)
            for i, j in corners
            for n, a in cells
            if 0 < Fraction(2 * n + i, 2 * a + j) <= 1
        }
    )
    view = {level.at(y, x)}
    fire = {level.at(y, x)}
    for down, right, swapped in product((1, -1), (1, -1), (False, True)):
        alive = set(slopes)
        for n, a in cells:
            low = Fraction(2 * n - 1, 2 * a + 1) if n else Fraction(-1)
            high = Fraction(2 * n + 1, 2 * a - 1)
            met = {s for s in alive if low < s < high}
            if not met:
                continue
            dy, dx = (a, n) if swapped else (n, a)
            here = level.at(y + down * dy, x + right * dx)
            view.add(here)
            if n == 0:
                firing = {slopes[0]}
            elif Fraction(n, a) in slopes:
                firing = {Fraction(n, a)}
            else:
                firing = {
                    max(s for s in slopes if s < Fraction(n, a)),
                    min(s for s in slopes if s > Fraction(n, a)),
                }
            if firing & met:
                fire.add(here)
            if level.opaque[here]:
                alive -= met
            if not alive:
                break
    return view, fire


@pytest.mark.covers(VIEW, FIRE)
@given(st.one_of(caves(), caves("........#", most=30), caves(".####", most=30)))
@pytest.mark.covers("sil-q-codebase: Processing Order of Octants")
def test_the_quick_walk_finds_what_the_rule_read_slowly_finds(level):
    view, fire = look(level)
    slow = slow_view(level, *level.find("@"))
    assert (set(view), set(fire)) == slow
    assert len(view) == len(set(view))
    assert len(fire) == len(set(fire))
    assert field_of_view.view(level.opaque, level.width, *level.find("@")) == view


def test_forgetting_what_was_kept_changes_no_view(monkeypatch):
    level = draw(PILLARS)
    before = look(level)
    field_of_view._forget()
    monkeypatch.setattr(field_of_view, "_MOST_CELLS", 5)
    assert [look(level) for _ in range(2)] == [before, before]
    assert len(field_of_view._kept) <= 5
    assert set(before[0]) == slow_view(level, *level.find("@"))[0]


class ForgottenAtOnce(dict):
    """Kept cells that another thread forgets as soon as they are kept."""

    def __setitem__(self, key, cell):
        super().__setitem__(key, cell)
        self.clear()


def test_a_walk_goes_on_while_another_thread_forgets_what_is_kept(monkeypatch):
    level = draw(PILLARS)
    before = look(level)
    field_of_view._forget()
    monkeypatch.setattr(field_of_view, "_kept", ForgottenAtOnce())
    assert look(level) == before


@pytest.mark.covers(VIEW, FIRE)
@settings(deadline=None)
@given(caves())
def test_view_holds_fire_and_the_ring_and_nothing_beyond_20(level):
    y, x = level.find("@")
    view, fire = look(level)
    assert set(fire) <= set(view)
    assert set(field_of_view.pit_view(level.width, y, x)) <= set(view)
    assert all(distance(y, x, *place) <= 20 for place in level.places(view))


@pytest.mark.covers(LOS)
@given(caves())
def test_adjacent_grids_always_see_each_other(level):
    y, x = level.find("@")
    for grid in field_of_view.pit_view(level.width, y, x):
        assert los(level, (y, x), divmod(grid, level.width))


@pytest.mark.covers(LOS)
@given(st.integers(-25, 25), st.integers(-25, 25))
def test_an_open_hall_hides_nothing_from_los(dy, dx):
    width = 60
    assert field_of_view.los(bytes(width * width), width, 30, 30, 30 + dy, 30 + dx)
