"""Making objects, case by case."""

from collections import Counter

import pytest

from engine.sil.data import bundle
from engine.sil.game.state import Slot
from engine.sil.items import artefacts, item_choice, item_classes, item_creation
from tests.engine.sil.items.things import artefact, bearer, special, thing
from tests.engine.sil.stage import Loaded, wear
from tests.rolled import dice_for


def stream(seed: int = 1):
    return dice_for(seed.to_bytes(16, "big")).level


def candidates_weight(level, theme=""):
    """Return the total weight of what may be drawn at an unboosted level."""
    among = item_choice._candidates(theme, level, True, bundle.load())
    weights = [entry.weight for entry in among.entries if entry.level <= level]
    assert among.sums[len(weights) - 1] == sum(weights)
    return sum(weights)


@pytest.mark.covers("spec-objects-smithing: 3.1", "spec-objects-smithing: Generation and carrying")
@pytest.mark.parametrize(
    ("level", "all_kinds", "undamaged"),
    [(1, 750, 650), (5, 3286, 3153), (10, 6107, 5908), (20, 10210, 9978)],
)
def test_the_weight_of_what_may_be_found_is_as_measured(level, all_kinds, undamaged):
    assert candidates_weight(level) == all_kinds
    assert candidates_weight(level, "not damaged") == undamaged


@pytest.mark.covers("spec-objects-smithing: Generation and carrying")
def test_chests_of_level_20_weigh_86_and_the_largest_is_deeper():
    assert candidates_weight(20, "chests") == 86
    assert candidates_weight(24, "chests") > 86


@pytest.mark.covers("spec-objects-smithing: 3.2")
def test_a_draw_looks_deeper_once_in_seven_but_never_shallower():
    dice = stream()
    levels = [item_choice.boost_level(dice, 10) for _ in range(7000)]
    assert min(levels) == 10
    assert max(levels) <= item_choice.DEEPEST
    assert 850 < sum(level > 10 for level in levels) < 1150
    assert {item_choice.boost_level(dice, 20) for _ in range(100)} == {20, 21}
    assert {item_choice.boost_level(dice, 0) for _ in range(100)} == {0}


def test_nothing_is_drawn_where_nothing_fits():
    assert item_choice.draw_kind(bundle.load(), stream(), 0) is None


@pytest.mark.covers("spec-objects-smithing: 3.4")
def test_every_theme_keeps_to_its_own():
    game, dice = bearer(), stream()
    game.state.options["no_artefacts"] = "yes"
    game.level.depth = 15
    wanted = {
        "shields": {item_classes.SHIELD},
        "boots": {item_classes.BOOTS},
        "helms": {item_classes.HELM, item_classes.CROWN},
        "chests": {item_classes.CHEST},
        "weapons": {item_classes.SWORD, item_classes.POLEARM, item_classes.BLUNT},
        "digging": {item_classes.DIGGER},
        "potions": {item_classes.POTION, item_classes.FOOD},
        "jewellery": {item_classes.RING, item_classes.AMULET},
    }
    for theme, tvals in wanted.items():
        items = [item_creation.make_object(game, dice, 15, theme=theme) for _ in range(150)]
        assert {item_classes.kind_of(game.data, item).tval for item in items} <= tvals, theme


@pytest.mark.parametrize(
    ("wanted", "chance"),
    [({}, 1000), ({"good": True}, 10), ({"theme": "jewellery"}, 500),
     ({"theme": "jewellery", "great": True}, 5)],
)  # fmt: skip
def test_an_artefact_of_its_own_kind_is_looked_for_as_often_as_the_rules_say(wanted, chance):
    class Chances:
        """Dice that note one chance, and then end the search."""

        def one_in(self, of: int) -> bool:
            raise StopIteration(of)

    with pytest.raises(StopIteration) as asked:
        item_creation.make_object(bearer(), Chances(), 15, **wanted)
    assert asked.value.value == chance


def test_without_chests_there_are_none_even_where_only_chests_would_do():
    game = bearer()
    game.state.options["no_artefacts"] = "yes"
    assert item_creation.make_object(game, stream(), 15, theme="chests", chests=False) is None


