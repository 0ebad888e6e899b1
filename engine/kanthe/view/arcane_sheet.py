"""The Arcane Discovery sheet: the meanings that are known, and the letters that are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract.texts import Name, Text, Words, joined, listed, text, typed
from engine.contract.view import SheetSection, SheetTable, TableCell
from engine.kanthe.dice import SIDES
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import phrase_name
from engine.kanthe.state import ArcaneRows

CROSSED_OUT = "·"  # in the place of a letter


def arcane_page(game: KantheContext) -> Text:
    """Return the whole sheet, and the list of discovered items."""
    arcane = game.state.arcane
    lines = [
        text("Essences: word, colour, change"),
        *(_line(game, row) for row in _essences(game)),
        text("Actions: word, quality, motif"),
        *(_line(game, row) for row in _actions(game)),
    ]
    if arcane.discovered:
        phrases = [
            text("{phrase} (nothing)", phrase=phrase_name(game.state, phrase))
            if phrase in arcane.struck
            else phrase_name(game.state, phrase)
            for phrase in arcane.discovered
        ]
        lines.append(text("Discovered: {phrases}.", phrases=listed(phrases)))
    return joined(lines, "\n")


def known_rows(game: KantheContext) -> Iterator[SheetSection]:
    """Yield the rows of the sheet on which anything is written, without their letters."""
    halves = [[row for row in rows if row.begun] for rows in (_essences(game), _actions(game))]
    tables = tuple(
        SheetTable((*heads[1:-1], text("Means")), tuple(_cells(game, row)[1:] for row in rows))
        for heads, rows in zip(_HEADS, halves, strict=True)
        if rows
    )
    if tables:
        yield SheetSection(text("Arcane sheet"), tables=tables)


def arcane_sections(game: KantheContext) -> tuple[SheetSection, ...]:
    """Return both halves of the sheet as tables, beside them the list of discovered items; each
    half has a column of them only if there are any for it, so that its letters have room."""
    arcane = game.state.arcane
    found = []
    for phrase in arcane.discovered[-2 * SIDES :]:
        name = phrase_name(game.state, phrase)
        found.append(TableCell(name, name if phrase in arcane.struck else ""))
    tables = []
    for columns, half, at in zip(_HEADS, (_essences, _actions), (0, SIDES), strict=True):
        heads: tuple[Words, ...] = columns
        items = found[at : at + SIDES]
        rows = [_cells(game, row) for row in half(game)]
        if items:
            items += [TableCell("")] * (SIDES - len(items))
            heads = (*columns, text("Found"))
            rows = [(*row, item) for row, item in zip(rows, items, strict=True)]
        tables.append(SheetTable(heads, tuple(rows)))
    use = text("What is crossed out is false: a letter before its word, an item in every kind.")
    return (SheetSection(text("Arcane sheet"), (use,), tables=tuple(tables)),)


_HEADS = (
    (text("Letters"), text("Word"), text("Colour"), text("Change"), text("Essence")),
    (text("Letters"), text("Word"), text("Quality"), text("Motif"), text("Action")),
)


def _cells(game: KantheContext, row: _Row) -> tuple[TableCell, ...]:
    """Return a row of a table: the letters with those that are crossed out, then the rest."""
    at, half, letters = row.number, row.rows, game.content.letters
    known = half.letters[at]
    crossed = letters.replace(known, "") if known else half.checked[at]
    word = typed(f"{known or '_'}{row.stem}".capitalize())
    guesses = [Name(cell) if cell else "" for cell in (half.firsts[at], half.seconds[at])]
    name = text("{row} {name}", row=at, name=Name(row.name) if row.name else "-")
    return (
        TableCell(typed(letters), crossed),
        *(TableCell(text("{cell}", cell=cell)) for cell in (word, *guesses, name)),
    )


class _Row(NamedTuple):
    """A row of a half of the sheet."""

    number: int
    name: str  # of the essence or action
    stem: str
    rows: ArcaneRows

    @property
    def begun(self) -> bool:
        """True if any word of it is known."""
        rows, at = self.rows, self.number
        return bool(rows.letters[at] or rows.firsts[at] or rows.seconds[at])


def _essences(game: KantheContext) -> Iterator[_Row]:
    names = game.state.domain.words["essences"] or [""] * SIDES
    for number, stem in enumerate(game.content.essence_stems):
        yield _Row(number, names[number], stem, game.state.arcane.essences)


def _actions(game: KantheContext) -> Iterator[_Row]:
    for number, stem in enumerate(game.content.action_stems):
        yield _Row(number, game.content.actions[number].name, stem, game.state.arcane.actions)


def _line(game: KantheContext, row: _Row) -> Text:
    """Return a row: "3 Fire: Jorya, Red, -", or with the letters that are left."""
    at, rows = row.number, row.rows
    letters = game.content.letters
    left = "".join(CROSSED_OUT if each in rows.checked[at] else each for each in letters)
    word = typed(f"{rows.letters[at] or '_'}{row.stem}".capitalize())
    cells = [Name(cell) if cell else "-" for cell in (rows.firsts[at], rows.seconds[at])]
    unknown = text("{word} ({left})", word=word, left=typed(left))
    return text(
        "{row} {name}: {word}, {cells}",
        row=at,
        name=Name(row.name) if row.name else "-",
        word=word if rows.letters[at] else unknown,
        cells=listed(cells),
    )
