"""Stairs, falls and the way out in words and counts, and the first moments on a level."""

import pytest

from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.sil.dungeon import level_arrival, stairs
from engine.sil.game.state import Level
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.stage import item, load_dice


def on(feature, depth=4, least=1):
    """Return a tough hero on stairs, with no dice that make them crumble."""
    game = arena(depth=depth)
    put(game, game.hero.y, game.hero.x, feature)
    game.hero.min_depth_counter = (least - 1) * 100_000
    game.hero.health = 1000
    load_dice(game, otherwise=1)
    return game


def noted(game):
    return [(note.kind, str(note.text)) for note in game.hero.notes]


# ---------------------------------------------------------------- what stairs forbid


def test_stairs_are_taken_where_they_are():
    for feature, way, words in [
        (terrain.FLOOR, "up", "There is no up staircase here."),
        (terrain.DOWN_STAIR, "up", "There is no up staircase here."),
        (terrain.FLOOR, "down", "There is no down staircase here."),
        (terrain.UP_SHAFT, "down", "There is no down staircase here."),
        (terrain.UP_SHAFT, "up", ""),
        (terrain.DOWN_SHAFT, "down", ""),
    ]:
        game = on(feature)
        assert str(stairs.hindrance(game, way)) == words
        if words:
            with pytest.raises(IllegalAction, match=words.removesuffix(".")):
                stairs.take(game, way)


def test_the_quest_may_forbid_a_way():
    for depth, straight, jewels, way, words in [
        (0, "no", 1, "down", "You have escaped from that darkness: never again."),
        (1, "no", 1, "down", ""),
        (4, "yes", 0, "up", "You have sworn not to turn back without a Silmaril."),
        (4, "yes", 1, "up", ""),
        (4, "yes", 0, "down", ""),
        (4, "no", 0, "up", ""),
    ]:
        game = on(terrain.UP_STAIR, depth)
        game.state.options["straight_down"] = straight
        game.hero.silmarils = jewels
        assert str(stairs.prohibition(game, way)) == words


def test_the_least_depth_grows_a_level_in_a_hundred_thousand():
    for counter, least in [
        (0, 1),
        (99_999, 1),
        (100_000, 2),
        (250_000, 3),
        (1_900_000, 20),
        (9_000_000, 20),
    ]:
        game = on(terrain.UP_STAIR)
        game.hero.min_depth_counter = counter
        assert stairs.min_depth(game) == least


def test_in_the_throne_room_there_is_no_way_but_out_and_on_the_run_there_are_all():
    game = on(terrain.UP_STAIR, 20)
    assert stairs.min_depth(game) == 20
    game.hero.on_the_run = True
    assert stairs.min_depth(game) == 0


# ---------------------------------------------------------------- what is told of them


@pytest.mark.parametrize(
    ("feature", "way", "words"),
    [(terrain.UP_STAIR, "up", "You go up."), (terrain.DOWN_STAIR, "down", "You go down.")],
)
def test_a_way_taken_is_told_counted_and_tires_the_stairs(feature, way, words):
    game = on(feature)
    game.hero.stairs_taken, game.hero.stair_weariness = 6, 500
    game.world.thrall_quest = "passages"
    stairs.take(game, way)
    assert said(game) == [words]
    assert (game.hero.stairs_taken, game.hero.stair_weariness) == (7, 1500)
    assert [stop.reason for stop in game.state.disturbances] == ["level"]
    assert game.world.thrall_quest == "passages"


@pytest.mark.parametrize(
    ("depth", "least", "words"),
    [
        (4, 4, "You lose your way on the stairs, and come out near where you began."),
        (4, 5, "You lose your way on the stairs, and come out deeper than ever."),
        (4, 3, None),
    ],
)
def test_a_hero_who_is_late_loses_his_way_up(depth, least, words):
    game = on(terrain.UP_STAIR, depth, least)
    stairs.take(game, "up")
    assert said(game) == [*([words] if words else []), "You go up."]
    assert game.state.destination == max(3, least)


def test_the_light_of_a_jewel_shows_the_way_up():
    game = on(terrain.UP_STAIR)
    game.hero.silmarils = 1
    stairs.take(game, "up")
    assert said(game) == ["The light of the holy jewel shows you the way.", "You go up."]


def test_stairs_that_crumble_are_told_and_noted():
    game = on(terrain.DOWN_STAIR)
    game.hero.stair_weariness = 10_000
    stairs.take(game, "down")
    assert said(game)[0] == "The stairs crumble under your feet, and you fall!"
    assert noted(game) == [("fell through", "Fell through crumbling stairs")]
    assert game.state.destination == 5


