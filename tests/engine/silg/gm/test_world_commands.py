"""The world in the Game Master's hand: what heroes know of the map, light and ground, handouts,
and what the Game Master looks up (rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.contract.uploads import write_upload
from engine.silg.gm import world_commands
from tests.engine.silg.stage import RULES, Evening
from tests.rolled import dice_for
from tests.webp import webp

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def told(evening: Evening, line: str) -> list[tuple[str, object, bool]]:
    """Do a line of the Game Master's; return what was told to whom, and whether in a post."""
    action = RULES.parse(line, evening.state, GM)
    events = RULES.apply(evening.state, GM, action, dice_for(RULES.dump(evening.state)))
    return [(str(e.text), e.audience, e.post is not None) for e in events if e.kind != "moment"]


def known_by(evening: Evening, seat: int, y: int, x: int) -> tuple[int, int]:
    """Return whether a hero has a square marked, and walked on."""
    known = evening.game.hero(seat).knowledge
    square = evening.state.sil.level.at(y, x)
    return known.mark[square], known.walked[square]


# ---------------------------------------------------------------- fog


def test_what_is_shown_to_one_hero_is_known_to_that_one(evening):
    evening.say("hide J3:K5")
    assert told(evening, "reveal j3 ann") == [
        ("You show J3 to Ann.", (GM,), False),
        ("You learn the lie of the land.", (0,), False),
    ]
    assert known_by(evening, 0, 3, 9) == (1, 1)
    assert known_by(evening, 1, 3, 9)[1] == 0
    evening.say("reveal j3")
    assert known_by(evening, 1, 3, 9) == (1, 1)
    assert told(evening, "hide j3 bob") == [("You hide J3 again.", (GM,), False)]
    assert known_by(evening, 0, 3, 9)[1] == 1
    assert known_by(evening, 1, 3, 9)[1] == 0


def test_heroes_learn_of_things_that_are_shown_to_them_and_forget_them_with_it(evening):
    evening.say("terrain H3:H6 wall; loot J4 longsword")
    level = evening.state.sil.level
    [sword] = level.floor[level.at(4, 9)]

    def knowing() -> list[bool]:
        return [evening.game.hero_game(seat).knows_of(sword) for seat in (0, 1)]

    assert knowing() == [False, False]
    evening.say("reveal J4 ann")
    assert knowing() == [True, False]
    evening.say("reveal I4:K5")
    assert knowing() == [True, True]
    evening.say("unreveal")
    assert knowing() == [True, False]  # Ann has it from the reveal before
    evening.say("unreveal")
    assert knowing() == [False, False]
    evening.say("reveal J4; hide J4 bob")
    assert knowing() == [True, False]


def test_six_reveals_can_be_taken_back_the_last_first(evening):
    assert evening.offered("unreveal") == []
    level = evening.state.sil.level
    columns = "EFGHIJK"
    for letter in columns:
        evening.say(f"reveal {letter}4 bob")
    assert evening.offered("unreveal") == ["unreveal"]
    walked = [4 + n for n in range(len(columns))]
    for taken in range(6):
        known = evening.game.hero(1).knowledge.walked
        shown = [x for x in walked if known[level.at(4, x)]]
        assert len(shown) == len(columns) - taken
        assert evening.say("unreveal") == ["What you showed last is hidden again."]
    assert evening.refused("unreveal") == "Nothing has been shown on this level."
    assert evening.game.hero(1).knowledge.walked[level.at(4, 4)] == 1


def test_the_start_is_offered_to_be_shown_or_hidden_by_whether_all_know_it(evening):
    assert evening.offered("reveal") == []
    assert evening.offered("hide") == ["hide D4"]
    evening.state.sil.heroes[0].knowledge.mark[evening.state.desk.start] = 0
    assert evening.offered("reveal") == ["reveal D4"]
    assert evening.offered("hide") == ["hide D4"]
    evening.state.sil.heroes[1].knowledge.mark[evening.state.desk.start] = 0
    assert evening.offered("hide") == []


# ---------------------------------------------------------------- light and ground


