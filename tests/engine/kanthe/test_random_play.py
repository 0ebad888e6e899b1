"""Random domains explored by random players, and what must hold at each step."""

from __future__ import annotations

from random import Random

import pytest

from engine.contract.action import HINT_LENGTH, LABEL_LENGTH, Event, IllegalAction
from engine.contract.texts import text
from engine.kanthe.map.level_plan import area_at, passages_at
from engine.kanthe.state import KantheLevel, KantheState
from engine.kanthe.words import THROWS
from table.history.roll_stats import luckiest, roll_stats
from tests.engine.kanthe.stage import RULES, act, begun, dice_of, lines, new_game
from tests.rolled import dice_for
from tests.sampled import sampled

DOMAINS = 40
MOST_STEPS = 120
_EAGER = {"explore": 4.0, "begin": 9.0, "descend": 4.0}
_SHY = {"abandon": 0.02, "leave": 0.05, "turn-back": 0.3, "heir": 0.3, "travel": 0.2, "walk": 0.4}


def choose(random: Random, state: KantheState) -> str | None:
    """Return a random action line; None when the game is over."""
    offers = RULES.legal(state, 0)
    if not offers:
        return None
    weights = [
        0.1 if o.free else _EAGER.get(o.action.verb) or _SHY.get(o.action.verb) or 1.0
        for o in offers
    ]
    return str(random.choices(offers, weights)[0].action)


def random_game(number: int) -> tuple[KantheState, list[str]]:
    """Play a random game and return it with its actions."""
    random = Random(number)
    state = new_game(str(number), length=random.choice(["half-hour", "evening", "weeks"]))
    log: list[str] = []
    while len(log) < MOST_STEPS and (line := choose(random, state)) is not None:
        log.append(line)
        act(state, line)
    return state, log


def check_plan(level: KantheLevel) -> None:
    """Every area that a corridor points to can be entered or is drawn, and all is connected."""
    for node in level.nodes:
        if node.kind == "border" and not node.waiting:
            assert area_at(level, node.leads) is not None
            assert len(passages_at(level, node.id)) >= 2
        if node.waiting:
            assert area_at(level, node.leads) is None
            assert passages_at(level, node.id)
    reached, ahead = {0}, [0]
    while ahead:
        at = ahead.pop()
        for passage in passages_at(level, at):
            for end in (passage.a, passage.b):
                if end not in reached:
                    reached.add(end)
                    ahead.append(end)
    assert len(reached) == len(level.nodes)


@pytest.mark.covers("kanthe-rulebook: Mapping", "kanthe-rulebook: Additional Notes")
@pytest.mark.parametrize("block", sampled(range(10), 3, pytest.mark.soak(part="random")))
def test_random_domains_are_explored_without_an_error(block: int) -> None:
    for number in range(block, DOMAINS, 10):
        state, log = random_game(number)
        for level in state.levels:
            check_plan(level)
        view = RULES.view(state, 0)
        assert len(str(view.alt)) <= 1024
        assert len(str(view.headline)) <= 60
        assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)
        assert (RULES.outcome(state) is None) == bool(RULES.turn(state).waiting), log[-5:]


@pytest.mark.soak(part="random")
def test_a_thousand_domains_are_explored_and_replayed() -> None:
    for number in range(1000):
        state, log = random_game(number)
        again = new_game(str(number), length=_length(number))
        for line in log:
            act(again, line)
        assert RULES.dump(again) == RULES.dump(state)
        for level in state.levels:
            check_plan(level)


@pytest.mark.parametrize("number", sampled(range(6), 3, pytest.mark.soak(part="random")))
def test_replay_saving_and_loading_give_the_same_game(number: int) -> None:
    state, log = random_game(number)
    again = new_game(str(number), length=_length(number))
    dice = dice_of(again)
    for line in log:
        RULES.apply(again, 0, RULES.parse(line, again, 0), dice)
        again = RULES.load(RULES.dump(again))
    assert RULES.dump(again) == RULES.dump(state)


def _length(number: int) -> str:
    return Random(number).choice(["half-hour", "evening", "weeks"])


@pytest.mark.parametrize("number", sampled(range(300, 306), 2, pytest.mark.soak(part="random")))
def test_every_offer_is_accepted_and_fits(number: int) -> None:
    random = Random(number)
    state = new_game(str(number))
    for _ in range(25):
        offers = RULES.legal(state, 0)
        assert len({str(offer.action) for offer in offers}) == len(offers)
        for offer in offers:
            assert len(str(offer.label)) <= LABEL_LENGTH
            assert len(str(offer.hint)) <= HINT_LENGTH
            copy = RULES.load(RULES.dump(state))
            assert RULES.parse(str(offer.action), copy, 0) == offer.action
            RULES.apply(copy, 0, offer.action, dice_for(RULES.dump(copy)))
        line = choose(random, state)
        if line is None:
            break
        act(state, line)


