"""Seeing: what a hero is aware of, remembers and finds, and who is a threat to him."""

from __future__ import annotations

import pytest

from engine.common.plans import Terms
from engine.delve import terrain
from engine.delve.actions import plan_runner
from engine.delve.rules import threats, vision
from engine.delve.rules.context import gap
from engine.delve.rules.vision import is_threat, search_beside, visible
from engine.delve.state import HEIGHT, WIDTH
from tests.engine.delve.stage import Stage


def behind_wall(made: Stage, dx: int) -> None:
    for dy in range(-9, 10):
        made.game.set_ground(made.level, made.at(dy, dx), terrain.WALL)
    made.look()


@pytest.mark.parametrize(
    ("status", "ability", "away", "aware"),
    [
        ("", "", 3, False),
        ("scrying", "", 20, True),
        ("scrying", "", 21, False),
        ("sensing", "", 20, True),
        ("", "sixth sense", 2, True),
        ("", "sixth sense", 3, False),
    ],
)
def test_who_is_behind_a_wall_is_known_by_magic_alone(
    status: str, ability: str, away: int, aware: bool
) -> None:
    made = Stage()
    made.hero.statuses = {status: 9} if status else {}
    made.hero.abilities = [ability] if ability else []
    behind_wall(made, 1)
    rat = made.put("rat", 0, away)
    assert (rat in visible(made.game, made.hero)) is aware
    rat.disguised = True
    assert rat not in visible(made.game, made.hero)


def test_of_the_ground_behind_a_wall_that_alone_is_known_on_which_a_thing_is_scryed() -> None:
    made = Stage()
    behind_wall(made, 1)
    memory = made.game.memory(made.hero)
    memory.ground[:] = [0] * len(memory.ground)
    made.level.ground[made.at(0, 4)] = terrain.GRASS
    made.level.items[made.at(0, 4)] = [made.give("dagger")]
    made.hero.statuses["scrying"] = 9
    made.look()
    assert memory.items[made.at(0, 4)][1] == "dagger"
    assert [memory.ground[made.at(0, dx)] for dx in (3, 4, 5)] == [0, terrain.GRASS, 0]


@pytest.mark.parametrize(("away", "aware"), [(1, True), (2, False)])
@pytest.mark.parametrize(("kind", "status"), [("mist wraith", ""), ("rat", "invisible")])
def test_the_unseen_are_seen_from_beside(kind: str, status: str, away: int, aware: bool) -> None:
    made = Stage()
    unseen = made.put(kind, 0, away, statuses={status: 9} if status else {})
    assert (unseen in visible(made.game, made.hero)) is aware


@pytest.mark.parametrize(
    ("kind", "away", "figures", "threat"),
    [
        ("rat", 9, {}, True),
        ("rat", 1, {"asleep": True}, False),
        ("rat", 1, {"statuses": {"asleep": 3}}, False),
        ("rat", 1, {"statuses": {"calm": 3}}, False),
        ("rat", 1, {"fled": True}, True),
        ("rat", 2, {"fled": True}, False),
        ("mould", 1, {}, True),
        ("mould", 2, {}, False),
        ("pike guard", 2, {"fled": True}, True),
        ("pike guard", 3, {"fled": True}, False),
        ("kobold slinger", 3, {"fled": True}, False),
        ("eel", 2, {}, False),
        ("heart guard", 9, {}, True),
        ("heart guard", 10, {}, False),
    ],
)
def test_who_is_a_threat_from_where(
    kind: str, away: int, figures: dict[str, object], threat: bool
) -> None:
    made = Stage()
    assert is_threat(made.game, made.hero, made.put(kind, 0, away, **figures)) is threat


