"""Planning at the workbench and working at the forge."""

import random

import pytest

from engine.common.plans import Stop
from engine.contract.action import IllegalAction
from engine.sil.clock import turn_order
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import flavours, item_classes, item_names
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.sil.smithing import costs, designs, forging, limits, workbench
from tests.engine.sil.smithing.smithy import (
    CRAFTS,
    SIL,
    artefact,
    bounds,
    here,
    labels,
    of_kind,
    press,
    say,
    smithy,
    special,
)
from tests.engine.sil.stage import foe, item, kind, refresh


def forge(game, design, name="it"):
    """Make a design, in as many actions as it takes; the made item."""
    game.knowledge.designs[name] = design
    lines = say(game, f"forge {name}")
    while game.hero.work is not None and not game.state.question:
        lines += say(game, "forge")
    return lines


def made(game):
    """Return the items in the pack that are no mithril."""
    return [i for i in game.hero.pack if game.data.kinds[i.kind].tval != item_classes.MITHRIL]


def mithril(pieces):
    return item("Piece of Mithril", count=pieces)


# ------------------------------------------------------------------------------ at the card


def test_a_battle_axe_of_given_plusses_is_planned_and_forged_in_twenty_presses():
    game = smithy(ab.WEAPONSMITH)
    presses = ("Work at the forge", "Axes and polearms", "Battle Axe", "Attack +",
               "Damage sides +", "Weight +", "Weight +", "Make it")  # fmt: skip
    for count, label in enumerate(presses, 1):
        press(game, label)
        assert count <= 20
    while game.hero.work is not None:
        press(game, "Go on")
        count += 1
    assert count <= 20
    (axe,) = made(game)
    plain = game.data.kinds[axe.kind]
    assert axe.attack == plain.attack + 1
    assert axe.damage_sides == plain.damage.sides + 1
    assert axe.weight == plain.weight + 10
    assert axe.known
    assert not axe.spoiled


def test_the_card_says_difficulty_costs_and_what_is_missing():
    game = smithy(ab.WEAPONSMITH, skill=3)
    press(
        game, "Work at the forge", "Axes and polearms", "Battle Axe", "Attack +", "Damage sides +"
    )
    question = str(SIL.view(game.state, 0).question)
    design = game.hero.design
    hardness = costs.of_design(game, design).difficulty
    assert f"Difficulty {hardness} of your 3" in question
    assert "1 use of the forge" in question
    assert f"You lack {hardness - 3} more Smithing." in question
    assert not any(label.startswith("Make it") for label in labels(game))


def test_steppers_have_one_button_up_and_one_down():
    game = smithy(ab.WEAPONSMITH)
    press(game, "Work at the forge", "Swords", "Longsword", "Attack +")
    offers = [o for o in SIL.legal(game.state, 0) if o.stepper == "attack"]
    assert [o.lowers for o in offers] == [True]  # it cannot be raised further
    assert {o.stepper for o in SIL.legal(game.state, 0)} >= {"attack", "damage_sides", "weight"}


@pytest.mark.covers("spec-objects-smithing: 9.2")
def test_planning_goes_on_anywhere_and_takes_no_time():
    game = smithy(*CRAFTS, forge=terrain.FLOOR)
    turns = game.hero.turns
    press(game, "Plan smithing", "Rings", "Ring of Accuracy", "Attack +", "Save the plan")
    view = SIL.view(game.state, 0)
    assert view.prompt is not None
    assert view.prompt.verb == "answer"
    say(game, "answer Sure Aim")
    assert "You lack a forge to stand on." in str(SIL.view(game.state, 0).question)
    press(game, "Leave")
    assert list(game.knowledge.designs) == ["Sure Aim"]
    assert game.hero.turns == turns
    assert SIL.load(SIL.dump(game.state)) == game.state


def test_every_screen_leads_back():
    game = smithy(*CRAFTS)
    press(game, "Work at the forge", "Swords", "Longsword", "Enchant", "of Gondolin", "Enchant",
          "No enchantment", "Artifice", "Make it an artefact", "Slays and brands", "Add Slay orcs",
          "Without Slay orcs", "Back", "Melee abilities", "Add Power", "Back", "Name it", "Keep",
          "Name it")  # fmt: skip
    say(game, "answer 'Gurthang'")
    press(game, "Back")
    assert str(game.state.question.text).startswith("The Longsword 'Gurthang'")
    press(game, "Artifice", "No artefact after all", "Leave")
    assert game.hero.design == of_kind(game, "Longsword")


