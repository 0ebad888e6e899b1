"""The bot's command line: `python bot.py --help` lists what it does.

An installed Leithian has this file as its package `leithian`, with all others beside it.
Processes that draw import it as well, since their parent runs it: then it imports nothing.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main() -> int:
    """Run the command line; return the exit status."""
    folder = str(Path(__file__).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # A container asks for its health often: without importing the whole bot.
    run = "app.health" if sys.argv[1:] == ["health"] else "app.command_line"
    return int(importlib.import_module(run).main())


if __name__ == "__main__":
    sys.exit(main())
