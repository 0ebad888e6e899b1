"""Whole games: random and sensible play, saved, loaded and replayed at each step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.contract.action import Action, ActionError, InvalidAction
from engine.delve import balance, terrain
from engine.delve.state import DelveGame
from tests.engine.delve.invariants import check
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for


def wander(seed: str, seats: int, actions: int) -> Iterator[tuple[DelveGame, int, str]]:
    """Play random offers, and yield each decision."""
    rules, chance = ruleset(), Random(seed)
    names = ["Ann", "Bea", "Cid", "Dot"][:seats]
    game = rules.new({}, names, dice_for(seed))
    for _ in range(actions):
        waiting = rules.turn(game).waiting
        if not waiting:
            return
        seat = chance.choice(waiting)
        offers = rules.legal(game, seat)
        offer = chance.choice(offers)
        yield game, seat, str(offer.action)
        rules.apply(
            game, seat, rules.parse(str(offer.action), game, seat), dice_for(rules.dump(game))
        )


@pytest.mark.parametrize(("seed", "seats"), [("a", 1), ("b", 1), ("c", 2), ("d", 4)])
def test_random_play_is_safe_and_replays_to_the_same_bytes(seed: str, seats: int) -> None:
    rules = ruleset()
    lines = []
    game = None
    for step, (now, seat, text) in enumerate(wander(seed, seats, 150)):
        game = now
        lines.append((seat, text))
        if step % 10 == 0:
            check(game)
            data = rules.dump(game)
            assert rules.dump(rules.load(data)) == data
    assert game is not None
    again = rules.new({}, ["Ann", "Bea", "Cid", "Dot"][:seats], dice_for(seed))
    for seat, text in lines:
        rules.apply(again, seat, rules.parse(text, again, seat), dice_for(rules.dump(again)))
    assert rules.dump(again) == rules.dump(game)


def test_a_loaded_game_goes_on_as_the_one_it_was_saved_from() -> None:
    rules = ruleset()
    game = rules.new({"class": "monk"}, ["Ann"], dice_for("twin"))
    twin = rules.load(rules.dump(game))
    for _ in range(60):
        if game.ended:
            break
        action = rules.advise(game, 0).action
        assert action == rules.advise(twin, 0).action
        assert action is not None
        rules.apply(game, 0, action, dice_for(rules.dump(game)))
        rules.apply(twin, 0, action, dice_for(rules.dump(twin)))
    assert rules.dump(game) == rules.dump(twin)


@pytest.mark.parametrize("seed", ["offers1", "offers2", "offers3"])
def test_every_offer_reads_back_and_is_accepted(seed: str) -> None:
    rules = ruleset()
    for step, (game, seat, _) in enumerate(wander(seed, 1, 60)):
        if step % 12:
            continue
        data = rules.dump(game)
        offers = rules.legal(game, seat)
        assert len({str(offer.action) for offer in offers}) == len(offers)
        for offer in offers:
            assert offer.label
            assert len(str(offer.label)) <= 38
            assert len(str(offer.hint)) <= 100
            copy = rules.load(data)
            assert rules.parse(str(offer.action), copy, seat) == offer.action
            rules.apply(copy, seat, offer.action, dice_for(rules.dump(copy)))
            if offer.free and copy.heroes[seat].class_name:
                assert copy.round == game.round


@pytest.mark.covers("spec-delve: Binding rules", "spec-delve: To design")
@pytest.mark.parametrize("class_name", ["fighter", "mage", "monk", "evenfall"])
def test_sensible_play_keeps_all_invariants(class_name: str) -> None:
    rules = ruleset()
    game = rules.new({}, ["Ann"], dice_for(f"sense {class_name}"))
    rules.apply(game, 0, Action("class", (class_name,)), dice_for(f"class {class_name}"))
    for step in range(100):
        if game.ended:
            break
        action = rules.advise(game, 0).action
        assert action is not None
        rules.apply(game, 0, action, dice_for(rules.dump(game)))
        if step % 20 == 0:
            check(game)
    check(game)


def test_what_autoplay_chooses_is_always_the_first_offer() -> None:
    rules = ruleset()
    game = rules.new({"class": "mage"}, ["Ann"], dice_for("first"))
    for _ in range(40):
        if game.ended:
            break
        action = rules.advise(game, 0).action
        assert action is not None
        assert rules.legal(game, 0)[0].action == action
        rules.apply(game, 0, action, dice_for(rules.dump(game)))


def test_a_refused_action_changes_nothing() -> None:
    rules = ruleset()
    game = rules.new({"class": "fighter"}, ["Ann"], dice_for("refused"))
    before = rules.dump(game)
    for text in ("cast spark e", "upgrade spark", "eat dagger", "descend 3", "travel moon",
                 "choose health", "answer yes", "dance", "use whirl", "throw moon e"):  # fmt: skip
        with pytest.raises(ActionError):
            rules.apply(game, 0, rules.parse(text, game, 0), dice_for(rules.dump(game)))
        assert rules.dump(game) == before


def test_the_balance_report_tells_who_won_who_died_where_and_what_is_never_used() -> None:
    figures = balance.Balance()
    for game in (
        balance.GameFigures("mage", "dead", 7, 7, 900, "a cave bear", {"spell spark": 3}, {}),
        balance.GameFigures("mage", "escaped", 1, 26, 9000, "", {}, {"rat": 4}),
        balance.GameFigures("monk", "", 5, 5, 100, "", {"item dagger": 1}, {}),
    ):
        figures.count(game)
    lines = balance.format_report(figures, content())
    assert lines[0] == "3 games, 10000 turns; won: 1 (33.3 %)"
    assert "given up: 1" in lines
    assert "mage: won 1 of 2 (50.0 %)" in lines
    assert "  came to level 5: 100 %, 10: 50 %, 15: 50 %, 20: 50 %, 25: 50 %, 26: 50 %" in lines
    assert "  died there: 7: 1" in lines
    assert "  a cave bear: mage 7" in lines
    [spells] = [line for line in lines if line.startswith("spells never cast:")]
    assert "spark" not in spells.split(": ")[1].split(", ")
    assert "freeze" in spells
    [unslain] = [line for line in lines if line.startswith("monsters never slain:")]
    assert ": rat," not in unslain


def test_the_balance_report_plays_its_games_in_processes() -> None:
    lines = list(balance.report(3, 2, 1, most_actions=15))
    assert lines[0].startswith("3 games, ")
    assert "given up: 3" in lines
    assert any(line.startswith("fighter: won 0 of 1") for line in lines)
    with pytest.raises(InvalidAction, match="from 1"):
        list(balance.report(0, 2, 1))


def test_sensible_play_does_what_is_allowed_while_frozen_on_an_altar() -> None:
    made = Stage("mage")
    made.know("calm")
    made.ground(0, 0, terrain.ALTAR)
    made.put("heart guard", 0, 5)
    made.hero.statuses["frozen"] = 5
    action = made.rules.advise(made.game, 0).action
    assert str(action) in made.offers()
    made.do(str(action))