def test_autoplay_leaves_the_workbench():
    game = smithy(*CRAFTS)
    for start in ("smith", "smith"):
        say(game, start)
        press(game, "Swords")
        for _ in range(4):
            if game.state.question:
                say(game, str(SIL.advise(game.state, 0).action))
        assert game.state.question is None


def test_stepping_on_a_forge_says_so_and_the_alt_text_names_it():
    game = smithy(forge=terrain.FLOOR)
    game.level.feature[here(game) + 1] = terrain.ENCHANTED_FORGE + 3
    assert "enchanted forge (3 uses remaining)" in str(SIL.view(game.state, 0).alt)
    assert "You stand at an enchanted forge (3 uses remaining)." in say(game, "step e")
    say(game, "interact")
    assert game.state.question.kind == "smith"


# ---------------------------------------------------------------------------- the abilities


@pytest.mark.ability("Weaponsmith")
@pytest.mark.covers("spec-character-combat: 12.7")
def test_a_weaponsmith_makes_weapons():
    for name in ("Longsword", "Spear", "Quarterstaff", "Shovel", "Shortbow", "Arrow"):
        assert not costs.obstacles(smithy(ab.WEAPONSMITH), of_kind(smithy(), name))
        assert [str(each) for each in costs.obstacles(smithy(), of_kind(smithy(), name))] == [
            "the ability Weaponsmith"
        ]
    game = smithy(ab.WEAPONSMITH)
    forge(game, of_kind(game, "Longsword"))
    assert [i.kind for i in made(game)] == [kind("Longsword")]


@pytest.mark.ability("Armoursmith")
def test_an_armoursmith_makes_armour():
    for name in ("Robe", "Mail Corslet", "Cloak", "Round Shield", "Helm", "Set of Gloves",
                 "Pair of Boots"):  # fmt: skip
        assert not costs.obstacles(smithy(ab.ARMOURSMITH), of_kind(smithy(), name))
        assert [str(each) for each in costs.obstacles(smithy(), of_kind(smithy(), name))] == [
            "the ability Armoursmith"
        ]


@pytest.mark.ability("Jeweller")
def test_a_jeweller_makes_jewels_lights_and_horns():
    for name in ("Accuracy", "Preservation", "Brass Lantern", "Terror"):
        assert not costs.obstacles(smithy(ab.JEWELLER), of_kind(smithy(), name))
        assert [str(each) for each in costs.obstacles(smithy(), of_kind(smithy(), name))] == [
            "the ability Jeweller"
        ]


@pytest.mark.ability("Enchantment")
def test_special_items_need_enchantment():
    game = smithy(ab.ARMOURSMITH)
    cloak = special(game, "Cloak", "of Stealth")
    assert [str(each) for each in costs.obstacles(game, cloak)] == ["the ability Enchantment"]
    game = smithy(ab.ARMOURSMITH, ab.ENCHANTMENT)
    before = game.hero.experience
    forge(game, cloak)
    (worn,) = made(game)
    assert (worn.special, worn.known) == (cloak.special, True)
    assert game.hero.experience == before + 100  # a special type met for the first time


def test_a_smith_knows_what_the_jewel_is_that_he_has_made_and_learns_its_kind():
    game = smithy(ab.JEWELLER, skill=40)
    flavours.deal(game)
    ring = of_kind(game, "Strength")
    before = game.hero.experience
    assert "You have made a Jade Ring of Strength <+1>." in forge(game, ring)
    (worn,) = made(game)
    assert item_names.is_known(game, worn)
    assert ring.kind in game.lore.aware
    assert game.hero.experience == before + 100


