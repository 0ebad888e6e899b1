"""Bring an older database up to date with Alembic.

A module of its own, imported when there is something to do: Alembic takes long to import.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(db: Connection, migrations: Path) -> None:
    """Run the migrations that a database of ours has not had, in the open transaction."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = db
    command.upgrade(config, "head")