@pytest.mark.covers("spec-objects-smithing: 3.5", "spec-objects-smithing: Generation and carrying")
@pytest.mark.covers("spec-objects-smithing: 3.6")
def test_longswords_of_level_5_are_special_and_fine_as_often_as_measured():
    game, dice = bearer(), stream()
    found = Counter()
    names = Counter()
    for _ in range(8000):
        sword = thing(item_classes.SWORD, "Longsword")
        item_creation.give_quality(game, dice, sword, 5, named=False)
        if sword.special:
            names[game.data.specials[sword.special].name] += 1
        fine = (sword.attack, sword.damage_sides) != (0, 5)
        found["special" if sword.special else "fine" if fine else "plain"] += 1
    assert found["special"] / 8000 == pytest.approx(0.05, abs=0.01)
    assert found["fine"] / 8000 == pytest.approx(0.095, abs=0.015)
    for name in ("of Gondolin", "of Doriath", "(Defender)"):
        assert names[name] / found["special"] == pytest.approx(0.32, abs=0.08)


@pytest.mark.covers("spec-objects-smithing: 3.5")
@pytest.mark.covers("spec-objects-smithing: 14. Hard-to-get-right list")
def test_arrows_are_special_or_fine_but_never_both_and_either_halves_them():
    game, dice = bearer(), stream()
    for _ in range(600):
        arrows = thing(item_classes.ARROW, "Arrow", 40)
        item_creation.give_quality(game, dice, arrows, 12, good=True, named=False)
        assert not (arrows.special and arrows.attack)
        assert arrows.count == (20 if arrows.special or arrows.attack else arrows.count)


@pytest.mark.covers("spec-objects-smithing: 4.4")
def test_plain_gear_is_known_at_once_and_special_gear_is_felt():
    game, dice = bearer(), stream()
    seen = set()
    for _ in range(400):
        shield = thing(item_classes.SHIELD, "Round Shield")
        item_creation.give_quality(game, dice, shield, 10, named=False)
        assert shield.known != bool(shield.special)
        assert shield.feeling == ("special" if shield.special else "")
        seen.add(bool(shield.special))
    assert seen == {True, False}


def test_a_cursed_special_type_takes_its_number_away():
    gloves = thing(item_classes.GLOVES, "Set of Gloves")
    item_creation.make_special(
        bundle.load(), stream(), gloves, bundle.load().specials[special("of Treachery")]
    )
    assert gloves.cursed
    assert gloves.pval == -1


@pytest.mark.covers("spec-objects-smithing: 3.8", "spec-objects-smithing: Generation and carrying")
@pytest.mark.parametrize(
    ("name", "level", "field", "shares"),
    [
        ("Dexterity", 10, "pval", {0: 0.6, 1: 0.4}),
        ("Protection", 7, "protection_sides", {1: 0.6, 2: 0.4}),
        ("Accuracy", 12, "attack", {1: 0.5, 2: 0.5}),
    ],
)
def test_rings_are_as_strong_as_their_level_makes_them(name, level, field, shares):
    game, dice = bearer(), stream()
    found = Counter()
    for _ in range(3000):
        ring = thing(item_classes.RING, name)
        item_creation.give_quality(game, dice, ring, level, named=False)
        found[getattr(ring, field)] += 1
    assert found.keys() == shares.keys()
    for value, share in shares.items():
        assert found[value] / 3000 == pytest.approx(share, abs=0.04)


@pytest.mark.covers("spec-objects-smithing: 3.9", "spec-objects-smithing: Generation and carrying")
def test_staffs_of_light_hold_four_to_eight_uses():
    game, dice = bearer(), stream()
    found = Counter()
    for _ in range(3200):
        staff = thing(item_classes.STAFF, "Light")
        item_creation.give_quality(game, dice, staff, 5)
        found[staff.pval] += 1
    assert found.keys() == {8, 10, 12, 14, 16}
    assert found[12] / 3200 == pytest.approx(6 / 16, abs=0.04)


