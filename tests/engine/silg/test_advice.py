"""One expert for the order of offers, for advice and for absent seats; a coach line on every
card."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from engine.contract.action import GM, Action, Offer
from engine.sil.hero import abilities
from engine.sil.level import terrain
from engine.silg.clock import off_clock_time
from engine.silg.state import SilGState
from engine.silg.view import coach
from tests.engine.silg.stage import RULES, Evening, skills, table
from tests.rolled import dice_for

LINES = (
    "spawn 2 orc scout near party asleep", "spawn wolf near party alert", "clock start",
    "clock stop", "hurt ann 9", "afflict bob poison 9", "ask ann perception 12", "minute 5",
    "award ann 3 torches", "tell A horn sounds far away.",
)  # fmt: skip


def states(seed: int, steps: int) -> Iterator[SilGState]:
    """Yield states of a session from its setup on: mostly played by itself, with random acts of
    heroes and of the Game Master between."""
    chance = random.Random(seed)
    names = ("Ann", "Bob", "Eve")[: chance.randint(1, 3)]
    state = RULES.new({}, names, dice_for(f"advice {seed}"), gm=True)
    for _ in range(steps):
        yield state
        waiting = RULES.turn(state).waiting
        if not waiting:
            return
        seat = chance.choice(waiting)
        if state.stage != "setup" and chance.random() < 0.15:
            try:
                line = RULES.parse(chance.choice(LINES), state, GM)
                RULES.apply(state, GM, line, dice_for(RULES.dump(state)))
                continue
            except ValueError:
                pass
        offers = RULES.legal(state, seat)
        if seat != GM and offers and chance.random() < 0.3:
            action = chance.choice(offers).action
        else:
            advice = RULES.autoplay(state, seat, irreversible=True)
            assert advice
            action = advice.action
        RULES.apply(state, seat, action, dice_for(RULES.dump(state)))


LENGTHS = [(1, 16), *(pytest.param(n, 300, marks=pytest.mark.soak(part="pace")) for n in range(9))]


@pytest.mark.parametrize(("seed", "steps"), LENGTHS)
def test_advice_is_the_first_advised_offer_with_its_reason(seed: int, steps: int) -> None:
    for state in states(seed, steps):
        check_card(state, None, ())
        for seat in (GM, *range(len(state.players))):
            offers, advice = RULES.legal(state, seat), RULES.advise(state, seat)
            advised = [each for each in offers if each.advised]
            assert (advice and (advice.action, advice.why)) == (
                (advised[0].action, advised[0].why) if advised else None
            )
            asked = state.players[seat].question is not None if seat != GM else False
            if not asked:  # answers keep their order, whichever is advised
                assert offers[: len(advised)] == advised
            if seat != GM and state.stage != "setup":
                assert all(each.why for each in advised)
            if seat in RULES.turn(state).waiting and not asked:
                assert advised, (state.stage, seat)
                assert state.stage == "setup" or advised[0].why
            check_card(state, seat, offers)


def check_card(state: SilGState, seat: int | None, offers: Sequence[Offer]) -> None:
    """Assert that a card has a coach line in play, and words as short as they have to be."""
    view = RULES.view(state, seat)
    if view.phase == "play":
        assert 1 <= len(str(view.coach)) <= 120
    assert all(len(str(row)) <= 100 for row in view.odds)
    chances = [chance for each in offers for chance in each.chances]
    assert all(len(str(chance.words)) <= 60 for chance in chances)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("seed", range(20))
def test_a_party_that_plays_itself_sees_more_of_the_level_in_thirty_presses(seed: int) -> None:
    state = RULES.new({}, ("Ann",), dice_for(f"alone {seed}"), gm=True)
    for seat, line in ((GM, "level 100"), (0, "quick"), (GM, "begin")):
        RULES.apply(state, seat, RULES.parse(line, state, seat), dice_for(RULES.dump(state)))
    hero = state.sil.heroes[0]
    before, lines = sum(hero.knowledge.glimpsed), set()
    for _ in range(30):
        waiting = RULES.turn(state).waiting
        if not waiting or state.stage != "minutes":
            break
        advice = RULES.autoplay(state, waiting[0])
        assert advice
        lines.add(str(advice.action))
        RULES.apply(state, waiting[0], advice.action, dice_for(RULES.dump(state)))
    assert sum(state.sil.heroes[0].knowledge.glimpsed) > before or len(lines) > 3


def test_the_game_master_is_told_to_go_on_when_the_last_who_was_asked_has_fallen() -> None:
    game = Evening("Ann", "Bob")
    for seat in (0, 1):
        game.say("quick", seat)
    for line in ("level 50", "begin", "spawn orc scout near party alert", "clock start"):
        game.say(line)
    game.say("wait", 1)
    game.say("hurt ann 999")
    assert RULES.turn(game.state).waiting == (GM,)
    advice = RULES.advise(game.state, GM)
    assert advice is not None
    assert str(advice.action) == "next"
    game.say("next")
    assert RULES.turn(game.state).waiting == (1,)


def test_who_is_not_waited_for_reads_what_is_advised_or_else_whom_all_wait_for() -> None:
    game = table("Ann", "Bob")
    ready = Offer(Action("ready"), "Be ready", advised=True, why="the others are")
    [full, *_] = coach.lines(game, 1, (0,), [ready])
    assert str(full).endswith("Be ready: the others are.")
    [full, *_] = coach.lines(game, 1, (0,), [])
    assert "waits for Ann" in str(full)


def test_for_who_is_away_nothing_is_chosen_at_the_workbench() -> None:
    game = table("Ann")
    level = game.state.sil.level
    level.feature[level.at(4, 4)] = terrain.FORGE + 3
    off_clock_time.begin(game)
    skills(game, 0, smithing=20)
    game.hero(0).bought.append(abilities.WEAPONSMITH)
    RULES.apply(game.state, 0, RULES.parse("smith", game.state, 0), dice_for("smith"))
    advice = RULES.autoplay(game.state, 0)
    assert advice is not None
    assert advice.action == Action("answer", ("leave",))
    assert str(advice.why) == "nothing is chosen for who is away"