@pytest.mark.parametrize(
    ("kind", "away", "statuses", "turns"),
    [
        ("rat", 1, {}, 0),
        ("rat", 5, {}, 4),
        ("rat", 5, {"hasted": 3}, 2),
        ("jackal", 5, {}, 4),
        ("pike guard", 5, {}, 3),
        ("bone mill", 5, {}, 8),
        ("kobold slinger", 9, {}, 3),
        ("cellar bat", 5, {}, 2),
    ],
)
def test_how_many_turns_somebody_needs_to_do_harm(
    kind: str, away: int, statuses: dict[str, int], turns: float
) -> None:
    made = Stage()
    enemy = made.put(kind, 0, away, statuses=statuses)
    assert threats.turns_until_harm(made.game, made.hero, enemy) == turns


@pytest.mark.parametrize(
    ("figures", "doing"),
    [
        ({}, "a rat, alert, 4 east"),
        ({"asleep": True}, "a rat, asleep, 4 east"),
        ({"statuses": {"asleep": 3}}, "a rat, asleep, 4 east"),
        ({"fled": True}, "a rat, fleeing, 4 east"),
        ({"statuses": {"calm": 3}}, "a rat, not alert, 4 east"),
    ],
)
def test_an_enemy_is_told_with_what_it_does_and_where(
    figures: dict[str, object], doing: str
) -> None:
    made = Stage()
    rat = made.put("rat", 0, 4, **figures)
    assert str(threats.described(made.game, made.hero, rat)) == doing


def test_what_is_rooted_is_told_as_such() -> None:
    made = Stage()
    mould = made.put("mould", 3, 0)
    assert str(threats.described(made.game, made.hero, mould)) == "a mould, rooted, 3 south"


@pytest.mark.parametrize(("turns", "ambushed"), [(0, True), (10, True), (11, False)])
def test_an_attack_by_somebody_unseen_is_remembered_for_ten_turns(
    turns: int, ambushed: bool
) -> None:
    made = Stage()
    made.hero.turns = 5
    assert not threats.is_ambushed(made.hero)
    behind_wall(made, 1)
    threats.note_attack(made.game, made.hero, made.put("rat", 0, 2))
    made.hero.turns += turns
    assert threats.is_ambushed(made.hero) is ambushed


def test_an_attack_by_somebody_in_sight_is_no_ambush() -> None:
    made = Stage()
    threats.note_attack(made.game, made.hero, made.put("rat", 0, 2))
    assert not threats.is_ambushed(made.hero)


def test_a_known_level_shows_its_hidden_doors_and_keeps_its_traps_hidden() -> None:
    made = Stage()
    door, trap = made.at(0, 4), made.at(0, 5)
    made.level.ground[door], made.level.ground[trap] = terrain.SECRET_DOOR, terrain.PIT
    made.level.hidden = [trap]
    made.hero.memory.clear()
    vision.remember_all(made.game, made.hero)
    memory = made.game.memory(made.hero)
    assert made.level.ground[door] == memory.ground[door] == terrain.DOOR
    assert memory.ground[trap] == terrain.FLOOR
    rock = next(at for at, code in enumerate(made.level.ground) if code == terrain.ROCK)
    assert memory.ground[rock] == terrain.UNKNOWN


@pytest.mark.parametrize("look_alike", [False, True])
def test_things_that_a_plan_sees_are_told_once_whether_they_are_things_or_not(
    look_alike: bool,
) -> None:
    made = Stage()
    plan_runner.begin(made.game, made.hero, "explore", (), Terms())
    if look_alike:
        mimic = made.put("mimic", 0, 4)
        mimic.disguised = True
    else:
        made.level.items[made.at(0, 4)] = [made.give("potion of healing")]
    assert made.hero.plan is not None
    for _ in range(2):
        made.look()
        assert made.hero.plan.gained == {"things": 1}
    [told] = [str(each.text) for each in made.hero.lines if "potion" in str(each.text)]
    assert told.startswith("Ann sees a potion of")


