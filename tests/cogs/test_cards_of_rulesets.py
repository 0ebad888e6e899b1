"""Cards of every ruleset as its games go: Discord takes them, and they say what views say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cogs.ui import advice, panels, phone, vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import Card, CardPicture
from cogs.ui.formatting import escape
from cogs.ui.phone import CardLine
from engine.common.coach_lines import first_advised
from engine.contract import running_game
from engine.contract.action import GM, Offer
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.running_game import RunningGame
from engine.contract.view import View
from tests.cogs import samples
from tests.cogs.test_cards import add_motion, card_points, enabled, fits, labels, parts, words
from tests.pace.card_player import press
from tests.rulesets import RULESETS

PRESSES = {"sil": 8, "silg": 12, "kanthe": 12, "delve": 8}


def turns(name: str, presses: int) -> Iterator[tuple[RunningGame, int]]:
    """Yield a game that is played by its cards before each press, and the seat that is to act."""
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
            yield game, waiting[0]
        game.apply(waiting[0], press(offers).action, secret.dice(ActionKey(number)))


def moments(name: str, presses: int) -> Iterator[tuple[View, tuple[Offer, ...]]]:
    """Yield views and offers of a seat to act, in a game that is played by its cards."""
    return ((game.view(seat), game.legal(seat)) for game, seat in turns(name, presses))


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
    told = samples.turn_card(offers, view, png=None)
    voted = vote_cards.vote_card(CardButtons(7, 9), view, offers, [CardLine("**Vote**")], [], None)
    for card in (told, voted):
        assert not card.files
        described = parts(card.view)[2]["content"].splitlines()[0].removesuffix("…")
        least = 100 if described.endswith(" ") else 150  # whole sentences: two thirds and more
        assert escape(view.alt).startswith(described)
        without = escape(view.alt).removesuffix(escape(view.headline)).rstrip()
        assert len(described) > least or described == without
    own = panels.own_view(CardButtons(7, 9, own=True), view, offers, "map")
    for shown in (turn, vote, told, voted, own):
        if view.coach:
            [line] = [each for each in words(shown).splitlines() if each.startswith("> ")]
            start = line.removeprefix("> ").removesuffix("…")
            forms = [escape(form) for form in (view.coach, *view.coach_shorter)]
            assert any(form.startswith(start) for form in forms)
            assert start in forms or forms[-1].startswith(start)  # what is advised is cut last
            assert len(start) > 20 or start in forms
        fits(shown.view)
    for card in (turn, vote, told, voted):
        assert card_points(card) <= phone.CARD_POINTS
    best = first_advised([offer for offer in offers if not offer.stepper])
    if view.phase == "play" and best:
        check_advice(view, turn, best)
    if view.caution and not view.question:
        caution = str(advice.CAUTION_LABELS[view.caution])
        assert caution in enabled(turn) or not phone.fit_row([*labels(turn)[-1], caution])
    for card in (turn, vote, told, voted):
        add_motion(card.view)
        fits(card.view)
    for heading in panels.HEADINGS:
        fits(panels.actions_menu(7, 9, offers, heading, limits=bool(view.caution)).view)


def check_advice(view: View, card: Card, best: Offer) -> None:
    """Assert that what is advised first is a button, and named last in the coach line."""
    on_pad = best.group == "move" and view.map is not None and not view.question
    label = str(best.label)[:20]
    assert on_pad or any(shown.startswith(label) for shown in enabled(card))
    assert label in str((view.coach_shorter or (view.coach,))[-1])


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_shows_the_coach_line_of_its_view_and_keeps_discords_limits(name: str) -> None:
    seen = 0
    for view, offers in moments(name, PRESSES[name]):
        check_cards(view, offers)
        seen += 1
    assert seen > 5


def test_every_page_of_a_set_up_fits_a_phone_with_a_button_for_the_next_one() -> None:
    ruleset, secret = RULESETS["kanthe"], GameSecret(seed_from("cards"))
    game = running_game.start(ruleset, {}, ["Ann"], secret.start_dice(), gm=False)
    pages = 0
    while step := next((o.action for o in game.legal(0) if o.action.verb == "next"), None):
        card = samples.turn_card(tuple(game.legal(0)), game.view(0))
        assert card_points(card) <= phone.CARD_POINTS
        assert {"Begin", "Next"} <= enabled(card)
        game.apply(0, step, secret.dice(ActionKey(pages := pages + 1)))
    assert pages > 9


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", RULESETS)
def test_the_same_over_long_games(name: str) -> None:
    for view, offers in moments(name, 600):
        check_cards(view, offers)


@pytest.mark.parametrize("name", ["sil", "delve"])
def test_every_question_of_a_character_fits_a_phone_however_it_is_answered(name: str) -> None:
    ruleset, secret = RULESETS[name], GameSecret(seed_from("answers"))
    game = running_game.start(ruleset, {}, ["Ann"], secret.start_dice(), gm=False)
    dice = random.Random(name)
    seen = set()
    for number in range(40):
        view, offers = game.view(0), tuple(game.legal(0))
        if view.phase != "setup":
            break
        card = samples.turn_card(offers, view)
        assert card_points(card) <= phone.CARD_POINTS
        held = [part for part in parts(card.view) if part["type"] == 3]
        told = sum(len(menu["options"]) for menu in held) + len(enabled(card))
        assert told >= len(offers)  # each offer is a button or a line of a menu
        seen.add(str(view.question))
        longer = [
            o for o in offers if not str(o.action).startswith(("answer quick", "answer whole"))
        ]
        game.apply(0, dice.choice(longer or offers).action, secret.dice(ActionKey(number + 1)))
    assert seen
