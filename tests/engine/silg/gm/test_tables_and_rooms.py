"""Rooms laid out, tables rolled on, squares shown and hidden; and whom a word means."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.game.state import Room
from engine.sil.level import terrain
from engine.silg.levels import squares
from tests.engine.sil.stage import item
from tests.engine.silg.stage import HALL, RULES, Evening, evening_on_a_map, table
from tests.rolled import dice_for

WIDE = "/".join(["." * 21] * 15)


def told(evening: Evening, line: str) -> list[tuple[str, object]]:
    """Do a line of the Game Master's; return what was told, with its audience."""
    action = RULES.parse(line, evening.state, GM)
    events = RULES.apply(evening.state, GM, action, dice_for("told"))
    return [(str(event.text), event.audience) for event in events]


def test_a_table_is_rolled_on_for_all_only_where_that_is_said() -> None:
    evening = evening_on_a_map()
    evening.say("table sky Rain | Rain")
    assert told(evening, "rolltable sky open") == [("sky: Rain.", None)]
    assert told(evening, "rolltable sky") == [("sky: Rain.", (GM,))]
    assert told(evening, "rolltable sky secret") == [("sky: Rain.", (GM,))]
    assert evening.refused("rolltable sea") == "There is no table called “sea”."


def test_whoever_stands_on_a_square_is_meant_by_it() -> None:
    evening = evening_on_a_map()
    evening.say("spawn 2 wolf at H4")
    ann, wolf = evening.state.sil.heroes[0], evening.creature("wolf-1")
    hers, its = (squares.square_name(evening.game, evening.state.sil.level.at(each.y, each.x))
                 for each in (ann, wolf))  # fmt: skip
    assert evening.say(f"hurt {hers} 3") == ["Ann takes 3 damage."]
    assert evening.say(f"dismiss {its}") == ["Wolf 1 is taken off the level."]
    assert evening.refused(f"dismiss {its}") == f"Nobody stands on {its.upper()}."


def test_a_word_means_the_only_one_whose_name_begins_with_it() -> None:
    evening = evening_on_a_map()
    evening.say("spawn wolf at H4; spawn orc scout at J4")
    assert evening.say("dismiss wo") == ["The wolf is taken off the level."]
    evening.say("spawn orc archer at H6")
    assert evening.refused("dismiss or") == "Nobody on the level is called “or”."
    assert evening.refused("dismiss wo") == "Nobody on the level is called “wo”."


def test_a_room_of_sil_s_is_laid_out_round_a_square_and_named() -> None:
    evening = Evening("Ann")
    evening.say(f"draw {WIDE}")
    assert evening.say("room L9 standing-st") == ["You lay out Standing Stone at L9."]
    level = evening.state.sil.level
    middle = squares.read_square(evening.game, "L9")
    ring = [middle + dy * level.width + dx for dy in (-2, 2) for dx in range(-2, 3)]
    assert all(level.feature[at] != terrain.FLOOR for at in ring)


def test_a_reveal_is_taken_back_with_what_lay_there() -> None:
    evening = evening_on_a_map()
    evening.say("place ann D4; place bob D4; light b2-l6 off")
    game = evening.game
    level, square = evening.state.sil.level, squares.read_square(evening.game, "K6")
    thing = item("Arrow")
    level.floor[square] = [thing]
    for seat in (0, 1):
        hidden = game.hero(seat).knowledge
        hidden.mark[square] = hidden.walked[square] = 0
        game.hero_game(seat).forget(thing)
    evening.say("reveal K6 ann")
    shown = [evening.game.hero_game(seat).knows_of(thing) for seat in (0, 1)]
    assert shown == [True, False]
    assert evening.say("unreveal") == ["What you showed last is hidden again."]
    assert not evening.game.hero_game(0).knows_of(thing)
    assert not evening.game.hero(0).knowledge.mark[square]
    assert evening.refused("unreveal") == "Nothing has been shown on this level."


def test_a_room_is_offered_to_be_shown_if_its_walls_lie_on_the_map() -> None:
    game = table("Ann")
    game.state.desk.start = game.state.sil.level.at(4, 4)
    within, above = Room(3, 3, 4, 4), Room(0, 3, 2, 4)
    below, beside = Room(3, 3, len(HALL) - 1, 4), Room(3, 3, 4, len(HALL[0]) - 1)
    game.state.sil.level.rooms = [within, above, below, beside]
    known = game.hero(0).knowledge
    known.mark = bytearray(len(known.mark))
    rooms = [str(o.action) for o in RULES.legal(game.state, GM) if o.action.verb == "reveal"]
    assert [line for line in rooms if ":" in line] == ["reveal D3:E4"]


def test_what_lies_on_a_map_that_was_kept_is_a_keepsake_too() -> None:
    evening = evening_on_a_map()
    evening.say("keepmap cellar")
    kept = RULES.keepsakes(evening.state)
    assert kept["map cellar"] == kept["map of now"]
    assert kept["map cellar"][0].startswith("map ")


def test_the_last_hero_who_leaves_ends_the_tale() -> None:
    evening = evening_on_a_map()
    assert told(evening, "leave bob") == [("Bob leaves the party.", None)]
    assert told(evening, "leave all")[:2] == [
        ("Ann leaves the party.", None),
        ("No hero is left. The tale ends here.", None),
    ]
    assert evening.state.stage == "over"
    for seat, line in ((0, "say Farewell."), (GM, "tell Farewell.")):
        assert evening.refused(line, seat) == "This tale has ended."


def test_who_has_left_does_not_leave_again() -> None:
    evening = evening_on_a_map()
    evening.say("leave bob")
    assert evening.say("leave bob") == []
    assert evening.state.stage == "minutes"


def test_a_sheet_makes_the_hero_who_was_still_being_made() -> None:
    evening = Evening("Ann", "Bob")
    turn = evening.state.turn
    assert evening.say("sheet-in ann skills 1 2 3 4 5 6 7 8")[-1] == (
        "The Game Master brings Ann's sheet."
    )
    assert evening.state.players[0].ready
    assert evening.state.sil.heroes[0].skill_base == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (evening.state.turn, RULES.turn(evening.state).waiting) == (turn, (1,))
    evening.say("sheet-in bob skills 1 1 1 1 1 1 1 1")
    assert (evening.state.turn, RULES.turn(evening.state).waiting) == (turn + 1, (GM,))
    evening.say("sheet-in bob skills 1 1 1 1 1 1 1 1")
    assert evening.state.turn == turn + 1


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("race noldor; house beor", "That house is of another people."),
        ("abilities power, juggling", "There is no ability called “juggling”."),
        ("race edain; house feanor", "That house is of another people."),
    ],
)
def test_a_sheet_that_no_hero_can_have_is_refused(sheet: str, why: str) -> None:
    assert evening_on_a_map().refused(f"sheet-in ann {sheet}") == why
