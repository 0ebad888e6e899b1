"""Answers that are kept while nothing changes."""

from __future__ import annotations

from engine.sil.commands import registry
from engine.sil.creatures import creature_names
from engine.sil.items import item_handles
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import foe, item

ROOM = ("#######", "#.....#", "#.@...#", "#.....#", "#######")
SIL = SilQ()


def test_answers_are_kept_only_while_nothing_may_change() -> None:
    game = arena(*ROOM, lit=True)
    dagger = item("Dagger")
    game.hero.pack.append(dagger)
    with game.unchanged():
        with game.unchanged():
            held = item_handles.items(game)
        assert item_handles.items(game) is held
        name = item_handles.item_name(game, dagger)
        dagger.count = 2
        assert item_handles.item_name(game, dagger) == name
    game.hero.pack.clear()
    assert item_handles.items(game) == {}
    assert item_handles.item_name(game, dagger).startswith("2 Daggers")


def test_offers_and_view_of_a_changed_game_are_new() -> None:
    game = arena(*ROOM, lit=True)
    assert not creature_names.visible(game)
    assert not any(str(offer.label).startswith("Attack") for offer in registry.offers(game))
    foe(game, "Wolf", 0, 1)
    assert any(str(offer.label).startswith("Attack") for offer in registry.offers(game))
    board = SIL.view(game.state, 0).map
    assert board is not None
    assert len(board.entities) == 2


def test_what_nothing_is_known_of_cannot_be_changed_by_mistake() -> None:
    game = arena(*ROOM, lit=False)
    wolf = foe(game, "Wolf", 0, 2)
    game.knowledge.creatures.clear()
    before = game.known(wolf)
    game.learn(wolf).noise = 3
    assert (before.noise, game.known(wolf).noise) == (0, 3)
