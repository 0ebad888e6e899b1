"""Whatever line is sent as an action, a ruleset takes it or refuses it in a sentence, and a refused
line changes nothing."""

from __future__ import annotations

import os
import random
import time

import pytest

from engine.common import game_log
from engine.contract.action import ActionError
from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from table.loaded_game import MAX_ACTION
from tests.cogs.hostile_values import texts
from tests.rolled import dice_for
from tests.rulesets import RULESETS

FEW, MANY = 300, int(os.environ.get("HOSTILE", "1000000")) // len(RULESETS)
FIRST_GAME = int(os.environ.get("FIRST_GAME", "1"))  # to go on where another run has ended
LONGEST_GAME = 400  # actions, then another begins


def new_game(ruleset: AnyRuleset, seed: int) -> RunningGame:
    """Return a game at its start."""
    roles = ruleset.roles({})
    names = [f"Hero {n}" for n in range(roles.least_players)]
    gm = roles.gm == "required"
    secret = GameSecret(seed.to_bytes(16, "big"))
    return game_log.start(ruleset, game_log.header_of(ruleset, {}, names, secret, gm=gm), secret)


def hostile_line(chance: random.Random, offers: list[str], values: list[str]) -> str:
    """Return a line that somebody might send: a text, or an offer with something in it."""
    if not offers or chance.random() < 0.4:
        return chance.choice(values)
    line, text = chance.choice(offers), chance.choice(values)[:200]
    words = line.split()
    spoiled = (
        f"{line} {text}",
        f"{text} {line}",
        " ".join(chance.sample(words, len(words))),
        f"{words[0]} {text}",
        line[: chance.randrange(len(line) + 1)],
        line.upper(),
    )
    return chance.choice(spoiled)[:MAX_ACTION]


def attempt(game: RunningGame, seat: int, line: str) -> str | None:
    """Send a line; return why it is refused, None when it was done."""
    try:
        game.apply(seat, game.parse(line, seat), dice_for(game.dump()))
    except ActionError as error:
        return str(error)
    return None


def act_at_random(ruleset: AnyRuleset, lines: int, at_a_time: int, first: int = 0) -> int:
    """Send so many hostile lines, some at a time, then an offer; return how many of them were done.
    `first`: the first game."""
    chance, values = random.Random(first), [text[:MAX_ACTION] for text in texts()]
    seed, played, sent, done = first, 0, 0, 0
    game = new_game(ruleset, seed)
    while sent < lines:
        waiting = game.turn().waiting
        if not waiting or played >= LONGEST_GAME:
            seed, played = seed + 1, 0
            game = new_game(ruleset, seed)
            waiting = game.turn().waiting
        seat, before = chance.choice(waiting), game.dump()
        offers = [str(offer.action) for offer in game.legal(seat)]
        for _ in range(at_a_time):
            line, sent = hostile_line(chance, offers, values), sent + 1
            refusal = attempt(game, seat, line)
            if refusal is None:
                done, before = done + 1, game.dump()
                continue
            assert 0 < len(refusal) < 1000, line
        assert game.dump() == before, f"one of the {at_a_time} lines until {line}"
        waiting = game.turn().waiting
        if waiting:
            seat = chance.choice(waiting)
            offers = [str(offer.action) for offer in game.legal(seat)]
            offer = chance.choice(offers)
            assert attempt(game, seat, offer) is None, offer
        played += 1
    return done


@pytest.mark.parametrize("name", RULESETS)
def test_hostile_actions_change_nothing(name: str) -> None:
    act_at_random(RULESETS[name], FEW, 10)


@pytest.mark.soak(part="hostile")
@pytest.mark.parametrize("name", RULESETS)
def test_a_million_hostile_actions_change_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    done = act_at_random(RULESETS[name], MANY, 100, FIRST_GAME)
    with capsys.disabled():
        print(f"\n{name}: {MANY} hostile lines, {done} of them done, ", end="")
        print(f"in {time.monotonic() - began:.0f} s")
