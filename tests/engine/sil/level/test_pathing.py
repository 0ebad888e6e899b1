"""Ways of monsters, and the fields by which they find the hero."""

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common.noise_map import UNREACHED
from engine.sil.data import bundle
from engine.sil.level import pathing, terrain
from tests.engine.drawing import Drawing, caves, draw
from tests.oracle.monster_flow import walker

FIELDS = "spec-monsters: 7. Noise and perception / 7.1 Distance fields"
ENTRY = (
    "spec-monsters: 12. Terrain, doors and other monsters / "
    "12.1 Entry chance c (percent) of a neighbouring grid"
)
FLOWS = "spec-dungeon: 6. Noise flow and scent / 6.3 Monster path flows"
PASSAGE = "spec-dungeon: 2. Terrain / 2.6 Monsters and terrain (passage chance for path-finding)"
CHECKS = "spec-monsters: 20. Worked checks"

FEATURES = {
    "#": terrain.PERMANENT,
    ".": terrain.FLOOR,
    "@": terrain.FLOOR,
    "+": terrain.CLOSED_DOOR,
    "j": terrain.JAMMED_DOOR,
    "S": terrain.SECRET_DOOR,
    ":": terrain.RUBBLE,
    "%": terrain.QUARTZ,
    "v": terrain.CHASM,
    "s": terrain.SUNLIGHT,
    "g": terrain.GLYPH,
}


def of(name: str, alert: bool = True, fleeing: bool = False) -> pathing.Walker:
    race = bundle.named(bundle.load().monsters, name)
    return walker(race, alert)._replace(fleeing=fleeing)


GHOST = pathing.Walker.of(frozenset({"PASS_DOOR"}), 0, 0, 0)


def field(who: pathing.Walker, level: Drawing, icky: bytes | None = None, bodies=None) -> bytes:
    feature = bytes(FEATURES[glyph] for row in level.rows for glyph in row)
    return pathing.field(
        who, feature, icky or bytes(len(feature)), level.width, *level.find("@"), bodies
    )


