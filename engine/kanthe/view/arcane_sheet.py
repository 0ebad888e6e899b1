"""The Arcane Discovery sheet: the meanings that are known, and the letters that are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract.texts import Name, Text, text, typed
from engine.contract.view import SheetSection
from engine.kanthe.dice import SIDES
from engine.kanthe.rules.context import Play
from engine.kanthe.state import ArcaneRows
from engine.kanthe.words import in_lines, in_row

CROSSED_OUT = "·"  # in the place of a letter


def arcane_page(play: Play) -> Text:
    """Return the whole sheet, and the list of discovered items."""
    arcane = play.game.arcane
    lines = [
        text("Essences: word, colour, change"),
        *(_line(play, row) for row in _essences(play)),
        text("Actions: word, quality, motif"),
        *(_line(play, row) for row in _actions(play)),
    ]
    if arcane.discovered:
        phrases = [
            text("{phrase} (nothing)", phrase=typed(phrase))
            if phrase in arcane.struck
            else typed(phrase)
            for phrase in arcane.discovered
        ]
        lines.append(text("Discovered: {phrases}.", phrases=in_row(phrases)))
    return in_lines(lines)


def known_rows(play: Play) -> Iterator[SheetSection]:
    """Yield the rows of the sheet on which anything is written or crossed out."""
    rows = [row for row in (*_essences(play), *_actions(play)) if row.begun]
    if rows:
        yield SheetSection(text("Arcane sheet"), tuple(_line(play, row) for row in rows))


class _Row(NamedTuple):
    """A row of a half of the sheet."""

    number: int
    name: str  # of the essence or action
    stem: str
    rows: ArcaneRows

    @property
    def begun(self) -> bool:
        """True if anything is known of it."""
        rows, at = self.rows, self.number
        return bool(rows.letters[at] or rows.checked[at] or rows.firsts[at] or rows.seconds[at])


def _essences(play: Play) -> Iterator[_Row]:
    names = play.game.domain.words["essences"] or [""] * SIDES
    for number, stem in enumerate(play.content.essence_stems):
        yield _Row(number, names[number], stem, play.game.arcane.essences)


def _actions(play: Play) -> Iterator[_Row]:
    for number, stem in enumerate(play.content.action_stems):
        yield _Row(number, play.content.actions[number].name, stem, play.game.arcane.actions)


def _line(play: Play, row: _Row) -> Text:
    """Return a row: "3 Fire: Jorya, Red, -", or with the letters that are left."""
    at, rows = row.number, row.rows
    letters = play.content.letters
    left = "".join(CROSSED_OUT if each in rows.checked[at] else each for each in letters)
    word = typed(f"{rows.letters[at] or '_'}{row.stem}".capitalize())
    cells = [Name(cell) if cell else "-" for cell in (rows.firsts[at], rows.seconds[at])]
    unknown = text("{word} ({left})", word=word, left=typed(left))
    return text(
        "{row} {name}: {word}, {cells}",
        row=at,
        name=Name(row.name or "-"),
        word=word if rows.letters[at] else unknown,
        cells=in_row(cells),
    )
