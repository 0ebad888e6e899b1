"""Names of things as far as the hero knows them: numbers, states, flavours and tags."""

import pytest

from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes, item_handles, item_names
from tests.engine.sil.items.things import artefact, bearer, special, thing
from tests.engine.sil.stage import item, refresh

BREAD, CHEST = "Piece of Dark Bread", "Small wooden chest"


def named(made, game=None, **how):
    return item_names.name(game or bearer(), made, **how)


def test_a_name_has_the_numbers_that_are_known():
    for made, name in [
        (item("Longsword"), "a Longsword (+0,2d5) [+1]"),
        (item("Longsword", attack=-1, evasion=0), "a Longsword (-1,2d5)"),
        (item("Arrow", count=3, attack=3), "3 Arrows (+3)"),
        (item("Arrow", count=0), "no more Arrows"),
        (item("Round Shield"), "a Round Shield [+0,1d3]"),
        (item("Round Shield", protection_sides=0), "a Round Shield"),
        (item("Round Shield", protection_dice=0, evasion=2), "a Round Shield [+2]"),
        (item("Mail Corslet"), "a Mail Corslet (-1) [-3,2d4]"),
        (item("Shovel", pval=2), "a Shovel (-3,2d2) <+2>"),
        (item("Wooden Torch", timeout=7), "a Wooden Torch (7 turns)"),
        (item("Feanorian Lamp", timeout=7), "a Feanorian Lamp (recharging)"),
        (item("Feanorian Lamp", timeout=7, known=False), "a Feanorian Lamp"),
        (item("Lesser Jewel"), "a Lesser Jewel"),
        (item(BREAD, count=2), "2 Pieces of Dark Bread"),
        (item("Longsword", title="of Beren", artefact=201), "The Longsword of Beren (+0,2d5) [+1]"),
    ]:
        assert named(made) == name


def test_a_name_grows_with_its_mode():
    for mode, name in [
        (item_names.BASE, "a Longsword"),
        (item_names.NAMED, "a Longsword of Gondolin"),
        (item_names.COMBAT, "a Longsword of Gondolin (+0,2d5) [+1]"),
        (item_names.CHARGES, "a Longsword of Gondolin (+0,2d5) [+1]"),
        (item_names.FULL, "a Longsword of Gondolin (+0,2d5) [+1] {mine}"),
    ]:
        made = item("Longsword", special=special("of Gondolin"), inscription="mine")
        assert named(made, mode=mode) == name


def test_names_without_an_article_have_no_number_either():
    assert named(item("Arrow", count=3), article=False) == "Arrows"
    assert named(item("Dagger"), article=False, mode=item_names.BASE) == "Dagger"


def test_the_plural_stands_where_the_name_has_its_mark():
    for template, one, many in [
        ("& Wooden Torch~", "Wooden Torch", "Wooden Torches"),
        ("& Brass Lantern~", "Brass Lantern", "Brass Lanterns"),
        ("& Pair~ of Boots", "Pair of Boots", "Pairs of Boots"),
        ("& Cutlass~", "Cutlass", "Cutlasses"),
        ("Mail", "Mail", "Mail"),
        ("~x", "x", "sx"),
    ]:
        assert (item_names.singular(template), item_names.plural(template)) == (one, many)


# ---------------------------------------------------------------- flavours


def test_an_unknown_kind_goes_by_its_flavour_and_a_known_one_by_both():
    game = bearer()
    potion = thing(item_classes.POTION, "Healing")
    word = game.data.flavours[game.world.flavours[potion.kind]].word
    assert named(potion, game, article=False) == f"{word} Potion"
    game.lore.tried.append(potion.kind)
    assert named(potion, game, article=False) == f"{word} Potion {{tried}}"
    game.lore.aware.append(potion.kind)
    assert named(potion, game, article=False) == f"{word} Potion of Healing"
    game.world.flavours.clear()
    assert named(potion, game) == "a Potion of Healing"


def test_an_unknown_ring_keeps_its_numbers_to_itself():
    game = bearer()
    ring = thing(item_classes.RING, "Accuracy", attack=2, known=False)
    assert "+2" not in named(ring, game)
    ring.known = True
    assert named(ring, game).endswith(" (+2)")


def test_a_jewel_of_a_known_kind_that_is_an_artefact_goes_by_the_kinds_name():
    game = bearer()
    ring = thing(item_classes.RING, "Accuracy", artefact=artefact("of Barahir"), known=True)
    game.lore.aware.append(ring.kind)
    assert named(ring, game, mode=item_names.NAMED) == "The Accuracy of Barahir"


@pytest.mark.parametrize(
    ("artefact_", "aware", "name"),
    [("", True, "{word} Ring of Accuracy"), ("", False, "{word} Ring"),
     ("of Barahir", False, "{word} Ring of Barahir")],
)  # fmt: skip
def test_other_jewels_go_by_their_looks_and_by_their_kind_once_it_is_known(artefact_, aware, name):
    game = bearer()
    serial = artefact(artefact_) if artefact_ else 0
    ring = thing(item_classes.RING, "Accuracy", artefact=serial, known=bool(artefact_))
    word = game.data.flavours[game.world.flavours[ring.kind]].word
    if aware:
        game.lore.aware.append(ring.kind)
    shown = named(ring, game, mode=item_names.NAMED, article=False)
    assert shown == name.format(word=word)


