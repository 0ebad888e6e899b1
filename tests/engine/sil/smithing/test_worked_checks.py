"""The worked checks of the rules: difficulty, costs, ranges."""

import pytest

from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.smithing import costs
from tests.engine.sil.smithing.smithy import (
    CRAFTS,
    artefact,
    bounds,
    of_kind,
    price,
    smithy,
    special,
)

pytestmark = pytest.mark.covers("spec-objects-smithing: Smithing difficulty")
GAME = smithy(*CRAFTS)
NONE = (0, 0, 0, 0)
STR, DEX, CON, GRA = (tuple(int(i == j) for i in range(4)) for j in range(4))


def twice(points, times=2):
    return tuple(times * n for n in points)


PLAIN = {
    "Arrow": 0, "Shortbow": 0, "Longbow": 3, "Shovel": 2, "Mattock": 5, "Quarterstaff": 0,
    "War Hammer": 3, "Spear": 0, "Glaive": 4, "Great Axe": 4, "Dagger": 0, "Longsword": 2,
    "Bastard Sword": 3, "Mithril Longsword": 2, "Pair of Boots": 0, "Pair of Greaves": 2,
    "Set of Gauntlets": 1, "Helm": 1, "Great Helm": 2, "Dwarf Mask": 5, "Kite Shield": 3,
    "Cloak": 1, "Shadow Cloak": 18, "Leather Armour": 0, "Mail Corslet": 2, "Hauberk": 3,
    "Mithril Corslet": 3, "Lesser Jewel": 1, "Brass Lantern": 2, "Feanorian Lamp": 7,
}  # fmt: skip
JEWELS = {
    "Last Chances": (13, NONE, 0), "Constitution": (16, CON, 0), "Regeneration": (4, NONE, 0),
    "Preservation": (6, NONE, 0), "the Blessed Realm": (24, twice(GRA), 0),
    "Haunted Dreams": (-1, NONE, 0), "the Vigilant Eye": (10, NONE, 150),
    "Secrets": (10, NONE, 250), "Ered Luin": (8, NONE, 0), "Evasion": (6, NONE, 0),
    "Protection": (8, NONE, 0), "Strength": (19, STR, 0), "Dexterity": (19, DEX, 0),
    "Frost": (6, NONE, 0), "Warmth": (6, NONE, 0), "Accuracy": (6, NONE, 0),
    "Free Action": (8, NONE, 0), "Cowardice": (3, NONE, 100),
    "Bauglir's Vanguard": (4, NONE, 0), "Venom's End": (6, NONE, 0),
    "the Laiquendi": (9, NONE, 0), "Terror": (6, GRA, 0), "Thunder": (9, DEX, 0),
    "Force": (11, STR, 0), "Blasting": (12, CON, 0), "Warning": (6, NONE, 0),
}  # fmt: skip


@pytest.mark.parametrize(("name", "difficulty"), PLAIN.items())
@pytest.mark.covers("sil-q-codebase: Difficulty Calculation")
def test_plain_kinds(name, difficulty):
    assert price(GAME, of_kind(GAME, name)) == (difficulty, NONE, 0)


@pytest.mark.parametrize(("name", "expected"), JEWELS.items())
@pytest.mark.covers("sil-q-codebase: Ring of Accuracy")
def test_jewels_and_horns(name, expected):
    assert price(GAME, of_kind(GAME, name)) == expected


