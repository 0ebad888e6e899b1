"""The qualities that things are made with, case by case, by dice that fall as told."""

import pytest
from msgspec import structs

from engine.sil.data.records import Dice, Special
from engine.sil.game.state import Slot
from engine.sil.items import artefacts, inscriptions, item_choice, item_classes, item_creation
from engine.sil.items import item_values as values
from engine.sil.items.item_values import NOTHING, Thing
from tests.engine.sil.items.things import artefact, bearer, special, thing
from tests.engine.sil.stage import DATA, Loaded, item, kind
from tests.rolled import dice_for


def made(tval, name, *faces, level=10, otherwise=100, **how):
    """Return an ordinary thing after dice of quality that fall so (the rest high)."""
    game = bearer()
    found = thing(tval, name)
    item_creation.give_quality(game, Loaded(list(faces), otherwise), found, level, **how)
    return found


def numbers(one):
    return (one.attack, one.damage_sides, one.evasion, one.protection_sides)


# ---------------------------------------------------------------- fine things

NO = 100  # a face of the rolls for what is fine (twice the level) and special (the level)


def test_a_fine_sword_has_a_better_edge_or_balance_or_both():
    for faces, expected in [
        ((NO, NO), (0, 5, 1, 0)),
        ((20, NO, NO, 1), (0, 6, 1, 0)),
        ((21, NO), (0, 5, 1, 0)),
        ((1, NO, NO, 2), (1, 5, 1, 0)),
        ((1, NO, 10, 2), (1, 6, 1, 0)),
        ((1, NO, 11, 1), (0, 6, 1, 0)),
    ]:
        assert numbers(made(item_classes.SWORD, "Longsword", *faces)) == expected


def test_fine_armour_is_stronger_or_less_in_the_way():
    for tval, name, faces, gained in [
        (item_classes.SHIELD, "Round Shield", (1, NO), (0, 0, 0, 1)),
        (item_classes.CLOAK, "Cloak", (1, NO), (0, 0, 1, 0)),
        (item_classes.SOFT_ARMOUR, "Robe", (1, NO), (0, 0, 1, 0)),
        (item_classes.MAIL, "Mail Corslet", (1, NO, 10, 1), (1, 0, 0, 1)),
        (item_classes.MAIL, "Mail Corslet", (1, NO, 10, 2), (0, 0, 1, 1)),
        (item_classes.MAIL, "Mail Corslet", (1, NO, 11, 1, 1), (1, 0, 0, 0)),
        (item_classes.MAIL, "Mail Corslet", (1, NO, 11, 1, 2), (0, 0, 1, 0)),
        (item_classes.MAIL, "Mail Corslet", (1, NO, 11, 2), (0, 0, 0, 1)),
        (item_classes.HELM, "Helm", (1, NO, 11, 1), (0, 0, 1, 0)),
        (item_classes.GLOVES, "Set of Gauntlets", (1, NO, 11, 1), (1, 0, 0, 0)),
    ]:
        plain = numbers(thing(tval, name))
        better = numbers(made(tval, name, *faces))
        assert tuple(b - a for a, b in zip(plain, better, strict=True)) == gained


def test_throwing_weapons_may_come_in_twos_to_fives():
    assert made(item_classes.SWORD, "Dagger", NO, NO, NO, 1, 1).count == 2
    assert made(item_classes.SWORD, "Dagger", NO, NO, NO, 1, 4).count == 5
    assert made(item_classes.SWORD, "Dagger", NO, NO, NO, 2).count == 1
    assert made(item_classes.SWORD, "Longsword", NO, NO, 1, 4).count == 1


def test_a_chest_is_of_its_level_and_better_for_luck():
    for faces, level, value in [
        ((1, 1, 1), 10, 14),
        ((NO, NO, 1), 10, 10),
        ((NO, NO, 1), 40, 25),
        ((NO, NO, 1), 0, 1),
        ((1, NO, 1), 10, 12),
    ]:
        found = made(item_classes.CHEST, "Small wooden chest", *faces, level=level)
        assert (found.pval, found.extra) == (value, 2)


def test_a_torch_is_full_two_times_in_three():
    assert made(item_classes.LIGHT, "Wooden Torch", NO, NO, 2).timeout == 2000
    assert made(item_classes.LIGHT, "Wooden Torch", NO, NO, 1, 1).timeout == 500
    assert made(item_classes.LIGHT, "Wooden Torch", NO, NO, 1, 1501).timeout == 2000


