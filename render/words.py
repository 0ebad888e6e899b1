"""A view in plain text: the map in its own letters, and a list of what is in sight."""

from __future__ import annotations

import textwrap

from engine.game import UNKNOWN, Being, Grid, Sheet, View
from render.window import Window, choose, column_name, square_name

GAP = "░"  # open ground whose own letter stands for rock too: a chasm is no quartz
_NAMED = 3  # squares of one kind of ground that are named each


def text(view: View, width: int = 60, *, window: Window | None = None) -> str:
    """The same view as `picture` shows, in lines of at most `width` letters (at least 40): the map
    of the picture's window, as wide as the lines allow, then who and what is in it."""
    width = max(40, width)
    if isinstance(view.board, Sheet):
        return "\n".join([view.title, *_parts(view.board, width), *_figures(view)])
    grid = view.board
    shown = _narrowed(choose(grid, (), window), grid, width - 5)
    lines = [view.title, *_map(grid, shown), *_legend(grid, shown, width)]
    lines += _figures(view)
    lines += [f"{name}: {value}" for name, value in view.facts]
    lines.append(f"Turn {view.turn}")
    if view.headline:
        lines += textwrap.wrap(view.headline, width)
    return "\n".join(lines)


def _narrowed(window: Window, grid: Grid, room: int) -> Window:
    """The window, cut round the hero to what a line can hold."""
    if window.width <= room:
        return window
    focus = grid.focus[1] if grid.focus else window.left + window.width // 2
    left = min(max(focus - room // 2, window.left), window.left + window.width - room)
    return Window(window.top, left, window.height, room, window.scale)


def _letters(grid: Grid) -> list[str]:
    """The letter of each kind of ground."""
    rock = {kind.letter for kind in grid.legend if kind.solid}
    return [
        GAP if kind.letter in rock and not (kind.solid or kind.door) else kind.letter
        for kind in grid.legend
    ]


def letters(grid: Grid, window: Window) -> list[str]:
    """The window's squares as letters: beings over things over ground, blank for the unknown."""
    rows = [[" "] * window.width for _ in range(window.height)]

    def put(y: int, x: int, letter: str) -> None:
        if window.holds((y, x)):
            rows[y - window.top][x - window.left] = letter

    kinds = _letters(grid)
    for place, state in enumerate(grid.state):
        if state != UNKNOWN:
            y, x = divmod(place, grid.width)
            put(grid.top + y, grid.left + x, kinds[grid.ground[place]])
    for thing in grid.things:
        put(thing.y, thing.x, thing.letter)
    for being in grid.beings:
        put(being.y, being.x, being.letter)
    for mark in grid.marks:
        if mark.kind == "heard":
            put(mark.y, mark.x, "?")
    return ["".join(row) for row in rows]


def _map(grid: Grid, window: Window) -> list[str]:
    names = [column_name(window.left + x) for x in range(window.width)]
    tall = max(len(name) for name in names)
    head = [
        "     " + "".join(name.rjust(tall)[row] for name in names).rstrip() for row in range(tall)
    ]
    body = [f"{window.top + y:>4} {row}".rstrip() for y, row in enumerate(letters(grid, window))]
    return [*head, *body]


def _legend(grid: Grid, window: Window, width: int) -> list[str]:
    entries = []
    for being in sorted(grid.beings, key=lambda b: (b.seat is None, b.y, b.x, b.name)):
        if window.holds((being.y, being.x)):
            entries.append(f"{being.letter} {square_name(being.y, being.x)} {_being(being)}")
    for thing in sorted(grid.things, key=lambda t: (t.y, t.x, t.name)):
        if window.holds((thing.y, thing.x)):
            kept = ", remembered" if thing.remembered else ""
            more = " and more" if thing.more else ""
            where = square_name(thing.y, thing.x)
            entries.append(f"{thing.letter} {where} {thing.name}{more}{kept}")
    for mark in grid.marks:
        if mark.kind == "heard" and window.holds((mark.y, mark.x)):
            entries.append(f"? {square_name(mark.y, mark.x)} something heard, not seen")
    entries += _grounds(grid, window)
    darkened = [divmod(place, grid.width) for place, dark in enumerate(grid.dark) if dark]
    squares = [(grid.top + y, grid.left + x) for y, x in darkened]
    if shown := [square_name(*square) for square in squares if window.holds(square)]:
        entries.append(f"{_listed(shown)} magical darkness")
    lines = []
    for entry in entries:
        lines += textwrap.wrap(entry, width, subsequent_indent="  ")
    return lines


def _being(being: Being) -> str:
    if being.words:
        return f"{being.name}: {being.words}"
    told: list[str] = [word for word in (being.alertness, being.stance) if word]
    if being.health < 4:
        told.append(("", "nearly dead", "badly hurt", "hurt")[being.health])
    return ", ".join([being.name, *told])


def _grounds(grid: Grid, window: Window) -> list[str]:
    """Ground worth naming, kind by kind: all but the floor and rock that fill the map."""
    found: dict[tuple[str, str], list[str]] = {}
    kinds = _letters(grid)
    for place, state in enumerate(grid.state):
        y, x = divmod(place, grid.width)
        kind = grid.legend[grid.ground[place]] if state != UNKNOWN else grid.legend[0]
        square = grid.top + y, grid.left + x
        plain = kind.letter in ". " or (kind.solid and not kind.door)
        if state != UNKNOWN and not plain and window.holds(square):
            entry = kinds[grid.ground[place]], kind.name
            found.setdefault(entry, []).append(square_name(*square))
    return [f"{letter} {_listed(squares)} {name}" for (letter, name), squares in found.items()]


def _listed(squares: list[str]) -> str:
    """The squares; of many, the first and how many more."""
    if len(squares) <= _NAMED:
        return ", ".join(squares)
    return f"{squares[0]} and {len(squares) - 1} more:"


def _figures(view: View) -> list[str]:
    lines = []
    for figure in view.figures:
        told = [f"{gauge.name} {gauge.value}/{gauge.maximum}" for gauge in figure.gauges]
        told += [
            status.word + (f" {status.amount}" if status.amount is not None else "")
            for status in figure.statuses
        ]
        turn = " (to move)" if figure.to_move else ""
        lines.append(f"{figure.name}{turn}: {', '.join(told)}" if told else figure.name + turn)
    return lines


def _parts(sheet: Sheet, width: int) -> list[str]:
    lines: list[str] = []
    for part in sheet.parts:
        lines.append(f"-- {part.title}")
        for line in part.lines:
            lines += textwrap.wrap(line, width)
        lines += [f"{name}: {' '.join(map(str, faces))}" for name, faces in part.dice]
    return lines
