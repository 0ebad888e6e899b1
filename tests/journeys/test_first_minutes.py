"""A host's first five minutes: the commands of docs/hosting.md itself, from a clone to a turn."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
from collections.abc import Iterator

import pytest

from tests.journeys.parts import Bot, Hall, card_number
from tests.sandbox_process import ROOT, SandboxProcess

OWN_BOT = "it is installed by a host"
CHAPTER = "## Five minutes from token to first turn"
FOLDER = "leithian"
MAKE_INTERRUPTED = (-signal.SIGINT, 2)  # as `make` ends by Ctrl+C, whatever it started

pytestmark = pytest.mark.soak(part="journeys")


def commands() -> list[str]:
    """Return the commands of the chapter, without what needs Docker. What stands behind them for
    people is told to the shell: where the copy is, and the token."""
    chapter = (ROOT / "docs" / "hosting.md").read_text().split(CHAPTER)[1].split("\n## ")[0]
    found = re.findall(r"^ {8}(\S.*)$", chapter, re.MULTILINE)
    lines = [line for line in found if not line.startswith("docker")]
    token = "sed -i s/^DISCORD_TOKEN=$/DISCORD_TOKEN=sandbox/ .env"
    behind = {"put the token behind DISCORD_TOKEN=": token}
    told = [behind.pop(line.partition("# ")[2], "") for line in lines]
    assert not behind, "the document tells no more where the token stands"
    pairs = itertools.chain.from_iterable(zip(lines, told, strict=True))
    return [line.replace("…", f"'{ROOT}'") for line in pairs if line]


class HostedBot(Bot):
    """The bot as the document installs and starts it."""

    def launch(self) -> None:
        """Do what the document says, in a folder where nothing is."""
        folder = self.log.parent
        discord = {
            name: value
            for name, value in self.sandbox.bot_environment.items()
            if name in ("DISCORD_API_BASE", "DISCORD_GATEWAY")
        }
        *before, start = commands()
        script = "\n".join(("set -e", *before, f"exec {start}"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ("sh", "-c", script),
                cwd=folder,
                env={"PATH": os.environ["PATH"], "HOME": str(folder), **discord},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> int:
        """End the bot as Ctrl+C in the host's terminal does; 0 when it ended."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGINT)
        ended = self.process.wait(120)
        return 0 if ended in MAKE_INTERRUPTED else ended


@pytest.fixture(scope="module")
def bot(sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    process = HostedBot(sandbox, tmp_path_factory.mktemp("host"))
    process.database = process.log.parent / FOLDER / "var" / "leithian.sqlite"
    process.start(900)
    yield process
    assert process.errors() == []
    assert process.stop() == 0


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="these files are no copy of git's")
def test_the_commands_of_the_document_lead_from_a_clone_to_the_first_turn(
    bot: Bot, halls: Iterator[Hall]
) -> None:
    invitation = "invite it with https://discord.com/oauth2/"
    hall = next(halls)
    hall.client.until(lambda: invitation in bot.log.read_text())
    hall.slash("Beren", "game new", ruleset="delve")
    hall.press("Beren", "Begin")
    before = card_number(hall.card())
    hall.slash("Beren", "do", action="fighter")
    hall.slash("Beren", "do", action="explore")
    assert card_number(hall.card()) > before
    assert bot.rows("SELECT phase FROM games") == [("play",)]