def test_torches_are_mostly_full_and_never_beyond():
    game, dice = bearer(), stream()
    torches = [thing(item_classes.LIGHT, "Wooden Torch") for _ in range(600)]
    for torch in torches:
        item_creation.give_quality(game, dice, torch, 1)
    fuel = [torch.timeout for torch in torches]
    assert min(fuel) >= 500
    assert max(fuel) == 2000
    assert fuel.count(2000) / 600 == pytest.approx(2 / 3, abs=0.08)


def test_chests_keep_their_level_and_a_theme_of_thirteen():
    game, dice = bearer(), stream()
    themes = set()
    for _ in range(400):
        chest = thing(item_classes.CHEST, "Small wooden chest")
        item_creation.give_quality(game, dice, chest, 24)
        assert chest.pval in (24, 25)
        themes.add(item_choice.THEMES[chest.extra])
    assert themes == set(item_choice.THEMES[2:15])


@pytest.mark.covers("spec-objects-smithing: 3.10", "spec-objects-smithing: Generation and carrying")
def test_longswords_weigh_two_to_four_and_a_half_pounds():
    game, dice = bearer(), stream()
    game.state.options["no_artefacts"] = "yes"
    weights = Counter()
    while weights.total() < 1500:
        sword = item_creation.make_object(game, dice, 4, theme="swords")
        if item_classes.kind_of(game.data, sword).name == "& Longsword~":
            weights[sword.weight] += 1
    assert set(weights) <= {20, 25, 30, 35, 40, 45}
    assert weights[30] / 1500 == pytest.approx(0.38, abs=0.05)
    assert weights[25] / 1500 == pytest.approx(0.22, abs=0.05)
    assert weights[20] / 1500 == pytest.approx(0.09, abs=0.03)


@pytest.mark.covers("spec-objects-smithing: 3.3")
def test_who_is_short_of_arrows_finds_twice_as_many():
    game, kind = bearer(), bundle.load().kind(item_classes.ARROW, 1)
    short = [item_creation._number(game, stream(n), kind) for n in range(60)]
    wear(game, Slot.QUIVER1, "Arrow", count=20)
    enough = [item_creation._number(game, stream(n), kind) for n in range(60)]
    assert short == [2 * number for number in enough]
    assert min(enough) > 20
    assert max(enough) <= 20 + 10 + 20 - game.level.depth


