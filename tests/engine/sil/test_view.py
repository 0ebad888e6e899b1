"""The view: magical darkness, messages told once, questions."""

import pytest

from engine.contract.action import ActionError
from engine.contract.facts import CreatureRef, PlanEnded, Seen
from engine.sil import view
from engine.sil.game import questions
from engine.sil.game.messages import tell
from engine.sil.game.state import Slot
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, wear

pytestmark = pytest.mark.covers("spec-dungeon: 8. Sight and light / 8.6 Light level of a grid")

HALL = ("#########", "#.......#", "#...@...#", "#.......#", "#########")


def dark(game):
    """Return the squares that are shown as magically dark, by (y, x)."""
    board = view.view(game).map
    assert board is not None
    return {
        (board.top + place // board.width, board.left + place % board.width)
        for place, there in enumerate(board.overlay)
        if board.overlays[there] == "magical-darkness"
    }


@pytest.mark.covers("spec-world: 15.7")
def test_a_lit_hall_shows_where_a_thorn_drinks_the_light():
    game = arena(*HALL)
    assert dark(game) == set()
    foe(game, "Nightthorn", 0, 3, visible=False)
    look(game)
    shown = dark(game)
    assert (2, 7) in shown
    assert (2, 1) not in shown
    assert all(not terrain.OPAQUE[game.level.feature[game.level.at(y, x)]] for y, x in shown)


def test_in_the_dark_it_betrays_nobody():
    game = arena(*HALL, lit=False)
    foe(game, "Nightthorn", 0, 3, visible=False)
    look(game)
    assert min(game.knowledge.light) < 0
    assert dark(game) == set()


def test_what_he_wears_darkens_all_that_it_reaches_and_the_blind_see_none_of_it():
    game = arena(*HALL, lit=False)
    wear(game, Slot.RIGHT_RING, "Accuracy", flags=["DARKNESS"])
    look(game)
    assert game.hero.derived.light == -1
    assert dark(game) == {(y, x) for y in (1, 2, 3) for x in (3, 4, 5)}
    game.hero.timers.blind = 5
    look(game)
    assert dark(game) == set()


def test_what_breaks_off_a_plan_is_told_once():
    game = arena()
    wolf, other = foe(game, "Wolf", 0, 3), foe(game, "Orc scout", 0, -3)
    seen = [CreatureRef("wolf", 1), CreatureRef("orc-scout", 1)]
    tell(game, "A wolf comes into view.", "sight", at=(wolf.y, wolf.x), fact=Seen(seen[0]))
    tell(game, "An orc scout comes into view.", "sight", at=(other.y, other.x), fact=Seen(seen[1]))
    ended = PlanEnded("explore", "saw", 2, seen[0])
    tell(game, "Explored 2 turns, then saw a wolf 3 east.", "plan", fact=ended)
    lines = view.view(game).lines
    assert lines == ("Explored 2 turns, then saw a wolf 3 east.", "An orc scout comes into view.")


@pytest.mark.covers("spec-world: 15. Display", "spec-world: 15.4")
def test_lines_that_repeat_stand_once_with_their_number():
    game = arena(*HALL)
    for text in ("You hit it.", "You miss it.", "You miss it.", "You miss it.", "You hit it."):
        tell(game, text)
    assert tuple(map(str, view.view(game).lines)) == (
        "You hit it.", "You miss it. (x3)", "You hit it.",
    )  # fmt: skip


@pytest.mark.covers("spec-world: 15.4")
@pytest.mark.parametrize("reply", ["perhaps", "step e", "5"])
def test_a_question_is_answered_with_yes_or_no_and_nothing_else_is_done(reply):
    sil = SilQ()
    game = arena(*HALL)
    questions.sure(game, "Step into the dark?", "step e")
    assert view.view(game).question == "Step into the dark?"
    assert [str(o.action) for o in sil.legal(game.state, 0)] == ["answer yes", "answer no"]
    before = sil.dump(game.state)
    with pytest.raises(ActionError):
        sil.apply(game.state, 0, sil.parse(reply, game.state, 0), game.streams)
    assert sil.dump(game.state) == before
    x = game.hero.x
    sil.apply(game.state, 0, sil.parse("no", game.state, 0), game.streams)
    assert (game.hero.x, game.state.question) == (x, None)
