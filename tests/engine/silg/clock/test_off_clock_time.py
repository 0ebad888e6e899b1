"""Minutes as they pass, and what is done in them (rules: silg 2, T2)."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.silg.clock import end_of_round, off_clock_time
from engine.silg.clock.minute_start import WALKING
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.state import KeptPlan
from tests.engine.silg.situations import carrying
from tests.engine.silg.stage import foe, table, texts

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def in_minutes(*names: str, **changes: object) -> SilGContext:
    """Return a table whose first minute has begun; nothing has been told."""
    game = table(*(names or ("Ann", "Bob")), **changes)  # type: ignore[arg-type]
    off_clock_time.begin(game)
    game.events.clear()
    return game


# ---------------------------------------------------------------- what passes


@pytest.mark.parametrize(("count", "told"), [(1, "A minute passes."), (3, "Minutes pass.")])
def test_minutes_are_told_once_and_are_thirty_rounds_each(count, told):
    game = in_minutes()
    turns, turn = game.hero(0).turns, game.state.turn
    off_clock_time.minute(game, count)
    assert texts(game).count(told) == 1
    assert game.state.minutes == count
    assert game.hero(0).turns == turns + 30 * count
    assert game.state.turn == turn + 1
    assert game.player(0).left == WALKING[2]


def test_when_all_heroes_have_died_no_more_minutes_pass():
    game = in_minutes("Ann")
    hero = game.hero(0)
    hero.health, hero.timers.poison = 1, 100
    off_clock_time.minute(game, 5)
    assert (game.state.minutes, game.state.stage) == (1, "over")
    assert texts(game)[-1] == "No hero is left. The tale ends here."


def test_minutes_stop_when_somebody_notices_the_party():
    game = in_minutes("Ann")
    game.hero(0).stealth_score = -100
    foe(game, "Wolf", 4, 8, alertness=-5)
    game.state.desk.run_by_gm = [f"c{game.creatures[0].slot}"]
    off_clock_time.minute(game, 9)
    assert game.creatures[0].alertness >= 0
    assert game.state.minutes < 9


@pytest.mark.parametrize(
    ("alertness", "by_gm", "ally", "walks"),
    [
        (-5, False, False, True),
        (-1, False, False, True),
        (-15, False, False, False),
        (5, False, False, False),
        (-5, True, False, False),
        (-5, False, True, False),
    ],
)
def test_the_unwary_whom_the_bot_runs_go_about(alertness, by_gm, ally, walks, monkeypatch):
    game = in_minutes("Ann")
    wolf = foe(game, "Wolf", 1, 14, alertness=alertness)
    key = f"c{wolf.slot}"
    game.state.desk.run_by_gm = [key] * by_gm
    game.state.desk.allies = [key] * ally

    def suggest(game, creature):
        level = game.state.sil.level
        return f"step {squares.square_name(game, level.at(1, creature.x - 1))}"

    monkeypatch.setattr(off_clock_time.creature_ai, "suggest", suggest)
    off_clock_time._patrol(game)
    assert (wolf.y, wolf.x) == (1, 14 - (off_clock_time.PATROL if walks else 0))


def test_who_waits_on_patrol_stays_and_who_is_noticed_on_it_stops(monkeypatch):
    game = in_minutes("Ann")
    wolf = foe(game, "Wolf", 1, 14, alertness=-5)
    lines = iter(["wait", "step N1", "wait", "step M1", "wait", "wait"])
    asked = []

    def suggest(game, creature):
        asked.append(creature.x)
        return next(lines)

    monkeypatch.setattr(off_clock_time.creature_ai, "suggest", suggest)
    monkeypatch.setattr(
        off_clock_time.squares, "read_square",
        lambda game, word: game.state.sil.level.at(1, {"N1": 13, "M1": 12}[word]),
    )  # fmt: skip
    off_clock_time._patrol(game)
    assert wolf.x == 12
    assert len(asked) == 6
    asked.clear()

    def wake(game, creature):
        asked.append(creature.x)
        creature.alertness = 3
        return "step N1"

    monkeypatch.setattr(off_clock_time.creature_ai, "suggest", wake)
    off_clock_time._patrol(game)
    assert (wolf.x, len(asked)) == (12, 1)


# ---------------------------------------------------------------- what heroes do


def test_a_minute_that_is_spent_allows_nothing_more():
    game = in_minutes()
    game.player(0).left = 1
    off_clock_time.act(game, 0, "search")
    assert (game.player(0).left, game.player(0).passed) == (0, False)
    with pytest.raises(IllegalAction, match="Your minute is spent"):
        off_clock_time.act(game, 0, "search")


def test_to_wait_takes_its_time_and_is_quiet():
    game = in_minutes()
    left = game.player(0).left
    off_clock_time.act(game, 0, "wait")
    assert game.player(0).left == left - 1
    assert game.player(0).passed


@pytest.mark.parametrize("line", ["fire e", "throw a e", "step e"])
def test_nobody_attacks_off_the_clock(line):
    game = carrying(in_minutes("Ann"), "Dagger")
    foe(game, "Orc scout", 4, 5)
    left = game.player(0).left
    with pytest.raises(IllegalAction, match="Nobody attacks off the clock"):
        off_clock_time.act(game, 0, line)
    assert game.player(0).left == left


def test_who_steps_at_somebody_unseen_finds_them():
    game = in_minutes("Ann")
    orc = foe(game, "Orc scout", 4, 5)
    game.hero_game(0).learn(orc).visible = False
    off_clock_time.act(game, 0, "step e")
    assert any("in the way" in told for told in texts(game))


def test_nobody_walks_off_into_nowhere_or_through_companions():
    game = in_minutes()
    game.hero(1).x = 5
    with pytest.raises(InvalidAction, match="is no direction"):
        off_clock_time.act(game, 0, "step up")
    with pytest.raises(IllegalAction, match="Bob bars the way"):
        off_clock_time.act(game, 0, "step e")
    off_clock_time.act(game, 0, "step w")
    assert (game.hero(0).y, game.hero(0).x) == (4, 3)
    here = game.state.sil.level.at(4, 3)
    assert game.hero(0).knowledge.noise[here] == 0
    assert game.hero(0).actions[0] == 4


@pytest.mark.parametrize("verb", ["quaff", "eat", "use"])
def test_who_is_full_drinks_nothing_off_the_clock_either(verb):
    game = carrying(in_minutes("Ann"), "Healing")
    game.hero(0).food = end_of_round.GORGED
    with pytest.raises(IllegalAction, match="You are too full to eat or drink"):
        off_clock_time.act(game, 0, f"{verb} a")
    off_clock_time.act(game, 0, "drop a")
    assert game.hero(0).pack == []


def test_a_new_time_begins_without_the_plans_of_before():
    game = in_minutes()
    game.player(1).plan = KeptPlan("rest")
    turn = game.state.turn
    off_clock_time.begin(game)
    assert game.player(1).plan is None
    assert game.state.turn == turn + 1
