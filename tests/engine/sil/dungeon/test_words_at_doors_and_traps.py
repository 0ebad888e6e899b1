"""Doors and traps: what is told of them, marked and remembered, and the turns they cost."""

import pytest

from engine.contract.action import IllegalAction
from engine.contract.facts import Blocked, SeatRef
from engine.sil.dungeon import doors, traps
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.dungeon.test_traps import on
from tests.engine.sil.stage import foe, item, load_dice, wear

EVEN = (5, 5)


def cell(feature=terrain.CLOSED_DOOR, **how):
    """Return a hero beside a door to his east."""
    game = arena("######", "#....#", "#.@+.#", "#....#", "######", known=True, **how)
    game.level.feature[square(game)] = feature
    look(game)
    game.hero.health = 1000
    return game


def square(game):
    return game.level.at(2, 3)


def door(game):
    return game.level.feature[square(game)]


# ---------------------------------------------------------------- doors


def test_a_door_that_opens_is_told_marked_and_forgotten_as_a_hindrance():
    game = cell()
    for known in ("stuck", "firm", "tried", "held"):
        setattr(game.knowledge, known, [square(game), 7])
    doors.open_door(game, 2, 3)
    assert said(game) == ["You open the door."]
    assert [(mark.kind, mark.y, mark.x) for mark in game.state.marks] == [("changed", 2, 3)]
    for known in ("stuck", "firm", "tried", "held"):
        assert getattr(game.knowledge, known) == [7]
    assert game.knowledge.seen[game.level.at(2, 4)]


def test_a_stuck_door_is_told_once_known_and_breaks_off_plans():
    game = cell(terrain.JAMMED_DOOR)
    for _ in range(2):
        doors.open_door(game, 2, 3)
    assert said(game) == ["The door appears to be stuck."] * 2
    assert game.state.said[0].fact == Blocked(SeatRef(game.hero.number), "stuck-door")
    assert [stop.reason for stop in game.state.disturbances] == ["blocked"] * 2
    assert game.knowledge.stuck == [square(game)]


def test_a_lock_can_be_picked_by_the_luckiest_dice():
    for power, perception, can in [(0, -4, False), (0, -3, True), (7, 3, False), (7, 4, True)]:
        game = cell(terrain.LOCKED_DOOR + power)
        game.hero.derived.skills[Skill.PERCEPTION] = perception
        assert doors.can_pick(game, square(game)) == can
        assert not doors.can_pick(game, square(game), penalty=5)


def test_a_door_can_be_bashed_by_the_luckiest_dice():
    for power, strength, can in [(7, -1, False), (7, 0, True), (0, -5, False), (0, -4, True)]:
        game = cell(terrain.JAMMED_DOOR + power)
        game.hero.derived.stats[Stat.STR] = strength
        assert doors.can_bash(game, square(game)) == can


def test_a_picked_lock_is_a_find_and_a_failed_one_is_tried():
    game = cell(terrain.LOCKED_DOOR + 1)
    game.hero.derived.skills[Skill.PERCEPTION] = 6
    load_dice(game, *EVEN)
    doors.open_door(game, 2, 3)
    assert said(game) == ["You fail to pick the lock."]
    assert game.knowledge.tried == [square(game)]
    load_dice(game, 6, 5)
    doors.open_door(game, 2, 3)
    assert said(game)[1:] == ["You pick the lock."]
    assert door(game) == terrain.OPEN_DOOR
    assert game.knowledge.tried == []


BEYOND = "You fail to pick the lock. It is beyond your Perception"


@pytest.mark.parametrize(
    ("rulings", "strength", "words", "firm"),
    [
        (GAME, 3, f"{BEYOND}, you have no chance; but bashing the door may work.", False),
        (MANUAL, -9, f"{BEYOND}, you have no chance; but bashing the door may work.", False),
        (
            GAME, -9,
            f"{BEYOND}, and the door beyond your Strength: look for another way, or dig round it.",
            True,
        ),
    ],
)  # fmt: skip
def test_a_lock_out_of_reach_tells_what_else_may_work(rulings, strength, words, firm):
    game = cell(terrain.LOCKED_DOOR + 7, rulings=rulings)
    game.hero.derived.skills[Skill.PERCEPTION] = -9
    game.hero.derived.stats[Stat.STR] = strength
    load_dice(game, 1, 10)
    doors.open_door(game, 2, 3)
    assert said(game) == [words]
    assert game.knowledge.stuck == [square(game)]
    assert game.knowledge.firm == ([square(game)] if firm else [])
    assert [stop.reason for stop in game.state.disturbances] == ["blocked"]


