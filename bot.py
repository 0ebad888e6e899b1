"""The bot's command line: `python bot.py --help` lists what it does.

Processes that draw import this file as well, since their parent runs it: then it imports nothing.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    import health

    if sys.argv[1:] == ["health"]:  # a container asks often: without importing the whole bot
        sys.exit(health.main())

    import composition

    sys.exit(composition.main())
