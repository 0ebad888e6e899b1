"""The page in a real browser, against a real bot process."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.sandbox_process import SandboxClient

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

END = 120_000  # ms, when something that is waited for never comes
expect.set_options(timeout=END)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, client: SandboxClient) -> Iterator[Page]:
    """The page as Beren sees the tavern, at the width of a phone."""
    page = browser.new_page(viewport={"width": 350, "height": 700})
    page.set_default_timeout(END)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(f"{client.base}/#as=Beren&channel={client.channel('tavern')}")
    yield page
    assert failures == []
    page.close()


def test_people_can_play_on_the_page(client: SandboxClient, page: Page):
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    page.locator("[data-option=ruleset]").fill("si")
    page.get_by_role("option", name="si-1").click()
    page.keyboard.press("Enter")
    expect(page.locator("[data-message-id]").last).to_contain_text("si-1 at 1 hard=False")

    page.locator("#composer").fill("/game new level:2")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text("The option ruleset is required.")
    page.keyboard.press("Escape")

    page.locator("#composer").fill("/game count")
    page.keyboard.press("Enter")
    page.locator('button[data-custom-id="count:0"]').last.click()
    expect(page.locator("[data-message-id]").last).to_contain_text("counted 1")
    expect(page.locator('button[data-custom-id="count:1"]').last).to_be_visible()

    page.locator("#composer").fill("/game panel")
    page.keyboard.press("Enter")
    page.locator('button[data-custom-id="tell"]').last.click()
    form = page.get_by_role("dialog", name="A story")
    form.get_by_role("button", name="Submit").click()
    expect(form.get_by_role("alert")).to_have_text("The field name is required.")
    form.locator('[data-custom-id="name"]').fill("Leithian")
    form.get_by_label("Long").check()
    form.get_by_role("button", name="Submit").click()
    answer = page.locator("[data-message-id]", has_text="Leithian: long")
    expect(answer).to_contain_text("Only you can see this")

    client.say("Luthien", "tavern", '<img src=x onerror="alert(1)"> **bold** <script>1</script>')
    said = page.locator("[data-message-id]").last
    expect(said.locator("strong")).to_have_text("bold")
    expect(said).to_contain_text('<img src=x onerror="alert(1)">')
    assert said.locator("img, script").count() == 0

    client.slash("Finrod", "tavern", "game card")
    picture = page.locator("img.attachment").last
    expect(picture).to_have_attribute("alt", "map 2")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 40
    width = "document.documentElement.scrollWidth"
    assert page.evaluate(width) <= 350

    client.say("Finrod", "barrow-downs", "over here")
    page.locator("#menu").click()
    elsewhere = page.locator(f'[data-channel-id="{client.channel("barrow-downs")}"]')
    expect(elsewhere).to_contain_text("unread")
    elsewhere.click()
    expect(page.locator("[data-message-id]").last).to_contain_text("over here")

    page.locator("#composer").fill("/game mute")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The application did not respond")).to_be_visible()


def test_what_an_option_is_offered_stays_when_the_composer_has_lost_its_focus(page: Page):
    page.locator("#composer").fill("/game")
    expect(page.get_by_role("option", name="/game new")).to_be_visible()  # the commands have come
    page.locator("#composer").fill("/game new")
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    page.keyboard.press("Enter")
    page.locator("[data-option=ruleset]").fill("si")
    page.clock.run_for(125)  # the bot is asked at 120 ms
    offered = page.get_by_role("option", name="si-1")
    expect(offered).to_be_visible()
    page.clock.run_for(500)
    expect(offered).to_be_visible()
    page.locator("[data-option=ruleset]").blur()
    page.clock.run_for(500)
    expect(offered).to_be_hidden()


def test_a_command_entered_before_the_list_of_commands_has_come(page: Page):
    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/page/commands*", late)
    page.reload()
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    expect(page.locator("[data-option=ruleset]")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.get_by_role("option", name="/game new")).to_be_hidden()


def test_enter_takes_the_first_suggestion_and_the_chosen_language_goes_with_it(page: Page):
    page.locator("#menu").click()
    page.locator("#language").select_option("de")
    page.reload()
    expect(page.locator("#language")).to_have_value("de")
    page.locator("#composer").fill("/game")
    expect(page.get_by_role("option", name="/game new")).to_be_visible()
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    field = page.locator("[data-option=ruleset]")
    with page.expect_request("**/user") as asked:
        field.fill("si")
    assert asked.value.post_data_json["locale"] == "de"
    expect(page.get_by_role("option", name="si-0")).to_be_visible()
    page.keyboard.press("Enter")
    expect(field).to_have_value("si-0")


def test_a_command_is_found_by_what_it_is_for(page: Page):
    page.locator("#composer").fill("/game")
    expect(page.get_by_role("option", name="/game new")).to_be_visible()
    page.locator("#composer").fill("/start a")
    suggested = page.locator("[role=option]")
    expect(suggested).to_have_count(1)
    expect(suggested).to_contain_text("/game new")


def test_the_page_is_light_or_dark_as_the_reader_wants(page: Page):
    shade = "getComputedStyle(document.documentElement).backgroundColor"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(shade) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(shade) == "rgb(49, 51, 56)"


def test_only_new_messages_are_read_out(page: Page, client: SandboxClient):
    messages = page.locator("#messages")
    expect(messages).to_have_attribute("aria-live", "polite")
    page.evaluate(
        """() => new MutationObserver((all) => all.forEach((each) => {
            window.loud ??= [];
            if (each.addedNodes.length) window.loud.push(each.target.getAttribute("aria-live"));
        })).observe(document.getElementById("messages"), {childList: true})"""
    )
    page.locator("#composer").fill("hello")
    page.keyboard.press("Enter")
    expect(messages).to_contain_text("hello")
    assert "off" not in page.evaluate("window.loud")
    page.evaluate("window.loud = []; document.querySelector('.channel[aria-current]').click()")
    client.until(lambda: page.evaluate("window.loud.length > 0"))
    expect(messages).to_contain_text("hello")
    assert set(page.evaluate("window.loud")) == {"off"}
