"""A thousand servers on two shards: the bot joins them all and keeps nobody's membership."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.parts import Bot, Hall, text
from tests.sandbox_process import running_sandbox

MAX_MEMORY = 200 * 1024  # KiB

pytestmark = pytest.mark.soak(part="journeys")


def test_a_thousand_servers_fit_in_two_hundred_megabytes(tmp_path: Path):
    with running_sandbox("--servers", "1000", "--shards", "2") as sandbox:
        bot = Bot(sandbox, tmp_path)
        bot.start()
        sandbox.client.until(lambda: "in 1000 servers" in bot.log.read_text())
        assert bot.process is not None
        status = Path(f"/proc/{bot.process.pid}/status").read_text()
        [memory] = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
        assert int(memory) < MAX_MEMORY
        channels = sandbox.client.world()["channels"]
        hall = Hall(sandbox.client, next(c["id"] for c in channels if c["name"] == "server-777"))
        hall.begin(people=("Beren",))
        hall.press("Beren", "E")
        assert "Beren walks e." in text(hall.card(3))
        assert bot.stop() == 0