@pytest.mark.ability("Artifice")
@pytest.mark.covers("sil-q-codebase: State Encoding", "sil-q-manual: Creating artefacts")
def test_artefacts_need_artifice_and_three_uses():
    game = smithy(ab.WEAPONSMITH)
    sword = artefact(game, "Longsword", "SLAY_ORC", title="'Orcbane'")
    assert [str(each) for each in costs.obstacles(game, sword)] == ["the ability Artifice"]
    game = smithy(ab.WEAPONSMITH, ab.ARTIFICE, forge=terrain.FORGE + 2)
    assert [str(each) for each in costs.obstacles(game, sword)] == [
        "a forge with 3 uses left (this one has 2)"
    ]
    game.level.feature[here(game)] = terrain.FORGE + 3
    before = game.hero.experience
    assert "You have made The Longsword 'Orcbane' (+0,2d5) [+1]." in forge(game, sword)
    (orcbane,) = made(game)
    assert orcbane.artefact > designs.OWN
    assert game.hero.experience == before
    assert game.level.feature[here(game)] == terrain.FORGE
    game.level.feature[here(game)] = terrain.FORGE + 3
    forge(game, artefact(game, "Dagger"))
    assert len({i.artefact for i in made(game)}) == 2
    assert game.world.artefacts_forged == 2


@pytest.mark.ability("Artifice")
def test_no_more_than_48_artefacts_are_made():
    game = smithy(ab.WEAPONSMITH, ab.ARTIFICE)
    game.world.artefacts_forged = designs.MOST_OWN
    press(game, "Work at the forge", "Swords", "Longsword")
    assert "Artifice" not in labels(game)


@pytest.mark.ability("Expertise")
@pytest.mark.covers("spec-character-combat: 12.7")
def test_an_expert_pays_neither_stats_nor_experience_and_works_twice_as_fast():
    prices = []
    for extra in ((), (ab.EXPERTISE,)):
        game = smithy(ab.JEWELLER, *extra)
        start = game.hero.turns
        forge(game, of_kind(game, "Strength"))
        prices.append((game.hero.stat_drain[0], game.hero.turns - start))
    assert prices == [(-1, 190), (0, 95)]


@pytest.mark.ability("Masterpiece")
def test_a_masterpiece_is_asked_for_and_paid_with_skill_for_good():
    game = smithy(ab.JEWELLER, ab.MASTERPIECE, skill=15)
    game.knowledge.designs["strong"] = of_kind(game, "Strength")
    say(game, "forge strong")
    assert "You lose 4 Smithing for good." in str(SIL.view(game.state, 0).question)
    assert not game.hero.pack
    press(game, "Yes")
    while game.hero.work is not None:
        say(game, "forge")
    assert game.hero.skill_base[Skill.SMITHING] == 11
    assert made(game)


# ------------------------------------------------------------------------- time and trouble


@pytest.mark.covers("sil-q-manual: Smithing")
@pytest.mark.covers("spec-objects-smithing: 9.7")
def test_work_takes_its_turns_and_is_loud_and_bright(monkeypatch):
    heard, lights = [], []
    make = noise.noise
    monkeypatch.setattr(
        turn_order.noise, "noise", lambda game, loud: (heard.append(loud), make(game, loud))
    )
    game = smithy(ab.WEAPONSMITH, skill=10)
    game.hero.stealth_mode = True
    before = game.hero.derived.light
    work = forging.work_on

    def watched(game, begun):
        lights.append(game.hero.derived.light)
        return work(game, begun)

    monkeypatch.setattr(forging, "work_on", watched)
    turns = game.hero.turns
    forge(game, of_kind(game, "Longsword"))  # difficulty 2
    assert game.hero.turns == turns + 20
    assert heard == [-10] * 20
    assert set(lights[1:]) == {before + 2}
    assert game.hero.derived.light == before
    assert not game.hero.stealth_mode
    assert game.state.forge == -1


