"""Words of the Game Master's commands: whom, what and how many they mean."""

from __future__ import annotations

import pytest

from engine.contract.action import InvalidAction
from engine.contract.texts import text
from engine.silg.gm import gm_commands
from engine.silg.gm.gm_commands import GmCommand, Shelf, option
from tests.engine.silg.stage import foe, table, texts


@pytest.fixture
def game():
    """Return a table of Ann, Anton and Bob with an orc and two wolves, in play by minutes."""
    game = table("Ann", "Anton", "Bob")
    foe(game, "Wolf", 1, 12)
    foe(game, "Wolf", 1, 14)
    foe(game, "Orc scout", 6, 12)
    return game


@pytest.mark.parametrize("word", ["all", "Heroes", "party"])
def test_a_word_for_the_party_means_all_heroes_in_play(game, word):
    game.player(2).ending = "dead"
    assert gm_commands.read_fighters(game, word) == ["h0", "h1"]
    assert gm_commands.read_seats(game, word) == [0, 1]


def test_before_the_session_the_party_is_everybody(game):
    game.state.stage = "setup"
    assert gm_commands.read_seats(game, "all") == [0, 1, 2]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("monsters", ["c1", "c2", "c3"]),
        ("wolf", ["c1", "c2"]),
        ("Wolf-2", ["c2"]),
        ("orc-scout", ["c3"]),
        ("orc", ["c3"]),
        ("ANN", ["h0"]),
        ("b", ["h2"]),
        ("e4", ["h0"]),
        ("M1", ["c1"]),
    ],
)
def test_a_fighter_is_meant_by_handle_kind_beginning_or_square(game, word, meant):
    assert gm_commands.read_fighters(game, word) == meant


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("an", "Nobody on the level is called “an”."),
        ("wolf-3", "Nobody on the level is called “wolf-3”."),
        ("f4", "Nobody stands on F4."),
        ("z99", "Z99 lies outside of the map."),
    ],
)
def test_a_word_that_means_nobody_for_certain_is_refused(game, word, why):
    with pytest.raises(InvalidAction) as refused:
        gm_commands.read_fighters(game, word)
    assert str(refused.value) == why


def test_one_is_wanted_where_a_word_means_several(game):
    assert gm_commands.read_fighter(game, "orc") == "c3"
    with pytest.raises(InvalidAction, match=r"“wolf” means 2 of them; name one."):
        gm_commands.read_fighter(game, "wolf")
    with pytest.raises(InvalidAction, match=r"Name one hero, not “party”."):
        gm_commands.read_seat(game, "party")


@pytest.mark.parametrize(
    ("word", "seats"), [("ann", [0]), ("Anton", [1]), ("ant", [1]), ("bo", [2])]
)
def test_a_hero_is_meant_by_name_or_by_what_only_one_begins_with(game, word, seats):
    assert gm_commands.read_seats(game, word) == seats


@pytest.mark.parametrize("word", ["an", "wolf", "!"])
def test_a_hero_whom_no_word_means_is_asked_for_with_all_names(game, word):
    with pytest.raises(InvalidAction) as refused:
        gm_commands.read_seats(game, word)
    told = str(refused.value)
    assert told == f"There is no hero “{word}”. There are: ann, anton, bob."


@pytest.mark.parametrize(("word", "number"), [("3", 3), ("-3", -3), ("+7", 7), ("07", 7)])
def test_a_number_between_bounds_is_read_with_its_sign(word, number):
    assert gm_commands.read_number(word, -3, 7) == number


@pytest.mark.parametrize("word", ["-4", "8", "three", "", "1.5", "--1", "1000000", "0x1"])
def test_any_other_number_is_refused_with_the_bounds(word):
    with pytest.raises(InvalidAction) as refused:
        gm_commands.read_number(word, -3, 7)
    assert str(refused.value) == f"“{word}” is no number from -3 to 7."


