"""A newcomer at the page, in a real browser as wide as a phone: found a game, walk, look."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from cogs.ui import phone
from tests.journeys.conftest import CHROMIUM
from tests.journeys.parts import Hall, buttons, card_number, parts, take, text

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

END = 120_000  # ms, when something that is waited for never comes
expect.set_options(timeout=END)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, hall: Hall) -> Iterator[Page]:
    """The page as Beren sees an empty channel."""
    page = browser.new_page(viewport={"width": 350, "height": 800})
    page.set_default_timeout(END)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(f"{hall.client.base}/#as=Beren&channel={hall.client.channel(hall.name)}")
    yield page
    assert failures == []
    page.close()


def test_a_newcomer_founds_a_game_walks_and_looks(page: Page):
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="+ ruleset").click()
    page.locator("[data-option=ruleset]").fill("toy")
    page.get_by_role("option", name="Toy").first.click()
    page.keyboard.press("Enter")
    cards = page.locator("[data-message-id]", has_text="Toy")
    page.get_by_role("button", name="Begin").click()
    expect(cards.last).to_contain_text("turn 0")

    cards.last.get_by_role("button", name="E", exact=True).click()
    expect(cards.last).to_contain_text("Beren walks e.")
    picture = cards.last.locator("img").first
    expect(picture).to_have_attribute("alt", "A board with Beren and Beren 2. Beren walks e.")
    box = picture.bounding_box()
    assert box is not None
    assert 200 < box["width"] <= 350
    assert abs(box["width"] / box["height"] - 11 / 7) < 0.02

    cards.last.get_by_role("button", name="Look").click()
    own = page.locator("[data-message-id]", has_text="Only you can see this").last
    expect(own).to_contain_text("B0: Beren")
    overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(overflow)


def test_nothing_is_typed_before_the_page_knows_who_speaks(page: Page):
    held: list[Route] = []
    page.route("**/page/start**", lambda route: held.append(route))
    page.reload()
    composer = page.locator("#composer")
    expect(composer).to_be_disabled()
    while not held:
        page.wait_for_timeout(10)  # ms
    held[0].continue_()
    expect(composer).to_be_enabled()


@pytest.mark.soak(part="journeys")
def test_enter_alone_opens_a_game_and_a_vote_of_three_proposals_is_one_screen(
    page: Page, hall: Hall
):
    expect(page.locator("#beginning")).to_contain_text("Type / to see every command.")
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    assert "Sil-Q: a new game" in text(hall.card(1))
    for person in ("Luthien", "Finrod", "Curufin"):
        hall.press(person, "Join", hall.card(1))
    hall.slash("Beren", "game begin")
    hall.card(2)
    for person in ("Beren", "Luthien", "Finrod"):
        hall.slash(person, "vote propose", action="answer quick")
    hall.card(3)
    offered = hall.client.autocomplete("Beren", hall.name, "vote propose", "action")["choices"]
    for person, choice in zip(("Beren", "Luthien", "Finrod"), offered, strict=False):
        hall.slash(person, "vote propose", action=choice["value"])
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    assert_a_vote_of_four_is_one_screen(page)


def test_a_vote_on_three_moves_at_500_ft_is_one_screen(page: Page, hall: Hall):
    four = ("Beren", "Luthien", "Finrod", "Curufin")
    hall.begin("deep", four)
    actions: list[str] = []
    for offer in hall.client.autocomplete("Beren", hall.name, "vote propose", "action")["choices"]:
        if offer["value"].split()[0] not in [action.split()[0] for action in actions]:
            actions.append(offer["value"])
    for person, action in zip(four, actions[:3], strict=False):
        hall.slash(person, "vote propose", action=action)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    assert_a_vote_of_four_is_one_screen(page)


def assert_a_vote_of_four_is_one_screen(page: Page) -> None:
    """Assert that the whole card fits a phone once three of four have proposed something."""
    card = page.locator("[data-message-id]", has_text="3 of 4 have voted").last
    expect(card.locator("img").first).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert box["height"] <= 844
    assert box["width"] <= 390


def choose(page: Page, card: str, label: str) -> None:
    """Press a button of the card whose custom ids begin so, or choose a line of its menu."""
    button = page.locator(f"button[data-custom-id^='{card}']").get_by_text(label, exact=True)
    menu = page.locator(f"select[data-custom-id^='{card}']")
    line = menu.locator("option", has_text=re.compile(rf"^{re.escape(label)}( —|$)"))
    button.or_(line).first.wait_for(state="attached")
    if line.count():
        menu.select_option(line.first.get_attribute("value"))
    else:
        button.click()


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize(
    ("ruleset", "people"), [("sil", 1), ("sil", 2), ("kanthe", 1), ("delve", 1)]
)
def test_a_phone_shows_24_cards_of_a_game_whole(page: Page, hall: Hall, ruleset: str, people: int):
    page.set_viewport_size({"width": 390, "height": 844})
    voters = ("Beren", "Luthien")[:people]
    hall.begin(ruleset, voters)
    heights: dict[int, float] = {}
    while len(heights) < 24 and "Film" not in buttons(card := hall.card()):
        shown = page.locator(f"[data-message-id='{card['id']}']")
        expect(shown.locator(f"[data-custom-id*=':{card_number(card)}:']").first).to_be_attached()
        shown.scroll_into_view_if_needed()
        expect(shown.locator("img").first).to_be_visible()
        boxes = [shown.bounding_box(), *(e.bounding_box() for e in shown.locator(".edited").all())]
        message, *mark = [box["height"] for box in boxes if box is not None]
        high = message - sum(mark)  # without the mark of an edited message, below its card
        heights[card_number(card)] = high
        advised = [part["label"] for part in parts(card) if part.get("style") == 3]
        menus = [part for part in parts(card) if part["type"] == 3]
        lines = [option["label"] for menu in menus for option in menu["options"]]
        for voter in voters:
            proposed = [each for each in buttons(hall.card()) if each.startswith("A ● ")]
            take(hall, voter, hall.card(), [*proposed, *advised, *lines, *buttons(card)][0])
        hall.card(card_number(card) + 1)
    print(ruleset, people, sorted(heights.values()))
    assert heights
    assert max(heights.values()) <= phone.CARD_POINTS


def test_a_character_is_created_on_a_phone_with_what_the_cards_say(page: Page, hall: Hall):
    page.locator("#composer").fill("/game new")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="+ ruleset").click()
    page.locator("[data-option=ruleset]").fill("sil")
    page.get_by_role("option", name="Sil-Q").first.click()
    page.keyboard.press("Enter")
    answers = (
        *("Begin", "Sindar: Str -1, Dex +1, Con +2, Gra +1", "Of Doriath: Gra +1"),
        *("Strength +1 (1)", "Dexterity +1 (1)", "Dexterity +1 (2)", "Dexterity +1 (3)"),
        *("Constitution +1 (1)", "Constitution +1 (2)", "Grace +1 (1)", "Grace +1 (2)", "Done"),
        *("The usual skills of this people", "Song +1 (100)", "Song -1"),
        *("Done (1,000 kept for later)", "Keep this tale", "Keep this", "Keep Beren"),
        "Begin the descent",
    )
    assert len(answers) <= 25
    game = next(iter(buttons(hall.card(1)).values())).split(":")[1]
    for number, label in enumerate(answers, 1):
        choose(page, f"v1:{game}:{number}:", label)
    card = page.locator("[data-message-id]", has_text="50 ft").last
    expect(card).to_contain_text("turn 0")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)


def test_the_newest_card_stays_in_view_until_somebody_scrolls_up(page: Page, hall: Hall):
    hall.begin("toy", ("Beren",))
    away = (
        "() => ((s) => s.scrollHeight - s.scrollTop - s.clientHeight)"
        "(document.getElementById('scroller'))"
    )
    for turn in range(6):  # each card takes the buttons of the one before
        hall.press("Beren", "EW"[turn % 2], hall.card(turn + 2))
        expect(page.locator("[data-message-id]").last).to_contain_text(f"turn {turn + 1}")
    page.wait_for_function(f"{away} < 60")
    page.locator("#scroller").hover()
    page.mouse.wheel(0, -900)
    page.wait_for_function(f"{away} > 300")
    hall.press("Beren", "E", hall.card(8))
    expect(page.locator("#jump")).to_be_visible()
