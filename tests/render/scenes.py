"""Views made by hand: the scenes of the pictures that set the look, and a few harder ones."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import (
    REMEMBERED,
    SEEN,
    UNKNOWN,
    VEILED,
    Being,
    Figure,
    Gauge,
    Grid,
    Ground,
    Mark,
    Status,
    Thing,
    View,
)

LEGEND = (
    Ground("F:0", " ", "w", "the unknown"),
    Ground("F:1", ".", "W", "open floor"),
    Ground("F:56", "#", "W1", "granite wall", solid=True),
    Ground("F:32", "+", "U", "door", door=True),
    Ground("F:81", ">", "W", "down staircase"),
    Ground("F:80", "<", "W", "up staircase"),
    Ground("F:2", "%", "D", "chasm"),
    Ground("F:67", "0", "s", "forge (3 uses remaining)"),
    Ground("F:51", "%", "w", "quartz vein", solid=True),
    Ground("F:49", ":", "s", "pile of rubble", solid=True),
    Ground("F:18", "^", "W", "spiked pit"),
    Ground("F:48", "#", "W1", "secret door", solid=True, door=True),
    Ground("F:83", ">", "D", "down shaft"),
    Ground("F:33", "+", "U", "locked door", door=True),
    Ground("F:26", "^", "D", "web"),
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
STATES = {"m": REMEMBERED, "s": SEEN, "l": SEEN, "-": UNKNOWN, "v": VEILED}
HERO = (20, 46)
WORST_HERO = (9, 16)


def grid(
    sketch: Iterable[str],
    known: Iterable[str],
    *,
    top: int = TOP,
    left: int = LEFT,
    focus: tuple[int, int] | None = HERO,
    torch: int = 5,
    things: tuple[Thing, ...] = (),
    beings: tuple[Being, ...] = (),
    marks: tuple[Mark, ...] = (),
) -> Grid:
    """A grid from two sketches: what is there, and how it is known. A hero's light of `torch`
    levels at the focus falls off by one a square."""
    rows, kinds = list(sketch), list(known)
    height, width = len(rows), max(map(len, rows))
    ground = bytearray()
    state = bytearray()
    light = bytearray()
    lit = bytearray()
    for y in range(height):
        for x in range(width):
            how = kinds[y].ljust(width, "-")[x]
            ground.append(LETTERS.index(rows[y].ljust(width)[x]))
            state.append(STATES[how])
            lit.append(1 if how == "l" else 0)
            level = 0
            if focus is not None and STATES[how] == SEEN:
                dy, dx = top + y - focus[0], left + x - focus[1]
                level = max(1, torch - round((dy * dy + dx * dx) ** 0.5))
            light.append(level + 1 if how == "l" and level > 1 else 1 if how == "l" else level)
    return Grid(
        top,
        left,
        height,
        width,
        LEGEND,
        bytes(ground),
        bytes(state),
        bytes(light),
        bytes(lit),
        focus,
        things,
        beings,
        marks,
    )


def hero(y: int, x: int, seat: int = 0, race: int = 0) -> Being:
    """A hero on the map."""
    return Being(y, x, f"R:{race}", "@", "w", f"hero-{seat + 1}", seat=seat)


THINGS = (
    Thing(15, 41, "K:318", "!", "B", "a potion", remembered=True),
    Thing(17, 37, "K:30", "[", "s", "a mail corslet", remembered=True),
    Thing(18, 47, "L:216", "!", "B", "a teal potion"),
    Thing(21, 45, "K:111", "}", "u", "a longbow"),
    Thing(20, 54, "K:375", "~", "u", "a large wooden chest"),
)
WOLF = Being(18, 45, "R:52", "C", "w", "wolf-1", alertness="asleep", words="a sleeping white wolf")
ORCS = (
    Being(19, 49, "R:41", "o", "s", "orc-1", 1, alertness="alert", health=2),
    Being(20, 49, "R:51", "o", "U", "archer-1", alertness="unwary"),
    Being(21, 48, "R:41", "o", "s", "orc-2", 2, alertness="alert", stance="aggressive"),
)
GORGOL = Being(
    19,
    53,
    "R:54",
    "o",
    "G",
    "gorgol",
    alertness="unwary",
    unique=True,
    words="Gorgol, the Butcher, unwary",
)
MARKS = (
    Mark("step", 20, 43, seat=0),
    Mark("step", 20, 44, seat=0),
    Mark("step", 20, 45, seat=0),
    Mark("came", 18, 50, "orc-1"),
    Mark("came", 22, 49, "orc-2"),
    Mark("hurt", 19, 49, "-9"),
    Mark("heard", 23, 50),
    Mark("new", 19, 53),
)
FIGURE = Figure(
    0,
    "Fëanáriel",
    (Gauge("health", 24, 31), Gauge("voice", 9, 14, "blue")),
    (Status("bleed", "bleeding", 4), Status("song", "singing"), Status("light", "light", 3)),
    to_move=True,
)


def view(board: Grid, figures: tuple[Figure, ...] = (FIGURE,), **more: object) -> View:
    """A view of a board with the words of the everyday scene."""
    fields: dict[str, object] = {
        "title": "Sil-Q · 150 ft",
        "turn": 42,
        "facts": (("Depth", "150 ft"),),
        "lines": ("2 orcs have seen you.",),
        "headline": "2 orcs have seen you.  New: Gorgol, the Butcher!",
        "alt": "A hero and three orcs.",
    } | more
    return View(board=board, figures=figures, **fields)  # type: ignore[arg-type]


def exploring() -> View:
    """The everyday turn."""
    beings = (hero(*HERO), WOLF, *ORCS, GORGOL)
    return view(grid(SKETCH, KNOWN, things=THINGS, beings=beings, marks=MARKS))


def party() -> View:
    """Four heroes, the second to move."""
    heroes = (hero(20, 47), hero(19, 45, 1, 1), hero(21, 46, 2, 3), hero(20, 44, 3, 2))
    beings = (*heroes, WOLF, *ORCS, GORGOL)
    names = (("Fëanáriel", 24, 31), ("Lindir", 19, 22), ("Beren", 8, 27), ("Gamli", 33, 33))
    statuses = (
        (Status("song", "singing"),),
        (),
        (Status("bleed", "bleeding"), Status("afraid", "afraid")),
        (Status("stealth", "stealthy"),),
    )
    figures = tuple(
        Figure(seat, name, (Gauge("health", value, most),), statuses[seat], to_move=seat == 1)
        for seat, (name, value, most) in enumerate(names)
    )
    board = grid(
        SKETCH,
        KNOWN,
        focus=(20, 47),
        things=THINGS,
        beings=beings,
        marks=(Mark("came", 18, 50, "orc-1"), Mark("heard", 23, 50)),
    )
    return view(board, figures)


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
    beings = (
        hero(*HERO),
        Being(18, 45, "R:52", "C", "w", "wolf-1", alertness="asleep", figure=-14),
        Being(16, 46, "R:121", "M", "d", "spider-1", alertness="unwary", hidden=True, figure=-2),
        Being(19, 49, "R:41", "o", "s", "orc-1", 1, alertness="alert", health=2, figure=6),
        Being(20, 49, "R:51", "o", "U", "archer-1", alertness="unwary", figure=-3),
        Being(
            21, 48, "R:41", "o", "s", "orc-2", 2, alertness="alert", stance="aggressive", figure=9
        ),
        Being(19, 53, "R:54", "o", "G", "gorgol", alertness="unwary", unique=True, figure=-7),
        Being(23, 50, "R:41", "o", "s", "orc-3", 3, alertness="alert", stance="fleeing", figure=4),
        Being(23, 54, "R:111", "T", "w", "troll-1", alertness="asleep", hidden=True, figure=-18),
    )
    things = (
        *THINGS,
        Thing(16, 56, "L:51", '"', "v", "an amulet", hidden=True),
        Thing(24, 45, "K:77", "/", "s", "a battle axe", hidden=True),
    )
    board = grid(sketch, known, things=things, beings=beings, marks=MARKS[3:5])
    return view(board, headline="Due: orc 2 at 12.5 s   Gorgol at 13   troll sleeps")


def worst() -> View:
    """Every square full: ground, a creature or a thing, with all the marks there are."""
    height, width = 18, 33
    kinds = ".#+>0Q:^w.<"
    sketch = [
        "".join(kinds[(y * 7 + x * 3 + y * x) % len(kinds)] for x in range(width))
        for y in range(height)
    ]
    letters = "oCTGMsdWvRb&fHwN@"
    colours = "wWsDdurRoygGbBv"
    beings = tuple(
        Being(
            y,
            x,
            f"R:{900 + (y * 5 + x) % 17}",
            letters[(y * 5 + x) % 17],
            colours[(y + 2 * x) % 15],
            f"x-{y}-{x}",
            (y + x) % 9 + 1,
            alertness=("asleep", "unwary", "alert")[(x + y) % 3],
            stance=("", "fleeing", "aggressive")[(x * y) % 3],
            health=(x + y) % 4 + 1,
            unique=(x * 3 + y) % 7 == 0,
        )
        for y in range(height)
        for x in range(width)
        if (x + y) % 2 and (y, x) != WORST_HERO
    )
    things = tuple(
        Thing(
            y,
            x,
            "",
            '|/\\}-([)]="~*,!_?'[(x + 3 * y) % 17],
            colours[(x + y) % 15],
            "thing",
            more=x % 2 == 0,
            artefact=y % 3 == 0,
        )
        for y in range(height)
        for x in range(width)
        if not (x + y) % 2
    )
    board = grid(
        sketch,
        ["s" * width] * height,
        top=0,
        left=0,
        focus=WORST_HERO,
        torch=12,
        things=things,
        beings=(hero(*WORST_HERO), *beings),
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
    things = (
        Thing(25, 30, "K:375", "~", "u", "chest", remembered=True),
        Thing(44, 67, "K:64", "|", "W", "a sword", remembered=True),
    )
    board = grid(
        ["".join(row) for row in plan],
        known,
        top=0,
        left=0,
        things=things,
        beings=(hero(*HERO), *ORCS),
    )
    return view(board)
