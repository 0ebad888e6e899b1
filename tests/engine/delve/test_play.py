"""Whole games: random and sensible play, saved, loaded and replayed at each step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.common.dice import seed_from
from engine.contract.action import ActionError
from engine.delve import balance, terrain
from engine.delve.state import DelveGame, DelveHero
from tests.engine.delve.stage import content, ruleset


def check(game: DelveGame) -> None:
    """Hold what must be true at every decision."""
    for depth, level in game.levels.items():
        places = [each.at for each in level.monsters]
        places += [h.at for h in game.heroes if h.depth == depth and not h.fallen and not h.escaped]
        assert len(places) == len(set(places))
        for monster in level.monsters:
            assert monster.depth == depth
            assert monster.health > 0
            assert 0 <= monster.energy <= monster.full_energy
            solid = level.ground[monster.at] in terrain.SOLID
            assert not solid or content().monsters[monster.kind].has("phases")
        for at in range(len(level.ground)):
            assert bool(level.opaque[at]) == (level.ground[at] in terrain.OPAQUE)
        assert all(item.count > 0 for things in level.items.values() for item in things)
    for hero in game.heroes:
        _check_hero(hero)


def _check_hero(hero: DelveHero) -> None:
    if not hero.class_name:
        return
    assert hero.fallen or 0 < hero.health <= hero.full_health
    assert 0 <= hero.energy <= hero.full_energy
    assert hero.nourishment >= 0
    assert hero.rating >= 0
    assert all(0 < points <= 99 for points in hero.statuses.values())
    worn = [content().items[item.kind].category for item in hero.pack if item.worn]
    assert len(worn) == len(set(worn))


def wander(seed: str, seats: int, actions: int) -> Iterator[tuple[DelveGame, int, str]]:
    """Play random offers, and yield each decision."""
    rules, chance = ruleset(), Random(seed)
    names = ["Ann", "Bea", "Cid", "Dot"][:seats]
    game = rules.new({}, names, seed_from(seed))
    for _ in range(actions):
        waiting = rules.turn(game).waiting
        if not waiting:
            return
        seat = chance.choice(waiting)
        offers = rules.legal(game, seat)
        offer = chance.choice(offers)
        yield game, seat, str(offer.action)
        rules.apply(game, seat, rules.parse(str(offer.action), game, seat))


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
    again = rules.new({}, ["Ann", "Bea", "Cid", "Dot"][:seats], seed_from(seed))
    for seat, text in lines:
        rules.apply(again, seat, rules.parse(text, again, seat))
    assert rules.dump(again) == rules.dump(game)


def test_a_loaded_game_goes_on_as_the_one_it_was_saved_from() -> None:
    rules = ruleset()
    game = rules.new({"class": "monk"}, ["Ann"], seed_from("twin"))
    twin = rules.load(rules.dump(game))
    for _ in range(60):
        if game.ended:
            break
        action = rules.choose_action(game, 0)
        assert action == rules.choose_action(twin, 0)
        assert action is not None
        rules.apply(game, 0, action)
        rules.apply(twin, 0, action)
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
            assert len(offer.label) <= 38
            assert len(offer.hint) <= 100
            copy = rules.load(data)
            assert rules.parse(str(offer.action), copy, seat) == offer.action
            rules.apply(copy, seat, offer.action)
            if offer.free and copy.heroes[seat].class_name:
                assert copy.round == game.round


@pytest.mark.covers("spec-delve: Binding rules", "spec-delve: To design")
@pytest.mark.parametrize("class_name", ["fighter", "mage", "monk", "evenfall"])
def test_sensible_play_keeps_all_invariants(class_name: str) -> None:
    rules = ruleset()
    game = rules.new({"class": class_name}, ["Ann"], seed_from(f"sense {class_name}"))
    for step in range(250):
        if game.ended:
            break
        action = rules.choose_action(game, 0)
        assert action is not None
        rules.apply(game, 0, action)
        if step % 20 == 0:
            check(game)
    check(game)


def test_what_autoplay_chooses_is_always_the_first_offer() -> None:
    rules = ruleset()
    game = rules.new({"class": "mage"}, ["Ann"], seed_from("first"))
    for _ in range(40):
        if game.ended:
            break
        action = rules.choose_action(game, 0)
        assert action is not None
        assert rules.legal(game, 0)[0].action == action
        rules.apply(game, 0, action)


def test_a_refused_action_changes_nothing() -> None:
    rules = ruleset()
    game = rules.new({"class": "fighter"}, ["Ann"], seed_from("refused"))
    before = rules.dump(game)
    for text in ("cast spark e", "upgrade spark", "eat dagger", "descend 3", "travel moon",
                 "choose health", "answer yes", "dance", "use whirl", "throw moon e"):  # fmt: skip
        with pytest.raises(ActionError):
            rules.apply(game, 0, rules.parse(text, game, 0))
        assert rules.dump(game) == before


def test_the_balance_report_counts_games() -> None:
    rules = ruleset()
    figures = balance.Balance()
    for class_name in ("fighter", "mage"):
        figures.count(balance.play(rules, class_name, "report", most_actions=60))
    text = balance.format_report(figures, content())
    assert "2 games" in text
    assert "fighter: won 0 of 1 (0 %)" in text
    assert "spells never cast:" in text
    assert "items never used:" in text