def test_what_is_confusing_is_told_and_not_remembered():
    game = cell(terrain.LOCKED_DOOR + 7)
    game.hero.derived.skills[Skill.PERCEPTION] = 5
    game.hero.timers.confused = 9
    load_dice(game, 1, 10)
    doors.open_door(game, 2, 3)
    assert said(game) == [
        "You fail to pick the lock. You have no chance until you can see and think clearly."
    ]
    assert game.knowledge.stuck == []


def test_a_door_that_gives_way_breaks_half_the_time(heard):
    for face, left in ((1, terrain.BROKEN_DOOR), (2, terrain.OPEN_DOOR)):
        game = cell(terrain.JAMMED_DOOR)
        load_dice(game, 10, 1, face)
        assert doors.bash_door(game, 2, 3)
        assert door(game) == left
        assert said(game) == ["The door crashes open!"]
        assert (game.state.energy_used, game.hero.timers.stun) == (100, 0)
    assert heard == [-10, -10]


def test_a_door_that_holds_firm_stuns_and_can_be_tried_again(heard):
    game = cell(terrain.JAMMED_DOOR + 1)
    load_dice(game, *EVEN, otherwise=1)
    game.hero.derived.skills[Skill.WILL] = -99
    assert not doors.bash_door(game, 2, 3)
    assert said(game)[0] == "The door holds firm."
    assert game.hero.timers.stun == 10
    assert (heard, game.knowledge.tried, game.knowledge.firm) == ([-5], [square(game)], [])


@pytest.mark.parametrize(
    ("feature", "words", "stuck"),
    [
        (terrain.LOCKED_DOOR + 7, "; but opening it may work.", False),
        (terrain.JAMMED_DOOR + 7, ": look for another way, or dig round it.", True),
    ],
)
def test_a_door_too_strong_tells_what_else_may_work(feature, words, stuck):
    game = cell(feature, rulings=GAME)
    game.hero.derived.stats[Stat.STR] = -9
    game.hero.derived.skills[Skill.PERCEPTION] = 9
    load_dice(game, 1, 10)
    doors.bash_door(game, 2, 3)
    beginning = "The door holds firm. It is beyond your Strength, you have no chance"
    assert said(game)[0] == f"{beginning}{words}"
    assert game.knowledge.firm == [square(game)]
    assert (square(game) in game.knowledge.stuck) == stuck


@pytest.mark.parametrize(
    ("feature", "after"),
    [
        (terrain.JAMMED_DOOR + 2, terrain.JAMMED_DOOR + 1),
        (terrain.LOCKED_DOOR + 1, terrain.LOCKED_DOOR),
        (terrain.JAMMED_DOOR, terrain.CLOSED_DOOR),
    ],
)
def test_a_door_is_loosened_by_one(feature, after):
    game = cell(feature)
    doors._loosen(game, square(game))
    assert door(game) == after


def test_a_door_is_closed_and_told_so():
    game = cell(terrain.OPEN_DOOR)
    doors.close_door(game, 2, 3)
    assert said(game) == ["You close the door."]
    assert (door(game), game.state.energy_used) == (terrain.CLOSED_DOOR, 100)
    assert not game.knowledge.seen[game.level.at(2, 4)]


def test_what_cannot_be_closed():
    for feature, known, words in [
        (terrain.BROKEN_DOOR, True, "The door appears to be broken"),
        (terrain.BROKEN_DOOR, False, "There is no open door there"),
        (terrain.OPEN_DOOR, False, "There is no open door there"),
        (terrain.CLOSED_DOOR, True, "There is no open door there"),
    ]:
        game = cell(feature)
        game.knowledge.mark[square(game)] = known
        with pytest.raises(IllegalAction, match=words):
            doors.close_door(game, 2, 3)
        assert game.state.energy_used == 0


