"""Levels that the Game Master makes, draws, keeps and travels to; monsters, encounters and tables
of their own; the chronicle and the end (rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.contract.action import GM
from engine.sil.level import terrain
from engine.silg.gm import encounters, monster_commands, preparation
from engine.silg.state import SavedMap
from tests.engine.silg.stage import MAP, RULES, Evening
from tests.pages import page_texts

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def offered(evening: Evening, verb: str) -> dict[str, bool]:
    """Return the Game Master's lines of a command, and whether each is advised."""
    return {str(offer.action): offer.advised for offer in evening.offers(verb)}


def legal(evening: Evening, verb: str) -> list[str]:
    """Return the lines of a verb among all that the Game Master is offered."""
    found = (str(offer.action) for offer in RULES.legal(evening.state, GM))
    return [line for line in found if line.split()[0] == verb]


def drawn(*names: str, plan: str = MAP, **options: str) -> Evening:
    """Return a session before its beginning, with a drawn level."""
    evening = Evening(*names, **options)
    evening.say(f"draw {plan}")
    return evening


# ---------------------------------------------------------------- levels


def test_a_level_is_advised_while_there_is_none_the_first_of_them():
    levels = offered(Evening(), "level")
    assert [*levels.values()] == [True] + [False] * (len(levels) - 1)
    assert next(iter(levels)) == "level 50"
    assert not any(offered(drawn(), "level").values())


@pytest.mark.parametrize(("feet", "depth"), [("50", 1), ("149", 2), ("150", 3), ("1000", 20)])
def test_a_level_lies_as_deep_as_is_said_in_steps_of_50_feet(evening, feet, depth):
    assert evening.say(f"depth {feet}") == [f"The level lies {depth * 50} ft deep."]
    assert evening.state.sil.level.depth == depth
    assert {hero.deepest for hero in evening.state.sil.heroes} == {max(1, depth)}
    offers = offered(evening, "depth")
    assert f"depth {depth * 50}" not in offers
    assert len(offers) == len(preparation._DEPTHS) - (depth * 50 in preparation._DEPTHS)


def test_no_level_lies_above_50_or_below_1000_feet(evening):
    for verb in ("depth", "level"):
        for wrong in ("49", "1001", "deep"):
            assert "is no number from 50 to 1,000" in evening.refused(f"{verb} {wrong}")


def test_a_drawn_level_has_two_squares_of_rock_round_it_and_begins_on_its_first_floor():
    evening = drawn(plan="#####/#...#/#####")
    level = evening.state.sil.level
    assert (level.height, level.width, level.depth) == (3 + 4, 5 + 4, 1)
    assert level.place(evening.state.desk.start) == (3, 3)


@pytest.mark.parametrize(
    ("columns", "rows", "fits"), [(194, 1, True), (195, 1, False), (3, 62, True), (3, 63, False)]
)
def test_a_drawing_has_at_most_62_rows_of_194_columns(columns, rows, fits):
    evening = Evening()
    line = "draw " + "/".join(["." * columns] * rows)
    if fits:
        evening.say(line)
        assert evening.state.sil.level.height == rows + 4
    else:
        assert "at most 198 columns and 66 rows" in evening.refused(line)


def test_a_map_of_nothing_is_refused():
    assert Evening().refused("draw //") == "Draw at least one row: # is rock, . is floor."


def test_nothing_of_the_desk_stays_on_squares_when_another_level_is_drawn(evening):
    evening.say("note H4 a lever")
    evening.say("draw ####/#..#/####")
    assert (evening.state.desk.notes, evening.state.desk.pins) == ({}, {})


def test_the_depth_of_a_level_stays_when_another_is_drawn(evening):
    evening.say("depth 300")
    evening.say("draw ####/#..#/####")
    assert evening.state.sil.level.depth == 6


def test_the_party_begins_where_it_is_said(evening):
    assert evening.say("start h4") == ["The party begins at H4."]
    assert evening.state.desk.start == evening.state.sil.level.at(4, 7)
    assert set(offered(evening, "start")) == {"start D4", "start D5"}


