"""Elements: resistance, protection, what they destroy (rules: world 7.1 to 7.4, 18)."""

import pytest

from engine.sil.data import bundle
from engine.sil.effects import elements, injury
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Slot, Stat
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import foe, item, load_dice, wear

pytestmark = pytest.mark.covers(
    "sil-q-manual: Elements and Resistances / Fire",
    "sil-q-manual: Elements and Resistances / Cold",
    "sil-q-manual: Elements and Resistances / Poison",
    "sil-q-manual: Elements and Resistances / Darkness",
    "sil-q-manual: Elements and Resistances / Elemental damage",
    "spec-world: 4.4",
)

PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
FLAG = {"fire": "FIRE", "cold": "COLD", "poison": "POIS"}


def _ring(game, kind, sign, slot=Slot.LEFT_RING):
    return wear(game, slot, "Protection", flags=[f"{sign}_{FLAG[kind]}"], protection_dice=0)


@pytest.mark.covers("spec-world: Elements and projections / Player resistance level")
@pytest.mark.parametrize("kind", FLAG)
@pytest.mark.covers("sil-q-codebase: Resistance Mapping", "sil-q-manual: System changes")
def test_levels_of_resistance(kind):
    game = arena()
    assert elements.resistance(game, kind) == 1
    _ring(game, kind, "RES")
    assert elements.resistance(game, kind) == 2
    setattr(game.hero.timers, f"resist_{kind}", 5)
    assert elements.resistance(game, kind) == 3
    setattr(game.hero.timers, f"resist_{kind}", 0)
    _ring(game, kind, "VUL")
    assert elements.resistance(game, kind) == -2
    _ring(game, kind, "VUL", Slot.RIGHT_RING)
    assert elements.resistance(game, kind) == -3


@PRESETS
def test_light_is_what_resists_the_dark(rulings):
    game = arena(rulings=rulings)
    here = game.level.at(game.hero.y, game.hero.x)
    for light in (-3, 0, 1, 2, 4, 7):
        game.knowledge.light[here] = light
        assert elements.resistance(game, "dark") == max(1, light - rulings.dark_resist_light_offset)


@pytest.mark.parametrize("kind", ["acid", "lightning"])
def test_nobody_resists_acid_and_lightning(kind):
    game = arena()
    game.hero.health = 100
    load_dice(game, otherwise=3)
    assert elements.strike_hero(game, kind, 10, 4, "a test") == 30
    assert game.hero.health == 70


