"""Cards of every game as a browser lays them out on phones: as high as they were planned."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, sync_playwright

from cogs.ui import cards, phone, vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import Card, CardPicture
from cogs.ui.languages import say_all, speaking
from engine.contract.action import Offer
from engine.contract.view import View
from table.state import Deadline
from table.voting.poll import Poll, PollProposal
from tests.cogs import samples
from tests.cogs.test_cards import points_on_a_phone
from tests.cogs.test_cards_of_rulesets import moments
from tests.journeys.conftest import CHROMIUM
from tests.journeys.test_page import ARGUMENTS, END
from tests.rulesets import RULESETS
from tests.sandbox_process import running_sandbox

CLOSES = 1_234_567_890  # a Unix time
MEASURE = """async (cards) => {
    const { messageNode } = await import("/static/messages.js");
    const list = document.querySelector("#messages");
    const ignore = { press() {}, choose() {}, dismiss() {}, open() {} };
    const heights = [];
    for (const components of cards) {
        const message = {
            id: String(heights.length + 1), flags: 32768, type: 0, content: "", components,
            author: { id: "5", username: "Leithian", bot: true }, timestamp: "2026-11-27T12:00:00Z",
            mentions: [], attachments: [], embeds: [], reactions: [],
        };
        const node = messageNode(message, ignore);
        list.append(node);
        for (const image of node.querySelectorAll("img")) {
            image.loading = "eager";
            await image.decode();
        }
        heights.push(node.getBoundingClientRect().height);
        node.remove();
    }
    return heights;
}"""


def shown(view: View, offers: tuple[Offer, ...]) -> Iterator[Card]:
    """Yield the cards of a moment: for one person, for a seat that knows more, for votes."""
    status = samples.status(deadlines=(Deadline(7, "turn", CLOSES, 5),))
    for public in (offers, None):
        yield cards.turn_card(status, 9, view, public, b"png")
    for count in (0, 1, 2, 3, 5):
        proposals = tuple(
            PollProposal(letter, str(o.action), o.label, 5, o.irreversible, 1, o.at, o.path)
            for letter, o in zip("ABCDE"[:count], offers, strict=False)
        )
        poll = Poll(None, proposals, count, 5, 5, (6, 7))
        lines = vote_cards.poll_lines(poll, {"A": ["Luthien"]}, CLOSES)
        if not count:
            lines = vote_cards.empty_poll_lines(poll.constitution, 5, CLOSES)
        yield vote_cards.vote_card(
            CardButtons(7, 9),
            view,
            offers,
            lines,
            vote_cards.proposal_buttons(7, 9, poll),
            CardPicture(b"png", "t.png", "alt"),
        )


def with_picture(component: dict[str, Any]) -> dict[str, Any]:
    """Return a component as Discord sends it to apps, with where its picture is."""
    made = {**component}
    if "components" in component:
        made["components"] = [with_picture(each) for each in component["components"]]
    if "items" in component:
        place = {"url": "/turn.png", "width": 948, "height": 605}
        made["items"] = [{**item, "media": place} for item in component["items"]]
    return made


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """The page of a sandbox without a bot, with a picture as large as those of turns."""
    drawn = io.BytesIO()
    Image.new("P", (948, 605)).save(drawn, "PNG")

    def send(route: Route) -> None:
        route.fulfill(body=drawn.getvalue(), content_type="image/png")

    with running_sandbox() as sandbox, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(END)
        page.route("**/turn.png", send)
        page.goto(sandbox.client.base)
        page.wait_for_selector("#composer:not([disabled])")
        yield page
        browser.close()


def check(page: Page, ruleset: str, presses: int, language: str) -> int:
    """Assert that cards of a game are as high as planned, and one screen at most; return how many
    were measured."""
    with speaking(language):
        made = [
            card
            for view, offers in moments(ruleset, presses)
            for card in shown(say_all(view), offers)
        ]
    sent = [[with_picture(each) for each in card.view.to_components()] for card in made]
    for width, widest in ((350, False), (390, True)):
        page.set_viewport_size({"width": width, "height": 844})
        heights = page.evaluate(MEASURE, sent)
        for card, height in zip(made, heights, strict=True):
            with speaking(language):
                assert height <= points_on_a_phone(card, widest=widest), card.view.to_components()
            assert height <= phone.CARD_POINTS
    return len(made)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cards_are_as_high_on_phones_as_they_are_planned(page: Page, ruleset: str):
    assert check(page, ruleset, 2, "en") > 6


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_cards_of_long_games_are_as_high_on_phones_as_planned(
    page: Page, ruleset: str, language: str
):
    assert check(page, ruleset, 60, language) > 100
