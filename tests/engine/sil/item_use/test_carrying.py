"""Taking up, laying down, putting on and taking off."""

import msgspec
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from engine.contract.action import IllegalAction
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import item_upkeep, pickup, refuelling, wearing
from engine.sil.items import floor_items, item_classes, item_creation, pack, stacking
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.items import things
from tests.engine.sil.items.things import artefact, bearer, given, lying, thing
from tests.engine.sil.stage import refresh
from tests.rolled import dice_for


def refused(game, deed, *args):
    """Return whether a deed is refused, and nothing changes by it."""
    before = SilQ().dump(game.state)
    with pytest.raises(IllegalAction):
        deed(game, *args)
    return SilQ().dump(game.state) == before and not game.state.energy_used


# ---------------------------------------------------------------------------- up and down


@pytest.mark.covers("spec-objects-smithing: 6.1")
def test_taking_up_a_stack_takes_a_turn():
    game = bearer()
    arrows = thing(item_classes.ARROW, "Arrow", 12)
    lying(game, arrows)
    pickup.pick_up(game, arrows)
    assert game.hero.pack == [arrows]
    assert not game.level.floor
    assert game.state.energy_used == 100


@pytest.mark.covers("spec-objects-smithing: Generation and carrying")
@pytest.mark.parametrize(
    ("strength", "capacity"), [(-3, 578), (-1, 833), (0, 1000), (2, 1440), (6, 2984)]
)
def test_more_than_half_as_much_again_as_capacity_cannot_be_taken(strength, capacity):
    game = bearer(stats=(strength, 0, 0, 0))
    assert game.hero.derived.capacity == capacity
    most = capacity * 3 // 2
    given(game, thing(item_classes.MAIL, "Hauberk", weight=most - 1))
    light, heavy = thing(item_classes.ARROW, "Arrow"), thing(item_classes.SWORD, "Dagger")
    lying(game, heavy)
    assert refused(game, pickup.pick_up, heavy)
    lying(game, light)
    pickup.pick_up(game, light)
    assert len(game.hero.pack) == 2


def test_a_full_pack_takes_only_what_stacks():
    game = bearer()
    for n in range(pack.ROOM):
        given(game, thing(item_classes.SWORD, "Dagger", weight=n + 1))
    other, like = (
        thing(item_classes.SWORD, "Dagger", weight=99),
        thing(item_classes.SWORD, "Dagger", weight=3),
    )
    lying(game, other)
    assert refused(game, pickup.pick_up, other)
    lying(game, like)
    pickup.pick_up(game, like)
    assert sum(item.count for item in game.hero.pack) == pack.ROOM + 1


@pytest.mark.parametrize("name", [(item_classes.CHEST, "Small wooden chest"), (3, "Orc Skeleton")])
def test_chests_and_bones_stay_where_they_are(name):
    game = bearer()
    item = thing(*name)
    lying(game, item)
    assert refused(game, pickup.pick_up, item)


@pytest.mark.covers("spec-objects-smithing: 6.5")
def test_own_shots_underfoot_are_gathered_for_nothing_into_an_empty_quiver():
    game = bearer()
    lying(game, thing(item_classes.ARROW, "Arrow", 3, pickup=True))
    item_upkeep.after_action(game)
    assert game.hero.worn[Slot.QUIVER1].count == 3
    assert not game.state.energy_used
    assert not game.level.floor


def test_arrows_that_match_a_quiver_go_there():
    game = bearer()
    game.hero.worn[Slot.QUIVER2] = thing(item_classes.ARROW, "Arrow", 5)
    arrows = thing(item_classes.ARROW, "Arrow", 7)
    lying(game, arrows)
    pickup.pick_up(game, arrows)
    assert game.hero.worn[Slot.QUIVER2].count == 12
    assert not game.hero.pack


