"""Stairs: where the party comes out, who waits there, and what everybody hears of it."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.level import terrain
from engine.silg.clock import minute_plans, off_clock_time, party_stairs
from engine.silg.clock.minute_start import WALKING
from engine.silg.context import SilGContext
from engine.silg.levels import level_setup
from engine.silg.state import KeptPlan
from tests.engine.silg.stage import drawn_level, heard, table, texts

CELLAR = ("#######", "#.....#", "#.....#", "#######")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the depths and landings of the levels that are made: small halls in their stead."""
    asked = []

    def hall(game: SilGContext, depth: int, arrive_by: int = 0) -> None:
        asked.append((depth, arrive_by))
        game.state.sil.begin_level(drawn_level(CELLAR, depth))
        level_setup.settle_in(game, game.state.sil.level.at(1, 1))

    monkeypatch.setattr(level_setup, "generate", hall)
    return asked


@pytest.mark.parametrize(
    ("depth", "way", "below", "landing"),
    [
        (1, "down", 2, terrain.UP_STAIR),
        (2, "up", 1, terrain.DOWN_STAIR),
        (5, "up", 4, terrain.DOWN_STAIR),
        (19, "down", 20, terrain.UP_STAIR),
    ],
)
def test_stairs_lead_one_level_on_and_the_party_comes_out_on_the_way_back(
    made: list[tuple[int, int]], depth: int, way: str, below: int, landing: int
) -> None:
    game = table("Ann", "Bob", depth=depth)
    for player in game.state.players:
        player.plan, player.left, player.stairs = KeptPlan("explore"), 3, way
    party_stairs.travel(game, way)
    assert made == [(below, landing)]
    told = (f"The party goes {way} the stairs, to {50 * below} ft.", None)
    assert told in heard(game)
    assert list(map(str, game.state.chronicle)) == [f"Went {way} to {50 * below} ft."]
    for player in game.state.players:
        assert (player.plan, player.left, player.stairs) == (None, WALKING[2], "")
        assert not player.ready


@pytest.mark.parametrize(("depth", "way"), [(1, "up"), (20, "down")])
def test_sil_has_levels_from_50_to_1000_ft(
    made: list[tuple[int, int]], depth: int, way: str
) -> None:
    game = table("Ann", depth=depth)
    with pytest.raises(IllegalAction, match="Sil has no level there; keep one of your own"):
        party_stairs.travel(game, way)
    assert (made, texts(game), game.state.chronicle) == ([], [], [])


def test_a_kept_level_lies_wherever_the_game_master_says(made: list[tuple[int, int]]) -> None:
    game = table("Ann", rows=CELLAR, depth=7)
    game.state.desk.start = game.state.sil.level.at(2, 4)
    level_setup.keep(game, "cellar")
    game.state.sil.begin_level(drawn_level(CELLAR, 20))
    party_stairs.travel(game, "down", "cellar")
    assert made == []
    assert game.state.sil.level.depth == 7
    assert (game.hero(0).y, game.hero(0).x) == (2, 4)
    assert "The party goes down the stairs, to 350 ft." in texts(game)


@pytest.mark.parametrize("stage", ["setup", "declare", "monsters", "over"])
def test_the_party_takes_stairs_off_the_clock_alone(
    made: list[tuple[int, int]], stage: str
) -> None:
    game = table("Ann")
    game.state.stage = stage  # type: ignore[assignment]
    with pytest.raises(IllegalAction, match="The party takes stairs off the clock"):
        party_stairs.travel(game, "down")
    assert made == []


def test_stairs_lead_up_or_down_even_to_a_kept_level() -> None:
    game = table("Ann")
    game.state.desk.start = game.state.sil.level.at(4, 4)
    level_setup.keep(game, "cellar")
    before = game.state.sil.level
    with pytest.raises(InvalidAction, match="Stairs lead up or down"):
        party_stairs.travel(game, "sideways", "cellar")
    assert game.state.sil.level is before


def test_who_waits_at_stairs_is_done_with_the_minute_and_all_hear_it() -> None:
    game = table("Ann", "Bob")
    off_clock_time.begin(game)
    level, turn = game.state.sil.level, game.state.turn
    level.feature[level.at(4, 6)] = terrain.UP_STAIR
    texts(game)
    with pytest.raises(IllegalAction, match="Stand on stairs, or beside somebody who waits there"):
        party_stairs.wait_there(game, 0)
    assert (game.player(0).stairs, game.player(0).ready, texts(game)) == ("", False, [])
    party_stairs.wait_there(game, 1)
    assert heard(game) == [
        ("Bob waits at the stairs up.", None),
        ("Bob is ready for the next minute.", None),
    ]
    assert [player.stairs for player in game.state.players] == ["", "up"]
    assert [player.ready for player in game.state.players] == [False, True]
    assert game.state.turn == turn
    minute_plans.be_ready(game, 0)
    assert game.state.turn == turn + 1  # the Game Master is asked to go on
