"""The view as text, and as a film."""

import io

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.contract.view import UNKNOWN, UNTHROWN, Bar, DiceRow
from render import Window
from render.canvas import HEIGHT, WIDTH
from render.text_view import GAP, _dice_words, letters
from tests.render import golden, scenes
from tests.render.test_pictures import colours

# ---------------------------------------------------------------------- text


@pytest.mark.parametrize("scene", [scenes.exploring, scenes.party, scenes.game_master])
@pytest.mark.parametrize("width", [40, 80])
def test_text_and_picture_show_the_same_window(scene, width: int) -> None:
    view = scene()
    window = render.picture(view).window
    assert window is not None
    lines = render.text(view, width).splitlines()
    rows = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(row[:4]) for row in rows] == list(range(window.top, window.top + window.height))
    last = "".join(line.ljust(5 + window.width)[4 + window.width] for line in lines[1:4]).strip()
    assert render.column_name(window.left + window.width - 1).startswith(last[:1])


def test_text_shows_letters_only_where_something_is_known() -> None:
    board = scenes.exploring().map
    assert board is not None
    rows = letters(board, golden.WINDOW)
    window = golden.WINDOW
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            place = (window.top + y - board.top) * board.width + window.left + x - board.left
            if board.state[place] == UNKNOWN:
                assert letter in " ?"  # what was heard is marked where it was heard
    assert rows[20 - window.top][46 - window.left] == "@"


def test_of_all_marks_only_what_was_heard_has_a_letter_on_the_map() -> None:
    board = scenes.exploring().map
    assert board is not None
    assert {mark.kind for mark in board.marks} > {"heard", "came"}
    marked, bare = (letters(each, golden.WINDOW) for each in (board, replace(board, marks=())))
    changed = [
        (golden.WINDOW.top + y, golden.WINDOW.left + x, letter)
        for y, row in enumerate(marked)
        for x, letter in enumerate(row)
        if letter != bare[y][x]
    ]
    assert changed == [(mark.y, mark.x, "?") for mark in board.marks if mark.kind == "heard"]


@pytest.mark.parametrize("width", [40, 60, 100])
def test_text_keeps_to_its_width(width: int) -> None:
    for scene in (scenes.exploring, scenes.worst, golden.sheet):
        view = scene()
        body = render.text(view, width).splitlines()
        told = {view.title, *(line for line in body if ": health" in line)}
        assert all(len(line) <= width for line in body if line not in told)


def test_text_names_what_is_in_sight_by_its_square() -> None:
    told = render.text(scenes.exploring(), 80)
    assert "o BB19 gorgol: Gorgol, the Butcher, unwary" in told
    assert "! AV18 a teal potion" in told
    assert "? AY23 something heard, not seen" in told


def test_text_names_the_hero_first_and_all_others_from_north_to_south() -> None:
    told = render.text(scenes.exploring(), 80).splitlines()
    there = ["@ AU20", "C AT18", "o AX19", "o BB19", "o AX20", "o AW21"]
    first = next(number for number, line in enumerate(told) if line.startswith(there[0]))
    assert [line[:6] for line in told[first : first + len(there)]] == there


def test_text_tells_a_chasm_from_quartz_though_both_have_one_letter() -> None:
    sketch = ("#Q#", "._.", "...")
    board = scenes.make_board(sketch, ("sss",) * 3, focus=(16, 36))
    told = render.text(scenes.view(board), 80)
    assert letters(board, Window(14, 36, 3, 3, 3)) == ["#%#", f".{GAP}.", "..."]
    assert f"{GAP} AL15 chasm" in told
    assert "quartz" not in told


def test_text_counts_the_squares_of_a_wide_chasm() -> None:
    board = scenes.make_board(("_____", "....."), ("sssss",) * 2, focus=(15, 36))
    told = render.text(scenes.view(board), 80)
    assert f"{GAP} AK14 and 4 more: chasm" in told


# ---------------------------------------------------------------------- films of many turns


