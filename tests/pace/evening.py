"""Presses of an evening at a table with a Game Master: how many each moment of the clock asks of
the players and of the Game Master, and the lines that everybody is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.contract.action import GM
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.running_game import start
from engine.silg.state import SilGState
from tests.pace.card_player import press
from tests.rulesets import RULESETS

PLAYERS = ("Ann", "Bob", "Eve", "Dan")
FIGHT = (
    "level 100",
    "begin",
    "spawn 2 wolf near party alert",
    "spawn 2 orc-scout near party alert",
)
MOST_PRESSES = 400


@dataclass
class EveningFigures:
    """Counts of fights on the clock."""

    moments: set[tuple[str, int]] = field(default_factory=set)  # fight, half-seconds
    asked: set[tuple[str, int, int]] = field(default_factory=set)  # and the seat that is asked
    presses: Counter[str] = field(default_factory=Counter)  # by role
    lines: int = 0  # told to all

    @property
    def of_players(self) -> float:
        """Return the presses of a player at a moment at which they are asked."""
        return self.presses["players"] / max(1, len(self.asked))

    @property
    def of_the_game_master(self) -> float:
        """Return the presses of the Game Master at a moment at which anybody is asked."""
        return self.presses["Game Master"] / max(1, len(self.moments))

    def report(self) -> Iterator[str]:
        """Yield the counts for people."""
        yield f"{len(self.moments)} moments, {dict(self.presses)} presses, {self.lines} lines"
        yield f"a moment: {self.of_players:.2f} of a player, {self.of_the_game_master:.2f} of the"
        yield f"Game Master; {self.lines / max(1, len(self.moments)):.1f} lines"


def play_evening(seed: str, fights: int = 1, *, own_monsters: bool = False) -> EveningFigures:
    """Return the figures of fights that four players and a Game Master play by their cards.
    `own_monsters`: the Game Master runs them."""
    found = EveningFigures()
    for number in range(fights):
        _Fight(f"{seed} {number}", found).play(own_monsters=own_monsters)
    return found


class _Fight:
    """A fight of a party that meets wolves and orcs."""

    def __init__(self, seed: str, found: EveningFigures) -> None:
        self.seed, self.found = seed, found
        self._rules, self._secret = RULESETS["silg"], GameSecret(seed_from(seed))
        self._number = 0
        self._game = start(self._rules, {}, PLAYERS, self._secret.start_dice(), gm=True)

    def play(self, *, own_monsters: bool) -> None:
        """Play until nobody is alert any more, or no hero is left."""
        for seat in range(len(PLAYERS)):
            self._say(seat, "quick")
        for line in (*FIGHT, *(["run monsters gm"] if own_monsters else []), "clock start"):
            self._say(GM, line)
        for _ in range(MOST_PRESSES):
            state: SilGState = self._rules.load(self._game.dump())
            alert = [c for c in state.sil.level.creatures if c is not None and c.alertness >= 0]
            if state.stage not in ("declare", "monsters") or not alert:
                return
            seat = self._game.turn().waiting[0]
            self.found.moments.add((self.seed, state.clock))
            self.found.presses["Game Master" if seat == GM else "players"] += 1
            if seat != GM:
                self.found.asked.add((self.seed, state.clock, seat))
            self.found.lines += self._say(seat, str(press(self._game.legal(seat)).action))

    def _say(self, seat: int, line: str) -> int:
        """Do a line; return how many lines all are told."""
        self._number += 1
        action = self._game.parse(line, seat)
        events = self._game.apply(seat, action, self._secret.dice(ActionKey(self._number)))
        return sum(event.audience is None for event in events)
