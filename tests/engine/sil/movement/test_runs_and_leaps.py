"""Steps, runs and leaps in unusual places."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.commands import movement
from engine.sil.dungeon import stairs
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.movement import exploring, leaps, running
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.commands.test_plans import at, walker
from tests.engine.sil.stage import foe, item, load_dice, wear

N, E, S, W, NE, SE = 8, 6, 2, 4, 9, 3


# ------------------------------------------------------------------------ runs


def followed(rows, direction):
    """Return where a run that begins on this map comes from, as a keypad number."""
    game = arena(*rows, known=True)
    run = running.start(game, direction)
    return run.came, run.open_ground


@pytest.mark.parametrize(
    ("rows", "direction", "came", "open_ground"),
    [
        (("#####", "##..#", "#@.##", "#..##", "#####"), E, E, True),
        # into a dead end: whence the opening beside the square ahead comes
        (("######", "######", "#@.###", "#..###", "######"), E, S, False),
        (("######", "#..###", "#@.###", "######", "######"), E, N, False),
        (("######", "######", "#@.###", "######", "######"), E, E, False),
        (("######", "######", "#@..##", "#..###", "######"), E, E, False),
        # along a diagonal passage
        (("######", "######", "##.###", "#@.###", "######"), NE, N, False),
        (("######", "######", "#..###", "#@####", "######"), NE, E, False),
        (("######", "######", "##.###", "#@####", "######"), NE, NE, False),
    ],
)
def test_how_a_run_into_a_passage_begins(rows, direction, came, open_ground):
    assert followed(rows, direction) == (came, open_ground)


def test_a_creature_in_sight_is_worth_stopping_for():
    game = walker("############", "#@.........#", "############", known=True)
    thorn = foe(game, "Tanglethorn", 0, 5)
    for visible in (True, False):
        game.learn(thorn).visible = visible
        assert running._notable(game, thorn.y, thorn.x) is visible
    assert not running._notable(game, thorn.y, thorn.x + 1)


def test_a_run_towards_the_gates_does_not_look_beyond_the_edge():
    game = arena("#####", "#...#", "#.@.#", "#####", depth=0, known=True)
    run = running.start(game, S)
    assert (run.direction, run.came) == (S, S)


# ------------------------------------------------------------------------ burdens


def overburdened(**how):
    game = arena(**how)
    game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    return game


def test_the_overburdened_do_not_step_but_strike():
    game = overburdened()
    with pytest.raises(IllegalAction, match=r"The burden is too heavy to take a step\."):
        movement.walk(game, ("e",))
    game.hero.derived.burden = 150
    movement.walk(game, ("e",))
    assert game.state.energy_used == 100


def test_the_overburdened_whom_confusion_turns_to_open_floor_lose_their_turn():
    game = overburdened()
    hero = game.hero
    put(game, hero.y, hero.x + 1, terrain.GRANITE)
    hero.derived.capacity, hero.derived.burden = 100, 151
    before, hero.timers.confused = at(game), 5
    load_dice(game, 2, 2, 2, 1, 1, 1)
    movement.walk(game, ("e",))
    assert at(game) == before
    assert game.state.energy_used == 100
    assert said(game)[-1] == "The burden is too heavy to take a step."


def test_the_overburdened_do_not_leave_by_the_gates_either():
    game = arena("#####", "#...#", "#.@.#", "#####", depth=0)
    game.hero.derived.capacity, game.hero.derived.burden = 100, 151
    assert stairs.is_outside(game.level, game.hero.y + 1)
    with pytest.raises(IllegalAction, match=r"The burden is too heavy"):
        movement.walk(game, ("s",))


# ------------------------------------------------------------------------ leaps


def leaper(*rows, known=True):
    game = arena(*rows, known=known, abilities=(ab.LEAPING,))
    game.hero.actions[1] = E
    return game


@pytest.mark.parametrize(
    ("rows", "risk", "asks"),
    [
        (("######", "#@x..#", "######"), "", None),
        (("######", "#@xx.#", "######"), "leap", "You would land in the chasm. Leap?"),
    ],
)
def test_a_leap_that_would_land_in_the_chasm_is_asked_about(rows, risk, asks):
    game = leaper(*rows)
    movement.walk(game, ("e",))
    question = game.state.question
    assert (question and str(question.text)) == asks
    assert game.hero.leaping is (asks is None)
    if question:
        assert (question.risk, question.data["action"]) == (risk, "step e")
        game.state.question, game.state.sure = None, True
        movement.walk(game, ("e",))
        assert game.hero.leaping


def test_a_leap_at_somebody_is_asked_about_only_when_he_is_seen():
    for visible in (True, False):
        game = leaper("######", "#@x..#", "######")
        wolf = foe(game, "Wolf", 0, 2)
        game.learn(wolf).visible = visible
        movement.walk(game, ("e",))
        question = game.state.question
        asked = question is not None and str(question.text)
        assert asked == ("Somebody stands where you would land. Leap?" if visible else False)


def test_what_a_step_is_called_to_who_leaps():
    game = leaper("######", "#@x..#", "######")
    square = game.level.at(game.hero.y, game.hero.x + 1)
    assert str(movement._step_label(game, "e", square)) == "Leap east"
    assert str(movement._step_label(game, "n", square - game.level.width - 1)) == "Step north"
    game = leaper("######", "#@x#.#", "######")
    assert movement._step_label(game, "e", square) is None


def slain_in_passing(game, *places):
    """Put one who strikes at who leaves beside a hero who is about to die."""
    for dy, dx in places:
        foe(game, "Ulfang the Black", dy, dx)
    game.hero.health = 1
    load_dice(game, 20, 1, otherwise=9)


@pytest.mark.parametrize("leaping", [True, False])
def test_who_is_slain_as_he_leaps_or_steps_does_not_move(leaping):
    game = leaper("########", "#.@x..##" if leaping else "#.@...##", "########")
    before = at(game)
    slain_in_passing(game, (0, -1))
    if leaping:
        leaps.leap(game, E)
    else:
        movement.walk(game, ("e",))
    assert game.state.ended == "dead"
    assert at(game) == before
    assert not game.hero.leaping
    assert game.state.energy_used == 100


# ------------------------------------------------------------------------ taking


def test_what_an_inscription_wants_is_taken_though_it_is_worth_nothing():
    game = arena()
    wear(game, Slot.ARM, "Kite Shield")
    shield = item("Broken Shield")
    assert not exploring.is_worth_taking(game, shield)
    shield.inscription = "=g"
    assert exploring.is_worth_taking(game, shield)
