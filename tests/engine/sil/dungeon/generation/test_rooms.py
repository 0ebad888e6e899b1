"""Plain rectangles and cross rooms."""

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sil.dungeon.generation import level_creation, rooms, vaults
from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.state import Room
from engine.sil.level import terrain
from tests.engine.sil.dungeon.generation.rock import shown, site

ROCK = ["#" * 66] * 33
BUILDERS = {"plain": rooms.plain, "cross": rooms.cross}
seeds = st.integers(0, 2**64)


def built(kind: str, depth: int = 5, seed: int = 1, y: int = 16, x: int = 33, rows=ROCK) -> Site:
    made = site(rows, depth=depth, seed=seed)
    BUILDERS[kind](made, y, x)
    return made


@pytest.mark.covers("spec-dungeon: 1.4 Plain rectangle", "spec-dungeon: 1.5 Cross room")
@given(st.sampled_from(sorted(BUILDERS)), seeds, st.integers(5, 28), st.integers(5, 61))
@pytest.mark.covers("spec-dungeon: 1.3")
def test_a_room_keeps_off_the_edge_and_is_walled_all_round(kind, seed, y, x):
    made = built(kind, seed=seed, y=y, x=x)
    if not made.centres:
        assert set(made.feature) == {terrain.GRANITE}
        return
    assert made.centres == [(y, x)]
    (box,) = made.level.rooms
    assert box.top > 3
    assert box.left > 3
    assert box.bottom < 33 - 3
    assert box.right < 66 - 3
    for i, feature in enumerate(made.feature):
        v, u = divmod(i, 66)
        inside = box.top - 1 <= v <= box.bottom + 1 and box.left - 1 <= u <= box.right + 1
        assert made.level.room[i] <= inside
        if feature == terrain.FLOOR:
            beside = (made.feature[i + step] for step in (-67, -66, -65, -1, 1, 65, 66, 67))
            assert terrain.GRANITE not in set(beside)


@pytest.mark.covers("spec-dungeon: 1.4 Plain rectangle")
@given(seeds)
def test_a_plain_room_is_small(seed):
    (box,) = built("plain", seed=seed).level.rooms
    assert 3 <= box.bottom - box.top + 1 <= 7
    assert 4 <= box.right - box.left + 1 <= 11


@pytest.mark.covers("spec-dungeon: 1.5 Cross room")
@given(seeds)
def test_a_cross_is_two_bars(seed):
    made = built("cross", seed=seed)
    (box,) = made.level.rooms
    assert (box.top + box.bottom, box.left + box.right) == (32, 66)
    assert 3 <= box.bottom - 16 <= 6
    assert 5 <= box.right - 33 <= 7
    corners = [made.level.at(y, x) for y in (box.top, box.bottom) for x in (box.left, box.right)]
    assert {made.feature[i] for i in corners} == {terrain.GRANITE}


@pytest.mark.covers("spec-dungeon: 1.4 Plain rectangle")
@pytest.mark.covers("spec-dungeon: 1.3")
def test_no_room_is_built_wall_to_wall_with_another():
    taken = Room(10, 10, 14, 20)
    for box, fits, doubles in (
        (Room(17, 10, 20, 20), True, True),  # one row of rock would be left between walls: none
        (Room(18, 10, 20, 20), True, False),
        (Room(16, 10, 20, 20), True, False),  # they share a wall
        (Room(15, 10, 20, 20), False, False),
        (Room(10, 23, 14, 30), True, True),
        (Room(10, 24, 14, 30), True, False),
        (Room(10, 22, 14, 30), True, False),
    ):
        made = site(ROCK)
        made.claim(taken, lit=False)
        made.wall_in(taken)
        made.lay_floor(taken)
        assert made.fits(box, 1) == fits, box
        if fits:
            assert made.doubles_wall(box) == doubles, box


