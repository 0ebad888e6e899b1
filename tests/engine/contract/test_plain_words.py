"""Everything that people read is a text or a name, which a catalogue can translate."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.contract.action import ActionError
from engine.contract.running_game import RunningGame
from kit.cases import NAMES, SEEDS, Case, play
from tests.engine.contract.plain_words import plain_words
from tests.rulesets import RULESETS

STEPS, MANY_STEPS = 3, 400
TYPED = ("", "xyzzy", "go nowhere", "answer 12345", "use", "take the moon")


def shown(game: RunningGame, case: Case, typed: list[str]) -> Iterator[object]:
    """Yield all that people may read of a state."""
    for seat in case.watchers:
        yield game.view(seat)
        yield from game.topics(seat)
        yield from (game.explain(seat, topic) for topic in game.topics(seat)[:6])
    for seat in case.seats:
        yield from game.legal(seat)
        for line in typed:
            try:
                game.parse(line, seat)
            except ActionError as error:
                yield error.text
    outcome = game.outcome()
    if outcome is not None:
        yield outcome


@pytest.mark.parametrize(
    "steps", [STEPS, pytest.param(MANY_STEPS, marks=pytest.mark.soak(part="laws"))]
)
@pytest.mark.parametrize("name", RULESETS)
def test_no_plain_string_reaches_a_reader(name: str, beginning: str, steps: int) -> None:
    ruleset = RULESETS[name]
    case = Case(ruleset, gm=ruleset.roles({}).gm == "required")
    seed = SEEDS[0]
    dice = random.Random(7)
    game = case.begin(beginning, seed)
    found: set[str] = set()
    for line in play(game, seed, steps):
        typed = [*TYPED, f"{line.text.split()[0]} {dice.choice(TYPED)}"]
        for told in shown(game, case, typed):
            found |= set(plain_words(told, {*NAMES, *typed, *" ".join(typed).split()}))
    assert not found, "; ".join(sorted(found))[:6000]
