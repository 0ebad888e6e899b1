"""`make replay` in a real browser: the page replays a game with the rules, and finds what did not
happen."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.test_page import browser  # noqa: F401
from tests.journeys.test_verify_page import served
from tests.rulesets import RULESETS
from tests.table.file_forge import damaged
from tests.table.test_verification import add_words
from tests.table.world import ANN, BOB, CHANNEL, TableWorld
from tests.twins.strokes import LEFT_OUT

ACTIONS = 60
BUILD = Path(__file__).parents[2] / "docs" / "replay" / "build.py"
pytestmark = [
    pytest.mark.soak(part="journeys"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm here"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a host serves."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, BUILD, folder], check=True)
    return folder


@pytest.fixture
def page(site: Path, browser: Browser) -> Iterator[Page]:  # noqa: F811
    """The page as it is served, in a browser that gets nothing from elsewhere."""
    with served(site) as address:
        page = browser.new_page()
        page.on("request", lambda request: elsewhere.append(request.url))
        elsewhere: list[str] = []
        page.goto(address + "verify.html")
        yield page
        assert [url for url in elsewhere if not url.startswith(address)] == []
        page.close()


def replayed(page: Page, data: bytes) -> str:
    """Give the page a file and let it replay that; return what it says."""
    page.locator("#file").set_input_files([])
    file = {"name": "game", "mimeType": "application/octet-stream", "buffer": data}
    page.locator("#file").set_input_files([file])
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("#result")).to_contain_text("Proved:", timeout=120_000)
    return page.locator("#result").inner_text()


async def _play(folder: Path, name: str) -> bytes:
    """Return the file of a finished game of Ann's, who is its Game Master where one is needed."""
    world = await TableWorld(folder / f"{name}.db").open()
    mode = "solo" if RULESETS[name].roles({}).gm == "absent" else "table"
    table = await world.found(CHANNEL, ANN, name, mode=mode)
    if mode == "table":
        await table.join(BOB)
    await table.begin(ANN)
    chance = random.Random(name)
    for _ in range(ACTIONS):
        waiting = (await table.reader.turn()).waiting
        if not waiting or table.game.phase == "over":
            break
        seat = chance.choice(waiting)
        offers = await table.reader.offers(seat)
        offer = chance.choice([each for each in offers if each.action.verb not in LEFT_OUT])
        owner = next((each.person for each in table.seats if each.seat == seat), ANN.id)
        await table.act(BOB if owner == BOB.id else ANN, offer.action, seat=seat)
    if table.game.phase != "over":
        await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    await world.close()
    return data


def file_of(folder: Path, name: str) -> bytes:
    """Return the file of a finished game; this thread's loop is playwright's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _play(folder, name)).result()


@pytest.mark.parametrize("name", RULESETS)
def test_the_page_replays_a_game_and_finds_words_that_were_not_told(
    page: Page, tmp_path: Path, name: str
) -> None:
    data = file_of(tmp_path, name)
    told = replayed(page, data)
    assert told.index("word for word") < told.index("Only claimed:")
    assert page.locator("#result[data-ok=yes]").count() == 1
    forged = replayed(page, damaged(data, add_words))
    assert "word for word" not in forged
    assert page.locator("#result[data-ok=no]").count() == 1


def test_without_the_rules_the_page_says_where_else_a_game_is_replayed(
    page: Page, site: Path, tmp_path: Path
) -> None:
    rules = site / "replay" / "worker.mjs"
    kept = rules.read_bytes()
    rules.unlink()
    try:
        file = {"name": "g", "mimeType": "", "buffer": file_of(tmp_path, "kanthe")}
        page.locator("#file").set_input_files([file])
        page.get_by_role("button", name="Replay").click()
        expect(page.locator("#result")).to_contain_text("could not be replayed here")
        expect(page.locator("#result")).to_contain_text("The log is whole")
    finally:
        rules.write_bytes(kept)
