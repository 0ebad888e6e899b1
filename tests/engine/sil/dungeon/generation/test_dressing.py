"""Doors, stairs, quartz, chasms, rubble, sunlight and traps on levels drawn by hand."""

from collections import Counter

import pytest

from engine.sil.dungeon.generation import feature_placement
from engine.sil.dungeon.generation.construction import Unfit
from engine.sil.level import terrain
from engine.sil.level.terrain import CHASM, DOWN_SHAFT, DOWN_STAIR, FLOOR, UP_SHAFT, UP_STAIR
from tests.engine.sil.dungeon.generation.rock import site


def hall(rows=33, columns=99, glyph=".", **how):
    """Return a level that is one hall."""
    edge = "#" * columns
    return site([edge, *["#" + glyph * (columns - 2) + "#"] * (rows - 2), edge], **how)


def share(count, n, chance):
    """Return whether a count of n could well come from the chance."""
    return abs(count - n * chance) <= 4.5 * (n * chance * (1 - chance)) ** 0.5


# ---------------------------------------------------------------- doors


@pytest.mark.covers("spec-dungeon: 1.8 Doors on corridors", "spec-dungeon: 11. Worked checks")
def test_places_for_doors_become_doors_of_all_kinds():
    made = hall(101, 101, "+", depth=10)
    feature_placement.doors(made)
    found = Counter(made.feature)
    n = 99 * 99
    closed = sum(found[f] for f in range(terrain.CLOSED_DOOR, terrain.JAMMED_DOOR + 8))
    assert share(found[FLOOR], n, 1 / 4)
    assert share(found[terrain.OPEN_DOOR], n, 3 / 4 * 20 / 70)
    assert share(closed, n, 3 / 4 * 40 / 70)
    assert share(found[terrain.SECRET_DOOR], n, 3 / 4 * 10 / 70)
    jammed = sum(found[f] for f in range(terrain.JAMMED_DOOR, terrain.JAMMED_DOOR + 8))
    assert share(jammed, closed, 0.01)


@pytest.mark.covers("spec-dungeon: 1.8 Doors on corridors")
def test_vaults_keep_their_doors():
    made = hall(glyph="d")
    feature_placement.doors(made)
    assert Counter(made.feature)[terrain.CLOSED_DOOR] == 31 * 97


# ---------------------------------------------------------------- stairs


