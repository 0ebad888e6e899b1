"""The parts that PostgreSQL divides big tables into, by server."""

from __future__ import annotations

from sqlalchemy import DDL, Table, event

PARTITIONS = 16  # of a table; another number takes a migration


def partition(table: Table) -> Table:
    """Have the parts made together with a table; return it."""
    for number in range(PARTITIONS):
        made = DDL(  # type: ignore[no-untyped-call]
            f"CREATE TABLE {table.name}_{number} PARTITION OF {table.name} "
            f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number})"
        )
        event.listen(table, "after_create", made.execute_if(dialect="postgresql"))
    return table
