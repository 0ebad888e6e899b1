"""The bot's process over a database of PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg

from tests.journeys.forked_bot import ForkedBot
from tests.sandbox_process import SandboxProcess


class PostgresBot(ForkedBot):
    """A bot over the database at a URL, which is read beside it at another or the same one."""

    def __init__(
        self, sandbox: SandboxProcess, folder: Path, seconds: float, url: str, direct: str = ""
    ) -> None:
        super().__init__(sandbox, folder, seconds)
        self.url = url
        self.alive = folder / "leithian.alive"
        self._direct = direct or url

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        folder = str(self.log.parent)
        return {**super().environment, "LEITHIAN_DB": self.url, "LEITHIAN_FOLDER": folder}

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows of the database, read beside the bot."""
        with psycopg.connect(self._direct) as db:
            return db.execute(query.replace("?", "%s"), values).fetchall()  # type: ignore[arg-type]

    def write(self, statement: str, *values: Any) -> None:
        """Change the database, beside the bot."""
        with psycopg.connect(self._direct) as db:
            db.execute(statement.replace("?", "%s"), values)  # type: ignore[arg-type]
