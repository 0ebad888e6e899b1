"""Pictures of endings: words under a scene, and the last place of who fell."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard, Outcome, View
from render import endings, strips
from render.canvas import WIDTH, words_width
from render.scenes import Layer, Scene
from render.tile_library import own_tiles
from tests.render import golden, scenes
from tests.render.noting_canvas import NotingCanvas

TILES = own_tiles().tile_set("sil")
SCENE = Scene()


def words(outcome: Outcome) -> NotingCanvas:
    canvas = NotingCanvas()
    endings._draw_words(canvas, outcome, SCENE)
    return canvas


def test_under_a_scene_stand_the_title_the_fate_and_the_figures() -> None:
    canvas = words(golden.FALLEN)
    assert canvas.said == [
        "Fëanáriel has fallen", "slain by Gorgol, the Butcher, at 150 ft",
        "7 kills   1,870 experience",
    ]  # fmt: skip
    assert [place.top for place in canvas.written] == [SCENE.split + 14 + n * 40 for n in range(3)]
    for place in canvas.written:
        assert place.left == strips.CORNER + 12 or abs(place.left + place.right - WIDTH) <= 1
        assert place.left >= strips.CORNER + 12
        assert place.right <= WIDTH - 20
    middle = words(replace(golden.FALLEN, title="The end")).written[0]
    assert abs(middle.left + middle.right - WIDTH) <= 1


def test_as_many_figures_as_have_room_are_told_at_most_four_and_at_least_one() -> None:
    figures = tuple((f"f{n}", n) for n in range(6))
    assert words(replace(golden.FALLEN, figures=figures)).said[-1] == "0 f0   1 f1   2 f2   3 f3"
    long = tuple((f"a figure of some length {n}", n) for n in range(4))
    assert words(replace(golden.FALLEN, figures=long)).said[-1].count("length") == 1
    huge = (("a figure that is so long that it does " + "not " * 20 + "fit", 1), ("kills", 2))
    cut = words(replace(golden.FALLEN, figures=huge)).said[-1]
    assert cut.startswith("1 a figure that")
    assert cut.endswith("...")


def test_without_figures_the_last_of_a_longer_story_is_told() -> None:
    bare = replace(golden.FALLEN, figures=())
    assert words(replace(bare, story=("one", "two", "three"))).said[1:] == ["one", "three"]
    assert words(replace(bare, story=("one",))).said[1:] == ["one"]
    assert words(replace(bare, story=())).said[1:] == []


# ---------------------------------------------------------------------- the last place


def board(*others: Entity, **changes: object) -> MapBoard:
    """A floor of nine by nine from the level's corner; the fallen in its middle."""
    made = scenes.make_board(
        ("." * 9,) * 9, ("s" * 9,) * 9, corner=(0, 0), focus=(4, 4),
        entities=(scenes.hero(4, 4), *others),
    )  # fmt: skip
    return replace(made, **changes)


def creature(y: int, x: int, sprite: str = "sil:monster/wolf", *badges: str) -> Entity:
    return Entity(y, x, sprite, "C", "w", f"{sprite}-{y}-{x}", badges=badges)


NEAR, FAR = creature(4, 5), creature(4, 7, "sil:monster/orc-soldier")


def test_the_killer_is_who_the_outcome_names_else_the_nearest_beside_the_fallen() -> None:
    for others, killer, found in [
        ((NEAR, FAR), "", NEAR),
        ((NEAR, FAR), "sil:monster/orc-soldier", FAR),
        ((NEAR, FAR), "sil:monster/dragon", NEAR),
        ((FAR,), "", None),
        ((FAR,), "sil:monster/orc-soldier", FAR),
        ((creature(5, 5), creature(3, 5)), "", creature(3, 5)),
        ((creature(4, 6),), "", None),
        ((creature(8, 8), creature(4, 6)), "sil:monster/wolf", creature(4, 6)),
    ]:
        outcome = replace(golden.FALLEN, killer=killer)
        friend = scenes.hero(4, 3, seat=1)
        assert endings._killer(board(friend, *others), (4, 4), outcome) == found