def test_laying_down_some_of_a_stack_leaves_the_rest():
    game = bearer()
    (torches,) = given(game, thing(item_classes.LIGHT, "Wooden Torch", 5))
    pack.drop(game, torches, 2)
    assert torches.count == 3
    assert things.units(game) == 5
    assert game.state.energy_used == 100


def test_more_than_there_is_cannot_be_laid_down():
    game = bearer()
    (torches,) = given(game, thing(item_classes.LIGHT, "Wooden Torch", 5))
    assert refused(game, pack.drop, torches, 6)


def test_artefacts_are_not_destroyed():
    game = bearer()
    (sword,) = given(game, thing(item_classes.SWORD, "Longsword", artefact=50))
    assert refused(game, pack.destroy, sword)
    (plain,) = given(game, thing(item_classes.SWORD, "Dagger"))
    pack.destroy(game, plain)
    assert plain not in game.hero.pack


# -------------------------------------------------------------------------- where it falls


@pytest.mark.covers("spec-objects-smithing: 3.12")
class TestFalling:
    def test_a_thing_falls_where_it_is_dropped_if_nothing_lies_there(self):
        game = bearer()
        assert floor_items.drop(game, thing(item_classes.SWORD, "Dagger"), 5, 5)
        assert game.level.at(5, 5) in game.level.floor

    def test_beside_another_thing_it_lies_on_the_nearest_free_square(self):
        game = bearer()
        floor_items.drop(game, thing(item_classes.SWORD, "Dagger"), 5, 5)
        floor_items.drop(game, thing(item_classes.SWORD, "Longsword"), 5, 5)
        (away,) = (i for i in game.level.floor if i != game.level.at(5, 5))
        y, x = game.level.place(away)
        assert (y - 5) ** 2 + (x - 5) ** 2 == 1

    def test_onto_its_like_it_falls_as_one_stack(self):
        game = bearer()
        for _ in range(3):
            floor_items.drop(game, thing(item_classes.ARROW, "Arrow", 10), 5, 5)
        (heap,) = game.level.floor.values()
        assert [item.count for item in heap] == [30]

    def test_onto_a_stack_that_it_would_make_too_high_it_does_not_fall(self):
        game = bearer()
        for count in (stacking.MOST - 9, 10):
            floor_items.drop(game, thing(item_classes.ARROW, "Arrow", count), 5, 5)
        heaps = [[item.count for item in heap] for heap in game.level.floor.values()]
        assert sorted(heaps) == [[10], [stacking.MOST - 9]]

    def test_without_room_it_is_lost_but_a_silmaril_never_is(self):
        game = bearer()
        level = game.level
        level.feature[:] = bytes([terrain.CHASM]) * len(level.feature)
        assert not floor_items.drop(game, thing(item_classes.SWORD, "Dagger"), 5, 5)
        sword = item_creation.artefact(game, artefact("'Ringil'"))
        assert not floor_items.drop(game, sword, 5, 5)
        assert not game.world.artefacts_made
        level.feature[level.at(18, 18)] = terrain.FLOOR
        level.floor[level.at(18, 18)] = [thing(item_classes.SWORD, "Dagger")]
        jewel = thing(item_classes.LIGHT, "Silmaril")
        assert floor_items.drop(game, jewel, 5, 5)
        assert level.floor[level.at(18, 18)] == [jewel]


# ------------------------------------------------------------------------------ on and off

GEAR = st.lists(st.tuples(st.integers(0, 2**31), st.sampled_from([3, 8, 15])), max_size=12)


