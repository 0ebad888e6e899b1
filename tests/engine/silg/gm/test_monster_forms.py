"""Monsters of a table's own making: each part of a form, its bounds, and how they are told."""

from __future__ import annotations

import pytest

from engine.contract.action import InvalidAction
from engine.sil.data.records import FIRST_OWN_MONSTER, Blow, Dice
from engine.silg.gm import monster_forms
from tests.engine.silg.stage import table


@pytest.fixture(scope="module")
def game():
    """Return a table that no test changes."""
    return table("Ann")


def read(game, written: str):
    """Return the monster of a form."""
    return monster_forms.read(game, written)


def why_not(game, written: str) -> str:
    """Return why a form is refused."""
    with pytest.raises(InvalidAction) as refused:
        read(game, written)
    return str(refused.value)


def test_a_form_of_a_name_alone_is_a_weak_monster_of_usual_speed(game):
    made = read(game, "Pale guard")
    assert (made.serial, made.name) == (FIRST_OWN_MONSTER, "Pale guard")
    assert (made.health, made.speed, made.level) == (Dice(4, 4), 2, 1)
    assert (made.glyph.char, made.blows, made.flags) == ("o", (), frozenset())


def test_the_next_monster_of_ones_own_has_the_next_number():
    game = table("Ann")
    game.state.desk.monsters.append(read(game, "Pale guard"))
    assert read(game, "Grim guard").serial == FIRST_OWN_MONSTER + 1


@pytest.mark.parametrize(
    ("part", "figure", "value"),
    [
        ("health 6d4", "health", Dice(6, 4)),
        ("protection 2d5", "protection", Dice(2, 5)),
        ("Evasion +4", "evasion", 4),
        ("evasion -3", "evasion", -3),
        ("perception 5", "perception", 5),
        ("will 3", "will", 3),
        ("stealth 6", "stealth", 6),
        ("light 1", "light", 1),
        ("sleep 9", "sleepiness", 9),
        ("speed 0", "speed", 1),
        ("speed 4", "speed", 4),
        ("speed 5", "speed", 4),
        ("depth 0", "level", 1),
        ("depth 149", "level", 2),
        ("depth 150", "level", 3),
        ("depth 1000", "level", 20),
        ("depth 1050", "level", 20),
        ("flags smart no_fear", "flags", frozenset({"SMART", "NO_FEAR"})),
    ],
)
def test_each_part_of_a_form_sets_its_figure(game, part, figure, value):
    assert getattr(read(game, f"Pale guard; {part}"), figure) == value


def test_a_monster_looks_like_those_of_its_letter(game):
    made = read(game, "Pale guard; letter Wolf")
    alike = next(m for m in game.base.monsters.values() if m.glyph.char == "W" and m.rarity)
    assert made.glyph == alike.glyph


@pytest.mark.parametrize(
    ("written", "blow"),
    [
        ("attack hit +6 2d7", Blow("HIT", "HURT", 6, Dice(2, 7))),
        ("attack Bite -1 10d12 fire", Blow("BITE", "FIRE", -1, Dice(10, 12))),
        ("attack sting 3 1d5 Poison", Blow("STING", "POISON", 3, Dice(1, 5))),
    ],
)
def test_an_attack_has_a_way_a_bonus_dice_and_perhaps_an_effect(game, written, blow):
    assert read(game, f"Pale guard; {written}").blows == (blow,)


def test_of_many_attacks_the_first_two_count(game):
    forms = "; ".join(f"attack hit +{n} 1d5" for n in (1, 2, 3))
    assert [blow.attack for blow in read(game, f"Pale guard; {forms}").blows] == [1, 2]


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("health lots", "“lots” are no dice: write 2d7."),
        ("health 0d7", "“0d7” are no dice: write 2d7."),
        ("health 100d7", "“100d7” are no dice: write 2d7."),
        ("evasion much", "“much” is no number."),
        ("evasion 10000", "“10000” is no number."),
        ("letter €", "No monster of Sil's has the letter “€”."),
        ("flags SMART GREEN", "There is no flag GREEN."),
        ("attack hit +6 2d7 love", "“love” is no effect of an attack."),
        ("beauty 3", "“beauty” is no part of a monster's form"),
        ("attack kiss +6 2d7", "Write an attack as “attack bite +5 2d7”; how is one of hit"),
        ("attack hit +6", "Write an attack as “attack bite +5 2d7”; how is one of hit"),
    ],
)
def test_a_part_that_makes_no_sense_is_refused(game, part, why):
    assert why_not(game, f"Pale guard; {part}").startswith(why)


@pytest.mark.parametrize(
    ("name", "good"),
    [("Ox", True), ("O", False), ("a" * 30, True), ("a" * 31, False), ("7th guard", False),
     ("Barad-dûr's guard 2", True), ("_guard", False)],
)  # fmt: skip
def test_a_name_has_2_to_30_letters_and_begins_with_one(game, name, good):
    if good:
        assert read(game, name).name == name
    else:
        assert why_not(game, name).startswith("A form begins with a name of 2 to 30 letters")


@pytest.mark.parametrize(("letters", "good"), [(40, True), (41, False)])
def test_a_name_in_lines_of_an_edit_file_has_40_letters_at_most(game, letters, good):
    lines = f"N:1:{'a' * letters}|G:C:s|I:3:5d4:0|W:3:1"
    if good:
        assert len(read(game, lines).name) == letters
    else:
        assert why_not(game, lines) == "A name has at most 40 letters."


def test_no_monster_is_called_as_another_is(game):
    assert why_not(game, "wolf") == "There is a monster called wolf already."
    assert why_not(game, "N:9:Wolf|G:C:s|I:3:5d4:0|W:3:1").startswith("There is a monster called")


def test_lines_of_an_edit_file_need_health_and_get_a_number_of_their_own(game):
    made = read(game, "N:77:Grey runner | G:C:s | I:3:5d4:0 | W:3:1 | A:8:6:4:2 | P:[+5,2d4]")
    assert (made.serial, made.name, made.level) == (FIRST_OWN_MONSTER, "Grey runner", 3)
    assert (made.speed, made.health) == (3, Dice(5, 4))
    needs = "An edit file's monster needs at least its N: and I: lines."
    assert why_not(game, "N:77:Grey runner | G:C:s") == needs
    assert why_not(game, "N:1:Grey runner | I:x").startswith("That is no monster of an edit file:")


def test_a_monster_is_told_with_all_its_figures(game):
    made = read(game, "Pale guard; health 6d4; attack hit +6 2d7; evasion 4; protection 2d4; "
                      "perception 5; will 3")  # fmt: skip
    assert str(monster_forms.describe(made)) == (
        "health 6d4, hit (+6, 2d7), [+4, 2d4], speed 2, perception 5, will 3"
    )
    assert "no attacks" in str(monster_forms.describe(read(game, "Pale guard")))