def test_only_the_nine_squares_round_the_fallen_keep_a_glow() -> None:
    states = bytearray([SEEN, REMEMBERED, GM_ONLY] * 27)
    states[0] = states[4 * 9 + 3] = UNKNOWN
    dying = endings._dying(board(state=bytes(states), overlay=b"\1" * 81), (4, 4))
    state = np.frombuffer(dying.state, dtype=np.uint8).reshape(9, 9)
    light = np.frombuffer(dying.light, dtype=np.uint8).reshape(9, 9)
    assert {(int(y), int(x)) for y, x in np.argwhere(state == UNKNOWN)} == {(0, 0), (4, 3)}
    seen = {(int(y), int(x)) for y, x in np.argwhere(state == SEEN)}
    assert seen == {(y, x) for y in (3, 4, 5) for x in (3, 4, 5)} - {(4, 3)}
    assert light[3:6, 3:6].tolist() == [[2, 2, 2], [0, 4, 2], [2, 2, 2]]
    assert int(light.sum()) == 18
    assert (dying.entities, dying.items, dying.marks, dying.overlay) == ((), (), (), b"")
    assert dying.lighting == bytes(81)


def test_who_fell_in_a_corner_of_the_map_glows_within_it() -> None:
    dying = endings._dying(board(), (0, 8))
    state = np.frombuffer(dying.state, dtype=np.uint8).reshape(9, 9)
    seen = {(int(y), int(x)) for y, x in np.argwhere(state == SEEN)}
    assert seen == {(0, 7), (0, 8), (1, 7), (1, 8)}


def last_place(shown: MapBoard, outcome: Outcome = golden.FALLEN) -> NotingCanvas:
    canvas = NotingCanvas()
    [layer] = [each for each in TILES.scenes["death"].layers if each.kind == "last_place"]
    endings._draw_last_place(canvas, shown, outcome, layer, SCENE.split)
    return canvas


SIDE = 96
MIDDLE = SCENE.split // 2, WIDTH // 2


def test_the_killer_is_ringed_in_red_where_it_stands() -> None:
    canvas = last_place(board(NEAR))
    top, left, bottom, right = canvas.of_colour("R")
    y, x = MIDDLE[0] - SIDE // 2, MIDDLE[1] + SIDE // 2
    assert (top, left) == (y - 6, x - 6)
    assert (bottom, right) == (y + SIDE + 6, x + SIDE + 6)
    nobody = last_place(board(FAR))
    assert not (nobody.px == nobody.colour("R")).any()
    assert canvas.clip == (0, 0, *canvas.px.shape)


def test_only_the_killer_and_what_lies_beside_the_fallen_keep_their_colours() -> None:
    bare = last_place(board())

    def colours(shown: MapBoard, square: tuple[int, int]) -> set[int]:
        canvas = last_place(shown)
        y = MIDDLE[0] - SIDE // 2 + (square[0] - 4) * SIDE
        x = MIDDLE[1] - SIDE // 2 + (square[1] - 4) * SIDE
        part = np.s_[y : y + SIDE, x : x + SIDE]
        drawn = canvas.px[part][canvas.px[part] != bare.px[part]]
        return {int(value) for value in np.unique(drawn)}

    blue = {*TILES.palette.ramp("memo"), TILES.palette["0"], TILES.palette["R"]}
    assert not colours(board(NEAR), (4, 5)) <= blue
    assert colours(board(NEAR, creature(5, 7)), (5, 7)) <= blue
    assert colours(board(creature(2, 4)), (2, 4)) <= blue
    for place, kept in (((3, 3), True), ((4, 2), False), ((2, 4), False), ((5, 5), True)):
        item = replace(scenes.ITEMS[2], y=place[0], x=place[1])
        assert (colours(board(items=(item,)), place) <= blue) is not kept


def test_the_fallen_lies_in_the_middle_instead_of_standing() -> None:
    with_friend = board(scenes.hero(4, 4, seat=1))
    assert (last_place(with_friend).px == last_place(board()).px).all()
    elsewhere = board(scenes.hero(4, 5, seat=1))
    assert (last_place(elsewhere).px != last_place(board()).px).any()


