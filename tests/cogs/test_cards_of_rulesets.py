"""Cards of every ruleset as its games go: Discord takes them, and they say what views say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.ui import advice, panels, phone, vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import CardPicture
from cogs.ui.formatting import escape
from cogs.ui.phone import CardLine
from engine.contract import running_game
from engine.contract.action import GM, Offer
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.view import View
from tests.cogs import samples
from tests.cogs.test_cards import add_motion, card_points, enabled, fits, labels, words
from tests.pace.card_player import press
from tests.rulesets import RULESETS

PRESSES = {"sil": 18, "silg": 20, "kanthe": 20, "delve": 18}


def moments(name: str, presses: int) -> Iterator[tuple[View, tuple[Offer, ...]]]:
    """Yield views and offers of a seat to act, in a game that is played by its cards."""
    ruleset, secret = RULESETS[name], GameSecret(seed_from("cards"))
    roles = ruleset.roles({})
    people = ["Ann", "Bob", "Eve", "Dan"][: max(1, roles.least_players)]
    gm = roles.gm == "required"
    game = running_game.start(ruleset, {}, people, secret.start_dice(), gm=gm)
    for number in range(1, presses + 1):
        waiting = game.turn().waiting
        if not waiting:
            return
        offers = game.legal(waiting[0])
        if not offers:
            return
        if waiting[0] != GM:
            yield game.view(waiting[0]), offers
        game.apply(waiting[0], press(offers).action, secret.dice(ActionKey(number)))


def check_cards(view: View, offers: tuple[Offer, ...]) -> None:
    """Assert that the cards of a turn and of a vote fit, and say what the view does."""
    turn = samples.turn_card(offers, view)
    vote = vote_cards.vote_card(
        CardButtons(7, 9),
        view,
        offers,
        [CardLine("**Vote**")],
        [],
        CardPicture(b"", "t.png", "alt"),
    )
    own = panels.own_view(CardButtons(7, 9, own=True), view, offers, "map")
    for shown in (turn, vote, own):
        if view.coach:
            [line] = [each for each in words(shown).splitlines() if each.startswith("> ")]
            start = line.removeprefix("> ").removesuffix("…")
            assert escape(view.coach).startswith(start)
            assert len(start) > 20
        fits(shown.view)
    for card in (turn, vote):
        if not any(offer.stepper for offer in offers):  # which keep their places
            assert card_points(card) <= phone.CARD_POINTS
    if view.caution and not view.question:
        caution = str(advice.CAUTION_LABELS[view.caution])
        assert caution in enabled(turn) or not phone.fit_row([*labels(turn)[-1], caution])
    for card in (turn, vote):
        add_motion(card.view)
        fits(card.view)
    for heading in panels.HEADINGS:
        fits(panels.actions_menu(7, 9, offers, heading, limits=bool(view.caution)).view)


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_shows_the_coach_line_of_its_view_and_keeps_discords_limits(name: str) -> None:
    seen = 0
    for view, offers in moments(name, PRESSES[name]):
        check_cards(view, offers)
        seen += 1
    assert seen > 5


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", RULESETS)
def test_the_same_over_long_games(name: str) -> None:
    for view, offers in moments(name, 600):
        check_cards(view, offers)
