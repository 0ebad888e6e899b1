"""The shipped rooms and vaults: each is what its frame wants, and can be walked and built.

vault_frames.txt, beside this file, tells of each map its serial, type, depth, rarity, size, flags
and how many squares of each symbol it holds. A map has the very size and contents of its frame;
floors, walls and the like may differ a little, since the drawings are our own.
"""

from collections import Counter
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.sil.data import bundle
from engine.sil.dungeon.generation import vaults
from engine.sil.dungeon.generation.level_creation import THRONE_COLUMNS, THRONE_CORNER
from engine.sil.dungeon.generation.vaults import GATES, GREATER, INTERESTING, LESSER, THRONE_ROOM
from engine.sil.level import terrain
from tests.engine.sil.dungeon.generation.rock import site
from tests.rows import for_each

WALLS = " $#%"
GROUND = ". $#%:7"  # symbols whose number may be a little off
DOORS = "+s"
KNOWN = set(" $#%.,:;<>+s^071234*&~?S@oOfFTyYHWAzZdMcrabvCDGRUV")
BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*BESIDE, (1, 1), (1, -1), (-1, 1), (-1, -1))
ROCK = ["#" * 76] * 76
CORNER = (5, 5)


class Frame(NamedTuple):
    type: int
    depth: int
    rarity: int
    height: int
    width: int
    flags: frozenset[str]
    squares: dict[str, int]


def read_frames() -> dict[int, Frame]:
    frames = {}
    for line in (Path(__file__).parent / "vault_frames.txt").read_text().splitlines():
        if line.startswith("# "):
            continue
        serial, *numbers, flags, squares = line.split(maxsplit=7)
        counts = {word[0].replace("_", " "): int(word[1:]) for word in squares.split()}
        words = frozenset(flags.split("|")) - {"-"}
        frames[int(serial)] = Frame(*map(int, numbers), words, counts)
    return frames


FRAMES = read_frames()
VAULTS = bundle.load().vaults
BUILT_SOMEWHERE = [
    vault for vault in VAULTS.values() if vault.type in (INTERESTING, LESSER, GREATER)
]


def for_every(vaults):
    return for_each("vault", vaults, lambda vault: f"{vault.serial} {vault.name}")


def squares(vault):
    """Symbol by (row, column)."""
    return {(y, x): glyph for y, row in enumerate(vault.rows) for x, glyph in enumerate(row)}


def at(grid, y, x):
    """Return the symbol of a square, blank beyond the edge."""
    return grid.get((y, x), " ")


def allowance(symbol: str, number: int) -> float:
    if symbol in GROUND:
        return max(2, number / 10)
    if symbol in DOORS:
        return max(1, number / 4)
    return 0


def test_every_frame_has_its_map():
    assert list(VAULTS) == list(FRAMES)
    assert Counter(vault.type for vault in VAULTS.values()) == {
        INTERESTING: 118, LESSER: 34, GREATER: 6, THRONE_ROOM: 1, GATES: 1
    }  # fmt: skip


def test_no_two_maps_share_their_name_or_drawing():
    assert len({vault.name for vault in VAULTS.values()}) == len(VAULTS)
    drawings = Counter(tuple(vault.rows) for vault in VAULTS.values())
    assert max(drawings.values()) == 1


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
@for_every(VAULTS.values())
def test_a_map_keeps_to_its_frame(vault):
    frame = FRAMES[vault.serial]
    mine = (vault.type, vault.depth, vault.rarity, vault.height, vault.width, vault.flags)
    assert mine == frame[:-1]
    counts = Counter("".join(vault.rows))
    assert set(counts) <= KNOWN
    off = {
        symbol: (counts[symbol], frame.squares.get(symbol, 0))
        for symbol in {*counts, *frame.squares}
        if abs(counts[symbol] - frame.squares.get(symbol, 0))
        > allowance(symbol, frame.squares.get(symbol, 0))
    }
    assert not off


