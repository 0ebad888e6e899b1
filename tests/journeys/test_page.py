"""A newcomer at the page, in a real browser as wide as a phone: found a game, walk, look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.journeys.conftest import CHROMIUM
from tests.journeys.parts import Bot, Hall

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture
def page(hall: Hall) -> Iterator[Page]:
    """The page as Beren sees an empty channel."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 350, "height": 800})
        failures: list[str] = []
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(f"{hall.client.base}/#as=Beren&channel={hall.client.channel(hall.name)}")
        yield page
        assert failures == []
        browser.close()


def test_a_newcomer_founds_a_game_walks_and_looks(page: Page, hall: Hall, bot: Bot, tmp_path: Path):
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    page.locator("[data-option=ruleset]").fill("toy")
    page.get_by_role("option", name="Toy").first.click()
    page.keyboard.press("Enter")
    cards = page.locator("[data-message-id]", has_text="Toy")
    page.get_by_role("button", name="Begin").click()
    expect(cards.last).to_contain_text("turn 0")

    page.get_by_role("button", name="E", exact=True).click()
    expect(cards.last).to_contain_text("Beren walks e.")
    picture = cards.last.locator("img").first
    expect(picture).to_have_attribute("alt", "A board with Beren and Beren 2. Beren walks e.")
    box = picture.bounding_box()
    assert box is not None
    assert 200 < box["width"] <= 350
    assert abs(box["width"] / box["height"] - 11 / 7) < 0.02

    page.get_by_role("button", name="Look").last.click()
    own = page.locator("[data-message-id]", has_text="Only you can see this").last
    expect(own).to_contain_text("B0: Beren")
    overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(overflow)

    bot.kill()
    bot.start()
    page.get_by_role("button", name="N", exact=True).click()
    expect(cards.last).to_contain_text("Beren 2 walks n.", timeout=20_000)
