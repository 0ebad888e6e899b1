"""The pack: room and order, what is like what, what is laid down, and what it is worth."""

import pytest

from engine.contract.action import IllegalAction
from engine.contract.facts import Lost
from engine.contract.texts import text
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes, pack, stacking
from tests.engine.sil.arena import said
from tests.engine.sil.items.things import artefact, bearer, lying, special, thing
from tests.engine.sil.stage import item, refresh


def full(*others):
    """Return a hero whose pack has room for no other stack but these."""
    game = bearer()
    fillers = [item("Dagger", inscription=str(n)) for n in range(pack.ROOM - len(others))]
    game.hero.pack = [*fillers, *others]
    refresh(game)
    return game


# ---------------------------------------------------------------- weight and room


@pytest.mark.parametrize(("more", "heavy"), [(0, False), (1, True)])
def test_half_as_much_again_as_he_carries_with_ease_is_the_most(more, heavy):
    game = bearer()
    hero = game.hero
    hero.derived.capacity, hero.derived.burden = 101, 100
    assert pack.heaviest(game) == 151
    assert pack.too_heavy(game, item("Dagger", weight=51 + more)) == heavy


@pytest.mark.parametrize(
    ("stacks", "count", "room"), [(22, 99, True), (23, 39, True), (23, 40, False)]
)
def test_a_full_pack_has_room_for_what_its_stacks_can_take(stacks, count, room):
    game = full(item("Arrow", count=60))
    del game.hero.pack[: 23 - stacks]
    assert pack.has_room(game, item("Arrow", count=count)) == room


def test_several_stacks_share_what_is_taken_up():
    game = full(item("Arrow", count=90), item("Arrow", count=95))
    assert pack.has_room(game, item("Arrow", count=13))
    assert not pack.has_room(game, item("Arrow", count=14))


def test_arrows_go_into_a_quiver_of_their_like_first():
    game = bearer()
    game.hero.worn[Slot.QUIVER2] = item("Arrow", count=90)
    home = pack.carry(game, item("Arrow", count=9, pickup=True))
    assert home is game.hero.worn[Slot.QUIVER2]
    assert (home.count, game.hero.pack) == (99, [])
    rest = pack.carry(game, item("Arrow", count=5))
    assert (rest.count, game.hero.pack) == (5, [rest])


def test_what_is_taken_up_is_nobodys_any_more():
    game = bearer()
    arrow = pack.carry(game, item("Arrow", pickup=True, seen_by=1, left_by=1))
    assert (arrow.pickup, arrow.seen_by, arrow.left_by) == (False, 0, 0)


def test_of_one_stack_too_many_the_last_in_order_falls():
    game = full()
    shield = pack.carry(game, item("Round Shield"))
    assert len(game.hero.pack) == 23
    assert shield in game.hero.pack
    [fallen] = [i for heap in game.level.floor.values() for i in heap]
    assert fallen.inscription == "22"
    assert said(game) == ["There is no room for a Dagger (+0,1d5) {22}: it falls."]
    sword = pack.carry(game, item("Longsword"))
    assert sword not in game.hero.pack


# ---------------------------------------------------------------- taking out, laying down


def test_part_of_a_stack_leaves_the_rest_where_it_is():
    game = bearer()
    game.hero.pack = [item("Arrow", count=5)]
    assert pack.take_out(game, game.hero.pack[0], 2).count == 2
    assert [i.count for i in game.hero.pack] == [3]
    whole = pack.take_out(game, game.hero.pack[0], 3)
    assert (whole.count, game.hero.pack) == (3, [])


def test_things_are_taken_from_the_body_and_from_the_floor_too():
    game = bearer()
    helm, sword, other = item("Helm"), item("Longsword"), item("Dagger")
    game.hero.worn[Slot.HEAD] = helm
    lying(game, sword, other)
    pack.take_out(game, helm)
    pack.take_out(game, sword)
    assert game.hero.worn == {}
    assert pack.underfoot(game) == [other]
    pack.take_out(game, other)
    assert game.level.floor == {}


def test_laying_down_takes_a_turn_and_is_told():
    game = bearer()
    game.hero.pack = [item("Arrow", count=5)]
    pack.drop(game, game.hero.pack[0], 2)
    assert said(game) == ["You put down 2 Arrows."]
    assert game.state.energy_used == 100
    [left] = pack.underfoot(game)
    assert (left.count, game.hero.pack[0].count) == (2, 3)
    with pytest.raises(IllegalAction, match="lies on the floor already"):
        pack.drop(game, left)


def test_no_more_is_laid_down_than_there_is():
    for wanted, fits in [(0, False), (1, True), (5, True), (6, False)]:
        game = bearer()
        game.hero.pack = [item("Arrow", count=5)]
        if fits:
            pack.drop(game, game.hero.pack[0], wanted)
        else:
            with pytest.raises(IllegalAction, match=f"There are 5, not {wanted}"):
                pack.drop(game, game.hero.pack[0], wanted)
            assert game.state.energy_used == 0


