"""Seldom moments of passing time: heroes who die on the way, orders to wait, enemies that are
gone, a clock that runs for long (rules: silg 2)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Action
from engine.sil.level import terrain
from engine.silg import actions
from engine.silg.clock import encounter_clock, off_clock_time, stealth_contest
from engine.silg.context import SilGContext
from engine.silg.gm.time_commands import COMMANDS
from engine.silg.state import DeclaredAction, RolledBlow
from engine.silg.verbs import read_player
from tests.engine.silg.situations import by_minutes, placed
from tests.engine.silg.stage import foe, heard, load, table, texts

CORRIDOR = ("#" * 26, "#" + "." * 24 + "#", "#" * 26)
LOST = "No hero is left. The tale ends here."
DO = {command.name: command for command in COMMANDS}


def say(game: SilGContext, line: str, seat: int = 0) -> None:
    """Do a player's line; only what comes of it has been told then."""
    game.events.clear()
    actions.do_player(game, seat, read_player(game, seat, line))


def gm(game: SilGContext, name: str, *words: str) -> list[str]:
    """Do a command of the Game Master's; return what comes of it."""
    game.events.clear()
    DO[name].do(game, words)
    return texts(game)


def hidden_pit(game: SilGContext, y: int, x: int) -> None:
    """Let a pit lie hidden on a square; the first hero does not survive it."""
    level = game.state.sil.level
    square = level.at(y, x)
    level.feature[square], level.hidden[square] = terrain.SPIKED_PIT, 1
    game.hero(0).health = 1
    load(game, otherwise=6)


# ---------------------------------------------------------------- those who die on the way


@pytest.mark.parametrize("line", ["step e", "go H1", "explore bold"])
def test_a_lone_hero_who_dies_off_the_clock_ends_the_tale(line: str) -> None:
    game = by_minutes(placed(table("Ann", rows=CORRIDOR), 0, 1, 4))
    hidden_pit(game, 1, 5)
    say(game, line)
    assert game.state.stage == "over"
    assert LOST in texts(game)


def test_a_lone_hero_who_dies_in_the_minute_of_a_plan_ends_the_tale() -> None:
    game = by_minutes(placed(table("Ann", rows=CORRIDOR), 0, 1, 4))
    game.player(0).left = 5
    say(game, "go T1 bold")
    assert game.player(0).plan is not None
    hidden_pit(game, 1, game.hero(0).x + 1)
    game.player(0).plan.health = 1
    game.events.clear()
    off_clock_time.minute(game, 3)
    assert (game.state.stage, game.state.minutes) == ("over", 1)
    assert texts(game)[-1] == LOST


def test_a_follower_who_dies_on_the_way_is_followed_by_nobody() -> None:
    game = by_minutes(placed(placed(table("Ann", "Bob", rows=CORRIDOR), 0, 1, 4), 1, 1, 12))
    hidden_pit(game, 1, 6)
    say(game, "follow bob")
    assert game.heroes == [1]
    assert game.state.stage == "minutes"
    assert game.player(0).ending == "lost"


def test_the_tale_goes_on_while_somebody_lives() -> None:
    game = by_minutes(placed(placed(table("Ann", "Bob", rows=CORRIDOR), 0, 1, 4), 1, 1, 1))
    hidden_pit(game, 1, 5)
    say(game, "go H1")
    assert (game.heroes, game.state.stage) == ([1], "minutes")


def test_a_hero_who_dies_of_what_they_declared_renews_no_defence() -> None:
    game = placed(placed(table("Ann", "Bob", rows=CORRIDOR), 0, 1, 4), 1, 1, 1)
    foe(game, "Orc scout", 1, 20)
    encounter_clock.start(game)
    hidden_pit(game, 1, 5)
    game.events.clear()
    encounter_clock.declare_in_secret(game, 0, "step e")
    encounter_clock.declare_in_secret(game, 1, "wait")
    told = texts(game)
    assert game.heroes == [1]
    assert not any(line.startswith("Ann: evasion die") for line in told)
    assert any(line.startswith("Bob: evasion die") for line in told)


def test_arrows_do_not_fly_on_at_who_has_died_of_the_first() -> None:
    game = table("Ann", "Bob")
    archer = foe(game, "Orc archer", 4, 12)
    encounter_clock.start(game)
    game.hero(0).health = 1
    blows = [RolledBlow("hit", 20, 10, 12, damage=30, method="SHOOT") for _ in range(2)]
    fighter = game.fighter(f"c{archer.slot}")
    fighter.deed = DeclaredAction("power", "power ARROW2 0", "h0", power="ARROW2", blows=blows)
    game.events.clear()
    encounter_clock.creature_ai.execute(game, archer, fighter)
    assert game.heroes == [1]
    assert sum("hits" in line for line, audience in heard(game) if audience is None) == 1


# ---------------------------------------------------------------- plans in a minute


