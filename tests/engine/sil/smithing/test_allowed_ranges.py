"""The range of each number of a design that a smith may change (rules: smithing 9.3)."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.smithing import designs, limits
from tests.engine.sil.smithing.smithy import CRAFTS, artefact, of_kind, smithy, special

SMITH = smithy(*CRAFTS)


def ranges(item, rulings=GAME):
    """Return the least and the greatest value of each number that may be changed."""
    found = limits.limits(SMITH.data, item, rulings)
    return {name: (span.least, span.most) for name, span in found.items() if span.adjustable}


def named(expected):
    """Return the ranges that a line gives for attack, damage, evasion, protection, the special
    value and the weight; a dot for what is fixed."""
    spans = zip(limits.NUMBERS, expected.split(), strict=True)
    found = {name: span.split("..") for name, span in spans if span != "."}
    return {name: (int(least), int(most)) for name, (least, most) in found.items()}


def test_the_numbers_of_a_plain_thing():
    for name, expected in [
        ("Longsword", "0..1 5..6 . . . 20..45"),
        ("Longbow", "0..1 4..5 . . . 20..45"),
        ("Shovel", "-3..-2 2..3 . . 1..1 34..75"),
        ("Arrow", "0..3 . . . . ."),
        ("Accuracy", "1..4 . . . . ."),
        ("Evasion", ". . 1..4 . . ."),
        ("Protection", ". . . 1..3 . ."),
        ("Strength", ". . . . 0..4 ."),
        ("Last Chances", ". . . . . ."),
        ("Brass Lantern", ". . . . . ."),
        ("Terror", ". . . . . ."),
        ("Mail Corslet", "-1..0 . -3..-2 4..5 . 180..405"),
        ("Robe", "0..0 . 1..2 0..0 . 20..45"),
        ("Cloak", "0..0 . 1..2 0..0 . 14..30"),
        ("Hauberk", "-2..-1 . -4..-3 5..7 . 234..525"),
        ("Set of Gloves", "0..0 . 0..1 0..1 . 4..9"),
    ]:
        assert ranges(of_kind(SMITH, name)) == named(expected)


def test_the_numbers_of_an_artefact():
    for name, expected in [
        ("Longsword", "0..5 5..8 1..2 . . 20..45"),
        ("Longbow", "0..5 4..7 . . . 20..45"),
        ("Shovel", "-3..2 2..5 . . 1..5 34..75"),
        ("Arrow", "0..11 . . . . ."),
        ("Accuracy", "0..4 . 0..4 0..3 . ."),
        ("Last Chances", ". . . . . ."),
        ("Brass Lantern", ". . . . . ."),
        ("Mail Corslet", "-1..1 . -3..-1 4..7 . 180..405"),
        ("Cloak", "0..1 . 1..3 0..2 . 14..30"),
        ("Hauberk", "-2..0 . -4..-2 5..9 . 234..525"),
        ("Set of Gloves", "0..2 . 0..2 0..3 . 4..9"),
    ]:
        assert ranges(artefact(SMITH, name)) == named(expected)


def test_a_special_type_moves_the_range_of_what_it_betters():
    for kind, name, number, expected in [
        ("Arrow", "of Piercing", "attack", (0, 0)),
        ("Robe", "of Protection", "protection_sides", (1, 1)),
        ("Round Shield", "of Deflection", "evasion", (1, 3)),
        ("Mattock", "of Belegost", "pval", (2, 3)),
        ("Set of Gloves", "of Treachery", "pval", (0, -1)),
        ("Longsword", "of Gondolin", "damage_sides", (5, 6)),
        ("Longsword", "(Defender)", "evasion", None),
    ]:
        assert ranges(special(SMITH, kind, name)).get(number) == expected


def test_by_the_manual_plain_weapons_of_the_hand_may_gain_evasion():
    for kind, name, evasion in [
        ("Longsword", None, (1, 2)),
        ("Quarterstaff", None, (2, 3)),
        ("Longbow", None, None),
        ("Longsword", "of Gondolin", None),
    ]:
        item = special(SMITH, kind, name) if name else of_kind(SMITH, kind)
        assert ranges(item, MANUAL).get("evasion") == evasion
        assert "evasion" not in ranges(item)


def can(item, number):
    """Return whether a number may go down, and whether it may go up."""
    return tuple(limits.can_change(SMITH.data, item, number, up, GAME) for up in (False, True))


def test_a_weight_stays_inside_its_range_after_a_step_of_half_a_pound():
    for value, down, up in [
        (20, False, True),
        (24, False, True),
        (25, True, True),
        (40, True, True),
        (41, True, False),
    ]:
        sword = of_kind(SMITH, "Longsword", weight=value)
        assert can(sword, "weight") == (down, up)
        for way, allowed in ((False, down), (True, up)):
            moved = designs.copy(sword)
            if allowed:
                designs.change(SMITH, moved, "weight", way)
                assert moved.weight == value + (5 if way else -5)
            else:
                with pytest.raises(IllegalAction):
                    designs.change(SMITH, moved, "weight", way)
                assert moved.weight == value


@pytest.mark.parametrize(
    ("value", "down", "up"), [(0, False, True), (1, True, False), (-1, False, True)]
)
def test_other_numbers_go_from_the_least_to_the_greatest(value, down, up):
    assert can(of_kind(SMITH, "Longsword", attack=value), "attack") == (down, up)


def test_ordinary_arrows_go_by_threes_and_those_of_an_artefact_by_ones():
    arrows = of_kind(SMITH, "Arrow")
    designs.change(SMITH, arrows, "attack", True)
    assert (arrows.attack, can(arrows, "attack")) == (3, (True, False))
    designs.change(SMITH, arrows, "attack", False)
    assert arrows.attack == 0
    arrow = artefact(SMITH, "Arrow")
    designs.change(SMITH, arrow, "attack", True)
    assert (arrow.attack, can(arrow, "attack")) == (1, (True, True))


def test_what_cannot_be_changed_at_all_goes_neither_way():
    assert can(of_kind(SMITH, "Longsword"), "evasion") == (False, False)
    assert can(of_kind(SMITH, "Brass Lantern"), "weight") == (False, False)
    gloves = special(SMITH, "Set of Gloves", "of Treachery")
    assert can(gloves, "pval") == (False, False)
