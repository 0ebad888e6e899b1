"""Folders of a ruleset's data: the report of a check, and the error when they cannot be used."""

from __future__ import annotations

import msgspec


class InvalidData(ValueError):
    """A ruleset's data cannot be used. Each line of the message is one mistake, with file and
    line."""


class DataReport(msgspec.Struct, frozen=True):
    """The result of checking a folder: how many records each file has, or every mistake."""

    counts: tuple[tuple[str, int], ...] = ()  # file, records
    errors: tuple[str, ...] = ()  # "file:line: what is wrong"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the report as lines of text."""
        return self.errors or tuple(f"{file}: {count}" for file, count in self.counts)
