"""A game without Discord prints the same lines for the same seed and script."""

from __future__ import annotations

import pytest

from app import command_line
from app.headless import play
from engine.contract.action import ActionError
from engine.sil.ruleset import SilQ
from tests.toys.council.ruleset import Council
from tests.toys.guessing import Toy


def lines(*script: str, seed: str = "7", autoplay: int = 0) -> list[str]:
    return list(play(Toy(), seed, script, autoplay))


def test_the_same_seed_and_script_give_the_same_lines():
    script = ("step e", "1: step n", "guess AAAA", "no")
    assert lines(*script, autoplay=40) == lines(*script, autoplay=40)
    assert lines(*script)[-1] != lines(*script, seed="8")[-1]
    assert lines(*script)[-1].startswith("digest ")


def test_orders_events_and_who_may_hear_them_are_printed():
    assert lines("step e", "look")[:-1] == [
        "> 0: step e",
        "  Hero 1 walks e.",
        "> 1: look",
        next(line for line in lines("step e", "look") if "Your word" in line),
    ]
    assert lines("look")[1].endswith("(to 0)")


def test_a_game_for_another_number_of_players_is_not_started():
    with pytest.raises(ActionError, match=r"^The number of players in Toy is 2\.$"):
        list(play(Toy(), "7", (), 0, seats=3))


def test_a_refused_line_changes_nothing_and_is_told():
    quiet = lines("step e")
    loud = lines("# a comment", "", "fly", "1: step n", "step e")
    assert [line for line in loud if line.startswith("! ")] == [
        "! Say step, guess, look, yes or no.",
        "! You cannot do that now.",
    ]
    assert loud[-1] == quiet[-1]


def test_the_built_in_player_plays_to_the_end_without_free_or_grave_acts():
    told = lines(autoplay=30)
    orders = [line for line in told if line.startswith("> ")]
    assert len(orders) == 30
    assert not any("look" in order for order in orders)


def test_seats_that_declare_together_and_the_game_master_are_named():
    script = ("choose lamp", "2: choose staff", "choose shield", "1: leave", "2: guard", "guard")
    printed = list(play(Council(), "7", (*script, "roll", "-1: spare"), 0))
    seats = [line.partition(":")[0] for line in printed if line.startswith("> ")]
    assert seats == ["> 0", "> 2", "> 1", "> 1", "> 2", "> 0", "> -1", "> -1"]
    assert not any(line.startswith("! ") for line in printed)
    assert "  Hero 1 declares: guard. (to 0)" in printed


def test_the_built_in_player_plays_the_game_master_too():
    printed = list(play(Council(), "7", (), 200))
    assert printed[-2].startswith("* ")
    assert "> -1: roll" in printed


def test_the_built_in_player_of_sil_plays_a_seed_alike_each_time():
    told = list(play(SilQ(), "7", ("answer quick",), 25))
    assert told == list(play(SilQ(), "7", ("answer quick",), 25))
    assert sum(line.startswith("> ") for line in told) > 10


@pytest.mark.parametrize("arguments", [["play", "nethack", "--seed", "1"], ["nonsense"]])
def test_a_command_line_that_will_not_do_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as ended:
        command_line.main(arguments)
    assert ended.value.code == 2
    assert "invalid choice" in capsys.readouterr().err