NUMBERS = [
    ("Longsword", {"attack": 1}, 5),
    ("Longsword", {"attack": 1, "damage_sides": 6}, 10),
    ("Longsword", {"attack": 1, "damage_sides": 6, "weight": 45}, 12),
    ("Longsword", {"attack": 1, "damage_sides": 6, "weight": 20}, 12),
    ("Greatsword", {"attack": -1, "damage_sides": 6}, 10),
    ("Longbow", {"attack": 1, "damage_sides": 5}, 11),
    ("Mattock", {"attack": -4, "damage_sides": 3}, 15),
    ("Arrow", {"attack": 3}, 10),
    ("Arrow", {"attack": 3, "count": 1}, 5),
    ("Round Shield", {"evasion": 1, "protection_sides": 4}, 9),
    ("Mail Corslet", {"evasion": -3, "protection_sides": 5}, 9),
    ("Mail Corslet", {"evasion": -2, "protection_sides": 5}, 14),
    ("Mail Corslet", {"attack": 0, "evasion": -2, "protection_sides": 5}, 19),
    ("Hauberk", {"protection_sides": 6}, 8),
    ("Hauberk", {"protection_sides": 7}, 15),
    ("Protection", {"protection_sides": 2}, 12),
    ("Protection", {"protection_sides": 3}, 16),
    ("Accuracy", {"attack": 4}, 42),
    ("Evasion", {"evasion": 2}, 15),
    ("Evasion", {"evasion": 4}, 42),
    ("Cloak", {"evasion": 2}, 7),
    ("Pair of Boots", {"evasion": 1, "protection_sides": 2}, 9),
    ("Set of Gauntlets", {"attack": 0, "protection_sides": 2}, 10),
    ("Robe", {"evasion": 2}, 3),
    ("Mithril Helm", {"evasion": 0, "protection_sides": 4}, 11),
]


@pytest.mark.parametrize(("name", "changes", "difficulty"), NUMBERS)
@pytest.mark.covers("sil-q-codebase: Difficulty Calculation")
@pytest.mark.covers("spec-objects-smithing: 9.4")
def test_numbers(name, changes, difficulty):
    assert price(GAME, of_kind(GAME, name, **changes))[0] == difficulty


SPECIALS = [
    ("Longsword", "of Gondolin", 8, NONE, 0),
    ("Longsword", "of Final Rest", 12, NONE, 0),
    ("Longsword", "of Hador's House", 14, NONE, 300),
    ("Longsword", "(Balanced)", 17, DEX, 0),
    ("Longsword", "(Defender)", 7, NONE, 0),
    ("Dagger", "(Poisoned)", 16, twice(STR), 0),
    ("Dagger", "of Accompaniment", 14, NONE, 600),
    ("Dagger", "of Murder", 10, NONE, 200),
    ("Dagger", "of Cuivienen", 16, GRA, 0),
    ("Greatsword", "of Fury", 10, NONE, 450),
    ("Mattock", "of Belegost", 13, STR, 0),
    ("Mattock", "of the Longbeards", 36, twice(STR), 0),
    ("Quarterstaff", "of the Helcaraxe", 13, CON, 0),
    ("Quarterstaff", "of Mithrim", 4, NONE, 0),
    ("Helm", "of Brilliance", 9, GRA, 0),
    ("Robe", "of Stealth", 2, NONE, 0),
    ("Robe", "of Protection", 4, NONE, 0),
    ("Pair of Boots", "of Speed", 8, NONE, 350),
    ("Set of Gloves", "of Treachery", 6, NONE, 350),
    ("Arrow", "(Poisoned)", 14, STR, 0),
    ("Arrow", "of Piercing", 16, STR, 0),
    ("Brass Lantern", "of Flickering Shadow", -3, NONE, 0),
    ("Pair of Boots", "of Treacherous Paths", -6, NONE, 0),
    ("Kite Shield", "of Protection", 6, NONE, 0),
    ("Round Shield", "of Deflection", 6, NONE, 0),
]


@pytest.mark.parametrize(("kind", "name", "difficulty", "stats", "experience"), SPECIALS)
def test_special_types(kind, name, difficulty, stats, experience):
    assert price(GAME, special(GAME, kind, name)) == (difficulty, stats, experience)


def test_curses_and_the_least_time():
    assert special(GAME, "Set of Gloves", "of Treachery").pval == -1
    boots = special(GAME, "Pair of Boots", "of Treacherous Paths")
    assert costs.of_design(GAME, boots).turns == 10
    staff = special(GAME, "Quarterstaff", "of Mithrim", attack=2, damage_sides=6)
    assert price(GAME, staff)[0] == 11