@pytest.mark.covers("spec-dungeon: 11. Worked checks", "spec-dungeon: 1.4 Plain rectangle")
@pytest.mark.parametrize(
    ("kind", "depth", "chance"),
    [("plain", 10, 0.723), ("cross", 10, 0.5), ("plain", 1, 0.997), ("plain", 19, 0),
     ("cross", 19, 0.05)],
)  # fmt: skip
def test_rooms_are_lit_less_and_less_often(kind, depth, chance):
    n = 300
    lit = sum(any(built(kind, depth, seed).level.glow) for seed in range(n))
    assert abs(lit - n * chance) <= 4 * (n * chance * (1 - chance)) ** 0.5 + 1


@pytest.mark.covers("spec-dungeon: 1.4 Plain rectangle")
def test_pillars_stand_in_rooms_of_odd_size_only():
    seen = set()
    for seed in range(600):
        made = built("plain", seed=seed)
        (box,) = made.level.rooms
        pillars = [divmod(i, 66) for i, f in enumerate(made.feature) if f == terrain.INNER_WALL]
        seen.add(bool(pillars))
        for y, x in pillars:
            assert (box.bottom - box.top) % 2 == (box.right - box.left) % 2 == 0
            assert (y - box.top) % 2 == (x - box.left) % 2 == 1
    assert seen == {True, False}


@pytest.mark.covers("spec-dungeon: 1.5 Cross room")
def test_the_hearts_of_crosses():
    hearts = set()
    for seed in range(500):
        made = built("cross", seed=seed)
        rows = [row[29:38] for row in shown(made)[9:24]]
        if "I" in "".join(rows):
            middle = rows[7]
            floor = made.level.floor.get(made.level.at(16, 33))
            columns = sum("I" in row for row in rows) > 3
            hearts.add("hall" if columns else middle[3:6])
            if columns:
                assert floor
                assert [y for y, row in enumerate(rows) if "I" in row] == [2, 4, 6, 8, 10, 12]
    assert hearts == {"hall", "III", "...", "I.I"}  # a plus, four corners, four sides


KINDS = (
    *(level_creation.PLAIN, level_creation.CROSS),
    *(vaults.INTERESTING, vaults.LESSER, vaults.GREATER),
)


class OutOfFaces(Exception):
    """A die is cast whose face is not given; `sides` are its sides."""

    def __init__(self, sides: int):
        self.sides = sides


class GivenFaces:
    """Dice that fall as given, and then ask for more."""

    def __init__(self, faces: tuple[int, ...]):
        self.faces = iter(faces)

    def die(self, sides):
        face = next(self.faces, None)
        if face is None:
            raise OutOfFaces(sides)
        return face + 1

    def one_in(self, n):
        return self.die(n) == 1


def shares(depth):
    """Return the share of each kind of room among all attempts, by every way of the dice."""
    found = Counter()
    waiting = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        site = SimpleNamespace(dice=GivenFaces(faces), depth=depth)
        try:
            found[level_creation._room_kind(site)] += chance
        except OutOfFaces as more:
            waiting += [((*faces, face), chance / more.sides) for face in range(more.sides)]
    return [float(100 * found[kind]) for kind in KINDS]


@pytest.mark.covers("spec-dungeon: 1.3 Room attempts")
@pytest.mark.parametrize(
    ("depth", "percent"),
    [
        (1, (78.7, 21.3, 0, 0, 0)),
        (2, (74.6, 21.1, 4.3, 0, 0)),
        (3, (71.5, 18.5, 9.9, 0.1, 0)),
        (5, (67.2, 14.8, 17.4, 0.6, 0)),
        (8, (63.2, 11.4, 22.3, 3.0, 0.08)),
        (10, (61.5, 9.9, 22.7, 5.6, 0.4)),
        (15, (58.6, 7.4, 23.3, 6.3, 4.5)),
        (19, (57.2, 6.2, 23.5, 5.2, 7.9)),
    ],
)
def test_which_rooms_are_tried_at_a_depth(depth, percent):
    assert shares(depth) == pytest.approx(percent, abs=0.051)
