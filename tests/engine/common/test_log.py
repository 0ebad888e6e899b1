"""The log is the game."""

from __future__ import annotations

import pytest

from engine.common.dice import commitment
from engine.common.log import Line, digest, header, play, replay, start
from engine.game import ActionError
from tests.toys.guessing import Toy

SEED = bytes(range(16))
NAMES = ("Ann", "Bob")
LINES = [Line(0, "step s"), Line(1, "guess AEIO"), Line(1, "no"), Line(0, "look")]


def test_the_header_says_what_a_game_started_from_but_not_the_seed() -> None:
    head = header(Toy(), {"letters": "6"}, NAMES, SEED)
    assert (head.ruleset, head.version, head.data) == ("toy", 1, "0" * 64)
    assert (head.options, head.seats) == ({"letters": "6"}, NAMES)
    assert head.seed_hash == commitment(SEED)
    assert SEED.hex() not in repr(head)


def test_a_game_starts_only_from_the_seed_whose_hash_was_published() -> None:
    head = header(Toy(), {}, NAMES, SEED)
    with pytest.raises(ValueError, match="not the one"):
        start(Toy(), head, bytes([1]) * 16)


def test_replaying_a_log_gives_the_same_bytes() -> None:
    toy = Toy()
    head = header(toy, {}, NAMES, SEED)
    state = start(toy, head, SEED)
    told = [event for line in LINES for event in play(toy, state, line)]
    assert len(told) == len(LINES)
    again = replay(toy, start(toy, head, SEED), LINES)
    assert toy.dump(again) == toy.dump(state)
    assert digest(toy, again) == digest(toy, state)


def test_the_digest_tells_states_apart() -> None:
    toy = Toy()
    head = header(toy, {}, NAMES, SEED)
    digests = {digest(toy, replay(toy, start(toy, head, SEED), LINES[:n])) for n in range(4)}
    assert len(digests) == 4


@pytest.mark.parametrize("line", [Line(1, "step n"), Line(0, "step n"), Line(0, "fly")])
def test_a_line_that_was_never_accepted_is_refused_and_changes_nothing(line: Line) -> None:
    toy = Toy()
    state = start(toy, header(toy, {}, NAMES, SEED), SEED)
    before = digest(toy, state)
    with pytest.raises(ActionError):
        play(toy, state, line)
    assert digest(toy, state) == before
