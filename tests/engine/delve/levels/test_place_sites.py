"""Places on generated levels: at most one a level, none twice, never in the way."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine.common import flood
from engine.delve import terrain
from engine.delve.data.place_plans import FIXTURES
from engine.delve.levels import place_sites
from engine.delve.levels.canvas import LevelDraft, RoomPlan, bits
from engine.delve.levels.level_generation import make_level
from engine.delve.levels.place_sites import scatter_places
from engine.delve.rules.context import NEIGHBOURS, DelveContext
from engine.delve.state import DEEPEST, HEIGHT, WIDTH, DelveLevel, DelveState
from tests.engine.delve.stage import Rigged, content, ruleset
from tests.rolled import dice_for
from tests.rows import for_each

SAFE = terrain.table(
    frozenset(range(1, len(terrain.NAMES)))
    - terrain.SOLID
    - frozenset({terrain.LAVA, terrain.DEEP, terrain.VENT})
)
CLOSED = (terrain.SECRET_DOOR, terrain.LOCKED_DOOR, terrain.BARS)


def game_of(seed: str) -> DelveContext:
    dice = dice_for(seed)
    state = DelveState({}, [])
    game = DelveContext(state, content(), dice)
    state.places = scatter_places(game)
    return game


def safe_ground(level: DelveLevel) -> int:
    return int(bytes(48 + bit for bit in bytes(level.ground)[::-1].translate(SAFE)), 2)


def check(level: DelveLevel) -> bool:
    """Check the laws of a level; return whether it has a place."""
    safe = safe_ground(level)
    inside = sum(1 << at for at in level.place.squares) if level.place is not None else 0
    reached = flood.region(safe & ~inside, WIDTH, level.up[0])
    assert all(reached >> at & 1 for at in level.down)  # without the place, keys and searching
    fixtures = [at for at, code in enumerate(level.ground) if code in terrain.FIXTURES]
    check_closets(level, fixtures)
    if level.place is None:
        assert not fixtures
        return False
    place = level.place
    kind = content().places[place.name]
    assert fixtures == [place.at]
    assert level.ground[place.at] == FIXTURES[kind.rule.name]
    assert flood.region(safe | 1 << place.at, WIDTH, level.up[0]) >> place.at & 1
    assert not set(place.squares) & {*level.up, *level.down}
    shown = [level.items[at][0] for at in place.niches]
    stock = [*shown, *place.stock]
    assert len({item.kind for item in stock}) == len(kind.stock) == len(stock)
    assert all(item.known and not item.cursed for item in stock)
    assert bool(place.captive) is (kind.rule.name == "frees")
    for at in bits(inside):
        assert at == place.at or at in place.niches or not level.items.get(at)
    return True


def check_closets(level: DelveLevel, fixtures: list[int]) -> None:
    """Assert that keys, searching and throws lead to each closed door and to each thing, and that
    nobody is shut in."""
    doors = [at for at, code in enumerate(level.ground) if code in CLOSED]
    opened = safe_ground(level) | sum(1 << at for at in (*doors, *fixtures))
    reached = flood.region(opened, WIDTH, level.up[0])
    shown = level.place.niches if level.place is not None else []
    assert all(reached >> at & 1 for at in {*doors, *level.items} - set(shown))
    outside = flood.region(opened & ~sum(1 << at for at in doors), WIDTH, level.up[0])
    shut_in = reached & ~outside
    assert not [each.kind for each in level.monsters if shut_in >> each.at & 1]


def check_game(seed: str, depths: range) -> Counter[str]:
    """Check the levels of a game; return how many have which place."""
    game = game_of(seed)
    assert len(set(game.state.places.values())) == len(game.state.places)
    for depth, name in game.state.places.items():
        themes = content().places[name].themes
        assert not themes or content().theme_of(depth).name in themes
    found: Counter[str] = Counter()
    for depth in depths:
        level = make_level(game, depth)
        if check(level) and level.place is not None:
            found[level.place.name] += 1
            assert level.place.name == game.state.places[depth]
    return found


@pytest.mark.parametrize("first", [1, 2])
def test_places_stand_in_nobodys_way_and_none_stands_twice(first: int) -> None:
    found = check_game(f"places{first}", range(first, DEEPEST + 1, 3))
    assert set(found.values()) == {1}
    assert len(found) >= 4


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shut", [False, True])
def test_a_place_fits_where_its_door_leads_out_to_any_side(turns: int, shut: bool) -> None:
    made = LevelDraft(Rigged(bytes(32)), 3)
    made.fill(RoomPlan(1, 1, HEIGHT - 2, WIDTH - 2))
    kind = content().places["treasury"]
    plan = list(kind.plan)
    for _ in range(turns):
        plan = ["".join(column) for column in zip(*plan[::-1], strict=True)]
    squares = RoomPlan(10, 20, len(plan), len(plan[0])).squares()
    signs = dict(zip(squares, "".join(plan), strict=True))
    place_sites._build(made, kind, signs)
    [door] = [at for at, sign in signs.items() if sign == "+"]
    for step in NEIGHBOURS if shut else ():
        if door + step not in signs:
            made.ground[door + step] = terrain.WALL
    assert place_sites._hangs_together(made, signs) is not shut


@for_each(
    "row",
    [
        ("armoury", {terrain.FLOOR}),
        ("burning library", {terrain.TIMBER}),
        ("camp of a rival", {terrain.FLOOR}),
        ("charnel pit", {terrain.FLOOR}),  # between cracked floor and a web, which it would break
        ("flooded cellar", {terrain.SHALLOW}),
        ("frozen pool", {terrain.ICE}),
        ("kennel", {terrain.GRASS}),
        ("oil press", {terrain.OIL}),
        ("spider loft", {terrain.FLOOR}),
        ("tinder hollow", {terrain.GRASS}),
    ],
)
def test_who_sleeps_in_a_place_lies_on_the_ground_around_it(row: tuple[str, set[int]]) -> None:
    name, lain_on = row
    made = LevelDraft(Rigged(bytes(32)), 3)
    plan = content().places[name].plan
    squares = RoomPlan(10, 20, len(plan), len(plan[0])).squares()
    signs = dict(zip(squares, "".join(plan), strict=True))
    place_sites._build(made, content().places[name], signs)
    assert {made.ground[at] for at, sign in signs.items() if sign in "mr"} == lain_on


@pytest.mark.parametrize("family", ["person", "beast"])
def test_captives_are_of_their_family_and_no_lords(family: str) -> None:
    kinds, game = content().monsters, game_of("captives")
    for depth in range(1, DEEPEST + 1):
        found = place_sites._one_of(game, depth, family, 0)
        assert found.family == family
        assert not found.unique
        lowest = min(each.level for each in kinds.values() if each.family == family)
        assert found.level <= max(depth, lowest)


@pytest.mark.parametrize(("number", "depth"), [(2, 10), (10, 21), (17, 17), (18, 15), (22, 17)])
def test_no_place_walls_up_a_closet(number: int, depth: int) -> None:
    check_game(f"soak0-{number}", range(depth, depth + 1))


@pytest.mark.soak(part="levels")
@pytest.mark.parametrize("seed", range(8))
def test_places_stand_in_nobodys_way_on_thousands_of_levels(seed: int) -> None:
    found: Counter[str] = Counter()
    for number in range(25):
        found += check_game(f"soak{seed}-{number}", range(1, DEEPEST + 1))
    assert set(found) == set(content().places)
    assert found.total() >= 25 * 18


def test_each_theme_has_three_places_of_its_own() -> None:
    homes = Counter(name for kind in content().places.values() for name in kind.themes)
    assert set(homes.values()) == {3}
    assert set(homes) == set(content().themes) - {content().theme_of(DEEPEST).name}


def test_a_new_game_knows_its_places() -> None:
    state = ruleset().new({"class": "fighter"}, ["Ann"], dice_for("new"))
    assert len(state.places) == 20


def test_a_place_is_turned_and_mirrored_to_all_eight_sides() -> None:
    plan = ("+.X", "...")
    turned = {
        tuple(place_sites._turned(plan, Rigged(bytes(32), script=list(draws))))
        for draws in product((0, 1), repeat=3)
    }
    lying = {("+.X", "..."), ("X.+", "..."), ("...", "+.X"), ("...", "X.+")}
    standing = {("+.", "..", "X."), (".+", "..", ".X"), ("X.", "..", "+."), (".X", "..", ".+")}
    assert turned == lying | standing


def test_a_place_is_lit_with_the_walls_around_it_and_nothing_else_is() -> None:
    game = game_of("lit")
    depth = min(game.state.places)
    made = LevelDraft(dice_for("lit").level, depth)
    made.fill(RoomPlan(1, 1, HEIGHT - 2, WIDTH - 2))
    fitted = place_sites.fit_in(game, made)
    assert fitted is not None
    beside = {at + step for at in fitted.signs for step in (0, *NEIGHBOURS)}
    assert {at for at, light in enumerate(made.lit) if light} == beside
    assert set(fitted.signs) <= made.reserved
