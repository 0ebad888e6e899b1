"""A tile set: what a sprite without a picture looks like, shades of light and memory, grounds."""

from __future__ import annotations

import numpy as np
import pytest

from engine.contract.view import Ground
from render.pixels import CLEAR, LETTER
from render.tile_library import own_tiles
from render.tileset import (
    FLOOR_TILES,
    MEMORY_FLOOR,
    MEMORY_WALL,
    ROOM,
    SEAT_ACCENTS,
    SUN,
    TORCH,
    VEIL,
    Look,
    TileSet,
)

TILES = own_tiles().tile_set("sil")
P = TILES.palette
INK = P["0"]


def shades(pixels: np.ndarray) -> set[int]:
    return {int(value) for value in np.unique(pixels)}


def dots_of(letter: str) -> int:
    """The number of pixels that a letter of a tile takes, at twice its size."""
    return 4 * int(TILES.font[letter].sum())


# ---------------------------------------------------------------------- sprites


def test_who_has_no_tile_is_the_letter_in_its_colour_with_an_edge_of_ink() -> None:
    for kind in ["entity", "item"]:
        draw = TILES.entity if kind == "entity" else TILES.item
        pixels = draw("sil:monster/unheard-of", "k", "R")
        assert pixels.shape == (18, 18)
        assert shades(pixels) == {P[TILES.rules.accent("R")[1]], INK, CLEAR}
        assert int((pixels == P[TILES.rules.accent("R")[1]]).sum()) == dots_of("k")
        rows, columns = np.nonzero(pixels != CLEAR)
        assert abs(int(columns.min() + columns.max()) - 17) <= 1
        assert abs(int(rows.min() + rows.max()) - 17) <= 1


def test_a_letter_that_the_font_lacks_stands_as_a_question_mark() -> None:
    assert (TILES.large_letter("フ", 5) == TILES.large_letter("?", 5)).all()


def test_a_hero_wears_the_colours_of_the_seat() -> None:
    for seat in [0, 1, 5, 6]:
        dark, mid, light = SEAT_ACCENTS[seat % 6]
        sprite = TILES.entity("sil:hero/noldor", "@", "w", seat)
        assert P[mid] in shades(sprite)
        assert {P[dark], P[mid], P[light]} & shades(sprite)
        other = TILES.entity("sil:hero/noldor", "@", "w", (seat + 1) % 6)
        assert ((sprite == CLEAR) == (other == CLEAR)).all()  # the same shape
        assert (sprite != other).any()


def test_a_creatures_accent_is_that_of_its_colour() -> None:
    red, blue = (TILES.entity("", "o", colour) for colour in ("R", "B"))
    changed = red != blue
    assert shades(red[changed]) <= {P[name] for name in TILES.rules.accent("R")}
    assert shades(blue[changed]) <= {P[name] for name in TILES.rules.accent("B")}
    assert changed.any()
    assert (TILES.entity("", "o", "R1") == red).all()  # a shade of it


def test_a_remembered_sprite_keeps_its_shape_in_blue() -> None:
    sprite = TILES.item("sil:item/longbow", "}", "u")
    kept = TILES.remembered(sprite)
    assert ((kept == CLEAR) == (sprite == CLEAR)).all()
    assert ((kept == INK) == (sprite == INK)).all()
    assert shades(kept) <= {*P.ramp("memo"), INK, CLEAR}


def test_memory_keeps_how_bright_a_colour_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for brightness, item, ground in [
        (0, 3, 2),
        (79, 3, 2),
        (80, 4, 3),
        (109, 4, 3),
        (110, 5, 4),
        (169, 5, 4),
        (170, 6, 5),
        (199, 6, 5),
        (200, 6, 6),
        (255, 6, 6),
    ]:
        index = len(TILES.rgb)
        monkeypatch.setattr(TILES, "rgb", [*TILES.rgb, (brightness,) * 3])
        assert TILES.memory_index(index, True) == P[f"{item}:memo"]
        assert TILES.memory_index(index, False) == P[f"{ground}:memo"]


def test_black_stays_black_in_memory_and_under_the_veil() -> None:
    for name in ("0", "void"):
        assert TILES.memory_index(P[name], True) == P[name]
        assert TILES.memory_index(P[name], False) == P[name]
        assert TILES.shades[VEIL, LETTER + P[name]] == P[name]


def test_a_badge_or_icon_that_is_not_drawn_is_its_first_letter() -> None:
    badge = TILES.badge("zeal")
    assert shades(badge) == {P["W"], INK, CLEAR}
    assert int((badge == P["W"]).sum()) == int(TILES.font["Z"].sum())
    assert TILES.badge_place("zeal") == "right"
    icon = TILES.icon("zeal")
    assert icon.shape == (14, 14)
    assert shades(icon) == {P["w"], INK, CLEAR}
    assert (TILES.icon("zebra") == icon).all()
    assert TILES.icon("song").shape == (14, 14)


# ---------------------------------------------------------------------- light


def ground_shades(treatment: int) -> list[int]:
    return [int(TILES.shades[treatment, code]) for code in range(1, 8)]


def test_each_step_of_a_torch_is_one_shade_brighter() -> None:
    warm = P.ramp("warm")
    for step, shift in enumerate((-2, -1, 0, 1)):
        wanted = [warm[min(max(shade + shift, 0), 6)] for shade in range(7)]
        assert ground_shades(TORCH + step) == wanted


def test_a_lit_room_sunlight_and_memory_have_shades_of_their_own() -> None:
    room, memo = P.ramp("room"), P.ramp("memo")
    assert ground_shades(ROOM) == [*room]
    assert ground_shades(SUN) == [*room[2:], room[6], room[6]]
    assert ground_shades(MEMORY_WALL) == [*memo[:6], memo[5]]
    assert ground_shades(MEMORY_FLOOR) == [memo[0], *memo[:6]]
    assert set(ground_shades(VEIL)) <= {*P.ramp("veil")}