def test_a_room_of_sils_is_laid_with_its_middle_on_a_square(evening):
    evening.say("draw " + "/".join(["." * 10] * 8))  # 14 columns and 12 rows with the rock round it
    for square, why in (
        ("G2", "above or below"),
        ("G8", ""),
        ("G9", "above or below"),
        ("C6", "at its side"),
        ("K6", ""),
        ("L6", "at its side"),
    ):
        if why:
            assert why in evening.refused(f"room {square} standing-stone")
        else:
            assert evening.say(f"room {square} standing")[-1] == (
                f"You lay out Standing Stone at {square}."
            )
    level = evening.state.sil.level
    for square in ("G8", "K6"):
        y, x = compass.read_square(square)
        assert terrain.OPAQUE[level.feature[level.at(y, x)]]
        assert not terrain.OPAQUE[level.feature[level.at(y, x - 1)]]
    assert evening.refused("room G6 Nowhere") == "There is no room or vault called “Nowhere”."
    evening.say("place ann F4")
    assert "Somebody stands" in evening.refused("room F5 standing-stone")
    evening.say("place ann D3; spawn wolf at G6 asleep")
    assert "Somebody stands" in evening.refused("room F5 standing-stone")


# ---------------------------------------------------------------- kept maps and travel


def test_twelve_maps_are_kept_and_one_of_them_can_be_kept_anew(evening):
    saved = SavedMap(evening.state.sil.level, {}, evening.state.desk.start)
    evening.state.desk.maps = {f"m{n}": saved for n in range(11)}
    assert list(offered(evening, "keepmap")) == ["keepmap map-12"]
    assert evening.say("keepmap m11") == ["The level is kept as m11."]
    assert offered(evening, "keepmap") == {}
    assert evening.refused("keepmap m12") == "At most 12 maps are kept."
    evening.say("keepmap m3")
    assert len(evening.state.desk.maps) == 12
    assert len(offered(evening, "usemap")) == 12


def test_a_kept_map_is_as_it_was_kept_with_its_notes_and_not_the_desk_of_before(evening):
    evening.say("note H4 a lever")
    evening.say("keepmap hall")
    evening.say("terrain H4 pit; pin D4 camp; spawn wolf at J5 alert; note I4 a rope")
    evening.say("run monsters gm; side wolf heroes; reveal J3; rename wolf Grim")
    evening.say("orders grim attack ann; ambience D4 It is cold.")
    assert evening.say("usemap hall")[0] == "The level is hall now."
    desk, level = evening.state.desk, evening.state.sil.level
    assert desk.notes == {"H4": "a lever"}
    assert level.feature[level.at(4, 7)] == level.feature[level.at(4, 6)]
    assert not any((desk.pins, desk.run_by_gm, desk.allies, desk.shown, desk.ambience))
    assert not any((desk.names, desk.orders, desk.entered))
    assert evening.game.creatures == []
    assert evening.refused("usemap cellar") == "No map is kept as “cellar”. Kept are: hall."
    evening.state.desk.maps.clear()
    assert evening.refused("usemap hall") == "No map is kept as “hall”. Kept are: none yet."


def test_ways_up_and_down_are_offered_where_there_is_a_level(evening):
    evening.say("depth 100; keepmap hall")
    assert list(offered(evening, "travel")) == [
        "travel down", "travel down hall", "travel up", "travel up hall",
    ]  # fmt: skip
    evening.say("depth 50")
    assert list(offered(evening, "travel")) == ["travel down", "travel down hall"]
    evening.say("depth 1000")
    assert list(offered(evening, "travel")) == ["travel up", "travel up hall"]
    hints = {str(o.action): str(o.hint) for o in evening.offers("travel")}
    assert hints["travel up"] == "A new level, 950 ft deep"


# ---------------------------------------------------------------- the session begins


def test_to_begin_is_advised_when_all_heroes_are_made():
    evening = drawn("Ann", "Bob")
    for seat, advised, hint in (
        (None, False, "Made quickly: Ann and Bob"),
        (0, False, "Made quickly: Bob"),
        (1, True, "All heroes are made"),
    ):
        if seat is not None:
            evening.say("quick", seat)
        [begin] = evening.offers("begin")
        assert begin.advised == advised
        assert str(begin.hint) in (hint, hint.replace(" and ", ", "))
    assert "The party sets out, 50 ft deep." in evening.say("begin")
    assert evening.refused("begin") == "The game has begun."
    assert offered(evening, "begin") == {}
    assert [str(line) for line in evening.state.chronicle] == ["Session 1 began."]


def test_no_session_begins_without_a_level_or_without_room():
    evening = Evening("Ann", "Bob")
    assert evening.refused("begin").startswith("There is no level yet")
    assert offered(evening, "begin") == {}
    evening.say("draw ###/#.#/###")
    assert offered(evening, "begin") == {}
    assert offered(evening, "keepmap") == {}
    evening.say("draw ####/#..#/####")
    assert list(offered(evening, "begin")) == ["begin"]


