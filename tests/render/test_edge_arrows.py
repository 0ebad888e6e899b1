"""Arrows at the edge of a map: to what, in which order, how near to each other."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from engine.contract.view import Entity, Mark
from render.edge_arrows import draw_edge_arrows
from render.tile_library import own_tiles
from render.window import Window
from tests.render import scenes

SHOWN = Window(100, 100, 11, 21, 2)  # around the hero
HERO = (105, 110)
SIDE = 32  # pixels of a square
BOX = (40, 24, 40 + 11 * SIDE, 24 + 21 * SIDE)


class NotedCanvas:
    """A canvas that notes the distances that are written, with their colours, and arrowheads."""

    def __init__(self) -> None:
        self.tiles = own_tiles().tile_set("sil")
        self.written: list[tuple[str, str]] = []
        self.heads: list[tuple[int, int, str]] = []

    def paint(self, _where: Any, top: int, left: int, colour: str) -> None:
        """Note an arrowhead by its middle, without its edge."""
        if colour != "0":
            self.heads.append((top + 16, left + 16, colour))

    def words(self, words: str, top: int, left: int, colour: str, *, edge: int) -> None:
        """Note words."""
        del top, left, edge
        self.written.append((words, colour))


def drawn(
    *squares: tuple[int, int], entities: tuple[Entity, ...] = (), marks: tuple[Mark, ...] = ()
) -> NotedCanvas:
    """Draw the arrows to creatures on some squares, other entities and marks."""
    board = scenes.exploring().map
    assert board is not None
    others = [Entity(y, x, "sil:monster/wolf", "C", "w", f"wolf-{y}-{x}") for y, x in squares]
    canvas: Any = NotedCanvas()
    everybody = (scenes.hero(*HERO), *others, *entities)
    shown = replace(board, focus=HERO, entities=everybody, marks=marks, items=())
    draw_edge_arrows(canvas, shown, SHOWN, BOX)
    return cast(NotedCanvas, canvas)


NORTH, SOUTH, WEST, EAST = (85, 110), (126, 110), (105, 80), (105, 145)


@pytest.mark.parametrize(
    ("square", "distance", "head"),
    [
        (NORTH, "20", (62, 360)),
        (SOUTH, "21", (370, 360)),
        (WEST, "30", (216, 46)),
        (EAST, "35", (216, 674)),
        ((95, 120), "10", (62, 514)),
    ],
)
def test_an_arrow_stands_where_the_way_to_a_creature_leaves_the_map(
    square: tuple[int, int], distance: str, head: tuple[int, int]
) -> None:
    canvas = drawn(square)
    assert canvas.heads == [(*head, "W")]
    assert canvas.written == [(distance, "W")]


def test_what_the_map_shows_and_what_is_hidden_have_none() -> None:
    hidden = Entity(*NORTH, "sil:monster/wolf", "C", "w", "wolf-9", hidden=True)
    friend = Entity(*SOUTH, "sil:hero", "@", "w", "Finrod", seat=1)
    assert drawn((100, 100), (110, 120), entities=(hidden, friend)).heads == []
    assert len(drawn((111, 120)).heads) == 1
    assert len(drawn((99, 100)).heads) == 1


def test_the_nearest_come_first_and_what_broke_off_a_plan_before_all() -> None:
    far = (105, 170)
    canvas = drawn(NORTH, SOUTH, WEST, marks=(Mark("notice", *far), Mark("heard", 105, 10)))
    assert canvas.written == [("60", "Y"), ("20", "W"), ("21", "W"), ("30", "W")]


def test_of_arrows_too_near_to_each_other_the_nearer_creature_has_one() -> None:
    assert [words for words, _ in drawn(NORTH, (80, 110), (84, 111)).written] == ["20"]
    assert [words for words, _ in drawn(NORTH, (80, 125)).written] == ["20", "25"]
    assert [words for words, _ in drawn(WEST, EAST).written] == ["30", "35"]


def test_at_most_six_are_drawn() -> None:
    ring = [
        (85, 91),
        (85, 105),
        (85, 115),
        (85, 130),
        (126, 91),
        (126, 105),
        (126, 115),
        (126, 130),
    ]
    assert len(drawn(*ring).heads) == 6


def test_no_distance_covers_who_stands_behind_an_arrow() -> None:
    friend = Entity(101, 110, "sil:hero", "@", "w", "Finrod", seat=1)
    beside = replace(friend, x=112)
    assert drawn(NORTH, entities=(beside,)).written == [("20", "W")]
    below = drawn(NORTH, entities=(friend,))
    assert (len(below.heads), below.written) == (1, [])
