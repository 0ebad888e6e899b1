"""Triggers that keep `sizes` true: the bytes that each game takes up, so far as they grow with it.

Besides what stands in its rows these are what each row takes up with its other columns and its
places in indexes, and a third for pages that are not full. `table.budgets.size_of` counts a game
from a file in the same way.
"""

from __future__ import annotations

import re

from sqlalchemy import DDL, MetaData, event

OF_GAME = 6000  # bytes of its rows that are always there

_LOG = "160 + (bytes(entry) + bytes(events)) * 4 / 3"
_STATE = "160 + bytes(state) * 4 / 3"
_PACKED = "2000 + bytes(entries) + bytes(events) + bytes(states)"
_BYTES = {"sqlite": r"length(CAST({row}.\1 AS BLOB))", "postgresql": r"octet_length({row}.\1)"}
_CHANGES = (  # name, when, table, bytes
    ("log_grows", "INSERT", "log", _LOG),
    ("log_shrinks", "DELETE", "log", _LOG),
    ("states_grow", "INSERT", "snapshots", _STATE),
    ("states_shrink", "DELETE", "snapshots", _STATE),
    ("packed_grows", "INSERT", "packed", _PACKED),
    ("cards_grow", "INSERT", "cards", "80"),
)
_ADDED = "game_is_added"
TRIGGERS = (_ADDED, *(name for name, *_ in _CHANGES))  # and PostgreSQL's functions


def keep_sizes(metadata: MetaData) -> None:
    """Have the triggers made together with the tables."""
    for dialect, trigger in (("sqlite", _sqlite), ("postgresql", _postgresql)):
        added = f"INSERT INTO sizes VALUES (NEW.id, {OF_GAME});"
        statements = trigger(_ADDED, "INSERT", "games", added)
        for name, when, table, size in _CHANGES:
            row, sign = ("NEW", "+") if when == "INSERT" else ("OLD", "-")
            counted = re.sub(r"bytes\((\w+)\)", _BYTES[dialect].format(row=row), size)
            change = f"bytes = bytes {sign} ({counted})"
            update = f"UPDATE sizes SET {change} WHERE game = {row}.game;"
            statements += trigger(name, when, table, update)
        for statement in statements:
            made = DDL(statement).execute_if(dialect=dialect)  # type: ignore[no-untyped-call]
            event.listen(metadata, "after_create", made)


def _sqlite(name: str, when: str, table: str, change: str) -> list[str]:
    return [f"CREATE TRIGGER {name} AFTER {when} ON {table} BEGIN {change} END"]


def _postgresql(name: str, when: str, table: str, change: str) -> list[str]:
    return [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$BEGIN {change} RETURN NULL; END$$",
        f"CREATE TRIGGER {name} AFTER {when} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
