"""Five hundred games that play themselves: no exception, invariants at each turn, equal replays,
and figures within the bounds that the design sets. About half an hour on two cores."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from engine.common.dice import seed_from
from engine.delve import balance
from engine.delve.birth import open_classes
from tests.engine.delve.invariants import check, check_level
from tests.engine.delve.stage import content, ruleset

GAMES = int(os.environ.get("DELVE_GAMES", "500"))
PROCESSES = 2
LEAST_WON, MOST_WON = 2, 20  # per cent
MOST_GIVEN_UP = 1  # per cent: games that do not end within `balance.MOST_ACTIONS`
WHOLE_CHECK_EVERY = 200  # actions; the level that the hero is on is checked at each


def play_twice(class_name: str, seed: str) -> balance.GameFigures:
    """Play a game with checks, replay its lines, and return its figures."""
    rules = ruleset()
    game = rules.new({"class": class_name}, ["Ann"], seed_from(seed))
    lines: list[str] = []
    while not game.ended and len(lines) < balance.MOST_ACTIONS:
        action = rules.choose_action(game, 0)
        assert action is not None, f"{class_name} {seed}: nothing to do"
        lines.append(str(action))
        rules.apply(game, 0, action)
        check_level(game, game.heroes[0].depth)
        if len(lines) % WHOLE_CHECK_EVERY == 0:
            check(game)
    check(game)
    again = rules.new({"class": class_name}, ["Ann"], seed_from(seed))
    for line in lines:
        rules.apply(again, 0, rules.parse(line, again, 0))
    assert rules.dump(again) == rules.dump(game), f"{class_name} {seed}: another replay"
    return balance.summarise(game)


@pytest.mark.soak
def test_five_hundred_games_are_sound_and_as_hard_as_designed() -> None:
    classes = open_classes(content())
    names = [classes[number % len(classes)] for number in range(GAMES)]
    seeds = [f"soak-{number}" for number in range(GAMES)]
    figures = balance.Balance()
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for game in pool.map(play_twice, names, seeds):
            figures.count(game)
    report = "\n".join(balance.format_report(figures, content()))
    print(report)
    won = sum(figures.wins.values())
    assert LEAST_WON * GAMES <= 100 * won <= MOST_WON * GAMES, report
    assert all(figures.wins[name] for name in classes), report
    assert figures.unused(content()) == ([], []), report
    assert 100 * figures.unfinished <= MOST_GIVEN_UP * GAMES, report
