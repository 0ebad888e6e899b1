"""Squares of the level: who stands there, and the ways that lead to them."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError, IllegalAction, InvalidAction
from engine.sil.game.state import Room
from engine.sil.level import terrain
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.ruleset import SilG
from tests.engine.silg.situations import by_minutes
from tests.engine.silg.stage import foe, table
from tests.rolled import dice_for


def test_a_square_is_as_many_steps_away_as_rows_or_columns_lie_between() -> None:
    game = table("Ann")
    level, hero = game.state.sil.level, game.hero(0)
    found = squares.ways(game, 0, 3)
    away = {level.place(at): way.steps for at, way in found.items()}
    hall = [(y, x) for y in range(1, 8) for x in range(1, 16)]
    steps = {(y, x): max(abs(y - hero.y), abs(x - hero.x)) for y, x in hall}
    assert away == {place: each for place, each in steps.items() if 0 < each <= 3}


def test_the_room_of_a_square_is_all_of_it_with_its_walls() -> None:
    game = table("Ann")
    level = game.state.sil.level
    level.rooms = [Room(2, 3, 5, 9)]
    whole = {level.at(y, x) for y in range(1, 7) for x in range(2, 11)}
    assert {*squares.read_box(game, f"{squares.square_name(game, level.at(4, 4))}*")} == whole


def test_what_a_hero_walked_on_in_the_dark_is_floor_until_they_find_out() -> None:
    rules, game = SilG(), by_minutes(table("Ann", "Bob"))
    level, hero, known = game.state.sil.level, game.hero(0), game.hero(0).knowledge
    dark = [level.at(y, x) for y in range(1, 8) for x in range(1, 16)]
    level.glow = level.room = bytearray(len(level.feature))
    for square in dark:
        known.mark[square] = known.seen[square] = known.glimpsed[square] = 0
        known.walked[square] = 1
    beyond = level.at(hero.y, hero.x + 9)
    game.hero(1).y, game.hero(1).x = hero.y, hero.x + 10
    offered = rules.legal(game.state, 0)
    for square in dark:
        if level.place(square)[1] == 8:
            level.feature[square] = terrain.RUBBLE
    assert rules.legal(game.state, 0) == offered
    way = squares.way(game, 0, beyond, squares.FARTHEST)
    assert len(way) == 9
    [walk] = [each.action for each in offered if each.target == "party"]
    told = rules.apply(game.state, 0, walk, dice_for("walk"))
    assert str(told[-1].text) == "Walked 4 squares; stopped: the way is barred."
    assert known.mark[level.at(hero.y, 8)]


# ---------------------------------------------------------------- squares by name

CHAMBERS = (
    "############",
    "############",
    "##....#...##",
    "##....+...##",
    "############",
    "############",
)
LANE = ("############", "#..........#", "############")


def names(game: SilGContext, written: str) -> str:
    """Return the names of the squares that are meant, in their order."""
    return " ".join(squares.square_name(game, i) for i in squares.read_box(game, written))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("E5", "E5"),
        ("E5:E5", "E5"),
        ("C2:D4", "C2 D2 C3 D3 C4 D4"),
        ("D4:C2", "C2 D2 C3 D3 C4 D4"),
        ("C4:D2", "C2 D2 C3 D3 C4 D4"),
        ("B2-E2", "B2 C2 D2 E2"),
        ("E2-B2", "E2 D2 C2 B2"),
        ("C5-C2", "C5 C4 C3 C2"),
        ("B1-D7", "B1 B2 C3 C4 C5 D6 D7"),
        ("H7-F1", "H7 H6 G5 G4 G3 F2 F1"),
        ("B3-D6", "B3 C4 C5 D6"),
        ("C3-D4", "C3 D4"),
        ("C3-C3", "C3"),
        ("C2,E5,C2", "C2 E5"),
        ("C2:D2,B2-D2", "C2 D2 B2"),
    ],
)
def test_squares_are_meant_one_by_one_in_boxes_and_in_lines(written: str, meant: str) -> None:
    assert names(table("Ann"), written) == meant


@pytest.mark.parametrize("square", ["B1", "P1", "B7", "P7"])
def test_the_map_reaches_to_its_edge_of_rock(square: str) -> None:
    assert names(table("Ann"), square) == square


@pytest.mark.parametrize("square", ["A4", "Q4", "e0", "e8"])
def test_the_edge_of_rock_is_no_square(square: str) -> None:
    with pytest.raises(InvalidAction, match=f"{square.upper()} lies outside of the map"):
        squares.read_box(table("Ann"), square)


def cells(game: SilGContext, rows: range, columns: range) -> list[int]:
    """Return the squares of a rectangle."""
    return [game.state.sil.level.at(y, x) for y in rows for x in columns]


@pytest.mark.parametrize(
    ("room", "rows", "columns"),
    [
        (Room(1, 1, 3, 4), range(1, 5), range(1, 6)),
        (Room(5, 12, 7, 15), range(4, 8), range(11, 16)),
    ],
)
def test_a_room_at_the_edge_of_the_map_ends_with_it(
    room: Room, rows: range, columns: range
) -> None:
    game = table("Ann")
    level = game.state.sil.level
    level.rooms = [room]
    whole = cells(game, rows, columns)
    for y, x in ((room.top, room.left), (room.bottom, room.right)):
        assert squares.room_of(game, level.at(y, x)) == whole
    hall = cells(game, range(1, 8), range(1, 16))
    above, below = (room.top - 1, room.left), (room.bottom + 1, room.left)
    aside = ((room.top, room.left - 1), (room.top, room.right + 1))
    for y, x in (above, below, *aside):
        if 0 < y < 8 and 0 < x < 16:
            assert sorted(squares.room_of(game, level.at(y, x))) == hall


@pytest.mark.parametrize("square", [(2, 2), (2, 5), (3, 4)])
def test_a_drawn_room_reaches_to_its_walls_and_doors(square: tuple[int, int]) -> None:
    game = table("Ann", rows=CHAMBERS)
    found = squares.room_of(game, game.state.sil.level.at(*square))
    assert sorted(found) == cells(game, range(1, 5), range(1, 7))
    assert found[0] == game.state.sil.level.at(*square)


def test_a_wall_is_no_room_and_a_drawn_room_ends_at_the_edge_of_the_map() -> None:
    game = table("Ann", rows=CHAMBERS)
    level = game.state.sil.level
    for shut in (level.at(3, 6), level.at(1, 3)):
        assert squares.room_of(game, shut) == [shut]
    hall = table("Ann")
    whole = cells(hall, range(1, 8), range(1, 16))
    assert sorted(squares.room_of(hall, whole[0])) == whole


def test_a_room_of_even_length_reaches_from_edge_to_edge() -> None:
    game = table("Ann", rows=("#" * 12, *["#" + "." * 10 + "#"] * 4, "#" * 12))
    level, whole = game.state.sil.level, cells(game, range(1, 5), range(1, 11))
    assert sorted(squares.room_of(game, level.at(2, 5))) == whole
    level.rooms = [Room(1, 1, 4, 10)]
    assert squares.room_of(game, level.at(2, 5)) == whole


def test_the_largest_room_has_about_six_hundred_squares() -> None:
    rows = ("#" * 42, *["#" + "." * 40 + "#"] * 40, "#" * 42)
    game = table("Ann", rows=rows)
    found = squares.room_of(game, game.state.sil.level.at(20, 20))
    assert 600 <= len(found) < 608  # the last one that is looked at has eight neighbours


# ---------------------------------------------------------------- free squares, and what bars a way


@pytest.mark.parametrize(
    "feature", [terrain.PIT, terrain.WEB, terrain.GLYPH, terrain.GRANITE, terrain.CLOSED_DOOR]
)
def test_nobody_is_put_onto_a_trap_a_glyph_or_what_is_shut(feature: int) -> None:
    game = table("Ann", rows=("######", "##...#", "######"))
    level = game.state.sil.level
    assert [squares.is_free(game, level.at(1, x)) for x in (2, 3, 4)] == [True, True, False]
    level.feature[level.at(1, 2)] = level.feature[level.at(1, 3)] = feature
    assert [squares.is_free(game, level.at(1, x)) for x in (2, 3, 4)] == [False] * 3
    assert squares.nearest(game, level.at(1, 2)) is None
    assert not squares.has_room(game, level.at(1, 2), 1)
    with pytest.raises(IllegalAction, match="There is no room left near there"):
        squares.near(game, level.at(1, 2))


def on_a_lane(*orcs: int) -> SilGContext:
    """Return Ann at the western end of a lane, which she sees, with orcs in these columns."""
    game = table("Ann", rows=LANE)
    game.hero(0).y, game.hero(0).x = 1, 1
    for x in orcs:
        foe(game, "Orc scout" if x != 6 else "Wolf", 1, x)
    return game


@pytest.mark.parametrize(
    ("orcs", "goal", "why"),
    [
        ((5,), 9, "The orc scout bars the way."),
        ((6, 9), 10, "The wolf bars the way."),
        ((8, 6), 10, "The wolf bars the way."),
        ((9,), 9, "The orc scout bars the way."),
    ],
)
def test_the_first_creature_on_the_way_is_named(orcs: tuple[int, ...], goal: int, why: str) -> None:
    game = on_a_lane(*orcs)
    with pytest.raises(IllegalAction) as refused:
        squares.way(game, 0, game.state.sil.level.at(1, goal), squares.FARTHEST)
    assert str(refused.value) == why


def test_a_creature_in_sight_is_not_named_where_there_is_no_way_at_all() -> None:
    game = on_a_lane(5)
    level = game.state.sil.level
    level.feature[level.at(1, 8)] = terrain.GRANITE
    game.hero(0).knowledge.mark[level.at(1, 8)] = 1
    with pytest.raises(ActionError, match="You know no way there"):
        squares.way(game, 0, level.at(1, 10), squares.FARTHEST)


def test_who_is_not_seen_bars_no_way_and_is_not_named() -> None:
    game = on_a_lane(3, 6)
    unseen = game.creatures[0]
    game.hero_game(0).learn(unseen).visible = False
    level = game.state.sil.level
    assert squares.way(game, 0, level.at(1, 5), squares.FARTHEST) == ["e"] * 4
    with pytest.raises(IllegalAction, match="The wolf bars the way"):
        squares.way(game, 0, level.at(1, 8), squares.FARTHEST)
