"""Discord takes so many sessions and new commands in a day and no more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.daily_limit import DAY, DailyLimit
from sandbox.gateway import GatewayClosed
from sandbox.routes import session_start_limit
from sandbox.world import CREATIONS_A_DAY, SESSIONS_A_DAY
from tests.sandbox.rest_side import RestSide
from tests.sandbox.set_clock import SetClock

GLOBAL = "/applications/{app}/commands"


@given(st.integers(1, 5), st.lists(st.tuples(st.integers(0, 30_000), st.integers(0, 3))))
def test_no_24_hours_see_more_than_the_limit_and_less_is_never_refused(
    most: int, steps: list[tuple[int, int]]
) -> None:
    clock, done = SetClock(), []
    limit = DailyLimit(most, clock)
    for seconds, times in steps:
        clock.now += seconds
        lately = [at for at in done if at > clock.now - DAY]
        assert limit.left() == most - len(lately)
        assert limit.reset_after() == (lately[0] + DAY - clock.now if lately else 0)
        assert limit.spend(times) == (len(lately) + times <= most)
        if len(lately) + times <= most:
            done += [clock.now] * times


@pytest.fixture
def side() -> RestSide:
    return RestSide()


def command(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Look", **more}


def fill(side: RestSide, path: str) -> None:
    """Create as many commands as a day takes."""
    for number in range(CREATIONS_A_DAY):
        assert side.rest("PUT", path, [command(f"c{number}")]) == (200, 0)


def test_a_server_takes_200_new_commands_a_day_and_knows_which_are_new(side: RestSide) -> None:
    clock = SetClock()
    guild = side.world.guild.id
    side.world.creations[guild] = DailyLimit(CREATIONS_A_DAY, clock)
    path = f"/applications/{{app}}/guilds/{guild}/commands"
    fill(side, path)
    last = f"c{CREATIONS_A_DAY - 1}"
    assert side.rest("PUT", path, [command("one-more")]) == (400, 30034)
    assert [name for name, _ in side.world.commands[guild]] == [last]  # nothing has changed
    changed = [command(last, description="Look again")]
    assert side.rest("PUT", path, changed) == (200, 0)  # it is not new
    assert side.rest("PUT", path, [*changed, command("one-more")]) == (400, 30034)
    assert side.rest("PUT", path, []) == (200, 0)
    assert side.rest("PUT", path, [command(last)]) == (400, 30034)  # it is new again
    assert side.rest("PUT", GLOBAL, [command("one-more")]) == (200, 0)  # another count
    clock.now += DAY
    assert side.rest("PUT", path, [command("one-more")]) == (200, 0)


def test_global_commands_have_a_limit_of_their_own(side: RestSide) -> None:
    fill(side, GLOBAL)
    assert side.rest("PUT", GLOBAL, [command("one-more")]) == (400, 30034)


class DeafSocket:
    """A client's side that hears nothing."""

    def send_op(self, op: int, data: Any = None) -> None:
        pass


async def test_one_session_too_many_resets_the_token(side: RestSide) -> None:
    gateway = side.sandbox.gateway
    start = {"token": side.world.token, "intents": 1}
    for _ in range(SESSIONS_A_DAY):
        gateway._identify(start, DeafSocket())
    told = session_start_limit(side.world)
    assert (told["total"], told["remaining"]) == (SESSIONS_A_DAY, 0)
    assert 0 < told["reset_after"] <= DAY * 1000
    for _ in range(2):
        with pytest.raises(GatewayClosed) as closed:
            gateway._identify(start, DeafSocket())
        assert closed.value.code == 4004
    assert side.world.token != start["token"]