def test_only_who_is_made_is_approved_or_made_anew():
    evening = drawn("Ann", "Bob", approval="asked")
    assert evening.refused("approve ann") == "Ann is still being made."
    assert offered(evening, "approve") == offered(evening, "remake") == {}
    evening.say("quick", 0)
    assert offered(evening, "approve") == {"approve ann": True}
    assert list(offered(evening, "remake")) == ["remake ann"]
    assert evening.say("approve ann") == ["Ann is approved."]
    assert offered(evening, "approve") == {}


# ---------------------------------------------------------------- of one's own


def test_twenty_monsters_of_ones_own_and_twenty_lines_of_encounters(evening):
    assert len(offered(evening, "monster")) == len(offered(evening, "encounter")) == 1
    evening.say("monster Guard aa")
    desk = evening.state.desk
    desk.monsters, desk.encounters = desk.monsters * 19, ["spawn wolf"] * 19
    evening.say("monster Guard bb")
    told = evening.say("encounter spawn wolf near party asleep")
    assert told == ["Encounter 20: spawn wolf near party asleep"]
    assert evening.refused("monster Guard zz") == "At most 20 monsters of one's own."
    assert evening.refused("encounter spawn wolf") == "The table has 20 lines already."
    assert offered(evening, "monster") == offered(evening, "encounter") == {}


def test_a_line_of_the_table_of_encounters_spawns(evening):
    assert evening.refused("encounter tell Hello").startswith("A line of the table begins with")
    assert evening.refused("meet").startswith("Your table of encounters is empty")
    assert legal(evening, "meet") == []
    evening.say("encounter spawn unicorn near party")
    assert legal(evening, "meet") == ["meet"]
    assert evening.say("meet") == [
        "The table says: spawn unicorn near party.",
        "They cannot come: There is no monster called “unicorn”.",
    ]


@pytest.mark.parametrize(
    ("form", "good"),
    [
        ("wolf 0 0 5", True),
        ("wolf 200 -200 20, orc-scout 1 1 -20", True),
        ("wolf 201 0 5", False),
        ("wolf 0 -201 5", False),
        ("wolf 0 0 21", False),
        ("wolf 0 0 -21", False),
        ("wolf 0 0 5, orc-scout 1", False),
        ("unicorn 0 0 5", False),
    ],
)
def test_a_kept_encounter_has_places_and_alertness_within_bounds(evening, form, good):
    if good:
        assert evening.say(f"keepgroup pack {form}") == [f"Encounter pack: {form}"]
    else:
        evening.refused(f"keepgroup pack {form}")


def test_a_kept_encounter_has_at_most_forty_creatures(evening):
    evening.say(f"keepgroup pack {', '.join(['wolf 0 0 5'] * 40)}")
    told = evening.refused(f"keepgroup pack {', '.join(['wolf 0 0 5'] * 41)}")
    assert told == "An encounter has at most 40 creatures."


def test_monsters_are_kept_by_where_they_stand_from_the_first(evening):
    assert offered(evening, "keepgroup") == {}
    evening.say("spawn wolf at H4 alert; spawn orc scout at J3 asleep")
    assert list(offered(evening, "keepgroup")) == ["keepgroup group-1"]
    evening.say("keepgroup group-1")
    assert evening.state.desk.groups == {"group-1": "wolf 0 0 5, orc-scout -1 2 -15"}
    assert list(offered(evening, "keepgroup")) == ["keepgroup group-2"]
    evening.say("keepgroup pair orc-scout")
    assert evening.state.desk.groups["pair"] == "orc-scout 0 0 -15"


def test_a_kept_encounter_stands_at_its_places_or_near_the_middle(evening):
    evening.say("keepgroup pack wolf 0 0 5, wolf -1 2 -15, wolf 0 90 0")
    assert "3 creatures of pack are there." in evening.say("putgroup pack H4")
    found = [(c.y, c.x, c.alertness) for c in evening.game.creatures]
    assert found[:2] == [(4, 7, 5), (3, 9, -15)]
    outside = found[2]
    assert max(abs(outside[0] - 4), abs(outside[1] - 7)) == 1
    assert outside[2] == 0


def test_a_kept_encounter_is_offered_where_it_has_room(evening):
    evening.say("keepgroup pack wolf 0 0 5, wolf 0 1 5")
    assert list(offered(evening, "putgroup")) == ["putgroup pack party"]
    unique = next(m for m in evening.game.data.monsters.values() if "UNIQUE" in m.flags)
    evening.say(f"keepgroup lone {unique.name.lower().replace(' ', '-').replace(',', '')} 0 0 5")
    evening.say("putgroup lone party")
    assert list(offered(evening, "putgroup")) == ["putgroup pack party"]
    evening.say("dismiss monsters")
    assert len(offered(evening, "putgroup")) == 2


