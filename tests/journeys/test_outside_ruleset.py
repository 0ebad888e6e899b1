"""A ruleset of another package is played in the page, without a line changed here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.new_ruleset import write_ruleset
from tests.journeys.parts import Bot, Hall, buttons, text
from tests.kit.packages import register
from tests.sandbox_process import ROOT, SandboxProcess

OWN_BOT = "it has another package's ruleset"
TURNS = 20

pytestmark = pytest.mark.soak(part="journeys")


class BotWithPackages(Bot):
    """The bot as people start it, with folders of packages on Python's path."""

    packages: tuple[Path, ...] = ()

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        path = os.pathsep.join(map(str, self.packages))
        environment = {**self.sandbox.bot_environment, "LEITHIAN_DB": str(self.database)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                (sys.executable, "bot.py"),
                cwd=ROOT,
                env={**environment, "PYTHONPATH": path},
                stdout=log,
                stderr=log,
            )


@pytest.fixture(scope="module")
def bot(sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    folder = tmp_path_factory.mktemp("packages")
    nim, lode = write_ruleset("nim", folder), folder / "lode"
    register(nim, "nim", "nim:Nim")
    register(lode, "lode", "lode:Lode")
    process = BotWithPackages(sandbox, tmp_path_factory.mktemp("bot"))
    process.packages = (nim, lode, ROOT / "examples" / "lode")
    process.start()
    yield process
    assert process.errors() == []
    assert process.stop() == 0


def press_turns(hall: Hall, ruleset: str, people: tuple[str, ...], labels: tuple[str, ...]) -> int:
    """Play so many turns by the buttons of the cards, in games one after the other; return how many
    games were begun."""
    games, turns = 0, 0
    while turns < TURNS:
        hall.begin(ruleset, people)
        games += 1
        while turns < TURNS:
            card = hall.card()
            label = next((each for each in buttons(card) if each.startswith(labels)), None)
            if label is None:
                break
            before = text(card)
            for person in people:
                hall.press(person, label)
                if hall.client.until(lambda before=before: text(hall.card()) != before, 5):
                    break
            turns += 1
    return games


def test_twenty_turns_of_a_new_ruleset_in_the_page(halls: Iterator[Hall]) -> None:
    assert press_turns(next(halls), "nim", ("Beren", "Luthien"), ("Take",)) >= 1
