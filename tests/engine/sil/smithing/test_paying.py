"""The price of a design, the words for what a smith lacks, and what is paid at the end."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.level import terrain
from engine.sil.smithing import costs, designs, forging, workbench
from tests.engine.sil.arena import said
from tests.engine.sil.smithing.smithy import (
    CRAFTS,
    artefact,
    here,
    of_kind,
    press,
    say,
    smithy,
    special,
)
from tests.engine.sil.smithing.test_forge import mithril
from tests.engine.sil.stage import item, kind, refresh

STRENGTH = 19  # the difficulty of a ring of Strength, which costs a point of Strength


def lacks(game, design):
    """Return what keeps the hero from making a design here and now, in words."""
    return [str(each) for each in costs.obstacles(game, design)]


def finish(game, design):
    """Make a design in the one turn that is left of the work."""
    forging.begin(game, design)
    game.hero.work.turns = 1
    game.state.said.clear()
    forging.work_on(game, game.hero.work)


# ---------------------------------------------------------------- what is lacking


@pytest.mark.parametrize(
    ("skill", "words"),
    [(STRENGTH, []), (STRENGTH - 1, ["1 more Smithing"]), (9, ["10 more Smithing"])],
)
def test_a_design_may_be_as_difficult_as_the_smith_is_good(skill, words):
    game = smithy(ab.JEWELLER, skill=skill)
    assert lacks(game, of_kind(game, "Strength")) == words


def test_no_stat_may_fall_below_minus_five():
    for base, drained, words in [
        (0, -4, []),
        (0, -5, ["1 more Str"]),
        (-3, -4, ["3 more Str"]),
        (5, -9, []),
    ]:
        game = smithy(ab.JEWELLER)
        game.hero.stat_base[0], game.hero.stat_drain[0] = base, drained
        game.hero.stat_base[1] = -9  # no price asks for Dexterity
        assert lacks(game, of_kind(game, "Strength")) == words


@pytest.mark.parametrize(
    ("held", "words"),
    [(20, []), (19, ["1 more piece of mithril"]), (0, ["20 more pieces of mithril"])],
)
def test_mithril_is_wanted_for_the_weight_of_the_thing(held, words):
    game = smithy(ab.WEAPONSMITH)
    game.hero.pack = [mithril(held), item("Dagger", count=1)] if held else []
    assert lacks(game, of_kind(game, "Mithril Longsword")) == words


@pytest.mark.parametrize(("unspent", "words"), [(100, []), (99, ["1 more experience"])])
def test_experience_that_a_design_costs_must_be_unspent(unspent, words):
    game = smithy(ab.JEWELLER)
    game.hero.unspent = unspent
    assert lacks(game, of_kind(game, "Cowardice")) == words


def test_every_craft_that_is_missing_is_named():
    game = smithy()
    assert lacks(game, special(smithy(*CRAFTS), "Longsword", "of Gondolin")) == [
        "the ability Weaponsmith", "the ability Enchantment",
    ]  # fmt: skip
    assert lacks(game, artefact(smithy(*CRAFTS), "Longsword")) == [
        "the ability Weaponsmith", "the ability Artifice",
    ]  # fmt: skip


def test_a_forge_needs_uses_left():
    for feature, uses, words in [
        (terrain.FLOOR, 1, ["a forge to stand on"]),
        (terrain.FORGE, 1, ["a forge that is not exhausted"]),
        (terrain.FORGE + 1, 1, []),
        (terrain.FORGE + 1, 3, ["a forge with 3 uses left (this one has 1)"]),
        (terrain.FORGE + 3, 3, []),
        (terrain.ENCHANTED_FORGE + 2, 3, ["a forge with 3 uses left (this one has 2)"]),
    ]:
        game = smithy(*CRAFTS, forge=feature)
        make = artefact if uses == 3 else of_kind
        assert lacks(game, make(game, "Longsword")) == words


def test_an_active_craft_counts_and_one_that_is_off_does_not():
    game = smithy(ab.WEAPONSMITH)
    game.hero.switched_off.append(ab.WEAPONSMITH)
    assert lacks(game, of_kind(game, "Longsword")) == ["the ability Weaponsmith"]


def test_each_class_asks_for_its_craft():
    for name, craft in [
        ("Accuracy", ab.JEWELLER),
        ("Constitution", ab.JEWELLER),
        ("Brass Lantern", ab.JEWELLER),
        ("Terror", ab.JEWELLER),
        ("Robe", ab.ARMOURSMITH),
        ("Pair of Boots", ab.ARMOURSMITH),
        ("Longsword", ab.WEAPONSMITH),
        ("Arrow", ab.WEAPONSMITH),
        ("Shovel", ab.WEAPONSMITH),
    ]:
        game = smithy()
        assert costs.of_design(game, of_kind(game, name)).lacking == (craft,)


def test_a_crown_asks_for_a_weaponsmith():
    assert costs.craft(item_classes.CROWN) == ab.WEAPONSMITH


# ---------------------------------------------------------------- the price in words


def test_a_price_names_all_that_is_paid():
    for make, words in [
        (lambda game: of_kind(game, "Longsword"), "1 use of the forge"),
        (lambda game: artefact(game, "Longsword"), "3 uses of the forge"),
        (lambda game: of_kind(game, "Strength"), "1 Str and 1 use of the forge"),
        (lambda game: of_kind(game, "Secrets"), "250 experience and 1 use of the forge"),
        (lambda game: of_kind(game, "Mithril Longsword"), "20 mithril and 1 use of the forge"),
        (lambda game: artefact(game, "Grace", "GRA", pval=3), "3 Gra and 3 uses of the forge"),
    ]:
        game = smithy(*CRAFTS, skill=99)
        assert str(workbench.costs_in_words(costs.of_design(game, make(game)))) == words


def test_what_a_masterpiece_takes_is_named_before_the_forge():
    game = smithy(ab.JEWELLER, ab.MASTERPIECE, skill=STRENGTH - 2)
    price = costs.of_design(game, of_kind(game, "Strength"))
    assert price.drain == 2
    assert str(workbench.costs_in_words(price)) == (
        "1 Str, 2 Smithing for good and 1 use of the forge"
    )


def test_the_turns_of_the_work_are_ten_a_point_of_difficulty_and_half_for_an_expert():
    for name, expert, turns in [
        ("Dagger", False, 10),
        ("Longsword", False, 20),
        ("Strength", False, 190),
        ("Dagger", True, 10),
        ("Longsword", True, 10),
        ("Strength", True, 95),
    ]:
        game = smithy(*([ab.EXPERTISE] if expert else []))
        assert costs.of_design(game, of_kind(game, name)).turns == turns


# ---------------------------------------------------------------- the work


def test_to_begin_ends_stealth_and_costs_nothing_yet():
    game = smithy(ab.JEWELLER)
    game.hero.stealth_mode = game.hero.stop_stealth = True
    design = of_kind(game, "Strength")
    forging.begin(game, design)
    assert not game.hero.stealth_mode
    assert not game.hero.stop_stealth
    assert said(game) == ["You begin to make a Ring of Strength <+1>."]
    assert (game.hero.work.turns, game.hero.stat_drain[0]) == (190, 0)
    assert game.hero.work.item == design
    assert game.hero.work.item is not design


def test_what_cannot_be_made_is_not_begun():
    game = smithy(skill=0, forge=terrain.FLOOR)
    with pytest.raises(
        IllegalAction,
        match=r"You lack the ability Jeweller, 19 more Smithing and a forge to stand on\.",
    ):
        forging.begin(game, of_kind(game, "Strength"))
    assert game.hero.work is None


def test_a_turn_of_work_takes_a_turn_until_none_is_left():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.hero.work.turns = 2
    assert forging.work_on(game, game.hero.work) is None
    assert (game.hero.work.turns, game.state.energy_used, game.hero.pack) == (1, 100, [])
    game.state.energy_used = 0
    assert forging.work_on(game, game.hero.work) is None
    assert game.state.energy_used == 100
    assert game.hero.work is None
    assert [held.kind for held in game.hero.pack] == [kind("Longsword")]


def test_work_is_broken_off_when_something_is_lacking_and_takes_no_turn():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.level.feature[here(game)] = terrain.FLOOR
    assert str(forging.work_on(game, game.hero.work)) == "you lack a forge to stand on"
    assert (game.hero.work.turns, game.state.energy_used) == (20, 0)


def test_the_price_is_paid_when_the_work_is_done():
    game = smithy(ab.JEWELLER, ab.MASTERPIECE, skill=STRENGTH - 2)
    finish(game, of_kind(game, "Strength"))
    hero = game.hero
    assert hero.stat_drain == [-1, 0, 0, 0]
    assert hero.skill_base[Skill.SMITHING] == STRENGTH - 4
    assert game.level.feature[here(game)] == terrain.FORGE + 2
    assert (hero.derived.stats[0], hero.work) == (-1, None)
    [ring] = hero.pack
    assert ring.known
    assert not ring.spoiled
    assert said(game) == ["You have made a Ring of Strength <+1>."]
    assert (hero.notes[-1].kind, str(hero.notes[-1].text)) == (
        "made",
        "Made a Ring of Strength <+1>",
    )


def test_experience_is_paid_from_what_is_unspent():
    game = smithy(ab.JEWELLER)
    game.lore.aware.append(kind("Secrets"))
    game.hero.experience, game.hero.unspent = 5000, 300
    finish(game, of_kind(game, "Secrets"))
    assert (game.hero.experience, game.hero.unspent) == (5000, 50)


def test_an_artefact_takes_a_number_of_its_own_and_notes_its_depth():
    game = smithy(*CRAFTS, forge=terrain.FORGE + 3)
    game.world.artefacts_forged = 4
    finish(game, artefact(game, "Longsword"))
    [sword] = game.hero.pack
    assert game.world.artefacts_forged == 5
    assert sword.artefact == designs.OWN + 5
    assert sword.extra == game.level.depth
    assert game.lore.artefacts_found == [sword.artefact]
    assert game.level.feature[here(game)] == terrain.FORGE


def test_mithril_is_paid_from_the_last_stacks():
    for stacks, left in [((30,), (10,)), ((99, 12), (91,)), ((99, 20), (99,)), ((5, 15), ())]:
        game = smithy(ab.WEAPONSMITH)
        game.hero.pack = [mithril(number) for number in stacks]
        finish(game, of_kind(game, "Mithril Longsword"))
        kept = [held.count for held in game.hero.pack if held.kind == kind("Piece of Mithril")]
        assert kept == list(left)


# ---------------------------------------------------------------- melting


def melter(*carried, feature=terrain.FORGE + 1):
    game = smithy(forge=feature)
    game.hero.pack = list(carried)
    return game


@pytest.mark.parametrize(
    ("feature", "name", "can"),
    [
        (terrain.FORGE, "Mithril Helm", True),
        (terrain.FLOOR, "Mithril Helm", False),
        (terrain.FORGE + 3, "Helm", False),
    ],
)
def test_mithril_is_melted_at_any_forge(feature, name, can):
    helm = item(name)
    assert forging.can_melt(melter(helm, feature=feature), helm) == can


def test_what_lies_on_the_floor_is_not_melted():
    game, helm = melter(), item("Mithril Helm")
    game.level.floor[here(game)] = [helm]
    assert not forging.can_melt(game, helm)
    with pytest.raises(IllegalAction, match="that you carry or wear"):
        forging.melt(game, helm)


def test_the_pack_needs_room_for_what_comes_of_it():
    for weight, stacks, worn, can in [
        (98, 23, False, True),
        (99, 23, False, False),
        (99, 22, False, True),
        (98, 23, True, False),
        (98, 22, True, True),
        (198, 22, False, False),
        (198, 21, False, True),
    ]:
        helm = item("Mithril Helm", weight=weight)
        others = [item("Dagger", inscription=str(n)) for n in range(stacks - (not worn))]
        game = melter(*others)
        if worn:
            game.hero.worn[Slot.HEAD] = helm
        else:
            game.hero.pack.append(helm)
        assert forging.can_melt(game, helm) == can


def test_melting_takes_one_of_a_stack_and_no_time():
    game = melter(item("Mithril Helm", count=2, weight=30))
    forging.melt(game, game.hero.pack[0])
    counts = {held.kind: held.count for held in game.hero.pack}
    assert counts == {kind("Mithril Helm"): 1, kind("Piece of Mithril"): 30}
    assert game.state.energy_used == 0
    assert said(game) == ["You melt a Mithril Helm [-1,1d3] down to 30 pieces of mithril."]


def test_what_is_cursed_is_not_taken_off_to_be_melted():
    game = melter()
    game.hero.worn[Slot.HEAD] = item("Mithril Helm", cursed=True)
    refresh(game)
    with pytest.raises(IllegalAction, match="You cannot melt what you wear"):
        forging.melt(game, game.hero.worn[Slot.HEAD])
    assert Slot.HEAD in game.hero.worn


def test_melting_what_is_worn_changes_the_hero_at_once():
    game = melter()
    game.hero.worn[Slot.HEAD] = item("Mithril Helm", flags=["LIGHT"])
    refresh(game)
    before = game.hero.derived.light
    say(game, "melt head")
    press(game, "Yes")
    assert game.hero.derived.light == before - 1
