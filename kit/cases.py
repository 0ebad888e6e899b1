"""Games that the laws of the contract are tried on, and random play of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import msgspec

from engine.common.game_log import ActionLine, Header, header_of
from engine.contract import running_game
from engine.contract.action import GM
from engine.contract.dice import ActionDice, GameSecret, public_dice
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame

NAMES = ("Ann", "Bob", "Eve", "Ida")
SEEDS = [bytes([n] * 16) for n in (7, 12, 26)]  # random setups with them are short
SETUP_STEPS = 2000  # a random player needs a few hundred to leave the longest setup


def dice_for(known: bytes) -> ActionDice:
    """Return the dice that a seed or a saved game always has."""
    return public_dice(known.hex())


@dataclass(frozen=True)
class Case:
    """A way to start a game: a ruleset, with or without a Game Master, its fewest players."""

    ruleset: AnyRuleset
    gm: bool

    def __str__(self) -> str:
        return self.ruleset.name + ("-gm" if self.gm else "")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the characters' names."""
        return names(self.ruleset.roles({}).least_players)

    @property
    def players(self) -> range:
        """Return the players' seats."""
        return range(len(self.names))

    @property
    def seats(self) -> list[int]:
        """Return all seats, the Game Master's too."""
        return [*self.players, *([GM] if self.gm else [])]

    @property
    def watchers(self) -> list[int | None]:
        """Return the public and all seats."""
        return [None, *self.seats]

    def header(self, seed: bytes) -> Header:
        """Return the header of a game by the default settings."""
        return header_of(self.ruleset, {}, self.names, GameSecret(seed), gm=self.gm)

    def fresh(self, seed: bytes) -> RunningGame:
        """Return a game by the default settings."""
        return running_game.start(self.ruleset, {}, self.names, dice_for(seed), gm=self.gm)

    def opened(self, seed: bytes) -> RunningGame:
        """Return a game whose setup, if it has any, was done at random."""
        return running_game.resume(self.ruleset, _opened(self, seed))

    def copy(self, game: RunningGame) -> RunningGame:
        """Return the same game, saved and loaded."""
        return running_game.resume(self.ruleset, game.dump())

    def begin(self, beginning: str, seed: bytes) -> RunningGame:
        """Return a game that is "fresh" or "opened"."""
        return {"fresh": self.fresh, "opened": self.opened}[beginning](seed)


def names(count: int) -> tuple[str, ...]:
    """Return names for so many characters."""
    return tuple(NAMES[n] if n < len(NAMES) else f"Hero {n + 1}" for n in range(count))


@cache
def _opened(case: Case, seed: bytes) -> bytes:
    game = case.fresh(seed)
    for _ in play(game, seed, SETUP_STEPS):
        if game.view(None).phase != "setup":
            break
    return game.dump()


def play(game: RunningGame, seed: bytes, steps: int) -> Iterator[ActionLine]:
    """Play at random, in place; yield each action line before it is done."""
    dice = random.Random(seed)
    for _ in range(steps):
        turn = game.turn()
        if not turn.waiting:
            return
        seat = dice.choice((*turn.waiting, *turn.also))
        offers = game.legal(seat)
        assert offers or seat in turn.also, "a seat that the game waits for has something to do"
        if not offers:
            continue
        action = dice.choice(offers).action
        yield ActionLine(seat, str(action))
        game.apply(seat, action, dice_for(seed + game.dump()))


def encode(told: object) -> bytes:
    """Return what people are told as bytes."""
    return msgspec.msgpack.encode(told)


def shown(game: RunningGame, watcher: int | None) -> bytes:
    """Return all that a watcher may see without asking for more, as bytes: view and pages."""
    return encode((game.view(watcher), game.pages(watcher)))


def cases(rulesets: Iterable[AnyRuleset]) -> list[Case]:
    """Return the ways to start a game of each ruleset: with and without a Game Master."""
    found = []
    for ruleset in rulesets:
        gm = ruleset.roles({}).gm
        if gm != "required":
            found.append(Case(ruleset, gm=False))
        if gm != "absent":
            found.append(Case(ruleset, gm=True))
    return found
