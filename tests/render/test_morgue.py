"""The morgue holds everything that the view and the outcome tell, in lines that fit."""

import pytest

from engine.contract import running_game
from engine.contract.view import Outcome
from render import morgue
from tests.render import scenes
from tests.rolled import dice_for
from tests.rulesets import RULESETS


@pytest.mark.covers("spec-world: 14.4")
def test_a_fallen_hero_of_sil_is_told_whole():
    game = running_game.start(RULESETS["sil"], {"hero": "quick"}, ["Hero"], dice_for(bytes(16)))
    for _ in range(5):
        game.apply(0, game.parse("wait", 0), dice_for(game.dump()))
    view, pages = game.view(None), game.pages(None)
    outcome = Outcome("Hero has fallen", ("Slain by a wolf.",), "lost", (("score", 12345),))
    told = morgue("Sil-Q", view, pages, outcome)
    assert told.startswith("Sil-Q\n=====\n\nHero has fallen\nSlain by a wolf.\n\nScore: 12,345\n")
    for line in view.lines:
        assert f"> {line}"[:60] in told
    for page in pages:
        assert f"[{page.title}]" in told
        for word in str(page.text).split()[:20]:
            assert word in told
    assert "@" in told.split("[The map]")[1]


@pytest.mark.parametrize("name", ["exploring", "party", "game_master", "worst", "level"])
def test_every_view_has_one_without_lines_that_are_too_long(name):
    view = getattr(scenes, name)()
    told = morgue("A game", view, ())
    drawing = told.split("[The map]\n\n")[-1].split("\n\n")[0] if view.map else ""
    for line in told.replace(drawing, "").split("\n"):
        assert len(line) <= 76