# ---------------------------------------------------------------- staffs, chests, bones


def test_a_staff_shows_half_its_charges_to_who_does_not_channel():
    for pval, channelling, charges in [
        (8, False, "(4 charges)"),
        (8, True, "(8 charges)"),
        (1, True, "(1 charge)"),
        (1, False, "(0 charge)"),
        (2, False, "(1 charges)"),
        (0, False, "(0 charges)"),
    ]:
        staff = thing(item_classes.STAFF, "Light", pval=pval, known=True)
        told = str(item_names.words(bearer(), staff, channelling=channelling))
        assert told.endswith(charges)


def test_an_unknown_staff_counts_its_uses_until_it_is_empty():
    for extra, empty, ending in [
        (0, False, "Staff"),
        (1, False, "(used 1 time)"),
        (2, False, "(used 2 times)"),
        (2, True, "{empty}"),
    ]:
        staff = thing(item_classes.STAFF, "Light", pval=8, extra=extra, empty=empty)
        assert named(staff).endswith(ending)


def test_who_channels_reads_the_whole_charge_of_what_he_carries():
    game = bearer(abilities=(ab.CHANNELING,))
    staff = thing(item_classes.STAFF, "Light", pval=8, known=True)
    assert item_handles.item_name(game, staff).endswith("(8 charges)")
    assert item_handles.item_name(bearer(), staff).endswith("(4 charges)")


def test_a_chest_shows_its_lock_and_trap_when_they_are_known():
    for pval, known, state in [
        (4, True, " (Locked)"),
        (1, True, " (Gas Trap)"),
        (9, True, " (Poison Needle)"),
        (17, True, " (Multiple Traps)"),
        (25, True, " (Multiple Traps)"),
        (99, True, " (Multiple Traps)"),
        (-1, True, " (disarmed)"),
        (-4, True, " (unlocked)"),
        (0, True, " (empty)"),
        (9, False, ""),
        (0, False, ""),
    ]:
        chest = thing(item_classes.CHEST, CHEST, pval=pval, known=known)
        assert named(chest) == f"a {CHEST}{state}"


def test_a_present_shows_neither():
    present = thing(item_classes.CHEST, "Finely wrapped present", pval=9, known=True)
    assert named(present) == "a Finely wrapped present"


@pytest.mark.parametrize(("pval", "state"), [(1, ""), (0, " (searched)")])
def test_bones_show_whether_they_were_searched(pval, state):
    bones = thing(item_classes.SKELETON, "Orc Skeleton", pval=pval)
    assert named(bones) == f"an Orc Skeleton{state}"


# ---------------------------------------------------------------- tags


def test_a_note_and_a_feeling_stand_in_braces():
    for changes, tag in [
        ({}, ""),
        ({"inscription": "@1"}, " {@1}"),
        ({"feeling": "special"}, " {special}"),
        ({"feeling": "special", "inscription": "@1"}, " {@1, special}"),
        ({"cursed": True}, " {cursed}"),
        ({"cursed": True, "known": False}, ""),
        ({"cursed": True, "feeling": "uncursed"}, " {uncursed}"),
        ({"feeling": "average"}, ""),
        ({"feeling": "average", "inscription": "@1"}, " {@1}"),
        ({"empty": True, "known": False}, ""),
    ]:
        assert named(item("Longsword", **changes)) == f"a Longsword (+0,2d5) [+1]{tag}"


# ---------------------------------------------------------------- the hand that is free


def test_a_hand_and_a_half_blade_gains_two_sides_while_the_other_hand_is_free():
    game = bearer()
    sword = thing(item_classes.SWORD, "Bastard Sword")
    sides = sword.damage_sides
    assert f"3d{sides})" in item_handles.item_name(game, sword)
    game.hero.worn[Slot.WEAPON] = sword
    refresh(game)
    assert f"3d{sides + 2})" in str(item_handles.item_words(bearer_of(game), sword))
    game.hero.worn[Slot.ARM] = item("Round Shield")
    assert not item_handles.has_free_hand(game, sword)
    dagger = item("Dagger")
    game.hero.worn = {Slot.WEAPON: dagger}
    assert item_handles.has_free_hand(game, dagger)
    assert not item_handles.has_free_hand(game, item("Dagger"))


def bearer_of(game):
    """Return another view of the same game, which has kept no names."""
    return type(game)(game.state, game.data)


# ---------------------------------------------------------------- references


def test_facts_name_a_thing_by_its_kind_or_its_flavour():
    game = bearer()
    potion = thing(item_classes.POTION, "Healing", 3)
    word = game.data.flavours[game.world.flavours[potion.kind]].word
    unknown = item_names.reference(game, potion)
    assert (unknown.kind, unknown.count) == (f"{word} potion".lower().replace(" ", "-"), 3)
    game.lore.aware.append(potion.kind)
    known = item_names.reference(game, potion, 2)
    assert (known.kind, known.count) == ("potion-of-healing", 2)
    assert item_names.reference(game, item("Wooden Torch")).kind == "wooden-torch"
