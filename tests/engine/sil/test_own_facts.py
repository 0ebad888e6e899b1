"""Facts of what is taken, lost, found and learned."""

import pytest

from engine.contract.action import Action
from engine.contract.facts import Found, Learned, Lost, SeatRef, ThingRef, Took
from engine.sil.combat import blow_effects
from engine.sil.data.records import Blow, Dice
from engine.sil.dungeon import search
from engine.sil.effects import blow_rolls, elements
from engine.sil.game.state import Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.item_use import pickup
from engine.sil.items import identification, item_classes, item_names, pack
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, put
from tests.engine.sil.items.things import bearer, given, lying, thing
from tests.engine.sil.stage import foe, load_dice, wear

HERO = SeatRef(0)


def facts(game):
    return [line.fact for line in game.state.said if line.fact is not None]


def test_what_is_picked_up_is_taken_with_its_number():
    game = bearer()
    arrows = thing(item_classes.ARROW, "Arrow", 12)
    lying(game, arrows)
    given(game, thing(item_classes.ARROW, "Arrow", 5))
    pickup.pick_up(game, arrows)
    assert facts(game) == [Took(HERO, ThingRef("arrow", 12))]


def test_what_burns_in_the_pack_is_lost_by_number():
    game = bearer()
    given(game, thing(item_classes.ARROW, "Arrow", 2))
    load_dice(game, otherwise=1)
    lost = elements.destroy_pack(game, "fire", 99)
    assert lost
    assert facts(game) == [Lost(HERO, ThingRef("arrow", lost))]


def test_what_the_hero_destroys_is_lost():
    game = bearer()
    (arrows,) = given(game, thing(item_classes.ARROW, "Arrow", 9))
    pack.destroy(game, arrows, 4)
    assert facts(game) == [Lost(HERO, ThingRef("arrow", 4))]


def test_a_weapon_that_is_wrested_away_is_lost():
    game = arena()
    wear(game, Slot.WEAPON, "Dagger")
    game.hero.derived.stats[Stat.STR] = -20
    creature = foe(game, "Orc thrallmaster", 0, 1)
    blow = Blow("WHIP", "DISARM", 30, Dice(1, 4))
    blow_effects.apply(game, creature, blow, blow_rolls.roll_blow(game, creature, blow))
    assert Lost(HERO, ThingRef("dagger")) in facts(game)


@pytest.mark.parametrize(
    ("feature", "hidden", "key"),
    [(terrain.SECRET_DOOR, False, "secret-door"), (terrain.PIT, True, "pit")],
)
def test_what_was_hidden_is_found_where_it_is(feature, hidden, key):
    game = arena()
    y, x = game.hero.y, game.hero.x + 1
    search.reveal(game, put(game, y, x, feature, hidden=hidden))
    assert facts(game) == [Found(key, (y, x))]


def test_an_ability_that_is_bought_is_learned():
    game = arena()
    game.hero.unspent = 9999
    game.hero.skill_base[:] = [20] * 8
    rules = SilQ(game.data)
    events = [
        *rules.apply(game.state, 0, Action("learn", ("dodging",)), game.streams),
        *rules.apply(game.state, 0, Action("answer", ("yes",)), game.streams),
    ]
    assert ab.DODGING in game.hero.bought
    assert Learned(HERO, "dodging") in [event.fact for event in events]


def test_a_thing_is_told_by_its_flavour_until_it_is_recognised_and_then_learned():
    game = bearer()
    (ring,) = given(game, thing(item_classes.RING, "Protection"))
    before = item_names.reference(game, ring)
    assert before.kind.endswith("-ring")
    assert "protection" not in before.kind
    identification.reveal(game, ring, "It glows.")
    assert facts(game) == [Learned(HERO, "ring-of-protection")]
