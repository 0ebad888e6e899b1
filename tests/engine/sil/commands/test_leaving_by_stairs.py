"""Stairs as the end of plans: whoever goes or flees by them takes them with the same press."""

from __future__ import annotations

import pytest

from engine.contract.facts import PlanEnded
from engine.sil.game.context import SilContext
from engine.sil.level import terrain
from tests.engine.sil.arena import arena
from tests.engine.sil.arena import look as look_about
from tests.engine.sil.autoplay.situations import SIL
from tests.engine.sil.stage import foe
from tests.rolled import dice_for

ROOM = ("###########", "#@.......t#", "#.........#", "###########")
STAIRS = [(f, way) for way, kind in (("up", terrain.UPWARD), ("down", terrain.DOWNWARD))
          for f in range(256) if kind[f]]  # fmt: skip


def room(feature: int) -> SilContext:
    """Return a hero eight steps from some stairs."""
    game = arena(*ROOM, known=True)
    game.level.feature[game.level.at(1, 9)] = feature
    return game


def press(game: SilContext, verb: str) -> PlanEnded | None:
    """Press the offer of a verb to the stairs; return how the plan ended, if it is offered."""
    offers = [o for o in SIL.legal(game.state, 0) if o.action.verb == verb and o.at == (1, 9)]
    if not offers:
        return None
    [offer] = offers
    events = SIL.apply(game.state, 0, offer.action, dice_for(verb))
    return next(e.fact for e in events if isinstance(e.fact, PlanEnded))


@pytest.mark.parametrize(("feature", "way"), STAIRS)
def test_a_way_to_stairs_ends_beyond_them(feature: int, way: str) -> None:
    game = room(feature)
    level = game.level
    ended = press(game, "ascend" if way == "up" else "descend")
    assert ended is not None
    assert (ended.reason, ended.turns) == ("done", 9)
    assert game.state.level is not level
    assert game.hero.stairs_taken == 1


@pytest.mark.parametrize(("feature", "way"), STAIRS)
def test_no_way_leads_by_stairs_of_the_other_kind_or_beside_an_enemy(
    feature: int, way: str
) -> None:
    assert press(room(feature), "descend" if way == "up" else "ascend") is None
    game = room(feature)
    foe(game, "Wolf", 1, 3, alertness=10)
    look_about(game)
    assert not {o.action.verb for o in SIL.legal(game.state, 0)} & {"ascend", "descend"}


@pytest.mark.parametrize(("feature", "way"), STAIRS)
def test_a_flight_to_stairs_ends_beyond_them(feature: int, way: str) -> None:
    game = room(feature)
    game.hero.x = 7
    foe(game, "Wolf", 0, -5, alertness=10)
    look_about(game)
    level = game.level
    ended = press(game, "flee")
    assert ended is not None
    assert (ended.plan, ended.reason, ended.turns) == ("flee", "done", 3)
    assert game.state.level is not level


@pytest.mark.parametrize("word", ["ascend", "descend"])
def test_who_stands_on_the_stairs_takes_them(word: str) -> None:
    game = room(terrain.FLOOR)
    kind = terrain.UP_STAIR if word == "ascend" else terrain.DOWN_STAIR
    game.level.feature[game.level.at(1, 1)] = kind
    level = game.level
    SIL.apply(game.state, 0, SIL.parse(word, game.state, 0), dice_for(word))
    assert game.state.level is not level