@pytest.mark.parametrize(
    ("kept", "there", "fits"), [(2, 3, True), (2, 4, False), (1, 4, True), (1, 5, False)]
)
def test_a_kept_encounter_is_offered_only_where_the_level_holds_all_of_it(
    evening, monkeypatch, kept, there, fits
):
    monkeypatch.setattr(monster_commands, "MOST_CREATURES", 5)
    evening.say("keepgroup pack " + ", ".join(["wolf 0 0 5"] * kept))
    evening.say(f"spawn {there} wolf at H4")
    assert list(offered(evening, "putgroup")) == (["putgroup pack party"] if fits else [])
    if not fits:
        told = evening.refused("putgroup pack party")
        assert told == "A level holds at most 5 monsters."
    else:
        evening.say("putgroup pack party")
    assert len(evening.game.creatures) == there + kept * fits


def test_a_table_rolled_openly_is_told_to_all_else_to_the_game_master(evening):
    assert evening.refused("table lone Rain |").startswith("A table has two entries or more")
    evening.say("table sky Rain | Rain")
    assert list(offered(evening, "rolltable")) == ["rolltable sky"]
    assert list(offered(evening, "table")) == ["table sky"]
    for how, heard in (("", 0), (" secret", 0), (" open", 1)):
        assert evening.say(f"rolltable sky{how}") == ["sky: Rain."]
        told = sum("sky: Rain." in str(line) for line in RULES.view(evening.state, 0).lines)
        assert bool(told) == bool(heard), how
    assert evening.refused("rolltable sea") == "There is no table called “sea”."
    evening.say("table sky")
    assert offered(evening, "rolltable") == {}


def test_twenty_encounters_and_tables_are_kept(evening):
    for n in range(encounters.MOST_KEPT):
        evening.state.desk.groups[f"g{n}"] = "wolf 0 0 5"
        evening.state.desk.tables[f"t{n}"] = "Rain | Fog"
    evening.say("spawn wolf at H4 alert")
    assert offered(evening, "keepgroup") == {}
    for line in ("keepgroup more", "table more Rain | Fog"):
        assert evening.refused(line) == "At most 20 of these are kept."


# ---------------------------------------------------------------- after


def test_a_session_that_ends_on_the_clock_stops_it_and_names_who_is_still_there(evening):
    evening.say("spawn wolf at J5 alert; clock start; leave bob")
    evening.say("finish")
    assert evening.state.stage == "minutes"
    assert evening.state.session == 2
    assert str(evening.state.chronicle[-1]) == "Session 1 ended; still there: Ann."
    assert list(offered(evening, "finish")) == ["finish"]


def test_after_the_end_of_a_session_all_have_a_whole_minute_and_no_plan(evening):
    ann, bob = evening.state.players
    whole = ann.left
    for line, seat in (("follow ann", 1), ("wait", 0), ("ready", 0)):
        evening.say(line, seat)
    assert (ann.ready, ann.left, bob.plan is not None) == (True, whole - 1, True)
    evening.say("finish")
    assert (ann.ready, ann.left, bob.plan) == (False, whole, None)


@pytest.mark.parametrize("how", ["won", "lost", "left"])
def test_a_campaign_ends_as_is_said_for_all_who_are_in_play(evening, how):
    evening.say("leave bob")
    evening.say(f"end {how}")
    assert evening.state.ended == how
    assert [player.ending for player in evening.state.players] == [how, "left"]
    assert evening.state.stage == "over"
    assert "The campaign ended." in page_texts(RULES.pages(evening.state, None))["Chronicle"]
    assert evening.refused("tell Hm.") == "This tale has ended."
    assert RULES.legal(evening.state, GM) == []


def test_twelve_macros_are_kept_and_forgotten_by_name(evening):
    evening.state.desk.macros = {f"m{n}": "tell x" for n in range(12)}
    assert evening.refused("macro more tell x") == "At most 12 of these are kept."
    assert len(offered(evening, "macro")) == len(legal(evening, "use-macro")) == 12
    assert evening.say("macro m3") == ["The macro m3 is gone."]
    assert evening.refused("use-macro m3") == "There is no macro “m3”."


def test_a_line_holds_at_most_twenty_commands(evening):
    assert evening.say("; ".join(["light D4"] * 20)) == ["D4 is lit."] * 20
    why = "A line holds 1 to 20 commands, with ; between them."
    assert evening.refused("; ".join(["light D4"] * 21)) == why
    assert evening.refused("; ;") == why


def test_the_desk_keeps_the_last_twelve_lines(evening):
    evening.state.desk.history = []
    for n in range(13):
        evening.say(f"tell {n}")
    assert evening.state.desk.history == [f"tell {n}" for n in range(1, 13)]
