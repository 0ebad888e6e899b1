"""The search for hidden doors, from one dead end to the next, and rests that kill."""

from __future__ import annotations

import pytest

from engine.common.plans import Terms
from engine.contract.action import IllegalAction
from engine.sil.commands import resting
from engine.sil.game.context import SilContext
from engine.sil.game.state import RaceLore
from engine.sil.movement import exploring
from tests.engine.sil.arena import arena, look, said
from tests.engine.sil.stage import foe, item, race

CORRIDOR = ("########", "#.@....#", "########")


def corridor(**times: int) -> SilContext:
    """Return a hero in a corridor whose ends were searched so often."""
    game = arena(*CORRIDOR, known=True)
    game.knowledge.searched = {game.level.at(1, int(x[1:])): n for x, n in times.items()}
    return game


def searched(game: SilContext) -> dict[tuple[int, int], int]:
    """Return how often each square was searched."""
    return {game.level.place(i): times for i, times in game.knowledge.searched.items()}


@pytest.mark.parametrize(
    ("before", "after", "turns"),
    [
        ({}, (3, 3), 1 + 3 * 5 + 6 * 10),
        ({"x1": 1, "x6": 1}, (4, 4), 1 + 3 * 5 + 6 * 10),
        ({"x1": 3, "x6": 4}, (6, 6), 1 + 2 * 5 + 5 * 10),
        ({"x1": 4, "x6": 4}, (8, 8), 1 + 4 * 5 + 8 * 10),
    ],
)
def test_every_dead_end_is_searched_three_times_more_or_as_often_again(
    before: dict[str, int], after: tuple[int, int], turns: int
) -> None:
    game = corridor(**before)
    resting._search_walls(game, Terms())
    assert searched(game) == {(1, 1): after[0], (1, 6): after[1]}
    assert said(game) == [f"Searched {turns} turns."]


@pytest.mark.parametrize(
    ("before", "goal", "times"),
    [
        ({}, 1, 0), ({"x1": 1}, 6, 0), ({"x6": 1}, 1, 0), ({"x1": 1, "x6": 1}, 1, 1),
        ({"x1": 2, "x6": 1}, 6, 1),
    ],
)  # fmt: skip
def test_the_end_that_was_searched_least_is_searched_next_or_the_nearest_of_such(
    before: dict[str, int], goal: int, times: int
) -> None:
    game = corridor(**before)
    way, searched_before = exploring.next_search(game)
    assert (game.level.place(way[-1]), searched_before) == ((1, goal), times)


def test_no_dead_end_is_where_the_hero_has_seen_the_way_go_on() -> None:
    game = corridor(x1=1)
    known = game.knowledge
    known.glimpsed = bytearray(known.mark)  # once: in the dark it does not stay on his map
    for x in (3, 4, 5, 6):
        known.mark[game.level.at(1, x)] = known.seen[game.level.at(1, x)] = 0
    way, _ = exploring.next_search(game)
    assert game.level.place(way[-1]) == (1, 6)


def test_what_lies_on_the_way_does_not_end_the_search() -> None:
    game = arena(*CORRIDOR, known=True, lit=False)
    game.knowledge.walked = bytearray(b"\x01" * len(game.level.feature))
    game.level.floor[game.level.at(1, 4)] = [item("Dagger")]
    resting._search_walls(game, Terms())
    assert "Here lies a Dagger (+0,1d5)." in said(game)
    assert searched(game) == {(1, 1): 3, (1, 6): 3}


def test_a_sleeper_on_the_way_turns_the_search_away() -> None:
    bend = ("################", "#@.....#########", "######.#########", "######.........#",
            "################")  # fmt: skip
    game = arena(*bend, known=True)
    wolf = foe(game, "Wolf", 2, 12, alertness=-20, visible=False)
    game.lore.races[race("Wolf")] = RaceLore(encountered=1, seen=1)
    look(game)
    resting._search_walls(game, Terms())
    assert (game.hero.y, game.hero.x) == (3, wolf.x - 2)
    assert searched(game) == {(1, 1): 1}
    assert said(game) == ["A wolf comes into view.", "Searched 20 turns."]
    assert not game.state.combat_rolls


def test_nobody_searches_the_walls_confused() -> None:
    game = corridor()
    game.hero.timers.confused = 3
    with pytest.raises(IllegalAction, match="too confused"):
        resting._search_walls(game, Terms())
    assert game.state.energy_used == 0


@pytest.mark.parametrize(
    ("timers", "health", "offered"),
    [
        ({"poison": 40}, 16, ("Rest all the same", "Poisoned: It kills you in 3 turns", "other")),
        ({"cut": 40}, 15, ("Rest all the same", "Bleeding: It kills you in 2 turns", "other")),
        ({"poison": 40}, 8, ("Rest all the same", "Poisoned: It kills you in 1 turn", "other")),
        ({"poison": 16}, 17, (
            "Rest as needed", "Until health, voice and mind are whole, or something disturbs",
            "plan",
        )),
    ],
)  # fmt: skip
def test_a_rest_that_kills_is_offered_as_such(
    timers: dict[str, int], health: int, offered: tuple[str, str, str]
) -> None:
    game = corridor()
    game.hero.health = health
    for name, value in timers.items():
        setattr(game.hero.timers, name, value)
    [offer] = resting._rest_offers(game)
    assert (str(offer.label), str(offer.hint), offer.group) == offered
    kills = offered[2] == "other"
    assert offer.irreversible is kills
    end = [("end", 100, offered[1])] if kills else []
    assert [(c.of, c.percent, str(c.words)) for c in offer.chances] == end
