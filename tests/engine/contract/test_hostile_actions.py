"""Whatever line is sent as an action, a ruleset takes it or refuses it in a sentence, and a refused
line changes nothing: a million of them, where the laws send some hundred."""

from __future__ import annotations

import os
import time

import pytest

from kit.offered import send_hostile_lines
from tests.cogs.hostile_values import texts
from tests.rulesets import RULESETS

MANY = int(os.environ.get("HOSTILE", "1000000")) // len(RULESETS)
FIRST_GAME = int(os.environ.get("FIRST_GAME", "1"))  # to go on where another run has ended


@pytest.mark.soak(part="hostile")
@pytest.mark.parametrize("name", RULESETS)
def test_a_million_hostile_actions_change_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    done = send_hostile_lines(RULESETS[name], texts(), MANY, 100, FIRST_GAME)
    with capsys.disabled():
        print(f"\n{name}: {MANY} hostile lines, {done} of them done, ", end="")
        print(f"in {time.monotonic() - began:.0f} s")
