"""A turn of one that wanders with its band, step by step (rules: monsters 11.1)."""

import pytest

from engine.common.noise_map import UNREACHED
from engine.sil.creatures import wandering
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import Group
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import Loaded, race

SOLDIER, CRIER, DRAKE, WIGHT = "Orc soldier", "Crebain", "Young cold-drake", "Grave wight"
CORRIDOR = "@#......a......b.c"
LOOK, NEVER = 10, 99  # the die of a new look; a face with which nothing succeeds
DRIFT = (1, 3)  # it does, to the third neighbour: the east


class BandTurn:
    """The turn of an unwary creature in a corridor: where it goes, and the dice of it.

    Its band, of those at `a` and the letters of `others`, goes to a square so far east of it.
    """

    def __init__(
        self, *faces, name=SOLDIER, others="", goal=3, strayed=4, changes=None, rows=CORRIDOR
    ):
        self.game, self.found = drawn(rows, dict.fromkeys(f"a{others}", name))
        self.level, self.orc = self.game.level, self.found["a"]
        for creature in self.found.values():
            creature.alertness, creature.group, creature.strayed = -5, 1, strayed
        self.here = self.level.at(self.orc.y, self.orc.x)
        self.band = Group(-1 if goal is None else self.here + goal)
        self.level.groups[1] = self.band
        self.level.room = bytearray(b"\x01" * len(self.level.feature))
        self.dice = self.game.streams.play = Loaded([*faces], NEVER)
        for field, value in (changes or {}).items():
            setattr(self.orc, field, value)

    def go(self):
        """Return how many squares east it goes; None for nowhere."""
        step = wandering.step_for(Situation(self.game, self.orc))
        return None if step is None else self.level.at(*step) - self.here

    def square(self, east):
        """Return the face of a die among all squares that is the one so far east."""
        return self.here + east + 1


def test_a_member_goes_to_the_goal_and_its_distance_is_recorded():
    turn = BandTurn(NEVER)
    assert turn.go() == 1
    assert (turn.orc.strayed, turn.dice.sides) == (3, [LOOK])


@pytest.mark.parametrize(("face", "looks"), [(1, True), (2, False)])
def test_one_turn_in_ten_the_band_looks_who_stands_in_the_way(face, looks):
    turn = BandTurn(face)
    turn.go()
    assert bool(turn.band.bodies) == looks


@pytest.mark.parametrize(
    ("others", "strayed", "dice", "step"),
    [
        ("", 4, [], 1),  # 3 is not less than 4 - 1
        ("", 5, [100], None),
        ("b", 5, [], 1),
        ("b", 6, [100], None),
    ],
)
def test_a_member_waits_for_the_furthest_one_time_in_two(others, strayed, dice, step):
    turn = BandTurn(NEVER, 50, others=others, strayed=strayed)
    assert turn.go() == step
    assert (turn.orc.strayed, turn.dice.sides) == (3, [LOOK, *dice])
    assert BandTurn(NEVER, 51, others=others, strayed=strayed).go() == 1


def test_the_furthest_member_counts_not_the_nearest():
    turn = BandTurn(NEVER, 50, others="b")
    turn.found["b"].strayed = 6
    assert turn.go() is None


def test_who_waits_does_not_drift():
    turn = BandTurn(NEVER, 50, *DRIFT, strayed=5)
    turn.band.pause = 9
    assert turn.go() is None


@pytest.mark.parametrize(
    ("others", "strayed", "sides"), [("", 4, []), ("", 3, [20]), ("", 2, [20]), ("b", 3, [40])]
)
def test_one_who_has_come_no_nearer_may_choose_another_goal(others, strayed, sides):
    turn = BandTurn(NEVER, 2, others=others, strayed=strayed)
    assert turn.go() == 1
    assert turn.dice.sides == [LOOK, *sides]
    turn = BandTurn(NEVER, 1, 2, others=others, strayed=strayed)
    turn.dice.faces.append(turn.square(-2))
    turn.go()
    assert (turn.band.destination == turn.here - 2) == bool(sides)


@pytest.mark.parametrize(("away", "chooses"), [(50, False), (51, True)])
def test_a_goal_farther_than_fifty_is_given_up(away, chooses):
    turn = BandTurn(NEVER, 2, goal=away, strayed=51, rows="@#..a" + "." * 60)
    turn.dice.faces.append(turn.square(-1))
    assert turn.go() == (-1 if chooses else 1)
    assert turn.orc.strayed == away


def test_a_band_without_a_goal_chooses_one_and_does_not_look():
    turn = BandTurn(2, goal=None)
    turn.dice.faces.append(turn.square(-4))
    assert turn.go() == -1
    assert turn.dice.sides == [5, len(turn.level.feature), 20]
    nowhere = BandTurn(2, goal=None)
    nowhere.level.room = bytearray(len(nowhere.level.feature))
    assert nowhere.go() is None
    assert nowhere.band.destination == -1


