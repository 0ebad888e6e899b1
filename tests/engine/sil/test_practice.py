"""Games for practice begin deeper, or better trained; they have no score."""

import pytest

from app import headless
from engine.contract.action import InvalidAction
from engine.sil import outcome
from engine.sil.hero import experience, score
from tests.engine.sil.arena import arena
from tests.rolled import dice_for
from tests.rulesets import RULESETS


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, 50_899_990), ({"begin": "600 ft"}, 0), ({"experience": "practice"}, 0)],
)
def test_only_a_game_from_the_beginning_has_a_score(options, points):
    game = arena()
    game.hero.deepest = 5
    game.state.options.update(options)
    game.state.ended = "dead"
    assert score.score(game) == points
    story = [str(line) for line in outcome.outcome(game).story]
    assert ("A game for practice: it has no score." in story) == (points == 0)


def test_a_game_begins_where_and_with_what_was_asked_for():
    rules = RULESETS["sil"]
    options = {"hero": "quick", "begin": "300 ft", "experience": "practice"}
    state = rules.new(options, ["Hero"], dice_for(bytes(16)))
    game = rules.game(state)
    assert game.level.depth == 6
    assert game.hero.experience == 1_000_000
    assert experience.gain(game, 50, "Kills") == 0


def test_headless_play_takes_the_options_of_a_new_game():
    rules = RULESETS["sil"]
    options = {"hero": "quick", "begin": "950 ft"}
    lines = list(headless.play(rules, "7", ["wait"], 0, None, options))
    assert lines[0] == "> 0: wait"
    for wrong, refusal in (
        ({"begin": "9 ft"}, "The setting begin can be: "),
        ({"shoe": "yes"}, "Sil-Q has no such setting; it has: rules, "),
    ):
        with pytest.raises(InvalidAction, match=refusal):
            list(headless.play(rules, "7", [], 0, None, wrong))
