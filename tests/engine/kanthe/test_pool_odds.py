"""Exact chances of pools against draws of the function that throws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random

import pytest

from engine.common.distributions import as_percent
from engine.kanthe import pool_odds
from engine.kanthe.dice import best_degree, chance_of_match, find_matches
from engine.kanthe.encounters.conflict import order_acts
from engine.kanthe.pool_odds import (
    best_degrees,
    chance_of_faces,
    chance_to_deal_more,
    chance_to_force,
    conflict_outlook,
    evasion_outlook,
    first_to_act,
    landings,
    match_counts,
    wound_sums,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import MatchAct
from tests.engine.kanthe.stage import begun, game_of

MOST_Z = 4.5


def z_of(hits: int, draws: int, chance: float) -> float:
    """Return how many standard deviations a count is from its chance."""
    spread = sqrt(max(0.0, draws * chance * (1 - chance)))  # a sum of chances may be 1.0000000002
    return abs(hits - draws * chance) / spread if spread > 0 else float(hits != draws * chance)


def one_conflict(
    game: KantheContext, own: int, against: int, need: int, health: int, least: int
) -> str:
    """Throw both sides until a conflict ends, and return how: as the rules do it."""
    dealt = taken = 0
    while True:
        mine = find_matches(game.throw_challenge(own + dealt, "fight"))
        theirs = find_matches(game.throw_opposition(against + taken, "against"))
        for act in order_acts(mine, theirs, {}):
            standing = dealt < need
            dealt += game.wounds_of(act.hero) if act.hero else 0
            taken += game.wounds_of(act.opposition) if act.opposition and standing else 0
            if taken >= health:
                return "death"
        if dealt >= need:
            return "success"
        if health - taken < least:
            return "broken off"


def one_evasion(game: KantheContext, own: int, against: int, health: int, least: int) -> str:
    """Evade until it succeeds or the hero is hurt, and return which."""
    taken = 0
    while True:
        best = best_degree(game.throw_challenge(own, "evade"))
        faces = game.throw_opposition(against + taken, "against")
        landed = sum(game.wounds_of(m.degree) for m in find_matches(faces) if m.degree > best)
        if not landed:
            return "success"
        taken += landed
        if taken >= health:
            return "death"
        if health - taken < least:
            return "broken off"


def conflicts(random: Random) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield pools, needs and limits of conflicts without end."""
    while True:
        health = random.randint(1, 7)
        yield (
            random.randint(4, 12),
            random.randint(1, 9),
            random.randint(1, 8),
            health,
            random.randint(1, health),
        )


def check_outlooks(cases: int, draws: int, wounds: str = "degree") -> None:
    """Compare outlooks with conflicts and evasions that are thrown."""
    state = begun(wounds=wounds)
    one = wounds == "one"
    game, random = game_of(state), Random(27)
    for own, against, need, health, least in islice(conflicts(random), cases):
        fought = [one_conflict(game, own, against, need, health, least) for _ in range(draws)]
        evaded = [one_evasion(game, own, against, health, least) for _ in range(draws)]
        state.throws.clear()
        state.lines.clear()
        state.line_kinds.clear()
        game.events.clear()
        for ends, outlook in (
            (fought, conflict_outlook(own, against, need, health, least, one=one)),
            (evaded, evasion_outlook(own, against, health, least, one=one)),
        ):
            assert z_of(ends.count("success"), draws, outlook.success) <= MOST_Z
            assert z_of(ends.count("death"), draws, outlook.death) <= MOST_Z
            assert outlook.success + outlook.death + outlook.broken_off == pytest.approx(1)


@pytest.mark.covers("spec-kanthe: Encounter")
@pytest.mark.parametrize("wounds", ["degree", "one"])
def test_outlooks_are_as_the_dice_fall(wounds: str) -> None:
    check_outlooks(3, 200, wounds)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("wounds", ["degree", "one"])
