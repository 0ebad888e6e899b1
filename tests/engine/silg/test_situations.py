"""The first offers of an expert in situations at the table."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.game.state import Slot
from engine.silg.context import SilGContext
from engine.silg.state import KeptPlan
from tests.engine.sil.stage import item
from tests.engine.silg.situations import (
    ROOMS,
    TableSituation,
    ailing,
    alone,
    archers,
    armed,
    asked,
    by_minutes,
    carrying,
    facing,
    hurt,
    lying,
    placed,
    ready,
    stairs,
)
from tests.engine.silg.stage import RULES, foe, table, wear


def _near_death() -> SilGContext:
    game = armed()
    foe(game, "Orc scout", 4, 5).health = 3
    return facing(game, (3, 4))


def _rooms() -> SilGContext:
    game = table("Ann", "Bob", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5))):
        placed(game, seat, *place)
    return facing(game, (1, 14))


def _asleep() -> SilGContext:
    game = by_minutes(armed())
    foe(game, "Wolf", 1, 14, alertness=-15)
    return game


def _spent() -> SilGContext:
    game = by_minutes(armed())
    game.player(0).left = 0
    return game


def _alarm() -> SilGContext:
    game = ready(by_minutes(armed()), 0, 1)
    foe(game, "Wolf", 1, 14)
    return game


def _calm() -> SilGContext:
    game = facing(armed(), (1, 14))
    game.creatures[0].alertness = -15
    return game


def _planned() -> SilGContext:
    game = ready(by_minutes(armed()), 0, 1)
    for seat in game.heroes:
        game.player(seat).plan = KeptPlan("ready 10")
    return game


def _unlit(**timers: int) -> SilGContext:
    game = armed()
    wear(game, 0, Slot.LIGHT, "Wooden Torch", timeout=0)
    game.hero(0).pack.append(item("Wooden Torch", timeout=1_000))
    return ailing(facing(game, (4, 7)), **timers)


SITUATIONS = (
    TableSituation(
        "an orc beside",
        lambda: facing(armed(), (4, 5)),
        ("fight orc-scout-1", "step e", "plan wait"),
    ),
    TableSituation(
        "two orcs beside",
        lambda: facing(armed(), (4, 5), (3, 4)),
        ("fight orc-scout-2", "fight orc-scout-1", "step n"),
    ),
    TableSituation(
        "one of two nearly dead", _near_death, ("fight orc-scout-1", "fight orc-scout-2", "step e")
    ),
    TableSituation(
        "an orc afar, a sword",
        lambda: facing(armed(), (1, 14)),
        ("wait", "plan wait", "fight orc-scout-1"),
    ),
    TableSituation(
        "an orc at a companion",
        lambda: facing(armed(), (4, 7)),
        ("fight orc-scout-1", "wait", "plan wait"),
    ),
    TableSituation(
        "an orc at a companion, no light", _unlit, ("refuel a", "fight orc-scout-1", "wait")
    ),
    TableSituation(
        "an orc at a companion, no light and no sound mind",
        lambda: _unlit(hallucinating=9),
        ("refuel a", "fight orc-scout-1", "wait"),
    ),
    TableSituation(
        "an orc four away",
        lambda: facing(armed(), (4, 8)),
        ("fight orc-scout-1", "wait", "plan wait"),
    ),
    TableSituation(
        "an orc in range, a bow",
        lambda: facing(archers(), (4, 10)),
        ("fight orc-scout-1", "fire orc-scout-1", "wait"),
    ),
    TableSituation(
        "an orc out of range, a bow",
        lambda: facing(archers(), (1, 14)),
        ("wait", "plan wait", "fight orc-scout-1"),
    ),
    TableSituation(
        "an orc beside, a bow",
        lambda: facing(archers(), (4, 5)),
        ("fight orc-scout-1", "step e", "fire nearest"),
    ),
    TableSituation(
        "badly hurt with a cure",
        lambda: hurt(facing(carrying(armed(), "Healing"), (4, 5)), 20),
        ("quaff a", "step sw", "step w"),
    ),
    TableSituation(
        "badly hurt without",
        lambda: hurt(facing(armed(), (4, 5)), 20),
        ("step sw", "step w", "step nw"),
    ),
    TableSituation(
        "badly hurt and not yet reached",
        lambda: hurt(facing(armed(), (4, 9)), 20),
        ("step sw", "step w", "step nw"),
    ),
    TableSituation(
        "badly hurt, a faster enemy",
        lambda: hurt(facing(armed(), (4, 5), name="Wolf"), 20),
        ("step e", "plan wait", "wait"),
    ),
    TableSituation(
        "hurt beside an orc",
        lambda: hurt(facing(armed(), (4, 5)), 45),
        ("step e", "step sw", "step w"),
    ),
    TableSituation(
        "afraid beside an orc",
        lambda: ailing(facing(armed(), (4, 5)), afraid=10),
        ("step sw", "step w", "step nw"),
    ),
    TableSituation(
        "poisoned with an antidote",
        lambda: ailing(facing(carrying(armed(), "Antidote"), (1, 14)), poison=9),
        ("quaff a", "wait", "plan wait"),
    ),
    TableSituation(
        "blind", lambda: ailing(facing(armed(), (4, 5)), blind=10), ("plan wait", "wait", "search")
    ),
    TableSituation(
        "empty hands, a sword in the pack",
        lambda: facing(carrying(table("Ann", "Bob"), "Longsword"), (1, 14)),
        ("wear a", "wait", "plan wait"),
    ),
    TableSituation(
        "a spear to throw",
        lambda: facing(carrying(armed(), "Spear"), (4, 8)),
        ("throw a orc-scout-1", "fight orc-scout-1", "wait"),
    ),
    TableSituation("nobody in sight", _rooms, ("plan wait", "wait", "search")),
    TableSituation(
        "asked for a roll",
        lambda: asked(facing(armed(), (4, 5))),
        ("check-roll", "fight orc-scout-1", "step e"),
    ),
    TableSituation(
        "a minute together", lambda: by_minutes(armed()), ("ready", "follow bob", "search-room")
    ),
    TableSituation(
        "a minute behind the first",
        lambda: by_minutes(armed()),
        ("follow ann", "ready", "search-room"),
        1,
    ),
    TableSituation("a minute alone", alone, ("explore", "ready", "go I3")),
    TableSituation(
        "a minute apart",
        lambda: placed(by_minutes(armed()), 1, 7, 15),
        ("go O6", "ready", "ready 10"),
    ),
    TableSituation(
        "a minute, hurt", lambda: hurt(by_minutes(armed()), 40), ("rest", "ready", "follow bob")
    ),
    TableSituation(
        "a minute, poisoned, an antidote",
        lambda: ailing(by_minutes(carrying(armed(), "Antidote")), poison=9),
        ("quaff a", "rest", "ready"),
    ),
    TableSituation(
        "a minute, poisoned",
        lambda: ailing(by_minutes(armed()), poison=9),
        ("rest", "ready", "follow bob"),
    ),
    TableSituation(
        "a companion waits at stairs",
        lambda: stairs(by_minutes(armed())),
        ("stairs", "ready", "follow bob"),
    ),
    TableSituation(
        "a sword underfoot",
        lambda: lying(by_minutes(table("Ann", "Bob")), "Longsword"),
        ("wear floor-1", "get floor-1", "ready"),
    ),
    TableSituation("a wolf that may sleep", _asleep, ("ready", "follow bob", "search-room")),
    TableSituation("the minute is spent", _spent, ("ready", "follow bob", "stealth on")),
    TableSituation(
        "GM: all are ready",
        lambda: ready(by_minutes(armed()), 0, 1),
        ("minute", "clock start", "travel down"),
        GM,
    ),
    TableSituation("GM: all have plans", _planned, ("minute 10", "clock start", "travel down"), GM),
    TableSituation("GM: somebody is alert", _alarm, ("clock start", "minute", "travel down"), GM),
    TableSituation("GM: nobody is alert", _calm, ("clock stop", "next", "stealth-terms"), GM),
)


@pytest.mark.parametrize("case", SITUATIONS, ids=lambda case: case.name)
def test_an_expert_and_the_coach_think_first_of_what_is_asked_for(case: TableSituation) -> None:
    game = case.build()
    offers = RULES.legal(game.state, case.seat)
    assert tuple(str(each.action) for each in offers[:3]) == case.first
    assert offers[0].advised
    assert offers[0].why
    coach = str(RULES.view(game.state, case.seat).coach)
    assert str(offers[0].label) in coach
    assert len(coach) <= 120


@pytest.mark.parametrize(("percent", "advised"), [(20, True), (70, False), (100, False)])
def test_a_healing_draught_is_advised_to_the_badly_hurt_alone(percent: int, advised: bool):
    game = hurt(facing(carrying(armed(), "Healing"), (4, 5)), percent)
    first = RULES.legal(game.state, 0)[0]
    assert (str(first.action) == "quaff a") == advised