def test_who_dies_of_crumbling_stairs_leaves_no_level():
    game = on(terrain.DOWN_STAIR)
    game.hero.stair_weariness, game.hero.health = 10_000, 1
    stairs.take(game, "down")
    assert game.state.ended == "dead"
    assert (game.state.leaving, game.hero.stairs_taken) == ("", 0)


@pytest.mark.parametrize(("depth", "target"), [(17, 19), (18, 20), (19, 20)])
def test_a_shaft_down_ends_in_the_throne_room(depth, target):
    game = on(terrain.DOWN_SHAFT, depth)
    game.state.sure = True
    stairs.take(game, "down")
    assert game.state.destination == target


def test_the_question_before_the_throne_room_takes_no_turn():
    game = on(terrain.DOWN_STAIR, 19)
    stairs.take(game, "down")
    question = "These stairs end in Morgoth's own throne room. Go down?"
    assert str(game.state.question.text) == question
    assert game.state.question.data == {"action": "stairs down"}
    assert (game.state.energy_used, game.state.leaving) == (0, "")


def test_no_question_is_asked_above_the_throne_room():
    game = on(terrain.DOWN_STAIR, 18)
    stairs.take(game, "down")
    assert game.state.question is None
    assert game.state.destination == 19


@pytest.mark.parametrize(("depth", "target"), [(2, 0), (1, 0)])
def test_a_shaft_up_ends_at_the_gates_on_the_run(depth, target):
    game = on(terrain.UP_SHAFT, depth)
    game.hero.on_the_run, game.hero.silmarils = True, 1
    stairs.take(game, "up")
    assert game.state.destination == target


def test_the_stairs_of_the_throne_room_lead_a_hero_without_a_jewel_back():
    game = on(terrain.UP_STAIR, 20)
    stairs.take(game, "up")
    assert said(game) == ["The stairs wind on and on, and bring you back to the throne."]
    assert (game.state.leaving, game.hero.stairs_taken) == ("", 0)


def test_who_leaves_the_throne_room_with_a_jewel_ends_the_truce_and_runs():
    game = on(terrain.UP_STAIR, 20)
    game.hero.silmarils = 1
    game.world.truce = True
    game.hero.stair_weariness = 10_000  # here stairs do not crumble
    stairs.take(game, "up")
    assert (game.hero.on_the_run, game.world.truce) == (True, False)
    assert (game.state.destination, game.state.arrive_by) == (19, terrain.DOWN_STAIR)
    assert game.hero.health == 1000


def test_a_jewel_keeps_the_oath_of_iron():
    game = on(terrain.UP_STAIR)
    game.hero.oath, game.hero.silmarils = derived.IRON, 1
    game.hero.bought.append(ab.OATH)
    stairs.take(game, "up")
    assert game.state.question is None
    assert game.hero.oaths_broken == []
    assert game.state.leaving == "stairs"


def test_the_question_of_an_oath_warns_of_it():
    game = on(terrain.UP_STAIR)
    game.hero.oath = derived.IRON
    game.hero.bought.append(ab.OATH)
    stairs.take(game, "up")
    asked = game.state.question
    assert (str(asked.text), asked.risk, asked.data) == (
        "Going up breaks your Oath of Iron. Do it?", "oath", {"action": "stairs up"},
    )  # fmt: skip


def test_way_down_breaks_no_oath():
    game = on(terrain.DOWN_STAIR)
    stairs.take(game, "down")
    assert game.hero.oaths_broken == []


# ---------------------------------------------------------------- falling, and the way out


def test_nobody_falls_into_the_throne_room():
    for depth, levels, target in [(5, 1, 6), (18, 1, 19), (18, 2, 19), (19, 2, 19)]:
        game = arena(depth=depth)
        game.hero.health, game.hero.stair_weariness = 1000, 4000
        game.state.arrive_by = terrain.UP_STAIR
        load_dice(game, otherwise=2)
        stairs.fall(game, 3, levels, text("a fall"), "fell into", text("Fell into a hole"))
        assert (game.state.leaving, game.state.destination, game.state.arrive_by) == (
            "fall",
            target,
            0,
        )
        assert (game.hero.health, game.hero.stair_weariness) == (994, 0)
        assert noted(game) == [("fell into", "Fell into a hole")]
        assert [stop.reason for stop in game.state.disturbances][-1] == "level"


def test_who_dies_of_a_fall_comes_nowhere():
    game = arena()
    game.hero.health = 1
    stairs.fall(game, 3, 1, text("a fall"), "fell into", text("Fell into a hole"))
    assert (game.state.ended, game.state.leaving) == ("dead", "")