def test_nothing_is_drawn_as_the_void_in_every_light() -> None:
    assert (TILES.shades[:, 0] == P["void"]).all()


def test_colours_of_things_on_the_ground_stay_while_seen() -> None:
    code = LETTER + P["Y"]
    for treatment in (*range(4), ROOM, SUN):
        assert TILES.shades[treatment, code] == P["Y"]
    for treatment in (MEMORY_FLOOR, MEMORY_WALL):
        assert TILES.shades[treatment, code] in P.ramp("memo")
    assert TILES.shades[VEIL, code] in P.ramp("veil")


def test_a_sunlit_tile_has_the_same_shape_two_shades_lighter() -> None:
    plain, lit, room = TILES.named("floor_a"), TILES.sunlit("floor_a"), list(P.ramp("room"))
    for value in shades(plain) & {*room}:
        there = lit[plain == value]
        assert shades(there) == {room[min(room.index(value) + 2, 6)]}


# ---------------------------------------------------------------------- grounds


def ground(letter: str, colour: str = "R", *, solid: bool = False, door: bool = False) -> Ground:
    return Ground(f"sil:terrain/no-such-{letter}", letter, colour, "it", solid, door)


def test_ground_that_no_rule_knows_is_floor_with_its_letter() -> None:
    look = TILES.look(ground("k"))
    for number, floor in zip(look.plain, FLOOR_TILES, strict=True):
        codes = TILES.atlas[number]
        letter = codes == LETTER + P[TILES.rules.accent("R")[1]]
        assert int(letter.sum()) == dots_of("k")
        edge = codes == LETTER + INK
        around = np.pad(letter, 1)
        beside = around[:-2, 1:-1] | around[2:, 1:-1] | around[1:-1, :-2] | around[1:-1, 2:]
        assert (edge == (beside & ~letter)).all()
        bare = ~letter & ~edge
        assert (codes[bare] == TILES.tiles[floor][bare]).all()
    assert look.kept == look.plain
    assert look.face == look.plain[0]
    assert (look.rock, look.void, look.floor, look.wall, look.place) == (False,) * 5


def test_solid_ground_that_no_rule_knows_is_rock_and_a_door_a_door() -> None:
    rock = TILES.look(ground("k", solid=True))
    assert rock.rock
    assert len({*rock.plain, rock.face}) == 2
    assert (TILES.atlas[rock.face] == TILES.tiles["wall_face"]).all()
    door = TILES.look(ground("k", door=True))
    assert not door.rock
    code = TILES.atlas[door.plain[0]]
    tile = TILES.tiles["door"]
    plain = (tile >= 1) & (tile < 8)
    assert (code[plain] == tile[plain]).all()


def test_the_top_of_rock_is_a_shade_lighter_than_its_tile() -> None:
    rock = TILES.look(ground("k", solid=True))
    top, tile = TILES.atlas[rock.plain[0]], TILES.tiles["wall_top"]
    lighter = (tile >= 1) & (tile <= 6)
    assert (top[lighter] == tile[lighter] + 1).all()
    assert (top[~lighter] == tile[~lighter]).all()


def test_the_same_ground_is_made_once() -> None:
    tiles = TileSet("sil")
    first = tiles.look(ground("k"))
    count = len(tiles.atlas)
    assert tiles.look(ground("k")) is first
    assert len(tiles.atlas) == count
    tiles.look(ground("j"))
    assert len(tiles.atlas) == count + 3


def test_stairs_forges_and_locked_doors_are_places_and_floors_are_none() -> None:
    def look(sprite: str, letter: str) -> bool:
        return TILES.look(Ground(f"sil:terrain/{sprite}", letter, "w", "it")).place

    assert look("down-staircase", ">")
    assert look("locked-door", "+")
    assert not look("open-floor", ".")
    assert TILES.look(Ground("sil:terrain/open-floor", ".", "w", "it")).floor
    assert TILES.look(Ground("sil:terrain/darkness", " ", "w", "it")).void
    forge = TILES.look(Ground("sil:terrain/forge-3-uses-remaining", "0", "s", "it"))
    assert forge.figure == "3"
    chasm = TILES.look(Ground("sil:terrain/chasm", "%", "D", "it"))
    assert chasm.below


def accents(look: Look) -> set[str]:
    """The letters of the palette that a ground's tile is drawn in, besides its shades."""
    codes = {int(code) - LETTER for code in np.unique(TILES.atlas[look.plain[0]])}
    return {name for name, index in P.index.items() if index in codes}


def test_a_ward_glows_in_the_accent_of_its_rule_whatever_the_colour() -> None:
    glows = [
        accents(TILES.look(Ground(f"sil:terrain/{name}", "+", colour, "it", door=True)))
        for name, colour in (("warded-door", "R"), ("warded-door", "B"), ("warded-door-3", "R"))
    ]
    assert glows[0] == glows[1]
    assert glows[0] & {*"gGL"}
    assert not glows[0] & {*"QR"}
    assert glows[2] & {*"vVP"}
    assert not glows[2] & {*"gGL"}


def test_only_what_a_rule_says_so_of_is_red() -> None:
    def red(sprite: str, letter: str, *, solid: bool = False) -> bool:
        return TILES.look(Ground(f"sil:terrain/{sprite}", letter, "w", "it", solid)).red

    assert red("open-floor-2", ".")
    assert red("wall", "#", solid=True)
    assert not red("open-floor", ".")
    assert not red("granite-wall", "#", solid=True)
