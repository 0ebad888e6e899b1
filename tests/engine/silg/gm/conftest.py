"""A session for tests of the Game Master's commands."""

from __future__ import annotations

import pytest

from tests.engine.silg.stage import Evening

MAP = "###########/#.........#/#.........#/#.........+/#....^....#/###########"


@pytest.fixture
def evening() -> Evening:
    """Return a session that has begun, of Ann and Bob on a drawn map, off the clock."""
    game = Evening(armour="off")
    for seat in (0, 1):
        game.say("quick", seat)
    game.say(f"draw {MAP}")
    game.say("start D4")
    game.say("begin")
    return game
