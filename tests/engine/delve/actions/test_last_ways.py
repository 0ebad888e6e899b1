"""Exploring to the end: when nothing is left, the card offers what is."""

from __future__ import annotations

import pytest

from engine.common.plans import Stop
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.actions import last_ways
from engine.delve.levels import stairs
from engine.delve.movement import paths
from engine.delve.rules import vision
from engine.delve.rules.context import DelveContext, gap
from engine.delve.state import DUNGEON, HEROES, DelveState, Plan
from tests.engine.delve.stage import Stage, ruleset
from tests.rolled import dice_for

LAST = ("travel stairs-down", "force", "cross", "search-walls")
MOST_PRESSES = 60


def empty_level(seed: str, depth: int) -> DelveState:
    """Return a game whose hero has come to a level of that depth without creatures."""
    rules = ruleset()
    state = rules.new({"class": "fighter"}, ["Ann"], dice_for(seed))
    game = DelveContext(state, rules.content, dice_for(seed))
    stairs.arrive(game, state.heroes[0], depth, terrain.STAIRS_UP)
    level = state.levels[depth]
    level.monsters, level.wander_in = [], 100_000
    vision.look_around(DelveContext(state, rules.content, game.streams), state.heroes[0])
    state.events.clear()
    return state


def explored(state: DelveState) -> list[str]:
    """Explore until it is no longer offered, and return the lines that are."""
    rules, hero = ruleset(), state.heroes[0]
    for number in range(MOST_PRESSES):
        hero.health = hero.full_health = 5000
        hero.nourishment, hero.choices = 500, []
        hero.statuses.clear()  # whoever is caught in a web explores later
        lines = [str(offer.action) for offer in rules.legal(state, 0)]
        if "explore" not in lines:
            return lines
        action = rules.parse("explore", state, 0)
        rules.apply(state, 0, action, dice_for(f"explore {number}"))
        state.levels[hero.depth].monsters.clear()
    pytest.fail("explore does not come to an end")


def check_level(number: int) -> None:
    lines = explored(empty_level(f"empty {number}", 2 + number % 24))
    assert any(line.startswith(LAST) for line in lines), lines


@pytest.mark.parametrize("number", [0, 9])
def test_explore_ends_with_a_way_on(number: int) -> None:
    check_level(number)


@pytest.mark.soak(part="levels")
@pytest.mark.parametrize("number", range(200))
def test_explore_ends_with_a_way_on_upon_every_level(number: int) -> None:
    check_level(number)


def cell(code: int) -> Stage:
    """Return a hero shut in a cell whose only way out is of a terrain; outside is unknown."""
    made = Stage()
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if max(abs(dy), abs(dx)) == 2:
                made.ground(dy, dx, terrain.WALL)
    made.ground(0, 2, code)
    made.hero.memory.clear()
    made.free_dice()
    made.look()
    if code not in terrain.OPAQUE:
        memory = made.game.memory(made.hero)
        for at in range(len(memory.ground)):
            if at % 60 > made.at(0, 0) % 60 + 2:
                memory.ground[at] = terrain.UNKNOWN
        made.level.lit = bytearray(len(made.level.lit))
    return made


def test_a_locked_door_is_gone_to_and_broken() -> None:
    made = cell(terrain.LOCKED_DOOR)
    [line] = [line for line in made.offers() if line.startswith("force")]
    made.do(line)
    assert made.level.ground[made.at(0, 2)] == terrain.OPEN_DOOR
    assert "explore" in made.offers()


def test_a_locked_door_that_holds_is_struck_forty_times_and_left_alone() -> None:
    made = cell(terrain.LOCKED_DOOR)
    door = made.at(0, 2)
    made.level.doors = {door: 9999}
    plan = Plan("force", goal=door)
    assert last_ways.force(made.game, made.hero, plan) is None  # a step to the door
    for _ in range(40):
        before = made.level.doors[door]
        assert last_ways.force(made.game, made.hero, plan) is None
        assert made.level.doors[door] < before
    left = made.level.doors[door]
    assert last_ways.force(made.game, made.hero, plan) == Stop("refused", text("it holds"))
    assert made.level.doors[door] == left