def test_a_film_of_sixty_full_pictures_keeps_to_two_million_bytes() -> None:
    view = scenes.worst()
    board = view.map
    assert board is not None
    views = []
    for step in range(20):  # the hero walks: every picture is another part of the map
        entities = tuple(replace(b, x=b.x + step) if b.seat == 0 else b for b in board.entities)
        focus = board.focus and (board.focus[0], board.focus[1] + step)
        views.append(replace(view, map=replace(board, entities=entities, focus=focus)))
    stills = [render.picture(each) for each in views]
    film = render.reel([each.png for each in stills] * 3)
    assert len(film) <= 2_000_000
    moving = Image.open(io.BytesIO(film))
    assert moving.n_frames >= 15
    assert moving.size in ((WIDTH, HEIGHT), (WIDTH // 2, HEIGHT // 2))
    assert "loop" not in moving.info


def test_a_film_ends_with_the_last_still() -> None:
    stills = [render.picture(scene()) for scene in (scenes.exploring, scenes.party)]
    moving = Image.open(io.BytesIO(render.reel([each.png for each in stills])))
    moving.seek(moving.n_frames - 1)
    assert np.array_equal(np.array(moving.convert("RGB")), colours(stills[-1].png))


# ---------------------------------------------------------------------- many squares, things


@pytest.mark.parametrize(
    ("count", "told"), [(1, "K0"), (3, "K0, L0, M0"), (4, "K0 and 3 more:"), (9, "K0 and 8 more:")]
)
def test_more_than_three_squares_of_a_kind_are_counted(count: int, told: str) -> None:
    board = scenes.make_board((">" * count,), ("s" * count,), corner=(0, 10), focus=(0, 10))
    lines = render.text(scenes.view(board), 80).splitlines()
    assert f"> {told} down staircase" in lines


def test_things_are_told_with_what_lies_under_them_and_what_is_only_remembered() -> None:
    board = scenes.make_board(("...",), ("sss",), corner=(0, 10), focus=(0, 10))
    items = (
        replace(scenes.ITEMS[2], y=0, x=12, name="a cup", more=True),
        replace(scenes.ITEMS[2], y=0, x=11, name="a key", remembered=True),
        replace(scenes.ITEMS[2], y=0, x=99, name="a crown"),
    )
    told = render.text(scenes.view(replace(board, items=items)), 80).splitlines()
    first = told.index("! L0 a key, remembered")
    assert told[first + 1] == "! M0 a cup and more"
    assert not any("crown" in line for line in told)


def test_a_creature_is_told_by_its_description_else_by_its_badges_and_bars() -> None:
    wolf = replace(scenes.WOLF, description="", badges=("asleep",), bars=(Bar("health", 2, 4),))
    board = scenes.make_board(
        ("...",), ("sss",), corner=(0, 10), focus=(0, 10),
        entities=(replace(wolf, y=0, x=11), replace(scenes.GORGOL, y=0, x=12)),
    )  # fmt: skip
    told = render.text(scenes.view(board), 80).splitlines()
    assert "C L0 wolf-1, asleep, health 2/4" in told
    assert "o M0 gorgol: Gorgol, the Butcher, unwary" in told


def test_after_the_map_stand_characters_facts_the_turn_and_the_headline() -> None:
    view = scenes.party()
    told = render.text(view, 60).splitlines()
    first = told.index("Fëanáriel: health 24/31, singing")
    assert told[first + 1] == "Lindir (to move): health 19/22"
    assert told[first + 2] == "Beren: health 8/27, bleeding, afraid"
    assert told[first + 4 : first + 6] == ["Depth: 150 ft", "Turn 42"]
    assert " ".join(" ".join(told[first + 6 :]).split()) == " ".join(str(view.headline).split())
    figures = (replace(view.characters[0].conditions[0], word="light", amount=3),)
    lit = replace(view.characters[0], figures=figures)
    alone = render.text(replace(view, characters=(lit,), headline=""), 60).splitlines()
    assert alone[-3:] == [
        "Fëanáriel: health 24/31, singing, light 3", "Depth: 150 ft", "Turn 42",
    ]  # fmt: skip


def test_dice_are_told_with_their_name_and_what_they_lead_to() -> None:
    rows = (
        (DiceRow("You", (2, 2, 5), result="2 wounds"), "You: 2 2 5 → 2 wounds"),
        (DiceRow("", (2,), result="a hit"), "2 → a hit"),
        (DiceRow("Next", (UNTHROWN, UNTHROWN)), "Next: ? ?"),
        (DiceRow("None", ()), "None"),
    )
    for row, told in rows:
        assert _dice_words(row) == told
    sheet = replace(golden.sheet(), characters=(scenes.STATUS,))
    lines = render.text(sheet, 80).splitlines()
    assert lines[:2] == ["Kanthe", "-- Room 7: ash trees"]
    assert lines[-1].startswith("Fëanáriel (to move): health 24/31, voice 9/14, bleeding 4")


def still(number: int) -> bytes:
    """A small picture, each of another colour."""
    file = io.BytesIO()
    picture = Image.new("RGB", (40, 20), (30 * number, 0, 0))
    picture.paste((0, 255, 0), (2 * number, 4, 2 * number + 8, 16))
    picture.quantize().save(file, "PNG")
    return file.getvalue()


def film(*pngs: bytes, **more: int) -> Image.Image:
    return Image.open(io.BytesIO(render.reel(pngs, **more)))


def test_a_film_shows_each_still_as_long_as_asked_and_the_last_longer() -> None:
    for repeats in (False, True):
        moving = film(still(1), still(2), still(1), frame_ms=100, repeats=repeats)
        shown = []
        for number in range(moving.n_frames):
            moving.seek(number)
            shown.append(moving.info["duration"])
        assert shown == [100, 100, 2500]
        assert ("loop" in moving.info) is repeats
        assert moving.size == (40, 20)


def test_a_film_that_would_be_too_large_is_halved_and_loses_frames_but_not_its_ends() -> None:
    stills = [still(number) for number in range(1, 8)]
    whole = len(render.reel(stills))
    assert film(*stills, most_bytes=max(whole, sum(map(len, stills)))).size == (40, 20)
    half = film(*stills, most_bytes=whole - 1)
    assert (half.size, half.n_frames) == ((20, 10), 7)
    fewer = film(*stills, most_bytes=len(render.reel(stills[:4])) - 60)
    assert 2 <= fewer.n_frames < 7
    for more in (stills[:2], stills):
        least = film(*more, most_bytes=10)
        assert (least.size, least.n_frames) == ((20, 10), 2)
