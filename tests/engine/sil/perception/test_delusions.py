"""Sight out of one's mind: rage and hallucination."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil import pages, view
from engine.sil.combat import missile_flight
from engine.sil.creatures import spawning
from engine.sil.data import bundle
from engine.sil.dungeon.generation import level_creation
from engine.sil.effects import statuses
from engine.sil.game.state import Slot
from engine.sil.items import floor_items
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, item, wear
from tests.oracle.levels import fresh_game
from tests.pages import page_texts

pytestmark = pytest.mark.covers(
    "sil-q-manual: Temporary Status Effects / Hunger",
    "sil-q-manual: Temporary Status Effects / Other negative effects",
    "sil-q-manual: Temporary Status Effects / Drained stats",
    "sil-q-manual: Temporary Status Effects / Resistances",
    "spec-world: 4.1",
)


def inflict(game, name, turns):
    return statuses.inflict(game, name, turns, save=False)


def _others(game):
    return [b for b in view.view(game).map.entities if b.seat is None]


@pytest.mark.covers("sil-q-manual: Temporary Status Effects")
def test_the_hallucinating_see_and_name_other_creatures():
    game = arena()
    wolf = foe(game, "Wolf", dx=2)
    wolf.image = bundle.named(game.data.monsters, "Orc captain").serial
    look(game)
    assert _others(game)[0].name == "wolf-1"
    inflict(game, "hallucinating", 9)
    shown = _others(game)[0]
    assert (shown.name, shown.sprite) == ("orc-captain-1", "sil:monster/orc-captain")
    assert (shown.badges, shown.bars, str(shown.description)) == ((), (), "not to be believed")
    truth = [b for b in view.view(game, everything=True).map.entities if b.seat is None]
    assert truth[0].sprite == "sil:monster/wolf"
    assert str(truth[0].description) == "confident, morale 0"
    inflict(game, "rage", 9)
    assert [(b.name, b.sprite) for b in _others(game)] == [("enemy-1", "sil:monster/orc-captain")]
    statuses.cure(game, "rage")
    statuses.cure(game, "hallucinating")
    assert _others(game)[0].name == "wolf-1"


@pytest.mark.covers("spec-dungeon: 9.5")
def test_the_hallucinating_aim_only_in_a_direction():
    game = arena()
    wolf = foe(game, "Wolf", dx=2)
    look(game)
    assert missile_flight.aim(game, wolf, 9) == (wolf.y, wolf.x)
    inflict(game, "hallucinating", 9)
    with pytest.raises(IllegalAction):
        missile_flight.aim(game, wolf, 9)
    assert missile_flight.aim(game, 6, 9)


def test_morgoth_is_always_seen_as_he_was_in_the_beginning():
    game = arena(depth=20)
    morgoth = bundle.named(game.data.monsters, "Morgoth, Lord of Darkness")
    placed = spawning.place_one(
        game, morgoth.serial, 2, 2, game.streams.level, asleep=False, any_depth=True
    )
    inflict(game, "hallucinating", 9)
    look(game)
    assert game.data.monsters[placed.image].name.startswith("Melkor")
    assert _others(game)[0].name.startswith("melkor")


def test_the_hallucinating_see_other_things_lying_about_but_know_their_own():
    game = arena()
    axe, torch = item("War Hammer"), item("Wooden Torch")
    axe.image = torch.image = item("Robe").kind
    game.level.floor[game.level.at(2, 2)] = [axe]
    game.hero.pack = [torch]
    inflict(game, "hallucinating", 9)
    look(game)
    assert "Robe" in str(view.view(game).map.items[0].name)
    told = page_texts(pages.pages(game))
    assert "Torch" in told["Pack"]


@pytest.mark.covers("spec-world: 15.7")
def test_rage_shows_only_what_is_before_ones_eyes_and_calls_it_an_enemy():
    game = arena(known=True, lit=False)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=2000)
    near, far = foe(game, "Wolf", dx=1), foe(game, "Orc scout", dx=4)
    look(game)
    game.learn(near).detected = game.learn(far).detected = 9
    look(game)
    assert {b.name for b in _others(game)} == {"wolf-1", "orc-scout-1"}
    inflict(game, "rage", 9)
    seen = _others(game)
    assert [(b.name, b.colour) for b in seen] == [("enemy-1", "r")]
    board = view.view(game).map
    assert set(board.state) <= {view.UNKNOWN, view.SEEN}


def test_everything_that_lies_about_has_a_look_of_its_own_for_the_hallucinating():
    game = arena()
    hero = game.hero
    thrown = item("War Hammer")
    assert floor_items.drop(game, thrown, hero.y, hero.x)
    seen_as = thrown.image
    assert seen_as in game.data.kinds
    floor_items.take(game, thrown)
    assert floor_items.drop(game, thrown, hero.y, hero.x)
    assert thrown.image == seen_as
    found = fresh_game(b"dreams" + bytes(10))
    level_creation.make_level(found, 5, 0)
    lying = [one for heap in found.level.floor.values() for one in heap]
    assert all(one.image for one in lying)
    assert len({one.image for one in lying}) > len(lying) // 3