@pytest.mark.parametrize("number", sampled(range(400, 404), 2, pytest.mark.soak(part="random")))
def test_equal_views_give_equal_offers(number: int) -> None:
    seen: dict[str, list[str]] = {}
    random = Random(number)
    state = new_game(str(number))
    for _ in range(60):
        view = repr((RULES.view(state, None), RULES.pages(state, None)))
        offers = [repr(offer) for offer in RULES.legal(state, 0)]
        assert seen.setdefault(view, offers) == offers
        line = choose(random, state)
        if line is None:
            break
        act(state, line)


def test_looking_changes_nothing() -> None:
    for number in range(3):
        state, _ = random_game(number)
        before = RULES.dump(state)
        RULES.legal(state, 0)
        RULES.view(state, None)
        RULES.pages(state, None)
        for topic in RULES.topics(state, 0):
            assert RULES.explain(state, 0, topic)
        RULES.autoplay(state, 0)
        assert RULES.dump(state) == before


def test_topics_are_unique() -> None:
    for number in range(4):
        state, _ = random_game(number)
        topics = [(t.kind, t.page, t.name) for t in RULES.topics(state, 0)]
        assert len(set(topics)) == len(topics)


def play_to_the_end(length: str, number: int, most: int) -> str:
    """Return how a game ends that plays itself."""
    state = RULES.new({"length": length}, ["Odda"], dice_for(f"played {number}"))
    for turn in range(most):
        advice = RULES.autoplay(state, 0, irreversible=True)
        if advice is None:
            break
        RULES.apply(state, 0, advice.action, dice_for(f"turn {turn} of {number}"))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.story
    return outcome.ending


def test_autoplay_plays_games_to_their_end() -> None:
    endings = set[str]()
    for number in range(12):
        endings.add(play_to_the_end("evening", number, 400))
        if endings >= {"won", "lost"}:
            return
    pytest.fail(f"all ended alike: {endings}")


@pytest.mark.soak(part="autoplay")
@pytest.mark.parametrize("length", ["half-hour", "evening", "weeks"])
def test_autoplay_plays_many_games_to_their_end(length: str) -> None:
    endings = {play_to_the_end(length, number, 4000) for number in range(20)}
    assert {"won", "lost"} <= endings


def test_a_refused_action_changes_nothing() -> None:
    state = begun()
    before = RULES.dump(state)
    for line in ("fight warrior-1", "walk up", "use wand aim", "coins 3", "begin", "tick helmet"):
        with pytest.raises(IllegalAction):
            act(state, line)
    with pytest.raises(IllegalAction):
        RULES.apply(state, 1, RULES.parse("explore", state, 0), dice_for(RULES.dump(state)))
    assert RULES.dump(state) == before


def test_the_turn_stays_while_items_are_ticked() -> None:
    state = new_game()
    act(state, "begin")
    turn = RULES.turn(state)
    for line in ("items", "untick sword", "tick sword", "untick rope", "done"):
        act(state, line)
        assert RULES.turn(state) == turn
    act(state, "explore")
    assert RULES.turn(state).id == turn.id + 1
    assert "leave" not in lines(state) or state.node == 0


def test_a_first_conflict_is_reached_within_eight_presses_of_the_best_offers() -> None:
    reached = 0
    for number in range(24):
        state = new_game(str(number))
        for _ in range(8):
            if state.conflict is not None or state.fallen:
                break
            advice = RULES.autoplay(state, 0, irreversible=True)
            assert advice is not None
            RULES.apply(state, 0, advice.action, dice_for(RULES.dump(state)))
            if any(throw.purpose == text(THROWS["fight"]) for throw in state.throws):
                break
        fought = any(throw.purpose == text(THROWS["fight"]) for throw in state.throws)
        reached += state.conflict is not None or fought or bool(state.fallen)
    assert reached >= 12


def test_dice_fall_on_average_as_their_statistics_expect() -> None:
    state, secret = RULES.new({}, ["Odda"], dice_for("7")), Random(7)
    events: list[Event] = []
    for _ in range(80):
        offers = RULES.legal(state, 0)
        if not offers:
            break
        dice = dice_for(str(secret.random()))
        events += RULES.apply(state, 0, offers[0].action, dice)
    stats = roll_stats(events)
    assert len(stats) == 3
    for each in stats:
        deviation = ((each.sides**2 - 1) / 12 / each.rolls) ** 0.5
        assert abs(each.mean - each.expected) < 4.5 * deviation, each.purpose
    assert luckiest(events) is None