def flights(made, rooms=40):
    """Return how many there are of each kind of way."""
    for _ in range(rooms):
        made.centres.append((1, 1))
    feature_placement.stairs(made)
    found = Counter(made.feature)
    return found[UP_STAIR], found[UP_SHAFT], found[DOWN_STAIR], found[DOWN_SHAFT]


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
@pytest.mark.parametrize(("rows", "columns", "number"), [(33, 99, 1), (44, 132, 2), (55, 165, 4)])
def test_larger_levels_have_more_ways(rows, columns, number):
    up, up_shafts, down, down_shafts = flights(hall(rows, columns))
    assert up + up_shafts == down + down_shafts == number
    assert up >= 1
    assert down >= 1


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
@pytest.mark.parametrize(
    ("arrive_by", "up", "down"),
    [(0, 4, 4), (UP_STAIR, 3, 4), (UP_SHAFT, 3, 4), (DOWN_STAIR, 4, 3), (DOWN_SHAFT, 4, 3)],
)
def test_the_way_that_the_hero_comes_by_counts(arrive_by, up, down):
    made = hall(55, 165)
    made.arrive_by = arrive_by
    found = flights(made)
    assert (sum(found[:2]), sum(found[2:])) == (up, down)


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
@pytest.mark.parametrize(("rooms", "number"), [(2, 1), (3, 1), (4, 1), (5, 2), (7, 3), (8, 4)])
def test_few_rooms_have_few_ways(rooms, number):
    found = flights(hall(55, 165), rooms)
    assert sum(found[:2]) == sum(found[2:]) == number


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
def test_four_rooms_have_a_way_down_even_for_who_comes_by_one():
    made = hall()
    made.arrive_by = DOWN_STAIR
    assert sum(flights(made, 4)[2:]) == 1
    made = hall()
    made.arrive_by = DOWN_STAIR
    assert sum(flights(made, 5)[2:]) == 0


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
@pytest.mark.parametrize(
    ("depth", "ways"),
    [(1, (4, 0, 0, 8)), (2, (0, 8, 0, 8)), (17, (0, 8, 0, 8)), (19, (0, 8, 0, 8))],
)
def test_on_the_run_there_are_twice_as_many_and_all_are_shafts(depth, ways):
    made = hall(55, 165, depth=depth)
    made.game.hero.on_the_run = True
    assert flights(made) == ways


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
@pytest.mark.covers("sil-q-codebase: Shaft Generation")
def test_shafts_need_two_levels_to_lead_through():
    for seed in range(30):
        assert flights(hall(55, 165, depth=1, seed=seed))[1] == 0
        assert flights(hall(55, 165, depth=18, seed=seed))[3] == 0
    shafts = [flights(hall(44, 132, depth=9, seed=seed)) for seed in range(300)]
    assert share(sum(found[1] for found in shafts), 300, 1 / 2)
    assert share(sum(found[3] for found in shafts), 300, 1 / 2)


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
def test_stairs_lie_in_rooms_and_not_beside_doors():
    rows = ["#" * 99] * 33
    rows[10] = "#" * 10 + "+.....+" + "#" * 82
    rows[12] = "#" + "," * 97 + "#"
    for seed in range(20):
        made = site(rows, seed=seed)
        try:
            flights(made)
        except Unfit:
            continue
        ways = [i for i, f in enumerate(made.feature) if terrain.STAIR[f]]
        assert len(ways) == 2
        assert all(made.level.place(i)[0] == 10 for i in ways)
        assert all(12 <= made.level.place(i)[1] <= 14 for i in ways)


@pytest.mark.covers("spec-dungeon: 1.9 Stairs and shafts")
def test_without_a_place_for_stairs_the_level_is_unfit():
    with pytest.raises(Unfit):
        flights(hall(glyph=","))


# ---------------------------------------------------------------- rock


@pytest.mark.covers("spec-dungeon: 1.10 Quartz streamers")
def test_quartz_replaces_granite_only_and_lies_about_the_middle():
    made = hall(glyph="#")
    made.feature[:99] = bytes((terrain.PERMANENT,)) * 99
    feature_placement.streamers(made)
    assert made.feature[:99] == bytes((terrain.PERMANENT,)) * 99
    quartz = [i for i, f in enumerate(made.feature) if f == terrain.QUARTZ]
    assert 60 <= len(quartz) <= 500
    drawn = hall(glyph=".")
    feature_placement.streamers(drawn)
    assert Counter(drawn.feature)[FLOOR] == 31 * 97


def chasms(made):
    """Return a hundred tries at a chasm on a drawn level: the squares of those that opened."""
    opened = []
    for _ in range(100):
        before = bytes(made.feature)
        feature_placement._open_chasm(made)
        opened.append({i for i, f in enumerate(made.feature) if f == CHASM and before[i] != f})
        made.feature[:] = before
    return [squares for squares in opened if squares]


@pytest.mark.covers("spec-dungeon: 1.11 Chasms")
@pytest.mark.parametrize(("glyph", "opens"), [(".", True), ("V", False), ("#", False)])
def test_chasms_open_in_rooms_but_not_in_vaults_nor_wholly_in_rock(glyph, opens):
    assert bool(chasms(hall(glyph=glyph))) == opens


