"""Corridors in rock drawn by hand."""

import pytest

from engine.sil.dungeon.generation.corridors import DESPERATE_LIMITS, Corridors
from engine.sil.level import terrain
from tests.engine.sil.dungeon.generation.rock import shown, site

pytestmark = pytest.mark.covers("spec-dungeon: 1.7 Corridors")

FACING = (
    "#####################",
    "#OOOOO#########OOOOO#",
    "#O...O#########O...O#",
    "#O.@.O#########O.@.O#",
    "#O...O#########O...O#",
    "#OOOOO#########OOOOO#",
    "#####################",
)
LEFT, RIGHT = (2, 2, 4, 4), (2, 16, 4, 18)
APART = (
    "####################",
    "#OOOOO##############",
    "#O...O##############",
    "#O.@.O##############",
    "#O...O##############",
    "#OOOOO##############",
    "####################",
    "##############OOOOO#",
    "##############O...O#",
    "##############O.@.O#",
    "##############O...O#",
    "##############OOOOO#",
    "####################",
)
NEAR, FAR = (2, 2, 4, 4), (8, 15, 10, 17)


def tried(rows, *boxes, times=40, limits=(10, 15)):
    """Return the drawings of those tries, of so many with other dice, that dug a corridor."""
    dug = []
    for seed in range(times):
        made = site(rows, *boxes, seed=seed)
        if Corridors(made).join(0, 1, limits):
            dug.append(shown(made))
    return dug


def counted(rows, glyph):
    return "".join(rows).count(glyph)


def test_rooms_that_face_each_other_are_joined_straight_with_a_door_at_each_end():
    dug = tried(FACING, LEFT, RIGHT)
    assert {next(y for y, row in enumerate(rows) if "+" in row) for rows in dug} == {2, 3, 4}
    for rows in dug:
        assert counted(rows, "+") == 2
        assert any("+.........+" in row for row in rows)
        assert counted(rows, ".") == 18 + 9


def test_rooms_one_above_the_other_are_joined_half_the_time():
    upright = tuple("".join(column) for column in zip(*FACING, strict=True))
    dug = tried(upright, (2, 2, 4, 4), (16, 2, 18, 4), limits=(15, 15), times=200)
    assert 70 <= len(dug) <= 130
    assert all(counted(rows, "+") == 2 for rows in dug)
    assert len(tried(FACING, LEFT, RIGHT, times=200)) == 200


def test_rooms_askew_are_joined_by_an_l_with_one_door_a_leg():
    dug = tried(APART, NEAR, FAR)
    assert len(dug) == 40
    assert {counted(rows, "+") for rows in dug} == {2}
    corners = {(rows[3][16] == ".", rows[9][3] == ".") for rows in dug}
    assert corners == {(True, False), (False, True)}  # horizontal first, or vertical first


def test_an_l_is_dug_wholly_or_not_at_all():
    walled = [row.replace("O.@.O", "O.@.I", 1) if y == 3 else row for y, row in enumerate(APART)]
    for rows in tried(walled, NEAR, FAR):
        assert rows[9][3] == "."  # never through the inner wall: always vertical first
    before = shown(site(walled, NEAR, FAR))
    for seed in range(20):
        made = site(walled, NEAR, FAR, seed=seed)
        if not Corridors(made).join(0, 1):
            assert shown(made) == before


@pytest.mark.parametrize(("distance", "limits", "joined"), [
    (15, (10, 15), True), (16, (10, 15), False), (16, DESPERATE_LIMITS, True),
    (22, DESPERATE_LIMITS, True), (23, DESPERATE_LIMITS, False),
])  # fmt: skip
def test_rooms_too_far_apart_are_joined_only_in_despair(distance, limits, joined):
    rows = [row[:6] + row[6] * (distance - 3) + row[15:] for row in FACING]
    right = (2, LEFT[3] + distance, 4, LEFT[3] + distance + 2)
    assert bool(tried(rows, LEFT, right, limits=limits)) == joined


@pytest.mark.parametrize("row", [2, 3, 4])
def test_no_corridor_runs_beside_another_nor_touches_its_door(row):
    rows = list(FACING)
    rows[row] = rows[row].replace("O#########O", "+,,,,,,,,,+")
    others = {y for y in (2, 3, 4) if abs(y - row) > 1}
    dug = tried(rows, LEFT, RIGHT)
    found = {y for each in dug for y in (2, 3, 4) if y != row and "+" in each[y]}
    assert found == others


