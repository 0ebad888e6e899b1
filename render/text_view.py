"""A view as plain text: the map in its own letters, and a list of what is in sight."""

from __future__ import annotations

import textwrap

from engine.contract.view import UNKNOWN, UNTHROWN, DiceRow, Entity, MapBoard, SheetBoard, View
from render.window import NARROW_SHAPES, SHAPES, Window, choose, column_name, square_name
from render.wording import worded

GAP = "░"  # open ground whose own letter stands for rock too
_NAMED = 3  # squares of one kind of ground that are named each


def text(view: View, width: int = 60, *, window: Window | None = None) -> str:
    """Return the same view as `picture` shows, in lines of at most `width` letters (at least 40):
    the map of the picture's window, then who and what is in it, and the sheet."""
    width = max(40, width)
    sections = _sections(view.sheet, width) if view.sheet else []
    board = view.map
    if board is None:
        return "\n".join([str(view.title), *sections, *_characters(view)])
    shapes = NARROW_SHAPES if view.sheet else SHAPES
    shown = choose(board, (), window, shapes)  # at most 28 squares wide
    lines = [str(view.title), *_map(board, shown), *_legend(board, shown, width), *sections]
    lines += _characters(view)
    lines += [f"{name}: {value}" for name, value in view.facts]
    lines.append(worded("Turn {number}", number=view.turn))
    if view.headline:
        lines += textwrap.wrap(str(view.headline), width)
    return "\n".join(lines)


def _letters(board: MapBoard) -> list[str]:
    """Return the letter of each kind of ground."""
    rock = {kind.letter for kind in board.legend if kind.solid}
    return [
        GAP if kind.letter in rock and not (kind.solid or kind.door) else kind.letter
        for kind in board.legend
    ]


def letters(board: MapBoard, window: Window) -> list[str]:
    """Return the window's squares as letters: entities over items over ground, else blank."""
    rows = [[" "] * window.width for _ in range(window.height)]

    def put(y: int, x: int, letter: str) -> None:
        if window.holds((y, x)):
            rows[y - window.top][x - window.left] = letter

    kinds = _letters(board)
    for place, state in enumerate(board.state):
        if state != UNKNOWN:
            y, x = divmod(place, board.width)
            put(board.top + y, board.left + x, kinds[board.ground[place]])
    for item in board.items:
        put(item.y, item.x, item.letter)
    for entity in board.entities:
        put(entity.y, entity.x, entity.letter)
    for mark in board.marks:
        if mark.kind == "heard":
            put(mark.y, mark.x, "?")
    return ["".join(row) for row in rows]


def _map(board: MapBoard, window: Window) -> list[str]:
    names = [column_name(window.left + x) for x in range(window.width)]
    tall = max(len(name) for name in names)
    head = [
        "     " + "".join(name.rjust(tall)[row] for name in names).rstrip() for row in range(tall)
    ]
    body = [f"{window.top + y:>4} {row}".rstrip() for y, row in enumerate(letters(board, window))]
    return [*head, *body]


def _legend(board: MapBoard, window: Window, width: int) -> list[str]:
    entries = []
    for entity in sorted(board.entities, key=lambda e: (e.seat is None, e.y, e.x, e.name)):
        if window.holds((entity.y, entity.x)):
            entries.append(
                f"{entity.letter} {square_name(entity.y, entity.x)} {_described(entity)}"
            )
    for item in sorted(board.items, key=lambda i: (i.y, i.x, i.name)):
        if window.holds((item.y, item.x)):
            name = str(item.name)
            name = worded("{thing} and more", thing=name) if item.more else name
            name = worded("{thing}, remembered", thing=name) if item.remembered else name
            entries.append(f"{item.letter} {square_name(item.y, item.x)} {name}")
    for mark in board.marks:
        if mark.kind == "heard" and window.holds((mark.y, mark.x)):
            heard = worded("something heard, not seen")
            entries.append(f"? {square_name(mark.y, mark.x)} {heard}")
    entries += _grounds(board, window)
    entries += _overlays(board, window)
    lines = []
    for entry in entries:
        lines += textwrap.wrap(entry, width, subsequent_indent="  ")
    return lines


def _described(entity: Entity) -> str:
    if entity.description:
        return f"{entity.name}: {entity.description}"
    bars = (f"{bar.name} {bar.shown}" for bar in entity.bars)
    return ", ".join([entity.name, *entity.badges, *bars])


def _grounds(board: MapBoard, window: Window) -> list[str]:
    """Return entries of the ground worth naming: all but the floor and rock that fill the map."""
    found: dict[tuple[str, str], list[str]] = {}
    kinds = _letters(board)
    for place, state in enumerate(board.state):
        y, x = divmod(place, board.width)
        kind = board.legend[board.ground[place]] if state != UNKNOWN else board.legend[0]
        square = board.top + y, board.left + x
        plain = kind.letter in ". " or (kind.solid and not kind.door)
        if state != UNKNOWN and not plain and window.holds(square):
            entry = kinds[board.ground[place]], str(kind.name)
            found.setdefault(entry, []).append(square_name(*square))
    return [f"{letter} {_listed(squares)} {name}" for (letter, name), squares in found.items()]


def _overlays(board: MapBoard, window: Window) -> list[str]:
    """Return an entry for each overlay: where it lies, and its name."""
    found: dict[int, list[str]] = {}
    for place, overlay in enumerate(board.overlay):
        y, x = divmod(place, board.width)
        square = board.top + y, board.left + x
        if overlay and window.holds(square):
            found.setdefault(overlay, []).append(square_name(*square))
    return [
        f"{_listed(squares)} {board.overlays[overlay].replace('-', ' ')}"
        for overlay, squares in sorted(found.items())
    ]


def _listed(squares: list[str]) -> str:
    """Return the squares; of many, the first and how many more."""
    if len(squares) <= _NAMED:
        return ", ".join(squares)
    return worded("{square} and {number} more:", square=squares[0], number=len(squares) - 1)


def _characters(view: View) -> list[str]:
    lines = []
    for status in view.characters:
        words = [f"{bar.name} {bar.shown}" for bar in status.bars]
        words += [
            f"{condition.word}" + (f" {condition.amount}" if condition.amount is not None else "")
            for condition in (*status.conditions, *status.figures)
        ]
        name = str(status.name)
        name = worded("{who} (to move)", who=name) if status.to_act else name
        lines.append(f"{name}: {', '.join(words)}" if words else name)
    return lines


def _sections(sheet: SheetBoard, width: int) -> list[str]:
    lines: list[str] = []
    for section in sheet.sections:
        lines.append(f"-- {section.title}")
        rows = [line for table in section.tables for line in table.lines]
        for line in (*rows, *section.lines):
            lines += textwrap.wrap(str(line), width)
        lines += [_dice_words(row) for row in section.dice]
    return lines


def _dice_words(row: DiceRow) -> str:
    """Return a row of dice in words: "You: 2 2 5 -> 2 wounds to the warrior"."""
    shown = " ".join("?" if face == UNTHROWN else str(face) for face in row.faces)
    named = ": ".join(part for part in (str(row.name), shown) if part)
    return f"{named} → {row.result}" if str(row.result) else named