ARTEFACTS = [
    ("Longsword", (), {}, 2, NONE),
    ("Longsword", ("SLAY_ORC",), {}, 5, NONE),
    ("Longsword", ("SLAY_ORC", "BRAND_FIRE"), {}, 19, twice(STR)),
    ("Longsword", ("SLAY_ORC", "BRAND_FIRE", "BRAND_COLD"), {}, 57, twice(STR, 4)),
    ("Longsword", ("SLAY_ORC", "BRAND_FIRE", "BRAND_COLD", "STR"), {}, 71, twice(STR, 5)),
    ("Longsword", ("SLAY_ORC", "BRAND_FIRE", "BRAND_COLD", "STR"), {"pval": 2}, 88, twice(STR, 6)),
    ("Longsword", (), {"attack": 4, "damage_sides": 7, "evasion": 2}, 43, NONE),
    ("Longsword", ("SHARPNESS",), {}, 26, twice(STR)),
    ("Accuracy", (), {}, 0, NONE),
    ("Accuracy", (), {"attack": 4, "evasion": 4, "protection_sides": 3}, 100, NONE),
    ("Accuracy", ("SPEED",), {}, 48, twice(CON, 5)),
    ("Grace", ("GRA",), {"pval": 3}, 51, twice(GRA, 3)),
    ("Grace", ("CHEAT_DEATH", "GRA"), {"pval": 0}, 13, NONE),
    ("Mail Corslet", ("RES_FIRE", "RES_COLD"),
     {"attack": 0, "evasion": -1, "protection_sides": 7}, 63, NONE),
    ("Arrow", (), {"attack": 11}, 33, NONE),
    ("Arrow", ("SHARPNESS",), {}, 8, STR),
    ("Feanorian Lamp", ("LIGHT",), {}, 16, GRA),
    ("Quarterstaff", ("WILL",), {"pval": 4}, 12, NONE),
    ("Mattock", (), {"pval": 4}, 23, twice(STR)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "flags", "changes", "difficulty", "stats"), ARTEFACTS)
def test_artefacts(kind, flags, changes, difficulty, stats):
    item = artefact(GAME, kind, *flags, **changes)
    assert price(GAME, item)[:2] == (difficulty, stats)
    assert costs.of_design(GAME, item).uses == 3


def test_granted_abilities_cost_experience():
    sword = artefact(GAME, "Longsword", "SHARPNESS", abilities=(ab.POWER,))
    assert price(GAME, sword) == (31, twice(STR), 50)
    sword = artefact(GAME, "Longsword", "SHARPNESS", abilities=(ab.POWER, ab.FOLLOW_THROUGH))
    assert price(GAME, sword) == (38, twice(STR), 350)


@pytest.mark.covers(
    "sil-q-codebase: Attack Bonus Caps",
    "sil-q-codebase: Special Item Rules",
    "sil-q-codebase: Ring of Accuracy",
)
@pytest.mark.covers("spec-objects-smithing: 9.3")
def test_ranges():
    sword = artefact(GAME, "Longsword")
    ranges = [bounds(GAME, sword, n) for n in ("attack", "damage_sides", "evasion")]
    assert ranges == [(0, 5), (5, 8), (1, 2)]
    assert bounds(GAME, of_kind(GAME, "Quarterstaff"), "weight") == (34, 75)
    assert bounds(GAME, of_kind(GAME, "Mattock"), "weight") == (66, 150)
    assert bounds(GAME, of_kind(GAME, "Hauberk"), "protection_sides") == (5, 7)
    assert bounds(GAME, of_kind(GAME, "Cloak"), "protection_sides") == (0, 0)
    assert bounds(GAME, artefact(GAME, "Set of Gauntlets"), "attack")[1] == 2


@pytest.mark.ability("Masterpiece", "Expertise")
def test_a_masterpiece_costs_skill_and_an_expert_nothing_else():
    ring = of_kind(GAME, "Strength")
    game = smithy(ab.JEWELLER, ab.MASTERPIECE, skill=8)
    game.hero.derived.skills[Skill.SMITHING] = 10
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = 1
    assert costs.of_design(game, ring).too_difficult
    game.hero.skill_base[Skill.SMITHING] = 9
    found = costs.of_design(game, ring)
    assert (found.too_difficult, found.drain, found.turns, found.stats) == (False, 9, 190, STR)
    game.hero.bought.append(ab.EXPERTISE)
    found = costs.of_design(game, ring)
    assert (found.drain, found.turns, found.stats) == (9, 95, NONE)
