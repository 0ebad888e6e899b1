"""The keys of dice, beside the laws of dice by action that every ruleset keeps."""

from __future__ import annotations

import pytest

from engine.contract.dice import ActionKey, GameSecret

SECRET = GameSecret(bytes(range(16)))


@pytest.mark.parametrize("asked", [1, 1 << 62])
def test_an_interaction_is_part_of_the_key(asked: int) -> None:
    one, other = (SECRET.dice(ActionKey(1, asked + more)) for more in (0, 1))
    streams = ("level", "play", "flavour", "hidden")
    keys = [{getattr(dice, name).key for name in streams} for dice in (one, other)]
    assert not keys[0] & keys[1]
