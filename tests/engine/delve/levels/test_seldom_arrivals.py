"""Lords, wardens and packs that come to a level where there is hardly room."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.arena import open_hall
from engine.delve.combat.damage import harm
from engine.delve.combat.melee_effects import add_monster
from engine.delve.levels import level_generation, lords, stairs
from engine.delve.rules.context import NEIGHBOURS, gap
from engine.delve.state import SIZE
from engine.delve.turns.consequences import settle
from tests.engine.delve.stage import HERE, Stage, content

HEART = content().heart
WARDEN = content().warden


def carrying(depth: int) -> Stage:
    """Return a stage whose hero stands with the Heart in a hall of that depth; its stairs up lie
    four squares west."""
    made = Stage()
    hall = open_hall()
    hall.depth, hall.up = depth, [made.at(0, -4)]
    made.state.levels = {depth: hall}
    made.level = hall
    made.hero.depth = depth
    made.give(HEART)
    made.look()
    return made


def shut(made: Stage, at: int) -> None:
    """Wall in a square, and wall it up."""
    for step in (0, *NEIGHBOURS):
        made.level.ground[at + step] = terrain.WALL


RULED = next(theme for theme in content().themes.values() if theme.lord)


def test_a_lord_who_lives_on_another_level_comes_from_there_wounds_and_all() -> None:
    made = carrying(RULED.first)
    home = open_hall()
    home.depth = RULED.last
    made.state.levels[RULED.last] = home
    lord = add_monster(made.game, RULED.last, RULED.lord, HERE)
    lord.health, lord.asleep = 3, True
    lords.come_for_heart(made.game, made.hero)
    assert (home.monsters, made.level.monsters) == ([], [lord])
    assert (lord.depth, lord.at, lord.health, lord.asleep) == (
        RULED.first, made.at(0, -4), 3, False,
    )  # fmt: skip
    assert (lord.goal, lord.home) == (made.hero.at, made.hero.at)
    assert made.game.at(RULED.first, lord.at) is lord
    assert made.game.at(RULED.last, HERE) is None


def test_a_lord_whom_nobody_saw_comes_only_where_there_is_room() -> None:
    made = carrying(RULED.first)
    shut(made, made.at(0, -4))
    lords.come_for_heart(made.game, made.hero)
    assert made.level.monsters == []
    assert not made.said("has come for the Heart")
    made = carrying(RULED.first)
    lords.come_for_heart(made.game, made.hero)
    assert [(each.kind, each.at) for each in made.level.monsters] == [(RULED.lord, made.at(0, -4))]


def test_a_lord_for_whom_there_is_no_room_stays_at_home_untold() -> None:
    made = carrying(RULED.first)
    home = open_hall()
    home.depth = RULED.last
    made.state.levels[RULED.last] = home
    lord = add_monster(made.game, RULED.last, RULED.lord, HERE)
    lord.asleep = True
    shut(made, made.at(0, -4))
    lords.come_for_heart(made.game, made.hero)
    assert (home.monsters, lord.asleep) == ([lord], True)
    assert not made.said("has come for the Heart")


def test_who_is_to_move_where_there_is_no_room_stays() -> None:
    made = carrying(2)
    other = open_hall()
    other.depth = 3
    made.state.levels[3] = other
    rat = add_monster(made.game, 3, "rat", HERE)
    shut(made, made.at(0, -4))
    lords.move_to_level(made.game, rat, made.level, made.at(0, -4))
    assert (rat.depth, rat.at, other.monsters) == (3, HERE, [rat])


@pytest.mark.parametrize("room", [True, False])
def test_the_warden_comes_when_its_time_is_up_if_there_is_room(room: bool) -> None:
    made = carrying(5)
    if not room:
        shut(made, made.at(0, -4))
    made.state.warden_in, made.state.warden_dead, made.level.turns = 2, True, 1
    stairs.warden_round(made.game)
    assert (made.state.warden_in, made.level.monsters) == (1, [])
    stairs.warden_round(made.game)
    assert made.state.warden_in == 0
    found = [(each.kind, each.goal) for each in made.level.monsters]
    assert found == ([(WARDEN, made.hero.at)] if room else [])
    assert made.state.warden_dead is not room
    assert made.said("The Warden has come") is room


def test_a_warden_that_falls_is_dead_until_it_comes_again() -> None:
    made = Stage()
    for kind, dead in (("rat", False), (WARDEN, True)):
        monster = made.put(kind, 0, 3)
        harm(made.game, monster, 9999, "", made.hero)
        settle(made.game)
        assert made.state.warden_dead is dead


# ---------------------------------------------------------------- levels as they are made


def test_a_pack_stands_round_its_first_where_nobody_else_does() -> None:
    made = Stage()
    kind = next(each for each in content().monsters.values()
                if each.has("pack") and each.traits["pack"].number() >= 2
                and not each.has("aquatic") and not each.has("leads"))  # fmt: skip
    number = kind.traits["pack"].number()
    at = made.at(3, 3)
    free = [at + step for step in NEIGHBOURS][:-number]
    for place in free:
        add_monster(made.game, 1, "rat", place)
    group = level_generation._put_group(made.game, made.level, kind, at, asleep=True)
    assert len(group) == number
    assert group[0].at == at
    assert len({each.at for each in made.level.monsters}) == len(made.level.monsters)
    assert {gap(each.at, at) for each in group[1:]} == {1}


def test_monsters_of_a_level_without_a_free_square_stand_at_its_arrival_or_stay_away() -> None:
    made = Stage()
    made.level.ground[:] = bytes([terrain.WALL]) * SIZE
    made.level.arrival = HERE
    swims = next(each for each in content().monsters.values() if each.has("aquatic"))
    none: frozenset[int] = frozenset()
    assert level_generation.spawn_square(made.game, made.level, swims, none) is None
    rat = content().monsters["rat"]
    assert level_generation.spawn_square(made.game, made.level, rat, none) == HERE