@pytest.mark.covers("spec-world: Elements and projections / Pure elemental damage")
@PRESETS
@pytest.mark.parametrize("kind", ["fire", "cold"])
def test_a_breath_meets_resistance_and_rings_in_the_order_of_the_ruling(rulings, kind):
    game = arena(rulings=rulings)
    game.hero.health = 100
    game.hero.derived.counts[f"resist_{kind}"] = 3
    game.hero.worn[Slot.LEFT_RING] = item("Protection", protection_dice=1, protection_sides=4)
    load_dice(game, *[3] * 10, otherwise=4)
    net = elements.strike_hero(game, kind, 10, 4, "a test")
    first = rulings.elemental_breath_order == "protection first"
    assert net == ((30 - 4) // 3 if first else 30 // 3 - 4)
    assert game.hero.health == 100 - net


def test_the_vulnerable_suffer_twice_and_thrice():
    for level, damage in ((0, 60), (-1, 90)):
        game = arena()
        game.hero.health = 100
        game.hero.derived.counts["resist_fire"] = level
        load_dice(game, otherwise=3)
        assert elements.strike_hero(game, "fire", 10, 4, "a test") == damage


def test_armour_does_not_stop_a_breath_but_a_shield_stops_fire_and_cold():
    for kind, stopped in (("fire", 2), ("cold", 2), ("dark", 0)):
        game = arena()
        game.hero.health = 100
        wear(game, Slot.BODY, "Leather Armour", protection_dice=5, protection_sides=4)
        wear(game, Slot.ARM, "Round Shield", protection_dice=2, protection_sides=1)
        here = game.level.at(game.hero.y, game.hero.x)
        game.knowledge.light[here] = 1
        load_dice(game, *[3] * 4, otherwise=1)
        assert elements.strike_hero(game, kind, 4, 4, "a test") == 12 - stopped


def test_a_breath_of_poison_only_poisons():
    game = arena()
    health = game.hero.health
    game.hero.derived.counts["resist_poison"] = 2
    game.hero.worn[Slot.NECK] = item("Protection", protection_dice=1, protection_sides=2)
    load_dice(game, *[3] * 10, otherwise=2)
    elements.strike_hero(game, "poison", 10, 4, "a test")
    assert game.hero.timers.poison == 13
    assert game.hero.health == health


@pytest.mark.parametrize(("face", "blinded"), [(1, True), (2, False), (4, False)])
def test_darkness_blinds_one_in_so_many(face, blinded):
    game = arena()
    game.hero.health = 100
    game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = 4
    load_dice(game, *[3] * 4, face, otherwise=4)
    assert elements.strike_hero(game, "dark", 4, 4, "a test") == 3
    assert bool(game.hero.timers.blind) is blinded


def test_darkness_may_blind_even_where_it_does_no_harm():
    game = arena()
    game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = 9
    load_dice(game, 1, 1, otherwise=4)
    assert elements.strike_hero(game, "dark", 1, 4, "a test") == 0
    assert game.hero.timers.blind


def test_a_lethal_breath_is_blamed():
    game = arena()
    game.hero.health = 1
    elements.strike_hero(game, "fire", 5, 4, "a dragon")
    assert game.state.ended == "dead"
    assert str(game.hero.killed_by) == "a dragon"


@pytest.mark.covers("spec-world: Elements and projections / Mixed elemental damage")
@pytest.mark.parametrize("kind", ["fire", "cold", "poison"])
@pytest.mark.parametrize(("count", "dice"), [(1, 1), (2, 0), (3, 0), (0, 2), (-1, 3)])
@pytest.mark.covers("sil-q-codebase: Damage Elements")
def test_dice_that_an_element_adds_to_a_blow(kind, count, dice):
    game = arena()
    game.hero.derived.counts[f"resist_{kind}"] = count
    assert elements.extra_dice(game, kind) == dice


def test_a_mixed_blow_meets_all_armour():
    game = arena()
    game.hero.health = 100
    wear(game, Slot.BODY, "Leather Armour", protection_dice=2, protection_sides=1)
    load_dice(game, otherwise=4)
    assert elements.strike_hero(game, "fire", 2, 4, "a test", pure=False) == 3 * 4 - 2
    assert elements.strike_hero(game, "lightning", 2, 4, "a test", pure=False) == 2 * 4 - 2


@PRESETS
def test_a_breath_breaks_a_trance_as_the_ruling_says(rulings):
    game = arena(rulings=rulings)
    game.hero.health = 100
    snake = foe(game, "Wolf")
    game.hero.timers.entranced = 9
    elements.strike_hero(game, "poison", 1, 4, "a wolf", snake)
    by_attack = rulings.trance_broken_by == "attack"
    assert (game.hero.timers.entranced == 0) is by_attack
    game.hero.timers.entranced = 9
    elements.strike_hero(game, "fire", 1, 4, "a trap")
    assert (game.hero.timers.entranced == 0) is not by_attack


# ----------------------------------------------------------------------- what is destroyed

PRONE = {
    "fire": ("Arrow", "Shortbow", "Quarterstaff", "Spear", "Pair of Boots", "Robe",
             "Wooden Torch", "Mallorn Torch", "Slumber", "Small wooden chest"),
    "cold": ("Miruvor", "Clarity"),
    "acid": ("Arrow", "Shortbow", "Shortsword", "Quarterstaff", "Spear", "Mail Corslet",
             "Round Shield", "Slumber", "Small wooden chest"),
    "lightning": ("Evasion",),
}  # fmt: skip
PROOF = {
    "fire": ("Shortsword", "Brass Lantern", "Mail Corslet", "Evasion", "Clarity", "Round Shield"),
    "cold": ("Arrow", "Robe", "Slumber"),
    "acid": ("Clarity", "Evasion", "Wooden Torch", "Brass Lantern"),
    "lightning": ("Clarity", "Shortsword", "Wooden Torch"),
}


def _names():
    return {k.name.replace("& ", "").replace("~", "") for k in bundle.load().kinds.values()}


@pytest.mark.covers("spec-world: Elements and projections / Inventory destruction")
@pytest.mark.parametrize("kind", PRONE)
@pytest.mark.covers("sil-q-codebase: Damage Elements")
@pytest.mark.covers("spec-objects-smithing: 6.9")
def test_what_each_element_destroys(kind):
    assert set(PRONE[kind]) | set(PROOF[kind]) <= _names()
    for name in PRONE[kind]:
        thing = item(name)
        assert elements.destroys(bundle.load(), kind, thing), name
        flag = {"fire": "FIRE", "cold": "COLD", "acid": "ACID", "lightning": "ELEC"}[kind]
        thing.flags = [f"IGNORE_{flag}"]
        assert not elements.destroys(bundle.load(), kind, thing), name
        thing.flags, thing.artefact = [], 20
        assert not elements.destroys(bundle.load(), kind, thing), name
    for name in PROOF[kind]:
        assert not elements.destroys(bundle.load(), kind, item(name)), name


def test_sound_shatters_what_nothing_protects():
    potion = item("Clarity", flags=["IGNORE_COLD"])
    assert elements.destroys(bundle.load(), "sound", potion)
    assert not elements.destroys(bundle.load(), "poison", potion)


@pytest.mark.parametrize(("amount", "percent"), [(1, 1), (9, 1), (10, 2), (19, 2), (20, 3)])
def test_the_chance_goes_by_the_size_of_the_damage(amount, percent):
    assert elements.chance(amount) == percent


@pytest.mark.parametrize(("count", "rolls"), [(1, (3,)), (0, (3,)), (3, (3, 1))])
@pytest.mark.covers("spec-objects-smithing: 6.9")
def test_each_single_thing_is_at_risk(count, rolls):
    game = arena()
    game.hero.derived.counts["resist_fire"] = count
    arrows = item("Arrow", count=3)
    game.hero.pack = [arrows, item("Shortsword")]
    load_dice(game, *rolls, 4, 4, otherwise=100)
    assert elements.destroy_pack(game, "fire", 25) == 1
    assert arrows.count == 2
    assert "1 of your Arrows is burnt." in said(game)


def test_resistance_saves_things_too():
    game = arena()
    game.hero.derived.counts["resist_fire"] = 3
    game.hero.pack = [item("Robe")]
    load_dice(game, 3, 2)
    assert elements.destroy_pack(game, "fire", 25) == 0
    assert game.hero.pack


def test_the_last_of_a_stack_is_gone():
    game = arena()
    game.hero.pack = [item("Clarity"), item("Shortsword")]
    load_dice(game, 1)
    elements.destroy_pack(game, "cold", 5)
    assert [p.kind for p in game.hero.pack] == [item("Shortsword").kind]


def test_a_breath_that_does_no_harm_burns_nothing_and_the_raw_roll_counts(monkeypatch):
    game = arena()
    seen = []
    monkeypatch.setattr(
        elements, "destroy_pack", lambda game, kind, amount: seen.append((kind, amount))
    )
    game.hero.health = 200
    game.hero.derived.counts["resist_fire"] = 3
    load_dice(game, otherwise=3)
    elements.strike_hero(game, "fire", 10, 4, "a test")
    game.hero.derived.counts["resist_fire"] = 99
    elements.strike_hero(game, "fire", 10, 4, "a test")
    game.hero.derived.counts["resist_fire"] = 1
    elements.strike_hero(game, "fire", 3, 4, "a test", pure=False)
    assert seen == [("fire", 30), ("fire", 12)]


def test_worn_things_are_safe():
    game = arena()
    robe = wear(game, Slot.BODY, "Robe")
    load_dice(game, otherwise=1)
    elements.destroy_pack(game, "fire", 99)
    assert game.hero.worn[Slot.BODY] is robe


def test_what_lies_on_a_square_is_destroyed_always_and_whole():
    game = arena()
    i = put(game, 2, 2, terrain.FLOOR)
    keep = item("Shortsword")
    game.level.floor[i] = [item("Arrow", count=30), keep]
    look(game)
    elements.destroy_floor(game, i, "fire")
    assert game.level.floor[i] == [keep]
    elements.destroy_floor(game, i, "acid")
    assert i not in game.level.floor


@pytest.mark.parametrize(
    ("face", "slot", "name"),
    [(1, Slot.BODY, "Mail Corslet"), (2, Slot.ARM, "Round Shield"), (3, Slot.OUTER, "Cloak"),
     (4, Slot.HANDS, "Set of Gloves"), (5, Slot.HEAD, "Helm"), (6, Slot.FEET, "Pair of Boots")],
)  # fmt: skip
def test_acid_eats_at_armour(face, slot, name):
    game = arena()
    game.hero.health = 100
    worn = wear(game, slot, name, evasion=0, protection_sides=1)
    for expected in ((-1, 1), (-1, 0)):
        load_dice(game, face, otherwise=100)
        elements.settle(game, "acid", 1, "a test")
        assert (worn.evasion, worn.protection_sides) == expected
    load_dice(game, face, otherwise=100)
    elements.settle(game, "acid", 1, "a test")
    assert slot not in game.hero.worn


def test_acid_spares_what_is_proof_against_it_and_weapons_in_the_off_hand():
    game = arena()
    game.hero.health = 100
    worn = wear(game, Slot.BODY, "Mail Corslet", flags=["IGNORE_ACID"])
    off_hand = item("Shortsword")
    game.hero.worn[Slot.ARM] = off_hand
    before = worn.evasion, off_hand.evasion
    for face in (1, 2):
        load_dice(game, face, otherwise=100)
        elements.settle(game, "acid", 1, "a test")
    assert (worn.evasion, off_hand.evasion) == before


@pytest.mark.parametrize(
    ("con", "poison"), [(-3, 25), (-1, 13), (0, 9), (1, 9), (2, 7), (5, 5), (7, 4)]
)
def test_disease_goes_by_constitution(con, poison):
    game = arena()
    game.hero.derived.stats[Stat.CON] = con
    load_dice(game, otherwise=10)
    elements.disease(game, 12)
    assert game.hero.timers.poison == poison
    assert not any(game.hero.stat_drain)


def test_disease_may_drain():
    game = arena()
    load_dice(game, 1, 2, otherwise=10)
    elements.disease(game, 3)
    assert game.hero.stat_drain == [0, -1, 0, 0]


def test_nothing_hurts_the_dead():
    game = arena()
    game.state.ended = "dead"
    assert elements.strike_hero(game, "fire", 9, 9, "a test") == 0
    injury.hurt_hero(game, 5, "a test")
    assert game.hero.health > 0
