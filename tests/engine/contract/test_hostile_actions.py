"""Whatever line is sent as an action, a ruleset takes it or refuses it in a sentence, and a refused
line changes nothing."""

from __future__ import annotations

import random

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

FEW, MANY = 300, 1_000_000 // len(RULESETS)
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


def act_at_random(ruleset: AnyRuleset, actions: int) -> None:
    """Send so many lines, some of them offers, at random."""
    chance, values = random.Random(7), [text[:MAX_ACTION] for text in texts()]
    game, played, seed = new_game(ruleset, 0), 0, 0
    for _ in range(actions):
        waiting = game.turn().waiting
        if not waiting or played >= LONGEST_GAME:
            seed, played = seed + 1, 0
            game = new_game(ruleset, seed)
            waiting = game.turn().waiting
        seat = chance.choice(waiting)
        offers = [str(offer.action) for offer in game.legal(seat)]
        polite = bool(offers) and chance.random() < 0.5
        line = chance.choice(offers) if polite else hostile_line(chance, offers, values)
        before = game.dump() if not polite else b""
        refusal = attempt(game, seat, line)
        if refusal is None:
            played += 1
            continue
        assert not polite, line
        assert 0 < len(refusal) < 1000
        assert game.dump() == before


@pytest.mark.parametrize("name", RULESETS)
def test_hostile_actions_change_nothing(name: str) -> None:
    act_at_random(RULESETS[name], FEW)


@pytest.mark.soak(part="hostile")
@pytest.mark.parametrize("name", RULESETS)
def test_a_million_hostile_actions_change_nothing(name: str) -> None:
    act_at_random(RULESETS[name], MANY)
