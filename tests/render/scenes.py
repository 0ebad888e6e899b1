"""Views made by hand: the scenes of the pictures that set the look, and a few harder ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from engine.contract.view import (
    GM_ONLY,
    REMEMBERED,
    SEEN,
    UNKNOWN,
    Bar,
    CharacterStatus,
    Condition,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Mark,
    Note,
    View,
)

LEGEND = (
    Ground("sil:terrain/darkness", " ", "w", "the unknown"),
    Ground("sil:terrain/open-floor", ".", "W", "open floor"),
    Ground("sil:terrain/granite-wall", "#", "W1", "granite wall", solid=True),
    Ground("sil:terrain/door", "+", "U", "door", door=True),
    Ground("sil:terrain/down-staircase", ">", "W", "down staircase"),
    Ground("sil:terrain/up-staircase", "<", "W", "up staircase"),
    Ground("sil:terrain/chasm", "%", "D", "chasm"),
    Ground("sil:terrain/forge-3-uses-remaining", "0", "s", "forge (3 uses remaining)"),
    Ground("sil:terrain/quartz-vein", "%", "w", "quartz vein", solid=True),
    Ground("sil:terrain/pile-of-rubble", ":", "s", "pile of rubble", solid=True),
    Ground("sil:terrain/spiked-pit", "^", "W", "spiked pit"),
    Ground("sil:terrain/secret-door", "#", "W1", "secret door", solid=True, door=True),
    Ground("sil:terrain/down-shaft", ">", "D", "down shaft"),
    Ground("sil:terrain/locked-door", "+", "U", "locked door", door=True),
    Ground("sil:terrain/web", "^", "D", "web"),
)
LETTERS = " .#+><_0Q:^SoLw"  # the letter of each legend entry in a sketch; "_" is a chasm

TOP, LEFT = 14, 36

# What is there, and how it is known: m remembered, s seen by torch, l seen and lit, - unknown.
SKETCH = (
    "########              ",
    "#......#              ",
    "#......#              ",
    "#...0..##...          ",
    "#......##....   #  __#",
    "###+#####.....  ...__#",
    "  #.....+.....  .....#",
    " ##.###.#.....  .....#",
    "#.<...#.#....   #  ..#",
    "#.....# #...          ",
    "#.....#               ",
    "#######               ",
)
KNOWN = (
    "mmmmmmmm--------------",
    "mmmmmmmm--------------",
    "mmmmmmmm--------------",
    "mmmmmmmmssss----------",
    "mmmmmmmmsssss---l--lll",
    "mmmmmmmmssssss--llllll",
    "--mmmmmmssssss--llllll",
    "-mmmmmmmssssss--llllll",
    "mmmmmmmmsssss---l--lll",
    "mmmmmmm-ssss----------",
    "mmmmmmm---------------",
    "mmmmmmm---------------",
)
# What only the Game Master knows of the same place.
HIDDEN = (
    "        ##############",
    "        #........#...#",
    "        #........#Q..#",
    "        #...     ##.##",
    "        #....    . .  ",
    "        #.....   # .  ",
    "  #     +.....   #    ",
    " ##     #.....   #    ",
    "#                S.   ",
    "#       #........S...#",
    "#       #..#######...#",
    "#       ##############",
)
STATES = {"m": REMEMBERED, "s": SEEN, "l": SEEN, "-": UNKNOWN, "v": GM_ONLY}
HEROES = ("sil:hero/noldor", "sil:hero/sindar", "sil:hero/naugrim", "sil:hero/edain")
HERO = (20, 46)
WORST_HERO = (9, 16)


def make_board(
    sketch: Iterable[str],
    known: Iterable[str],
    *,
    corner: tuple[int, int] = (TOP, LEFT),
    focus: tuple[int, int] | None = HERO,
    torch: int = 5,
    items: tuple[MapItem, ...] = (),
    entities: tuple[Entity, ...] = (),
    marks: tuple[Mark, ...] = (),
) -> MapBoard:
    """A board from two sketches: what is there, and how it is known. A hero's light of `torch`
    levels at the focus falls off by one a square."""
    rows, kinds = list(sketch), list(known)
    (top, left), height, width = corner, len(rows), max(map(len, rows))
    ground = bytearray()
    state = bytearray()
    light = bytearray()
    lighting = bytearray()
    for y in range(height):
        for x in range(width):
            how = kinds[y].ljust(width, "-")[x]
            ground.append(LETTERS.index(rows[y].ljust(width)[x]))
            state.append(STATES[how])
            lighting.append(1 if how == "l" else 0)
            level = 0
            if focus is not None and STATES[how] == SEEN:
                dy, dx = top + y - focus[0], left + x - focus[1]
                level = max(1, torch - round((dy * dy + dx * dx) ** 0.5))
            light.append(level + 1 if how == "l" and level > 1 else 1 if how == "l" else level)
    return MapBoard(
        top,
        left,
        height,
        width,
        LEGEND,
        bytes(ground),
        bytes(state),
        bytes(light),
        bytes(lighting),
        focus,
        ("", "lit", "sun"),
        items,
        entities,
        marks,
    )


def hero(y: int, x: int, seat: int = 0, race: int = 0) -> Entity:
    """A hero on the map."""
    return Entity(y, x, HEROES[race], "@", "w", f"hero-{seat + 1}", seat=seat)


def note(alertness: int) -> Note:
    """The Game Master's note of exact alertness."""
    tone: Literal["plain", "calm", "alarm"] = "alarm" if alertness >= 0 else "plain"
    return Note(f"{alertness:+d}" if alertness else "0", "calm" if alertness < -10 else tone)