@pytest.mark.parametrize(("eldest", "away"), [(SOLDIER, 4), (CRIER, UNREACHED)])
def test_a_band_goes_where_its_eldest_can(eldest, away):
    """The door costs one who can open it a step more."""
    turn = BandTurn(NEVER, others="b")
    turn.level.feature[turn.here + 1] = terrain.CLOSED_DOOR
    turn.orc.race = race(eldest)
    turn.found["b"].race = race(SOLDIER if eldest == CRIER else CRIER)
    turn.level.room = bytearray(len(turn.level.feature))
    turn.go()
    assert turn.orc.strayed == away


@pytest.mark.parametrize(
    ("name", "face", "alertness"), [(DRAKE, 1, -20), (DRAKE, 10, -11), (WIGHT, 4, -5)]
)
def test_a_territorial_keeper_of_treasure_stays_at_home_and_may_fall_asleep(name, face, alertness):
    turn = BandTurn(NEVER, 1, face, name=name, goal=0)
    assert turn.go() is None
    assert (turn.orc.alertness, turn.orc.strayed, turn.band.pause) == (alertness, 4, 0)
    assert turn.dice.sides == [LOOK, 100, *([10] if name == DRAKE else [])]
    turn = BandTurn(NEVER, 2, face, name=name, goal=0)
    assert turn.go() is None
    assert turn.dice.sides == [LOOK, 100]
    assert turn.orc.alertness == -5


@pytest.mark.parametrize(
    ("name", "others", "goal", "pause"),
    [(DRAKE, "", 1, 0), ("Attercop", "", 0, 7), (SOLDIER, "", 0, 7), (SOLDIER, "bc", 0, 21)],
)
def test_the_others_begin_a_pause_at_the_goal(name, others, goal, pause):
    turn = BandTurn(NEVER, 7, name=name, others=others, goal=goal)
    turn.go()
    assert turn.band.pause == pause
    assert turn.orc.strayed == goal
    assert (turn.dice.sides[1:2] == [50]) == (pause > 0)


def test_the_pause_ends_with_another_goal_where_none_follows():
    turn = BandTurn(NEVER, 2)
    turn.band.pause = 1
    turn.dice.faces.append(turn.square(-4))
    assert turn.go() == -1
    assert (turn.band.pause, turn.band.destination) == (-1, turn.here - 4)


@pytest.mark.parametrize(("pause", "step", "left"), [(0, -1, 0), (2, 1, 1), (9, 1, 8)])
def test_one_who_pauses_drifts(pause, step, left):
    turn = BandTurn(NEVER, *DRIFT, goal=-3)
    turn.band.pause = pause
    assert turn.go() == step
    assert turn.band.pause == left
    assert turn.dice.sides == [LOOK, *([4, 8] if pause else [])]


@pytest.mark.parametrize(
    ("alertness", "others", "goal"),
    [
        (-5, {"b": -11, "c": -11}, 7),
        (-1, {"b": -10, "c": -11}, 9),
        (-5, {"b": -10, "c": -10}, 3),
        (0, {"b": -11, "c": -11}, 3),
    ],
)
def test_a_member_that_is_not_alert_leads_the_band_to_the_first_sleeper(alertness, others, goal):
    for face, step in ((50, -1), (51, 1)):  # the drift: to the west
        turn = BandTurn(NEVER, face, 1, 4, others="bc", changes={"alertness": alertness})
        for letter, value in others.items():
            turn.found[letter].alertness = value
        assert turn.go() == (step if goal > 3 else 1)
        assert turn.band.destination == turn.here + goal


@pytest.mark.parametrize(("name", "step"), [(SOLDIER, -1), ("Attercop", 1)])
def test_all_but_the_territorial_drift_in_a_vault(name, step):
    turn = BandTurn(NEVER, 1, 4, name=name)
    turn.level.icky = bytearray(b"\x01" * len(turn.level.icky))
    assert turn.go() == step


@pytest.mark.parametrize(
    ("name", "goal", "depth", "leaves"),
    [
        (SOLDIER, 0, 5, True), (SOLDIER, 1, 5, False), (SOLDIER, 0, 20, False),
        (CRIER, 0, 5, False), ("Attercop", 0, 5, False),
    ],
)  # fmt: skip
def test_a_planner_that_comes_to_the_stairs_it_was_going_to_leaves(name, goal, depth, leaves):
    turn = BandTurn(NEVER, name=name, goal=goal)
    turn.level.feature[turn.here] = terrain.UP_STAIR
    turn.level.depth = depth
    assert (turn.go() is None) == leaves
    assert ("leaving" in turn.orc.flags) == leaves


def test_one_at_a_goal_without_stairs_goes_a_step_off():
    turn = BandTurn(NEVER, goal=0)
    assert turn.go() in (-1, 1)
    assert turn.orc.flags == []


def test_a_loner_drifts_to_each_neighbour_alike():
    places = set()
    for face in range(1, 9):
        turn = BandTurn(1, face, name="Wolf", rows="...\n.a.\n...\n@..", changes={"group": 0})
        y, x = wandering.step_for(Situation(turn.game, turn.orc))
        places.add((y - turn.orc.y, x - turn.orc.x))
        assert turn.dice.sides == [4, 8]
    assert places == {(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} - {(0, 0)}