@pytest.mark.covers("spec-objects-smithing: 9.7")
def test_interrupted_work_is_resumed_and_nothing_is_paid_before_its_end():
    game = smithy(ab.JEWELLER)
    game.knowledge.designs["strong"] = of_kind(game, "Strength")
    forging.begin(game, of_kind(game, "Strength"))
    game.hero.work.turns = 100
    wolf = foe(game, "Wolf", dx=3, health=500)
    lines = say(game, "forge")
    assert 0 < game.hero.work.turns < 100
    assert any("at the forge" in line for line in lines)
    assert game.hero.stat_drain[0] == 0
    assert game.level.feature[here(game)] == terrain.FORGE + 3
    left = game.hero.work.turns
    game.level.creatures[wolf.slot] = None
    del game.level.occupant[game.level.at(wolf.y, wolf.x)]
    game.hero.health = game.hero.derived.max_health
    assert "Go on with your work" in labels(game)
    press(game, "Work at the forge")
    assert str(game.state.question.answers[0][1]) == f"Go on ({left} turns)"
    press(game, "Go on")
    assert game.hero.stat_drain[0] == -1
    assert game.level.feature[here(game)] == terrain.FORGE + 2
    assert made(game)


def test_another_level_forgets_the_work():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.state.begin_level(game.level)
    assert game.hero.work is None


@pytest.mark.covers("spec-objects-smithing: 9.5")
def test_stats_and_experience_must_suffice():
    game = smithy(ab.JEWELLER, stats=(-5, 0, 0, 0))
    assert [str(each) for each in costs.obstacles(game, of_kind(game, "Strength"))] == [
        "1 more Str"
    ]
    game.hero.unspent = 60
    assert [str(each) for each in costs.obstacles(game, of_kind(game, "Cowardice"))] == [
        "40 more experience"
    ]
    game.hero.unspent = 100
    forge(game, of_kind(game, "Cowardice"))
    assert game.hero.unspent in (0, 100)  # 100 for the kind that is now known
    assert [
        str(each) for each in costs.obstacles(smithy(forge=terrain.FORGE), of_kind(game, "Arrow"))
    ][-1] == ("a forge that is not exhausted")


@pytest.mark.parametrize(
    ("feature", "bonus"),
    [(terrain.FORGE + 3, 0), (terrain.ENCHANTED_FORGE + 3, 3), (terrain.ORODRUTH + 3, 7)],
)
@pytest.mark.covers("sil-q-codebase: Forge Bonus Calculation", "sil-q-manual: Enchanted forges")
@pytest.mark.covers("spec-objects-smithing: 9.1")
def test_enchanted_forges_and_orodruth_help(feature, bonus):
    game = smithy(ab.WEAPONSMITH, skill=0, forge=feature)
    assert costs.smith(game).skill == bonus
    if bonus:
        forge(game, of_kind(game, "Longsword"))
        assert game.level.feature[here(game)] == feature - 1


def test_arrows_come_by_the_dozen():
    game = smithy(ab.WEAPONSMITH)
    game.hero.worn[Slot.QUIVER1] = item("Arrow", count=20, attack=3)
    forge(game, of_kind(game, "Arrow", attack=3))
    assert game.hero.worn[Slot.QUIVER1].count == 32


# -------------------------------------------------------------------------- mithril, melting


@pytest.mark.covers("spec-objects-smithing: 9.5")
def test_mithril_is_paid_from_the_last_slots():
    game = smithy(ab.WEAPONSMITH)
    sword = of_kind(game, "Mithril Longsword")
    game.hero.pack = [mithril(15)]
    assert [str(each) for each in costs.obstacles(game, sword)] == ["5 more pieces of mithril"]
    game.hero.pack = [mithril(99), mithril(12)]
    forge(game, sword)
    assert costs.mithril(game) == 91
    assert [i.kind for i in made(game)] == [kind("Mithril Longsword")]


def test_melting_gives_the_weight_in_pieces():
    game = smithy()
    game.hero.worn[Slot.BODY] = item("Mithril Corslet", weight=150)
    refresh(game)
    uses = game.level.feature[here(game)]
    press(game, "Melt", "Yes")
    assert [i.count for i in game.hero.pack] == [99, 51]
    assert Slot.BODY not in game.hero.worn
    assert game.level.feature[here(game)] == uses


def test_melting_needs_a_forge_mithril_and_room():
    game = smithy(forge=terrain.FLOOR)
    game.hero.pack = [item("Mithril Helm"), item("Helm")]
    with pytest.raises(IllegalAction, match="forge"):
        say(game, "melt a")
    game.level.feature[here(game)] = terrain.FORGE
    with pytest.raises(IllegalAction, match="mithril"):
        say(game, "melt b")
    game.hero.worn[Slot.BODY] = item("Mithril Corslet", weight=150)
    game.hero.pack = [item("Helm", inscription=str(n)) for n in range(22)]
    with pytest.raises(IllegalAction, match="room"):
        say(game, "melt body")


