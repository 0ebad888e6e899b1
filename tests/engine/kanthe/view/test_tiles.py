"""The pictures of Kanthe: every sprite has a tile, and pictures of many states can be drawn."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from engine.contract.texts import text
from engine.contract.view import View
from engine.kanthe.encounters.conflict import wound_hero
from engine.kanthe.state import Approach, FaceHazard, Fallen, KantheState, ShareTreasure
from engine.kanthe.view.map_board import LEGEND
from render import THEMES, ending, legend, overview, picture, strips
from render.tile_library import own_tiles
from tests.engine.kanthe.stage import CONTENT, RULES, act, begun, game_of, lines, new_game
from tests.rolled import dice_for

MOST_BYTES = 60_000
SIX_TIMES = 96  # pixels of the largest square
_THINGS = ("mobile", "hazard", "feature", "remains", "die-4", "die-5", "die-6")


def test_every_ground_creature_and_thing_has_a_tile() -> None:
    rules = own_tiles().tile_set("kanthe").rules
    names = [ground.sprite for ground in LEGEND[1:]]
    names += [f"kanthe:{kind}" for kind in CONTENT.creatures]
    names += [f"kanthe:{thing}" for thing in _THINGS]
    names += [f"kanthe:hazard-{kind}" for kind in CONTENT.hazards]
    missing = [name for name in names if rules.find("none", name, "") is None]
    assert not missing


def test_icons_badges_and_scenes_are_drawn() -> None:
    tiles = own_tiles().tile_set("kanthe")
    assert {"hidden", "ally", "bleed"} <= tiles.icons.keys()
    assert "friend" in tiles.badges
    assert {"daylight", "death"} <= tiles.scenes.keys()


def played(reached: Callable[[KantheState], bool]) -> KantheState:
    """Return a game that plays itself until something is reached."""
    for number in range(60):
        state = new_game(str(number), length="evening")
        for _ in range(150):
            if reached(state):
                return state
            advice = RULES.autoplay(state, 0, irreversible=True)
            if advice is None:
                break
            RULES.apply(state, 0, advice.action, dice_for(RULES.dump(state)))
    raise AssertionError("never reached")


STATES: dict[str, Callable[[KantheState], bool]] = {
    "set-up": lambda state: state.setup is not None,
    "entrance": lambda state: state.acts == 1,
    "new area": lambda state: state.acts == 2,
    "approach": lambda state: isinstance(state.question, Approach),
    "hazard": lambda state: isinstance(state.question, FaceHazard),
    "conflict": lambda state: state.conflict is not None,
    "treasure": lambda state: isinstance(state.question, ShareTreasure),
    "hidden": lambda state: state.unnoticed,
    "wounded": lambda state: state.hero.wounds > 2,
    "second level": lambda state: len(state.levels) > 1,
    "fallen": lambda state: isinstance(state.question, Fallen),
}


def in_english(view: View) -> View:
    """Return a view in words, as whoever draws it wants it."""
    return replace(
        view,
        title=str(view.title),
        headline=str(view.headline),
        lines=tuple(map(str, view.lines)),
        question=str(view.question),
        alt=str(view.alt),
    )


@pytest.mark.parametrize("state", STATES)
def test_pictures_of_eleven_states_are_small_and_told_in_words(state: str) -> None:
    state = played(STATES[state])
    view = in_english(RULES.view(state, 0))
    assert 40 < len(str(view.alt)) <= 1024
    for theme in ("standard", "high-contrast"):
        assert len(picture(view, theme=theme).png) <= MOST_BYTES
    if view.map is not None:
        assert len(overview(view).png) <= MOST_BYTES


def test_the_ending_is_drawn_and_its_story_begins_with_the_fate() -> None:
    state = begun()
    wound_hero(game_of(state), state.hero.challenge + 1, text("a trap"))
    act(state, "finish")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert str(outcome.story[0]).startswith(("Slain by", "Killed by"))
    assert len(ending(in_english(RULES.view(state, 0)), outcome).png) <= MOST_BYTES


def test_the_legend_is_drawn_in_every_theme() -> None:
    for theme in THEMES:
        assert legend("kanthe", theme=theme).png


def view_after(steps: int) -> View:
    """The view of a hero who did what is offered first, so many times."""
    state = begun()
    for _ in range(steps):
        act(state, lines(state)[0])
    return RULES.view(state, 0)


@pytest.mark.parametrize("steps", range(0, 12, 2))
def test_the_map_of_a_level_fills_its_picture_or_is_as_large_as_can_be(steps: int) -> None:
    drawn = Image.open(io.BytesIO(overview(view_after(steps)).png))
    place = np.asarray(drawn)[strips.MAP_TOP : strips.MAP_BOTTOM, strips.MAP_LEFT + 8 : -3]
    palette = own_tiles().tile_set("kanthe").palette
    known = (place != palette["void"]) & (place != palette["Y"])
    high, wide = (np.count_nonzero(known.any(axis)) for axis in (1, 0))
    filled = max(high / place.shape[0], wide / place.shape[1])
    assert filled > 0.85 or min(high, wide) > 0.95 * 3 * SIX_TIMES  # an area is 3 squares at least