@hypothesis_given(GEAR)
@pytest.mark.covers("spec-objects-smithing: 2.5")
def test_putting_on_and_taking_off_loses_nothing(found):
    game = bearer()
    for seed, depth in found:
        stream = dice_for(seed.to_bytes(16, "big")).level
        item = item_creation.make_object(game, stream, depth, theme="not damaged", good=True)
        if item is not None and not item.cursed:
            item.weight = min(item.weight, 20)
            given(game, item)
    number, weight = things.units(game), things.weight(game)
    for item in list(game.hero.pack):
        if any(item is held for held in game.hero.pack) and item_classes.slots(game.data, item):
            for slot in wearing.choices(game, item)[:1]:
                wearing.wear(game, item, "a", slot)
        assert (things.units(game), things.weight(game)) == (number, weight)
    loaded = SilQ().game(SilQ().load(SilQ().dump(game.state)))
    assert msgspec.to_builtins(loaded.hero.pack) == msgspec.to_builtins(game.hero.pack)
    for item in list(game.hero.worn.values()):
        wearing.take_off(game, item)
    assert not game.hero.worn
    assert (things.units(game), things.weight(game)) == (number, weight)


@pytest.mark.covers("spec-objects-smithing: 6.5")
class TestHands:
    def test_one_of_a_stack_is_worn_and_the_rest_kept(self):
        game = bearer()
        (daggers,) = given(game, thing(item_classes.SWORD, "Dagger", 3))
        wearing.wear(game, daggers, "a")
        assert game.hero.worn[Slot.WEAPON].count == 1
        assert daggers.count == 2

    def test_what_was_worn_goes_back_into_the_pack(self):
        game = bearer()
        first, second = thing(item_classes.SWORD, "Dagger"), thing(item_classes.SWORD, "Longsword")
        given(game, first, second)
        wearing.wear(game, first, "b")
        wearing.wear(game, second, "a")
        assert game.hero.worn[Slot.WEAPON] is second
        assert game.hero.pack == [first]

    def test_a_two_handed_weapon_takes_the_shield_off(self):
        game = bearer()
        shield, sword = (
            thing(item_classes.SHIELD, "Round Shield"),
            thing(item_classes.SWORD, "Greatsword"),
        )
        given(game, shield, sword)
        wearing.wear(game, shield, "a")
        wearing.wear(game, sword, "a")
        assert Slot.ARM not in game.hero.worn
        wearing.wear(game, shield, "a")
        assert Slot.WEAPON not in game.hero.worn

    @pytest.mark.covers("spec-objects-smithing: 2.5")
    def test_rings_go_right_then_left_then_the_hero_must_choose(self):
        game = bearer()
        rings = [thing(item_classes.RING, name) for name in ("Frost", "Warmth", "Free Action")]
        given(game, *rings)
        wearing.wear(game, rings[0], "a")
        wearing.wear(game, rings[1], "a")
        assert game.hero.worn[Slot.RIGHT_RING] is rings[0]
        assert game.hero.worn[Slot.LEFT_RING] is rings[1]
        game.state.energy_used = 0
        wearing.wear(game, rings[2], "a")
        assert [word for word, _ in game.state.question.answers] == [
            "right-ring",
            "left-ring",
            "no",
        ]
        assert not game.state.energy_used

    def test_a_second_weapon_needs_the_skill(self):
        game = bearer()
        given(
            game,
            thing(item_classes.SWORD, "Longsword"),
            dagger := thing(item_classes.SWORD, "Dagger"),
        )
        wearing.wear(game, game.hero.pack[1], "b")
        assert wearing.choices(game, dagger) == [Slot.WEAPON]
        game.hero.bought.append(ab.TWO_WEAPON_FIGHTING)
        assert wearing.choices(game, dagger) == [Slot.WEAPON, Slot.ARM]
        wearing.wear(game, dagger, "a", Slot.ARM)
        assert game.hero.worn[Slot.ARM] is dagger
        game.hero.bought.clear()
        refresh(game)
        item_upkeep.after_action(game)
        assert game.hero.pack == [dagger]

    def test_the_iron_crown_is_not_worn(self):
        game = bearer()
        (crown,) = given(game, thing(item_classes.CROWN, "Massive Iron Crown", weight=100))
        assert refused(game, wearing.wear, crown, "a")


