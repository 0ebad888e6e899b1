"""Attackers whom the hero never sees: ways from them are plans, and are advised."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.contract.action import Event, Offer
from engine.contract.facts import PlanEnded
from engine.sil.creatures import placement
from engine.sil.game.context import SilContext
from engine.sil.perception import pursuit
from tests.engine.sil.autoplay.situations import DOORWAY, HALL, SIL, STAIRS, RecordedSituation
from tests.rolled import dice_for

PLANS = ("flee", "fall-back")


def attacked(race: str, rows: Sequence[str], seed: int) -> SilContext:
    """Return a hero in the dark whom somebody beside him has attacked unseen."""
    foes = ((race, 0, 1), (race, 1, 1))
    game = RecordedSituation(foes, rows=tuple(rows), torch=0, lit=False).game()
    game.knowledge.glimpsed = bytearray(
        b"\1" * len(game.level.feature)
    )  # before his light went out
    for turn in range(9):
        if not pursuit.is_ambushed(game):
            act(game, "hold", seed + turn)
    return game


def act(game: SilContext, line: str, seed: int) -> Sequence[Event]:
    action = SIL.parse(line, game.state, 0)
    return SIL.apply(game.state, 0, action, dice_for(f"dark {seed}"))


def ways_out(game: SilContext) -> list[Offer]:
    return [offer for offer in SIL.legal(game.state, 0) if offer.action.verb in PLANS]


@pytest.mark.parametrize("race", ["Wolf", "Grave wight"])
@pytest.mark.parametrize("rows", [HALL, DOORWAY, STAIRS])
def test_from_somebody_unseen_the_way_out_is_a_plan_that_is_advised_and_not_refused(
    race: str, rows: Sequence[str]
) -> None:
    for seed in range(3):
        game = attacked(race, rows, 10 * seed)
        best = SIL.legal(game.state, 0)[0]
        assert best.advised
        assert best.action.verb == ("flee" if rows == STAIRS else "fall-back")
        saved = SIL.dump(game.state)
        for offer in ways_out(game):
            copy = SIL.game(SIL.load(saved))
            events = act(copy, str(offer.action), seed)
            assert copy.hero.turns > game.hero.turns
            assert copy.state.ended or any(isinstance(e.fact, PlanEnded) for e in events)


def test_what_becomes_of_the_unseen_changes_no_offer():
    shown = []
    for dies in (False, True):
        game = attacked("Wolf", STAIRS, 0)
        for creature in game.level.creatures if dies else ():
            if creature is not None:
                placement.remove(game, creature)
        shown.append(SIL.legal(game.state, 0))
    assert shown[0] == shown[1]


def test_an_attack_by_somebody_unseen_is_forgotten_in_time():
    game = attacked("Wolf", STAIRS, 0)
    assert ways_out(game)
    game.hero.turns += pursuit.LURKING + 1
    assert not ways_out(game)
