"""Letters and figures in pictures are readable on a phone of 390 points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

import render
from cogs.ui.languages import say_all
from cogs.ui.sheets import SheetPage, SheetPosition
from engine.contract.view import Page, SheetBoard, View
from render import Picture, canvas, map_objects, plain_ground
from render.pixels import Mask, Pixels
from render.tileset import FOLDER, TileSet
from tests.cogs.test_cards_of_rulesets import turns
from tests.render import golden
from tests.rulesets import RULESETS

CAPITAL = 7  # rows of dots of a capital letter or a figure
LEAST = 9  # points high
WIDE, HIGH = 307, 350  # points that an app has for a picture on a card


class DrawnLetters:
    """The dots of the letters that pictures are drawn with, in pixels."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.dots: set[int] = set()
        line_mask, badge = canvas.line_mask, TileSet.badge

        def record(tiles: TileSet, words: str, bold: bool = False, dot: int = canvas.DOT) -> Mask:
            self.dots.add(dot)
            return line_mask(tiles, words, bold, dot)

        def record_badge(tiles: TileSet, name: str) -> Pixels:
            if name not in tiles.badges:  # its first letter stands for it, a dot a pixel
                self.dots.add(1)
            return badge(tiles, name)

        for module in (canvas, map_objects, plain_ground):
            patch.setattr(module, "line_mask", record)
        patch.setattr(TileSet, "badge", record_badge)
        for cached in (canvas.line_sprite, map_objects.plate, map_objects.badge_sprite):
            cached.cache_clear()

    def check(self, picture: Picture) -> None:
        """Assert that the letters of a picture are high enough where an app shows it."""
        scale = min(WIDE / picture.width, HIGH / picture.height)
        assert min(self.dots) * CAPITAL * scale >= LEAST
        self.dots.clear()


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> DrawnLetters:
    return DrawnLetters(monkeypatch)


def boards(view: View, pages: Sequence[Page]) -> Iterator[SheetBoard | None]:
    """Yield a view's own board, and the pages of a sheet as boards."""
    yield view.sheet
    for number in range(len(pages)):
        yield SheetPage(pages, SheetPosition(number)).board()


def check_game(letters: DrawnLetters, ruleset: str, presses: int) -> None:
    """Assert that all pictures of a game's moments have letters high enough."""
    for game, seat in turns(ruleset, presses):
        view = say_all(game.view(seat))
        letters.check(render.picture(view))
        if view.map is not None:
            letters.check(render.overview(view))
        if view.turn % 5 == 0:
            for board in boards(view, say_all(game.pages(seat))):
                if board is not None:
                    letters.check(render.picture(replace(view, map=None, sheet=board)))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_letters_of_a_games_pictures_are_nine_points_high(letters: DrawnLetters, ruleset: str):
    check_game(letters, ruleset, 4)


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_letters_of_a_long_games_pictures_are_nine_points_high(letters: DrawnLetters, ruleset: str):
    check_game(letters, ruleset, 200)


@pytest.mark.parametrize(
    "folder", sorted(FOLDER.glob("*/legend.txt")), ids=lambda at: at.parent.name
)
def test_letters_of_a_legend_are_nine_points_high(letters: DrawnLetters, folder: Path):
    ruleset = folder.parent.name
    for part in range(render.legend_parts(ruleset)):
        letters.check(render.legend(ruleset, part))


@pytest.mark.parametrize("name", golden.PICTURES)
def test_letters_of_the_kept_pictures_are_nine_points_high(letters: DrawnLetters, name: str):
    letters.check(golden.PICTURES[name]())
