"""`health` tells a lost connection soon and costs next to nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from app import health
from cogs.client import PULSE
from tests.sandbox_process import ROOT

MAX_CPU = 0.2  # seconds


def ask(tmp_path: Path) -> tuple[int, float]:
    """Return the exit status of `bot.py health` and the CPU seconds it took."""
    environment = {**os.environ, "LEITHIAN_DB": str(tmp_path / "games.sqlite")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "bot.py", "health"], cwd=ROOT, env=environment, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, spent


def test_health_is_told_by_a_file_that_the_connected_bot_touches(tmp_path: Path):
    file = tmp_path / "games.sqlite.alive"
    assert ask(tmp_path)[0] == 1
    file.touch()
    assert ask(tmp_path)[0] == 0
    old = time.time() - health.ALIVE_FOR - 1
    os.utime(file, (old, old))
    assert ask(tmp_path)[0] == 1


def test_health_does_not_import_the_bot(tmp_path: Path):
    assert min(ask(tmp_path)[1] for _ in range(3)) < MAX_CPU


def test_a_lost_gateway_is_told_within_thirty_seconds():
    assert PULSE + health.ALIVE_FOR <= 30
