"""Figures of many games that played themselves: who wins, who dies where, what is never used."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from multiprocessing import get_context
from statistics import mean, median
from typing import Any

from engine.contract.action import InvalidAction
from engine.delve.actions.new_game import open_classes
from engine.delve.balance import equal_fights
from engine.delve.balance.self_play import MOST_ACTIONS, GameFigures, LevelFigures, play
from engine.delve.data.kinds import DelveData
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST

MARKS = (*range(5, DEEPEST, 5), DEEPEST)  # depths that the report tells of
WINDOW = 5  # levels of which none may take too many
SHOWN = 12
FEW, MANY = 2, 8  # attacks of a usual fight
RATIO_LEVELS = (0, 5, 10, 15, 20, 25)

Figures = dict[str, Any]


@dataclass
class Balance:
    """Figures of many games."""

    games: list[GameFigures] = field(default_factory=list)

    def count(self, game: GameFigures) -> None:
        """Add a game."""
        self.games.append(game)

    def of_class(self, class_name: str) -> Balance:
        """Return the games of a class."""
        return Balance([game for game in self.games if game.class_name == class_name])

    @property
    def wins(self) -> int:
        """Return how many games were won."""
        return sum(game.won for game in self.games)

    @property
    def unfinished(self) -> int:
        """Return how many games were given up."""
        return sum(not game.ended for game in self.games)

    def came_to(self, depth: int) -> int:
        """Return how many heroes came to a level."""
        return sum(game.deepest >= depth for game in self.games)

    def worst_window(self) -> tuple[int, float]:
        """Return the first of the levels in a row that take the largest share of those who come,
        and that share. Only such are looked at as at least a tenth of all heroes come to."""
        worst = (1, 0.0)
        for first in range(1, DEEPEST - WINDOW + 2):
            came = self.came_to(first)
            if 10 * came < len(self.games) or not came:
                break
            deaths = (game for game in self.games if game.killer)
            fell = sum(first <= game.deepest < first + WINDOW for game in deaths)
            worst = max(worst, (first, fell / came), key=lambda each: each[1])
        return worst

    def fights(self) -> Counter[int]:
        """Return how often it took so many attacks until an enemy fell."""
        found: Counter[int] = Counter()
        for game in self.games:
            found.update(game.fights)
        return found

    def arrivals(self, depth: int) -> list[LevelFigures]:
        """Return those who came to a level."""
        return [game.levels[depth - 1] for game in self.games if len(game.levels) >= depth]

    def unused(self, content: DelveData) -> tuple[list[str], list[str]]:
        """Return the spells and the items that nobody ever used."""
        used = {name for game in self.games for name in game.used}
        spells = [name for name in content.spells if f"spell {name}" not in used]
        items = [name for name in content.items if f"item {name}" not in used]
        return spells, items

    def unslain(self, content: DelveData) -> list[str]:
        """Return the monsters that nobody ever killed."""
        slain = {name for game in self.games for name in game.slain}
        return [name for name in content.monsters if name not in slain]


@cache
def _ruleset() -> Delve:
    return Delve()


def _play_one(class_name: str, seed: str, most_actions: int) -> GameFigures:
    return play(_ruleset(), class_name, seed, most_actions)


def report(
    games: int,
    processes: int,
    seed: int,
    *,
    as_json: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Iterator[str]:
    """Play so many games, the open classes by turns, and yield the lines of a report, or one of
    JSON.

    Raises InvalidAction for numbers below 1.
    """
    if games < 1 or processes < 1:
        raise InvalidAction("Games and processes: numbers from 1.")
    content, balance = _ruleset().content, Balance()
    classes = open_classes(content)
    names = [classes[number % len(classes)] for number in range(games)]
    seeds = [f"{seed}-{number}" for number in range(games)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for found in pool.map(_play_one, names, seeds, [most_actions] * games):
            balance.count(found)
    figures = measure(balance, content)
    yield from [json.dumps(figures)] if as_json else format_report(figures)


# ------------------------------------------------------------------ figures


def measure(balance: Balance, content: DelveData) -> Figures:
    """Return the figures of a report: names to numbers, lists and further figures. Shares are from
    0 to 1, `error` is one standard error."""
    spells, items = balance.unused(content)
    classes = sorted({game.class_name for game in balance.games})
    return {
        "games": len(balance.games),
        "turns": sum(game.turns for game in balance.games),
        "given up": balance.unfinished,
        "all": _fortunes(balance),
        "classes": {name: _fortunes(balance.of_class(name)) for name in classes},
        "fights": _fights(balance.fights()),
        "levels": {str(mark): _levels(balance.arrivals(mark + 1)) for mark in MARKS[:-1]},
        "presses a level": _presses(balance),
        "equal fights": _equal_fights(content),
        "killers": _killers(balance),
        "unused": {"spells": spells, "items": items, "monsters": balance.unslain(content)},
    }


def _fortunes(balance: Balance) -> Figures:
    """Return how many won, how deep they came, and the five levels that took most of them."""
    games = len(balance.games)
    won = balance.wins / games
    first, share = balance.worst_window()
    deaths = Counter(game.depth for game in balance.games if game.killer)
    return {
        "games": games,
        "won": won,
        "error": sqrt(won * (1 - won) / games),
        "mean depth": mean(game.deepest for game in balance.games),
        "came to": {str(mark): balance.came_to(mark) / games for mark in MARKS},
        "worst levels": {"first": first, "share": share},
        "deaths": {str(depth): deaths[depth] for depth in sorted(deaths)},
    }


def _fights(found: Counter[int]) -> Figures:
    """Return how long fights are, in attacks on an enemy until it falls by the hero's hand."""
    total = max(1, found.total())
    return {
        "enemies": found.total(),
        "median": median(sorted(found.elements())) if found else 0,
        "at once": sum(number for blows, number in found.items() if blows <= 1) / total,
        "usual": sum(number for blows, number in found.items() if FEW <= blows <= MANY) / total,
    }


