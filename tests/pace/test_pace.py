"""One press, one decision: how many cards games ask for that are played by their cards alone."""

from __future__ import annotations

import pytest

from tests.pace.card_player import FEW, SHORT, WINDOW, PaceFigures, play
from tests.pace.evening import play_evening
from tests.rulesets import RULESETS

GAMES, MEASURED_GAMES, PRESSES = 10, 40, 400
BARS = {
    "sil": 60,
    "delve": 30,
}  # cards a new level; in the others a turn is a whole room, or a minute
MOST_SHORT = 0.15  # share of plans that are broken off at once
FIGHTS, MOST_OF_A_PLAYER = 8, 1.2  # presses a moment
PLANLESS, UNADVISED = 0.05, 0.02  # shares of cards at most


def figures(name: str, games: int, presses: int) -> PaceFigures:
    """Return the counts of some games together."""
    total = PaceFigures()
    for number in range(games):
        total.add(play(RULESETS[name], f"pace {number}", presses))
    return total


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_is_advised_and_no_game_stands_still(name: str) -> None:
    found = figures(name, 1, 20)
    assert found.cards >= 10
    assert found.without_advice <= max(1, UNADVISED * found.cards)
    assert not found.stuck, f"{WINDOW} presses of {FEW} kinds at {found.stuck_at}"


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("name", RULESETS)
def test_every_card_asks_something(name: str) -> None:
    found = figures(name, MEASURED_GAMES if name in BARS else GAMES, PRESSES)
    told = "\n".join(found.lines())
    print(f"{name}:\n{told}")
    assert found.without_advice <= UNADVISED * found.cards, told
    assert found.watched_without_plan <= PLANLESS * found.watched, told
    assert not found.stuck, told
    if name in BARS:
        assert found.short_plans <= MOST_SHORT * found.plans, f"within {SHORT} turns: {told}"
        assert found.cards <= BARS[name] * found.levels, told


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize(("own_monsters", "most"), [(False, 1), (True, 3)])
def test_a_moment_of_the_clock_asks_for_one_press(own_monsters: bool, most: float) -> None:
    found = play_evening("an evening", FIGHTS, own_monsters=own_monsters)
    told = "\n".join(found.report())
    print(told)
    assert found.of_players <= MOST_OF_A_PLAYER, told
    assert found.of_the_game_master <= most, told
