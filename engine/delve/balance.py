"""Many autoplayed games, and what they say about the balance of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context

from engine.contract.action import InvalidAction
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.delve.actions.new_game import open_classes
from engine.delve.data.kinds import DelveData
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST, DelveGame

MOST_ACTIONS = 12_000
SHOWN = 12


@dataclass(frozen=True)
class GameFigures:
    """The figures of one game that a hero played alone."""

    class_name: str
    ended: str  # as in the state; "": given up
    depth: int
    deepest: int
    turns: int
    killer: str
    used: dict[str, int]  # "spell spark", "item dagger", ...
    slain: dict[str, int]  # kinds of monsters


def summarise(game: DelveGame) -> GameFigures:
    """Return the figures of a game that is over, or given up."""
    hero = game.heroes[0]
    return GameFigures(
        hero.born_as,
        game.ended,
        hero.depth,
        hero.deepest,
        hero.turns,
        str(hero.killer) if hero.fallen else "",
        dict(hero.used),
        dict(game.slain),
    )


@dataclass
class Balance:
    """Figures of many games."""

    games: Counter[str] = field(default_factory=Counter)  # by class
    wins: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0
    turns: int = 0
    killers: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # and class, level
    reached: dict[str, Counter[int]] = field(default_factory=dict)  # class: deepest levels
    used: Counter[str] = field(default_factory=Counter)  # in how many games
    slain: Counter[str] = field(default_factory=Counter)

    def count(self, game: GameFigures) -> None:
        """Add a game."""
        self.unfinished += not game.ended
        self.games[game.class_name] += 1
        self.wins[game.class_name] += _is_won(game.ended)
        self.turns += game.turns
        self.reached.setdefault(game.class_name, Counter())[game.deepest] += 1
        if game.killer:
            self.killers[game.killer, game.class_name, game.depth] += 1
        self.used.update(game.used.keys())
        self.slain.update(game.slain)

    def unused(self, content: DelveData) -> tuple[list[str], list[str]]:
        """Return the spells and the items that nobody ever used."""
        spells = [name for name in content.spells if not self.used[f"spell {name}"]]
        items = [name for name in content.items if not self.used[f"item {name}"]]
        return spells, items


def play(ruleset: Delve, class_name: str, seed: str, most_actions: int = MOST_ACTIONS) -> DelveGame:
    """Return a game that plays itself to its end (or for so many actions)."""
    secret = GameSecret(seed_from(seed))
    game = ruleset.new({"class": class_name}, ["Ann"], secret.start_dice())
    for number in range(1, most_actions + 1):
        if game.ended:
            break
        advice = ruleset.advise(game, 0)
        if advice is None:
            break
        ruleset.apply(game, 0, advice.action, secret.dice(ActionKey(number)))
    return game


@cache
def _ruleset() -> Delve:
    return Delve()


def _is_won(ended: str) -> bool:
    return bool(ended) and _ruleset().content.endings[ended].outcome == "won"


def _play_one(class_name: str, seed: str, most_actions: int) -> GameFigures:
    return summarise(play(_ruleset(), class_name, seed, most_actions))


def report(
    games: int, processes: int, seed: int, most_actions: int = MOST_ACTIONS
) -> Iterator[str]:
    """Play so many games, the open classes by turns, and yield the lines of a report.

    Raises InvalidAction for numbers below 1.
    """
    if games < 1 or processes < 1:
        raise InvalidAction("Games and processes: numbers from 1.")
    content, balance = _ruleset().content, Balance()
    classes = open_classes(content)
    names = [classes[number % len(classes)] for number in range(games)]
    seeds = [f"{seed}-{number}" for number in range(games)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for figures in pool.map(_play_one, names, seeds, [most_actions] * games):
            balance.count(figures)
    yield from format_report(balance, content)


def format_report(balance: Balance, content: DelveData) -> list[str]:
    """Return the lines of a report: win rates, depths, killers, and what is never used."""
    total, won = sum(balance.games.values()), sum(balance.wins.values())
    lines = [f"{total} games, {balance.turns} turns; won: {won} ({100 * won / total:.1f} %)"]
    if balance.unfinished:
        lines.append(f"given up: {balance.unfinished}")
    for class_name, games in sorted(balance.games.items()):
        reached = balance.reached[class_name]
        wins = balance.wins[class_name]
        lines.append(f"{class_name}: won {wins} of {games} ({100 * wins / games:.1f} %)")
        lines.append(f"  came to level {_depths(reached, games)}")
        lines.append(f"  died there: {_died_on(balance, class_name)}")
    lines.append("killers (class, level):")
    lines += [
        f"  {killer}: {_where(balance, killer)}" for killer in _killers(balance.killers)[:SHOWN]
    ]
    spells, items = balance.unused(content)
    unslain = [name for name in content.monsters if not balance.slain[name]]
    lines.append(f"spells never cast: {', '.join(spells) or 'none'}")
    lines.append(f"items never used: {', '.join(items) or 'none'}")
    lines.append(f"monsters never slain: {', '.join(unslain) or 'none'}")
    return lines


def _depths(reached: Counter[int], games: int) -> str:
    """Return the share of the games that came to every fifth level."""
    told = []
    for mark in (*range(5, DEEPEST, 5), DEEPEST):
        count = sum(count for depth, count in reached.items() if depth >= mark)
        told.append(f"{mark}: {100 * count // games} %")
    return ", ".join(told)


def _died_on(balance: Balance, class_name: str) -> str:
    """Return on which levels the heroes of a class died, and how many."""
    levels: Counter[int] = Counter()
    for (_, name, depth), count in balance.killers.items():
        levels[depth] += count if name == class_name else 0
    return ", ".join(f"{depth}: {count}" for depth, count in sorted(levels.items()) if count)


def _killers(killers: Counter[tuple[str, str, int]]) -> Sequence[str]:
    """Return the killers, the worst first."""
    by_name: Counter[str] = Counter()
    for (killer, _, _), count in killers.items():
        by_name[killer] += count
    return sorted(by_name, key=lambda name: (-by_name[name], name))


def _where(balance: Balance, killer: str) -> str:
    """Return whom a killer slew on which levels."""
    found: Iterable[tuple[str, int, int]] = sorted(
        (class_name, depth, count)
        for (name, class_name, depth), count in balance.killers.items()
        if name == killer
    )
    return ", ".join(
        f"{class_name} {depth}" + (f" x{count}" if count > 1 else "")
        for class_name, depth, count in found
    )