def _levels(left: list[LevelFigures]) -> Figures:
    """Return the middle hero who leaves a level."""
    names = ("hero_level", "nourishment", "food", "turns")
    middle = {name: median(getattr(each, name) for each in left) for name in names} if left else {}
    return {"heroes": len(left), **middle}


def _presses(balance: Balance) -> float:
    """Return the actions of all heroes for each level that one left for a deeper one."""
    ways = [game.levels[-1] for game in balance.games if len(game.levels) > 1]
    return sum(way.actions for way in ways) / max(1, sum(way.depth - 1 for way in ways))


def _equal_fights(content: DelveData) -> Figures:
    found = list(equal_fights.equal_fights(content))
    ratios = [equal_fights.blow_ratio(content, "fighter", "mage", level) for level in RATIO_LEVELS]
    return {
        "kills in": _range(fight.kills_in for fight in found if fight.class_name != "mage"),
        "mage kills in": _range(fight.kills_in for fight in found if fight.class_name == "mage"),
        "falls in": _range(fight.falls_in for fight in found),
        "fighter to mage": [round(ratio, 2) for ratio in ratios],
    }


def _range(values: Iterator[float]) -> list[float]:
    found = sorted(values)
    return [round(found[0], 1), round(found[-1], 1)]


def _killers(balance: Balance) -> dict[str, list[str]]:
    """Return who killed whom on which level, the worst first."""
    found: dict[str, list[str]] = {}
    for game in sorted(balance.games, key=lambda game: (game.class_name, game.depth)):
        if game.killer:
            found.setdefault(game.killer, []).append(f"{game.class_name} {game.depth}")
    return dict(sorted(found.items(), key=lambda each: (-len(each[1]), each[0])))


# ------------------------------------------------------------------ words


def format_report(figures: Figures) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"{figures['games']} games, {figures['turns']} turns, given up: {figures['given up']}"
    for name, found in {"all": figures["all"], **figures["classes"]}.items():
        yield from _fortune_lines(name, found)
    fights = figures["fights"]
    yield (
        f"attacks until an enemy falls: median {fights['median']:g},"
        f" one {_percent(fights['at once'])}, {FEW} to {MANY} {_percent(fights['usual'])}"
        f" ({fights['enemies']} enemies)"
    )
    for mark, left in figures["levels"].items():
        if left["heroes"]:
            yield (
                f"left level {mark} ({left['heroes']}): level {left['hero_level']:g}, turn"
                f" {left['turns']:g}, food {left['nourishment']:g} + {left['food']:g} carried"
            )
    yield f"presses a level: {figures['presses a level']:.1f}"
    yield "; ".join(f"{name}: {_span(value)}" for name, value in figures["equal fights"].items())
    yield "killers (class, level):"
    for killer, slain in list(figures["killers"].items())[:SHOWN]:
        yield f"  {killer}: {', '.join(slain)}"
    for name, unused in figures["unused"].items():
        yield f"{name} never used or slain: {', '.join(unused) or 'none'}"


def _fortune_lines(name: str, found: Figures) -> Iterator[str]:
    error, worst = _percent(found["error"]), found["worst levels"]
    yield (
        f"{name}: won {_percent(found['won'])} ± {error} of {found['games']},"
        f" mean depth {found['mean depth']:.1f}"
    )
    came = (f"{mark}: {_percent(share)}" for mark, share in found["came to"].items())
    yield f"  came to level {', '.join(came)}"
    yield (
        f"  of those who came, levels {worst['first']} to {worst['first'] + WINDOW - 1} took"
        f" {_percent(worst['share'])}"
    )
    deaths = (f"{depth}: {number}" for depth, number in found["deaths"].items())
    yield f"  died there: {', '.join(deaths) or 'nobody'}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _span(values: list[float]) -> str:
    return f"{values[0]} to {values[1]}" if len(values) == 2 else ", ".join(map(str, values))
