"""Secret rolls and preparations of the Game Master move no die that players see."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.contract.dice import ActionDice
from engine.silg.clock import creature_ai, dice_rolls, stealth_contest
from engine.silg.context import dice_name
from tests.engine.silg.stage import RULES, Evening, foe, table
from tests.rolled import dice_for

MAP = "###########/#.........#/#.........#/#.........+/#....^....#/###########"
HIDDEN = (
    "level 100",
    "spawn 3 orc soldier at H4 asleep",
    "spawn wolf at H4 unwary; spawn orc scout at I4 asleep",
    "check ann perception 12 secret",
    "blind ann 1d20+5 vs 1d20+8",
    "secret 2d6",
    "standing omens 2d6",
)


def evening() -> Evening:
    """Return a session in play on a drawn map."""
    game = Evening()
    for seat in (0, 1):
        game.say("quick", seat)
    game.say(f"draw {MAP}")
    game.say("start D4")
    game.say("begin")
    return game


def public_draws(dice: ActionDice) -> int:
    """Return how much was drawn that players see."""
    return dice.play.drawn + dice.level.drawn + dice.flavour.drawn


@pytest.mark.parametrize("line", HIDDEN)
def test_a_hidden_stroke_rolls_hidden_dice_alone(line: str) -> None:
    state, dice = evening().state, dice_for(line)
    RULES.apply(state, GM, RULES.parse(line, state, GM), dice)
    assert public_draws(dice) == 0
    assert dice.hidden.drawn


def test_what_unseen_creatures_notice_is_rolled_hidden_and_moves_no_dice_of_others() -> None:
    drawn, first, suggested = [], set(), set()
    for creatures in range(1, 5):
        game = table("Ann", "Bob")
        game.state.desk.standing = dict.fromkeys(map(str, range(creatures)), "2d6")
        foes = [foe(game, "Orc scout", 2, 10 + n, alertness=-5) for n in range(creatures)]
        before = public_draws(game.streams)
        dice_rolls.roll_all(game)
        for each in reversed(foes):
            line = creature_ai.suggest(game, each)
        stealth_contest.minute(game)
        assert public_draws(game.streams) == before
        assert game.streams.hidden.drawn == 0
        own = [game.streams.apart(dice_name(each)) for each in foes]
        assert all(stream.drawn for stream in own)
        assert len({stream.key for stream in own}) == creatures
        drawn.append(own[0].drawn)
        first.add(foes[0].alertness)
        suggested.add(line)
    assert len(set(drawn)) == len(first) == len(suggested) == 1
