"""Stacks and the order of the pack: laws for all things."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sil.items import item_classes, item_creation, pack, stacking
from tests.engine.sil import stage
from tests.engine.sil.items import things
from tests.engine.sil.items.things import artefact, bearer, special, thing
from tests.rolled import dice_for

ANYTHING = st.lists(
    st.tuples(
        st.integers(0, 2**31), st.sampled_from([1, 5, 9, 14, 19]), st.booleans(), st.integers(1, 60)
    ),
    max_size=30,
)


def _made(game, found):
    """Objects of all sorts, some of them known."""
    items = []
    for seed, level, known, count in found:
        stream = dice_for(seed.to_bytes(16, "big")).level
        item = item_creation.make_object(game, stream, level)
        if item is None:
            continue
        item.known = item.known or known
        if not item.artefact and item_classes.kind_of(game.data, item).tval in (
            item_classes.ARROW,
            item_classes.POTION,
        ):
            item.count = count
        items.append(item)
    return items


@pytest.mark.covers("spec-objects-smithing: 6.1", "spec-objects-smithing: 6.2")
@given(ANYTHING)
@pytest.mark.covers(
    "spec-objects-smithing: 0. Conventions",
    "spec-objects-smithing: 1. What an object instance stores",
)
def test_no_thing_and_no_weight_is_lost_by_stacking(found):
    game = bearer()
    items = _made(game, found)
    number = sum(item.count for item in items)
    weight = sum(item.count * item.weight for item in items)
    for item in items:
        pack.carry(game, item)
    assert things.units(game) == number
    assert things.weight(game) == weight
    assert len(game.hero.pack) <= pack.ROOM
    assert all(1 <= item.count <= stacking.MOST for item in game.hero.pack)


@pytest.mark.covers("spec-objects-smithing: 6.3")
@given(ANYTHING)
def test_the_order_of_the_pack_is_stable(found):
    game = bearer()
    for item in _made(game, found):
        pack.carry(game, item)
    before = list(game.hero.pack)
    pack.tidy(game)
    assert game.hero.pack == before
    game.hero.pack.reverse()
    pack.tidy(game)
    keys = [stacking.order(game, item) for item in game.hero.pack]
    assert keys == sorted(keys)


def test_of_a_kind_what_bears_a_name_comes_first_and_the_known_before_the_felt():
    game = bearer()
    named = {"artefact": artefact("'Ringil'")}, {"special": special("of Gondolin")}
    how = {"known": True, "sensed": True}, {"known": False, "sensed": True}
    swords = [stage.item("Longsword", **name, **state) for name in named for state in how]
    swords += [stage.item("Longsword", **name, known=False) for name in named]
    ranks = [stacking.order(game, sword)[4] for sword in swords]
    assert ranks == [0, 1, 2, 3, 4, 4]


@given(ANYTHING)
def test_likeness_is_mutual(found):
    game = bearer()
    items = _made(game, found)
    for one in items:
        for other in items:
            if one is not other:
                assert stacking.are_alike(game, one, other) == stacking.are_alike(game, other, one)


@given(st.integers(1, 99), st.data())
@pytest.mark.covers("spec-objects-smithing: 1. What an object instance stores")
def test_what_is_split_off_comes_back_whole(count, draw):
    game = bearer()
    arrows = thing(item_classes.ARROW, "Arrow", count)
    part = draw.draw(st.integers(1, count))
    taken = stacking.split(arrows, part)
    assert (taken.count, arrows.count) == (part, count - part)
    if arrows.count:
        assert stacking.are_alike(game, arrows, taken) == (max(part, count - part) < 99)
        stacking.merge(arrows, taken)
        assert (arrows.count, taken.count) == (count, 0)


def test_a_stack_is_never_of_more_than_99():
    game = bearer()
    things.given(
        game, thing(item_classes.ARROW, "Arrow", 70), thing(item_classes.ARROW, "Arrow", 50)
    )
    assert sorted(item.count for item in game.hero.pack) == [21, 99]


@pytest.mark.covers("spec-objects-smithing: 14. Hard-to-get-right list")
def test_staffs_chests_and_bones_never_stack():
    game = bearer()
    for tval, name in (
        (item_classes.STAFF, "Light"),
        (item_classes.CHEST, "Small wooden chest"),
        (item_classes.SKELETON, "Orc Skeleton"),
    ):
        one, other = thing(tval, name, known=True), thing(tval, name, known=True)
        assert not stacking.are_alike(game, one, other)


def test_rings_stack_only_when_both_are_known():
    game = bearer()
    one, other = (thing(item_classes.RING, "Evasion", evasion=1) for _ in range(2))
    assert not stacking.are_alike(game, one, other)
    one.known = other.known = True
    assert stacking.are_alike(game, one, other)


def test_torches_of_different_fuel_do_not_stack():
    game = bearer()
    one, other = (thing(item_classes.LIGHT, "Wooden Torch") for _ in range(2))
    assert stacking.are_alike(game, one, other)
    other.timeout -= 1
    assert not stacking.are_alike(game, one, other)


def test_artefacts_never_stack():
    game = bearer()
    one, other = (thing(item_classes.SWORD, "Longsword", artefact=50) for _ in range(2))
    assert not stacking.are_alike(game, one, other)


def test_the_pack_begins_with_the_highest_class_and_known_things():
    game = bearer()
    potions = [k.serial for k in game.data.kinds.values() if k.tval == item_classes.POTION]
    game.lore.aware.append(potions[5])
    items = [
        item_creation.of_kind(game.data, potions[0]),
        item_creation.of_kind(game.data, potions[5]),
        thing(item_classes.FOOD, "Rage"),
    ]
    things.given(game, thing(item_classes.SWORD, "Dagger"), *items)
    order = [
        (item_classes.kind_of(game.data, i).tval, i.kind in game.lore.aware) for i in game.hero.pack
    ]
    assert [tval for tval, _ in order] == [
        item_classes.FOOD,
        *[item_classes.POTION] * 2,
        item_classes.SWORD,
    ]
    assert order[1][1]
    assert not order[2][1]