@for_every(VAULTS.values())
def test_every_open_square_of_a_map_can_be_reached_from_the_others(vault):
    grid = squares(vault)
    unreached = {place for place, glyph in grid.items() if glyph not in WALLS}
    waiting = [unreached.pop()]
    while waiting:
        y, x = waiting.pop()
        near = {(y + v, x + u) for v, u in AROUND} & unreached
        unreached -= near
        waiting += near
    assert not unreached


@for_every(VAULTS.values())
def test_doors_stand_in_a_gap_between_walls(vault):
    grid = squares(vault)
    for (y, x), glyph in grid.items():
        if glyph in DOORS:
            firm = WALLS + "+"  # double doors
            assert any(
                at(grid, y + v, x + u) in firm and at(grid, y - v, x - u) in firm
                for v, u in ((0, 1), (1, 0))
            ), (y, x)


@for_every(BUILT_SOMEWHERE)
def test_corridors_can_enter_a_room_and_only_through_its_outer_walls(vault):
    grid = squares(vault)
    ways_in = 0
    for (y, x), glyph in grid.items():
        for v, u in BESIDE:
            if at(grid, y + v, x + u) == " ":
                assert glyph in WALLS, (y, x)
                ways_in += glyph == "$" and at(grid, y - v, x - u) not in WALLS
    assert ways_in >= min(2, FRAMES[vault.serial].squares["$"])


@for_every(BUILT_SOMEWHERE)
def test_a_map_is_built_whichever_way_it_is_turned(vault):
    for number, (turned, upside, mirrored) in enumerate(product((False, True), repeat=3)):
        if (turned and "NO_ROTATION" in vault.flags) or (number ^ vault.serial) & 3:
            continue  # the vaults take turns
        made = site(ROCK, depth=max(1, vault.depth), seed=vault.serial * 8 + number)
        cells = list(vaults._cells(made, vault, *CORNER, turned, upside, mirrored))
        vaults._build(made, vault, cells)
        check_built(made, vault, cells)


def check_built(made, vault, cells):
    level = made.level
    drawn = Counter("".join(vault.rows))
    assert len({i for i, _ in cells}) == len(cells) == drawn.total() - drawn[" "]
    assert sum(level.room) == sum(level.icky) == len(cells)
    assert sum(level.glow) == (len(cells) if "LIGHT" in vault.flags else 0)
    assert sum(f != terrain.GRANITE for f in level.feature) == len(cells)
    assert all(level.feature[i] == vaults.TERRAIN[s] for i, s in cells if s in vaults.TERRAIN)
    assert sum(map(bool, level.feature.translate(terrain.FORGES))) == drawn["0"]
    assert set(level.occupant) <= {i for i, _ in cells}
    fixed_at_any_depth = [i for i, symbol in cells if symbol in "WADRUGVC"]
    assert all(i in level.occupant for i in fixed_at_any_depth)
    assert all(i in level.floor for i, symbol in cells if symbol == "*")


@pytest.mark.covers("spec-dungeon: 1.18 The Gates (depth 0)")
def test_the_gates_open_southward_below_their_double_doors():
    rows = VAULTS[1].rows
    text = "".join(rows)
    assert (text.count(">"), text.count("$"), text.count("C")) == (1, 0, 1)
    middle = len(rows[0]) // 2
    assert rows[-1][middle - 1 : middle + 1] == ".."
    assert not any(glyph in "<>" for glyph in rows[-1])
    (doors,) = (y for y, row in enumerate(rows) if row[middle - 1 : middle + 1] == "++" and y > 9)
    beast = next(y for y, row in enumerate(rows) if "C" in row)
    assert doors < beast < len(rows) - 1


@pytest.mark.covers("spec-dungeon: 1.19 The throne room (depth 20)")
def test_one_way_into_the_throne_room_lies_where_the_hero_begins():
    (vault,) = (vault for vault in VAULTS.values() if vault.type == THRONE_ROOM)
    left = THRONE_CORNER[1]
    columns = [left + x for row in vault.rows for x, glyph in enumerate(row) if glyph == "<"]
    assert len(columns) == 2
    assert sum(column in THRONE_COLUMNS for column in columns) == 1
    assert sum("V" in row for row in vault.rows) == 1