def test_a_thing_that_is_broken_is_lost_and_a_known_artefact_is_not_broken():
    game = bearer()
    game.hero.pack = [item("Arrow", count=5)]
    pack.destroy(game, game.hero.pack[0], 2)
    assert said(game) == ["You destroy 2 Arrows."]
    assert (game.hero.pack[0].count, game.state.energy_used) == (3, 100)
    assert isinstance(game.state.said[-1].fact, Lost)
    assert game.state.said[-1].fact.thing.count == 2
    game.hero.pack = [item("Longsword", artefact=artefact("'Ringil'"))]
    with pytest.raises(IllegalAction, match="That cannot be destroyed"):
        pack.destroy(game, game.hero.pack[0])


def test_an_unknown_artefact_withstands_and_is_felt():
    game = bearer()
    sword = item("Longsword", artefact=artefact("'Ringil'"), known=False)
    game.hero.pack = [sword]
    pack.destroy(game, sword)
    assert game.hero.pack == [sword]
    assert (sword.sensed, sword.feeling, game.state.energy_used) == (True, "special", 100)
    assert said(game) == ["a Longsword (+0,2d5) [+1] withstands you."]


# ---------------------------------------------------------------- curses


def worn_cursed(*abilities, known=False):
    game = bearer(abilities=abilities)
    helm = item("Helm", cursed=True, known=known)
    game.hero.worn[Slot.HEAD] = helm
    refresh(game)
    return game, helm


def test_a_curse_binds_what_is_worn_and_nothing_else():
    game, helm = worn_cursed()
    assert pack.is_bound(game, helm)
    assert not pack.is_bound(game, item("Helm", cursed=True))
    helm.cursed = False
    assert not pack.is_bound(game, helm)
    assert not pack.is_bound(*worn_cursed(ab.CURSE_BREAKING))


def test_only_who_breaks_curses_takes_cursed_things_off():
    game, helm = worn_cursed()
    with pytest.raises(IllegalAction, match="no"):
        pack.free_of_curse(game, helm, text("no"))
    assert helm.cursed
    game, helm = worn_cursed(ab.CURSE_BREAKING)
    pack.free_of_curse(game, helm, text("no"))
    assert (helm.cursed, helm.sensed, helm.feeling) == (False, True, "uncursed")
    assert said(game) == ["You break the curse."]


def test_what_is_not_worn_is_free_whatever_lies_on_it():
    game = bearer()
    helm = item("Helm", cursed=True)
    pack.free_of_curse(game, helm, text("no"))
    assert (helm.cursed, said(game)) == (True, [])


def test_a_known_thing_that_is_uncursed_is_not_sensed_anew():
    helm = item("Helm", cursed=True, known=True)
    pack.uncurse(bearer(), helm)
    assert (helm.sensed, helm.feeling) == (False, "uncursed")


def test_what_nobody_would_miss():
    for changes, worthless in [
        ({}, False),
        ({"broken": True}, True),
        ({"broken": True, "special": 1, "known": False}, False),
        ({"broken": True, "special": 1, "known": True}, True),
        ({"broken": False, "special": 1, "known": True}, False),
        ({"broken": True, "artefact": 20, "known": False}, False),
    ]:
        assert pack.is_worthless(bearer(), item("Longsword", **changes)) == worthless


def test_a_kind_that_costs_nothing_is_worthless_once_it_is_known():
    game = bearer()
    kinds = [k for k in game.data.kinds.values() if k.cost == 0 and k.serial in game.world.flavours]
    made = thing(kinds[0].tval, kinds[0].name.replace("& ", "").replace("~", ""), broken=False)
    assert not pack.is_worthless(game, made)
    game.lore.aware.append(made.kind)
    assert pack.is_worthless(game, made)


def test_a_note_is_cut_at_forty_letters_and_loses_its_idle_spaces():
    sword = item("Longsword")
    pack.inscribe(sword, "  keep   this ")
    assert sword.inscription == "keep this"
    pack.inscribe(sword, "x" * 50)
    assert sword.inscription == "x" * 40
    pack.inscribe(sword, " ")
    assert sword.inscription == ""


# ---------------------------------------------------------------- what is like what


