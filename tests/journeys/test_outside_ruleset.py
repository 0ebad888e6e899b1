"""A ruleset of another package is played in the page, without a line changed here."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.new_ruleset import write_ruleset
from tests.journeys.parts import Bot, Hall, buttons, card_number, own_view_label, take, text
from tests.journeys.together import private
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


def test_twenty_turns_of_a_new_ruleset_in_the_page(halls: Iterator[Hall]) -> None:
    people, turns, games = ("Beren", "Luthien"), 0, 0
    while turns < TURNS:
        hall = next(halls)
        hall.begin("nim", people)
        games += 1
        for mover in itertools.cycle(people):  # whoever opened the game begins
            card = hall.card()
            take = next((each for each in buttons(card) if each.startswith("Take")), None)
            if take is None or turns == TURNS:
                break
            hall.press(mover, take, card)
            hall.card(card_number(card) + 1)
            turns += 1
            if " wins" in text(hall.card()):
                break
    assert games > 1


def deeper(hall: Hall, person: str) -> None:
    """Declare in the person's own view that they go deeper."""
    own = private(hall.press(person, own_view_label(hall)))
    take(hall, person, own, "Go deeper")


def test_the_example_is_played_in_secret_by_three(halls: Iterator[Hall]) -> None:
    hall, people = next(halls), ("Beren", "Luthien", "Finrod")
    hall.begin("lode", people)
    deeper(hall, "Beren")
    hall.client.until(lambda: "Decided: Beren." in text(hall.card()))
    assert "will go deeper" not in str(hall.public())
    for person in people[1:]:
        deeper(hall, person)
    hall.client.until(lambda: "A vein of" in text(hall.card()) or "warns" in text(hall.card()))