@pytest.mark.parametrize(("depth", "y", "outside"), [(0, 8, True), (0, 7, False), (1, 8, False)])
def test_the_world_ends_south_of_the_gates(depth, y, outside):
    level = Level.blank(depth, 9, 11, terrain.FLOOR)
    assert stairs.is_outside(level, y) == outside


def test_the_way_out_tells_what_was_brought_back():
    for jewels, words, brought in [
        (0, "You come out under the sky, with empty hands.", "Brought nothing back"),
        (1, "You come out under the sky with 1 of the Silmarils.", "Brought back one Silmaril"),
        (2, "You come out under the sky with 2 of the Silmarils.", "Brought back two Silmarils"),
        (
            3,
            "You come out under the sky with 3 of the Silmarils.",
            "Brought back all three Silmarils",
        ),
    ]:
        game = arena(depth=0)
        game.hero.silmarils = jewels
        stairs.escape(game)
        assert words in said(game)
        assert noted(game)[:2] == [("came out", "Came out of Angband"), ("came out", brought)]
        assert game.state.energy_used == 100


@pytest.mark.parametrize(("broken", "kept"), [([], True), ([derived.SILENCE], False)])
def test_an_oath_that_was_kept_to_the_end_is_noted(broken, kept):
    game = arena(depth=0)
    game.hero.oath, game.hero.oaths_broken = derived.SILENCE, broken
    game.hero.bought.append(ab.OATH)
    stairs.escape(game)
    assert (("kept oath", "Kept the oath of Silence") in noted(game)) == kept


# ---------------------------------------------------------------- coming to a level


@pytest.fixture
def arriving(monkeypatch):
    """Let a level of any depth be the one where the hero is; return how one comes to it."""

    def make(game, depth, arrive_by):
        game.level.depth = depth

    monkeypatch.setattr(level_arrival.level_creation, "make_level", make)

    def come(depth, **hero):
        game = arena(depth=4)
        for name, value in hero.items():
            setattr(game.hero, name, value)
        level_arrival.enter(game, depth, 0)
        return game

    return come


@pytest.mark.parametrize(
    ("depth", "place"), [(1, "50 ft"), (7, "350 ft"), (0, "the Gates of Angband")]
)
def test_an_arrival_is_told_and_noted(arriving, depth, place):
    game = arriving(depth, deepest=9)
    assert said(game)[0] == f"You have come to {place}."
    assert noted(game)[-1] == ("arrived", f"Came to {place}")
    way_out = "The way out lies to the south, beyond the edge of the map."
    assert (way_out in said(game)) == (depth == 0)
    assert game.knowledge.walked[game.level.at(game.hero.y, game.hero.x)]


def test_what_was_under_way_does_not_follow_to_the_next_level(arriving):
    game = arriving(6, leaping=True, concentration=3, concentration_on=2)
    assert not game.hero.leaping
    assert (game.hero.concentration, game.hero.concentration_on) == (0, 0)


@pytest.mark.parametrize(
    ("hero", "told"),
    [
        ({"deepest": 5, "turns": 10}, "arrive"),
        ({"deepest": 6, "turns": 10}, ""),
        ({"deepest": 6, "turns": 0}, "arrive"),
        ({"deepest": 20, "turns": 10, "pack": [item("Silmaril")]}, "homeward"),
    ],
)
def test_a_region_is_told_of_at_the_first_sight_of_a_level_and_on_the_way_home(
    arriving, hero, told
):
    game = arriving(6, **hero)
    region = game.data.rules.region(6)
    expected = {"arrive": region.arrive, "homeward": region.homeward, "": ("",)}[told]
    sentence = expected[region.levels.index(6) % len(expected)]
    assert said(game)[1:] == ([sentence] if told else [])


def test_a_vault_that_was_not_seen_or_was_entered_is_not_noted(arriving):
    for known, entered, name in ((0, False, "the Tomb"), (1, True, "the Tomb"), (1, False, "")):
        game = arena()
        game.level.vault_name, game.level.vault_entered = name, entered
        game.level.vault[30], game.knowledge.mark[30] = 1, known
        game.state.leaving, game.state.destination = "stairs", 4
        level_arrival.change_level(game)
        assert "passed vault" not in {note.kind for note in game.hero.notes}
        assert game.state.leaving == ""


def test_only_a_collapse_shakes_the_level_below(arriving, monkeypatch):
    shaken = []
    monkeypatch.setattr(
        level_arrival.earthquake, "earthquake", lambda game, *args: shaken.append(args)
    )
    for how in ("stairs", "fall", "collapse"):
        game = arena()
        game.state.leaving, game.state.destination = how, 6
        level_arrival.change_level(game)
    assert shaken == [(game.hero.y, game.hero.x, level_arrival.COLLAPSE)]
