"""Sentences with which commands of the Game Master's are refused; nothing has changed then."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.silg.gm import encounters, monster_commands, monster_forms, preparation
from engine.silg.gm.gm_commands import MOST_AT_ONCE
from tests.engine.silg.stage import MAP, RULES, Evening, evening_on_a_map

WOLVES = ", ".join(["wolf 0 0 5"] * MOST_AT_ONCE)
EXAMPLE = f"“{monster_forms.EXAMPLE}”"
FORM_OF_ATTACK = (
    "Write an attack as “attack bite +5 2d7”; how is one of hit, touch, claw, bite, peck, sting, "
    "whip, crush, engulf, crawl, thorn."
)


def offered(evening: Evening) -> list[str]:
    """Return the lines that the Game Master is offered."""
    return [str(offer.action) for offer in RULES.legal(evening.state, GM)]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("begin now", "“begin” takes no more words."),
        (" ; ; ", "A line holds 1 to 20 commands, with ; between them."),
        ("macro --- tell x", "It needs a name of letters."),
        ("spawn orc at H4", "“orc” could be Orc thrallmaster, Orc skirmisher, Orc scout, Orc "
            "soldier, Orc archer, Orc warrior, Orc champion, Orc captain."),
        ("spawn 0 wolf at H4", "A command puts down 1 to 40 of a kind."),
        ("spawn 41 wolf at H4", "A command puts down 1 to 40 of a kind."),
        ("keepgroup g wolf 0 0 5, wolf 1 1",
         "An encounter reads like “orc-scout 0 0 -15, wolf 1 2 5”."),
        (f"keepgroup g {WOLVES}, wolf 0 0 5", "An encounter has at most 40 creatures."),
        ("room E3 nonesuch", "There is no room or vault called “nonesuch”."),
        ("room E3 !", "There is no room or vault called “!”."),
        ("room H2 standing stone", "It does not fit there: the map ends above or below."),
        ("room H8 standing stone", "It does not fit there: the map ends above or below."),
        ("room B5 standing stone", "It does not fit there: the map ends at its side."),
        ("room N5 standing stone", "It does not fit there: the map ends at its side."),
        ("draw / /", "Draw at least one row: # is rock, . is floor."),
        ("light D4 dim", "Light is on or off."),
        ("terrain D4 rock", "Somebody stands there."),
    ],
)  # fmt: skip
def test_a_command_that_means_nothing_is_refused_in_a_sentence(line: str, why: str) -> None:
    assert evening_on_a_map().refused(line) == why


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ("Grim; flags NO_FEAR LAZY IDLE", "There is no flag IDLE, LAZY."),
        ("Grim; colour red", f"“colour” is no part of a monster's form: {EXAMPLE}."),
        ("Grim; letter !", "No monster of Sil's has the letter “!”."),
        ("Grim; evasion lots", "“lots” is no number."),
        ("Grim; attack lick +6 2d7", FORM_OF_ATTACK),
        ("Grim; attack bite", FORM_OF_ATTACK),
        ("Grim; attack bite +6 2d7 love", "“love” is no effect of an attack."),
        ("Grim; attack bite +6 0d7", "“0d7” are no dice: write 2d7."),
        ("N:1:Thing", "An edit file's monster needs at least its N: and I: lines."),
        ("N:1:Thing | Q:x", "That is no monster of an edit file: undefined directive: Q: is not a "
            "line of this file (record 1)."),
    ],
)  # fmt: skip
def test_a_form_of_a_monster_is_refused_where_a_part_of_it_is_wrong(form: str, why: str) -> None:
    assert evening_on_a_map().refused(f"monster {form}") == why


@pytest.mark.parametrize(
    ("line", "holder", "most", "why"),
    [
        ("monster Grim{}", preparation, "MOST_LINES", "At most 2 monsters of one's own."),
        ("encounter spawn wolf", preparation, "MOST_LINES", "The table has 2 lines already."),
        ("keepmap m{}", preparation, "MOST_MAPS", "At most 2 maps are kept."),
        ("table t{} Rain | Fog", encounters, "MOST_KEPT", "At most 2 of these are kept."),
    ],
)
def test_of_what_is_kept_there_is_a_limit(
    line: str, holder: object, most: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holder, most, 2)
    evening = evening_on_a_map()
    for letter in "ab":
        evening.say(line.format(letter))
    assert evening.refused(line.format("z")) == why


def test_what_is_kept_already_may_be_kept_anew_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preparation, "MOST_MAPS", 1)
    monkeypatch.setattr(encounters, "MOST_KEPT", 1)
    evening = evening_on_a_map()
    evening.say("keepmap cellar; table sky Rain | Fog")
    assert evening.say("keepmap cellar") == ["The level is kept as cellar."]
    assert evening.say("table sky Sun | Hail") == ["Table sky: Sun | Hail"]


def test_an_encounter_as_large_as_one_command_is_kept() -> None:
    evening = evening_on_a_map()
    evening.say(f"keepgroup pack {WOLVES}")
    assert evening.state.desk.groups["pack"] == WOLVES


def test_a_level_holds_no_more_monsters_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monster_commands, "MOST_CREATURES", 3)
    evening = evening_on_a_map()
    evening.say("spawn 2 wolf at H4")
    assert any(line.startswith("copy wolf") for line in offered(evening))
    assert evening.refused("spawn 2 wolf at H4") == "A level holds at most 3 monsters."
    evening.say("spawn wolf at H4")
    assert len(evening.game.creatures) == 3
    assert evening.refused("copy wolf-1") == "A level holds at most 3 monsters."
    assert not any(line.startswith("copy ") for line in offered(evening))


@pytest.mark.parametrize(("name", "fits"), [("X", False), ("Xi", True), ("G" * 30, True),
                                            ("G" * 31, False)])  # fmt: skip
def test_a_monster_s_own_name_has_2_to_30_letters(name: str, fits: bool) -> None:
    evening = evening_on_a_map()
    evening.say("spawn wolf at H4")
    if fits:
        assert evening.say(f"rename wolf {name}") == [f"It is called {name}."]
    else:
        assert evening.refused(f"rename wolf {name}") == "A name has 2 to 30 letters."


@pytest.mark.parametrize("line", [
    "depth 100", "room D4 standing stone", "keepmap hall", "start D4", "note D4 A lever", "begin",
    "light D4", "terrain D4 pit", "spawn wolf at D4", "pin D4 Here", "ambience D4 It is cold.",
    "putgroup pack D4", "loot D4 dagger",
])  # fmt: skip
def test_without_a_level_nothing_is_done_to_one(line: str) -> None:
    why = "There is no level yet: make one with level or draw."
    assert Evening().refused(line) == why


def test_nobody_is_put_where_there_is_no_room() -> None:
    evening = evening_on_a_map()
    evening.say("draw #####/#...#/#####")
    evening.say("spawn wolf near party")
    assert evening.refused("spawn wolf near party") == "There is no room left near there."
    assert evening.refused("keepmap full") == "There is no room for the party on this level."


def test_nobody_s_mood_is_worked_out_before_a_hero_is_in_play() -> None:
    evening = Evening("Ann")
    evening.say(f"draw {MAP}")
    evening.say("start D4")
    evening.say("spawn wolf at H4")
    assert evening.refused("morale wolf") == "No hero is in play."
    evening.say("begin")
    assert evening.say("morale wolf")[0].startswith("The wolf: morale ")


def test_who_is_out_of_play_has_no_eyes_to_look_through() -> None:
    evening = evening_on_a_map()
    evening.say("leave bob")
    assert evening.refused("eyes bob") == "That hero is not in play."
    assert evening.say("eyes ann")[0].startswith("Ann sees ")


def test_a_hero_still_being_made_is_not_approved() -> None:
    evening = Evening(approval="asked")
    evening.say("quick", 0)
    assert evening.refused("approve bob") == "Bob is still being made."
    assert evening.say("approve ann") == ["Ann is approved."]


def test_a_line_of_the_table_that_cannot_come_true_is_told_with_its_reason() -> None:
    evening = evening_on_a_map()
    evening.say("encounter spawn 3 gryphons near party")
    assert evening.say("meet") == [
        "The table says: spawn 3 gryphons near party.",
        "They cannot come: There is no monster called “gryphons”.",
    ]
