"""Laws that every card of Delve holds: advice, the coach line, the headline, throws."""

from __future__ import annotations

from engine.contract.action import Offer
from engine.contract.texts import Text
from engine.delve.actions.legal_actions import pack_tokens
from engine.delve.rules.context import DelveContext
from engine.delve.rules.vision import is_threat, visible_enemies
from engine.delve.state import DelveHero, DelveState
from tests.engine.delve.stage import ruleset

COACH_LENGTH = 120


def check_card(state: DelveState, seat: int) -> None:
    """Hold the laws of advice and of the coach line."""
    rules = ruleset()
    offers, view = rules.legal(state, seat), rules.view(state, seat)
    advised = [offer for offer in offers if offer.advised]
    advice = rules.advise(state, seat)
    assert advice is not None
    assert advice.action == advised[0].action
    assert advice.why == advised[0].why
    assert len(advised) <= 5
    assert all(isinstance(offer.why, Text) and str(offer.why) for offer in advised)
    assert all(not offer.why for offer in offers if not offer.advised)
    assert 0 < len(str(view.coach)) <= COACH_LENGTH
    assert all(len(str(line)) <= 100 for line in view.odds)
    notes = [each.note for who in view.characters for each in who.conditions]
    assert all(len(str(note)) <= 30 for note in notes)
    for offer in offers:
        assert all(0 <= each.percent <= 100 for each in offer.chances)
        assert all(0 < len(str(each.words)) <= 60 for each in offer.chances)
    assert "Best: " in str(view.coach)
    if view.coach_shorter:
        best = f"Best: {advised[0].label}."
        assert str(view.coach_shorter[-1]) == best.replace("….", "…")
    hero = state.heroes[seat]
    if hero.class_name and hero.depth in state.levels and not hero.fallen:
        headline = str(view.headline)
        fallen = [each.name for each in state.heroes if each.fallen]
        if not any(f"{name} dies" in headline for name in fallen):  # told before any threat
            check_dangers(DelveContext(state, rules.content), hero, headline)
        check_throws(DelveContext(state, rules.content), hero, advised)
    taken = [str(offer.label) for offer in offers if offer.action.verb == "get"]
    assert len(taken) == len(set(taken))


def check_dangers(game: DelveContext, hero: DelveHero, headline: str) -> None:
    """Hold that the headline names a threat as long as there is one in sight, and is not calm with
    any enemy in sight."""
    enemies = visible_enemies(game, hero)
    threats = [str(game.the(each)) for each in enemies if is_threat(game, hero, each)]
    assert not threats or any(name in headline.lower() for name in map(str.lower, threats)), (
        headline
    )
    assert not enemies or headline != "All is quiet."


def check_throws(game: DelveContext, hero: DelveHero, advised: list[Offer]) -> None:
    """Hold that nobody is advised to throw food, or what is worn."""
    for offer in advised:
        if offer.action.verb == "throw":
            thrown = pack_tokens(game, hero)[offer.action.args[0]]
            assert not thrown.worn
            assert game.item_kind(thrown).category != "food"