def test_squares_are_lit_or_dark_and_the_other_is_offered(evening):
    level = evening.state.sil.level
    assert level.glow[level.at(4, 3)]
    assert evening.offered("light") == ["light D4 off"]
    assert evening.say("light d4:e5 off") == ["D4:E5 is dark."]
    assert [level.glow[level.at(y, x)] for y, x in ((4, 3), (5, 4), (4, 5))] == [0, 0, 1]
    assert evening.offered("light") == ["light D4 on"]
    assert evening.say("light d4") == ["D4 is lit."]
    assert level.glow[level.at(4, 3)] == 1
    assert evening.refused("light D4 dim") == "Light is on or off."


@pytest.mark.parametrize("kind", world_commands.TERRAIN)
def test_each_kind_of_ground_can_be_laid(evening, kind):
    evening.say(f"terrain J3 {kind}")
    level = evening.state.sil.level
    assert level.feature[level.at(3, 9)] == world_commands.TERRAIN[kind]
    assert not level.hidden[level.at(3, 9)]


@pytest.mark.parametrize(("kind", "hidden"), [("pit", 1), ("web", 1), ("door", 0), ("floor", 0)])
def test_only_traps_are_hidden(evening, kind, hidden):
    evening.say(f"terrain J3 {kind} hidden")
    level = evening.state.sil.level
    assert level.hidden[level.at(3, 9)] == hidden


def test_nobody_is_walled_in(evening):
    evening.say("spawn wolf at J5 asleep")
    for square in ("D4", "D5", "J5"):
        assert evening.refused(f"terrain {square} rock") == "Somebody stands there."
        evening.say(f"terrain {square} web")
    assert evening.refused("terrain J3 lava").startswith("Terrain is one of floor, ")


def test_ground_is_offered_that_is_not_there_and_shuts_nobody_in(evening):
    lines = evening.offered("terrain")
    words = [line.split()[-1] for line in lines]
    assert {"pit", "chasm", "open-door", "down"} <= set(words)
    assert not {"floor", "rock", "wall", "secret", "rubble", "quartz"} & set(words)
    place = lines[0].split()[1]
    evening.say(f"terrain {place} sun")
    again = {line for line in evening.offered("terrain") if line.split()[1] == place}
    assert f"terrain {place} sun" not in again
    assert f"terrain {place} floor" in again


# ---------------------------------------------------------------- words and pictures


def test_a_handout_reaches_whom_it_is_for_in_a_post(evening):
    assert told(evening, "handout bob A torn map") == [
        ("Handout: A torn map", (1,), True),
        ("You hand out to bob: A torn map", (GM,), False),
    ]
    for everybody in ("all", "Heroes", "party"):
        assert told(evening, f"handout {everybody} A song") == [("Handout: A song", None, True)]


def test_a_whisper_reaches_each_whom_it_names_alone(evening):
    assert told(evening, "note-to all Beware") == [
        ("The Game Master whispers: Beware", (0,), True),
        ("You whisper to Ann: Beware", (GM,), False),
        ("The Game Master whispers: Beware", (1,), True),
        ("You whisper to Bob: Beware", (GM,), False),
    ]


def test_the_story_is_told_to_all_in_a_post(evening):
    assert told(evening, "tell A horn sounds.") == [("A horn sounds.", None, True)]
    action = f"scene {write_upload(webp(b'gate'))} {'The gate opens. ' * 6}"
    [(words, audience, posted)] = told(evening, action)
    assert (words, audience, posted) == (("The gate opens. " * 6).strip(), None, True)
    [picture] = evening.state.desk.pictures
    assert (str(picture.title), picture.seats) == (("The gate opens. " * 6)[:80], [])


def test_a_picture_for_one_is_that_ones_and_has_a_title_of_80_letters(evening):
    picture = write_upload(webp(b"map"))
    title = "m" * 81
    assert told(evening, f"picture bob {picture} {title}") == [
        (f"A picture for you: {title[:80]}", (1,), True),
        (f"You hand out to bob: {title[:80]}", (GM,), False),
    ]
    assert evening.state.desk.pictures[0].seats == [1]
    assert told(evening, f"picture party {picture}") == [
        ("A picture for you: A picture", None, True)
    ]


# ---------------------------------------------------------------- looked up


