"""Light levels and SEEN."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common import field_of_view
from engine.sil.level import light_levels
from tests.engine.drawing import Drawing, caves, draw

LEVELS = "spec-dungeon: 8. Sight and light / 8.6 Light level of a grid"
SEEN = "spec-dungeon: 8. Sight and light / 8.8 SEEN"
SIDES = "spec-dungeon: 8. Sight and light / 8.7 Same-side test for lit walls"
CHECKS = "spec-dungeon: 11. Worked checks"

HALL = draw("""
###########
#.........#
#.........#
#....@....#
#.........#
#.........#
###########
""")


def lit(level: Drawing, hero: light_levels.Viewer, sources=(), glow: bytes | None = None):
    """Light levels by (y, x), and the grids seen."""
    glow = bytes(len(level.opaque)) if glow is None else glow
    view = field_of_view.view(level.opaque, level.width, hero.y, hero.x)
    lighting = light_levels.light(level.opaque, level.width, view, hero, sources)
    seen = light_levels.seen(level.opaque, glow, level.width, lighting, hero)
    return (
        {divmod(i, level.width): value for i, value in lighting.levels(glow).items()},
        set(level.places(seen)),
    )


def all_glow(level: Drawing) -> bytes:
    return b"\x01" * len(level.opaque)


@pytest.mark.covers(LEVELS, SEEN, CHECKS)
def test_a_torch_lights_its_own_grid_twice_and_the_ring_once():
    levels, seen = lit(HALL, light_levels.Viewer(3, 5, 1))
    ring = {(y, x) for y in (2, 3, 4) for x in (4, 5, 6)}
    assert levels[3, 5] == 2
    assert {levels[place] for place in ring - {(3, 5)}} == {1}
    assert {value for place, value in levels.items() if place not in ring} == {0}
    assert seen == ring


@pytest.mark.covers(LEVELS, CHECKS)
def test_inner_light_brightens_a_lantern_but_does_not_widen_it():
    levels, _ = lit(HALL, light_levels.Viewer(3, 5, 2, bonus=2))
    assert [levels[3, 5 + away] for away in range(4)] == [5, 4, 3, 0]


@pytest.mark.covers(LEVELS, CHECKS, "spec-dungeon: 2. Terrain / 2.9 Sunlight")
@pytest.mark.covers("spec-world: 7.10")
def test_sunlight_adds_three_to_the_light_one_carries():
    levels, _ = lit(HALL, light_levels.Viewer(3, 5, 1, bonus=3), glow=all_glow(HALL))
    assert levels[3, 5] == 6
    without, _ = lit(HALL, light_levels.Viewer(3, 5, 0, bonus=3), glow=all_glow(HALL))
    assert without[3, 5] == 1


@pytest.mark.covers(LEVELS, SEEN, CHECKS)
def test_darkness_hides_the_nine_grids_round_the_hero_in_a_lit_room():
    levels, seen = lit(HALL, light_levels.Viewer(3, 5, -1), glow=all_glow(HALL))
    ring = {(y, x) for y in (2, 3, 4) for x in (4, 5, 6)}
    assert levels[3, 5] == -1
    assert levels[2, 4] == 0
    assert seen == set(levels) - ring


@pytest.mark.covers(SEEN)
def test_the_dark_hides_even_the_own_grid():
    assert lit(HALL, light_levels.Viewer(3, 5, 0))[1] == set()


@pytest.mark.covers(SEEN)
def test_a_glowing_wall_needs_a_glowing_open_grid_on_the_viewers_side():
    level = draw("#########\n#@......#\n#########")
    glow = bytes(x >= 5 for _ in range(3) for x in range(9))
    _, seen = lit(level, light_levels.Viewer(1, 1, 0), glow=glow)
    assert seen == {(y, x) for y in range(3) for x in range(5, 9)}
    walls_alone = bytes(level.opaque)
    assert lit(level, light_levels.Viewer(1, 1, 0), glow=walls_alone)[1] == set()


@pytest.mark.covers(SEEN)
@pytest.mark.parametrize(("y", "x"), [(1, 3), (3, 4), (4, 7)])
def test_a_glowing_wall_is_made_out_by_glowing_grids_towards_the_viewer_alone(y, x):
    level = draw("#########\n#.......#\n#.......#\n#.......#\n#.......#\n#########")
    straight = {(y, each) for each in range(1, 8)} | {(each, x) for each in range(1, 5)}
    ahead = {(y, 0), (y, 8), (0, x), (5, x)}
    beside = {(y - 1, 0), (y + 1, 0), (y - 1, 8), (y + 1, 8)}
    beside |= {(0, x - 1), (0, x + 1), (5, x - 1), (5, x + 1)}
    walls = set(level.places(i for i in range(54) if level.opaque[i]))
    dark = light_levels.Viewer(y, x, 0)
    _, seen = lit(level, dark, glow=bytes(divmod(i, 9) in straight | walls for i in range(54)))
    assert seen >= ahead | beside
    _, seen = lit(level, dark, glow=bytes(divmod(i, 9) not in straight for i in range(54)))
    assert not seen & ahead


@pytest.mark.covers(LEVELS)
def test_a_creature_lights_what_the_hero_has_in_view_and_makes_it_seen():
    levels, seen = lit(HALL, light_levels.Viewer(3, 5, 0), [light_levels.Source(3, 8, 2)])
    assert [levels[3, x] for x in range(5, 10)] == [0, 1, 2, 3, 2]
    assert seen == {place for place, value in levels.items() if value > 0}
    assert (3, 6) in seen


@pytest.mark.covers(LEVELS)
def test_a_dark_creature_darkens_but_one_that_glows_is_seen_itself():
    sources = [light_levels.Source(3, 8, -2, glows=True)]
    levels, seen = lit(HALL, light_levels.Viewer(3, 5, 0), sources)
    assert [levels[3, x] for x in range(5, 10)] == [0, -1, -2, 1, -2]
    assert seen == {(3, 8)}
    assert lit(HALL, light_levels.Viewer(3, 5, 0), [light_levels.Source(3, 8, -2)])[0][3, 8] == -3


@pytest.mark.covers(LEVELS)
@pytest.mark.covers("spec-world: 7.10")
def test_lights_and_darkness_add_up():
    sources = [light_levels.Source(3, 7, 2), light_levels.Source(3, 7, -2)]
    levels, seen = lit(HALL, light_levels.Viewer(3, 5, 3), sources)
    assert levels == lit(HALL, light_levels.Viewer(3, 5, 3))[0]
    assert (3, 7) in seen


@pytest.mark.covers(SIDES)
def test_a_light_behind_a_wall_does_not_light_its_near_face():
    level = draw("""
#########
#...#...#
#...#...#
#.@...m.#
#########
""")
    dark = light_levels.Viewer(3, 2, 0)
    levels, seen = lit(level, dark, [light_levels.Source(3, 6, 3)])
    assert levels[1, 4] == 0  # the hero sees its west face, the light falls on the east one
    assert (1, 4) not in seen
    assert levels[2, 4] > 0  # both are below it and see its south face
    assert (2, 4) in seen


@settings(deadline=None)
@given(caves("....#"), st.integers(-3, 4), st.data())
@pytest.mark.covers(LEVELS, SEEN)
@pytest.mark.covers("sil-q-codebase: Visibility Flags")
@pytest.mark.covers("spec-dungeon: 2.2")
def test_what_is_seen_is_in_view_and_lit(level, radius, data):
    glow = (
        bytes(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
        if (n := len(level.opaque))
        else b""
    )
    spots = data.draw(st.lists(st.sampled_from(range(n)), max_size=2))
    sources = [
        light_levels.Source(*divmod(i, level.width), data.draw(st.integers(-4, 5))) for i in spots
    ]
    levels, seen = lit(level, light_levels.Viewer(*level.find("@"), radius), sources, glow)
    assert seen <= {place for place, value in levels.items() if value > 0}