def test_walls_are_searched_until_a_door_is_found_and_what_is_behind_explored() -> None:
    made = cell(terrain.SECRET_DOOR)
    assert "explore" not in made.offers()
    for _ in range(10):
        if "search-walls" not in made.offers():
            break
        made.do("search-walls")
    assert made.level.ground[made.at(0, 2)] != terrain.SECRET_DOOR
    assert made.game.memory(made.hero).ground[made.at(0, 4)] == terrain.FLOOR


@pytest.mark.parametrize("felt", [False, True])
def test_where_a_draught_is_felt_only_the_walls_near_are_searched(felt: bool) -> None:
    made = Stage()
    for middle in (4, 16):
        for dy in (-1, 0, 1):
            for dx in (middle - 1, middle, middle + 1):
                made.ground(dy, dx, terrain.WALL)
    memory = made.game.memory(made.hero)
    memory.ground[:] = made.level.ground
    memory.ground[made.at(0, 4)] = memory.ground[made.at(0, 16)] = terrain.UNKNOWN
    memory.draughts = [made.at(0, 0)] if felt else []
    made.do("search-walls")
    assert any(gap(at, made.at(0, 4)) <= 4 for at in memory.searched)
    assert any(gap(at, made.at(0, 16)) <= 4 for at in memory.searched) is not felt


def test_walls_with_nothing_unknown_behind_are_not_searched() -> None:
    made = Stage()
    for dy in (-1, 0, 1):
        for dx in (3, 4, 5):
            made.ground(dy, dx, terrain.WALL)
    memory = made.game.memory(made.hero)
    memory.ground[:] = made.level.ground
    offers = made.offers()
    assert "search-walls" not in offers
    assert "explore" not in offers
    memory.ground[made.at(0, 4)] = terrain.UNKNOWN
    assert "search-walls" in made.offers()


def test_harmful_ground_is_crossed_only_when_nothing_else_is_left() -> None:
    made = cell(terrain.DEEP)
    assert "explore" not in made.offers()
    made.do("cross deep-water")
    assert made.hero.at % 60 >= made.at(0, 2) % 60


def test_explore_takes_what_is_worth_it_and_never_goes_back_to_what_it_left() -> None:
    for option, taken in (("on", True), ("off", False)):
        made = Stage()
        made.free_dice()
        made.do(f"option auto-take {option}")
        made.level.items[made.at(0, 6)] = [made.give("potion of healing")]
        made.hero.pack = []
        made.look()
        made.do("explore")
        assert bool(made.hero.pack) is taken
        if not taken:
            assert made.hero.at == made.at(0, 6)
            assert made.said("stopped", "potion")
            way = paths.way_to_explore(made.game, made.hero)
            assert not way or way[-1] != made.hero.at


def test_explore_goes_round_what_strikes_from_its_place() -> None:
    made = Stage()
    made.free_dice()
    made.toughen()
    kind = next(name for name, each in made.game.content.monsters.items() if each.courage is None)
    made.put(kind, 0, 3)
    made.level.items[made.at(0, 6)] = [made.give("potion of healing")]
    made.hero.pack = []
    made.look()
    made.do("explore")
    assert made.hero.pack
    assert not made.is_hurt()


def test_a_web_is_cut_through_in_one_plan() -> None:
    made = cell(terrain.WEB)
    made.level.webs[made.at(0, 2)] = 12
    made.do("cross web")
    assert "webbed" not in made.hero.statuses
    assert made.hero.at % 60 >= made.at(0, 2) % 60


def test_what_lies_past_a_friend_is_explored_when_nothing_else_is_left() -> None:
    made = cell(terrain.FLOOR)
    assert paths.way_to_explore(made.game, made.hero)
    friend = made.dummy(0, 2, side=HEROES)
    assert friend.at in paths.way_to_explore(made.game, made.hero)
    friend.side = DUNGEON
    assert paths.way_to_explore(made.game, made.hero) == []