def test_a_corridor_enters_a_vault_by_its_outer_walls_only():
    rows = [row[:15] + row[15:].translate(str.maketrans("O.@", "WV@")) for row in FACING]
    assert not tried(rows, LEFT, RIGHT)
    rows[4] = rows[4][:15] + "w" + rows[4][16:]
    dug = tried(rows, LEFT, RIGHT)
    assert dug
    assert all("+.........+" in each[4] for each in dug)


def test_two_outer_walls_in_a_row_are_not_pierced():
    rows = [row[:14] + "O" + row[15:] for row in FACING]
    assert not tried(rows, LEFT, RIGHT)


# ---------------------------------------------------------------- branches

BELOW = (
    "#####################",
    "########OOOOO########",
    "########O.@.O########",
    "########OOOOO########",
    "#####################",
    "#####################",
    "#OOOO##########OOOOO#",
    "#O@.+,,,,,,,,,,+.@.O#",
    "#OOOO##########OOOOO#",
    "#####################",
)
ABOVE, WEST, EAST = (2, 9, 2, 11), (7, 2, 7, 3), (7, 16, 7, 18)


def branched(rows=BELOW, joined=()):
    made = site(rows, ABOVE, WEST, EAST, passages=(1, 2))
    corridors = Corridors(made)
    corridors._connect(1, 2)
    for pair in joined:
        corridors._connect(*pair)
    return made, corridors, [corridors._branch(0, direction) for direction in range(4)]


def test_a_branch_meets_the_corridor_of_two_other_rooms():
    made, corridors, dug = branched()
    assert dug == [True, False, False, False]
    assert [row[10] for row in shown(made)] == list("#O.+...." + "##")
    assert corridors.joined[0][1]
    assert corridors.joined[0][2]


@pytest.mark.parametrize("room", [1, 2])
def test_no_branch_to_a_corridor_of_a_room_already_joined(room):
    made, _, dug = branched(joined=((0, room),))
    assert not any(dug)
    assert shown(made) == shown(site(BELOW, ABOVE, WEST, EAST))


def test_a_branch_stops_at_doors_and_reaches_ten_squares():
    door = [row[:10] + "d" + row[11:] if y == 5 else row for y, row in enumerate(BELOW)]
    assert not any(branched(door)[2])
    boxes = (ABOVE, (12, 2, 12, 3), (12, 16, 12, 18))
    for extra, reached in ((5, True), (6, False)):
        rows = [*BELOW[:4], *["#" * 21] * extra, *BELOW[4:]]
        made = site(rows, *boxes, passages=(1, 2))
        assert Corridors(made)._branch(0, 0) == reached


@pytest.mark.parametrize(("inside", "dug"), [("...", True), ("d..", False), (".d.", False)])
def test_a_branch_passes_no_door_inside_its_own_room(inside, dug):
    rows = [*BELOW[:3], *(f"########O.{glyph}.O########" for glyph in inside), *BELOW[3:]]
    made = site(rows, (2, 9, 5, 11), (10, 2, 10, 3), (10, 16, 10, 18), passages=(1, 2))
    assert Corridors(made)._branch(0, 0) == dug


# ---------------------------------------------------------------- all phases

ROW_OF_ROOMS = [
    row + row[1:] + row[1:]
    for row in (
        "#" * 13,
        "#OOOOO#######",
        "#O...O#######",
        "#O.@.O#######",
        "#O...O#######",
        "#OOOOO#######",
        "#" * 13,
    )
]


def test_every_room_in_reach_hangs_together():
    boxes = [(2, 2 + 12 * n, 4, 4 + 12 * n) for n in range(3)]
    for seed in range(10):
        made = site(ROW_OF_ROOMS, *boxes, seed=seed)
        corridors = Corridors(made)
        corridors.dig_all()
        assert corridors.joined[0][1]
        assert corridors.joined[1][2]
        assert not any(terrain.KNOWN_DOOR[f] and f != terrain.CLOSED_DOOR for f in made.feature)


def test_what_lies_too_far_stays_apart_and_the_level_is_left_to_the_test_of_connection():
    rows = [row[:7] + "#" * 40 + row[7:] for row in ROW_OF_ROOMS]
    boxes = [(2, 2, 4, 4), (2, 54, 4, 56), (2, 66, 4, 68)]
    made = site(rows, *boxes)
    corridors = Corridors(made)
    corridors.dig_all()
    assert corridors.joined[1][2]
    assert not corridors.joined[0][1]