@pytest.mark.covers("spec-objects-smithing: 4.6")
class TestCurses:
    def cursed(self, game):
        (helm,) = given(game, thing(item_classes.HELM, "Helm", cursed=True))
        wearing.wear(game, helm, "a")
        game.state.energy_used = 0
        return helm

    def test_what_is_cursed_does_not_come_off(self):
        game = bearer()
        helm = self.cursed(game)
        (other,) = given(game, thing(item_classes.HELM, "Great Helm"))
        assert refused(game, wearing.take_off, helm)
        assert refused(game, pack.drop, helm)
        assert refused(game, pack.destroy, helm)
        assert refused(game, wearing.wear, other, "a")

    def test_who_breaks_curses_takes_it_off_and_it_is_marked(self):
        game = bearer(abilities=(ab.CURSE_BREAKING,))
        helm = self.cursed(game)
        wearing.take_off(game, helm)
        assert not helm.cursed
        assert helm.feeling == "uncursed"

    def test_wearing_a_curse_warns_and_marks_what_is_unknown(self):
        game = bearer()
        (helm,) = given(game, thing(item_classes.HELM, "Helm", cursed=True, known=False))
        wearing.wear(game, helm, "a")
        assert helm.feeling == "cursed"
        assert any("cursed" in str(line.text) for line in game.state.said)


# --------------------------------------------------------------------------------- lights


@pytest.mark.covers("spec-objects-smithing: 6.4")
class TestRefuelling:
    def test_a_torch_feeds_a_torch_with_five_turns_more_up_to_3000(self):
        game = bearer()
        game.hero.worn[Slot.LIGHT] = thing(item_classes.LIGHT, "Wooden Torch", timeout=100)
        (torches,) = given(game, thing(item_classes.LIGHT, "Wooden Torch", 2, timeout=500))
        refuelling.refuel(game, torches, "a")
        assert game.hero.worn[Slot.LIGHT].timeout == 605
        assert torches.count == 1

    def test_waste_is_asked_about_first(self):
        game = bearer()
        game.hero.worn[Slot.LIGHT] = thing(item_classes.LIGHT, "Wooden Torch")
        (torch,) = given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        refuelling.refuel(game, torch, "a")
        assert game.state.question.data["action"] == "refuel a"
        assert game.hero.worn[Slot.LIGHT].timeout == 2000
        game.state.sure, game.state.question = True, None
        refuelling.refuel(game, torch, "a")
        assert game.hero.worn[Slot.LIGHT].timeout == 3000
        assert not game.hero.pack

    def test_a_lantern_drinks_oil_or_empties_another_lantern(self):
        game = bearer()
        game.hero.worn[Slot.LIGHT] = thing(item_classes.LIGHT, "Brass Lantern", timeout=100)
        oil, other = (
            thing(item_classes.FLASK, "Flask of oil"),
            thing(item_classes.LIGHT, "Brass Lantern"),
        )
        given(game, oil, other)
        refuelling.refuel(game, oil, "a")
        assert game.hero.worn[Slot.LIGHT].timeout == 3100
        refuelling.refuel(game, other, "a")
        assert game.hero.worn[Slot.LIGHT].timeout == 6100
        assert [item.timeout for item in game.hero.pack] == [0]

    def test_of_several_lanterns_one_is_emptied(self):
        game = bearer()
        game.hero.worn[Slot.LIGHT] = thing(item_classes.LIGHT, "Brass Lantern", timeout=100)
        (others,) = given(game, thing(item_classes.LIGHT, "Brass Lantern", 3, timeout=500))
        refuelling.refuel(game, others, "a")
        assert game.hero.worn[Slot.LIGHT].timeout == 600
        assert sorted((held.timeout, held.count) for held in game.hero.pack) == [(0, 1), (500, 2)]

    def test_a_torch_does_not_feed_a_lantern(self):
        game = bearer()
        game.hero.worn[Slot.LIGHT] = thing(item_classes.LIGHT, "Brass Lantern", timeout=100)
        (torch,) = given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        assert refused(game, refuelling.refuel, torch, "a")
