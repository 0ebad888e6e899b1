"""A newcomer at the page, in a real browser as wide as a phone: found a game, walk, look."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

from cogs.ui import phone
from tests.journeys.conftest import CHROMIUM
from tests.journeys.parts import Hall, Message, buttons, card_number, parts, pictures, take, text

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
    card = page.locator("[data-message-id]", has_text="Vote: 3 of 4").last
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


CARDS = 24  # of a game, from its lobby to its end


class Heights:
    """The heights of a channel's cards on phones, with their senders."""

    def __init__(self, page: Page, hall: Hall) -> None:
        self.page, self.hall = page, hall
        self.found: list[tuple[float, str]] = []
        page.set_viewport_size({"width": 390, "height": 844})

    def measure(self, card: Message) -> None:
        """Measure a card once the page shows it as it is now, without the mark of an edited one
        below it."""
        shown = self.page.locator(f"[data-message-id='{card['id']}']")

        def is_shown() -> bool:
            [now] = [each for each in self.hall.messages() if each["id"] == card["id"]]
            labels = shown.locator("button[data-custom-id]:not([disabled])").all_inner_texts()
            return [each.strip() for each in labels] == [*buttons(now)]

        self.hall.client.until(is_shown)
        shown.scroll_into_view_if_needed()
        if pictures(card):
            expect(shown.locator("img").first).to_be_visible()
        self.found.append(
            (max(self._height(shown, width) for width in (350, 390)), text(card)[:200])
        )

    def _height(self, shown: Locator, width: int) -> float:
        self.page.set_viewport_size({"width": width, "height": 844})
        high: float = shown.evaluate(
            """message => {
                const height = (part) => part ? part.getBoundingClientRect().height : 0;
                const sender = height(message.querySelector(".head")) || 22;
                const card = height(message) - height(message.querySelector(".edited"));
                return card - height(message.querySelector(".head")) + sender;
            }"""
        )
        return high

    def check(self) -> None:
        """Assert that each card was one screen high at most, and that there were enough."""
        print([round(high) for high, _ in self.found])
        assert [each for each in self.found if each[0] > phone.CARD_POINTS] == []


def best_label(card: Message) -> str:
    """Return the green button of a card that is no answer to a motion, a line of its menu, or its
    first button."""
    green = [part["label"] for part in parts(card) if part.get("style") == 3]
    menus = [part for part in parts(card) if part["type"] == 3]
    lines = [option["label"] for menu in menus for option in menu["options"]]
    acts = [each for each in green if not each.startswith(("Yes", "No", "A ●"))]
    return [*acts, *lines, *buttons(card)][0]


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize(
    ("ruleset", "people"),
    [("sil", 1), ("sil", 3), ("kanthe", 1), ("kanthe", 3), ("delve", 1), ("doomed", 1)],
)
def test_a_phone_shows_24_cards_of_a_game_whole(page: Page, hall: Hall, ruleset: str, people: int):
    """From the lobby through the creation of a hero and votes beside motions to the end."""
    voters = ("Beren", "Luthien", "Finrod")[:people]
    heights = Heights(page, hall)
    hall.slash("Beren", "game new", ruleset=ruleset)
    for person in voters[1:]:
        hall.press(person, "Join", hall.card(1))
    hall.client.until(lambda: all(f"**{each}**" in text(hall.card()) for each in voters))
    heights.measure(hall.card(1))
    hall.slash("Beren", "game begin")
    number = 2
    while len(heights.found) < CARDS and "Film" not in buttons(card := hall.card(number)):
        heights.measure(card)
        number = card_number(card) + 1
        if people > 1:
            if number % 3 == 0 and "Yes" not in str(buttons(card)):
                hall.slash("Luthien", "vote move", what=f"set pace {['slow', 'daily'][number % 2]}")
                hall.client.until(lambda: "Yes" in str(buttons(hall.card())))
                heights.measure(hall.card())
            take(hall, "Beren", card := hall.card(), best_label(card))
            heights.measure(card := hall.client.until(lambda: proposed(hall)))
            if others := [each for each in ("N", "E", "Wait", "Explore") if each in buttons(card)]:
                take(hall, "Luthien", card, others[-1])
                heights.measure(hall.card())
            for person in voters[1:]:
                if card_number(hall.card()) < number:
                    take(hall, person, hall.card(), "A ●")
        else:
            take(hall, "Beren", card, best_label(card))
    if "Film" not in buttons(hall.card()):
        hall.slash("Beren", "game end", sure=True)
    heights.measure(hall.card_with("Film"))
    heights.check()


def proposed(hall: Hall) -> Message | None:
    """Return the live card once something is proposed on it."""
    card = hall.card()
    return card if "A ●" in str(buttons(card)) else None


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
    hall.settled(8)  # cards that lose buttons later would move the page
    hall.client.until(lambda: page.evaluate(f"{away} < 60"))
    page.locator("#scroller").hover()
    page.mouse.wheel(0, -900)
    hall.client.until(lambda: page.evaluate(f"{away} > 300"))
    hall.press("Beren", "E", hall.card(8))
    expect(page.locator("#jump")).to_be_visible()
    hall.settled(9)
    newest, old = page.locator("[data-message-id]").all()[:-3:-1]
    expect(old.locator("button[data-custom-id]")).to_have_count(0)  # it lost its buttons
    expect(newest).to_contain_text("turn 7")
    expect(page.locator("#jump")).to_be_visible()
