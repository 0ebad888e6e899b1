"""`docs/verify.html` in a real browser: it checks a game's file by itself, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.test_page import browser  # noqa: F401
from tests.table.file_forge import put, taken_apart, with_raw

PAGE = Path(__file__).parents[2] / "docs" / "verify.html"
FILE = Path(__file__).parents[1] / "table" / "format3_over.game"
CHANGED_BYTES = 20


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:  # noqa: F811
    """The page, in a browser that may ask for nothing else."""
    page = browser.new_page()
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_()

    page.route("**/*", note)
    page.goto(PAGE.as_uri())
    yield page
    assert asked == [PAGE.as_uri()]
    page.close()


def given(page: Page, data: bytes) -> str:
    """Give the page a file; return what it says."""
    page.evaluate("document.getElementById('result').replaceChildren()")
    file = {"name": "game", "mimeType": "application/octet-stream", "buffer": data}
    page.locator("#file").set_input_files([])
    page.locator("#file").set_input_files([file])
    expect(page.locator("#result p").first).to_be_visible()
    return page.locator("#result").inner_text()


def test_the_page_tells_a_whole_log_from_a_changed_one(page: Page):
    data = FILE.read_bytes()
    head, body = taken_apart(data)
    told = given(page, data)
    assert f"The log is whole: {len(body['records'])} entries." in told
    assert head["game"]["head"][:10] in told
    for n in range(CHANGED_BYTES):
        changed = bytearray(data)
        changed[(n + 1) * len(data) // (CHANGED_BYTES + 1)] ^= 1
        assert "whole" not in given(page, bytes(changed))
    lines = data.split(b"\n", 4)
    put("head.game.head", "00" * 32)(head, body)
    other = lines[2].replace(taken_apart(data)[0]["game"]["head"].encode(), b"00" * 32)
    assert "hashes do not fit" in given(page, with_raw(other, lines[4]))
