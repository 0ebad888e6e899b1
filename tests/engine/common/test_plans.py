"""Plans: their terms in an action line, what ends them, how they are told."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.common.plans import (
    CAUTIONS,
    LIMITS,
    MOST_TURNS,
    Sighting,
    Stop,
    Terms,
    Watch,
    account,
    split_terms,
    weightiest,
    with_terms,
)
from engine.contract.texts import counted, text

WORDS = st.lists(st.sampled_from(["wolf-1", "BK27", "60", "usually", "bold:0", "careful:"]))


def seen(key: str, *, alert: bool = False, turns: float = 20, new: bool = False) -> Sighting:
    return Sighting(key, None, f"{key} in words", (1, 2), alert, turns, new)


def watch(*before: Sighting, caution: str = "usual", health: int = 100) -> Watch:
    return Watch(LIMITS[caution], before, health, 100)  # type: ignore[index]


def reasons(stops: list[Stop]) -> list[str]:
    return [stop.reason for stop in stops]


@given(args=WORDS, caution=st.sampled_from(CAUTIONS), turns=st.integers(1, MOST_TURNS))
def test_terms_stand_in_the_line_and_are_read_back(args: list[str], caution, turns) -> None:
    terms = Terms(caution, turns)
    assert split_terms(with_terms(args, terms)) == (tuple(args), terms)
    assert with_terms(with_terms(args, Terms("bold", 3)), terms) == with_terms(args, terms)


@pytest.mark.parametrize(
    ("terms", "word"),
    [
        (Terms(), ""), (Terms("bold"), "bold"), (Terms(turns=MOST_TURNS - 1), "usual:199"),
        (Terms(turns=MOST_TURNS + 1), ""), (Terms("careful", MOST_TURNS + 1), "careful"),
        (Terms("careful", 1), "careful:1"),
    ],
)  # fmt: skip
def test_only_fewer_turns_than_the_most_stand_in_the_line(terms: Terms, word: str) -> None:
    assert str(terms) == word


def test_who_was_weighed_when_the_plan_began_does_not_end_it() -> None:
    calm = [seen("wolf"), seen("snake", alert=True, turns=3)]
    plan = watch(*calm)
    for _ in range(5):
        assert plan.look(calm, 100) == []


def test_the_new_the_roused_and_the_near_end_it_once() -> None:
    plan = watch(seen("wolf"))
    assert reasons(plan.look([seen("wolf"), seen("bat", new=True)], 100)) == ["saw"]
    assert plan.look([seen("wolf"), seen("bat", new=True)], 100) == []
    assert reasons(plan.look([seen("wolf", alert=True)], 100)) == ["noticed"]
    assert reasons(plan.look([seen("wolf", alert=True, turns=6)], 100)) == ["near"]
    assert plan.look([seen("wolf", alert=True, turns=1)], 100) == []
    # One known of old who is out of sight and comes back asleep is nothing new.
    assert plan.look([seen("bear")], 100) == []
    assert reasons(plan.look([seen("lynx", alert=True)], 100)) == ["saw"]


def test_an_enemy_who_calms_down_and_turns_again_ends_it_again() -> None:
    plan = watch(seen("wolf", alert=True, turns=9))
    assert plan.look([seen("wolf", turns=9)], 100) == []
    assert reasons(plan.look([seen("wolf", alert=True, turns=9)], 100)) == ["noticed"]


@given(st.sampled_from(CAUTIONS), st.integers(0, 2**32))
def test_losses_beyond_the_limits_end_it_and_no_others(caution, seed: int) -> None:
    dice, limits = random.Random(seed), LIMITS[caution]
    health = dice.randint(1, 100)
    plan = watch(caution=caution, health=health)
    for _ in range(20):
        after = max(0, min(100, health + dice.randint(-40, 10)))
        lost, found = health - after, set(reasons(plan.look([], after)))
        assert ("loss" in found) == (lost > limits.most_loss)
        assert ("health" in found) == (lost > 0 and after < limits.least_health)
        health = after


def test_daring_bears_more_in_every_respect() -> None:
    careful, usual, bold = (LIMITS[each] for each in CAUTIONS)
    for less, more in ((careful, usual), (usual, bold)):
        assert less.least_health > more.least_health
        assert less.most_loss < more.most_loss
        assert less.near > more.near
        assert less.fight_until > more.fight_until


def test_the_weightiest_is_told() -> None:
    stops = [Stop("heard"), Stop("lying"), Stop("saw"), Stop("saw", "second"), Stop("done")]
    assert weightiest(stops) == Stop("saw")
    assert weightiest([]) is None


def test_it_is_told_in_one_line() -> None:
    done = counted(41, "Explored {number} turn", "Explored {number} turns")
    stop = Stop("saw", text("an orc scout, alert, 9 east"))
    gains = [text("3 rooms"), text("a forge")]
    line = "Explored 41 turns: 3 rooms, a forge; stopped: an orc scout, alert, 9 east."
    assert str(account(done, gains, stop)) == line
    assert str(account(done, [], Stop("done"))) == "Explored 41 turns."
