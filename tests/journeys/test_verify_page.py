"""`docs/verify.html` in a real browser: it checks a game's file by itself, without a network."""

from __future__ import annotations

import contextlib
import functools
import shutil
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from table.history.chain import short_head
from tests.journeys.test_page import browser  # noqa: F401
from tests.table.file_forge import damaged, put, taken_apart, with_raw

PAGE = Path(__file__).parents[2] / "docs" / "verify.html"
FILE = Path(__file__).parents[1] / "table" / "format3_over.game"
CHANGED_BYTES = 20
# Rules that prove everything, once there is a file that says they may.
GULLIBLE = """
onmessage = async ({ data }) => {
  while (!(await fetch("go")).ok) await new Promise((done) => setTimeout(done, 50));
  postMessage({ ok: true, proved: [`These are ${data.length} bytes.`], claimed: [] });
};
"""
# Lets the page wait with the first file that it is given until `release` is called.
HOLD = """
() => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  let held = new Promise((done) => { window.release = done; });
  crypto.subtle.digest = async (...given) => {
    const wait = held;
    held = null;
    await wait;
    return digest(...given);
  };
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """A handler of files that logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder's files; yield its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


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


def payload(data: bytes) -> FilePayload:
    """Return a file as a person chooses it."""
    return {"name": "game", "mimeType": "application/octet-stream", "buffer": data}


def given(page: Page, data: bytes) -> str:
    """Give the page a file; return what it says."""
    page.locator("#file").set_input_files([])
    page.locator("#file").set_input_files([payload(data)])
    expect(page.locator("#result p").first).to_be_visible()
    return page.locator("#result").inner_text()


def test_the_page_tells_a_whole_log_from_a_changed_one(page: Page):
    data = FILE.read_bytes()
    head, body = taken_apart(data)
    told = given(page, data)
    assert f"The log is whole: {len(body['records'])} entries." in told
    assert short_head(head["game"]["head"]) in told
    for n in range(CHANGED_BYTES):
        changed = bytearray(data)
        changed[(n + 1) * len(data) // (CHANGED_BYTES + 1)] ^= 1
        assert "whole" not in given(page, bytes(changed))
    lines = data.split(b"\n", 4)
    put("head.game.head", "00" * 32)(head, body)
    other = lines[2].replace(taken_apart(data)[0]["game"]["head"].encode(), b"00" * 32)
    assert "hashes do not fit" in given(page, with_raw(other, lines[4]))


def test_what_is_found_of_one_file_is_not_told_of_the_next(page: Page):
    data = FILE.read_bytes()
    page.evaluate(HOLD)
    page.locator("#file").set_input_files([payload(data)])
    assert "changed or cut off" in given(page, data[:-1])
    page.evaluate("window.release()")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert "changed or cut off" in page.locator("#result").inner_text()


def test_a_replay_of_one_file_proves_nothing_of_the_next(browser: Browser, tmp_path: Path):  # noqa: F811
    shutil.copy(PAGE, tmp_path)
    (tmp_path / "replay").mkdir()
    (tmp_path / "replay" / "worker.mjs").write_text(GULLIBLE)
    data = FILE.read_bytes()
    other = damaged(data, put("body.records.0.at", 5.0))
    assert len(other) != len(data)
    with served(tmp_path) as address:
        page = browser.new_page()
        page.goto(address + PAGE.name)
        for each in (data, other):
            assert "whole" in given(page, each)
            page.get_by_role("button", name="Replay").click()
        (tmp_path / "replay" / "go").touch()
        expect(page.locator("#result")).to_contain_text("Proved:")
        assert f"These are {len(other)} bytes." in page.locator("#result").inner_text()
        page.close()