# ------------------------------------------------------------------------- what can be made


def test_seventeen_classes_and_nothing_that_no_smith_makes():
    game = smithy()
    assert len(list(designs.classes(game))) == 17
    names = {k.name for each in designs.CLASSES for k in designs.kinds(game.data, each.tval)}
    assert not {n for n in names if "Torch" in n or "Silmaril" in n or "Galvorn" in n}
    words = [each.word for each in designs.CLASSES]
    assert len(set(words)) == 17


@pytest.mark.covers("spec-objects-smithing: 11. Documents versus game")
def test_by_the_manual_no_horns_are_made_and_plain_weapons_may_gain_evasion():
    game = smithy(rulings=MANUAL)
    assert item_classes.HORN not in {each.tval for each in designs.classes(game)}
    assert len(list(designs.classes(game))) == 16
    sword = of_kind(game, "Longsword")
    assert limits.can_change(game.data, sword, "evasion", True, MANUAL)
    assert bounds(game, sword, "evasion") == (1, 2)
    assert not limits.can_change(game.data, sword, "evasion", True, smithy().rulings)
    staff = of_kind(game, "Quarterstaff", attack=2)
    by_game = costs.of_design(smithy(), staff).difficulty
    assert costs.of_design(game, staff).difficulty > by_game


@pytest.mark.covers("spec-objects-smithing: 9.2", "spec-objects-smithing: 9.6")
def test_every_kind_every_enchantment_and_every_power_can_be_planned():
    game = smithy(*CRAFTS)
    for each in designs.classes(game):
        for record in designs.kinds(game.data, each.tval):
            plain = designs.of_kind(game.data, record)
            for one in designs.enchantments(game.data, plain):
                _ranges_hold(game, designs.enchant(game.data, plain, one))
            _ranges_hold(game, plain)
            if not designs.can_be_artefact(game, plain):
                continue
            own = designs.make_artefact(game, plain)
            for group in designs.GROUP_NAMES:
                for power in designs.properties(game.data, own, group):
                    designs.toggle_property(game.data, own, power.flag)
            _ranges_hold(game, own)
            assert workbench.explain(game, own)


def _ranges_hold(game, item):
    """Each number stands in its range, and goes to its ends in steps that come back."""
    assert costs.of_design(game, item).turns >= 10
    for number, span in limits.limits(game.data, item, game.rulings).items():
        if not span.adjustable or span.least > span.most:
            continue
        for up in (True, False):
            moved = designs.copy(item)
            for _ in range(60):
                if not limits.can_change(game.data, moved, number, up, game.rulings):
                    break
                designs.change(game, moved, number, up)
                assert span.least <= limits.value_of(moved, number) <= span.most
            else:
                raise AssertionError(number)


@pytest.mark.covers("spec-character-combat: 12.10")
@pytest.mark.covers("spec-objects-smithing: 9.6")
def test_an_artefact_grants_at_most_four_abilities():
    game = smithy(*CRAFTS)
    sword = artefact(game, "Longsword")
    refs = designs.grantable(game.data, sword, Skill.MELEE)
    for ref in refs[: designs.MOST_ABILITIES]:
        designs.toggle_ability(sword, ref)
    with pytest.raises(IllegalAction):
        designs.toggle_ability(sword, refs[designs.MOST_ABILITIES])
    assert ab.POLEARM_MASTERY not in refs
    assert ab.POLEARM_MASTERY in designs.grantable(game.data, artefact(game, "Glaive"), Skill.MELEE)
    assert ab.STRENGTH not in refs


