"""The time that games have lost while the bot was away, and were not told of yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "absences",
        sa.Column(
            "game",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("seconds", sa.Double().with_variant(sa.REAL(), "sqlite"), nullable=False),
    )