@pytest.mark.parametrize(
    ("what", "radius", "found"),
    [
        ("door", 1, ""),
        ("door", 2, "Ann finds a secret door."),
        ("trap", 1, "Ann finds a pit."),
        ("mimic", 1, "Ann finds a mimic in hiding."),
    ],
)
def test_walking_finds_traps_and_mimics_and_searching_doors_too(
    what: str, radius: int, found: str
) -> None:
    made = Stage()
    at = made.at(0, 1)
    if what == "door":
        made.level.ground[at] = terrain.SECRET_DOOR
    elif what == "trap":
        made.level.ground[at] = terrain.PIT
        made.level.hidden = [at]
    else:
        made.put("mimic", 0, 1).disguised = True
    made.rig(rest="low")
    search_beside(made.game, made.hero, 1, radius)
    assert made.said("finds") is bool(found)
    assert made.said(found)
    if found:
        assert made.level.ground[at] != terrain.SECRET_DOOR
        assert not made.level.hidden
        assert not any(each.disguised for each in made.level.monsters)


@pytest.mark.parametrize("what", ["door", "trap", "mimic"])
def test_what_chance_keeps_hidden_is_not_found(what: str) -> None:
    made = Stage()
    at = made.at(0, 1)
    if what == "mimic":
        made.put("mimic", 0, 1).disguised = True
    else:
        made.level.ground[at] = terrain.SECRET_DOOR if what == "door" else terrain.PIT
        made.level.hidden = [at]
    made.rig(rest="high")
    search_beside(made.game, made.hero, 99, 2)
    assert not made.said("finds")


def test_the_air_from_a_door_that_is_found_is_forgotten() -> None:
    made = Stage()
    near, far = made.at(0, 1), made.at(0, 1 + vision.DRAUGHT + 1)
    made.level.ground[made.at(0, 1)] = terrain.SECRET_DOOR
    made.game.memory(made.hero).draughts = [near, far]
    made.rig(rest="low")
    search_beside(made.game, made.hero, 1, 2)
    assert made.game.memory(made.hero).draughts == [far]


def test_what_is_gone_is_forgotten_when_its_square_is_seen_and_is_worth_a_look_again() -> None:
    made = Stage()
    near, far = made.at(0, 2), made.at(0, 4)
    for place in (near, far):
        made.level.items[place] = [made.give("dagger")]
    made.look()
    memory = made.game.memory(made.hero)
    memory.visited = [near, far]
    made.level.items.clear()
    made.ground(0, 3, terrain.WALL)
    assert set(memory.items) == {far}
    assert memory.visited == [far]
    made.ground(0, 3, terrain.FLOOR)
    assert not memory.items
    assert not memory.visited


def test_walls_that_rise_and_fall_bar_and_open_the_view_and_the_way() -> None:
    made = Stage()
    game, beyond = made.game, made.at(0, 4)
    for code in (terrain.FLOOR, terrain.DOOR, terrain.FLOOR):
        game.set_ground(made.level, made.at(0, 2), code)
        is_open = code == terrain.FLOOR
        assert game.in_line_of_sight(1, made.hero.at, beyond) is is_open
        assert (beyond in game.line_of_sight(1, made.hero.at)) is is_open
    steps = game.flow(1, made.hero.at)[beyond]
    for dy in range(-8, 9):
        game.set_ground(made.level, made.at(dy, 2), terrain.WALL)
    assert game.flow(1, made.hero.at)[beyond] > steps


@pytest.mark.parametrize("y", [1, HEIGHT - 2])
@pytest.mark.parametrize("x", [1, WIDTH - 2])
def test_a_search_in_a_corner_finds_nothing_across_the_border(y: int, x: int) -> None:
    made = Stage()
    made.game.put(made.hero, y * WIDTH + x)
    inside = {row * WIDTH + column for row in (1, 2, 27, 28) for column in (1, 2, 57, 58)}
    made.level.hidden = sorted(inside - {made.hero.at})
    for at in made.level.hidden:
        made.level.ground[at] = terrain.PIT
    made.rig(rest="low")
    search_beside(made.game, made.hero, 1, 4)
    left = {at for at in inside if gap(at, made.hero.at) > 4}
    assert set(made.level.hidden) == left
    assert len(left) == 12
