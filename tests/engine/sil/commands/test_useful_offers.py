"""Offers that save a player a question, or a press that does nothing."""

import pytest

from engine.common import compass
from engine.sil.dungeon import level_arrival
from engine.sil.game.messages import tell
from engine.sil.item_use import activation
from engine.sil.items import item_creation
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.stage import foe, item, kind

SIL = SilQ()


def labels(game):
    return [str(offer.label) for offer in SIL.legal(game.state, 0)]


@pytest.mark.parametrize("known", [True, False])
def test_a_named_weapon_underfoot_is_offered_to_be_wielded(known):
    game = arena()
    base = game.data.kinds[kind("Longsword")]
    named = (a for a in game.data.artefacts.values() if (a.tval, a.sval) == (base.tval, base.sval))
    found = item_creation.artefact(game, next(named).serial)
    found.known = known
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [found]
    look(game)
    assert any(label.startswith("Wield ") for label in labels(game))


def test_the_way_of_a_horn_begins_with_the_enemy():
    for direction, (dy, dx) in compass.DIRECTIONS.items():
        game = arena()
        foe(game, "Wolf", 2 * dy, 2 * dx)
        look(game)
        for horn in ("Blasting", "Terror", "Thunder"):
            ways = activation.ways(game, item(horn))
            assert ways[0] == direction
            assert set(ways) >= set(compass.DIRECTIONS)


def test_nothing_is_offered_to_be_thrown_that_does_nothing():
    game = arena()
    game.hero.pack = [item("Piece of Dark Bread", count=3), item("Dagger"), item("Shovel")]
    foe(game, "Wolf", 0, 2)
    look(game)
    thrown = [o for o in SIL.legal(game.state, 0) if o.action.verb == "throw"]
    assert {offer.action.args[0] for offer in thrown} == {"b", "c"}
    assert not any("0d" in str(offer.hint) for offer in thrown)


def test_a_search_goes_on_until_something_is_found():
    game = arena("#######", "#@....#", "#######", known=True)
    put(game, 2, 2, terrain.SECRET_DOOR)
    game.hero.food = 4000
    (plan,) = [o for o in SIL.legal(game.state, 0) if str(o.action) == "search found"]
    SIL.apply(game.state, 0, plan.action, game.streams)
    assert terrain.KNOWN_DOOR[game.level.feature[game.level.at(2, 2)]]
    assert game.hero.turns < 200


def test_the_gates_tell_the_way_out():
    game = arena()
    game.hero.silmarils = 1
    level_arrival.enter(game, 0, 0)
    assert any("to the south" in str(each.text) for each in game.state.said)


def test_the_last_lines_of_a_game_stand_in_their_order():
    game = arena()
    game.state.said.clear()
    for event, words in (("hurt", "first"), ("item", "second"), ("won", "third")):
        tell(game, words, event)
    game.state.ended = "dead"
    assert [str(line) for line in SIL.view(game.state, 0).lines] == ["first", "second", "third"]