def test_the_killers_crown_stands_over_it() -> None:
    plain, crowned = (
        last_place(board(NEAR)),
        last_place(board(creature(4, 5, "sil:monster/wolf", "asleep", "unique"))),
    )
    places = np.argwhere(plain.px != crowned.px)
    assert len(places)
    top = MIDDLE[0] - SIDE // 2
    assert places[:, 0].min() >= top - 3 * 6
    assert places[:, 0].max() < top + SIDE // 2
    middle = places[:, 1].min() + places[:, 1].max()
    assert abs(middle - 2 * (MIDDLE[1] + SIDE)) <= 12
    asleep = last_place(board(creature(4, 5, "sil:monster/wolf", "asleep")))
    assert (asleep.px == plain.px).all()  # no other badge is drawn


# ---------------------------------------------------------------------- layers of a scene


def painted(
    *layers: Layer, view: View | None = None, outcome: Outcome = golden.HOME
) -> NotingCanvas:
    canvas = NotingCanvas("0")
    scene = Scene(layers=layers)
    endings._ScenePainter(canvas, view or scenes.exploring(), outcome, scene).draw()
    return canvas


def test_a_sun_is_round_about_its_middle_with_a_ring_of_light() -> None:
    canvas = painted(Layer("disc", ("Y",), (100, 50, 8)))
    assert canvas.of_colour("Y") == (3 + 36 * 4, 86 * 4, 3 + 65 * 4, 115 * 4)
    yellow = canvas.px[3::4, ::4] == canvas.colour("Y")
    assert yellow[50, 92:109].all()
    assert yellow[42:59, 100].all()
    assert yellow[50, 109:115].sum() == 3  # every second dot of the ring


def test_bands_of_the_sky_lie_from_top_to_bottom() -> None:
    canvas = painted(Layer("sky", ("RGB",)))
    sky = canvas.px[3:443:4, ::4]

    def share(letter: str, row: int) -> float:
        """The part of four rows that has a colour."""
        return float((sky[row : row + 4] == canvas.colour(letter)).mean())

    assert share("R", 0) > 0.85
    assert share("G", 53) > 0.85
    assert share("B", 106) > 0.85
    for letters, row in (("RG", 26), ("GB", 80)):
        assert all(0.35 < share(letter, row) < 0.65 for letter in letters)
    assert (canvas.px[443:] == canvas.colour("0")).all()
    assert (canvas.px[:3] == canvas.colour("0")).all()


def test_stars_and_rain_are_as_many_as_the_scene_says_and_rain_falls_below_its_cloud() -> None:
    few, many = (painted(Layer("stars", ("W",), (count,))) for count in (10, 60))
    counts = [int((canvas.px[3:443:4, ::4] == canvas.colour("W")).sum()) for canvas in (few, many)]
    assert 7 <= counts[0] <= 10
    assert 40 <= counts[1] <= 60
    assert many.of_colour("W")[2] <= 3 + 64 * 4
    rain = painted(Layer("rain", ("B",), (40, 30)))
    assert rain.of_colour("B")[0] >= 3 + 30 * 4
    drops = int((rain.px[3:443:4, ::4] == rain.colour("B")).sum())
    assert 80 <= drops <= 120


def test_a_mountain_widens_from_its_top_to_its_feet_with_a_light_western_rim() -> None:
    canvas = painted(Layer("peak", ("G", "W"), (100, 20, 50, 170)))
    sky = canvas.px[3:443:4, ::4]
    rock = (sky == canvas.colour("G")) | (sky == canvas.colour("W"))
    assert not rock[:20].any()
    widths = rock.sum(1)
    assert widths[25] < widths[60] < widths[105]
    for row in (60, 100):
        first = int(np.flatnonzero(rock[row])[0])
        assert (sky[row, first : first + 2] == canvas.colour("W")).all()
        assert sky[row, first + 2] == canvas.colour("G")
    bottom = np.flatnonzero(rock[109])
    assert abs(int(bottom[0]) - 50) <= 4
    assert abs(int(bottom[-1]) - 170) <= 5


