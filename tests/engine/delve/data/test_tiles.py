"""The tiles of Delve: everything that a view can show has a picture."""

from __future__ import annotations

from itertools import combinations

import render
from cogs.ui.languages import say_all
from engine.delve import terrain
from engine.delve.view.view import legend
from render.tile_library import own_tiles
from render.tileset import TileSet
from tests.engine.delve.stage import Stage, content

TILES = TileSet("delve")


def test_all_ground_has_a_tile() -> None:
    for ground in legend(content())[1:]:
        assert TILES.rules.find("ground", ground.sprite, ground.letter), ground.name


def test_all_monsters_heroes_and_things_have_a_tile_and_a_colour() -> None:
    for kind in content().monsters.values():
        sprite = f"delve:monster/{kind.name.replace(' ', '-')}"
        assert TILES.rules.find("entity", sprite, kind.letter), kind.name
        assert kind.colour in TILES.rules.accents
    for item in content().items.values():
        assert TILES.rules.find("item", f"delve:item/{item.category}", ""), item.name
        assert item.colour in TILES.rules.accents
    for hero in content().classes.values():
        assert TILES.rules.find("entity", f"delve:hero/{hero.name}", "@")


def test_all_statuses_have_an_icon() -> None:
    for status in content().statuses.values():
        assert status.icon in TILES.icons, status.name


def test_each_theme_has_a_look_of_its_own() -> None:
    drawn = {}
    for theme in content().themes.values():
        made = Stage()
        made.hero.depth = theme.first
        made.state.levels = {theme.first: made.level}
        made.ground(0, 3, terrain.WALL)
        view = say_all(made.rules.view(made.state, 0))
        assert view.map is not None
        tiles = own_tiles().of_view(view)
        names = ("wall_face", "wall_top", "floor_a", "floor_b", "floor_c")
        drawn[theme.name] = {name: tiles.tiles[name].tobytes() for name in names}
        drawn[theme.name]["light"] = bytes(
            tiles.palette.rgb[n][0] for n in tiles.palette.ramp("warm")
        )
        assert 0 < len(render.picture(view).png) <= 60_000
    for one, other in combinations(drawn, 2):
        for name, pixels in drawn[one].items():
            assert drawn[other][name] != pixels, f"{one} and {other}: {name}"


def test_every_ending_has_a_scene() -> None:
    for ended in content().endings:
        made = Stage()
        made.state.ended, made.hero.fallen = ended, ended == "dead"
        outcome = made.rules.outcome(made.state)
        assert outcome is not None
        assert outcome.scene.partition(":")[2] in TILES.scenes
        assert render.ending(say_all(made.rules.view(made.state, 0)), say_all(outcome)).png


def test_a_view_can_be_drawn() -> None:
    made = Stage()
    made.put("rat", 0, 2)
    made.level.items[made.at(1, 1)] = [made.give("Heart of the Delve")]
    made.hero.statuses["hasted"] = 3
    made.look()
    picture = render.picture(say_all(made.rules.view(made.state, 0)))
    assert 0 < len(picture.png) <= 60_000
    assert render.legend("delve").png
