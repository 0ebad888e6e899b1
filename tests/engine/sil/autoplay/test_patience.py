"""The absent hero: how long he waits, what he learns, when he goes softly, and briars."""

from __future__ import annotations

import pytest

from engine.sil.autoplay import dangers, errands, moods
from engine.sil.autoplay.seat_facts import facts_of
from engine.sil.game.state import Slot
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.test_dangers import HALL, SIL, armed, first, player
from tests.engine.sil.autoplay.test_stairs import arrived
from tests.engine.sil.stage import foe


@pytest.mark.parametrize(("turns", "waits"), [(5, True), (dangers.LINGER + 1, False)])
def test_he_lets_the_wakeful_come_only_for_a_while(turns, waits):
    game = arrived(armed(*HALL), turns)
    foe(game, "Grimhawk", 0, 6)
    assert not moods.is_bold(facts_of(game))
    assert (first(dangers.meet, player(game)) == "fight grimhawk-0") is waits


def test_he_learns_dodging_before_he_raises_a_skill():
    game = armed(*HALL)
    game.hero.unspent = 5000
    assert str(first(errands.grow, player(game))) == "learn dodging"
    for line in ("learn dodging", "answer yes"):
        SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    assert str(first(errands.grow, player(game))).startswith("raise ")


def test_in_danger_he_goes_softly_no_more():
    game = armed(*HALL)
    game.hero.stealth_mode = True
    assert first(dangers.retreat, player(game)) is None
    for dy in (0, 1, 2):
        foe(game, "Orc soldier", dy, 5)
    assert first(dangers.retreat, player(game)) == "stealth off"


def test_without_a_weapon_he_goes_softly_until_somebody_knows_of_him():
    game = armed(*HALL)
    foe(game, "Orc scout", 0, 6, alertness=-15)
    assert first(dangers.creep, player(game)) is None
    del game.hero.worn[Slot.WEAPON]
    look(game)
    assert first(dangers.creep, player(game)) == "stealth on"
    foe(game, "Orc scout", 0, 5)
    assert first(dangers.creep, player(game)) is None


@pytest.mark.parametrize("explored", [True, False])
def test_he_goes_out_of_the_reach_of_briars_unless_nothing_else_is_left(explored):
    game = armed(*(row.replace("@....", "....@") for row in HALL))
    assert first(dangers.flinch, player(game)) is None
    foe(game, "Tanglethorn", 0, -1)
    for square in range(0 if explored else len(game.knowledge.mark)):
        if not 3 <= square % game.level.width <= 12:
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[square] = 0
    found = player(game)
    at = next(dangers.flinch(found)).offer.at
    assert (at in found.around.briars) is explored