@pytest.mark.covers("spec-dungeon: 1.11 Chasms")
def test_a_chasm_takes_no_two_squares_in_a_row_of_a_corridor():
    rows = ["#" * 99 if y % 3 else "#" + "," * 97 + "#" for y in range(33)]
    opened = chasms(site(rows))
    assert opened
    for squares in opened:
        for i in squares:
            corridor = [j for j in (i, i + 1) if divmod(j, 99)[0] % 3 == 0 and j in squares]
            assert len(corridor) < 2


@pytest.mark.covers("spec-dungeon: 1.11 Chasms")
def test_a_chasm_keeps_off_doors_and_breaks_no_lit_wall():
    rows = ["#" + "." * 48 + "+" + "." * 48 + "#"] * 33
    assert all(abs(i % 99 - 49) > 1 for squares in chasms(site(rows)) for i in squares)
    walls = ["#" + "." * 47 + "OO#" + "." * 47 + "#"] * 33
    made = site(walls)
    made.level.glow[:] = bytes(x < 50 for _ in range(33) for x in range(99))
    for squares in chasms(made):
        assert all(i + 1 in squares for i in squares if i % 99 == 49)


@pytest.mark.covers("spec-dungeon: 1.11 Chasms")
@pytest.mark.parametrize(("depth", "chance"), [(2, 0), (3, 0.33), (10, 0.4), (18, 0.48), (19, 0)])
def test_some_levels_have_chasms(depth, chance):
    with_chasms = 0
    for seed in range(150):
        made = hall(depth=depth, seed=seed)
        feature_placement.chasms(made)
        with_chasms += CHASM in made.feature
    assert share(with_chasms, 150, chance)


@pytest.mark.covers("spec-dungeon: 1.12 Rubble, player, start-of-game sunlight")
def test_rubble_lies_about_from_200_feet_down():
    for depth, most in ((3, 0), (4, 3), (9, 3)):
        counts = set()
        for seed in range(40):
            made = hall(depth=depth, seed=seed)
            feature_placement.rubble(made)
            counts.add(Counter(made.feature)[terrain.RUBBLE])
        assert counts == set(range(1, most + 1)) or counts == {0}
    rockfalls = 0
    for seed in range(300):
        made = hall(depth=10, seed=seed)
        feature_placement.rubble(made)
        rockfalls += Counter(made.feature)[terrain.RUBBLE] > 18
    assert share(rockfalls, 300, 1 / 10)


# ---------------------------------------------------------------- sunlight


@pytest.mark.covers("spec-dungeon: 1.12 Rubble, player, start-of-game sunlight")
@pytest.mark.covers("sil-q-codebase: Movement Features")
def test_the_sun_shines_in_at_the_start_of_a_game_only():
    for depth, taken, lit, shines in (
        (1, 0, 1, True), (2, 0, 1, False), (1, 1, 1, False), (1, 0, 0, False),
    ):  # fmt: skip
        made = hall(depth=depth)
        made.level.glow[:] = bytes((lit,)) * len(made.feature)
        made.game.hero.stairs_taken = taken
        made.game.hero.y, made.game.hero.x = 16, 50
        feature_placement.sunlight(made)
        found = Counter(made.feature)
        assert bool(found[terrain.SUNLIGHT]) == bool(found[terrain.RUBBLE]) == shines
        near = [
            abs(i // 99 - 16) <= 6 and abs(i % 99 - 50) <= 6
            for i, f in enumerate(made.feature)
            if f == terrain.SUNLIGHT
        ]
        assert sum(near) * 2 >= len(near)


# ---------------------------------------------------------------- traps


@pytest.mark.covers("spec-dungeon: 1.14 Objects, traps")
def test_traps_lie_hidden_in_rooms_here_and_there():
    made = hall(101, 101)
    feature_placement.traps(made)
    traps = [i for i, f in enumerate(made.feature) if terrain.TRAP[f]]
    assert share(len(traps), 99 * 99, 0.001)
    assert all(made.level.hidden[i] for i in traps)
    made = hall(101, 101, glyph=",")
    feature_placement.traps(made)
    assert not any(terrain.TRAP[f] for f in made.feature)