@pytest.mark.covers("spec-character-combat: 12.10 Which item classes may carry which ability")
@pytest.mark.parametrize(
    ("ability", "carriers"),
    [
        (ab.LEAPING, {"boots", "staffs"}),
        (ab.SPRINTING, {"boots"}),
        (ab.BLOCKING, {"shields"}),
        (ab.PARRY, {"hammers", "staffs", "axes", "spears", "swords", "gloves"}),
        (ab.ROUT, {"bows"}),
        (ab.LISTEN, {"helms"}),
        (ab.POLEARM_MASTERY, {"spears", "gloves"}),
        (ab.BANE, set()),
        (ab.OATH, set()),
        (ab.POISON_RESISTANCE, set()),
        (ab.STRENGTH, set()),
        (ab.CONSTITUTION, set()),
    ],
)
def test_which_classes_of_things_may_carry_an_ability(ability, carriers):
    game = smithy()
    classes = {
        "boots": "Pair of Boots",
        "hammers": "War Hammer",
        "staffs": "Quarterstaff",
        "axes": "Battle Axe",
        "spears": "Great Spear",
        "swords": "Longsword",
        "bows": "Shortbow",
        "gloves": "Set of Gloves",
        "helms": "Great Helm",
        "shields": "Round Shield",
        "cloaks": "Cloak",
    }
    granted = {
        name
        for name, example in classes.items()
        if ability in designs.grantable(game.data, item(example), ability[0])
    }
    assert granted == carriers


@pytest.mark.covers("sil-q-manual: Creating artefacts")
def test_the_powers_of_an_own_artefact_work():
    game = smithy(*CRAFTS, skill=50)
    ring = artefact(game, "Accuracy", "STR", "RES_FIRE", pval=2)
    forge(game, ring)
    (worn,) = made(game)
    strength, fire = game.hero.stat(0), game.hero.derived.counts["resist_fire"]
    game.hero.pack, game.hero.worn[Slot.LEFT_RING] = [], worn
    refresh(game)
    assert game.hero.stat(0) == strength + 2
    assert game.hero.derived.counts["resist_fire"] == fire + 1


# ------------------------------------------------------------------------------- fletchery


@pytest.mark.ability("Fletchery")
def test_a_stack_is_fletched_until_something_interrupts():
    game = smithy(ab.FLETCHERY, forge=terrain.FLOOR)
    game.hero.worn[Slot.QUIVER1] = item("Arrow", count=24)
    turns = game.hero.turns
    say(game, "fletch")
    assert game.hero.turns == turns + 24
    assert Slot.QUIVER1 not in game.hero.worn
    made = game.hero.worn[Slot.QUIVER2]
    assert (made.count, made.attack) == (24, 3)


@pytest.mark.covers("spec-objects-smithing: Generation and carrying")
@pytest.mark.ability("Fletchery")
def test_interrupted_fletching_leaves_what_was_done(monkeypatch):
    game = smithy(ab.FLETCHERY, forge=terrain.FLOOR)
    game.hero.worn[Slot.QUIVER1] = item("Arrow", count=24)
    start, finish = game.hero.turns, turn_order.finish_action

    def disturbed(game):
        finish(game)
        if game.hero.turns == start + 10:
            game.state.disturbances = [Stop("attacked", "a blow")]

    monkeypatch.setattr(turn_order, "finish_action", disturbed)
    say(game, "fletch quiver1")
    assert game.hero.worn[Slot.QUIVER1].count == 14
    made = game.hero.worn[Slot.QUIVER2]
    assert (made.count, made.attack) == (10, 3)
    (told,) = game.state.said
    assert str(told.text).startswith("Fletched 10 arrows")


@pytest.mark.parametrize("rulings", [GAME, MANUAL])
def test_random_presses_at_a_forge_are_never_refused(rulings):
    dice = random.Random(5)
    game = smithy(*CRAFTS, ab.MASTERPIECE, rulings=rulings)
    game.hero.pack = [mithril(90), item("Mithril Helm")]
    for _ in range(600):
        offers = [o for o in SIL.legal(game.state, 0) if o.group in ("answer", "act", "item")]
        smiths = [o for o in offers if o.action.verb in ("smith", "forge", "melt", "answer")]
        action = dice.choice(smiths or offers).action
        assert SIL.parse(str(action), game.state, 0) == action
        SIL.apply(game.state, 0, action, game.streams)
        assert not game.state.ended
    assert SIL.load(SIL.dump(game.state)) == game.state
