"""Laws that hold in every test of Delve."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from engine.delve.actions import plan_runner
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, Plan

step = plan_runner.step


@pytest.fixture(autouse=True)
def plans_can_be_saved_at_every_turn() -> Iterator[None]:
    """A plan is saved while others act: what its rules note in it has the types of its fields."""

    def checked(game: DelveContext, hero: DelveHero) -> bool:
        goes_on = step(game, hero)
        if hero.plan is not None:
            msgspec.msgpack.decode(msgspec.msgpack.encode(hero.plan), type=Plan)
        return goes_on

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan_runner, "step", checked)
        yield