ITEMS = (
    MapItem(15, 41, "sil:item/healing", "!", "B", "a potion", remembered=True),
    MapItem(17, 37, "sil:item/mail-corslet", "[", "s", "a mail corslet", remembered=True),
    MapItem(18, 47, "sil:flavour/sky-blue-2", "!", "B", "a teal potion"),
    MapItem(21, 45, "sil:item/longbow", "}", "u", "a longbow"),
    MapItem(20, 54, "sil:item/large-wooden-chest", "~", "u", "a large wooden chest"),
)
WOLF = Entity(
    18,
    45,
    "sil:monster/white-wolf",
    "C",
    "w",
    "wolf-1",
    description="a sleeping white wolf",
    badges=("asleep",),
)
ORCS = (
    Entity(
        19,
        49,
        "sil:monster/orc-soldier",
        "o",
        "s",
        "orc-1",
        1,
        bars=(Bar("health", 2, 4),),
        badges=("alert",),
    ),
    Entity(20, 49, "sil:monster/orc-archer", "o", "U", "archer-1", badges=("unwary",)),
    Entity(21, 48, "sil:monster/orc-soldier", "o", "s", "orc-2", 2, badges=("alert", "aggressive")),
)
GORGOL = Entity(
    19,
    53,
    "sil:monster/gorgol-the-butcher",
    "o",
    "G",
    "gorgol",
    description="Gorgol, the Butcher, unwary",
    badges=("unwary", "unique"),
)
NOTE_KEY = (("alert", "+ 9 alertness"),)
MARKS = (
    Mark("step", 20, 43, seat=0),
    Mark("step", 20, 44, seat=0),
    Mark("step", 20, 45, seat=0),
    Mark("came", 18, 50, "orc-1"),
    Mark("came", 22, 49, "orc-2"),
    Mark("hurt", 19, 49, amount=9),
    Mark("heard", 23, 50),
    Mark("new", 19, 53),
)
STATUS = CharacterStatus(
    0,
    "Fëanáriel",
    HEROES[0],
    (Bar("health", 24, 31), Bar("voice", 9, 14, "blue")),
    (
        Condition("bleed", "bleeding", 4),
        Condition("song", "singing"),
        Condition("light", "light", 3),
    ),
    to_act=True,
)


def view(
    board: MapBoard, characters: tuple[CharacterStatus, ...] = (STATUS,), **more: object
) -> View:
    """A view of a board with the words of the everyday scene."""
    fields: dict[str, object] = {
        "title": "Sil-Q · 150 ft",
        "turn": 42,
        "facts": (("Depth", "150 ft"),),
        "lines": ("2 orcs have seen you.",),
        "headline": "2 orcs have seen you.  New: Gorgol, the Butcher!",
        "alt": "A hero and three orcs.",
    } | more
    return View(map=board, characters=characters, **fields)  # type: ignore[arg-type]


