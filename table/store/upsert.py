"""Statements that each database has its own words for."""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table


def upsert(db: Connection, table: Table, *updated: str) -> Any:
    """Return an insert that sets the columns `updated` of a row whose primary key is there; none
    are given: it leaves that row as it is."""
    return _upsert(db.dialect.name, table, updated)


@functools.cache
def _upsert(dialect: str, table: Table, updated: tuple[str, ...]) -> Any:
    query = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    key = list(table.primary_key.columns)
    if not updated:
        return query.on_conflict_do_nothing(index_elements=key)
    values = {name: query.excluded[name] for name in updated}
    return query.on_conflict_do_update(index_elements=key, set_=values)