@pytest.mark.covers("spec-objects-smithing: 3.7")
class TestArtefacts:
    @pytest.mark.covers("sil-q-manual: Special Items")
    def test_an_artefact_exists_once(self):
        game = bearer()
        ringil = item_creation.artefact(game, artefact("'Ringil'"))
        assert ringil.artefact in game.world.artefacts_made
        kind = item_classes.kind_of(game.data, ringil)
        drawn = (artefacts.draw_normal(game, stream(n), kind, 20) for n in range(400))
        assert all(one is None or one.serial != ringil.artefact for one in drawn)

    def test_its_numbers_replace_the_kinds(self):
        game = bearer()
        orcrist = item_creation.artefact(game, artefact("'Orcrist'"))
        record = game.data.artefacts[orcrist.artefact]
        assert (orcrist.damage_dice, orcrist.damage_sides) == tuple(record.damage)
        assert (orcrist.weight, orcrist.attack) == (record.weight, record.attack)
        assert not orcrist.known
        assert orcrist.feeling == "special"

    def test_the_more_there_are_the_rarer_new_ones_become(self):
        game = bearer()
        free = sum(not artefacts._crowded_out(game, stream(n)) for n in range(2000))
        ordinary = [
            a.serial
            for a in game.data.artefacts.values()
            if artefacts.LAST_SPECIAL < a.serial < 180 and "INSTA_ART" not in a.flags
        ]
        game.world.artefacts_made = ordinary[:5]
        crowded = sum(not artefacts._crowded_out(game, stream(n)) for n in range(2000))
        assert free == 2000
        assert crowded / 2000 == pytest.approx(0.9**5, abs=0.05)

    @pytest.mark.parametrize(
        ("depth", "made", "faces", "sides", "drawn"),
        [
            (20, [], [1], [20], 1),
            (20, [], [2, 1], [20, 30], 2),
            (20, [1], [1], [30], 2),
            (10, [], [1], [20], 1),
            (9, [], [1, 1], [2, 20], 1),
            (8, [], [2, 1, 1], [4, 12, 30], 2),
            (8, [], [1, 2, 1, 1], [4, 20, 12, 30], 2),
            (7, [*range(1, 8)], [1, 1], [14, 30], 8),
            (6, [*range(1, 8)], [1, 1, 1], [16, 30, 5], 8),
            (5, [*range(1, 8)], [1, 1, 2, 1, 1, 1], [18, 30, 10, 30, 20, 10], 9),
            (20, [20], [10], [100], None),
            (20, [20], [11, 1], [100, 20], 1),
            (20, [20, 21], [11, 10], [100, 100], None),
            (20, [200], [1], [20], 1),
            (20, [], [], [20, 30, 20, 20, 20, 30, 18, 30, 20, 20], None),
        ],
    )
    def test_jewels_and_crowns_with_names_are_tried_in_their_order(
        self, depth, made, faces, sides, drawn
    ):
        game, dice = bearer(), Loaded([*faces], otherwise=100)
        game.world.artefacts_made = made
        one = artefacts.draw_special(game, dice, depth)
        assert (one and one.serial, dice.sides) == (drawn, sides)

    @pytest.mark.parametrize(
        ("kind", "depth", "made", "faces", "sides", "drawn"),
        [
            ((36, 2), 4, [], [1], [10], 20),
            ((36, 2), 3, [], [1, 1], [2, 10], 20),
            ((36, 2), 4, [], [2, 1, 1], [10, 4, 10], 21),
            ((36, 2), 4, [], [2, 2, 2], [10, 4, 28], None),
            ((36, 2), 4, [20], [11, 1, 1], [100, 4, 10], 21),
            ((36, 2), 4, [20], [10], [100], None),
            ((36, 2), 4, [1, 74, 200], [1], [10], 20),
            ((23, 25), 20, [], [1], [15], 75),
            ((33, 11), 20, [], [], [], None),
        ],
    )
    def test_artefacts_of_a_kind_are_tried_in_their_order(
        self, kind, depth, made, faces, sides, drawn
    ):
        game, dice = bearer(), Loaded([*faces], otherwise=100)
        game.world.artefacts_made = made
        one = artefacts.draw_normal(game, dice, game.data.kind(*kind), depth)
        assert (one and one.serial, dice.sides) == (drawn, sides)

    @pytest.mark.covers("spec-world: 11.9")
    def test_a_game_without_artefacts_has_none(self):
        game, dice = bearer(), stream()
        game.state.options["no_artefacts"] = "yes"
        made = [
            item_creation.make_object(game, dice, 20, good=True, great=True, theme="not damaged")
            for _ in range(200)
        ]
        assert not any(item.artefact for item in made)


def test_the_same_seed_makes_the_same_things():
    one, other = bearer(), bearer()
    for _ in range(50):
        assert item_creation.make_object(one, one.streams.level, 9) == item_creation.make_object(
            other, other.streams.level, 9
        )


@pytest.mark.covers("spec-objects-smithing: 3.10")
@pytest.mark.parametrize(
    ("tval", "name", "varies"),
    [
        (item_classes.SWORD, "Longsword", True),
        (item_classes.HELM, "Helm", True),
        (item_classes.SWORD, "Dagger", False),  # made to be thrown
        (item_classes.STAFF, "Light", False),
    ],
)
def test_weapons_and_armour_but_what_is_thrown_vary_in_weight_by_half_pounds(tval, name, varies):
    kind = bundle.load().kinds[thing(tval, name).kind]
    stream = dice_for("weights").level
    found = {item_creation._weight(stream, kind) for _ in range(300)}
    if not varies:
        assert found == {kind.weight}
        return
    assert len(found) > 3
    assert all(weight % 5 == 0 for weight in found)
    assert 2 * kind.weight <= 3 * min(found)
    assert 2 * max(found) <= 3 * kind.weight
