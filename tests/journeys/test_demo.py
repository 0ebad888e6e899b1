"""`python bot.py demo` plays a minute of each game in the page, and is recorded as a film."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from app import film as film_of
from app.demo import SCENES
from app.film import can_record
from tests.journeys.parts import text
from tests.sandbox_process import ROOT, SandboxClient

SECONDS = 300  # for all of it

pytestmark = pytest.mark.soak(part="journeys")


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def test_each_game_is_played_in_a_channel_of_the_page(tmp_path: Path) -> None:
    settings = {"LEITHIAN_DB": str(tmp_path / "games.db"), "PORT": str(free_port())}
    log = tmp_path / "log"
    with log.open("w") as file:
        command = (sys.executable, "bot.py", "demo", "--pause", "0.1")
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **settings}, stdout=file, stderr=file
        )
    try:
        end = time.monotonic() + SECONDS
        while "has ended" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.5)
        found = re.search(r"Sandbox: (\S+)", log.read_text())
        assert found is not None
        client = SandboxClient(found[1])
        for scene in SCENES:
            cards = [text(each) for each in client.messages("Beren", scene.channel)]
            assert len(cards) > 8, scene.ruleset
        assert client.violations() == []
    finally:
        process.terminate()
        process.wait(60)
    assert " ERROR " not in log.read_text()


@pytest.mark.skipif(not can_record(), reason="there is no chromium here")
def test_the_film_shows_cards_of_each_game_and_is_small(tmp_path: Path) -> None:
    command = (sys.executable, "bot.py", "demo", "--film", str(tmp_path))
    subprocess.run(command, cwd=ROOT, check=True)
    film = Image.open(tmp_path / film_of.FILM)
    assert getattr(film, "n_frames", 1) > 6 * len(SCENES)
    assert film.size == (film_of.WIDTH, film_of.HEIGHT)
    assert (tmp_path / film_of.FILM).stat().st_size < film_of.MOST_BYTES
    sizes = {Image.open(tmp_path / f"{scene.ruleset}.png").size for scene in SCENES}
    assert sizes == {(film_of.WIDTH * film_of.SHARPNESS, film_of.HEIGHT * film_of.SHARPNESS)}
