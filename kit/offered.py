"""Offers and lines that somebody might send, tried on games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.common import game_log
from engine.contract import running_game
from engine.contract.action import GM, ActionError, Offer
from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from kit.cases import NAMES, dice_for, names

HORIZONS = (30, 100, 200)  # actions of a game
VISITS = 10  # states of a game, on average
LONGEST_GAME = 400  # actions of a game of hostile lines, then another begins
HOSTILE = (
    *("", " ", "\t \n", "\x00", "\u200b", "\u202e", "\U000e0041", "@everyone", "<@1>", "```"),
    *(
        "'; DROP TABLE games; --",
        "{0}",
        "{self}",
        "%s%n",
        "../../etc/passwd",
        "None",
        "NaN",
        "1e999",
    ),
    *("-1", "0", "99999999999999999999", "-99999999999999999999", "1.5", "⅓", "٣", "½", "#0", "d%"),
    *("9999999d9999999", "👍" * 300, "a" * 6000, "9" * 400, "-" * 400, "\u0301" * 400, "ß" * 100),
)
"""Texts that nobody should send as an action."""
LONGEST_LINE = 500  # letters, as much as the table takes


# ---------------------------------------------------------------- offers that change nothing


def played(
    ruleset: AnyRuleset, dice: random.Random, visits: int = VISITS
) -> Iterator[tuple[RunningGame, list[int]]]:
    """Yield states of games of a ruleset without end, and their seats: chosen at random, setups
    too, after some play that is partly random and partly by autoplay. `visits`: states of a game,
    on average."""
    while True:
        options = {
            each.name: dice.choice(each.values) for each in ruleset.settings if dice.random() < 0.4
        }
        roles = ruleset.roles(options)
        most = min(max(len(NAMES), roles.least_players), roles.most_players)
        players = dice.randint(roles.least_players, most)
        gm = roles.gm != "absent"
        begun = dice_for(dice.randbytes(16))
        game = running_game.start(ruleset, options, names(players), begun, gm=gm)
        horizon, sense = dice.choice(HORIZONS), dice.choice((0.3, 0.7, 0.9))
        for _ in range(horizon):
            if not game.turn().waiting:
                break
            if dice.random() < visits / horizon:
                yield game, [*range(players), *([GM] if gm else [])]
            _act(game, dice, sense)


def _act(game: RunningGame, dice: random.Random, sense: float) -> None:
    """Do one action: by autoplay with that probability, else at random."""
    turn = game.turn()
    seat = dice.choice(turn.waiting)
    if dice.random() < sense and (advice := game.autoplay(seat, irreversible=True)):
        game.apply(seat, advice.action, dice_for(game.dump()))
        return
    seat = dice.choice((*turn.waiting, *turn.also))
    if offers := game.legal(seat):
        game.apply(seat, dice.choice(offers).action, dice_for(game.dump()))


def _some_of_each_verb(offers: Sequence[Offer], dice: random.Random, most: int) -> Iterator[Offer]:
    """Yield the offers, at most so many of a verb, chosen at random."""
    by_verb: dict[str, list[Offer]] = {}
    for offer in offers:
        by_verb.setdefault(offer.action.verb, []).append(offer)
    for alike in by_verb.values():
        yield from dice.sample(alike, min(most, len(alike)))


def offers_without_effect(ruleset: AnyRuleset, seed: int, states: int, most: int) -> list[str]:
    """Return the offers of so many states that were refused or changed nothing, in words.

    `most`: offers of one verb that are tried in a state.
    """
    dice, found = random.Random(seed), []
    games = played(ruleset, dice)
    for _ in range(states):
        game, seats = next(games)
        before = game.dump()
        for seat in seats:
            for offer in _some_of_each_verb(game.legal(seat), dice, most):
                copy = running_game.resume(ruleset, before)
                try:
                    copy.apply(seat, offer.action, dice_for(copy.dump()))
                except ActionError as refusal:
                    found.append(f"seat {seat}, “{offer.action}”: refused, {refusal}")
                    continue
                if copy.dump() == before:
                    found.append(f"seat {seat}, “{offer.action}”: no effect")
    return found


# ---------------------------------------------------------------- hostile lines


def _new_game(ruleset: AnyRuleset, seed: int) -> RunningGame:
    """Return a game at its start."""
    roles = ruleset.roles({})
    secret = GameSecret(seed.to_bytes(16, "big"))
    header = game_log.header_of(
        ruleset, {}, names(roles.least_players), secret, gm=roles.gm == "required"
    )
    return game_log.start(ruleset, header, secret)


def _hostile_line(chance: random.Random, offers: Sequence[str], values: Sequence[str]) -> str:
    """Return a line that somebody might send: a text, or an offer with something in it."""
    if not offers or chance.random() < 0.4:
        return chance.choice(values)[:LONGEST_LINE]
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
    return chance.choice(spoiled)[:LONGEST_LINE]


def _attempt(game: RunningGame, seat: int, line: str) -> str | None:
    """Send a line; return why it is refused, None when it was done."""
    try:
        game.apply(seat, game.parse(line, seat), dice_for(game.dump()))
    except ActionError as error:
        return str(error)
    return None


def send_hostile_lines(
    ruleset: AnyRuleset, values: Sequence[str], lines: int, at_a_time: int, first: int = 0
) -> int:
    """Send so many lines, some at a time, then an offer; return how many of them were done.

    `values`: texts that nobody should send; `first`: the first game. Raises AssertionError where a
    refused line changes something, or is refused without a sentence.
    """
    chance = random.Random(first)
    seed, played, sent, done = first, 0, 0, 0
    game = _new_game(ruleset, seed)
    while sent < lines:
        waiting = game.turn().waiting
        if not waiting or played >= LONGEST_GAME:
            seed, played = seed + 1, 0
            game = _new_game(ruleset, seed)
            waiting = game.turn().waiting
        seat, before = chance.choice(waiting), game.dump()
        offers = [str(offer.action) for offer in game.legal(seat)]
        for _ in range(at_a_time):
            line, sent = _hostile_line(chance, offers, values), sent + 1
            refusal = _attempt(game, seat, line)
            if refusal is None:
                done, before = done + 1, game.dump()
                continue
            assert 0 < len(refusal) < 1000, line
        assert game.dump() == before, f"one of the {at_a_time} lines until {line}"
        waiting = game.turn().waiting
        if waiting:
            seat = chance.choice(waiting)
            offer = str(chance.choice(game.legal(seat)).action)
            assert _attempt(game, seat, offer) is None, offer
        played += 1
    return done