def exploring() -> View:
    """The everyday turn."""
    entities = (hero(*HERO), WOLF, *ORCS, GORGOL)
    return view(make_board(SKETCH, KNOWN, items=ITEMS, entities=entities, marks=MARKS))


def party() -> View:
    """Four heroes, the second to move."""
    heroes = (hero(20, 47), hero(19, 45, 1, 1), hero(21, 46, 2, 3), hero(20, 44, 3, 2))
    entities = (*heroes, WOLF, *ORCS, GORGOL)
    names = (("Fëanáriel", 24, 31), ("Lindir", 19, 22), ("Beren", 8, 27), ("Gamli", 33, 33))
    conditions = (
        (Condition("song", "singing"),),
        (),
        (Condition("bleed", "bleeding"), Condition("afraid", "afraid")),
        (Condition("stealth", "stealthy"),),
    )
    characters = tuple(
        CharacterStatus(
            seat,
            name,
            HEROES[(0, 1, 3, 2)[seat]],
            (Bar("health", value, most),),
            conditions[seat],
            to_act=seat == 1,
        )
        for seat, (name, value, most) in enumerate(names)
    )
    board = make_board(
        SKETCH,
        KNOWN,
        focus=(20, 47),
        items=ITEMS,
        entities=entities,
        marks=(Mark("came", 18, 50, "orc-1"), Mark("heard", 23, 50)),
    )
    return view(board, characters)


def _creature(
    place: tuple[int, int], looks: tuple[str, str, str], name: str, alertness: int, *badges: str
) -> Entity:
    """Return a creature with its exact alertness; its looks are sprite, letter and colour."""
    sprite, letter, colour = looks
    return Entity(
        *place,
        f"sil:monster/{sprite}",
        letter,
        colour,
        name,
        notes=(note(alertness),),
        badges=badges,
    )


_ORC = ("orc-soldier", "o", "s")


def _seen_by_game_master() -> tuple[Entity, ...]:
    """Return the hero and the creatures as the Game Master knows them."""
    first = _creature((19, 49), _ORC, "orc-1", 6, "alert")
    second = _creature((21, 48), _ORC, "orc-2", 9, "alert", "aggressive")
    third = _creature((23, 50), _ORC, "orc-3", 4, "alert", "fleeing")
    spider = _creature((16, 46), ("easterling-spy", "M", "d"), "spider-1", -2, "unwary")
    gorgol = ("gorgol-the-butcher", "o", "G")
    troll = _creature((23, 54), ("snow-troll", "T", "w"), "troll-1", -18, "asleep")
    return (
        hero(*HERO),
        _creature((18, 45), ("white-wolf", "C", "w"), "wolf-1", -14, "asleep"),
        replace(spider, hidden=True),
        replace(first, tag=1, bars=(Bar("health", 2, 4),)),
        _creature((20, 49), ("orc-archer", "o", "U"), "archer-1", -3, "unwary"),
        replace(second, tag=2),
        _creature((19, 53), gorgol, "gorgol", -7, "unwary", "unique"),
        replace(third, tag=3),
        replace(troll, hidden=True),
    )


def game_master() -> View:
    """The same place for the Game Master."""
    sketch, known = [], []
    for row, kind, more in zip(SKETCH, KNOWN, HIDDEN, strict=True):
        sketch.append(
            "".join(b if k == "-" else a for a, k, b in zip(row, kind, more, strict=True))
        )
        known.append(
            "".join(
                k if k != "-" else "-" if b == " " else "v" for k, b in zip(kind, more, strict=True)
            )
        )
    items = (
        *ITEMS,
        MapItem(16, 56, "sil:flavour/crystal", '"', "v", "an amulet", hidden=True),
        MapItem(24, 45, "sil:item/battle-axe", "/", "s", "a battle axe", hidden=True),
    )
    board = make_board(
        sketch, known, items=items, entities=_seen_by_game_master(), marks=MARKS[3:5]
    )
    return view(
        board, headline="Due: orc 2 at 12.5 s   Gorgol at 13   troll sleeps", note_key=NOTE_KEY
    )


