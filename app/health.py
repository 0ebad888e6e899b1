"""Tell whether the running bot is connected, without importing the bot.

The bot touches a file while all its gateway connections are open.
"""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

from settings import Settings, SettingsError, load

ALIVE_FOR = 15.0  # seconds after the last touch for which the bot counts as connected


def alive_file(settings: Settings) -> Path:
    """Return the file that the bot touches; it lies beside the database."""
    name = settings.database.name if isinstance(settings.database, Path) else "leithian"
    return settings.folder / f"{name}.alive"


def main() -> int:
    """Return exit status 0 when the bot is connected; else say so and return 1."""
    try:
        file = alive_file(load())
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    with contextlib.suppress(OSError):
        if time.time() - file.stat().st_mtime < ALIVE_FOR:
            return 0
    print("The bot is not connected.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
