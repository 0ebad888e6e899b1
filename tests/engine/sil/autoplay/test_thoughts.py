"""Each thought of the absent hero by itself: what it recommends, and why."""

from __future__ import annotations

import pytest

from engine.sil.autoplay import dangers, errands
from engine.sil.autoplay.expert import Thought
from engine.sil.autoplay.moves import Moves
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.situations import SITUATIONS, RecordedSituation
from tests.engine.sil.autoplay.test_dangers import HALL, armed, player
from tests.engine.sil.stage import foe, item, wear

KILLS = "a fight could kill you"
HURT = "you are badly hurt"
DOWN, UP = "you are fit to go deeper", "other stairs may lead down"
NARROW = "there only few can come at you"
LEFT = "nothing else is left here"
BEHIND = "there may be a way behind it"


def thoughts(thought: Thought, moves: Moves) -> list[str]:
    """Return what a thought recommends, in its order and with its reasons."""
    return [f"{found.offer.action}: {found.why}" for found in thought(moves)]


@pytest.mark.parametrize(
    ("thought", "situation", "expected"),
    [
        (
            dangers.escape,
            "three wolves coming, stairs near",
            [f"flee: {KILLS}", f"fall-back: {KILLS}"],
        ),
        (
            dangers.stand,
            "three wolves coming, stairs near",
            ["step e: down you leave them behind", f"fall-back: {NARROW}"],
        ),
        (dangers.escape, "badly hurt on stairs", [f"stairs up: {HURT}"]),
        (dangers.stand, "badly hurt on stairs", []),
        (
            dangers.escape,
            "a troll beside, badly hurt, stairs near",
            [f"flee: {HURT}", f"flee B1: {HURT}"],
        ),
        (
            dangers.shoot,
            "two wolves far, bow, one hurt",
            [
                "shoot wolf-2: it is hurt and comes on",
                "shoot wolf-1: it comes on",
                "fire wolf-2: it is hurt and comes on",
                "fire wolf-1: it comes on",
            ],
        ),
        (dangers.shoot, "a wolf beside, bow", []),
        (dangers.shoot, "a sleeping wolf far, bow", []),
        (
            dangers.escape,
            "two archers, a wall near",
            [f"fall-back: {KILLS}", f"hide: {KILLS}", f"flee B1: {KILLS}"],
        ),
        (dangers.stand, "two archers, a wall near", [f"fall-back: {NARROW}"]),
        (
            dangers.meet,
            "two archers, a wall near",
            [
                "hide: it shoots, and has to come close",
                "charge orc-archer-1: it shoots: close with it",
            ],
        ),
        (dangers.meet, "an archer beside", ["step e: it shoots: close with it"]),
        (dangers.meet, "an orc near, on stairs", ["wait: on stairs you can leave at any time"]),
        (dangers.meet, "orcs far and near", ["step e: it is near, and you are fit"]),
        (dangers.meet, "a wolf beside, badly hurt", []),
        (
            dangers.creep,
            "a troll asleep near, unarmed",
            ["stealth on: unarmed, you had better not be heard"],
        ),
        (dangers.creep, "a sleeping wolf far", []),
        (errands.descend, "stairs in sight", [f"descend: {DOWN}", f"ascend: {UP}"]),
        (errands.descend, "on stairs down, hurt", []),
        (errands.walk, "a hall half seen", ["explore: there is more to see"]),
        (
            errands.barred_ways,
            "a locked door",
            [f"step e: {BEHIND}", f"repeat 99 bash e: {BEHIND}", f"bash e: {BEHIND}"],
        ),
        (
            errands.seek,
            "stairs in sight",
            [
                f"descend: {LEFT}",
                f"search walls: {LEFT}",
                f"travel M3: {LEFT}",
                f"travel C1: {LEFT}",
                f"search walls: {LEFT}",
                f"step w: {LEFT}",
            ],
        ),
        (errands.seek, "a wolf beside, bow", []),
    ],
)
def test_a_thought_recommends_by_itself(
    thought: Thought, situation: str, expected: list[str]
) -> None:
    assert thoughts(thought, player(SITUATIONS[situation].game())) == expected


def strong(
    alertness: int, *, health: int = 100, bow: bool = False, weapon: bool = True
) -> SilContext:
    """Return a hero to whom an orc scout near him is no match."""
    game = armed(*HALL, stats=(6, 6, 6, 6))
    if bow:
        wear(game, Slot.BOW, "Longbow")
        wear(game, Slot.QUIVER1, "Arrow", count=20)
    if not weapon:
        del game.hero.worn[Slot.WEAPON]
    foe(game, "Orc scout", 0, 3, health=8, alertness=alertness)
    look(game)
    game.hero.health = game.hero.derived.max_health * health // 100
    return game


@pytest.mark.parametrize(
    ("alertness", "health", "weapon", "expected"),
    [
        (-15, 100, True, ["charge orc-scout-1: it has not noticed you"]),
        (-5, 100, True, ["charge orc-scout-1: it has not noticed you"]),
        (-15, 30, True, []),
        (-15, 100, False, []),
    ],
)
def test_the_weak_who_have_not_noticed_him_are_gone_to_by_the_fit_and_armed(
    alertness: int, health: int, weapon: bool, expected: list[str]
) -> None:
    game = strong(alertness, health=health, weapon=weapon)
    assert thoughts(dangers.meet, player(game)) == expected


@pytest.mark.parametrize(
    ("alertness", "expected"),
    [(-15, "it has not noticed you"), (-5, "it has not noticed you"), (10, "it comes on")],
)
def test_why_an_orc_is_shot_at(alertness: int, expected: str) -> None:
    found = thoughts(dangers.shoot, player(strong(alertness, bow=True)))
    assert found[0].endswith(f" orc-scout-1: {expected}")


@pytest.mark.parametrize(
    ("alertness", "expected"),
    [
        (-15, ["wear a: you wear nothing there", "travel D7: a weapon lies there"]),
        (5, ["step w: a weapon lies there"]),
    ],
)
def test_what_is_put_on_at_once_comes_before_the_way_to_a_weapon_unless_somebody_comes(
    alertness: int, expected: list[str]
) -> None:
    wolf = ("Wolf", 0, 6, alertness)
    game = RecordedSituation((wolf,), weapon="", pack=("Leather Armour",)).game()
    game.level.floor[game.level.at(7, 3)] = [item("Spear")]
    look(game)
    assert thoughts(dangers.arm, player(game)) == expected
