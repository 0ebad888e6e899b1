"""Levels: every theme, every depth, whole and fair."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.common import flood
from engine.delve import terrain
from engine.delve.arena import open_hall
from engine.delve.data.kinds import ItemKind
from engine.delve.levels import level_generation, stairs, themes
from engine.delve.levels.canvas import LevelDraft, RoomPlan, bits
from engine.delve.levels.level_generation import make_level
from engine.delve.levels.level_population import choose_item, choose_kind
from engine.delve.rules.context import STEPS, STRAIGHT, DelveContext, gap, ray
from engine.delve.state import DEEPEST, HEIGHT, SIZE, WIDTH, DelveLevel
from tests.calls import count_calls
from tests.engine.delve.levels.test_place_sites import check
from tests.engine.delve.stage import Rigged, Stage, content, ruleset
from tests.rolled import dice_for

MOST_CALLS = 700_000  # to make a level; about 340,000 are needed
WALKABLE = bytes(
    48 + (code not in terrain.SOLID and code not in (terrain.LAVA, terrain.DEEP, 0))
    for code in range(256)
)


def level_of(depth: int, seed: str) -> tuple[DelveContext, DelveLevel]:
    state = ruleset().new({"class": "fighter"}, ["Ann"], dice_for(seed))
    state.levels.clear()
    game = DelveContext(state, content(), dice_for("world"))
    return game, make_level(game, depth)


@pytest.mark.parametrize("depth", range(1, DEEPEST + 1))
def test_every_level_is_whole(depth: int) -> None:
    for seed in ("one", "two"):
        game, level = level_of(depth, f"{seed}{depth}")
        open_ground = int(bytes(level.ground)[::-1].translate(WALKABLE), 2)
        start = level.up[0]
        reached = flood.region(open_ground, WIDTH, start)
        assert all(reached >> at & 1 for at in level.down)
        assert len(level.down) == (2 if depth < DEEPEST else 0)
        altars = level.ground.count(terrain.ALTAR)
        assert altars == (4 if depth == DEEPEST else int(depth == 1 or depth % 3 == 0))
        for place in bits(reached):
            assert level.ground[place] not in terrain.SOLID
        edge = [level.ground[x] for x in range(WIDTH)] + [
            level.ground[y * WIDTH + x] for y in range(HEIGHT) for x in (0, WIDTH - 1)
        ]
        assert set(edge) == {terrain.ROCK}
        assert (terrain.GRAVE in level.ground) is (depth in (4, 9, 15, 20))
        _check_inhabitants(game, level)
        check(level)


def _check_inhabitants(game: DelveContext, level: DelveLevel) -> None:
    places = [monster.at for monster in level.monsters]
    assert len(places) == len(set(places))
    assert len(places) >= (3 if level.depth < DEEPEST else 2)
    for monster in level.monsters:
        kind = game.kind(monster)
        code = level.ground[monster.at]
        assert code not in terrain.SOLID
        if kind.has("aquatic"):
            assert code in terrain.WATER
        if not kind.unique:
            assert level.depth - 4 <= kind.level <= level.depth + 5
    assert len(level.items) >= 3
    for at in level.items:
        assert level.ground[at] not in terrain.SOLID - {terrain.NICHE}
    assert all(level.ground[at] in terrain.TRAPS for at in level.hidden)


def test_the_themes_look_different() -> None:
    marks = {
        3: terrain.DOOR, 8: terrain.WEB, 13: terrain.DEEP, 18: terrain.LAVA, 23: terrain.DOOR,
    }  # fmt: skip
    for depth, code in marks.items():
        assert any(code in level_of(depth, f"theme{n}")[1].ground for n in range(4))


def test_the_same_seed_makes_the_same_level() -> None:
    assert level_of(7, "same")[1] == level_of(7, "same")[1]
    assert level_of(7, "same")[1] != level_of(7, "other")[1]


def test_streets_run_along_all_four_sides_of_a_foundry() -> None:
    for seed in range(6):
        made = LevelDraft(dice_for(f"foundry{seed}").level, 17)
        themes.foundry(made)
        sides = [
            y * WIDTH + x
            for y in range(1, HEIGHT - 1)
            for x in range(1, WIDTH - 1)
            if y in (1, 2) or x in (1, 2, WIDTH - 2)
        ]
        assert terrain.WALL not in {made.ground[at] for at in sides}


def test_cellars_have_eleven_rooms_at_most_of_many_sizes_which_stand_apart() -> None:
    rooms, most = [], 0
    for seed in range(6):
        made = LevelDraft(dice_for(f"cellars{seed}").level, 3)
        themes.cellars(made)
        rooms += made.rooms
        most = max(most, len(made.rooms))
        assert all(one.is_clear_of(other) for one, other in combinations(made.rooms, 2))
    assert most == 11
    assert {room.height for room in rooms} == set(range(3, 7))
    assert {room.width for room in rooms} == set(range(4, 11))


def test_deep_water_crosses_most_great_rooms_of_drowned_halls_and_not_all() -> None:
    wet = []
    for seed in range(6):
        made = LevelDraft(dice_for(f"halls{seed}").level, 13)
        themes.halls(made)
        assert len(made.rooms) == 6
        grounds = [{made.ground[at] for at in room.squares()} for room in made.rooms]
        wet += [terrain.DEEP in ground for ground in grounds]
    assert len(wet) / 2 < sum(wet) < len(wet)


def test_lava_and_vents_light_all_squares_beside_them() -> None:
    made = LevelDraft(dice_for("foundry0").level, 17)
    themes.foundry(made)
    glowing = [at for at, code in enumerate(made.ground) if code in (terrain.LAVA, terrain.VENT)]
    assert {terrain.LAVA, terrain.VENT} <= set(made.ground)
    assert all(made.lit[at + step] for at in glowing for step in (0, *STEPS.values()))


def test_uniques_guard_their_levels_far_from_stairs() -> None:
    for depth, name in ((5, "the Butler"), (10, "Mother Mole"), (15, "the Drowned Queen"),
                        (20, "the Founder"), (25, "the Abbess")):  # fmt: skip
        _, level = level_of(depth, "unique")
        (unique,) = [monster for monster in level.monsters if monster.kind == name]
        assert unique.asleep
        assert min(gap(unique.at, at) for at in (*level.up, *level.down)) > 5
        assert unique.pack


def test_the_heart_lies_among_four_altars_and_the_warden_walks_there() -> None:
    _, level = level_of(DEEPEST, "heart")
    [heart] = [
        at for at, t in level.items.items() if any(i.kind == "Heart of the Delve" for i in t)
    ]
    [warden] = [monster for monster in level.monsters if monster.kind == "the Warden"]
    assert (warden.home, warden.at) == (heart, heart + 2)
    altars = [at for at, code in enumerate(level.ground) if code == terrain.ALTAR]
    away = {(at // WIDTH - heart // WIDTH, at % WIDTH - heart % WIDTH) for at in altars}
    assert len(away) == 4
    assert away == {(-dy, dx) for dy, dx in away} == {(dy, -dx) for dy, dx in away}
    west = heart // WIDTH * WIDTH
    open_row = [at for at in range(west, west + WIDTH) if level.ground[at] not in terrain.SOLID]
    assert level.up == [level.arrival] == open_row[:1]  # the far end of the hall's middle row


def test_monsters_live_in_their_themes() -> None:
    game, _ = level_of(1, "themes")
    for theme in content().themes.values():
        for _ in range(40):
            kind = choose_kind(game, theme.first, theme.name)
            assert not kind.themes or theme.name in kind.themes


@pytest.mark.covers("delve-manual: 22")
def test_levels_are_made_fast_enough() -> None:
    depths = range(1, 27, 4)
    calls = count_calls(lambda: [level_of(depth, "speed") for depth in depths])
    assert calls < MOST_CALLS * len(depths)


def test_all_remains_lie_on_their_levels() -> None:
    state = ruleset().new({"class": "fighter"}, ["Ann"], dice_for("remains"))
    game = DelveContext(state, content(), dice_for("world"))
    found = []
    for depth in range(1, 20):
        level = state.levels.get(depth) or make_level(game, depth)
        for things in level.items.values():
            found += [(item.kind, depth) for item in things if item.kind in state.remains]
    assert dict(found) == state.remains
    assert len(found) == 3
    assert SIZE == WIDTH * HEIGHT


def test_the_first_altar_is_in_sight_of_the_arrival() -> None:
    for seed in range(12):
        game, level = level_of(1, f"altar{seed}")
        [altar] = [at for at, code in enumerate(level.ground) if code == terrain.ALTAR]
        assert altar in game.line_of_sight(1, level.arrival)
        assert altar != level.arrival


@pytest.mark.parametrize(
    ("away", "found"), [((9, 8), 9), ((8, 3), (8, 3)), ((3, 2), 3), ((2, 1), None)]
)
def test_what_swims_begins_in_water_that_is_not_near_the_arrival(
    away: tuple[int, int], found: object
) -> None:
    made = Stage()
    made.level.arrival = made.at(0, 0)
    for dx in away:
        made.game.set_ground(made.level, made.at(0, dx), terrain.DEEP)
    eel = next(kind for kind in content().monsters.values() if kind.has("aquatic"))
    squares = {level_generation.spawn_square(made.game, made.level, eel) for _ in range(12)}
    wanted = found if isinstance(found, tuple) else (found,)
    assert squares == {None if dx is None else made.at(0, dx) for dx in wanted}


def test_salamanders_begin_in_lava() -> None:
    made = Stage()
    for at, code in enumerate(made.level.ground):
        if code == terrain.FLOOR and at != made.at(5, 5):
            made.game.set_ground(made.level, at, terrain.LAVA)
    kind = content().monsters["fire salamander"]
    squares = {level_generation.spawn_square(made.game, made.level, kind) for _ in range(20)}
    assert len(squares - {made.at(5, 5)}) > 10


@pytest.mark.parametrize(("depth", "foods"), [(1, 0), (7, 0), (8, 1), (9, 0), (16, 1), (26, 0)])
def test_three_things_lie_about_and_a_food_more_on_every_eighth_level(
    depth: int, foods: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, chosen = Stage(), []

    def noted(game: DelveContext, depth: int, category: str = "") -> ItemKind:
        chosen.append(category)
        return choose_item(game, depth, category)

    monkeypatch.setattr(level_generation, "choose_item", noted)
    made.level.depth = depth
    level_generation._place_items(made.game, made.level, open_draft(depth))
    assert chosen == [""] * 3 + ["food"] * foods
    assert sum(len(things) for things in made.level.items.values()) == len(chosen)


def open_draft(depth: int) -> LevelDraft:
    """Return a level being made, of one great room."""
    made = LevelDraft(dice_for("open").level, depth)
    made.fill(RoomPlan(1, 1, HEIGHT - 2, WIDTH - 2))
    return made


def test_things_and_now_and_then_food_lie_behind_the_secret_doors_of_nearly_all_levels() -> None:
    levels = [level_of(depth, "closets")[1] for depth in range(1, DEEPEST)]
    hidden = len(level_generation.CLOSET_THINGS[terrain.SECRET_DOOR])
    assert sum(bool(level.secrets) for level in levels) >= 20
    for level in levels:
        for door in level.secrets:
            behind = [things for at, things in level.items.items() if gap(at, door) <= 3]
            many = [things for things in behind if sum(item.count for item in things) >= hidden]
            kinds = [content().items[item.kind] for things in many for item in things]
            assert any(kind.category == "potion" for kind in kinds)
        if level.secrets and level.depth % 4 == 2:
            lying = [item.kind for things in level.items.values() for item in things]
            assert any(content().items[kind].category == "food" for kind in lying)


@pytest.mark.parametrize(
    ("depth", "behind"),
    [
        (9, {("weapon", 10), ("armour", 10)}),  # behind bars
        (10, {("potion", 13), ("", 13)}),  # behind a secret door
        (24, {("potion", DEEPEST), ("", DEEPEST)}),
    ],
)
def test_what_is_hidden_or_barred_is_of_deeper_levels(
    depth: int, behind: set[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set[tuple[str, int]]()
    choose = level_generation.choose_item

    def noted(game: DelveContext, depth: int, category: str = "") -> ItemKind:
        asked.add((category, depth))
        return choose(game, depth, category)

    monkeypatch.setattr(level_generation, "choose_item", noted)
    level_of(depth, "closets")
    assert {row for row in asked if row[1] > depth} == behind


def test_a_hidden_altar_stands_far_from_its_door_and_not_where_things_are_laid() -> None:
    door = 12 * WIDTH + 20
    for step in STRAIGHT:
        made = LevelDraft(dice_for("closet").level, 6)
        assert level_generation._behind_secret_door(made) is None
        made._dig_closet(door, step, terrain.LOCKED_DOOR)
        assert level_generation._behind_secret_door(made) is None
        made.ground[door] = terrain.SECRET_DOOR
        altar = level_generation._behind_secret_door(made)
        assert altar is not None
        assert altar not in made.closets
        assert made.ground[altar] == terrain.FLOOR
        assert gap(altar, door) == 2
        made.fill(RoomPlan(8, 10, 10, 20))
        made.ground[door] = terrain.SECRET_DOOR
        assert level_generation._behind_secret_door(made) is None  # it is open to all


def altar_on(depth: int, number: int) -> tuple[DelveLevel, int, int]:
    """Return a level, its altar, and what is reached without searching, keys and throws."""
    _, level = level_of(depth, f"altar {number}")
    ground = int(bytes(level.ground)[::-1].translate(WALKABLE), 2)
    return level, level.ground.index(terrain.ALTAR), flood.region(ground, WIDTH, level.up[0])


def test_every_second_altar_is_found_by_those_alone_who_search() -> None:
    for depth in (6, 12, 18, 24):
        hidden = 0
        for number in range(4):
            level, altar, walked = altar_on(depth, number)
            reached = flood.spread(walked, WIDTH)
            hidden += not reached >> altar & 1
            assert any(gap(altar, door) <= 4 for door in level.secrets) or reached >> altar & 1
        assert hidden >= 3


def test_the_altars_between_stand_behind_bars_whose_plate_a_throw_reaches() -> None:
    for depth in (3, 9, 15, 21):
        barred = 0
        for number in range(4):
            level, altar, reached = altar_on(depth, number)
            for plate in flood.squares_of(flood.where(level.ground, terrain.PLATE)):
                ways = (tuple(ray(plate, name, 4)) for name in STEPS)
                [way] = [
                    way for way in ways if terrain.BARS in [level.ground[at] for at in way[2:]]
                ]
                assert not reached >> altar & 1
                assert gap(altar, plate) == 1
                assert reached >> way[3] & 1
                assert all(level.ground[at] not in terrain.STOPS_FLIGHT for at in way)
                barred += 1
        assert barred >= 3


@pytest.mark.parametrize(
    ("depth", "has", "traps"),
    [(1, [terrain.ALTAR, terrain.FOUNTAIN], 2), (20, [terrain.FOUNTAIN, terrain.GRAVE], 6)],
)
def test_what_levels_have_and_traps_stand_apart(depth: int, has: list[int], traps: int) -> None:
    level = open_hall()
    level.depth, level.up, level.hidden = depth, [level.arrival], []
    canvas = LevelDraft(Rigged(bytes(32)), depth, level.ground)  # takes the first that is far
    level_generation._place_features(Stage().game, level, canvas, None)
    features = [at for at, code in enumerate(level.ground) if code in has]
    assert sorted(level.ground[at] for at in features) == has
    assert len(level.hidden) == traps
    assert {level.ground[at] for at in level.hidden} <= terrain.TRAPS
    if depth > 1:  # the first altar is near the arrival, whatever else is there
        features += level.up
    assert min(gap(a, b) for a, b in combinations(features, 2)) == 8
    assert min(gap(a, b) for a, b in combinations([*features, *level.hidden], 2)) == 6


def test_packs_come_together_and_the_rooted_do_not_wander(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, come in (
        ("jackal", ["jackal"] * 2),
        ("rat", ["rat"]),
        ("mould", []),
        ("foreman", ["foreman", "iron hound"]),
    ):
        made = Stage()
        kind = content().monsters[name]
        monkeypatch.setattr(level_generation, "choose_kind", lambda *_, kind=kind: kind)
        made.level.up = [made.at(0, 5)]
        made.hero.seen = []
        level_generation.add_wanderer(made.game, made.level)
        assert [each.kind for each in made.level.monsters] == come
        assert all(gap(each.at, made.at(0, 5)) <= 1 for each in made.level.monsters)


@pytest.mark.parametrize("depth", [11, 16, 21])
def test_no_level_is_a_plain_grid(depth: int) -> None:
    make = themes.GENERATORS[content().theme_of(depth).generator]
    edges = []
    for seed in range(3):
        made = LevelDraft(dice_for(f"grid{seed}").level, depth)
        make(made)
        rows: dict[int, list[int]] = {}
        for room in made.rooms:
            rows.setdefault(room.top, []).append(room.left)
        edges.append(rows)
        assert len({tuple(sorted(lefts)) for lefts in rows.values()}) > 1
    assert edges[0] != edges[1] != edges[2]


def test_a_party_is_told_once_what_part_of_the_dungeon_it_comes_to() -> None:
    rules = ruleset()
    state = rules.new({"class": "fighter"}, ["Ann", "Bo", "Cy", "Di"], dice_for("arrival"))
    game = DelveContext(state, content(), dice_for("world"))
    for depth in sorted({theme.first for theme in content().themes.values()} - {1}):
        state.events.clear()
        for hero in state.heroes:
            stairs.arrive(game, hero, depth, terrain.STAIRS_UP)
        told = [str(each.text) for each in state.events if each.kind == "arrival"]
        assert told.count(content().theme_of(depth).arrival) == 1
        assert len(told) == len(state.heroes)


def test_stones_lie_here_and_there_in_the_narrow_ways_of_warrens() -> None:
    stones = narrow = 0
    for seed in range(8):
        made = LevelDraft(dice_for(f"warrens{seed}").level, 8)
        themes.warrens(made)
        stones += made.ground.count(terrain.RUBBLE)
        narrow += sum(made.is_narrow(at) for at in made.free())
    assert 0 < stones < narrow


def test_an_ossuary_has_three_naves() -> None:
    made = LevelDraft(dice_for("ossuary").level, 23)
    themes.ossuary(made)
    assert sum(room.height == 3 and room.width >= 38 for room in made.rooms) == 3
