"""Cards tell whom a game waits for, until when, and who is next."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.ui import cards
from engine.contract.action import GM
from engine.contract.view import Turn
from table.state import Deadline, Seat
from tests.cogs.samples import moves, status, view
from tests.cogs.test_cards import ALL, labels, words

TWO = (Seat(0, "Beren", 5), Seat(1, "*Luthien*", 6))
BY = "by <t:90:t> (<t:90:R>)"
DUE = (Deadline(7, "motion", 60.0, 5), Deadline(7, "turn", 90.9, 5))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"turn": Turn(1, ()), "deadlines": DUE}, "-# Nobody has to act."),
        ({"deadlines": DUE}, f"-# Your move, {BY}"),
        ({"deadlines": DUE[:1]}, ""),
        ({"waiting_for": (6,), "deadlines": DUE}, f"-# <@6> to move (**Beren**), {BY}"),
        ({"waiting_for": ()}, "-# Anybody may move (**Beren**)"),
        (
            {"seats": TWO, "turn": Turn(1, (0, 1)), "waiting_for": (5, 6)},
            "-# <@5> and <@6> to move (**Beren and \\*Luthien\\***)",
        ),
        (
            {"seats": TWO, "turn": Turn(1, (GM,)), "waiting_for": (7,)},
            "-# <@7> to move (**the Game Master**)",
        ),
        ({"rota": (5,)}, ""),
        ({"seats": TWO, "rota": (5, 6)}, "-# <@5>'s turn (**Beren**)\n-# Next: <@6>"),
        ({"seats": TWO, "rota": (5, 6), "moved": 5}, "-# <@5>'s turn (**Beren**)\n-# Next: <@6>"),
        (
            {"seats": TWO, "rota": (5, 6), "moved": 6},
            "-# <@5>'s turn, after <@6> (**Beren**)\n-# Next: <@6>",
        ),
        ({"seats": TWO, "rota": (6, 5)}, "-# <@5> to move (**Beren**)\n-# Next: <@5>"),
        (
            {"seats": TWO, "rota": (5, 11, 12, 13, 14, 15, 16)},
            "-# <@5>'s turn (**Beren**)\n-# Next: <@11>, <@12>, <@13>, <@14>, <@15>",
        ),
        ({"seats": TWO, "moved": 6}, "-# <@5> to move (**Beren**)\n-# Moved last: <@6>"),
    ],
)
def test_a_card_tells_whom_the_game_waits_for(facts: dict[str, Any], told: str):
    assert cards.waiting_text(status(**facts)) == told


@pytest.mark.parametrize("rota", [(), (6,), (6, 5)])
def test_until_when_a_game_waits_is_told_on_every_phone(rota: tuple[int, ...]):
    """However long the story, whoever moved before and whatever the characters are called."""
    long = [Seat(0, "Beren", 5), Seat(1, "Luthien of the long name", 6)]
    lines = tuple(f"{n}. The orc hits you, and you hit the orc with your spear." for n in range(9))
    for story in range(10):
        shown = view(lines=lines[:story], question="Which of these do you take?")
        for reserved in range(0, 120, 5):
            told = status(seats=long, turn=Turn(1, (1,)), waiting_for=(6,), rota=rota)
            told = replace(told, deadlines=DUE, moved=5, game_master=7)
            extras = cards.CardExtras(reserved=reserved)
            card = cards.turn_card(told, 9, shown, moves(*ALL), b"png", extras)
            waits = next(line for line in words(card).splitlines() if line.startswith("-# <@6>"))
            assert "<t:90:R>" in waits


@pytest.mark.parametrize(("master", "told"), [(7, ["-# Game Master: <@7>"]), (None, [])])
def test_a_turns_card_names_the_game_master_if_there_is_one(master: int | None, told: list[str]):
    card = cards.turn_card(status(game_master=master), 9, view(), (), b"png")
    assert [line for line in words(card).split("\n") if "Master" in line] == told


def test_a_card_asks_everybody_by_name_who_still_has_to_make_a_character():
    several = status("setup", seats=TWO, turn=Turn(1, (0, 1, GM)), waiting_for=(5, 6, 7))
    card = cards.turn_card(several, 9, view((), "Which race?", phase="setup"), None, b"png")
    assert "**Beren and \\*Luthien\\*: who will you be?**" in words(card).split("\n")
    assert labels(card) == [["Choose…", "Describe"]]


def test_a_character_is_made_in_private_only_by_the_one_who_plays_alone():
    assert cards.only_person(status()) == 5
    assert cards.only_person(status(waiting_for=(5, 6))) is None
    party = status()
    assert cards.only_person(replace(party, game=replace(party.game, mode="first"))) is None
