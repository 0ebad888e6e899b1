"""Steps as orders: burdens, confusion, leaps, the Gates, captives, and getting free."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.common.plans import Terms
from engine.contract.action import IllegalAction
from engine.contract.facts import Blocked, SeatRef
from engine.sil.commands import getting_free, movement, retreat_plans
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero, RaceLore
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import EDAIN, foe, item, load_dice, race

HALL = ("#######", "#.....#", "#..@..#", "#.....#", "#######")


def hall(*, burdened: bool = False, **how: object) -> SilContext:
    """Return a hero in a known hall; burdened, he carries a little more than he can."""
    game = arena(*HALL, known=True, **how)
    if burdened:
        game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    return game


def told(game: SilContext) -> list[tuple[str, str]]:
    """Return the reasons and words of what disturbed the hero."""
    return [(stop.reason, str(stop.why)) for stop in game.state.disturbances]


BURDEN = "The burden is too heavy to take a step."


# ------------------------------------------------------------------ burdens


@pytest.mark.parametrize("struck", compass.DIRECTIONS)
def test_the_overburdened_strike_in_one_direction_and_step_in_none(struck: str) -> None:
    game = hall()
    dy, dx = compass.DIRECTIONS[struck]
    enemy = foe(game, "Wolf", dy, dx, health=500)
    look(game)
    game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    for direction in compass.DIRECTIONS:
        if direction != struck:
            with pytest.raises(IllegalAction) as refused:
                movement.walk(game, (direction,))
            assert str(refused.value) == BURDEN
    assert game.state.energy_used == 0
    game.learn(enemy).visible = False
    with pytest.raises(IllegalAction) as refused:
        movement.walk(game, (struck,))
    assert str(refused.value) == BURDEN
    game.learn(enemy).visible = True
    movement.walk(game, (struck,))
    assert game.hero.attacked
    assert game.state.energy_used == 100


def test_the_overburdened_open_doors_and_feel_walls() -> None:
    game = hall(burdened=True)
    game.level.feature[game.level.at(2, 4)] = terrain.CLOSED_DOOR
    game.level.feature[game.level.at(2, 2)] = terrain.GRANITE
    with pytest.raises(IllegalAction) as refused:
        movement.walk(game, ("w",))
    assert str(refused.value) == "There is a wall in the way."
    movement.walk(game, ("e",))
    assert said(game) == ["You open the door."]


def test_the_overburdened_whom_confusion_turns_to_open_floor_lose_their_turn() -> None:
    game = hall()
    game.level.feature[game.level.at(2, 4)] = terrain.GRANITE
    game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    game.hero.timers.confused = 5
    load_dice(game, 2, 2, 2, 1, 1, 1)
    movement.walk(game, ("e",))
    assert said(game) == ["Confused, you go astray.", BURDEN]
    assert (game.hero.y, game.hero.x, game.state.energy_used) == (2, 3, 100)


def test_who_carries_just_what_he_can_steps() -> None:
    game = hall(burdened=True)
    game.hero.derived.burden = 150
    movement.walk(game, ("e",))
    assert (game.hero.y, game.hero.x) == (2, 4)


# ------------------------------------------------------------------ the Gates


def test_a_step_south_of_the_gates_leaves_angband_and_no_other_step_does() -> None:
    game = arena("#####", "#...#", "#.@.#", "#####", known=True, depth=0)
    movement.walk(game, ("n",))
    assert (game.hero.y, game.state.ended) == (1, "")
    movement.walk(game, ("s",))
    game.state.energy_used = 0
    movement.walk(game, ("s",))
    assert said(game)[0] == "You come out under the sky, with empty hands."
    assert not [line for line in said(game) if "wall" in line]
    assert game.state.ended
    assert (game.hero.y, game.state.energy_used) == (2, 100)


def test_the_overburdened_do_not_leave_by_the_gates() -> None:
    game = arena("#####", "#...#", "#.@.#", "#####", known=True, depth=0)
    game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    with pytest.raises(IllegalAction) as refused:
        movement.walk(game, ("s",))
    assert str(refused.value) == BURDEN
    assert not game.state.ended


# ------------------------------------------------------------------ confusion, fear, captives


@pytest.mark.parametrize(
    ("faces", "lines", "lands"),
    [
        ((1, 1, 1, 1, 1, 1), [], (2, 4)), ((2, 1, 2, 1, 2, 2), [], (2, 4)),
        ((2, 1, 1, 1, 1, 1), ["Confused, you go astray."], None),
        ((1, 1, 1, 2, 1, 1), ["Confused, you go astray."], None),
    ],
)  # fmt: skip
def test_only_who_goes_astray_is_told_so(
    faces: tuple[int, ...], lines: list[str], lands: tuple[int, int] | None
) -> None:
    game = hall()
    game.hero.timers.confused = 5
    load_dice(game, *faces)
    movement.walk(game, ("e",))
    assert said(game) == lines
    place = game.hero.y, game.hero.x
    assert place == lands if lands else place in ((1, 4), (3, 4))


def test_confusion_that_turns_the_frightened_at_somebody_tells_it_and_ends_plans() -> None:
    game = hall()
    foe(game, "Wolf")
    look(game)
    game.hero.timers.afraid = game.hero.timers.confused = 9
    load_dice(game, otherwise=1)
    movement.walk(game, ("e",))
    [event] = game.state.events
    assert str(event.text) == "Fear keeps you from attacking the wolf."
    assert event.fact == Blocked(SeatRef(0), "somebody")
    assert told(game) == [("blocked", "somebody is in the way")]
    assert game.state.energy_used == 0


def test_a_captive_in_sight_is_spoken_to_and_one_unseen_is_struck() -> None:
    game = hall()
    captive = foe(game, "Alert human thrall")
    look(game)
    movement.walk(game, ("e",))
    assert said(game) == ["The alert human thrall looks through you, and says nothing."]
    assert (game.hero.attacked, game.state.energy_used) == (False, 0)
    game.learn(captive).visible = False
    movement.walk(game, ("e",))
    assert game.hero.attacked


# ------------------------------------------------------------------ leaps, things, other heroes


def test_a_leap_goes_off_in_its_direction_and_asks_with_its_own_order() -> None:
    game = arena("######", "#@x..#", "######", known=True, abilities=(ab.LEAPING,))
    game.hero.actions[1] = compass.KEYPAD["e"]
    game.knowledge.mark[game.level.at(1, 3)] = game.knowledge.seen[game.level.at(1, 3)] = 0
    movement.walk(game, ("e",))
    question = game.state.question
    assert question is not None
    assert (str(question.text), question.data) == ("Leap into the unknown?", {"action": "step e"})
    assert not game.hero.leaping
    game.state.question, game.state.sure = None, True
    movement.walk(game, ("e",))
    assert game.state.question is None
    assert game.hero.leaping
    assert game.state.energy_used == 100


def test_what_he_steps_away_from_is_left_lying() -> None:
    game = hall()
    left, other = item("Dagger", seen_by=1), item("Spear", seen_by=1)
    game.level.floor[game.level.at(2, 3)] = [left]
    game.level.floor[game.level.at(2, 4)] = [other]
    movement.walk(game, ("e",))
    assert (left.left_by, other.left_by) == (1, 0)


def test_steps_are_offered_to_all_squares_but_those_of_other_heroes() -> None:
    game = hall()
    ways = [offer.action.args[0] for offer in movement._step_offers(game)]
    assert ways == list(compass.DIRECTIONS)
    first, *_, last = compass.DIRECTIONS
    for direction in (first, last):
        dy, dx = compass.DIRECTIONS[direction]
        number = len(game.state.heroes)
        game.state.heroes.append(
            Hero("Other", EDAIN, 9, y=2 + dy, x=3 + dx, stat_base=[0] * 4, skill_base=[0] * 8,
                 number=number)
        )  # fmt: skip
    ways = [offer.action.args[0] for offer in movement._step_offers(game)]
    assert ways == list(compass.DIRECTIONS)[1:-1]


# ------------------------------------------------------------------ getting free, going round


@pytest.mark.parametrize(
    ("strength", "ends", "words"),
    [
        (20, (3, 3), "Struggled 1 turn."),
        (0, (2, 3), "Struggled 3 turns; stopped: the most at once."),
    ],
)
def test_who_struggles_tries_till_he_stands_outside_and_no_longer(
    strength: int, ends: tuple[int, int], words: str
) -> None:
    game = hall(stats=(strength, 0, 0, 0))
    put(game, 2, 3, terrain.WEB)
    game.knowledge.walked[game.level.at(3, 3)] = 1
    look(game)
    load_dice(game, otherwise=1)
    getting_free._struggle(game, ("usual:3",))
    assert (game.hero.y, game.hero.x) == ends
    assert said(game)[-1] == words


@pytest.mark.parametrize(
    ("walls", "onward", "ends", "words"),
    [
        ((), False, (2, 4), "Fled 3 turns."),
        ((1, 3), False, (2, 1), "Fled 0 turns; stopped: the way is no longer free."),
        ((1, 3), True, (1, 1), "Fled 1 turn."),
    ],
)
def test_a_flight_goes_round_whoever_stands_in_the_way_or_elsewhere(
    walls: tuple[int, ...], onward: bool, ends: tuple[int, int], words: str
) -> None:
    game = arena("#######", "#.....#", "#@....#", "#.....#", "#######", known=True)
    for y in walls:
        put(game, y, 2, terrain.GRANITE)
    foe(game, "Wolf", alertness=-20)
    game.lore.races[race("Wolf")] = RaceLore(encountered=1, seen=1)
    look(game)
    way = [game.level.at(2, x) for x in (2, 3, 4)]
    elsewhere = [[], [game.level.at(1, 1)]] if onward else []

    def go_on() -> list[int]:
        return elsewhere.pop() if elsewhere else []

    retreat_plans.go(game, "flee", way, Terms(), go_on)
    assert (game.hero.y, game.hero.x) == ends
    assert said(game)[-1] == words
    assert not game.hero.attacked
