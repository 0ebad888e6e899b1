"""Heroes made by their players: only what is offered is taken (rules: silg C1)."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError
from engine.contract.running_game import RunningGame, start
from engine.silg.ruleset import SilG
from engine.silg.setup import character_creation
from tests.engine.silg.stage import OPTIONS, table
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-silg-table: 1. What differs from Sil-Q")
RULES = SilG()


def in_the_making(*answers: str) -> RunningGame:
    game = start(RULES, OPTIONS, ["Hador"], dice_for(bytes(16)), gm=True)
    for answer in answers:
        game.apply(0, game.parse(f"answer {answer}", 0), dice_for(game.dump()))
    return game


@pytest.mark.parametrize("said", ["0", "hobbit", "back", "whole_hobbit", "tutorial"])
def test_what_is_not_offered_is_refused_and_changes_nothing(said):
    game = in_the_making()
    before = game.dump()
    with pytest.raises(ActionError, match="is no answer"):
        game.apply(0, game.parse(f"answer {said}", 0), dice_for(game.dump()))
    assert game.dump() == before


@pytest.mark.parametrize("points", [5000, 10000, 20000])
def test_a_hero_begins_with_the_experience_that_the_table_has_chosen(points):
    game = start(RULES, {"experience": str(points)}, ["Hador"], dice_for(bytes(16)), gm=True)
    [hero] = RULES.load(game.dump()).sil.heroes
    assert (hero.experience, hero.unspent) == (points, points)


def test_the_hero_of_a_later_step_may_be_named_like_an_answer_of_the_first():
    game = in_the_making("noldor", "fingolfin", "done", "done", "keep", "keep")
    assert "The hero is called" in str(game.view(0).question)
    game.apply(0, game.parse("answer quick", 0), dice_for(game.dump()))
    assert game.view(0).phase == "setup"
    assert "quick" in str(game.view(0).question)


def test_heroes_of_one_name_are_told_apart_by_numbers():
    game = table("Hador", "Bob", "Hador 2", "Eve")
    unlike = character_creation._unlike_others
    assert unlike(game, 0, "Hador") == "Hador"
    assert unlike(game, 1, "Hador") == "Hador 3"
    assert unlike(game, 1, "Eve") == "Eve 2"