def test_a_follower_s_term_ends_their_plan_while_the_leader_walks_on() -> None:
    game = by_minutes(placed(placed(table("Ann", "Bob", rows=CORRIDOR), 0, 1, 2), 1, 1, 3))
    say(game, "follow bob usual:3")
    assert game.player(0).plan is not None
    say(game, "go T1", 1)
    assert game.player(0).plan is None
    assert (game.hero(0).x, game.hero(1).x) == (5, 19)
    assert any("that was as far as you said" in line for line in texts(game))


def test_what_is_walked_past_companions_does_not_count_as_searched() -> None:
    game = by_minutes(placed(placed(table("Ann", "Bob", rows=CORRIDOR), 0, 1, 1), 1, 1, 2))
    say(game, "search-room usual:2")
    told = texts(game)
    assert told.count("You find nothing.") == 2
    assert told[-1] == "Searched 2 squares; stopped: that was as much as you said."
    assert (game.hero(0).x, game.player(0).plan) == (4, None)


# ---------------------------------------------------------------- orders to wait


def test_a_monster_told_to_wait_does_so_until_a_hero_is_beside_it() -> None:
    game = table("Ann", clock="bot")
    orc = foe(game, "Orc scout", 4, 7)
    encounter_clock.start(game)
    gm(game, "orders", "orc-scout-1", "wait")
    key = f"c{orc.slot}"
    assert game.state.desk.orders == {key: "wait"}
    encounter_clock.declare_in_secret(game, 0, "wait")
    encounter_clock.run(game)
    assert game.state.desk.orders == {key: "wait"}
    assert (orc.y, orc.x) == (4, 7)
    for line in ("step e", "step e", "wait"):
        if key not in game.state.desk.orders:
            break
        encounter_clock.declare_in_secret(game, 0, line)
        encounter_clock.run(game)
    assert game.state.desk.orders == {}
    assert ("The orc scout: a hero is beside it. You decide again.", (GM,)) in heard(game)


# ---------------------------------------------------------------- enemies that are gone


def provoked() -> tuple[SilGContext, str]:
    """Return a table where the Game Master says how an orc beside Ann answers her shot; its key."""
    game = table("Ann", "Bob", clock="gm")
    orc = foe(game, "Orc scout", 4, 5)
    encounter_clock.start(game)
    fighter = game.fighter(f"c{orc.slot}")
    fighter.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit")])
    game.state.stage, game.state.provoked = "monsters", [(fighter.key, 0)]
    game.events.clear()
    return game, fighter.key


def answers(game: SilGContext) -> list[tuple[str, ...]]:
    """Return the answers to a shot that are offered."""
    return [offer.action.args for offer in DO["answer-shot"].offers(game)]


def test_nobody_answers_a_shot_who_is_gone() -> None:
    game, key = provoked()
    assert [word for _, word in answers(game)] == ["resolve", "halve", "leave"]
    game.state.sil.level.creatures[int(key[1:])] = None
    assert answers(game) == []
    encounter_clock.answer_shot(game, key, 0, "halve")
    assert heard(game) == []


def test_nobody_answers_a_shot_who_has_no_deed_to_change() -> None:
    game, key = provoked()
    game.fighter(key).deed = None
    assert answers(game) == []
    encounter_clock.answer_shot(game, key, 0, "switch")
    assert heard(game) == []


# ---------------------------------------------------------------- a clock that runs for long


def test_a_clock_that_runs_for_long_ends_standing_orders_and_asks() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encounter_clock, "MOST_MOMENTS", 4)
        game = table("Ann", clock="bot")
        foe(game, "Orc scout", 1, 14, alertness=-15)
        encounter_clock.start(game)
        game.events.clear()
        actions.do_player(game, 0, Action("plan", ("wait",)))
    told = texts(game)
    assert any("the clock has run for long" in line for line in told)
    assert game.player(0).plan is None
    assert game.state.stage == "declare"
    assert encounter_clock.due_players(game) == [0]


# ---------------------------------------------------------------- the contest


def test_allies_have_no_part_in_the_contest() -> None:
    game = table("Ann")
    game.hero(0).stealth_score = -100
    ally, wolf = foe(game, "Wolf", 4, 8, alertness=-5), foe(game, "Wolf", 4, 9, alertness=-5)
    game.state.desk.allies = [f"c{ally.slot}"]
    stealth_contest.minute(game)
    assert ally.alertness == -5
    assert wolf.alertness >= 0


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (-15, -10, ["The wolf wakes up."]),
        (-15, -11, []),
        (-10, -5, []),
        (-1, 0, ["The wolf notices you."]),
        (-15, 0, ["The wolf notices you."]),
        (0, -1, ["The wolf looks around, and away."]),
    ],
)
def test_what_a_wolf_s_alertness_looks_like(before: int, after: int, told: list[str]) -> None:
    game = table("Ann")
    wolf = foe(game, "Wolf", 4, 8, alertness=before)
    game.events.clear()
    stealth_contest.rise(game, wolf, after, 0)
    assert wolf.alertness == after
    assert [line for line, _ in heard(game)] == told
