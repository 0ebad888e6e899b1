"""The Domain and Level design sheets as tables, as the rulebook prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from engine.contract.texts import Name, Text, Value, Words, text
from engine.contract.view import SheetSection, SheetTable, TableCell
from engine.kanthe.dice import SIDES
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import beast_name, domain_name, level_name, people_title
from engine.kanthe.state import difficulty_of


def make_table(heads: Sequence[Words], rows: Iterable[Sequence[Value]]) -> SheetTable:
    """Return a table with a heading for each of a row's values."""
    return SheetTable(
        tuple(heads),
        tuple(tuple(TableCell(text("{value}", value=value)) for value in row) for row in rows),
    )


def list_table(heads: Sequence[Words], lists: Sequence[Sequence[Value]]) -> SheetTable:
    """Return a table of lists of ten, one a column, after a column of their rows."""
    columns = [[str(row) for row in range(SIDES)], *lists]
    filled = ([*column, *[""] * (SIDES - len(column))] for column in columns)
    return make_table(("", *heads), zip_longest(*filled))


def domain_sections(game: KantheContext) -> tuple[SheetSection, ...]:
    """Return the Domain sheet: what things look like, then who and what roams."""
    state, content = game.state, game.content
    words = {key: [Name(word) for word in listed] for key, listed in state.domain.words.items()}
    look = (text("Colours"), text("Changes"), text("Qualities"), text("Motifs"), text("Features"))
    lists = [words[key] for key in ("colours", "changes", "qualities", "motifs", "features")]
    roams = (
        text("Beasts"),
        text("Modified beasts"),
        text("Stationary hazards"),
        text("Mobile hazards"),
    )
    beasts = [beast_name(state, beast) for beast in state.domain.modified]
    hazards = [[Name(row.name) for row in rows] for rows in (content.stationary, content.mobile)]
    use = text("Colours, qualities, motifs: of arcane things. Changes: of beasts.")
    tables = list_table(look, lists), list_table(roams, [words["beasts"], beasts, *hazards])
    return (SheetSection(domain_name(state), (use,), tables=tables),)


def level_sections(game: KantheContext) -> tuple[SheetSection, ...]:
    """Return the Level sheets in one table, and the occupants in another."""
    state = game.state
    rows: list[tuple[Value, ...]] = []
    for number in range(state.domain.top, state.domain.levels + 1):
        sheet = state.sheets[number]
        rooms = sheet.rooms or state.domain.rooms
        names = [
            people_title(state, word) if word else "-" for word in (sheet.main, sheet.alternate)
        ]
        level = text("{level:The}", level=level_name(number))
        rows.append((level, str(difficulty_of(number)), str(rooms), *names))
    levels = make_table(
        (
            Text("Level", context="dungeon"),
            text("Difficulty"),
            text("Map dice"),
            text("Main"),
            text("Alternate"),
        ),
        rows,
    )
    occupants = [
        (str(row), Name(kind.name), text(kind.text))
        for row, kind in enumerate(game.content.occupants)
    ]
    use = text("Ten-sided dice look up who is in a room; the map dice draw its area.")
    who = make_table(("", text("Occupants"), text("Notes")), occupants)
    return (SheetSection(text("Level sheets"), (use,), tables=(levels, who)),)
