"""Pictures for any ruleset: one without tiles, one with a sheet beside a map, any ending."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import render
from engine.contract.view import (
    Bar,
    CharacterStatus,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Outcome,
    SheetBoard,
    SheetSection,
    SheetTable,
    TableCell,
    View,
)
from render import SourceError, TileLibrary
from render.map_objects import bar_sprite
from render.scenes import read_scenes
from render.strips import MAP_BOTTOM, MAP_LEFT, MAP_TOP
from render.tile_library import namespace_of, own_tiles
from render.tileset import FOLDER
from render.window import NARROW_SHAPES
from tests.render import golden, scenes
from tests.render.test_pictures import pixels

LEGEND = (
    Ground("toy:void", " ", "white", "nothing"),
    Ground("toy:grass", ",", "green", "grass"),
    Ground("toy:fence", "=", "brown", "fence", solid=True),
    Ground("toy:gate", "+", "brown", "gate", door=True),
)


def toy_view(*, letter: str = "k", badges: tuple[str, ...] = (), sprite: str = "") -> View:
    """A meadow of a ruleset that has no tiles."""
    board = MapBoard(
        0, 0, 3, 5, LEGEND, bytes([2] * 5 + [2, 1, 1, 3, 2] + [2] * 5), b"\2" * 15, b"\1" * 15,
        b"\1" * 15, (1, 1), ("", "moonlight"),
        (MapItem(1, 2, "toy:coin", "$", "yellow", "a coin"),),
        (
            Entity(1, 1, "toy:me", "@", "white", "Ann", seat=0),
            Entity(1, 3, "toy:kobold", letter, "red", "kobold-1", badges=badges),
        ),
        (), b"\0" * 6 + b"\1" + b"\0" * 8, ("", "fog"),
    )  # fmt: skip
    status = CharacterStatus(0, "Ann", sprite, (Bar("Health", 3, 5),), to_act=True)
    return View(
        "Toy", 1, (status,), (("Place", "meadow"),), (), "A kobold!", "A meadow.", map=board
    )


PLAIN = View("", 1, (), (), (), "", "")
GROUND, COIN = Ground("a:meadow", ".", "w", "a meadow"), MapItem(1, 2, "a:coin", "$", "y", "a coin")
KOBOLD = Entity(1, 3, "a:kobold", "k", "r", "kobold-1")
BOARD = MapBoard(0, 0, 1, 1, (), b"\0", b"\2", b"\1", b"\0", None)


@pytest.mark.parametrize(
    ("view", "namespace"),
    [
        (PLAIN, ""),
        (replace(PLAIN, map=BOARD), ""),
        (replace(PLAIN, characters=(CharacterStatus(0, "Ann", "a:me", ()),)), "a"),
        (replace(PLAIN, map=replace(BOARD, legend=(GROUND,))), "a"),
        (replace(PLAIN, map=replace(BOARD, items=(COIN,))), "a"),
        (replace(PLAIN, map=replace(BOARD, entities=(KOBOLD,))), "a"),
        (replace(PLAIN, sheet=SheetBoard((SheetSection("A fight"),))), ""),
        (replace(PLAIN, sheet=SheetBoard((SheetSection("A fight", sprite="a:kobold"),))), "a"),
        (
            replace(
                PLAIN,
                characters=(CharacterStatus(0, "Ann", "no namespace", ()),),
                map=replace(BOARD, items=(COIN,)),
            ),
            "a",
        ),
    ],
)
def test_any_picture_of_a_view_tells_whose_tiles_it_is_drawn_with(
    view: View, namespace: str
) -> None:
    assert namespace_of(view) == namespace


def test_a_ruleset_without_tiles_is_drawn_in_letters() -> None:
    assert not (FOLDER / "toy").exists()
    assert namespace_of(toy_view()) == "toy"
    kobold, goblin = (render.picture(toy_view(letter=letter)) for letter in "kg")
    assert kobold.png != goblin.png
    assert len(kobold.png) <= 60_000


@pytest.mark.parametrize("theme", render.THEMES)
def test_any_names_of_badges_lightings_and_overlays_can_be_drawn(theme: str) -> None:
    bare = render.picture(toy_view(), theme=theme)
    marked = render.picture(toy_view(badges=("dizzy", "unique", "unwary")), theme=theme)
    assert bare.png != marked.png
    assert "B1 fog" in render.text(toy_view())


def test_a_character_without_a_sprite_shows_the_emblem_of_its_seat() -> None:
    party = [replace(toy_view(sprite=sprite).characters[0], seat=1) for sprite in ("", "toy:me")]
    emblem, face = (
        pixels(render.picture(replace(view, characters=(*view.characters, other))).png)
        for view, other in ((toy_view(), each) for each in party)
    )
    assert (emblem[MAP_BOTTOM:] != face[MAP_BOTTOM:]).any()
    assert (emblem[:MAP_BOTTOM] == face[:MAP_BOTTOM]).all()


def test_a_bar_has_a_segment_a_point_until_there_are_too_many() -> None:
    tiles = own_tiles().tile_set("sil")
    empty = tiles.palette["d"]
    for value, most in ((1, 3), (2, 4), (0, 2), (5, 8)):
        row = bar_sprite(tiles, Bar("Health", value, most))[4]
        inner = row[1:-1] == tiles.palette["0"]
        edges = int((inner[1:] & ~inner[:-1]).sum())
        assert edges == most, (value, most)
    full, half = (bar_sprite(tiles, Bar("Health", value, 30))[4] for value in (30, 15))
    assert (full != empty).all()
    assert 12 <= int((half == empty).sum()) <= 18


def test_a_sheet_beside_a_map_leaves_the_map_narrow() -> None:
    picture = render.picture(golden.sheet_beside_map())
    assert picture.window is not None
    assert (picture.window.height, picture.window.width) in NARROW_SHAPES.values()
    paper = own_tiles().tile_set("sil").palette["paper"]
    assert (pixels(picture.png)[MAP_TOP:MAP_BOTTOM, MAP_LEFT : MAP_LEFT + 384] != paper).all()
    assert (pixels(picture.png)[MAP_TOP:MAP_BOTTOM, MAP_LEFT + 388 : -4] == paper).any()
    told = render.text(golden.sheet_beside_map(), 80)
    assert "-- Fight: Bone Stag" in told
    assert "o AX19 orc-1" in told


def test_a_table_is_drawn_with_a_stroke_through_what_is_crossed_out_and_told_without_it() -> None:
    def sheet(crossed: str) -> View:
        rows = ((TableCell("BDJK", crossed), TableCell("a word that is " + "long " * 40)),)
        section = SheetSection("Words", tables=(SheetTable(("Letters", "Meaning"), rows),))
        return replace(golden.sheet(), sheet=SheetBoard((section,)))

    red = own_tiles().tile_set("sil").palette["R"]
    strokes = [int((pixels(render.picture(sheet(c)).png) == red).sum()) for c in ("", "D", "DJ")]
    assert strokes[0] == 0 < strokes[1] < strokes[2]
    assert "B··K" in render.text(sheet("DJ"), 80)


def test_the_map_of_a_plan_beside_a_sheet_shows_the_plan_whole() -> None:
    view = golden.sheet_beside_map()
    plan, ground = (render.overview(v).png for v in (view, replace(view, sheet=None)))
    assert view.map is not None
    far = replace(view, map=replace(view.map, focus=(view.map.top, view.map.left)))
    assert plan != ground
    assert (
        pixels(render.overview(far).png)[40:500, 60:930] == pixels(plan)[40:500, 60:930]
    ).mean() > 0.95


def test_an_ending_is_drawn_by_its_scene_and_without_one_by_how_it_ended() -> None:
    view = scenes.exploring()
    drawn = {
        render.ending(view, Outcome("The end", ("So it went.",), how, (), scene)).png
        for how, scene in (
            ("won", "sil:escape"), ("lost", "sil:death"), ("left", "sil:empty-hands"),
            ("won", ""), ("left", ""),
        )
    }  # fmt: skip
    assert len(drawn) == 5
    plain = Outcome("The end", (), "won")
    unknown = replace(plain, scene="sil:no-such-scene")
    assert render.ending(view, plain).png == render.ending(view, unknown).png
    for how in ("won", "lost", "left"):
        assert render.ending(toy_view(), replace(plain, ending=how, scene="toy:feast")).png
        assert render.ending(golden.sheet(), replace(plain, ending=how)).png


def test_jewels_are_counted_by_the_fact_that_the_scene_names() -> None:
    view, all_three = scenes.exploring(), replace(golden.HOME, scene="sil:escape-with-all")
    stars = [
        render.ending(view, replace(all_three, facts=(("silmarils", n),))).png for n in range(4)
    ]
    assert len(set(stars)) == 4


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sky q", "sky cannot take 'q'"),
        ("peak v V 1 2 3", "peak takes 6 words, not 5"),
        ("stars many W", "stars cannot take 'many'"),
        ("last_place dust", "last_place cannot take 'dust'"),
        ("moon 3", "unknown word 'moon'"),
        ("scene end", "scene end stands here a second time"),
    ],
)
def test_a_scene_that_cannot_be_read_is_refused(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "scenes.txt"
    path.write_text(f"scene end\nframe W 500\n{line}\n", "utf-8")
    tiles = own_tiles().tile_set("sil")
    with pytest.raises(SourceError) as error:
        read_scenes(path, tiles.tiles, tiles.palette.index)
    assert str(error.value) == f"{tmp_path.name}/scenes.txt:3: {why}"


def test_a_line_before_the_first_scene_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scenes.txt").write_text("frame W 500\n", "utf-8")
    with pytest.raises(SourceError, match="expected 'scene <name>'"):
        read_scenes(tmp_path / "scenes.txt", (), ("W",))


@pytest.mark.parametrize("namespace", ["", *sorted(p.name for p in FOLDER.iterdir())])
def test_every_tile_set_can_be_loaded(namespace: str) -> None:
    tiles = TileLibrary().tile_set(namespace)
    assert {"won", "lost", "left"} <= tiles.scenes.keys()
    assert np.isin(("floor_a", "wall_face", "heard", "hit"), list(tiles.tiles)).all()


def test_a_scenery_lies_over_its_rulesets_tiles_and_an_unknown_one_changes_nothing() -> None:
    library = TileLibrary()
    plain, foundry = library.tile_set("delve"), library.tile_set("delve", "foundry")
    assert (plain.tiles["wall_face"] != foundry.tiles["wall_face"]).any()
    assert (plain.tiles["rat"] == foundry.tiles["rat"]).all()
    assert plain.palette.index == foundry.palette.index
    assert library.tile_set("delve", "nowhere") is plain
    assert library.tile_set("delve", "foundry") is foundry