def test_swords_that_differ_in_anything_do_not_stack():
    for changes in [
        {"weight": 31},
        {"count": 99},
        {"artefact": 20},
        {"cursed": True},
        {"broken": True},
        {"inscription": "@1"},
        {"feeling": "special"},
        {"attack": 1},
        {"evasion": 2},
        {"damage_dice": 3},
        {"damage_sides": 6},
        {"pval": 1},
        {"special": 1},
        {"abilities": [ab.POWER]},
        {"flags": ["LIGHT"]},
        {"known": False},
        {"protection_dice": 1, "protection_sides": 1},
        {"timeout": 3},
    ]:
        game = bearer()
        one, other = item("Longsword", count=2), item("Longsword", count=3)
        assert stacking.are_alike(game, one, other)
        for field, value in changes.items():
            setattr(other, field, value)
        assert not stacking.are_alike(game, one, other)
        assert not stacking.are_alike(game, other, one)


@pytest.mark.parametrize("changes", [{"protection_dice": 1}, {"protection_sides": 2}])
def test_dice_of_protection_that_come_to_nothing_are_alike(changes):
    assert stacking.are_alike(bearer(), item("Longsword"), item("Longsword", **changes))


@pytest.mark.parametrize(
    ("tval", "name"),
    [(item_classes.FOOD, "Rage"), (item_classes.POTION, "Healing"), (item_classes.HORN, "Terror")],
)
def test_herbs_potions_and_horns_stack_known_or_not(tval, name):
    game = bearer()
    assert stacking.are_alike(game, thing(tval, name, known=True), thing(tval, name, known=False))


def test_unknown_swords_stack_with_their_like_and_unknown_jewels_do_not():
    game = bearer()
    assert stacking.are_alike(game, item("Longsword", known=False), item("Longsword", known=False))
    lamps = [item("Feanorian Lamp", known=False) for _ in range(2)]
    assert not stacking.are_alike(game, *lamps)


def test_a_merged_stack_is_known_and_seen_as_its_parts_were():
    into, other = item("Arrow", count=95, seen_by=1, known=False), item("Arrow", count=6, seen_by=2)
    stacking.merge(into, other)
    assert (into.count, other.count) == (99, 2)
    assert (into.known, into.seen_by) == (True, 3)


# ---------------------------------------------------------------- order and value


def test_things_of_a_kind_are_ordered_by_their_name_their_feeling_and_their_worth():
    game = bearer()
    best = [
        item("Longsword", artefact=artefact("'Ringil'"), known=True),
        item("Longsword", artefact=artefact("'Ringil'"), known=False, sensed=True),
        item("Longsword", special=special("of Gondolin"), known=True),
        item("Longsword", special=special("of Gondolin"), known=False, sensed=True),
        item("Longsword", attack=1),
        item("Longsword", weight=25),
        item("Longsword", weight=35),
        item("Longsword", cursed=True),
    ]
    game.hero.pack = list(reversed(best))
    pack.tidy(game)
    assert game.hero.pack == best


def test_fuller_torches_come_first():
    game = bearer()
    game.hero.pack = [item("Wooden Torch", timeout=n) for n in (5, 900, 40)]
    pack.tidy(game)
    assert [torch.timeout for torch in game.hero.pack] == [900, 40, 5]


def worth(made, *, aware=True):
    game = bearer()
    if aware:
        game.lore.aware.append(made.kind)
    return stacking.value(game, made)


def test_unknown_things_are_worth_what_their_class_is():
    for tval, name, value in [
        (item_classes.FOOD, "Rage", 5),
        (item_classes.POTION, "Healing", 20),
        (item_classes.RING, "Accuracy", 45),
        (item_classes.AMULET, "Constitution", 45),
        (item_classes.STAFF, "Light", 70),
        (item_classes.HORN, "Terror", 90),
    ]:
        assert worth(thing(tval, name), aware=False) == value


def test_what_is_cursed_or_broken_is_worth_nothing():
    assert worth(item("Longsword", cursed=True)) == worth(item("Longsword", broken=True)) == 0


def test_better_numbers_are_worth_more():
    for changes, more in [
        ({"attack": 1}, 100),
        ({"attack": -1}, -100),
        ({"evasion": 2}, 100),
        ({"damage_sides": 6}, 200),
        ({"damage_dice": 3}, 500),
        ({"protection_dice": 2, "protection_sides": 3}, 600),
        ({"flags": ["STR"], "pval": 2}, 600),
        ({"flags": ["NEG_STR"], "pval": 2}, -600),
        ({"flags": ["STEALTH", "SONG"], "pval": 2}, 400),
        ({"flags": ["TUNNEL"], "pval": 2}, 100),
        ({"flags": ["SPEED"]}, 1000),
        ({"attack": 1, "known": False}, 0),
    ]:
        assert worth(item("Longsword", **changes)) == worth(item("Longsword")) + more


def test_known_specials_and_artefacts_are_worth_their_own_price():
    game = bearer()
    plain = worth(item("Longsword"))
    record = game.data.specials[special("of Gondolin")]
    assert worth(item("Longsword", special=record.serial)) == plain + record.cost
    ringil = artefact("'Ringil'")
    assert worth(item("Longsword", artefact=ringil)) == game.data.artefacts[ringil].cost