def test_nobody_is_shut_into_a_doorway():
    game = cell(terrain.OPEN_DOOR)
    foe(game, "Wolf")
    with pytest.raises(IllegalAction, match="Something stands in the doorway"):
        doors.close_door(game, 2, 3)


def test_a_door_warded_by_song_is_told():
    game = cell(terrain.OPEN_DOOR, abilities=(ab.SONG_OF_THRESHOLDS,))
    game.hero.song = ab.SONG_OF_THRESHOLDS.number
    load_dice(game, 10, 1)
    doors.close_door(game, 2, 3)
    assert said(game) == ["You close the door, and your song wards it."]
    assert door(game) in (terrain.WARD_1, terrain.WARD_2, terrain.WARD_3)


# ---------------------------------------------------------------- traps


def test_each_trap_is_told():
    for feature, words in [
        (terrain.CHASM, "You fall into the darkness!"),
        (terrain.FALSE_FLOOR, "The floor gives way, and you fall!"),
        (terrain.PIT, "You fall into a pit!"),
        (terrain.SPIKED_PIT, "You fall into a pit of spikes!"),
        (terrain.CONFUSION_TRAP, "A bewildering gas rises about you!"),
        (terrain.MEMORY_TRAP, "A sweet vapour rises about you."),
        (terrain.ALARM_TRAP, "A bell rings out, loud and long!"),
        (terrain.FLASH_TRAP, "There is a searing flash of light!"),
        (terrain.DEADFALL, "The roof comes down upon you!"),
        (terrain.ACID_TRAP, "Acid sprays over you!"),
        (terrain.WEB, "You are caught in a web!"),
    ]:
        game = on(feature)
        traps.enter(game)
        assert words in said(game)
        if feature != terrain.CHASM:
            assert "hurt" in {stop.reason for stop in game.state.disturbances}


def test_plain_floor_does_nothing():
    game = on(terrain.FLOOR)
    traps.enter(game)
    assert (said(game), game.state.disturbances, game.hero.health) == ([], [], 1000)


@pytest.mark.parametrize(("avoids", "words"), [(0, None), (1, "You step lightly over the trap.")])
def test_who_avoids_traps_learns_why(avoids, words):
    game = on(terrain.FLASH_TRAP)
    boots = wear(
        game, Slot.FEET, "Pair of Boots", flags=["AVOID_TRAPS"] * avoids, known=False, special=1
    )
    look(game)
    traps.enter(game)
    assert (words in said(game)) == bool(avoids)
    assert boots.known == bool(avoids)
    assert bool(game.hero.timers.blind) != bool(avoids)


@pytest.mark.parametrize("killed", [True, False])
def test_a_dart_that_kills_weakens_nobody(killed):
    game = on(terrain.DART_TRAP)
    game.hero.health = 1 if killed else 1000
    load_dice(game, 20, 1, otherwise=20)
    traps.enter(game)
    assert (game.state.ended == "dead") == killed
    if killed:
        assert game.hero.stat_drain[Stat.STR] == 0


@pytest.mark.parametrize(("mind", "forgets"), [(-99, True), (99, False)])
def test_a_strong_will_keeps_the_map(mind, forgets):
    game = on(terrain.MEMORY_TRAP, known=True)
    game.hero.derived.skills[Skill.WILL] = mind
    far = put(game, 2, 2, terrain.PIT)
    game.level.floor[game.level.at(3, 3)] = [dagger := item("Dagger", seen_by=1)]
    game.knowledge.walked[far] = 1
    traps.enter(game)
    assert ("Your memory of this place fades away." in said(game)) == forgets
    assert bool(game.level.hidden[far]) == forgets
    assert bool(game.knowledge.walked[far]) != forgets
    here = game.level.at(game.hero.y, game.hero.x)
    assert not game.level.hidden[here]
    assert dagger.seen_by == 1  # it lies in sight


# ---------------------------------------------------------------- getting free


def test_who_climbs_out_begins_afresh_and_who_slips_loses_the_turn():
    game = on(terrain.PIT)
    game.hero.failed_climbs = 3
    game.hero.derived.skills[Skill.EVASION] = 50
    load_dice(game, 1, 20)
    assert traps.break_free(game)
    assert (game.hero.failed_climbs, game.state.energy_used) == (0, 0)
    game.hero.derived.skills[Skill.EVASION] = 0
    load_dice(game, 20, 1)
    assert not traps.break_free(game)
    assert (game.hero.failed_climbs, game.state.energy_used) == (1, 100)