def test_the_eyes_of_a_hero_are_counted_and_who_hears_them(evening):
    evening.say("spawn wolf at J5 alert")
    seen, hears = evening.say("eyes ann")
    known = evening.game.hero(0).knowledge
    remembered = sum(map(bool, known.mark))
    assert seen == (
        f"Ann sees {sum(known.seen)} squares, remembers {remembered}; in sight: the wolf."
    )
    assert hears.startswith("Sound on its way from Ann loses: the wolf ")
    evening.say("dismiss wolf")
    seen, hears = evening.say("eyes ann")
    assert seen.endswith("in sight: nobody.")
    assert hears == "Sound on its way from Ann loses: nobody hears."
    evening.say("leave bob")
    assert evening.refused("eyes bob") == "That hero is not in play."
    assert evening.offered("eyes") == ["eyes ann"]


def test_whom_rock_shuts_off_hears_nobody(evening):
    evening.say("spawn wolf at K5 asleep")
    assert evening.say("eyes ann")[1].startswith("Sound on its way from Ann loses: the wolf ")
    evening.say("terrain J3:J6 rock")
    assert evening.say("eyes ann")[1] == "Sound on its way from Ann loses: nobody hears."


def test_the_contest_is_explained_for_each_hero_and_for_each_monster_against_each(evening):
    evening.say("spawn wolf at K5 asleep")
    terms = evening.say("stealth-terms")
    assert [line.split(":")[0] for line in terms] == [
        "Ann", "Bob", "The wolf (-15) against Ann", "The wolf (-15) against Bob",
    ]  # fmt: skip


def test_a_distance_is_measured_as_sil_measures(evening):
    evening.say("spawn wolf at J5 asleep")
    assert evening.say("measure ann wolf") == ["Ann and the wolf: 6 squares."]
    assert evening.offered("measure") == ["measure ann bob", "measure ann wolf-1"]


def test_nothing_is_looked_up_before_the_session():
    evening = Evening("Ann", "Bob")
    for line in ("eyes ann", "stealth-terms", "measure ann bob", "reveal D4", "hide D4"):
        assert evening.refused(line) == "The session has not begun."
    assert evening.refused("light D4").startswith("There is no level yet")
    assert evening.refused("terrain D4 pit").startswith("There is no level yet")
    for verb in ("eyes", "stealth-terms", "measure", "reveal", "hide", "light", "terrain"):
        assert evening.offered(verb) == [], verb


# ---------------------------------------------------------------- places


def test_nine_pins_stand_on_the_map_and_forty_rooms_have_lines(evening):
    squares = [f"{column}{row}" for row in (3, 4, 5, 6) for column in "DEFGHIJKL"]
    for square in squares[:9]:
        evening.say(f"pin {square} camp")
    assert evening.refused(f"pin {squares[9]} camp") == "At most 9 of these are kept."
    assert evening.offered("pin") == [f"pin {square}" for square in squares[:9]]
    assert told(evening, f"pin {squares[0]}") == [("The pin at D3 is gone.", (GM,), False)]
    assert ("On the map, J4: gate", None, False) in told(evening, "pin j4 gate")


def test_a_room_whose_line_is_changed_tells_it_again(evening):
    line = "ambience D4 It is cold."
    assert ("It is cold.", (0, 1), False) in told(evening, line)
    assert "It is cold." not in evening.say("tell Hm.")
    assert "It is warm." in evening.say("ambience D4 It is warm.")
    assert evening.offered("ambience") == ["ambience D4"]
    evening.say("ambience D4")
    assert evening.offered("ambience") == []


def test_a_line_of_a_room_is_told_to_who_enters_later_alone(evening):
    evening.say("terrain H3:H6 wall; terrain H5 door")
    assert "A draught." not in evening.say("ambience J4 A draught.")
    assert ("A draught.", (1,), False) in told(evening, "place bob J4")
    assert ("A draught.", (0,), False) in told(evening, "place ann J5")


def test_notes_are_taken_away_one_by_one(evening):
    evening.say("note h4 a lever")
    evening.say("note I4 a rope")
    assert evening.state.desk.notes == {"H4": "a lever", "I4": "a rope"}
    assert evening.offered("note") == ["note H4", "note I4"]
    assert evening.say("note H4") == ["The note at H4 is gone."]
    assert evening.state.desk.notes == {"I4": "a rope"}
