"""The bytes that each thing of a server's library takes up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

LENGTHS = {"sqlite": "length(CAST(lines AS BLOB))", "postgresql": "octet_length(lines)"}


def upgrade() -> None:
    """Add the column, its values and its index."""
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("library", sa.Column("bytes", kind, nullable=False, server_default="0"))
    length = LENGTHS[op.get_bind().dialect.name]
    op.execute(f"UPDATE library SET bytes = 160 + {length} * 4 / 3")
    op.create_index("library_sizes", "library", ["guild", "bytes"])
