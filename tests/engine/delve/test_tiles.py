"""The tiles of Delve: everything that a view can show has a picture."""

from __future__ import annotations

import render
from engine.delve.view import legend
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


def test_a_view_can_be_drawn() -> None:
    made = Stage()
    made.put("rat", 0, 2)
    made.level.items[made.at(1, 1)] = [made.give("Heart of the Delve")]
    made.hero.statuses["hasted"] = 3
    made.look()
    picture = render.picture(made.rules.view(made.game, 0))
    assert 0 < len(picture.png) <= 60_000
    assert render.legend("delve").png
