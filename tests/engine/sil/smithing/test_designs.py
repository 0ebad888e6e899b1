"""Designs: the plainest of each kind, enchanted ones, artefacts and their powers."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.smithing import designs
from tests.engine.sil.smithing.smithy import CRAFTS, artefact, of_kind, smithy, special
from tests.engine.sil.stage import kind

SMITH = smithy(*CRAFTS)
DATA = SMITH.data


def test_the_plainest_design_of_a_kind():
    for name, field, value in [
        ("Arrow", "count", 12),
        ("Longsword", "count", 1),
        ("Brass Lantern", "timeout", 0),
        ("Shovel", "pval", 1),
        ("Mattock", "pval", 2),
        ("Accuracy", "attack", 1),
        ("Evasion", "evasion", 1),
        ("Protection", "protection_dice", 1),
        ("Protection", "protection_sides", 1),
        ("Strength", "pval", 1),
        ("Constitution", "pval", 1),
        ("Last Chances", "pval", 0),
    ]:
        item = of_kind(SMITH, name)
        assert getattr(item, field) == value
        assert item.known
        assert item.spoiled


def test_a_copy_shares_nothing_with_the_design():
    sword = artefact(SMITH, "Longsword", "SLAY_ORC", abilities=(ab.POWER,))
    copied = designs.copy(sword)
    assert copied == sword
    copied.flags.append("SLAY_TROLL")
    copied.abilities.clear()
    assert (sword.flags, sword.abilities) == (["SLAY_ORC"], [ab.POWER])


@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("Longsword", 1, "Longsword (+0,2d5) [+1]"),
        ("Arrow", 12, "12 Arrows"),
        ("Arrow", 1, "Arrow"),
    ],
)
def test_the_short_name_of_a_design_has_its_number_and_no_article(name, count, words):
    assert str(designs.short_words(SMITH, of_kind(SMITH, name, count=count))) == words


# ---------------------------------------------------------------- enchanting


def test_which_designs_can_be_enchanted():
    for name, changes, some in [
        ("Longsword", {}, True),
        ("Longsword", {"artefact": designs.OWN}, False),
        ("Terror", {}, False),
        ("Accuracy", {}, False),
        ("Constitution", {}, False),
        ("Shovel", {}, False),
        ("Mattock", {}, True),
        ("Arrow", {}, True),
        ("Arrow", {"attack": 3}, False),
        ("Arrow", {"attack": 3, "special": 1}, True),
        ("Brass Lantern", {}, True),
    ]:
        assert bool(designs.enchantments(DATA, of_kind(SMITH, name, **changes))) == some


def test_an_enchantment_is_offered_for_the_kinds_that_can_bear_it():
    names = {special.name for special in designs.enchantments(DATA, of_kind(SMITH, "Robe"))}
    assert "of Protection" in names
    assert "of Gondolin" not in names
    for record in DATA.specials.values():
        for span in record.fits:
            for sval in (span.lowest - 1, span.lowest, span.highest, span.highest + 1):
                if (span.tval, sval) not in DATA.kinds_by_value:
                    continue
                made = designs.of_kind(DATA, DATA.kind(span.tval, sval))
                inside = any(
                    each.tval == span.tval and sval in range(each.lowest, each.highest + 1)
                    for each in record.fits
                )
                offered = designs.enchantments(DATA, made)
                assert not offered or (record in offered) == inside


def test_an_enchanted_design_keeps_its_weight_and_begins_its_numbers_afresh():
    shield = of_kind(SMITH, "Round Shield", weight=40, evasion=1, protection_sides=4)
    deflecting = next(s for s in designs.enchantments(DATA, shield) if s.name == "of Deflection")
    made = designs.enchant(DATA, shield, deflecting)
    assert (made.weight, made.evasion, made.protection_sides) == (40, 1, 3)
    assert (made.known, made.sensed, made.feeling, made.special) == (
        True, False, "", deflecting.serial,
    )  # fmt: skip
    plain = designs.enchant(DATA, made, None)
    assert (plain.weight, plain.evasion, plain.special) == (40, 0, 0)


# ---------------------------------------------------------------- artifice


def test_no_horn_and_no_special_type_becomes_an_artefact():
    assert designs.can_be_artefact(SMITH, of_kind(SMITH, "Longsword"))
    assert not designs.can_be_artefact(SMITH, of_kind(SMITH, "Terror"))
    assert not designs.can_be_artefact(SMITH, special(SMITH, "Longsword", "of Gondolin"))


@pytest.mark.parametrize(("made", "more"), [(47, True), (48, False)])
def test_forty_eight_artefacts_are_the_most(made, more):
    game = smithy(*CRAFTS)
    game.world.artefacts_forged = made
    assert designs.can_be_artefact(game, of_kind(game, "Longsword")) == more


def test_jewels_begin_anew_as_artefacts_and_a_ring_protects_by_a_die_without_sides():
    ring, amulet = artefact(SMITH, "Accuracy"), artefact(SMITH, "Constitution")
    assert (ring.attack, ring.pval) == (0, 0)
    assert (ring.protection_dice, ring.protection_sides) == (1, 0)
    assert (amulet.pval, amulet.protection_dice) == (0, 0)
    assert DATA.kinds[ring.kind].sval == DATA.kinds[amulet.kind].sval == designs.ANONYMOUS
    again = designs.make_artefact(SMITH, ring)
    assert (again.kind, again.protection_dice) == (ring.kind, 1)


def test_an_artefact_is_one_thing_and_bears_the_heros_name():
    game = smithy(*CRAFTS)
    game.hero.name = "Celebrimbor the Great"
    arrow = designs.make_artefact(game, of_kind(game, "Arrow"))
    assert (arrow.count, arrow.artefact) == (1, designs.OWN)
    assert arrow.title == "of Celebrimbor the "
    assert len(arrow.title) == 19


def test_an_artefact_keeps_the_numbers_of_its_design():
    sword = designs.make_artefact(SMITH, of_kind(SMITH, "Longsword", attack=1, weight=40))
    assert (sword.attack, sword.weight) == (1, 40)


def test_an_artefact_given_up_is_the_plain_kind_and_a_jewel_the_first_of_its_class():
    plain = designs.make_ordinary(DATA, artefact(SMITH, "Longsword", "SLAY_ORC", weight=40))
    assert (plain.kind, plain.artefact, plain.flags, plain.weight) == (
        kind("Longsword"), 0, [], 40,
    )  # fmt: skip
    ring = designs.make_ordinary(DATA, artefact(SMITH, "Accuracy"))
    assert ring.kind == designs.kinds(DATA, DATA.kinds[kind("Accuracy")].tval)[0].serial
    assert ring.artefact == 0


def words(item, group):
    return {one.flag for one in designs.properties(DATA, item, group)}


def test_the_powers_on_offer_are_those_of_the_class_without_the_kinds_own():
    sword = artefact(SMITH, "Longsword")
    assert "SHARPNESS" in words(sword, "melee-powers")
    assert "SHARPNESS" not in words(artefact(SMITH, "War Hammer"), "melee-powers")
    assert words(artefact(SMITH, "Arrow"), "stats") == set()
    assert "SLAY_ORC" in words(artefact(SMITH, "Arrow"), "slays-and-brands")
    assert "SLAY_ORC" not in words(artefact(SMITH, "Arrow"), "resistances")
    mask = artefact(SMITH, "Dwarf Mask")
    assert "RES_FIRE" in DATA.kinds[mask.kind].flags
    assert "RES_FIRE" not in words(mask, "resistances")
    assert "RES_COLD" in words(mask, "resistances")


def test_a_power_is_added_and_taken_away_again():
    sword = artefact(SMITH, "Longsword")
    designs.toggle_property(DATA, sword, "SLAY_ORC")
    assert (sword.flags, sword.pval) == (["SLAY_ORC"], 0)
    designs.toggle_property(DATA, sword, "SLAY_ORC")
    assert sword.flags == []


def test_the_first_power_with_a_number_makes_it_1_and_the_last_takes_it_away():
    sword = artefact(SMITH, "Longsword")
    designs.toggle_property(DATA, sword, "STR")
    assert sword.pval == 1
    sword.pval = 3
    designs.toggle_property(DATA, sword, "DEX")
    assert sword.pval == 3
    designs.toggle_property(DATA, sword, "STR")
    assert sword.pval == 3
    designs.toggle_property(DATA, sword, "DEX")
    assert sword.pval == 0


def test_a_number_lowered_to_nothing_stays_so_when_another_power_comes():
    sword = artefact(SMITH, "Longsword", "STR", pval=0)
    designs.toggle_property(DATA, sword, "SLAY_ORC")
    assert sword.pval == 0
    designs.toggle_property(DATA, sword, "DEX")
    assert sword.pval == 1


def test_a_digger_keeps_the_number_of_its_kind():
    mattock = artefact(SMITH, "Mattock", "STR", pval=4)
    designs.toggle_property(DATA, mattock, "STR")
    assert mattock.pval == 4


def test_an_ability_is_granted_and_taken_away_again():
    sword = artefact(SMITH, "Longsword")
    designs.toggle_ability(sword, ab.POWER)
    assert sword.abilities == [ab.POWER]
    designs.toggle_ability(sword, ab.POWER)
    assert sword.abilities == []


def test_the_fourth_ability_is_the_last():
    sword = artefact(SMITH, "Longsword")
    refs = designs.grantable(DATA, sword, Skill.MELEE)
    for ref in refs[:4]:
        designs.toggle_ability(sword, ref)
    with pytest.raises(IllegalAction, match="at most 4 abilities"):
        designs.toggle_ability(sword, refs[4])
    assert sword.abilities == refs[:4]
    designs.toggle_ability(sword, refs[0])
    designs.toggle_ability(sword, refs[4])
    assert sword.abilities == refs[1:5]


def test_what_a_kind_grants_by_itself_is_not_offered():
    for record in DATA.kinds.values():
        for ref in record.abilities:
            item = designs.of_kind(DATA, record)
            assert ref not in designs.grantable(DATA, item, ref.skill)


def test_only_abilities_of_the_skill_are_offered_and_never_its_last():
    gloves = artefact(SMITH, "Set of Gloves")
    for skill in Skill:
        refs = designs.grantable(DATA, gloves, skill)
        assert {ref.skill for ref in refs} <= {skill}
        numbers = [each.number for each in DATA.abilities.values() if each.skill == skill]
        assert max(numbers) not in {ref.number for ref in refs}
