"""The clock of half-seconds: who is due when (spec: 2; 7, checks 1 to 10)."""

from __future__ import annotations

import pytest

from engine.silg import clock


@pytest.mark.covers("sil-g-rulebook: Movement", "spec-silg-table: 2. The clock")
@pytest.mark.parametrize(("speed", "halves"), [(0, 8), (1, 8), (2, 4), (3, 3), (4, 2), (7, 2)])
def test_an_action_is_as_long_as_its_speed(speed: int, halves: int) -> None:
    assert clock.length(speed) == halves
