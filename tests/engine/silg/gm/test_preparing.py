"""Preparing a campaign: encounters, tables, fog drawn freely, pins, lines of rooms, the library."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.contract.action import GM
from engine.silg.gm import monster_commands
from tests.engine.silg.stage import RULES, Evening
from tests.pages import page_texts

CLOSED, OPEN = ".......#.......", ".......+......."
ROOMS = "/".join(["#" * 17, *(f"#{row}#" for row in (CLOSED, CLOSED, OPEN, CLOSED)), "#" * 17])


@pytest.fixture
def evening() -> Evening:
    return begun()


def begun() -> Evening:
    evening = Evening("Ann", "Bob")
    for seat in (0, 1):
        evening.say("quick", seat)
    for line in (f"draw {ROOMS}", "start E5", "begin"):
        evening.say(line)
    return evening


def standing(evening: Evening) -> list[tuple[int, int, int, int]]:
    return sorted((c.race, c.y, c.x, c.alertness) for c in evening.game.creatures)


def test_one_of_each_kind_that_fits_is_advised_before_the_session():
    fresh = Evening("Ann", "Bob")
    fresh.say(f"draw {ROOMS}")
    for _ in range(monster_commands.ADVISED + 2):
        advised = [o for o in RULES.legal(fresh.state, GM) if o.advised]
        if advised and advised[0].action.verb == "spawn":
            fresh.say(str(advised[0].action))
    races = [creature.race for creature in fresh.game.creatures]
    assert len(races) == len(set(races)) == monster_commands.ADVISED


def test_an_encounter_is_kept_and_put_down_as_it_stood(evening: Evening):
    evening.say("spawn 3 orc scout at N5 asleep")
    evening.say("spawn wolf at P6 alert")
    before = standing(evening)
    middle = evening.game.creatures[0]
    evening.say("keepgroup ambush")
    evening.say("dismiss monsters")
    evening.say(f"putgroup ambush {compass.square(middle.y, middle.x)}")
    assert standing(evening) == before
    assert "kept" in evening.refused("putgroup nothing E5")
    assert evening.refused("keepgroup bad orc-scout 1")


def test_a_table_of_ones_own_gives_each_of_its_entries_to_the_game_master(evening: Evening):
    evening.say("table weather Rain | Fog | Sun")
    found = set()
    for _ in range(30):
        [told] = evening.say("rolltable weather")
        found.add(told.removeprefix("weather: ").rstrip("."))
    assert found == {"Rain", "Fog", "Sun"}
    assert "weather" not in str(RULES.view(evening.state, None).lines)
    assert evening.refused("table lone Rain")


def test_fog_is_lifted_in_squares_lines_boxes_and_rooms(evening: Evening):
    level, known = evening.state.sil.level, evening.game.hero(0).knowledge

    def shown(written: str) -> int:
        evening.say(f"hide {written}")
        none = sum(map(bool, known.mark))
        evening.say(f"reveal {written}")
        return sum(map(bool, known.mark)) - none

    assert len(level.feature) > 100
    assert shown("M4,N6") == 2
    assert shown("M4:N6") == 6
    assert shown("M4-P7") == 4
    assert shown("N5*") == 9 * 6 - 6  # one wall is in sight
    assert evening.refused("reveal N5-")


def test_pins_stand_on_every_map_and_notes_on_none_but_the_game_masters(evening: Evening):
    evening.say("pin E5 The camp")
    for seat in (GM, 0, 1, None):
        view = RULES.view(evening.state, seat)
        assert view.map is not None
        assert [m.text for m in view.map.marks if m.kind == "letter"] == ["1"]
        assert "The camp" in [str(value) for _, value in view.facts]
    evening.say("pin E5")
    public = RULES.view(evening.state, None).map
    assert public is not None
    assert not public.marks


def test_the_line_of_a_room_is_told_once_to_those_who_enter_it(evening: Evening):
    evening.say("ambience N5 Cold dripping water.")
    line = "Cold dripping water."
    assert line not in map(str, RULES.view(evening.state, 0).lines)
    told = evening.say("place ann N5")
    assert told.count(line) == 1
    assert line in map(str, RULES.view(evening.state, 0).lines)
    assert line not in map(str, RULES.view(evening.state, 1).lines)
    assert line not in evening.say("place ann O5")


def test_what_is_kept_in_the_library_makes_the_same_in_another_game(evening: Evening):
    evening.say("monster Barrow guard; health 6d4; attack hit +6 2d7; evasion 4; letter W")
    evening.say("spawn barrow-guard at N5 asleep")
    evening.say("keepgroup guards")
    evening.say("table weather Rain | Fog")
    evening.say("macro hush set all stun 0")
    evening.say("note N5 The lever")
    kept = RULES.keepsakes(evening.state)
    assert {name.split()[0] for name in kept} == {"map", "monster", "encounter", "table", "macro"}
    other = Evening("Cid")
    first = ("monster barrow-guard", "map of now")
    for lines in (
        *(kept[name] for name in first),
        *(kept[name] for name in kept if name not in first),
    ):
        for line in lines:
            other.say(line)
    mine, theirs = evening.state.sil.level, other.state.sil.level
    assert (mine.height, mine.width, mine.depth) == (theirs.height, theirs.width, theirs.depth)
    differing = [i for i, f in enumerate(mine.feature) if theirs.feature[i] != f]
    assert len(differing) <= 3  # doors may be locked, and traps lie anew
    assert other.state.desk.notes == evening.state.desk.notes
    assert other.state.desk.groups == evening.state.desk.groups
    assert other.state.desk.tables == evening.state.desk.tables
    assert other.state.desk.start == evening.state.desk.start
    assert [m.name for m in other.state.desk.monsters] == ["Barrow guard"]


def test_a_hero_is_made_anew_until_the_session_begins():
    evening = Evening("Ann", "Bob")
    for seat in (0, 1):
        evening.say("quick", seat)
    evening.say(f"draw {ROOMS}")
    before = RULES.turn(evening.state)
    assert 0 not in before.waiting
    assert "Ann is made anew." in evening.say("remake ann")
    turn = RULES.turn(evening.state)
    assert 0 in turn.waiting
    assert turn.id != before.id
    evening.say("quick", 0)
    evening.say("begin")
    assert "before the session begins" in evening.refused("remake ann")


def test_before_the_session_only_the_game_master_sees_the_level_and_the_desk():
    evening = Evening("Ann", "Bob")
    for line in (f"draw {ROOMS}", "start E5"):
        evening.say(line)
    for seat in (GM, None, 0):
        view = RULES.view(evening.state, seat)
        assert (view.map is not None) == (seat == GM)
        assert ("Desk" in page_texts(RULES.pages(evening.state, seat))) == (seat == GM)


def test_nobody_is_told_to_make_a_hero_who_is_made():
    evening = Evening("Ann", "Bob")

    def to_be_done(seat: int | None) -> list[str]:
        sheet = RULES.view(evening.state, seat).sheet
        assert sheet is not None
        return [str(line) for line in sheet.sections[1].lines]

    masters = "The Game Master prepares the level, and begins the session."
    evening.say("quick", 0)
    assert to_be_done(0) == [masters]
    make, *others = to_be_done(None)
    assert make.startswith("Make your hero")
    assert others == [masters]
    assert to_be_done(GM)[1:] == ["Players make heroes meanwhile."]
    evening.say("quick", 1)
    assert to_be_done(None) == [masters]
    [level] = to_be_done(GM)
    assert level.startswith("Make a level")
