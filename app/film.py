"""The README's film and pictures: the demonstration's page, recorded in a browser.

It needs playwright and chromium, which the bot itself does not.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import logging
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import render
from app.demo import SCENES, DemoScene, play_in_page

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[1]
FILM, PICTURE, SOURCES = "demo.gif", "{}.png", "sources.sha256"
FRAME_MS = 1100
FRAMES = 9  # of each game
MOST_BYTES = 3_000_000  # of the film
WIDTH, HEIGHT = 390, 760  # CSS pixels of a phone
SHARPNESS = 2  # pixels a CSS pixel, of pictures
PATIENCE_MS = 30_000
NEWEST = "[data-message-id] button"
# Pictures out of sight are not loaded.
LOADED = """() => [...document.querySelectorAll("#messages img")].every(
  (each) => each.complete || each.getBoundingClientRect().bottom <= 0)"""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]

# What is shown comes from these; a test tells when the pictures are older.
SHOWN = ("app/demo.py", "app/film.py", "data/tiles/**/*", "render/*.py", "sandbox/static/*")


def can_record() -> bool:
    """Return whether all that a recording needs is installed."""
    return bool(importlib.util.find_spec("playwright") and shutil.which("chromium"))


class FilmRecorder:
    """A recording of the demonstration. `is_written`: it has come to its end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._frames: dict[str, list[bytes]] = {scene.ruleset: [] for scene in SCENES}
        self._last: dict[str, bytes] = {}
        self._page: Any = None
        self.is_written = False

    async def record(self, base: str) -> None:
        """Play all scenes in the page at this address and write what they show; then end the
        bot, which nobody else visits."""
        playwright_api = importlib.import_module("playwright.async_api")
        try:
            async with playwright_api.async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=ARGUMENTS
                )
                self._page = await browser.new_page(
                    viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SHARPNESS
                )
                self._base = base
                await play_in_page(base, self._watch)
            self._write()
        except Exception:
            log.exception("the demonstration is not recorded")
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    async def _watch(self, scene: DemoScene, channel: str) -> None:
        """Take a frame of what the last of a scene's people sees now."""
        page = self._page
        address = f"{self._base}/#as={scene.people[-1]}&channel={channel}"
        if page.url != address:
            await page.goto("about:blank")
            await page.goto(address)
        await page.locator(NEWEST).last.wait_for(timeout=PATIENCE_MS)
        await page.wait_for_function(LOADED, timeout=PATIENCE_MS)
        self._frames[scene.ruleset].append(await page.screenshot(scale="css"))
        self._last[scene.ruleset] = await page.screenshot()

    def _write(self) -> None:
        """Write the film, a picture of each game, and of what they were made."""
        frames = [frame for taken in self._frames.values() for frame in taken[-FRAMES:]]
        film = render.reel(frames, frame_ms=FRAME_MS, repeats=True, most_bytes=MOST_BYTES)
        (self._folder / FILM).write_bytes(film)
        for name, picture in self._last.items():
            (self._folder / PICTURE.format(name)).write_bytes(picture)
        (self._folder / SOURCES).write_text(digest_of_sources() + "\n")
        self.is_written = True


def digest_of_sources() -> str:
    """Return the SHA-256 hash of all files that the film and the pictures come from."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in SHOWN for path in ROOT.glob(pattern) if path.is_file()):
        found.update(path.relative_to(ROOT).as_posix().encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