def worst() -> View:
    """Every square full: ground, a creature or an item, with all the marks there are."""
    height, width = 18, 33
    kinds = ".#+>0Q:^w.<"
    sketch = [
        "".join(kinds[(y * 7 + x * 3 + y * x) % len(kinds)] for x in range(width))
        for y in range(height)
    ]
    letters = "oCTGMsdWvRb&fHwN@"
    colours = "wWsDdurRoygGbBv"
    entities = tuple(
        Entity(
            y,
            x,
            f"sil:monster/unknown-{(y * 5 + x) % 17}",
            letters[(y * 5 + x) % 17],
            colours[(y + 2 * x) % 15],
            f"x-{y}-{x}",
            (y + x) % 9 + 1,
            badges=(
                ("asleep", "unwary", "alert")[(x + y) % 3],
                *((), ("fleeing",), ("aggressive",))[(x * y) % 3],
                *(("unique",) if (x * 3 + y) % 7 == 0 else ()),
            ),
            bars=(Bar("health", (x + y) % 4 + 1, 4),) if (x + y) % 4 < 3 else (),
        )
        for y in range(height)
        for x in range(width)
        if (x + y) % 2 and (y, x) != WORST_HERO
    )
    items = tuple(
        MapItem(
            y,
            x,
            "",
            '|/\\}-([)]="~*,!_?'[(x + 3 * y) % 17],
            colours[(x + y) % 15],
            "item",
            more=x % 2 == 0,
            badges=("artefact",) if y % 3 == 0 else (),
        )
        for y in range(height)
        for x in range(width)
        if not (x + y) % 2
    )
    board = make_board(
        sketch,
        ["s" * width] * height,
        corner=(0, 0),
        focus=WORST_HERO,
        torch=12,
        items=items,
        entities=(hero(*WORST_HERO), *entities),
        marks=tuple(Mark("new", y, x) for y in range(0, height, 2) for x in range(0, width, 3)),
    )
    return view(board)


def level() -> View:
    """A whole level as it is known after some days."""
    height, width = 50, 100
    plan = [[" "] * width for _ in range(height)]

    def room(top: int, left: int, bottom: int, right: int) -> None:
        for y in range(top - 1, bottom + 2):
            for x in range(left - 1, right + 2):
                inside = top <= y <= bottom and left <= x <= right
                if inside:
                    plan[y][x] = "."
                elif plan[y][x] == " ":
                    plan[y][x] = "#"

    for place in (
        (10, 12, 17, 27), (24, 12, 33, 20), (40, 4, 43, 14), (46, 1, 48, 10), (24, 22, 27, 38),
        (15, 36, 20, 42), (16, 43, 24, 51), (15, 52, 24, 56), (37, 52, 39, 65), (23, 70, 30, 78),
        (8, 66, 11, 72), (43, 61, 45, 71), (36, 87, 41, 92),
    ):  # fmt: skip
        room(*place)
    for place in (
        (14, 4, 14, 12), (15, 4, 40, 5), (18, 16, 24, 16), (20, 20, 20, 42), (18, 29, 24, 29),
        (20, 57, 20, 67), (12, 66, 37, 67), (26, 79, 26, 88), (12, 74, 23, 74), (25, 54, 37, 54),
        (40, 66, 43, 66), (44, 72, 44, 87), (22, 88, 31, 90),
    ):  # fmt: skip
        room(*place)
    for y, x, letter in ((48, 6, ">"), (41, 10, "0"), (13, 19, "<"), (29, 16, "L"), (38, 59, "o")):
        plan[y][x] = letter
    for x in range(86, 92):
        plan[21][x] = " "
        plan[32][x] = " "
    known = [
        "".join(
            "-" if letter == " " else "s" if abs(y - 20) + abs(x - 46) < 5 else "m"
            for x, letter in enumerate(row)
        )
        for y, row in enumerate(plan)
    ]
    items = (
        MapItem(25, 30, "sil:item/large-wooden-chest", "~", "u", "chest", remembered=True),
        MapItem(44, 67, "sil:item/longsword", "|", "W", "a sword", remembered=True),
    )
    board = make_board(
        ["".join(row) for row in plan],
        known,
        corner=(0, 0),
        items=items,
        entities=(hero(*HERO), *ORCS),
    )
    return view(board)
