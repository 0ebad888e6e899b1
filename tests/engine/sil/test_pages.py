"""The pages of what a hero carries, makes, knows and has noted."""

import pytest

from engine.contract.texts import text
from engine.sil import pages
from engine.sil.game.messages import note
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import flavours
from engine.sil.level import terrain
from engine.sil.odds import fight_lines
from engine.sil.smithing import forging
from tests.engine.sil.arena import arena, look
from tests.engine.sil.smithing.smithy import of_kind, smithy
from tests.engine.sil.stage import foe, item, kind, wear
from tests.pages import page_texts


def page(game, name):
    return page_texts(pages.pages(game))[name]


def test_the_pages_stand_in_this_order():
    assert [each.name for each in pages.pages(arena())] == [
        "Character", "Combat", "Skills", "Abilities", "Experience", "Story",
        "Equipment", "Pack", "Smithing", "Known objects", "Notes",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("counter", "told"),
    [
        (0, "Least depth 50 ft: stairs lead to nothing shallower."),
        (99_999, "Least depth 50 ft:"),
        (100_000, "Least depth 100 ft:"),
        (9_999_999, "Least depth 1000 ft:"),
    ],
)
def test_the_character_is_told_how_shallow_stairs_still_lead(counter, told):
    game = arena()
    game.hero.min_depth_counter = counter
    assert told in page(game, "Character")


def test_on_the_run_all_ways_up_are_open():
    game = arena()
    game.hero.on_the_run = True
    assert "Least depth: none. All ways up are open to you." in page(game, "Character")


def test_a_fight_is_told_of_under_combat_and_nothing_where_there_is_none():
    game = arena()
    assert fight_lines.fight_page(game) in ("", None)
    alone = page(game, "Combat")
    foe(game, "Wolf", 0, 1)
    look(game)
    assert page(game, "Combat").startswith(f"{alone}\n\n")
    assert "wolf" in page(game, "Combat").removeprefix(alone).lower()


def test_what_is_worn_is_told_by_its_place_in_the_order_of_places():
    game = arena()
    assert page(game, "Equipment") == "Nothing is worn."
    wear(game, Slot.QUIVER1, "Arrow", count=20, weight=5)
    wear(game, Slot.WEAPON, "Longsword", weight=35)
    assert page(game, "Equipment").split("\n") == [
        "weapon: a Longsword (+0,2d5) [+1], 3.5 lb",
        "quiver1: 20 Arrows, 10.0 lb",
    ]


def test_the_pack_has_letters_and_what_lies_underfoot_has_numbers():
    game = arena()
    game.hero.pack = [item("Dagger", weight=8), item("Arrow", count=3, weight=5)]
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [item("Shortbow", weight=20)]
    look(game)
    lines = page(game, "Pack").split("\n")
    assert lines[0].startswith("a) a Dagger")
    assert lines[0].endswith(", 0.8 lb")
    assert lines[1] == "b) 3 Arrows, 1.5 lb"
    assert lines[2:4] == ["", "Here lies:"]
    assert lines[4].startswith("floor-1) a Shortbow")
    own = game.hero.derived
    assert lines[5:] == ["", f"You carry 2.3 lb; more than {own.capacity / 10:.1f} lb slows."]


def test_an_empty_pack_says_so():
    assert page(arena(), "Pack").split("\n")[0] == "The pack is empty."
    assert "Here lies" not in page(arena(), "Pack")


# ---------------------------------------------------------------- smithing


def test_a_smith_without_work_has_one_line():
    game = smithy(ab.WEAPONSMITH, ab.JEWELLER, skill=7)
    assert page(game, "Smithing") == "Smithing 7. Abilities: Weaponsmith, Jeweller."


def test_a_hero_who_is_no_smith_has_no_crafts_and_a_forge_of_power_adds_to_his_skill():
    game = smithy(skill=2, forge=terrain.ENCHANTED_FORGE + 3)
    assert page(game, "Smithing") == "Smithing 5 (the forge adds 3). Abilities: none."


def test_the_page_tells_the_design_the_work_and_the_plans():
    game = smithy(ab.JEWELLER, skill=7)
    game.hero.design = of_kind(game, "Strength")
    game.knowledge.designs["Sure Aim"] = of_kind(game, "Longsword", attack=1)
    lines = page(game, "Smithing").split("\n")
    assert lines[1:3] == ["", "On the workbench:"]
    assert lines[3] == "A Ring of Strength <+1>, 0.1 lb."
    assert lines[4] == "Difficulty 19 of your 7; 190 turns. Costs 1 Str and 1 use of the forge."
    assert lines[5] == "Difficulty: Sustain Strength +2, Strength +14, Fine work +3."
    assert lines[6:] == [
        "",
        "Saved plans:",
        "Sure Aim: a Longsword (+1,2d5) [+1]. Costs 1 use of the forge.",
    ]


def test_work_begun_is_told_with_the_turns_that_are_left():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.hero.work.turns = 7
    lines = page(game, "Smithing").split("\n")
    assert lines[1:] == ["", "You have begun to make a Longsword (+0,2d5) [+1]: 7 turns are left."]


# ---------------------------------------------------------------- what is known


def test_of_known_things_each_class_has_a_line_by_name():
    game = arena()
    nothing = "You have yet to learn what the things of Angband do."
    assert page(game, "Known objects") == nothing
    game.lore.aware += [kind("Healing"), kind("Clarity"), kind("Accuracy")]
    assert page(game, "Known objects").split("\n") == [
        "Potions: Potion of Clarity, Potion of Healing",
        "Rings: Ring of Accuracy",
    ]


def test_what_was_tried_in_vain_is_told_until_it_is_known():
    game = arena()
    flavours.deal(game)
    game.lore.tried += [kind("Healing"), kind("Clarity")]
    game.lore.aware.append(kind("Clarity"))
    known, tried = page(game, "Known objects").split("\n")
    assert known.startswith("Potions: ")
    assert known.endswith(" Potion of Clarity")
    assert tried.startswith("  tried, and not understood: ")
    assert tried.endswith(" Potion")
    assert "Healing" not in tried
    game.lore.aware.clear()
    assert page(game, "Known objects").split("\n")[0] == "Potions: none yet"


# ---------------------------------------------------------------- notes


def test_notes_tell_turn_and_depth_and_own_ones_keep_their_own_full_stop():
    game = arena()
    assert page(game, "Notes") == "Nothing worth a note has happened."
    game.hero.turns, game.level.depth = 1234, 3
    note(game, "slew", text("Slew Boldog"))
    note(game, "own", text("Beware of the archers!"))
    game.hero.last_action = "step n"
    assert page(game, "Notes").split("\n") == [
        "Turn 1,234, 150 ft: Slew Boldog.",
        "Turn 1,234, 150 ft: Beware of the archers!",
        "",
        "Your last action: step n",
    ]


@pytest.mark.parametrize(("notes", "shown"), [(30, range(30)), (31, range(1, 31))])
def test_the_last_thirty_notes_are_shown(notes, shown):
    game = arena()
    for number in range(notes):
        note(game, "other", text("Note {n}", n=number))
    lines = page(game, "Notes").split("\n")
    assert lines == [f"Turn 10, 250 ft: Note {number}." for number in shown]
