"""The log is the game."""

from __future__ import annotations

import pytest

from engine.common.game_log import (
    ActionLine,
    Header,
    SeededGame,
    digest,
    header_of,
    play,
    replay,
    start,
)
from engine.contract.action import ActionError
from engine.contract.dice import ActionKey, GameSecret, commitment
from engine.contract.running_game import RunningGame
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered

SECRET = GameSecret(bytes(range(16)))
NAMES = ("Ann", "Bob")
LINES = [
    ActionLine(0, "step s"),
    ActionLine(1, "guess AEIO"),
    ActionLine(1, "no"),
    ActionLine(0, "look"),
]


def header(**options: str) -> Header:
    return header_of(Toy(), options, NAMES, SECRET)


def fresh() -> SeededGame:
    return SeededGame(start(Toy(), header(), SECRET), SECRET)


def after(count: int) -> RunningGame:
    """Return the game after so many of the lines."""
    game = fresh()
    replay(game, LINES[:count])
    return game.running


def test_the_header_says_what_a_game_started_from_but_not_the_seed() -> None:
    head = header(letters="6")
    assert (head.ruleset, head.version, head.data) == ("toy", 2, "0" * 64)
    assert (head.options, head.seats) == ({"letters": "6"}, NAMES)
    assert head.seed_hash == commitment(SECRET.seed)
    assert SECRET.seed.hex() not in repr(head)
    assert not head.gm


def test_a_game_starts_with_a_game_master_when_its_header_says_so() -> None:
    mastered = Mastered()
    for gm in (True, False):
        game = start(mastered, header_of(mastered, {}, NAMES, SECRET, gm=gm), SECRET)
        assert bool(game.legal(-1)) == gm


def test_a_game_starts_only_from_the_seed_whose_hash_was_published() -> None:
    with pytest.raises(ValueError, match="not the one"):
        start(Toy(), header(), GameSecret(bytes([1]) * 16))


def test_replaying_a_log_gives_the_same_bytes() -> None:
    game = fresh()
    events = [event for line in LINES for event in game.play(line)]
    assert len(events) == len(LINES)
    again = after(len(LINES))
    assert again.dump() == game.running.dump()
    assert digest(again) == digest(game.running)


def test_the_digest_tells_states_apart() -> None:
    assert len({digest(after(n)) for n in range(4)}) == 4


@pytest.mark.parametrize(
    "line", [ActionLine(1, "step n"), ActionLine(0, "step n"), ActionLine(0, "fly")]
)
def test_a_line_that_was_never_accepted_is_refused_and_changes_nothing(line: ActionLine) -> None:
    game = after(0)
    before = digest(game)
    with pytest.raises(ActionError):
        play(game, line, SECRET.dice(ActionKey(1)))
    assert digest(game) == before