def test_a_web_is_torn_or_holds_and_costs_the_turn():
    game = on(terrain.WEB)
    load_dice(game, 1, 10)
    assert not traps.break_free(game)
    assert said(game) == ["You struggle in the web, and it holds."]
    assert game.state.energy_used == 100
    load_dice(game, 10, 1)
    game.state.energy_used = 0
    assert traps.break_free(game)
    assert said(game)[1:] == ["You tear yourself free of the web."]
    assert game.level.feature[game.level.at(game.hero.y, game.hero.x)] == terrain.FLOOR
    assert game.state.energy_used == 0


def beside(feature=terrain.FLASH_TRAP, **how):
    game = on(terrain.FLOOR, **how)
    put(game, game.hero.y, game.hero.x + 1, feature)
    game.knowledge.mark[game.level.at(game.hero.y, game.hero.x + 1)] = 1
    return game, game.hero.y, game.hero.x + 1


def test_a_slip_of_three_sets_a_trap_off():
    for margin, goes_on, words in [
        (1, False, "You have disarmed the "),
        (0, True, "You fail to disarm the "),
        (-2, True, "You fail to disarm the "),
        (-3, False, "You set off the "),
    ]:
        game, y, x = beside()
        hard = game.data.rules.traps[terrain.FLASH_TRAP].disarm
        game.hero.derived.skills[Skill.PERCEPTION] = hard + margin
        load_dice(game, *EVEN)
        assert traps.disarm(game, y, x) == goes_on
        assert said(game)[0].startswith(words)
        assert game.state.energy_used == 100
        i = game.level.at(y, x)
        assert (game.level.feature[i] == terrain.FLOOR) == (margin == 1)
        assert ((game.hero.y, game.hero.x) == (y, x)) == (margin == -3)
        assert bool(game.hero.timers.blind) == (margin == -3)


def test_who_slips_into_a_trap_sees_at_once_what_lies_round_its_corner():
    game = arena("#####", "#@.##", "##.##", "##.##", "##.##", "##.##", "#####")
    i, corner = game.level.at(1, 2), game.level.at(5, 2)
    put(game, 1, 2, terrain.ALARM_TRAP)
    game.knowledge.mark[i] = 1
    assert not game.knowledge.seen[corner]
    game.hero.derived.skills[Skill.PERCEPTION] = -20
    traps.disarm(game, 1, 2)
    assert (game.hero.y, game.hero.x) == (1, 2)
    assert game.knowledge.seen[corner]


def test_what_is_not_known_or_no_trap_or_stood_upon_is_not_disarmed():
    game, y, x = beside()
    game.knowledge.mark[game.level.at(y, x)] = 0
    with pytest.raises(IllegalAction, match="no trap there that you know of"):
        traps.disarm(game, y, x)
    game, y, x = beside()
    game.level.hidden[game.level.at(y, x)] = 1
    with pytest.raises(IllegalAction, match="no trap there that you know of"):
        traps.disarm(game, y, x)
    game, y, x = beside(terrain.RUBBLE)
    with pytest.raises(IllegalAction, match="no trap there that you know of"):
        traps.disarm(game, y, x)
    game, y, x = beside()
    foe(game, "Wolf")
    with pytest.raises(IllegalAction, match="Something stands in the way"):
        traps.disarm(game, y, x)
    game, y, x = beside(terrain.PIT)
    with pytest.raises(IllegalAction, match="There is no disarming a pit"):
        traps.disarm(game, y, x)
    assert game.state.energy_used == 0


def test_a_web_underfoot_is_torn_instead():
    game = on(terrain.WEB)
    load_dice(game, 10, 1)
    assert not traps.disarm(game, game.hero.y, game.hero.x)
    assert said(game) == ["You tear yourself free of the web."]
    game = on(terrain.WEB)
    load_dice(game, 1, 10)
    assert traps.disarm(game, game.hero.y, game.hero.x)
    assert game.state.energy_used >= 100
