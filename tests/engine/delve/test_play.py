"""Whole games: random and sensible play, saved, loaded and replayed at each step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.contract.action import Action, ActionError, InvalidAction
from engine.delve import terrain
from engine.delve.balance import report
from engine.delve.balance.policies import POLICIES, WHOLE
from engine.delve.balance.self_play import GameFigures, LevelFigures
from engine.delve.state import DelveState
from tests.engine.delve.invariants import check
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for
from tests.sampled import sampled

RANDOM = pytest.mark.soak(part="random")


def wander(seed: str, seats: int, actions: int) -> Iterator[tuple[DelveState, int, str]]:
    """Play random offers, and yield each decision."""
    rules, chance = ruleset(), Random(seed)
    names = ["Ann", "Bea", "Cid", "Dot"][:seats]
    state = rules.new({}, names, dice_for(seed))
    for _ in range(actions):
        waiting = rules.turn(state).waiting
        if not waiting:
            return
        seat = chance.choice(waiting)
        offers = rules.legal(state, seat)
        offer = chance.choice(offers)
        yield state, seat, str(offer.action)
        rules.apply(
            state, seat, rules.parse(str(offer.action), state, seat), dice_for(rules.dump(state))
        )


@pytest.mark.parametrize(
    ("seed", "seats"),
    [("b", 1), ("c", 2), *(pytest.param(*each, marks=RANDOM) for each in (("a", 1), ("d", 4)))],
)
def test_random_play_is_safe_and_replays_to_the_same_bytes(seed: str, seats: int) -> None:
    rules = ruleset()
    lines = []
    state = None
    for step, (now, seat, text) in enumerate(wander(seed, seats, 150)):
        state = now
        lines.append((seat, text))
        if step % 10 == 0:
            check(state)
            data = rules.dump(state)
            assert rules.dump(rules.load(data)) == data
    assert state is not None
    again = rules.new({}, ["Ann", "Bea", "Cid", "Dot"][:seats], dice_for(seed))
    for seat, text in lines:
        rules.apply(again, seat, rules.parse(text, again, seat), dice_for(rules.dump(again)))
    assert rules.dump(again) == rules.dump(state)


def test_a_loaded_game_goes_on_as_the_one_it_was_saved_from() -> None:
    rules = ruleset()
    state = rules.new({"class": "monk"}, ["Ann"], dice_for("twin"))
    twin = rules.load(rules.dump(state))
    for _ in range(60):
        if state.ended:
            break
        action = rules.advise(state, 0).action
        assert action == rules.advise(twin, 0).action
        assert action is not None
        rules.apply(state, 0, action, dice_for(rules.dump(state)))
        rules.apply(twin, 0, action, dice_for(rules.dump(twin)))
    assert rules.dump(state) == rules.dump(twin)


@pytest.mark.parametrize("seed", sampled(["offers1", "offers2", "offers3"], 1, RANDOM))
def test_every_offer_reads_back_and_is_accepted(seed: str) -> None:
    rules = ruleset()
    for step, (state, seat, _) in enumerate(wander(seed, 1, 60)):
        if step % 12:
            continue
        data = rules.dump(state)
        offers = rules.legal(state, seat)
        assert len({str(offer.action) for offer in offers}) == len(offers)
        for offer in offers:
            assert offer.label
            assert len(str(offer.label)) <= 38
            assert len(str(offer.hint)) <= 100
            copy = rules.load(data)
            assert rules.parse(str(offer.action), copy, seat) == offer.action
            rules.apply(copy, seat, offer.action, dice_for(rules.dump(copy)))
            if offer.free and copy.heroes[seat].class_name:
                assert copy.round == state.round


@pytest.mark.covers("spec-delve: Binding rules", "spec-delve: To design")
@pytest.mark.parametrize("class_name", sampled(["mage", "fighter", "evenfall", "monk"], 2, RANDOM))
def test_sensible_play_keeps_all_invariants(class_name: str) -> None:
    rules = ruleset()
    state = rules.new({}, ["Ann"], dice_for(f"sense {class_name}"))
    rules.apply(state, 0, Action("class", (class_name,)), dice_for(f"class {class_name}"))
    for step in range(60):
        if state.ended:
            break
        action = rules.advise(state, 0).action
        assert action is not None
        rules.apply(state, 0, action, dice_for(rules.dump(state)))
        if step % 20 == 0:
            check(state)
    check(state)


def test_what_autoplay_chooses_is_always_the_first_offer() -> None:
    rules = ruleset()
    state = rules.new({"class": "mage"}, ["Ann"], dice_for("first"))
    for _ in range(40):
        if state.ended:
            break
        action = rules.advise(state, 0).action
        assert action is not None
        assert rules.legal(state, 0)[0].action == action
        rules.apply(state, 0, action, dice_for(rules.dump(state)))


def test_a_refused_action_changes_nothing() -> None:
    rules = ruleset()
    state = rules.new({"class": "fighter"}, ["Ann"], dice_for("refused"))
    before = rules.dump(state)
    for text in ("cast spark e", "upgrade spark", "eat dagger", "descend 3", "travel moon",
                 "choose health", "answer yes", "dance", "use whirl", "throw moon e"):  # fmt: skip
        with pytest.raises(ActionError):
            rules.apply(state, 0, rules.parse(text, state, 0), dice_for(rules.dump(state)))
        assert rules.dump(state) == before


def test_the_balance_report_tells_who_won_who_died_where_and_what_is_never_used() -> None:
    balance = report.Balance()
    ways = [LevelFigures(depth, depth, 20, 5, 400, 70, 9 * depth, 10 * depth) for depth in (1, 2)]
    used, ate = {"spell spark": 3}, {"item bread": 1}
    seldom, often = {"siren: pulls": (9, 2), "eel: drags": (5, 5)}, {"siren: pulls": (3, 1)}
    given_up = GameFigures(
        "monk", "", False, False, 5, 5, 100, "", {"item dagger": 1}, {}, {}, often, 0, []
    )
    killed = replace(given_up, class_name="mage", ended="dead", depth=2, deepest=2, turns=900)
    killed = replace(killed, killer="a cave bear", used=used, powers=seldom, levels=ways)
    won = replace(killed, ended="escaped", won=True, took_heart=True, depth=1, deepest=26)
    won = replace(won, turns=9000, killer="", used=ate, slain={"rat": 4}, food_left=30, levels=[])
    for game in (
        replace(killed, fights={1: 1, 4: 2}),
        replace(won, fights={9: 1}, powers={}),
        given_up,
    ):
        balance.count(game)
    found = report.measure(balance, content())
    mage = found["classes"]["mage"]
    assert (found["games"], found["turns"], found["given up"]) == (3, 10000, 1)
    assert (mage["won"], round(mage["error"], 3)) == (0.5, 0.354)
    assert mage["came to"] == dict.fromkeys(("5", "10", "15", "20", "25", "26"), 0.5)
    assert mage["worst levels"] == {"first": 1, "share": 0.5}
    assert mage["deaths"] == {"2": 1}
    assert mage["way up"] == {"heroes": 1, "won": 1.0, "deaths": {}}
    assert found["fights"] == {"enemies": 4, "median": 4, "at once": 0.25, "usual": 0.5}
    assert found["rare powers"] == {"siren: pulls": 0.25}
    assert found["eaten"] == 70 / 100
    assert found["presses a level"] == 20
    assert found["killers"] == {"a cave bear": ["mage 2"]}
    assert "spark" not in found["unused"]["spells"]
    assert "freeze" in found["unused"]["spells"]
    assert "rat" not in found["unused"]["monsters"]
    assert "eel: drags" not in found["unused"]["powers"]
    assert "spark wisp: spells" in found["unused"]["powers"]
    told = "\n".join(report.format_report(found))
    assert "mage: won 50.0 % ± 35.4 % of 2" in told
    assert "a cave bear: mage 2" in told


def test_deaths_on_the_way_up_are_no_deaths_of_levels_on_the_way_down() -> None:
    balance = report.Balance()
    lost = GameFigures("monk", "dead", False, False, 24, 25, 9, "a lich", {}, {}, {}, {}, 0, [])
    balance.count(lost)
    for depth in (16, 21):
        balance.count(replace(lost, took_heart=True, depth=depth, deepest=26))
    found = report.measure(balance, content())["all"]
    assert found["deaths"] == {"24": 1}
    assert found["worst levels"]["share"] == 1 / 3
    assert found["way up"] == {"heroes": 2, "won": 0.0, "deaths": {"16": 1, "21": 1}}


def test_the_balance_report_plays_its_games_in_processes() -> None:
    [line] = report.report(3, 2, 1, as_json=True, most_actions=6)
    found = json.loads(line)
    assert (found["games"], found["given up"]) == (3, 3)
    assert found["classes"]["fighter"]["games"] == 1
    [line] = report.comparison(1, 1, 1, as_json=True, most_actions=2)
    assert set(json.loads(line)) == set(POLICIES) - {WHOLE}
    with pytest.raises(InvalidAction, match="from 1"):
        list(report.report(0, 2, 1))


def test_sensible_play_does_what_is_allowed_while_frozen_on_an_altar() -> None:
    made = Stage("mage")
    made.know("calm")
    made.ground(0, 0, terrain.ALTAR)
    made.put("heart guard", 0, 5)
    made.hero.statuses["frozen"] = 5
    action = made.rules.advise(made.state, 0).action
    assert str(action) in made.offers()
    made.do(str(action))