@pytest.mark.covers(FIELDS, FLOWS, CHECKS)
@pytest.mark.parametrize(
    ("name", "costs"),
    [
        ("Orc soldier", [0, 2, 3, 5, 6, 7, 8, 9, 10]),
        ("Mountain troll", [0, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("Orc scout", [0, 2, 3]),
        ("Kemenrauko", [0, 1, 2, 3, 4, 5, 6, 9, 10, 12, 13]),
    ],
)
def test_the_worked_corridor_costs_each_race_its_own(name, costs):
    level = draw("#############\n#@+.j.+.S.:.#\n#############")
    row = field(of(name), level)[14:25]
    assert list(row) == costs + [UNREACHED] * (11 - len(costs))


@pytest.mark.covers(FIELDS)
def test_the_next_step_leads_through_a_door_that_can_be_bashed_and_through_no_rock():
    level = draw("##########\n#@.j...#.#\n##########")
    grids = bytes(FEATURES[glyph] for row in level.rows for glyph in row)
    centre = level.at(*level.find("@"))
    orc = of("Orc soldier")
    way = pathing.OrderedField(orc, grids, level.width, centre, pathing.Bodies.of({}))
    for x in range(6, 1, -1):
        assert way.downhill(level.at(1, x)) == level.at(1, x - 1)
    assert way.downhill(level.at(1, 8)) is None


@pytest.mark.covers(ENTRY, PASSAGE, CHECKS)
def test_the_worked_doors_let_each_race_in_as_often_as_it_should():
    lock = terrain.LOCKED_DOOR + 3
    assert pathing.entry(of("Orc scout"), lock, False) == (15, False)
    assert pathing.entry(of("Orc soldier"), lock, False) == (21, True)
    assert pathing.entry(of("Mountain troll"), lock, False) == (94, True)
    opener = pathing.Walker.of(frozenset({"OPEN_DOOR"}), 0, 2, 0)
    assert pathing.entry(opener, terrain.WARD_1, False).percent == 0
    assert pathing.entry(opener._replace(will=22), terrain.WARD_1, False) == (64, False)


@pytest.mark.covers(ENTRY)
@pytest.mark.covers("sil-q-codebase: Warded Features")
@pytest.mark.covers("spec-dungeon: 2.8")
def test_the_strongest_ward_is_opened_even_by_force():
    basher = pathing.Walker.of(frozenset({"BASH_DOOR"}), 0, 30, 0)
    assert pathing.entry(basher, terrain.WARD_2, False) == (85, True)
    assert pathing.entry(basher, terrain.WARD_3, False) == (45, False)


@pytest.mark.covers(ENTRY, PASSAGE)
def test_doors_of_vaults_stay_shut_to_the_unwary_and_secret_ones_to_all():
    soldier, unwary = of("Orc soldier"), of("Orc soldier", alert=False)
    assert pathing.entry(soldier, terrain.CLOSED_DOOR, True) == (100, None)
    assert pathing.entry(unwary, terrain.CLOSED_DOOR, True) == (0, None)
    assert pathing.entry(unwary, terrain.CLOSED_DOOR, False) == (100, None)
    assert pathing.entry(soldier, terrain.SECRET_DOOR, True) == (0, None)
    assert pathing.entry(soldier, terrain.SECRET_DOOR, False) == (100, None)


@pytest.mark.covers(FIELDS, PASSAGE)
def test_no_way_of_the_unwary_leads_through_the_door_of_a_vault():
    level, unwary = draw("######\n#@+..#\n######"), of("Orc soldier", alert=False)
    door, beyond = level.at(1, 2), level.at(1, 3)
    vault = bytes(i == door for i in range(len(level.opaque)))
    assert field(unwary, level)[beyond] == 3
    assert field(unwary, level, vault)[beyond] == UNREACHED
    assert field(of("Orc soldier"), level, vault)[beyond] == 3


@pytest.mark.covers(ENTRY, PASSAGE)
@pytest.mark.parametrize(
    ("who", "feature", "percent"),
    [
        (of("Wolf"), terrain.CLOSED_DOOR, 0),
        (of("Wolf"), terrain.CHASM, 0),
        (of("Grimhawk"), terrain.CHASM, 100),
        (of("Orc soldier"), terrain.SUNLIGHT, 0),
        (of("Wolf"), terrain.SUNLIGHT, 100),
        (of("Wolf"), terrain.PIT, 100),
        (of("Kemenrauko"), terrain.QUARTZ, 100),
        (of("Kemenrauko", alert=False), terrain.QUARTZ, 0),
        (of("Kemenrauko", fleeing=True), terrain.QUARTZ, 0),
        (of("Kemenrauko"), terrain.PERMANENT, 0),
        (GHOST, terrain.LOCKED_DOOR + 7, 100),
        (GHOST, terrain.QUARTZ, 0),
        (GHOST, terrain.WARD_1, 0),
        (of("Wolf", alert=False), terrain.GLYPH, 0),
        (of("Wolf")._replace(will=20), terrain.GLYPH, 45),
    ],
)
@pytest.mark.covers("sil-q-codebase: Movement Features")
def test_terrain_lets_in_those_who_are_made_for_it(who, feature, percent):
    assert pathing.entry(who, feature, False).percent == percent


@pytest.mark.covers(ENTRY, CHECKS)
def test_a_body_on_the_way_is_gone_round_when_that_is_cheaper():
    level = draw("#######\n#@....#\n#.....#\n#######")
    wolf = of("Wolf")
    free = field(wolf, level)
    assert free[level.at(1, 3)] == 2
    assert field(wolf, level, bodies={level.at(1, 3): 20})[level.at(1, 3)] == 2 + 4
    assert field(wolf, level, bodies={level.at(1, 3): 10})[level.at(1, 3)] == 2 + 9
    assert field(wolf, level, bodies={level.at(1, 3): 80}) == free
    assert field(wolf, level, bodies={level.at(1, 3): 0})[level.at(1, 3)] == UNREACHED
    assert field(wolf, level, bodies={level.at(1, 3): 10})[level.at(1, 4)] == free[level.at(1, 4)]


@pytest.mark.covers(FIELDS)
def test_monsters_that_move_alike_have_the_same_field():
    level = draw("#######\n#@.+..#\n#######")
    first = of("Wolf")
    second = first._replace()
    assert field(first, level) == field(second, level)
    assert field(first, level) != field(of("Orc soldier"), level)


def cheapest(who: pathing.Walker, level: Drawing) -> list[int]:
    """Dijkstra's search with the surcharges of a walker that never bashes."""

    def step(feature: int) -> int | None:
        percent = pathing.entry(who, feature, False).percent
        door = feature in (terrain.CLOSED_DOOR, terrain.SECRET_DOOR)
        return 100 // percent + door if percent else None

    start = level.at(*level.find("@"))
    glyphs = "".join(level.rows)
    cost = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here]:
            continue
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                there = here + dy * level.width + dx
                price = step(FEATURES[glyphs[there]]) if 0 <= there < len(glyphs) else None
                if price and spent + price < cost.get(there, UNREACHED):
                    cost[there] = spent + price
                    heapq.heappush(queue, (spent + price, there))
    return [cost.get(i, UNREACHED) for i in range(len(glyphs))]


@pytest.mark.covers(FIELDS, FLOWS)
@settings(deadline=None)
@given(
    caves("....+S#vsg"),
    st.sets(st.sampled_from(["OPEN_DOOR", "FLYING", "HURT_LITE"])),
    st.integers(15, 28),
)
def test_a_field_is_the_cheapest_way_of_one_that_never_bashes(level, flags, will):
    who = pathing.Walker.of(frozenset(flags), 0, will, 0)
    assert list(field(who, level)) == cheapest(who, level)
