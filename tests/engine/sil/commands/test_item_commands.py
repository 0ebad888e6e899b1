"""Orders about things: read, offered, asked about, refused."""

import random

import pytest

from engine.contract.action import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from engine.contract.dice import seed_from
from engine.sil.commands import registry
from engine.sil.creatures import creature_names
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import pickup
from engine.sil.items import item_classes, item_creation, pack
from engine.sil.ruleset import SilQ
from tests.engine.sil.items.things import HORN, STAFF, bearer, given, lying, thing
from tests.engine.sil.stage import foe, refresh, wear
from tests.rolled import dice_for

RULES = SilQ()


def order(game, text):
    """Read and do one line."""
    action = RULES.parse(text, game.state, 0)
    registry.COMMANDS[action.verb].do(game, action.args)
    return action


def offered(game, verb):
    return [offer for offer in RULES.legal(game.state, 0) if offer.action.verb == verb]


def test_things_are_called_by_letter_place_or_name():
    game = bearer()
    given(game, thing(item_classes.SWORD, "Dagger"), thing(item_classes.HELM, "Great Helm"))
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=50)
    lying(game, thing(item_classes.ARROW, "Arrow", 9))
    for text, wanted in (
        ("wear great helm", "wear a"),
        ("wield dagger", "wear b"),
        ("remove torch", "remove light"),
        ("examine a", "examine a"),
        ("get arrows", "get floor-1"),
        ("get", "get"),
        ("drop great helm 1", "drop a 1"),
        ("drop great helm", "drop a"),
        ("inscribe b keep this", "inscribe b keep this"),
    ):
        assert str(RULES.parse(text, game.state, 0)) == wanted


def test_of_two_of_a_name_the_one_that_fits_is_meant():
    game = bearer()
    wear(game, Slot.WEAPON, "Dagger")
    given(game, thing(item_classes.SWORD, "Dagger", weight=10))
    assert str(RULES.parse("wield dagger", game.state, 0)) == "wear a"
    assert str(RULES.parse("remove dagger", game.state, 0)) == "remove weapon"
    with pytest.raises(AmbiguousAction):
        RULES.parse("examine dagger", game.state, 0)
    with pytest.raises(InvalidAction):
        RULES.parse("wear crown", game.state, 0)


def test_what_lies_here_is_offered_and_taken():
    game = bearer()
    assert not offered(game, "get")
    lying(
        game, thing(item_classes.ARROW, "Arrow", 9), thing(item_classes.CHEST, "Small wooden chest")
    )
    assert [str(offer.action) for offer in offered(game, "get")] == ["get floor-1"]
    order(game, "get")
    assert game.hero.pack[0].count == 9


def test_every_thing_of_a_full_pack_is_offered_and_few_are_advised():
    game = bearer()
    for kind in game.data.kinds.values():
        if kind.tval in (55, 66, 75, 80, 23, 30) and len(game.hero.pack) < pack.ROOM:
            given(game, item_creation.of_kind(game.data, kind.serial))
    game.hero.voice = 40
    offers = registry.offers(game)
    assert len({str(offer.action) for offer in offers}) == len(offers)
    for offer in offers:
        assert RULES.parse(str(offer.action), game.state, 0) == offer.action
    assert sum(offer.advised for offer in offers if offer.group == "item") <= 20
    for verb in ("examine", "inscribe", "drop", "destroy"):
        named = {offer.action.args[0] for offer in offers if offer.action.verb == verb}
        assert named >= set("abcdefghijklmnopqrstuvw"[: len(game.hero.pack)])
    drinks = {offer.action.args[0] for offer in offers if offer.action.verb == "quaff"}
    potions = [
        letter
        for letter, held in zip("abcdefghijklmnopqrstuvw", game.hero.pack, strict=False)
        if game.data.kinds[held.kind].tval == item_classes.POTION
    ]
    assert drinks == set(potions)


def test_use_does_the_usual_with_each_thing():
    for tval, name in (
        (item_classes.POTION, "Healing"),
        (item_classes.FOOD, "Rage"),
        (item_classes.HELM, "Helm"),
        (STAFF, "Light"),
    ):
        game = bearer()
        given(game, thing(tval, name, pval=10))
        order(game, "use a")
        assert game.state.energy_used == 100
    game = bearer()
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=50)
    given(game, thing(item_classes.LIGHT, "Wooden Torch"))
    order(game, "use a")
    assert game.hero.worn[Slot.LIGHT].timeout == 2055


def test_the_answer_puts_the_ring_where_the_hero_said():
    game = bearer()
    for name in ("Frost", "Warmth", "Free Action"):
        given(game, thing(item_classes.RING, name))
        order(game, "wear a")
    assert game.state.question is not None
    third = game.hero.pack[0]
    order(game, "answer left-ring")
    assert game.hero.worn[Slot.LEFT_RING] is third