def test_good_things_are_fine_or_special_and_great_ones_both(monkeypatch):
    found = []
    monkeypatch.setattr(
        item_creation,
        "_by_class",
        lambda *args, fine, special, drawn: found.append((fine, special)),
    )
    monkeypatch.setattr(item_choice, "draw_special", lambda *args, **how: None)
    for how in ({}, {"good": True}, {"great": True}):
        made(item_classes.SWORD, "Longsword", NO, NO, 1, named=False, **how)
        made(item_classes.SWORD, "Longsword", NO, NO, 2, named=False, **how)
    assert found == [
        (False, False), (False, False), (True, False), (False, True), (True, True), (True, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("how", "faces", "tries"),
    [
        ({}, (NO, NO), 0),
        ({}, (NO, 1), 1),
        ({"good": True}, (NO, NO, 1), 0),
        ({"good": True}, (NO, NO, 2), 1),
        ({"great": True}, (NO, NO), 3),
        ({"good": True, "great": True}, (NO, NO, 1), 8),
        ({"great": True, "named": False}, (NO, NO), 0),
    ],
)
def test_the_better_a_thing_the_oftener_an_artefact_is_looked_for(monkeypatch, how, faces, tries):
    asked = []
    monkeypatch.setattr(
        artefacts, "draw_normal", lambda game, stream, kind, depth: asked.append(depth)
    )
    monkeypatch.setattr(item_choice, "draw_special", lambda *args, **how: None)
    made(item_classes.SWORD, "Longsword", *faces, **how)
    assert asked == [5] * tries
    asked.clear()
    made(item_classes.SWORD, "Longsword", *faces, reference=9, **how)
    assert asked == [9] * tries


# ---------------------------------------------------------------- special types


def test_a_special_type_betters_each_number_that_it_names():
    better = Special(
        900,
        "of Tests",
        attack=1,
        damage=Dice(2, 3),
        evasion=4,
        protection=Dice(5, 6),
        pval=7,
        cost=1,
    )
    plain = item("Longsword", known=True)
    for stream, gains in ((None, (1,) * 7), (Loaded([1, 2, 3, 4, 5, 6, 7], 1), range(1, 8))):
        found = item("Longsword", known=True)
        item_creation.make_special(DATA, stream, found, better)
        fields = (
            "attack", "damage_dice", "damage_sides", "evasion", "protection_dice",
            "protection_sides", "pval",
        )  # fmt: skip
        assert [getattr(found, f) - getattr(plain, f) for f in fields] == list(gains)
        assert (found.special, found.known, found.cursed, found.broken) == (
            900,
            False,
            False,
            False,
        )
        assert (found.sensed, found.feeling) == (True, "special")


def test_a_special_type_that_betters_nothing_takes_no_dice():
    found = item("Longsword")
    item_creation.make_special(DATA, Loaded([], 9), found, Special(900, "of Tests", cost=1))
    assert (numbers(found), found.pval) == ((0, 5, 1, 0), 0)


def test_a_cursed_type_takes_its_number_away_at_once_and_at_a_forge_by_one():
    cursed = Special(900, "of Tests", pval=3, flags=frozenset(("LIGHT_CURSE",)))
    for stream, pval in ((Loaded([], 2), -3), (None, -1)):
        found = item("Longsword")
        item_creation.make_special(DATA, stream, found, cursed)
        assert (found.pval, found.cursed, found.broken) == (pval, True, True)


def test_what_is_out_of_the_ordinary_is_felt_in_plain_classes():
    for tval, name, felt in [
        (item_classes.SWORD, "Longsword", True),
        (item_classes.LIGHT, "Brass Lantern", True),
        (item_classes.LIGHT, "Lesser Jewel", True),
        (item_classes.LIGHT, "Feanorian Lamp", True),
        (item_classes.LIGHT, "Wooden Torch", False),
        (item_classes.LIGHT, "Mallorn Torch", False),
        (item_classes.RING, "Accuracy", False),
    ]:
        found = thing(tval, name, known=False)
        item_creation.feel(DATA, found)
        assert (found.sensed, found.feeling) == (felt, "special" if felt else "")
        known = thing(tval, name, known=True)
        item_creation.feel(DATA, known)
        assert known.feeling == ""


def test_an_artefact_replaces_every_number_of_its_kind():
    game = bearer()
    record = game.data.artefacts[artefact("'Ringil'")]
    found = item("Longsword", count=3, cursed=True, broken=True)
    game.level.depth = 8
    artefacts.become(game, found, record)
    artefacts.become(game, found, record)
    assert (found.artefact, found.count, found.pval) == (record.serial, 1, record.pval)
    assert (found.weight, found.attack, found.evasion) == (
        record.weight, record.attack, record.evasion,
    )  # fmt: skip
    assert Dice(found.damage_dice, found.damage_sides) == record.damage
    assert Dice(found.protection_dice, found.protection_sides) == record.protection
    assert (found.cursed, found.broken, found.extra) == (True, record.cost <= 0, 8)
    assert game.world.artefacts_made == [record.serial]


def drawn(name, *faces, depth=20, made=()):
    """Return the artefact that is drawn for an ordinary kind."""
    game = bearer()
    game.world.artefacts_made = list(made)
    one = artefacts.draw_normal(game, Loaded(list(faces), 1), game.data.kinds[kind(name)], depth)
    return None if one is None else one.serial


def test_an_artefact_that_exists_leaves_the_turn_to_the_next_of_its_kind():
    swords = [
        a.serial
        for a in DATA.artefacts.values()
        if (a.tval, a.sval)
        == (DATA.kinds[kind("Longsword")].tval, DATA.kinds[kind("Longsword")].sval)
        and artefacts.LAST_SPECIAL < a.serial < artefacts.FIRST_OWN
        and a.rarity > 0
        and "INSTA_ART" not in a.flags
    ]
    assert len(swords) > 1
    assert drawn("Longsword") == swords[0]
    # The first exists: it does not crowd out (its die is high), and the next comes.
    assert drawn("Longsword", 100, made=swords[:1]) == swords[1]
    assert drawn("Longsword", 10, made=swords[:1]) is None
    assert drawn("Longsword", 11, made=swords[:1]) == swords[1]
    assert drawn("Longsword", made=[artefacts.FIRST_OWN]) == swords[0]


# ---------------------------------------------------------------- notes on things


def test_a_figure_in_a_note_is_a_short_name():
    for note, verb, word, called in [
        ("@1", "quaff", "1", True),
        ("@1", "quaff", "2", False),
        ("@1", "quaff", "11", False),
        ("@q1", "quaff", "1", True),
        ("@q1", "wear", "1", False),
        ("@x", "quaff", "x", False),
        ("", "quaff", "1", False),
        ("@1", "quaff", "", False),
        ("@11", "quaff", "1", True),
    ]:
        assert inscriptions.is_called(item("Dagger", inscription=note), verb, word) == called


def test_a_note_asks_for_a_yes():
    for own, worn, verb, asks in [
        ("", "", "drop", False),
        ("!d", "", "drop", True),
        ("!d", "", "throw", False),
        ("!*", "", "throw", True),
        ("", "^d", "drop", True),
        ("", "^*", "drop", True),
        ("", "^t", "drop", False),
        ("", "^*", "wait", False),
        ("^d", "", "drop", False),
    ]:
        game = bearer()
        game.hero.worn[Slot.HEAD] = item("Helm", inscription=worn)
        things = [item("Dagger"), item("Dagger", inscription=own)]
        assert inscriptions.asks_first(game.hero, verb, things) == asks


def test_the_like_of_what_is_marked_is_picked_up():
    game = bearer()
    wanted = inscriptions.wanted_by
    assert wanted(DATA, game.hero, item("Dagger")) == ""
    assert wanted(DATA, game.hero, item("Dagger", inscription="=g mine")) == "=g mine"
    game.hero.pack = [item("Dagger", inscription="=g"), item("Spear", inscription="@1")]
    assert wanted(DATA, game.hero, item("Dagger")) == "=g"
    assert wanted(DATA, game.hero, item("Spear")) == ""
    game.hero.worn[Slot.QUIVER1] = item("Arrow", inscription="=g")
    assert wanted(DATA, game.hero, item("Arrow")) == "=g"
    chest = thing(item_classes.CHEST, "Small wooden chest", inscription="=g")
    assert wanted(DATA, game.hero, chest) == ""


# ---------------------------------------------------------------- what he picks up


SWORD = Thing(item_classes.SWORD, 8, figures=6.0)


def test_a_thing_is_as_good_as_half_its_bonus_and_its_mean_dice():
    for made, figures in [
        (item("Longsword"), 6.0 + 1),
        (item("Longsword", attack=2), 7.0 + 1),
        (item("Round Shield"), 2.0),
        (item("Mail Corslet"), 5.0 - 1.5),
        (item("Cloak"), 1.0),
    ]:
        assert values.thing(bearer(), made).figures == figures


def test_what_is_better_worn():
    for one, worn, better in [
        (SWORD, {}, True),
        (SWORD, {"weapon": SWORD._replace(figures=5.5)}, True),
        (SWORD, {"weapon": SWORD}, False),
        (Thing(item_classes.SHIELD, 3), {"weapon": SWORD}, True),
        (Thing(item_classes.SHIELD, 3), {"weapon": SWORD._replace(two_handed=True)}, False),
        (Thing(item_classes.LIGHT, 0, fuelled=True), {}, False),
        (Thing(item_classes.HELM, 7), {}, False),
        (Thing(item_classes.HELM, 6), {}, True),
        (NOTHING, {}, False),
    ]:
        assert values.better(one, worn) == better


def test_what_he_takes_and_what_he_goes_to():
    for one, wanted, way in [
        (Thing(item_classes.POTION, 1), True, True),
        (Thing(item_classes.FOOD, 32), True, True),
        (Thing(item_classes.FOOD, 31), False, False),
        (Thing(item_classes.FOOD, 0, aware=False), True, True),
        (Thing(item_classes.LIGHT, 0, fuelled=True), True, True),
        (Thing(item_classes.LIGHT, 0), False, False),
        (Thing(item_classes.ARROW, 1), True, True),
        (Thing(item_classes.CHEST, 1, aware=False), False, False),
        (Thing(item_classes.SKELETON, 1), False, True),
        (Thing(item_classes.SKELETON, 1, searched=True), False, False),
        (SWORD, False, False),
        (SWORD._replace(figures=6.5), True, True),
    ]:
        worn = {"weapon": SWORD}
        assert (values.is_wanted(one, worn), values.worth_a_way(one, worn)) == (wanted, way)


def test_spears_and_daggers_are_worth_a_throw():
    for verb, one, missile in [
        ("fire", None, True),
        ("shoot", None, True),
        ("volley", None, True),
        ("throw", None, False),
        ("throw", Thing(item_classes.POLEARM, 2), True),
        ("throw", Thing(item_classes.POLEARM, 3), False),
        ("throw", Thing(item_classes.SWORD, 4), True),
        ("throw", Thing(item_classes.SWORD, 5), False),
    ]:
        assert values.is_missile(verb, one) == missile


def test_things_are_taken_for_what_the_hero_knows_of_them():
    game = bearer()
    potion = thing(item_classes.POTION, "Healing")
    unknown = values.thing(game, potion)
    assert (unknown.sval, unknown.aware, unknown.purposes, unknown.tried) == (
        0,
        False,
        frozenset(),
        False,
    )
    game.lore.tried.append(potion.kind)
    assert values.thing(game, potion).tried
    game.lore.aware.append(potion.kind)
    known = values.thing(game, potion)
    assert known.aware
    assert known.sval == game.data.kinds[potion.kind].sval
    assert known.purposes
    bones = thing(item_classes.SKELETON, "Orc Skeleton", pval=0)
    assert values.thing(game, bones).searched
    assert not values.thing(game, item("Longsword")).searched
    assert values.thing(game, thing(item_classes.LIGHT, "Wooden Torch", timeout=1)).fuelled
    assert not values.thing(game, thing(item_classes.LIGHT, "Wooden Torch", timeout=0)).fuelled


def test_the_special_types_of_a_kind_are_of_its_level_and_depth():
    game = bearer()
    sword = game.data.kinds[kind("Longsword")]
    assert special("of Gondolin")
    found = set()
    for face in range(1, 400):
        one = item_choice.draw_special(game.data, _Weighted(face), sword, 5, 5, fine=True)
        if one is not None:
            found.add(one.serial)
            assert one.level <= 5
            assert item_choice.bears(one, sword)
            assert one.cost > 0
            assert "LIGHT_CURSE" not in one.flags
    assert found


@pytest.mark.parametrize(
    ("rarity", "legal"), [(0, False), (1, True), (100, True), (101, False), (255, False)]
)
def test_only_a_rarity_of_one_to_a_hundred_lets_a_special_type_come(rarity, legal):
    gondolin = DATA.specials[special("of Gondolin")]
    changed = structs.replace(gondolin, rarity=rarity, level=0, deepest=0)
    data = structs.replace(DATA, specials={gondolin.serial: changed})
    sword = DATA.kinds[kind("Longsword")]
    found = item_choice.draw_special(data, dice_for("swords").play, sword, 5, 5, fine=True)
    assert (found is changed) is legal


@pytest.mark.parametrize(
    ("level", "own", "may"),
    [(10, None, True), (11, None, False), (20, 10, True), (20, 11, False), (10, 11, False)],
)
def test_a_shallow_potion_is_found_no_more_than_its_spread_below_its_own_level(level, own, may):
    """Restoration, of level 5, has a spread of 5; a chest's level may be raised for the draw."""
    restoration = DATA.kinds[kind("Restoration")]
    stream = dice_for("potions").play
    found = {
        item_choice.draw_kind(DATA, stream, level, "potions", own_level=own) for _ in range(300)
    }
    assert (restoration in found) is may


class _Weighted(Loaded):
    """Dice that never look deeper, and fall by turns through all weights."""

    def __init__(self, face):
        super().__init__([7], 1)
        self.face = face

    def weighted(self, weights):
        at = self.face % sum(weights)
        for number, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return number
        raise AssertionError
