"""Many autoplayed games, and what they say about the balance of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.common.dice import seed_from
from engine.delve.content import DelveData
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST, DelveGame

MOST_ACTIONS = 12_000
SHOWN = 12


@dataclass
class Balance:
    """Figures of autoplayed games."""

    games: Counter[str] = field(default_factory=Counter)  # by class
    wins: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0
    turns: int = 0
    killers: Counter[tuple[str, int]] = field(default_factory=Counter)  # killer, level
    reached: dict[str, Counter[int]] = field(default_factory=dict)  # class: deepest levels
    used: Counter[str] = field(default_factory=Counter)  # "spell spark", "item dagger", ...
    slain: Counter[str] = field(default_factory=Counter)

    def count(self, game: DelveGame) -> None:
        """Add a game that is over (or was given up)."""
        self.unfinished += not game.ended
        for hero in game.heroes:
            self.games[hero.born_as] += 1
            self.wins[hero.born_as] += game.ended in ("escaped", "quiet")
            self.turns += hero.turns
            self.reached.setdefault(hero.born_as, Counter())[hero.deepest] += 1
            if hero.fallen:
                self.killers[hero.killer, hero.depth] += 1
            self.used.update(hero.used)
        self.slain.update(game.slain)

    def unused(self, content: DelveData) -> tuple[list[str], list[str]]:
        """Return the spells and the items that nobody ever used."""
        spells = [name for name in content.spells if not self.used[f"spell {name}"]]
        items = [name for name in content.items if not self.used[f"item {name}"]]
        return spells, items


def play(ruleset: Delve, class_name: str, seed: str, most_actions: int = MOST_ACTIONS) -> DelveGame:
    """Return a game that plays itself to its end (or for so many actions)."""
    game = ruleset.new({"class": class_name}, ["Ann"], seed_from(seed))
    for _ in range(most_actions):
        if game.ended:
            break
        action = ruleset.choose_action(game, 0)
        if action is None:
            break
        ruleset.apply(game, 0, action)
    return game


def simulate(ruleset: Delve, games: int, seed: str, classes: Sequence[str]) -> Balance:
    """Play games of each class, and count."""
    balance = Balance()
    for number in range(games):
        for class_name in classes:
            balance.count(play(ruleset, class_name, f"{seed}-{number}"))
    return balance


def format_report(balance: Balance, content: DelveData) -> str:
    """Return a report: win rates, depths, killers, and what is never used."""
    lines = [f"{sum(balance.games.values())} games, {balance.turns} turns"]
    if balance.unfinished:
        lines.append(f"unfinished: {balance.unfinished}")
    for class_name, games in sorted(balance.games.items()):
        wins, reached = balance.wins[class_name], balance.reached[class_name]
        lines.append(f"{class_name}: won {wins} of {games} ({100 * wins // games} %)")
        lines.append(f"  reached level: {_shares(reached, games)}")
    lines.append("killers: " + _counts(balance.killers.most_common(SHOWN)))
    spells, items = balance.unused(content)
    lines.append(f"spells never cast: {', '.join(spells) or 'none'}")
    lines.append(f"items never used: {', '.join(items) or 'none'}")
    return "\n".join(lines)


def _shares(reached: Counter[int], games: int) -> str:
    """Return which share of the games came to every fifth level."""
    marks = [*range(5, DEEPEST, 5), DEEPEST]
    told = []
    for mark in marks:
        share = sum(count for depth, count in reached.items() if depth >= mark)
        told.append(f"{mark}: {100 * share // games} %")
    return ", ".join(told)


def _counts(killers: Iterable[tuple[tuple[str, int], int]]) -> str:
    return ", ".join(f"{name} on {depth} ({count})" for (name, depth), count in killers)
