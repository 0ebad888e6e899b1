"""Standing orders on the clock: what they declare each time, and what ends them (rules: silg 2,
K8)."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.contract.action import ActionError
from engine.contract.facts import PlanEnded
from engine.sil.level import terrain
from engine.silg.clock import kept_plans, standing_orders
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.verbs import read_player
from tests.engine.silg.situations import archers, armed, facing, hurt, placed
from tests.engine.silg.stage import foe

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def keep(game: SilGContext, line: str, seat: int = 0) -> kept_plans.KeptPlan:
    """Let a hero keep a standing order that has declared nothing yet."""
    game.events.clear()
    standing_orders.begin(game, seat, read_player(game, seat, line))
    plan = game.player(seat).plan
    assert plan is not None
    return plan


def ended(game: SilGContext) -> list[tuple[str, int]]:
    """Return why standing orders have ended, and after how many declarations."""
    facts = [event.fact for event in game.events if isinstance(event.fact, PlanEnded)]
    return [(fact.reason, fact.turns) for fact in facts]


@pytest.mark.parametrize("percent", ["0", "101", "many", "-5", "50 50"])
def test_a_fight_ends_at_one_to_a_hundred_percent_of_health(percent):
    game = facing(armed("Ann"), (4, 5))
    with pytest.raises(ActionError, match="Say whom you fight, and the percent of health"):
        keep(game, f"fight orc-scout-1 {percent}")
    assert game.player(0).plan is None


@pytest.mark.parametrize("line", ["fight orc-scout-1 1", "fight orc-scout-1 100", "plan wait"])
def test_a_standing_order_is_confirmed_to_its_player_alone(line):
    game = facing(armed("Ann", "Bob"), (4, 5))
    assert keep(game, line).line == line
    [event] = game.events
    assert (event.audience, event.kind) == ((0,), "plan")
    assert str(event.text).startswith("Until something changes: ")


def test_who_clearly_is_not_there_is_not_fought():
    game = facing(armed("Ann"), (4, 5))
    with pytest.raises(ActionError, match="You see no such enemy"):
        keep(game, "fight orc-scout-2")


@pytest.mark.parametrize(
    ("line", "health", "goes_on"),
    [
        ("fight orc-scout-1 60", 60, True),
        ("fight orc-scout-1 60", 55, False),
        ("fight orc-scout-1", 50, True),
        ("fight orc-scout-1", 45, False),
        ("fight orc-scout-1 careful", 75, True),
        ("fight orc-scout-1 careful", 70, False),
        ("plan wait", 45, True),
    ],
)
def test_a_fight_goes_on_while_health_is_enough(line, health, goes_on):
    game = facing(armed("Ann"), (4, 5))
    keep(game, line)
    hurt(game, health)
    game.player(0).plan.health = game.hero(0).health
    said = standing_orders.declaration(game, 0)
    assert bool(said) == goes_on
    assert ended(game) == ([] if goes_on else [("health", 0)])


def test_health_lost_under_a_standing_order_is_counted():
    game = facing(armed("Ann"), (4, 5))
    plan = keep(game, "fight orc-scout-1 1")
    game.hero(0).health -= 2
    standing_orders.declaration(game, 0)
    assert plan.counts == {"lost": 2}
    assert plan.health == game.hero(0).health


def test_who_has_no_standing_order_declares_nothing_by_it():
    assert standing_orders.declaration(facing(armed("Ann"), (4, 5)), 0) == ""


def test_a_fight_ends_when_its_enemy_is_gone():
    game = facing(armed("Ann"), (4, 5))
    keep(game, "fight orc-scout-1")
    game.state.sil.level.creatures[game.creatures[0].slot] = None
    assert standing_orders.declaration(game, 0) == ""
    assert ended(game) == [("own deed", 0)]
    assert "it is gone" in str(game.events[-1].text)


@pytest.mark.parametrize("line", ["fight orc-scout-1 usual:2", "plan wait usual:2"])
def test_a_standing_order_declares_as_often_as_it_says(line):
    game = facing(armed("Ann"), (4, 5))
    keep(game, line)
    said = [standing_orders.declaration(game, 0) for _ in range(3)]
    assert said[0] == said[1] != ""
    assert said[2] == ""
    assert ended(game) == [("at most", 2)]


@pytest.mark.parametrize("line", ["step n", "step se"])
def test_a_declaration_of_several_words_is_said_again(line):
    game = facing(armed("Ann"), (1, 14))
    keep(game, f"plan {line}")
    assert standing_orders.declaration(game, 0) == line


def test_what_cannot_be_done_any_more_ends_a_standing_order():
    game = facing(armed("Ann"), (1, 14))
    keep(game, "plan step n")
    game.hero(0).y = 1
    assert standing_orders.declaration(game, 0) == ""
    assert ended(game) == [("refused", 0)]
    assert "that cannot be done now" in str(game.events[-1].text)


def test_a_fight_with_one_whom_no_way_leads_to_ends():
    game = armed("Ann")
    level = game.state.sil.level
    for y in range(1, 8):
        level.feature[level.at(y, 8)] = terrain.CHASM
    refresh(game)
    facing(game, (4, 12))
    keep(game, "fight orc-scout-1")
    assert standing_orders.declaration(game, 0) == ""
    assert ended(game) == [("blocked", 0)]
    assert "there is no way to it" in str(game.events[-1].text)


# ---------------------------------------------------------------- what a fight declares


@pytest.mark.parametrize(
    ("place", "line"), [((3, 5), "step ne"), ((4, 3), "step w"), ((5, 4), "step s")]
)
def test_who_is_beside_a_hero_is_struck(place, line):
    game = facing(archers(), place)
    placed(game, 1, 7, 15)
    assert standing_orders.next_line(game, 0, "orc-scout-1") == line


def test_who_is_afar_is_shot_at_unless_somebody_is_beside():
    game = archers()
    placed(game, 1, 7, 15)
    facing(game, (4, 8), (2, 10))
    assert standing_orders.next_line(game, 0, "orc-scout-2") == "fire orc-scout-2"
    assert standing_orders.next_line(game, 0, "orc-scout-1") == "fire orc-scout-1"
    foe(game, "Wolf", 5, 4)
    assert standing_orders.next_line(game, 0, "orc-scout-1").startswith("step ")


def test_without_a_bow_a_hero_goes_to_their_enemy_past_companions():
    game = armed("Ann", "Bob")
    facing(game, (4, 8))
    placed(game, 1, 4, 5)
    assert standing_orders.next_line(game, 0, "orc-scout-1") in ("step ne", "step se")
    placed(game, 1, 4, 7)
    assert standing_orders.next_line(game, 0, "orc-scout-1").startswith("step ")


@pytest.mark.parametrize(
    ("place", "steps"),
    [((1, 1), 2), ((1, 8), 3), ((4, 1), 2), ((7, 1), 2), ((7, 10), 5), ((2, 15), 10), ((4, 6), 1)],
)
def test_a_hero_comes_beside_their_enemy_by_the_shortest_way(place, steps):
    game = facing(armed("Ann"), place)
    for _ in range(steps):
        y, x = game.place("h0")
        assert max(abs(y - place[0]), abs(x - place[1])) > 1
        word, direction = standing_orders.next_line(game, 0, "orc-scout-1").split()
        assert word == "step"
        dy, dx = compass.DIRECTIONS[direction]
        placed(game, 0, y + dy, x + dx)
    y, x = game.place("h0")
    assert max(abs(y - place[0]), abs(x - place[1])) == 1


@pytest.mark.parametrize("reason", ["afraid", "gone"])
def test_the_afraid_declare_no_fight_and_nobody_fights_who_is_not_seen(reason):
    game = facing(armed("Ann"), (4, 5))
    if reason == "afraid":
        game.hero(0).timers.afraid = 5
    handle = "orc-scout-1" if reason == "afraid" else "orc-scout-7"
    assert standing_orders.next_line(game, 0, handle) == ""
