"""Levels that a party begins on."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, IllegalAction, InvalidAction
from engine.sil.dungeon.generation import level_creation
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock, off_clock_time
from engine.silg.levels import level_setup
from tests.engine.silg.stage import drawn_level, foe, table


@pytest.mark.parametrize(("closet", "made"), [("##.##", [18, 18]), ("#...#", [18])])
def test_a_level_without_room_for_the_party_is_made_again(
    monkeypatch: pytest.MonkeyPatch, closet: str, made: list[int]
) -> None:
    game = table("Ann", "Bob", "Eve")
    make_level, depths = level_creation.make_level, []

    def closet_first(hero_game, depth, arrive_by):
        depths.append(depth)
        if len(depths) > 1:
            return make_level(hero_game, depth, arrive_by)
        level = drawn_level(("#####", closet, "#####"), depth)
        for i, feature in enumerate(level.feature):
            drawn = level.place(i)[0] == 1 and closet[level.place(i)[1]] == "."
            level.feature[i] = feature if drawn else level.feature[0]
        hero_game.state.begin_level(level)
        hero_game.hero.y, hero_game.hero.x = 1, 2
        return level

    monkeypatch.setattr(level_creation, "make_level", closet_first)
    level_setup.generate(game, 18)
    assert depths == made
    assert len({(hero.y, hero.x) for hero in game.state.sil.heroes}) == 3


def test_on_another_level_nobody_goes_on_with_what_was_declared_on_the_one_before() -> None:
    game = table("Ann", "Bob")
    off_clock_time.begin(game)
    foe(game, "Orc scout", 4, 8)
    encounter_clock.start(game)
    encounter_clock.keep_standing_order(game, 0, Action("fight", ("orc-scout-1",)))
    encounter_clock.declare_in_secret(game, 1, "wait")
    level_setup.draw(game, ["#####", "#...#", "#...#", "#####"], 3)
    assert [player.plan for player in game.state.players] == [None, None]
    assert [player.secret for player in game.state.players] == ["", ""]
    off_clock_time.minute(game, 3)
    assert game.state.stage == "minutes"


def test_nobody_can_dig_through_the_edge_of_a_drawn_map() -> None:
    game = table("Ann")
    level_setup.draw(game, ["#####", "#...#", "#...#", "#####"], 3)
    level = game.state.sil.level
    places = {level.place(at): feature for at, feature in enumerate(level.feature)}
    edge = [
        feature
        for (y, x), feature in places.items()
        if y in (0, level.height - 1) or x in (0, level.width - 1)
    ]
    assert set(edge) == {terrain.PERMANENT}
    assert terrain.PERMANENT not in [places[y, x] for y in range(1, 4) for x in range(1, 4)]


def test_a_room_of_sil_s_lies_round_the_square_that_was_named() -> None:
    game = table("Ann")
    level = game.state.sil.level
    before = bytes(level.feature)
    level_setup.place_vault(game, "standing stone", level.at(4, 10))
    changed = {level.place(at) for at, old in enumerate(before) if level.feature[at] != old}
    stone = [(4, 10)]
    walls = [(y, x) for y in range(2, 7) for x in range(8, 13) if y in (2, 6) or x in (8, 12)]
    assert changed == {*walls, *stone}
    level.feature[:] = before
    with pytest.raises(IllegalAction, match="Somebody stands"):
        level_setup.place_vault(game, "standing stone", level.at(4, 5))


# ---------------------------------------------------------------- kept levels


def test_a_level_is_kept_as_it_is_and_used_again_as_often_as_one_likes() -> None:
    game = table("Ann")
    desk, level = game.state.desk, game.state.sil.level
    desk.start, desk.notes = level.at(2, 3), {"C2": "A lever"}
    level_setup.keep(game, "hall")
    square = level.at(6, 6)
    level.feature[square] = terrain.RUBBLE
    desk.notes["D2"] = "later"
    for _ in range(2):
        level_setup.use(game, "hall")
        level = game.state.sil.level
        assert level.feature[square] == terrain.FLOOR
        assert desk.start == level.at(2, 3)
        assert (game.hero(0).y, game.hero(0).x) == (2, 3)
        assert desk.notes == {"C2": "A lever"}
        desk.notes["D2"] = "later"
        level.feature[square] = terrain.RUBBLE
    assert desk.maps["hall"].notes == {"C2": "A lever"}


@pytest.mark.parametrize(("closet", "fits"), [("##..##", True), ("##.###", False)])
def test_a_level_is_kept_only_where_the_whole_party_has_room(closet: str, fits: bool) -> None:
    game = table("Ann", "Bob")
    level = drawn_level(("######", "######", closet, "######", "######"))
    game.state.sil.begin_level(level)
    for hero in game.state.sil.heroes:
        hero.y = hero.x = 0
    game.state.desk.start = level.at(2, 2)
    if fits:
        level_setup.keep(game, "closet")
    else:
        with pytest.raises(IllegalAction, match="There is no room for the party on this level"):
            level_setup.keep(game, "closet")
    assert list(game.state.desk.maps) == ["closet"] * fits


def test_of_a_level_that_was_not_kept_one_learns_which_are() -> None:
    game = table("Ann")
    game.state.desk.start = game.state.sil.level.at(4, 4)
    before = game.state.sil.level
    name = "a" * 41
    for kept in ("none yet", "attic", "attic, cellar"):
        with pytest.raises(InvalidAction) as refused:
            level_setup.use(game, name)
        assert str(refused.value) == f"No map is kept as “{name[:40]}”. Kept are: {kept}."
        level_setup.keep(game, "cellar" if game.state.desk.maps else "attic")
    assert game.state.sil.level is before


# ---------------------------------------------------------------- drawings


def test_a_drawing_has_the_traps_that_were_drawn_and_no_others() -> None:
    rows = ("#####", "#^..#", "#####")
    level = drawn_level(("#" * 9, "#" * 9, "##" + rows[0] + "##", "##" + rows[1] + "##",
                         "##" + rows[2] + "##", "#" * 9, "#" * 9))  # fmt: skip
    for x in (3, 4):
        level.feature[level.at(3, x)], level.hidden[level.at(3, x)] = terrain.PIT, 1
    level.hidden[level.at(3, 5)] = 1
    level_setup._clear_traps(level, rows)
    assert [level.feature[level.at(3, x)] for x in (3, 4, 5)] == [
        terrain.PIT,
        terrain.FLOOR,
        terrain.FLOOR,
    ]
    assert [level.hidden[level.at(3, x)] for x in (3, 4, 5)] == [1, 0, 1]
