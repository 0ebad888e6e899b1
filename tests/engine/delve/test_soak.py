"""Five hundred games that play themselves: no exception, invariants at each turn, equal replays,
and figures within the bounds that the design sets. About half an hour on two cores. Then games of
heroes who ignore a part of the game, and come less deep for each part.

With DELVE_KEPT=FILE each game's figures are kept in that file, and a run that was cut short goes on
where it ended, as long as the rules, the data and this player are the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest

import engine.delve
from engine.delve.balance import policies, report, self_play
from engine.delve.balance.self_play import GameFigures, GameWatch
from engine.delve.ruleset import DATA
from tests.engine.delve.invariants import check, check_level
from tests.engine.delve.stage import content, ruleset
from tests.rolled import dice_for

GAMES = int(os.environ.get("DELVE_GAMES", "500"))
POLICY_GAMES = int(os.environ.get("DELVE_POLICY_GAMES", "120"))  # for each policy
KEPT = os.environ.get("DELVE_KEPT", "")
PROCESSES = 2
LEAST_WON, MOST_WON = 5, 15  # per cent, of each class
LEAST_OUT, MOST_OUT = 33, 67  # per cent of those who have taken the Heart
MOST_TAKEN = 33  # per cent of those who come down to five levels in a row
MOST_PRESSES = 32  # of a level: thirty, and what games differ by
LEAST_USUAL = 90  # per cent of fights that are neither over at once nor long
SURE = 200  # per cent for each standard error: two of them are allowed for
MOST_GIVEN_UP = 1  # per cent: games that do not end within `self_play.MOST_ACTIONS`
WHOLE_CHECK_EVERY = 200  # actions; the level that the hero is on is checked at each


def play_twice(class_name: str, seed: str) -> GameFigures:
    """Play a game with checks, replay its lines, and return its figures."""
    rules = ruleset()
    state = rules.new({}, ["Ann"], dice_for(seed))
    lines: list[str] = []
    watch = GameWatch(rules.content)
    while not state.ended and len(lines) < self_play.MOST_ACTIONS:
        action = rules.advise(state, 0).action
        if not lines:
            action = self_play.choice_of(rules.content, class_name)
        assert action is not None, f"{class_name} {seed}: nothing to do"
        lines.append(str(action))
        watch.look(state, rules.apply(state, 0, action, dice_for(rules.dump(state))))
        check_level(state, state.heroes[0].depth)
        if len(lines) % WHOLE_CHECK_EVERY == 0:
            check(state)
    check(state)
    again = rules.new({}, ["Ann"], dice_for(seed))
    for line in lines:
        rules.apply(again, 0, rules.parse(line, again, 0), dice_for(rules.dump(again)))
    assert rules.dump(again) == rules.dump(state), f"{class_name} {seed}: another replay"
    return self_play.summarise(state, watch)


def play_by(policy: str, class_name: str, seed: str) -> GameFigures:
    """Play a game by a policy, and return its figures."""
    return self_play.play(ruleset(), class_name, seed, policy=policy)


def played_all(
    play: Callable[[str, str], GameFigures], name: str, games: int
) -> Iterator[tuple[int, GameFigures]]:
    """Yield numbers and figures of so many games, all classes by turns: those kept under a name,
    then the others as they end. Games of one number have one seed."""
    classes = list(content().classes)
    wanted = {f"{name}-{n}": n for n in range(games)}
    kept = Path(KEPT) if KEPT else None
    rules = _fingerprint()
    if kept is not None and kept.is_file():
        for line in kept.read_bytes().splitlines():
            made_by, key, figures = _DECODER.decode(line)
            if made_by == rules and key in wanted:
                yield wanted.pop(key), figures
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        jobs = {
            pool.submit(play, classes[n % len(classes)], f"soak-{n}"): key
            for key, n in wanted.items()
        }
        for job in as_completed(jobs):
            key, figures = jobs[job], job.result()
            if kept is not None:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode((rules, key, figures)) + b"\n")
            yield wanted[key], figures


_DECODER = msgspec.json.Decoder(tuple[str, str, GameFigures])


def _fingerprint() -> str:
    """Return a hash of Delve's rules and data."""
    folders = Path(engine.delve.__file__).parent, DATA
    files = sorted(path for each in folders for path in each.rglob("*.*") if path.suffix != ".pyc")
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _errors(heroes: int) -> float:
    """Return what is allowed for in a share of about a half or a third of so many, in per cent."""
    return SURE * 0.5 / sqrt(max(1, heroes))


@pytest.mark.soak(part="autoplay")
def test_five_hundred_games_are_sound_and_as_hard_as_designed() -> None:
    balance = report.Balance()
    for _, game in played_all(play_twice, "soak", GAMES):
        balance.count(game)
    figures = report.measure(balance, content())
    told = "\n".join(report.format_report(figures))
    print(told)
    for name in content().open_classes:
        found = figures["classes"][name]
        errors = SURE * found["error"]
        assert LEAST_WON - errors <= 100 * found["won"] <= MOST_WON + errors, told
    taken = figures["all"]["worst levels"]
    assert 100 * taken["share"] <= MOST_TAKEN + _errors(balance.came_to(taken["first"])), told
    up = figures["all"]["way up"]
    allowed = _errors(up["heroes"])
    assert LEAST_OUT - allowed <= 100 * up["won"] <= MOST_OUT + allowed, told
    assert figures["presses a level"] <= MOST_PRESSES, told
    assert 100 * figures["fights"]["usual"] >= LEAST_USUAL, told
    assert not any(balance.unused(content()).values()), told
    assert 100 * balance.unfinished <= MOST_GIVEN_UP * GAMES, told


@pytest.mark.soak(part="autoplay")
def test_heroes_who_ignore_a_part_of_the_game_come_less_deep() -> None:
    played = {
        name: report.Balance(
            [game for _, game in sorted(played_all(partial(play_by, name), name, POLICY_GAMES))]
        )
        for name in policies.POLICIES
    }
    found = report.compare_policies(played)
    print(found)
    assert all(lost["at least"] > 0 for lost in found.values()), found