@pytest.mark.parametrize(
    ("written", "race"),
    [
        ("Wolf", "Wolf"),
        ("wolves", "Wolf"),
        ("orc scouts", "Orc scout"),
        ("orc-scout", "Orc scout"),
        ("easterling w", "Easterling warrior"),
    ],
)
def test_a_monster_is_called_by_its_name_in_one_or_many_or_by_its_beginning(game, written, race):
    assert gm_commands.read_race(game, written).name == race


def test_of_many_kinds_that_begin_alike_eight_are_named(game):
    with pytest.raises(InvalidAction) as refused:
        gm_commands.read_race(game, "orc")
    told = str(refused.value)
    begin = sum(m.name.startswith("Orc") for m in game.data.monsters.values())
    assert told.startswith("“orc” could be ")
    assert told.count("Orc") == min(8, begin) > 1


@pytest.mark.parametrize("written", ["unicorns", "", "?"])
def test_a_monster_that_is_none_is_refused(game, written):
    with pytest.raises(InvalidAction) as refused:
        gm_commands.read_race(game, written)
    assert str(refused.value) == f"There is no monster called “{written}”."


def test_what_is_kept_has_a_name_of_1_to_40_letters():
    assert gm_commands.read_name("Old  Gate!") == "old-gate"
    assert gm_commands.read_name("x" * 40) == "x" * 40
    with pytest.raises(InvalidAction, match=r"A name has at most 40 letters."):
        gm_commands.read_name("x" * 41)
    with pytest.raises(InvalidAction, match=r"It needs a name of letters."):
        gm_commands.read_name("!!")


def _nothing(game, words):
    del game, words


@pytest.mark.parametrize(
    ("written", "words"), [("a", ("a",)), ("a  b", ("a", "b")), ("a b  c   d", ("a", "b c d"))]
)
def test_the_last_word_that_a_command_takes_is_the_rest_of_the_line(written, words):
    command = GmCommand(
        "try", "", _nothing, (option("who", "Who"), option("text", "What", required=False))
    )
    assert command.read(written).args == words


def test_a_command_says_which_word_is_missing_and_what_it_is_for():
    command = GmCommand("try", "", _nothing, (option("who", "Who"), option("text", "What")))
    for written, missing in (("", "who: Who"), ("ann", "text: What")):
        with pytest.raises(InvalidAction) as refused:
            command.read(written)
        assert str(refused.value) == f"“try” needs {missing}."
    plain = GmCommand("rest", "", _nothing)
    assert plain.read("").args == ()
    with pytest.raises(InvalidAction, match=r"“rest” takes no more words."):
        plain.read("now")


def test_a_shelf_is_full_for_new_names_alone(game):
    game.events.clear()
    kept: dict[str, str] = {}
    shelf = Shelf(kept, "song {name}", 2)
    for name in ("dawn", "dusk", "dawn"):
        shelf.keep(game, name, (f"of {name}",))
    assert texts(game) == ["Song dawn: of dawn", "Song dusk: of dusk", "Song dawn: of dawn"]
    with pytest.raises(ValueError, match=r"At most 2 of these are kept."):
        shelf.keep(game, "noon", ("of noon",))
    shelf.keep(game, "dawn", ())
    assert texts(game) == ["The song dawn is gone."]
    shelf.keep(game, "noon", ("of noon",))
    assert kept == {"dusk": "of dusk", "noon": "of noon"}


def test_the_reason_of_an_offer_is_there_only_if_it_is_advised():
    plain, advised = (
        gm_commands.offer("try", "ann", label=text("Try"), advised=advised, why=text("it helps"))
        for advised in (False, True)
    )
    assert (plain.target, plain.advised, plain.why) == ("ann", False, "")
    assert (advised.target, advised.advised, str(advised.why)) == ("ann", True, "it helps")
    assert gm_commands.offer("try", label=text("Try")).target == ""


def test_monsters_of_ones_own_are_listed_first_then_the_weakest(game):
    found = gm_commands.races(game)
    levels = [race.level for race in found]
    assert levels == sorted(levels)
    assert all(race.name and race.health.number for race in found)
    strongest = found[-1]
    game.state.desk.monsters = [strongest]
    again = gm_commands.races(game)
    assert again[0] is strongest
    assert len(again) == len(found)
