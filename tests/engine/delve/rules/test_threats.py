"""Enemies in sight as plans weigh them: who is alert, how soon it could do harm, who ambushed."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.rules import threats, vision
from engine.delve.state import Plan
from tests.engine.delve.stage import Stage
from tests.rows import for_each


@for_each(
    "row",
    [
        ("jackal", 9, {}, True),
        ("jackal", 1, {"asleep": True}, False),
        ("jackal", 1, {"statuses": {"asleep": 2}}, False),
        ("jackal", 1, {"statuses": {"calm": 2}}, False),
        ("jackal", 1, {"fled": True}, True),
        ("jackal", 2, {"fled": True}, False),
        ("mould", 1, {}, True),  # which cannot move
        ("mould", 2, {}, False),
        ("storm engine", 10, {}, True),  # it cannot, but casts
        ("storm engine", 11, {}, False),
        ("eel", 2, {}, False),  # it keeps to the water
        ("eel", 1, {}, True),
        ("heart guard", 9, {}, True),
        ("heart guard", 10, {}, False),
        ("magnet", 6, {}, True),
        ("magnet", 7, {}, False),
        ("pike guard", 2, {"fled": True}, True),  # its blows reach so far
        ("pike guard", 3, {"fled": True}, False),
    ],
)
def test_a_threat_is_who_can_do_harm_or_come_near(
    row: tuple[str, int, dict[str, object], bool],
) -> None:
    kind, away, figures, is_threat = row
    made = Stage()
    foe = made.put(kind, 0, away, **figures)
    assert vision.is_threat(made.game, made.hero, foe) is is_threat


@for_each("row", [(10, False, True), (11, False, False), (1, True, True), (2, True, False)])
def test_who_is_aware_of_a_hero_is_within_ten_squares_or_beside_the_invisible(
    row: tuple[int, bool, bool],
) -> None:
    away, unseen, alert = row
    made = Stage()
    foe = made.put("jackal", 0, away)
    if unseen:
        made.hero.statuses["invisible"] = 5
    assert threats.is_alert(made.game, made.hero, foe) is alert


@for_each(
    "row",
    [
        ("jackal", 1, {}, 0),
        ("jackal", 5, {}, 4),
        ("jackal", 5, {"statuses": {"hasted": 2}}, 2),
        ("cellar bat", 6, {}, 2.5),  # it is swift
        ("blind worm", 5, {}, 8),  # it is slow
        ("blind worm", 5, {"statuses": {"hasted": 2}}, 2),
        ("spark wisp", 10, {}, 2),  # it casts over eight squares
        ("bone dragon", 9, {}, 1),  # it breathes
        ("kobold slinger", 8, {}, 2),  # it shoots over six
        ("siren", 8, {}, 2),
        ("magnet", 8, {}, 2),
        ("pike guard", 5, {}, 3),
    ],
)
def test_the_turns_until_harm_count_steps_speed_and_reach(
    row: tuple[str, int, dict[str, object], float],
) -> None:
    kind, away, figures, turns = row
    made = Stage()
    foe = made.put(kind, 0, away, **figures)
    assert threats.turns_until_harm(made.game, made.hero, foe) == turns


@for_each(
    "row",
    [
        ("jackal", {}, "a jackal, alert, 4 east"),
        ("jackal", {"asleep": True}, "a jackal, asleep, 4 east"),
        ("jackal", {"statuses": {"asleep": 3}}, "a jackal, asleep, 4 east"),
        ("jackal", {"fled": True}, "a jackal, fleeing, 4 east"),
        ("jackal", {"statuses": {"calm": 3}}, "a jackal, not alert, 4 east"),
        ("mould", {}, "a mould, rooted, 4 east"),
        ("the Butler", {"asleep": True}, "the Butler, asleep, 4 east"),
    ],
)
def test_an_account_tells_what_an_enemy_is_doing_and_where(
    row: tuple[str, dict[str, object], str],
) -> None:
    kind, figures, told = row
    made = Stage()
    foe = made.put(kind, 0, 4, **figures)
    assert str(threats.described(made.game, made.hero, foe)) == told


def test_sightings_are_the_nearest_first_and_new_beyond_those_noticed() -> None:
    made = Stage()
    far, near = made.put("rat", 0, 6), made.put("rat", 0, 3, asleep=True)
    made.put("rat", 0, 2, side=1)
    found = threats.sightings(made.game, made.hero, 1)
    assert [(each.key, each.alert, each.new) for each in found] == [
        (near.uid, False, True), (far.uid, True, False),
    ]  # fmt: skip
    assert [each.new for each in threats.sightings(made.game, made.hero, 2)] == [False, False]
    assert found[0].at == divmod(near.at, 60)


@for_each("row", [(0, True), (10, True), (11, False)])
def test_somebody_unseen_who_attacked_counts_for_ten_turns(row: tuple[int, bool]) -> None:
    since, near = row
    made = Stage()
    made.hero.turns = 40
    assert not threats.is_ambushed(made.hero)
    unseen = made.put("jackal", 0, 3, statuses={"invisible": 5})
    made.hero.plan = Plan("explore")
    threats.note_attack(made.game, made.hero, unseen)
    [stop] = made.hero.plan.stops
    assert (stop.reason, str(stop.why), stop.by) == ("attacked", "somebody unseen attacks", None)
    made.hero.turns += since
    assert threats.is_ambushed(made.hero) is near


def test_who_attacks_in_sight_is_named_with_his_place() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3)
    made.hero.plan = Plan("explore")
    threats.note_attack(made.game, made.hero, jackal)
    [stop] = made.hero.plan.stops
    assert (str(stop.why), stop.at) == ("a jackal attacks", divmod(jackal.at, 60))
    assert stop.by is not None
    assert not threats.is_ambushed(made.hero)


# ------------------------------------------------------------------ sight


@for_each("row", [
    ("scrying", 20, True), ("scrying", 21, False), ("sensing", 20, True), ("", 5, False),
])  # fmt: skip
def test_creatures_behind_walls_are_sensed_within_twenty_squares(
    row: tuple[str, int, bool],
) -> None:
    status, away, seen = row
    made = Stage()
    for dy in range(-9, 19):
        made.ground(dy, 2, terrain.WALL)
    rat = made.put("rat", 0, away)
    made.hero.statuses = {status: 5} if status else {}
    assert (rat in vision.visible(made.game, made.hero)) is seen
    assert rat not in vision.visible_enemies(made.game, made.hero)


@for_each("row", [(0, 30), (1, 32), (10, 50)])
def test_the_chance_to_find_what_is_hidden_grows_with_the_level(row: tuple[int, int]) -> None:
    level, chance = row
    made = Stage()
    made.hero.level = level
    assert vision.search_chance(made.hero) == chance


def test_enemies_are_told_of_when_they_come_into_sight_and_friends_never() -> None:
    made = Stage()
    made.hero.lines = []
    made.put("rat", 0, 5, asleep=True)
    made.put("jackal", 0, -5)
    made.put("kobold", 5, 0, side=1)
    told = [str(line.text) for line in made.hero.lines if hasattr(line, "text")]
    assert told == ["Ann sees a rat, asleep.", "Ann sees a jackal."]
    made.hero.in_view, made.hero.lines = [], []
    vision.notice_monsters(made.game, made.hero)  # of known ones those who threaten, again
    assert [str(line.text) for line in made.hero.lines if hasattr(line, "text")] == [
        "Ann sees a jackal."
    ]


def test_sleepers_are_remembered_where_they_were_seen_until_they_are_seen_elsewhere() -> None:
    made = Stage()
    rat = made.put("rat", 0, 5, asleep=True)
    made.put("jackal", 0, 6)
    made.put("mould", 0, 7, asleep=True)
    memory = made.game.memory(made.hero)
    assert memory.sleepers == [rat.at]
    made.look()
    assert memory.sleepers == [rat.at]
    rat.asleep = False
    made.look()
    assert memory.sleepers == []
