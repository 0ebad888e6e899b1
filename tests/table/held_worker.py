"""Work that keeps a worker as long as a test wants."""

import time
from pathlib import Path


def wait_for(file: Path) -> None:
    """Keep the worker until there is a file."""
    while not file.exists():
        time.sleep(0.01)
