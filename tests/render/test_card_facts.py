"""Pictures that always show health, what broke off a plan, and losses on whom they befell."""

import numpy as np
import pytest
from msgspec.structs import replace

import render
from engine.contract.view import Bar, Mark, View
from render.canvas import HEIGHT, WIDTH
from render.strips import MAP_LEFT, MAP_TOP
from tests.render import golden, scenes
from tests.render.test_pictures import colours

BADGE = 156, 84  # pixels that Discord's ALT badge covers at 350 px, in the lower left corner


def wounded(view: View, health: int) -> View:
    """The view with every character at so much health."""
    characters = tuple(
        replace(status, bars=(Bar("Health", health, 31), *status.bars[1:]))
        for status in view.characters
    )
    return replace(view, characters=characters)


def marked(*marks: Mark) -> View:
    view = scenes.exploring()
    assert view.map is not None
    return replace(view, map=replace(view.map, marks=marks))


@pytest.mark.parametrize("scene", [scenes.exploring, scenes.party])
@pytest.mark.parametrize("proposals", [(), golden.PROPOSALS], ids=["turn", "vote"])
def test_health_is_in_every_picture_of_play_and_never_under_the_alt_badge(scene, proposals) -> None:
    whole = colours(render.picture(wounded(scene(), 31), proposals=proposals).png)
    dying = colours(render.picture(wounded(scene(), 2), proposals=proposals).png)
    changed = np.argwhere((whole != dying).any(-1))
    assert len(changed) > 500
    width, height = BADGE
    assert not any(y >= HEIGHT - height and x < width for y, x in changed)


@pytest.mark.parametrize("proposals", [(), golden.PROPOSALS], ids=["turn", "vote"])
def test_words_and_proposals_keep_off_the_alt_badge(proposals) -> None:
    view = scenes.exploring()
    bare = replace(view, headline="", characters=())
    if not proposals:
        bare = replace(view, headline="Quiet.")
    full = colours(render.picture(view, proposals=proposals, window=golden.WINDOW).png)
    other = colours(render.picture(bare, proposals=proposals[:1], window=golden.WINDOW).png)
    width, height = BADGE
    assert (full[-height:-3, 3:width] == other[-height:-3, 3:width]).all()


def test_what_broke_off_a_plan_is_in_the_picture_or_at_its_edge() -> None:
    hero = scenes.HERO
    for away in (3, 14):
        view = marked(Mark("notice", hero[0], hero[1] + away))
        drawn = render.picture(view)
        assert drawn.window is not None
        assert drawn.window.holds((hero[0], hero[1] + away))
    far = marked(Mark("notice", hero[0], hero[1] + 60))
    drawn, without = render.picture(far), render.picture(marked())
    assert drawn.window == without.window
    changed = np.argwhere((colours(drawn.png) != colours(without.png)).any(-1))
    assert changed[:, 1].min() > WIDTH - 100  # at the right edge
    nearer = render.picture(marked(Mark("notice", hero[0], hero[1] + 50)))
    assert (colours(nearer.png) != colours(drawn.png)).any()  # it tells the distance


def test_losses_stand_on_whom_they_befell_added_up() -> None:
    y, x = scenes.HERO
    once = marked(Mark("hurt", y, x, seat=0, amount=9))
    twice = marked(Mark("hurt", y, x, seat=0, amount=4), Mark("hurt", y, x, seat=0, amount=5))
    drawn = colours(render.picture(once, window=golden.WINDOW).png)
    assert (drawn == colours(render.picture(twice, window=golden.WINDOW).png)).all()
    bare = colours(render.picture(marked(), window=golden.WINDOW).png)
    changed = np.argwhere((drawn != bare).any(-1))
    window = golden.WINDOW
    left = MAP_LEFT + (x - window.left) * 48
    top = MAP_TOP + (y - window.top) * 48
    assert changed[:, 0].min() >= top
    assert changed[:, 0].max() < top + 48
    assert changed[:, 1].min() >= left - 12
    assert changed[:, 1].max() < left + 60
