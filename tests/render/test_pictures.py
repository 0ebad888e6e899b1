"""Pictures: the contents that they must have and must never have."""

import io
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

import render
from engine.contract.view import REMEMBERED, UNKNOWN, Bar, CharacterStatus, Condition, Mark, View
from render import THEMES, Proposal, TileLibrary, Window, overview_picture, strips, turn_picture
from render.canvas import HEIGHT, WIDTH, Canvas, words_width
from render.place_markers import placed_markers
from render.tile_library import own_tiles
from render.tileset import SEAT_COLOURS, TileSet
from tests.render import golden, scenes

SIL = own_tiles().tile_set("sil")
TOP, LEFT = strips.MAP_TOP, strips.MAP_LEFT
VEIL = ("1:veil", "2:veil", "3:veil", "4:veil", "5:veil")


def pixels(png: bytes) -> np.ndarray:
    """A picture's palette indexes."""
    return np.asarray(Image.open(io.BytesIO(png)))


def colours(png: bytes) -> np.ndarray:
    """A picture's colours, (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def with_board(view: View, **changes: object) -> View:
    """The view with fields of its map changed."""
    assert view.map is not None
    return replace(view, map=replace(view.map, **changes))


@pytest.mark.parametrize("name", golden.PICTURES)
def test_a_golden_picture_has_not_changed(name: str) -> None:
    drawn = colours(golden.PICTURES[name]().png)
    kept = colours((golden.FOLDER / f"{name}.png").read_bytes())
    assert drawn.shape == kept.shape == (HEIGHT, WIDTH, 3)
    changed = int((drawn != kept).any(-1).sum())
    assert changed == 0, f"{changed} pixels differ; look, then python -m tests.render.golden"


@pytest.mark.parametrize("scene", [scenes.exploring, scenes.party, scenes.game_master])
def test_the_same_view_gives_the_same_bytes(scene) -> None:
    view = scene()
    first = render.picture(view, tiles=TileLibrary())
    render.picture(scenes.worst())  # whatever was drawn between leaves no trace
    assert render.picture(scene(), tiles=TileLibrary()).png == first.png
    assert render.picture(view).png == first.png


def test_workers_that_draw_at_the_same_time_do_not_disturb_each_other() -> None:
    views = [scenes.exploring(), scenes.worst(), scenes.game_master(), scenes.party()] * 2
    alone = [render.picture(view).png for view in views]
    tiles = TileLibrary()
    with ThreadPoolExecutor(4) as workers:
        together = list(workers.map(lambda view: render.picture(view, tiles=tiles).png, views))
    assert together == alone


@given(st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_what_is_unknown_draws_nothing_whatever_its_bytes_say(chance: random.Random) -> None:
    view = scenes.exploring()
    board = view.map
    assert board is not None

    def junk(layer: bytes, most: int) -> bytes:
        return bytes(
            chance.randrange(most) if state == UNKNOWN else value
            for value, state in zip(layer, board.state, strict=True)
        )

    spoilt = with_board(
        view,
        ground=junk(board.ground, len(board.legend)),
        light=junk(board.light, 16),
        lighting=junk(board.lighting, 3),
    )
    assert render.picture(spoilt).png == render.picture(view).png
    assert render.overview(spoilt).png == render.overview(view).png
    assert render.ending(spoilt, golden.FALLEN).png == render.ending(view, golden.FALLEN).png
    assert render.text(spoilt) == render.text(view)


def test_light_on_remembered_squares_is_not_drawn() -> None:
    view = scenes.exploring()
    board = view.map
    assert board is not None
    light = bytes(
        15 if state == REMEMBERED else level
        for level, state in zip(board.light, board.state, strict=True)
    )
    assert render.picture(with_board(view, light=light)).png == render.picture(view).png


def test_players_never_see_the_colours_of_the_veil() -> None:
    index = SIL.palette
    veil = {index[name] for name in VEIL}
    for scene in (scenes.exploring, scenes.party, scenes.worst):
        assert not veil & set(np.unique(pixels(render.picture(scene()).png)))
    assert veil & set(np.unique(pixels(render.picture(scenes.game_master()).png)))


@pytest.mark.parametrize("theme", THEMES)
def test_the_fullest_picture_keeps_to_its_budget(theme: str) -> None:
    view = scenes.worst()
    picture = render.picture(view, theme=theme)
    assert len(picture.png) <= 60_000
    assert picture.window is not None
    assert picture.window.holds(scenes.WORST_HERO)


@pytest.mark.parametrize("theme", ["red-green-safe", "blue-yellow-safe"])
def test_a_colour_variant_swaps_the_palette_and_nothing_else(theme: str) -> None:
    standard, variant = (render.picture(scenes.exploring(), theme=t) for t in ("standard", theme))
    assert (pixels(standard.png) == pixels(variant.png)).all()
    assert (colours(standard.png) != colours(variant.png)).any()


def test_a_look_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no look called 'sepia'"):
        render.picture(scenes.exploring(), theme="sepia")


def test_high_contrast_has_only_black_behind_a_remembered_floor() -> None:
    picture = render.picture(scenes.exploring(), window=golden.WINDOW, theme="high-contrast")
    floor = colours(picture.png)[TOP + 48 + 4 : TOP + 48 * 2 - 4, LEFT + 48 + 4 : LEFT + 48 * 2 - 4]
    shades = {tuple(int(part) for part in colour) for colour in floor.reshape(-1, 3)}
    assert (0, 0, 0) in shades
    assert len(shades) == 2  # the dot


def test_another_game_has_another_air_and_the_same_shapes() -> None:
    view = scenes.exploring()
    board = view.map
    assert board is not None
    legend = tuple(
        replace(kind, sprite=kind.sprite.replace("sil:", "delve:")) for kind in board.legend
    )
    lost = render.picture(replace(with_board(view, legend=legend), characters=()))
    assert (colours(lost.png) != colours(render.picture(view).png)).any()


def test_a_thing_that_no_rule_knows_shows_its_letter() -> None:
    view = scenes.exploring()
    board = view.map
    assert board is not None
    items = (replace(board.items[2], sprite="sil:item/key", letter="k"),)
    strange = render.picture(with_board(view, items=items))
    bare = render.picture(with_board(view, items=()))
    assert (pixels(strange.png) != pixels(bare.png)).any()


def test_a_name_that_the_font_lacks_leaves_the_seat_mark_alone() -> None:
    view = scenes.party()
    named = [
        replace(view, characters=(replace(view.characters[0], name=name), *view.characters[1:]))
        for name in ("フェア", "", "Fëa")
    ]
    first, second, third = (render.picture(v).png for v in named)
    assert first == second != third


def test_six_heroes_and_five_proposals_find_room() -> None:
    characters = tuple(
        CharacterStatus(
            seat,
            f"Hero of many names {seat}",
            "sil:hero/noldor",
            (Bar("health", seat, 9),),
            (Condition("web", "webbed"),),
        )
        for seat in range(6)
    )
    view = scenes.exploring()
    six = render.picture(replace(view, characters=characters))
    ballot = render.picture(
        view,
        proposals=[
            Proposal(letter, ((20, 46 + n), (21, 46 + n)), label="A long way round " * 3, open=6)
            for n, letter in enumerate("ABCDE")
        ],
    )
    assert six.png != ballot.png
    right = pixels(six.png)[:, WIDTH - 3 :]
    assert (right == right[0, 0]).all()  # nothing is drawn over the frame
    right = pixels(ballot.png)[:, WIDTH - 3 :]
    assert (right == right[0, 0]).all()


def test_every_kind_of_mark_changes_the_picture() -> None:
    view = scenes.exploring()
    bare = with_board(view, marks=())
    empty = render.picture(bare).png
    for kind in ("step", "came", "new", "hurt", "heard", "changed", "notice", "target", "letter"):
        mark = Mark(kind, 20, 48, "4" if kind != "came" else "orc-2", 0)
        assert render.picture(with_board(view, marks=(mark,))).png != empty, kind


def test_a_hurt_without_a_number_is_a_burst() -> None:
    view = scenes.exploring()
    slain = with_board(view, marks=(Mark("hurt", 20, 48),))
    picture = pixels(render.picture(slain, window=golden.WINDOW).png)
    square = picture[TOP + 48 * 5 : TOP + 48 * 6, LEFT + 48 * 11 : LEFT + 48 * 12]
    assert (square == SIL.palette["O"]).any()


def test_statuses_that_are_not_drawn_show_a_letter() -> None:
    view = scenes.exploring()
    drawn = {
        render.picture(
            replace(
                view, characters=(replace(view.characters[0], conditions=(Condition(icon, icon),)),)
            )
        ).png
        for icon in ("zeal", "hope", "song")
    }
    assert len(drawn) == 3


def strip(*conditions: Condition) -> np.ndarray:
    """Return the strip under the map of somebody with these conditions."""
    view = scenes.exploring()
    status = replace(view.characters[0], conditions=conditions)
    return pixels(render.picture(replace(view, characters=(status,))).png)[strips.MAP_BOTTOM :]


def test_what_a_condition_will_do_stands_beside_it_before_its_label_where_there_is_room() -> None:
    poison = Condition("poison", "poisoned", 12)
    noted = replace(poison, note="kills in 5 turns")
    changed = np.nonzero((strip(poison) != strip(noted)).any(axis=0))[0]
    assert changed.min() > 500
    assert (strip(noted) == strip(replace(noted, label="poison"))).all()
    song = Condition("song", "Trees", label="Trees")
    crowded = [replace(poison, icon=icon) for icon in ("bleed", "blind", "slow")]
    long = replace(noted, note="a note of some thirty letters!")
    assert (strip(long, *crowded, song) == strip(poison, *crowded, song)).all()


def test_what_is_sung_is_named_beside_its_note_where_there_is_room() -> None:
    songs = [Condition("song", "Trees", label="Trees")]
    plain = [replace(song, label="") for song in songs]
    poison = Condition("poison", "poisoned", 12)
    named, unnamed = strip(poison, *songs), strip(poison, *plain)
    changed = np.nonzero((named != unnamed).any(axis=0))[0]
    assert changed.min() > 500  # beside the first note, and from there to the right
    full = [replace(songs[0], label="a very long name")] * 2
    unlabelled = [replace(song, label="") for song in full]
    assert (strip(poison, *full) == strip(poison, *unlabelled)).all()
    assert (strip(*songs) != strip(*plain)).any()


def test_the_overview_numbers_its_places_as_go_does() -> None:
    places = render.places(scenes.level())
    assert [place.number for place in places] == list(range(1, len(places) + 1))
    assert {place.name for place in places} >= {
        "down staircase",
        "up staircase",
        "chest",
        "a sword",
    }
    assert len(places) <= 7


def test_a_far_window_may_lie_beyond_what_is_known() -> None:
    picture = render.picture(scenes.exploring(), window=Window(400, 400, 12, 22, 3))
    assert picture.window is not None
    assert picture.window.holds(scenes.HERO)


def test_magical_darkness_is_dots_on_open_ground_alone() -> None:
    view = scenes.exploring()
    board = view.map
    assert board is not None
    everywhere = with_board(
        view, overlay=b"\1" * len(board.state), overlays=("", "magical-darkness")
    )
    bare = pixels(render.picture(with_board(view, marks=()), window=golden.WINDOW).png)
    dark = pixels(
        render.picture(
            replace(everywhere, map=replace(everywhere.map, marks=())), window=golden.WINDOW
        ).png
    )
    index = SIL.palette["d"]

    def square(picture: np.ndarray, y: int, x: int) -> np.ndarray:
        top, left = TOP + 48 * (y - 15), LEFT + 48 * (x - 37)
        return picture[top : top + 48, left : left + 48]

    unknown, wall = (23, 50), (21, 37)  # nothing known; remembered rock
    assert (square(dark, *unknown) == index).sum() == 16 * 9
    assert (square(bare, *unknown) != index).all()
    assert (square(dark, *wall) == square(bare, *wall)).all()
    told = render.text(
        with_board(
            view,
            overlay=bytes([1] + [0] * (len(board.state) - 1)),
            overlays=("", "magical-darkness"),
        ),
        80,
    )
    assert "magical darkness" not in render.text(view, 80)
    assert "magical darkness" in render.text(everywhere, 80) != told


@pytest.mark.parametrize("column", [9, 43])
def test_the_name_of_the_focus_leaves_no_parts_of_its_neighbours(column: int) -> None:
    window, canvas = Window(0, column - 7, 15, 28, 2), Canvas(SIL)
    strips.coordinates(canvas, window, (5, column), "y")
    above = canvas.px[3:TOP]
    plate = np.flatnonzero((above == SIL.palette.index["y"]).any(axis=0))
    for side, edge in ((-1, plate.min()), (1, plate.max())):
        near = column + 3 * side  # the next column that is named
        middle = LEFT + (near - window.left) * 32 + 16
        width = words_width(SIL, render.column_name(near))
        low, high = sorted((int(edge) + side, middle - side * (width // 2 + 2)))
        assert high - low > 16
        assert (above[:, low:high] == SIL.palette.index["panel"]).all()


def test_letters_stand_beside_creatures_when_asked_for() -> None:
    view = scenes.exploring()
    asked = pixels(render.picture(view, window=golden.WINDOW, letters=True).png)
    bare = pixels(render.picture(view, window=golden.WINDOW).png)
    wolf = slice(TOP + 48 * 3, TOP + 48 * 4), slice(LEFT + 48 * 8 - 3, LEFT + 48 * 9)
    assert (asked[wolf] != bare[wolf]).any()
    hero = slice(TOP + 48 * 5, TOP + 48 * 6), slice(LEFT + 48 * 9, LEFT + 48 * 10)
    assert (asked[hero] == bare[hero]).all()
    always = [render.picture(view, theme="high-contrast", letters=on).png for on in (True, False)]
    assert always[0] == always[1]


def test_who_is_away_is_drawn_in_memory_blue() -> None:
    party = scenes.party()
    characters = tuple(replace(status, away=status.seat == 2) for status in party.characters)
    blue = {SIL.palette.ramp("memo")[shade] for shade in range(2, 6)}

    def faces(view: View, seat: int) -> set[int]:
        left = strips.CORNER + seat * 204 + 6
        shown = pixels(render.picture(view).png)[strips.UPPER : strips.UPPER + 36, left : left + 36]
        return {int(value) for value in np.unique(shown)}

    assert len(faces(replace(party, characters=characters), 2) & blue) > len(faces(party, 2) & blue)
    assert faces(replace(party, characters=characters), 3) == faces(party, 3)


def test_a_weak_torch_shows_the_heros_own_square_as_brightly_as_a_lamp() -> None:
    sketch, known = ("." * 9,) * 5, ("s" * 9,) * 5
    window, brightest = Window(10, 30, 10, 19, 3), SIL.palette["4:warm"]

    def bright(torch: int) -> np.ndarray:
        board = scenes.make_board(sketch, known, focus=(16, 40), torch=torch)
        drawn = pixels(render.picture(scenes.view(board), window=window).png)
        return drawn[TOP:, LEFT:] == brightest

    weak, strong = bright(2), bright(4)
    here = slice(48 * 6, 48 * 7), slice(48 * 10, 48 * 11)
    assert weak[here].any()
    assert (weak[here] == strong[here]).mean() > 0.9


def test_no_place_of_the_overview_hides_a_hero_or_another_place() -> None:
    places = [render.Place(number, 16, 40 + number // 2, "a chest") for number in range(1, 8)]
    for apart in (6, 8, 16, 30):
        middles = [(p, (200, 300 + apart * p.number)) for p in places]
        markers = placed_markers(middles, [(200, 300)], (0, 0, HEIGHT, WIDTH))
        discs = [
            (y + marker.disc[0], x + marker.disc[1])
            for marker, (_, (y, x)) in zip(markers, middles, strict=True)
        ]
        fields = [
            (x, {0: 0, 1: 11, 2: 19}[marker.scale])
            for marker, (_, (_, x)) in zip(markers, middles, strict=True)
        ]
        for number, (y, x) in enumerate(discs):
            assert max(abs(y - 200), abs(x - 300)) >= 14, (apart, number)
            others = discs[:number] + discs[number + 1 :]
            assert all(max(abs(y - b), abs(x - a)) >= 18 for b, a in others), apart
        for number, (x, half) in enumerate(fields):
            assert half == 0 or abs(x - 300) >= half
            assert all(half == 0 or abs(x - a) >= half for a, _ in fields[:number])


def test_a_place_with_no_room_left_for_its_number_has_it_on_its_own_square() -> None:
    place = render.Place(1, 16, 40, "a chest")
    steps = range(-96, 97, 32)
    squares = [(200 + down, 300 + right) for down in steps for right in steps]
    [marker] = placed_markers([(place, (200, 300))], squares, (0, 0, HEIGHT, WIDTH))
    assert (marker.scale, marker.disc) == (0, (0, 0))


def test_a_chasm_of_the_overview_is_void_under_a_ragged_lip() -> None:
    board = scenes.make_board(("....", "____", "____"), ("mmmm",) * 3, focus=None)
    drawn = pixels(render.overview(scenes.view(board)).png)
    p = SIL.palette
    floor = drawn[TOP:, LEFT:] == p["3:memo"]
    rows, columns = np.nonzero(floor)
    lowest = {int(rows[columns == column].max()) - int(rows.min()) for column in columns}
    assert lowest == {16, 17, 18, 19}  # one square of floor, and one to four pixels more


@pytest.mark.parametrize(("door", "secret"), [("+", False), ("L", False), ("S", True)])
def test_only_secret_doors_of_the_overview_are_violet(door: str, secret: bool) -> None:
    board = scenes.make_board((f".{door}.",), ("mmm",), focus=None)
    drawn = pixels(render.overview(scenes.view(board)).png)
    assert bool((drawn == SIL.palette["P"]).any()) is secret


def test_the_frame_of_the_overview_stays_on_the_map() -> None:
    board = scenes.make_board(("....",), ("mmmm",), corner=(40, 80), focus=None)
    drawn = render.overview(scenes.view(board), window=Window(0, 0, 90, 160, 2))
    yellow = np.argwhere(pixels(drawn.png) == SIL.palette["Y"])
    assert (yellow.min(0) == (TOP, LEFT)).all()
    assert (yellow.max(0) == (overview_picture._BOTTOM - 1, WIDTH - 4)).all()


def test_an_ending_tells_its_figures_or_else_the_last_of_its_story() -> None:
    view = golden.fallen()
    fate = golden.FALLEN.story[0]
    told = replace(golden.FALLEN, story=(fate, "The torch still burns."))
    longer = replace(told, story=(fate, "The wolf sleeps again."))
    assert render.ending(view, told).png == render.ending(view, longer).png
    told, longer = replace(told, figures=()), replace(longer, figures=())
    assert render.ending(view, told).png != render.ending(view, longer).png


ICONS = ("zeal", "hope", "song", "poison", "bleed", "blind", "slow", "stun")


@pytest.mark.parametrize("bars", [1, 2, 3])
def test_conditions_never_cover_the_depth_and_those_without_room_are_counted(
    bars: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, int, int]] = []
    icons: list[str] = []
    words, icon = Canvas.words, TileSet.icon

    def noted(self: Canvas, text: str, top: int, left: int, *rest: Any, **more: Any) -> int:
        drawn.append((text, left, words(self, text, top, left, *rest, **more)))
        return drawn[-1][2]

    def counted(self: TileSet, name: str) -> Any:
        icons.append(name)
        return icon(self, name)

    monkeypatch.setattr(Canvas, "words", noted)
    monkeypatch.setattr(TileSet, "icon", counted)
    view = scenes.exploring()
    status = view.characters[0]
    for number in range(14):
        conditions = tuple(
            Condition(ICONS[n % len(ICONS)], "so", 3 * n if n % 2 else None) for n in range(number)
        )
        for depth in ("50 ft", "level 1", "level 26, the drowned halls"):
            drawn.clear()
            icons.clear()
            own = (*status.bars, Bar("energy", 7, 12, "gold"), *status.bars)[:bars]
            shown = replace(status, bars=own, conditions=conditions)
            strips.solo(Canvas(SIL), replace(view, characters=(shown,), facts=(("Depth", depth),)))
            more = sum(int(text[1:]) for text, _, _ in drawn if text.startswith("+"))
            assert len(icons) + more == number
            told = [each for each in drawn if depth.startswith(each[0].removesuffix("..."))]
            [(text, left, right)] = [each for each in told if each[0]]
            assert text == depth or len(depth) > 20
            assert right <= WIDTH
            after = strips.CORNER + (158, 316, 402)[bars - 1]
            others = [each for each in drawn if each[0] != text and each[1] > after]
            ends = [end for each, _, end in others if each[0] in "+0123456789"]
            assert all(end <= left for end in ends)


@pytest.mark.parametrize(
    ("seats", "seat"),
    [(((1, False), (2, True), (3, True)), 2), (((1, False), (2, False)), 1), ((), 0)],
)
def test_the_names_of_rows_have_the_colour_of_whoever_is_to_act_else_of_the_first(
    seats: tuple[tuple[int, bool], ...], seat: int
) -> None:
    people = tuple(CharacterStatus(n, f"P{n}", to_act=acts) for n, acts in seats)
    shown = replace(scenes.exploring(), characters=people)
    assert turn_picture._seat_colour(shown) == SEAT_COLOURS[seat]