def test_outlooks_of_many_conflicts_are_as_the_dice_fall(wounds: str) -> None:
    check_outlooks(60, 10_000, wounds)


def check_one_throw(own: int, against: int, draws: int) -> None:
    """Compare the chances of a single throw of both sides with throws of the rules."""
    game = game_of(begun())
    hero = others = more = 0
    for _ in range(draws):
        mine = find_matches(game.throw_challenge(own, "fight"))
        theirs = find_matches(game.throw_opposition(against, "against"))
        first = next(iter(order_acts(mine, theirs, {})), MatchAct())
        hero += bool(first.hero and not first.opposition)
        others += bool(first.opposition and not first.hero)
        more += sum(m.degree for m in mine) > sum(m.degree for m in theirs)
    chances = (*first_to_act(own, against), chance_to_deal_more(own, against))
    for hits, chance in zip((hero, others, more), chances, strict=True):
        assert z_of(hits, draws, chance) <= MOST_Z, (own, against, hits, chance)


@pytest.mark.parametrize("health", range(1, 8))
@pytest.mark.parametrize("one", [False, True])
def test_every_conflict_and_evasion_ends_in_some_way_at_any_limit(health: int, one: bool) -> None:
    for least in range(1, health + 1):
        for outlook in (
            conflict_outlook(6, 6, 3, health, least, one=one),
            evasion_outlook(6, 6, health, least, one=one),
        ):
            ends = outlook.success, outlook.death, outlook.broken_off
            assert sum(ends) == pytest.approx(1)
            assert least > 1 or not outlook.broken_off


def test_who_acts_first_and_deals_more_is_as_the_dice_fall() -> None:
    for own, against in ((0, 3), (5, 0), (7, 3), (6, 8)):
        check_one_throw(own, against, 300)


@pytest.mark.parametrize("one", [False, True])
@pytest.mark.parametrize("health", range(1, 5))
def test_a_hero_is_felled_as_often_as_wounds_add_up_to_his_health(health: int, one: bool) -> None:
    for dice in range(9):
        felled = sum(pool_odds._faces_in_time(dice, health, one))
        assert felled == pytest.approx(sum(wound_sums(dice, one=one)[health:]))


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("own", range(2, 14, 2))
def test_who_acts_first_in_ten_thousand_throws(own: int) -> None:
    for against in range(0, 13, 2):
        check_one_throw(own, against, 10_000)


@pytest.mark.parametrize("dice", range(13))
def test_chances_of_degrees_and_matches_add_up_and_agree(dice: int) -> None:
    assert sum(wound_sums(dice)) == pytest.approx(1)
    assert sum(match_counts(dice)) == pytest.approx(1)
    assert sum(best_degrees(dice)) == pytest.approx(1)
    assert 1 - best_degrees(dice)[0] == pytest.approx(chance_of_match(dice))
    assert 1 - wound_sums(dice)[0] == pytest.approx(chance_of_match(dice))
    assert chance_to_force(dice, 1) == pytest.approx(chance_of_match(dice))
    assert sum(landings(dice, 5)) == pytest.approx(1)


def test_five_dice_show_just_these_faces_as_often_as_the_spec_says() -> None:
    assert 10 * chance_of_faces(5, 1) == pytest.approx(0.58060)
    assert 45 * chance_of_faces(5, 2) == pytest.approx(0.11700)


def test_nobody_is_hurt_by_one_die_and_no_degree_beats_more_dice_than_there_are() -> None:
    assert landings(0, 1) == pytest.approx((1.0, 0.0))
    assert chance_to_force(4, 4) == 0.0
    assert chance_to_force(4, 3) == pytest.approx(0.001)


def test_only_what_is_certain_is_nothing_or_all_of_a_hundred() -> None:
    assert [as_percent(chance) for chance in (0.0, 0.0001, 0.5, 0.9999, 1.0)] == [0, 1, 50, 99, 100]
