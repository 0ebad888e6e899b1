"""Work with the hands that goes another way: underfoot, in the dark, in confusion."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction
from engine.sil.commands import doors, exploring, movement
from engine.sil.dungeon import chests, traps
from engine.sil.dungeon import doors as doors_of_the_rules
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Skill, Slot
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.stage import foe, item, load_dice, wear

HALL = ("#######", "#.....#", "#..@..#", "#.....#", "#######")


def hall(**how: object) -> SilContext:
    return arena(*HALL, known=True, **how)


def underfoot(game: SilContext, feature: int) -> int:
    return put(game, game.hero.y, game.hero.x, feature)


def lay(game: SilContext, thing: Item, dx: int = 0) -> None:
    game.level.floor[game.level.at(game.hero.y, game.hero.x + dx)] = [thing]


def asked_of(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """Return the list to which calls of a function are added, without the game."""
    calls: list[object] = []
    monkeypatch.setattr(module, name, lambda game, *args, **more: calls.append(args))
    return calls


@pytest.mark.parametrize(("feature", "way"), [("<", "up"), (">", "down")])
def test_stairs_underfoot_are_taken(
    feature: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hall()
    underfoot(game, terrain.UP_STAIR if feature == "<" else terrain.DOWN_STAIR)
    taken = asked_of(monkeypatch, movement, "take_stairs")
    doors._interact(game, ())
    assert taken == [((way,),)]


def test_a_trap_underfoot_is_worked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hall()
    underfoot(game, terrain.WEB)
    worked = asked_of(monkeypatch, traps, "disarm")
    doors._interact(game, ())
    assert worked == [(game.hero.y, game.hero.x)]


@pytest.mark.parametrize(("args", "dx"), [((), 0), (("e",), 1)])
@pytest.mark.parametrize("known", [False, True])
def test_a_chest_here_or_beside_is_opened_but_a_known_trap_is_disarmed_first(
    args: tuple[str, ...], dx: int, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hall()
    chest = item("Small wooden chest", seen_by=1, pval=5, known=known)
    lay(game, chest, dx)
    opened = asked_of(monkeypatch, chests, "open_chest")
    disarmed = asked_of(monkeypatch, chests, "disarm_chest")
    doors._interact(game, args)
    assert opened == ([] if known else [(chest, game.hero.y, game.hero.x + dx)])
    assert disarmed == ([(chest,)] if known else [])


def test_bones_underfoot_are_searched() -> None:
    game = hall()
    bones = item("Human Skeleton", seen_by=1, pval=1)
    lay(game, bones)
    doors._interact(game, ())
    assert not bones.pval


def test_of_several_things_underfoot_the_first_that_the_hero_knows_of_is_taken() -> None:
    game = hall()
    unknown, first, last = item("Robe"), item("Dagger", seen_by=1), item("Curved Sword", seen_by=1)
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [unknown, first, last]
    doors._interact(game, ())
    assert [thing.kind for thing in game.hero.pack] == [first.kind]


def test_nobody_closes_the_door_that_he_stands_in() -> None:
    game = hall()
    underfoot(game, terrain.OPEN_DOOR)
    with pytest.raises(IllegalAction, match="Step out of the doorway first"):
        doors._interact(game, ())


def test_who_stands_in_one_doorway_closes_the_door_beside_him() -> None:
    game = hall()
    underfoot(game, terrain.OPEN_DOOR)
    beside = put(game, game.hero.y, game.hero.x + 1, terrain.OPEN_DOOR)
    doors._close(game, ())
    assert game.level.feature[beside] == terrain.CLOSED_DOOR


def test_where_no_trap_is_known_none_is_disarmed() -> None:
    game = hall()
    with pytest.raises(IllegalAction, match="You know of no trap there"):
        doors.disarm(game, game.hero.y, game.hero.x + 1)
    put(game, game.hero.y, game.hero.x + 1, terrain.PIT, hidden=True)
    with pytest.raises(IllegalAction, match="You know of no trap there"):
        doors.disarm(game, game.hero.y, game.hero.x + 1)


def test_beyond_the_edge_there_is_nothing() -> None:
    game = arena("#####", "#@..#", "#####")
    game.hero.x = 0
    with pytest.raises(IllegalAction, match="There is nothing beyond"):
        doors._interact(game, ("w",))


@pytest.mark.parametrize(
    ("feature", "told", "marked"),
    [
        (terrain.FLOOR, "There is nothing there that you can feel.", 0),
        (terrain.GRANITE, "You hit something hard.", 1),
    ],
)
def test_a_hero_in_the_dark_feels_walls_alone(feature: int, told: str, marked: int) -> None:
    game = hall()
    there = put(game, game.hero.y, game.hero.x + 1, feature)
    game.knowledge.mark[there] = game.knowledge.seen[there] = 0
    doors._interact(game, ("e",))
    assert told in said(game)
    assert game.knowledge.mark[there] == marked
    assert game.state.energy_used == 100


def test_confused_hands_that_find_nothing_lose_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hall()
    put(game, game.hero.y, game.hero.x + 1, terrain.CLOSED_DOOR)
    monkeypatch.setattr(movement, "heading", lambda game, direction: 4)
    doors._open(game, ("e",))
    assert said(game) == ["Your hands find nothing there."]
    assert game.state.energy_used == 100


@pytest.mark.parametrize("work", [doors._open, doors._bash, doors._interact])
def test_confused_hands_that_meet_somebody_strike(
    work: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hall()
    door = put(game, game.hero.y, game.hero.x + 1, terrain.CLOSED_DOOR)
    foe(game, "Wolf", 0, -1, health=200)
    monkeypatch.setattr(movement, "heading", lambda game, direction: 4)
    load_dice(game)
    work(game, ("e",))  # type: ignore[operator]
    assert game.level.feature[door] == terrain.CLOSED_DOOR
    assert any("wolf" in line for line in said(game))


def test_who_creeps_already_is_told() -> None:
    game = hall()
    doors._stealth(game, ("on",))
    with pytest.raises(IllegalAction, match="You are creeping already"):
        doors._stealth(game, ("on",))
    doors._stealth(game, ("off",))
    assert said(game) == ["You creep on quiet feet.", "You stop creeping."]
    doors._stealth(game, ("on",))
    assert not game.hero.stop_stealth


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        (terrain.BROKEN_DOOR, "appears to be broken"),
        (terrain.CLOSED_DOOR, "There is no open door beside you"),
    ],
)
def test_only_a_whole_open_door_is_closed(feature: int, words: str) -> None:
    game = hall()
    put(game, game.hero.y, game.hero.x + 1, feature)
    with pytest.raises(IllegalAction, match=words):
        doors._close(game, ("e",))


def test_a_door_in_which_somebody_is_seen_is_not_closed() -> None:
    game = hall()
    put(game, game.hero.y, game.hero.x + 1, terrain.OPEN_DOOR)
    foe(game, "Wolf", 0, 1)
    with pytest.raises(IllegalAction, match="Something stands in the doorway"):
        doors._close(game, ("e",))


# ------------------------------------------------------------------ digging, bashing, forges


def digger(*, confused: bool = False) -> SilContext:
    """Return a strong hero with a shovel between rubble in the east and in the west."""
    game = hall(stats=(5, 0, 0, 0))
    wear(game, Slot.WEAPON, "Shovel")
    for dx in (-1, 1):
        put(game, game.hero.y, game.hero.x + dx, terrain.RUBBLE)
    game.hero.timers.confused = 9 * confused
    load_dice(game, otherwise=1)
    return game


def features(game: SilContext) -> tuple[int, int]:
    """Return what lies in the west and in the east of the hero."""
    here = game.level.at(game.hero.y, game.hero.x)
    return game.level.feature[here - 1], game.level.feature[here + 1]


@pytest.mark.parametrize("order", [doors.dig, doors._interact])
@pytest.mark.parametrize("confused", [False, True])
def test_rubble_is_dug_away_on_the_square_that_is_named(order: object, confused: bool) -> None:
    game = digger(confused=confused)
    order(game, ("e",))  # type: ignore[operator]
    assert features(game) == (terrain.RUBBLE, terrain.FLOOR)
    order(game, ("w",))  # type: ignore[operator]
    assert features(game) == (terrain.FLOOR, terrain.FLOOR)
    assert game.state.energy_used == 100
    assert said(game) == ["You clear the rubble away."] * 2


@pytest.mark.parametrize("face", [1, 2])
def test_the_confused_dig_where_their_hands_go_or_strike_who_stands_there(face: int) -> None:
    game = digger(confused=True)
    for dy in (-1, 1):
        put(game, game.hero.y + dy, game.hero.x + 1, terrain.RUBBLE)
    load_dice(game, face, 1, 1, 3 - face, 1, 1, otherwise=1)
    doors.dig(game, ("e",))
    assert features(game) == (terrain.RUBBLE, terrain.RUBBLE)
    cleared = [
        dy for dy in (-1, 1)
        if game.level.feature[game.level.at(game.hero.y + dy, game.hero.x + 1)] == terrain.FLOOR
    ]  # fmt: skip
    assert len(cleared) == 1
    game = digger(confused=True)
    put(game, game.hero.y, game.hero.x + 1, terrain.FLOOR)
    foe(game, "Wolf", 0, 1, health=200)
    doors.dig(game, ("e",))
    assert game.hero.attacked
    assert not [line for line in said(game) if "dig" in line]


def test_a_direction_is_asked_for_before_anything_is_dug() -> None:
    for confused, way in ((False, "There is nothing to dig through there."),
                          (True, "There is nothing to dig.")):  # fmt: skip
        game = digger(confused=confused)
        with pytest.raises(IllegalAction) as refused:
            doors.dig(game, ("",))
        assert str(refused.value) == way


def test_permanent_rock_is_tried_and_refused() -> None:
    game = digger()
    put(game, game.hero.y, game.hero.x + 1, terrain.PERMANENT)
    with pytest.raises(IllegalAction, match="too hard for any tool"):
        doors._interact(game, ("e",))


def test_a_closed_door_is_bashed_and_gone_through() -> None:
    game = hall(stats=(20, 0, 0, 0))
    put(game, game.hero.y, game.hero.x + 1, terrain.CLOSED_DOOR)
    load_dice(game, 10, 1, otherwise=1)
    doors._interact(game, ("e",))
    assert (game.hero.y, game.hero.x) == (2, 4)
    assert game.state.energy_used == 100


def test_bones_beside_are_searched_before_a_door_is_closed() -> None:
    game = hall()
    put(game, game.hero.y, game.hero.x + 1, terrain.OPEN_DOOR)
    bones = item("Human Skeleton", seen_by=1, pval=1)
    lay(game, bones, 1)
    doors._interact(game, ("w",))
    assert bones.pval
    doors._interact(game, ("e",))
    assert (bones.pval, features(game)[1]) == (0, terrain.OPEN_DOOR)
    doors._interact(game, ("e",))
    assert features(game)[1] == terrain.CLOSED_DOOR


def test_a_forge_underfoot_opens_the_workbench() -> None:
    game = hall()
    underfoot(game, terrain.FORGE + 3)
    doors._interact(game, ())
    assert game.state.question is not None
    assert game.state.question.kind == "smith"
    assert game.state.energy_used == 0


LOCK = "The lock held ten times"
BASH, DIG = "No chance to open it: bash it", "No chance to open or bash it: dig round it"


@pytest.mark.parametrize(
    ("stuck", "firm", "tool", "hint"),
    [
        (False, False, False, f"{LOCK}: go on, or bash it"),
        (False, True, False, f"{LOCK}, and bashing has no chance: go on"),
        (True, False, False, BASH), (True, False, True, BASH),
        (True, True, True, DIG), (True, True, False, None),
    ],
)  # fmt: skip
def test_what_may_open_a_door_that_has_held(
    stuck: bool, firm: bool, tool: bool, hint: str | None
) -> None:
    game = hall(stats=(-9, 0, 0, 0))
    door = put(game, 2, 4, terrain.LOCKED_DOOR + 7)
    game.knowledge.stuck = [door] * stuck
    game.knowledge.firm = [door] * firm
    game.hero.pack = [item("Shovel")] * tool
    game.hero.derived.skills[Skill.PERCEPTION] = -20
    assert not doors_of_the_rules.can_bash(game, door)
    found = exploring._door_obstacle(game, door)
    assert (found if found is None else str(found)) == hint
