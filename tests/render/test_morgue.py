"""The morgue holds everything that the view and the outcome tell, in lines that fit."""

import pytest

from engine.contract import running_game
from engine.contract.view import Outcome, Page
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


def test_a_morgue_has_the_last_fifteen_lines_the_map_without_its_margins_and_all_pages():
    board = scenes.make_board(
        ("      ", "  ..  ", "  ..  ", "      "),
        ("------", "--ss--", "--ss--", "------"),
        focus=None,
        entities=(scenes.hero(15, 39),),
    )
    view = scenes.view(board, (), lines=tuple(f"line {n}" for n in range(20)))
    pages = (Page("pack", "Pack", "A torch.\n\nA key."), Page("none", "Nothing", ""))
    told = morgue("A game", view, pages)
    assert told.startswith("A game\n======\n\nDepth: 150 ft\n\n[The last lines]\n\n> line 5\n")
    assert "> line 19\n\n[The map]\n\n.@\n..\n\n[Pack]\n\nA torch.\n\nA key.\n" in told
    assert told.count("> line") == 15
    assert told.endswith("\n")


def test_a_morgue_without_lines_or_a_map_has_no_empty_sections():
    view = scenes.view(scenes.make_board(("  ",), ("--",), focus=None), (), lines=())
    told = morgue("A game", view, ())
    assert told == "A game\n======\n\nDepth: 150 ft\n"


def test_the_line_under_a_title_is_as_long_as_the_title_and_no_longer_than_a_line():
    view = scenes.view(scenes.make_board(("  ",), ("--",), focus=None), (), lines=())
    assert morgue("A" * 100, view, ()).split("\n")[1] == "=" * 76
