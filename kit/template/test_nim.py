"""Nim, beside the laws of the contract: what makes it this game."""

from __future__ import annotations

from nim import Nim

from engine.common.game_log import ActionLine, SeededGame
from engine.contract import running_game
from engine.contract.dice import GameSecret
from engine.contract.running_game import RunningGame


def start(seed: int) -> RunningGame:
    """Return a game of Ann and Bob."""
    dice = GameSecret(bytes([seed] * 16)).start_dice()
    return running_game.start(Nim(), {}, ("Ann", "Bob"), dice)


def test_taking_stones_makes_the_heap_smaller() -> None:
    game = start(1)
    before = len(game.legal(0))
    SeededGame(game, GameSecret(bytes(16))).play(ActionLine(0, "take A 3"))
    assert game.turn().waiting == (1,)
    assert len(game.legal(1)) <= before
    assert "Ann takes 3 from A." in str(game.view(None).headline)


def test_who_plays_as_advised_beats_who_does_not_from_every_start_that_can_be_won() -> None:
    for seed in range(40):
        game = start(seed)
        seeded = SeededGame(game, GameSecret(bytes(16)))
        first = game.autoplay(0)
        assert first is not None
        if str(first.why) != "it leaves no good answer":
            continue
        while game.turn().waiting:
            (seat,) = game.turn().waiting
            advice = game.autoplay(seat)
            assert advice is not None
            action = advice.action if seat == 0 else game.legal(seat)[-1].action
            seeded.play(ActionLine(seat, str(action)))
        ended = game.outcome()
        assert ended is not None
        assert str(ended.title) == "Ann wins"