def test_smoke_drifts_upwards_and_to_the_east() -> None:
    canvas = painted(Layer("smoke", ("GB",), (50, 80)))
    sky = canvas.px[3:443:4, ::4]
    smoke = np.argwhere((sky == canvas.colour("G")) | (sky == canvas.colour("B")))
    assert smoke[:, 1].min() >= 48
    assert 50 + 13 * 3.2 - 1 <= smoke[:, 1].max() <= 50 + 13 * 3.2 + 5
    west, east = smoke[smoke[:, 1] < 60], smoke[smoke[:, 1] > 80]
    assert east[:, 0].mean() < west[:, 0].mean()
    assert smoke[:, 0].max() <= 82


def test_a_shore_is_four_pixels_high() -> None:
    canvas = painted(Layer("shore", ("T",), (300, 100, 700)))
    assert canvas.of_colour("T") == (300, 100, 304, 700)


def test_a_scenes_character_is_the_first_on_the_map_eight_times_its_size() -> None:
    layer = Layer("character", (), (500, 400))
    view = scenes.party()
    canvas = painted(layer, view=view)
    changed = np.argwhere(canvas.px != canvas.colour("0"))
    assert changed[:, 0].min() >= 500 - 128
    assert changed[:, 0].max() < 500 + 16
    assert changed[:, 1].min() >= 400
    assert changed[:, 1].max() < 400 + 144
    assert view.map is not None
    first, *others = view.map.entities
    later = replace(view, map=replace(view.map, entities=(first, scenes.WOLF)))
    assert (painted(layer, view=later).px == canvas.px).all()
    creature_first = replace(view, map=replace(view.map, entities=(scenes.WOLF, first)))
    assert (painted(layer, view=creature_first).px == canvas.px).all()
    unmapped = replace(view, map=None)
    assert (painted(layer, view=unmapped).px == canvas.px).all()  # by the sprite of the status
    second = replace(view, map=replace(view.map, entities=tuple(others)))
    assert (painted(layer, view=second).px != canvas.px).any()


def test_a_scene_names_the_tiles_that_its_layers_draw() -> None:
    layers = (
        Layer("peak", ("0", "w"), (1, 2, 3, 4)),
        Layer("tokens", ("jewel", "silmarils"), (3,)),
        Layer("last_place", ("bones",)),
    )
    assert Scene(layers=layers).tiles == {"jewel", "bones"}


def test_tokens_are_as_many_as_the_fact_says_up_to_the_scenes_most() -> None:
    for count, shown in [(0, 0), (1, 1), (3, 3), (9, 3)]:
        tile = next(layer.words[0] for scene in TILES.scenes.values() for layer in scene.layers
                    if layer.kind == "tokens")  # fmt: skip
        layer = Layer("tokens", (tile, "silmarils"), (3,))
        canvas = painted(layer, outcome=replace(golden.HOME, facts=(("silmarils", count),)))
        bare = painted(layer, outcome=replace(golden.HOME, facts=()))
        assert not (bare.px != bare.colour("0")).any()
        middles = [(330 - 54 * (n % 2), 648 - 92 * n) for n in range(3)]
        drawn = [bool((canvas.px[y - 8 : y + 8, x - 8 : x + 8] != canvas.colour("0")).any())
                 for y, x in middles]  # fmt: skip
        assert sum(drawn) == shown or (shown and drawn[:shown] == [True] * shown)
        if shown:
            rays = canvas.of_colour("U")
            assert rays[0] >= 330 - 54 - 182
            assert rays[2] <= SCENE.split


def test_words_of_an_ending_are_never_wider_than_the_picture() -> None:
    title = "A very long title " * 5
    place = words(replace(golden.FALLEN, title=title)).written[0]
    assert place.words.endswith("...")
    assert place.right - place.left <= WIDTH - strips.CORNER - 32
    assert place.right - place.left > WIDTH - strips.CORNER - 32 - words_width(TILES, "mm", True)