def test_the_answer_points_the_horn():
    game = bearer()
    given(game, thing(HORN, "Terror"))
    wolf = foe(game, "Wolf", 0, 2)
    game.hero.bought.append(ab.CHANNELING)
    order(game, "play a")
    order(game, "answer e")
    assert game.state.energy_used == 100
    assert wolf in game.level.creatures
    game.hero.voice = 20
    order(game, "play a ne")
    assert game.hero.voice == 10


def test_the_answer_names_what_a_staff_shall_work_on():
    game = bearer()
    ring = thing(item_classes.RING, "Evasion", evasion=1)
    given(game, ring, thing(STAFF, "Understanding", pval=4))
    order(game, "activate a")
    assert game.state.question is not None
    order(game, f"answer {game.state.question.answers[0][0]}")
    assert ring.known


@pytest.mark.covers("spec-world: 11.7")
def test_looking_and_noting_take_no_time():
    game = bearer()
    given(game, thing(item_classes.SWORD, "Dagger"))
    order(game, "examine a")
    order(game, "inscribe a for trolls")
    assert not game.state.energy_used
    assert game.hero.pack[0].inscription == "for trolls"
    order(game, "inscribe a")
    assert game.hero.pack[0].inscription == ""
    assert game.state.question is None


def test_a_note_that_is_not_in_the_order_is_asked_for():
    game = bearer()
    given(game, thing(item_classes.SWORD, "Dagger"))
    order(game, "inscribe a")
    assert str(game.state.question.text) == "What will you inscribe on a Dagger (+0,1d5)?"
    assert game.hero.pack[0].inscription == ""


def test_who_carries_too_much_is_offered_to_lay_down_the_heaviest():
    game = bearer()
    given(
        game, thing(item_classes.MAIL, "Hauberk", weight=1200), thing(item_classes.SWORD, "Dagger")
    )
    assert offered(game, "drop")[0].action.args == ("a",)
    assert offered(game, "drop")[0].advised
    game.hero.pack.pop(0)
    refresh(game)
    assert not any(offer.advised for offer in offered(game, "drop"))


def test_a_torch_is_offered_to_be_worn_when_none_burns():
    game = bearer()
    given(game, thing(item_classes.LIGHT, "Wooden Torch", timeout=2000))
    assert offered(game, "wear")
    light = wear(game, Slot.LIGHT, "Wooden Torch", timeout=50)
    assert not offered(game, "wear")
    given(game, thing(item_classes.LIGHT, "Brass Lantern", timeout=3000))
    assert [str(offer.label) for offer in offered(game, "wear")] == ["Wear Brass Lantern"]
    light.timeout = 0
    assert len(offered(game, "wear")) == 2


def test_what_is_not_there_is_refused():
    game = bearer()
    with pytest.raises(IllegalAction):
        order(game, "get")
    with pytest.raises(IllegalAction):
        order(game, "rummage")
    with pytest.raises(IllegalAction):
        order(game, "refuel")


def test_shots_show_their_way():
    game = bearer()
    wear(game, Slot.BOW, "Shortbow")
    wear(game, Slot.QUIVER1, "Arrow", count=9)
    wolf = foe(game, "Wolf", 0, 4)
    shots = offered(game, "fire")
    name = creature_names.handle(game, wolf)
    assert [shot.action.args for shot in shots] == [(name,), ("nearest",)]
    for shot in shots:
        assert shot.path[0] == (game.hero.y, game.hero.x + 1)
        assert shot.path[-1] == (wolf.y, wolf.x)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_with_things_refusals_change_nothing_and_games_can_be_saved(seed):
    game = RULES.game(
        RULES.new(
            {"hero": "quick", "rules": ("manual", "game")[seed % 2]},
            ["A"],
            dice_for(seed_from(str(seed))),
        ),
        dice_for(seed_from(str(seed))),
    )
    pick = random.Random(seed)
    for _ in range(18):
        item = item_creation.make_object(
            game, game.streams.play, pick.choice((5, 12, 18)), good=seed % 2 == 0
        )
        if item is not None and not pickup._LEFT_LYING.get(
            item_classes.kind_of(game.data, item).tval
        ):
            pack.carry(game, item)
    words = ("use", "wear", "remove", "drop", "get", "examine", "refuel", "eat", "play", "activate")
    for _ in range(60):
        if game.state.ended:
            break
        game.hero.health, game.hero.voice = game.hero.derived.max_health, 40
        offers = RULES.legal(game.state, 0)
        chosen = [offer for offer in offers if offer.group in ("item", "answer")]
        before = RULES.dump(game.state)
        try:
            if (chosen and pick.random() < 0.6) or game.state.question is not None:
                action = pick.choice(chosen).action
            else:
                action = RULES.parse(
                    f"{pick.choice(words)} {pick.choice('abcdefghij')}", game.state, 0
                )
            RULES.apply(game.state, 0, action, game.streams)
        except ActionError:
            assert RULES.dump(game.state) == before
        assert RULES.dump(RULES.load(RULES.dump(game.state))) == RULES.dump(game.state)
        assert all(item.count > 0 for item in game.hero.pack)
        assert len(game.hero.pack) <= pack.ROOM
