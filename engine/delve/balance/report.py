"""Figures of many games that played themselves: who wins, who dies where, how long fights are,
what is never used, and how far policies come that ignore a system."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from multiprocessing import get_context
from statistics import mean, median, stdev
from typing import Any

from engine.contract.action import InvalidAction
from engine.delve.balance import equal_fights, policies
from engine.delve.balance.fight_log import acting_traits, merged
from engine.delve.balance.self_play import MOST_ACTIONS, GameFigures, LevelFigures, play
from engine.delve.data.kinds import DelveData
from engine.delve.ruleset import Delve
from engine.delve.state import DEEPEST

MARKS = (*range(5, DEEPEST, 5), DEEPEST)  # depths that the report tells of
WINDOW = 5  # levels of which none may take too many
SHOWN = 12
FEW, MANY = 2, 8  # attacks of a usual fight
ACTS, ENOUGH_FIGHTS = 1 / 3, 10  # the least share of fights in which a power acts, where told
ONE_SIDED = 1.645  # standard errors of a bound at 95 %
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
        """Return the first of the levels in a row that take the largest share of those who come
        down to them, and that share. Only such are looked at as at least a tenth of all heroes come
        to."""
        worst = (1, 0.0)
        for first in range(1, DEEPEST - WINDOW + 2):
            came = self.came_to(first)
            if 10 * came < len(self.games) or not came:
                break
            deaths = (game for game in self.games if game.killer and not game.took_heart)
            fell = sum(first <= game.deepest < first + WINDOW for game in deaths)
            worst = max(worst, (first, fell / came), key=lambda each: each[1])
        return worst

    def way_up(self) -> Balance:
        """Return the games in which the Heart was taken."""
        return Balance([game for game in self.games if game.took_heart])

    def fights(self) -> Counter[int]:
        """Return how often it took so many attacks until an enemy fell."""
        return sum((Counter(game.fights) for game in self.games), Counter())

    def arrivals(self, depth: int) -> list[LevelFigures]:
        """Return those who came to a level."""
        return [game.levels[depth - 1] for game in self.games if len(game.levels) >= depth]

    def unused(self, content: DelveData) -> dict[str, list[str]]:
        """Return what was never used: spells, items, places, abilities, powers of monsters; and the
        monsters that nobody ever killed."""
        used = {name for game in self.games for name in game.used}
        slain = {name for game in self.games for name in game.slain}
        acted = {name for name, (_, times) in self.powers().items() if times}
        tables = {"spell": content.spells, "item": content.items, "place": content.places}
        found = {
            f"{word}s": [name for name in table if f"{word} {name}" not in used]
            for word, table in tables.items()
        }
        active = [name for name, kind in content.abilities.items() if kind.active]
        found["abilities"] = [name for name in active if f"ability {name}" not in used]
        found["monsters"] = [name for name in content.monsters if name not in slain]
        powers = [
            f"{n}: {trait}" for n, kind in content.monsters.items() for trait in acting_traits(kind)
        ]
        found["powers"] = [name for name in powers if name not in acted]
        return found

    def powers(self) -> dict[str, tuple[int, int]]:
        """Return the fights of each power of a monster, and in how many of them it acted."""
        return merged(game.powers for game in self.games)

    def eaten(self, content: DelveData) -> float:
        """Return which share of their food, by nutrition, the winners ate; 0 without winners."""
        eaten = left = 0
        for game in self.games:
            if game.won:
                foods = {f"item {name}": kind.nutrition for name, kind in content.items.items()}
                eaten += sum(foods.get(name, 0) * times for name, times in game.used.items())
                left += game.food_left
        return eaten / max(1, eaten + left)


@cache
def _ruleset() -> Delve:
    return Delve()


def _play_one(class_name: str, seed: str, most_actions: int, policy: str) -> GameFigures:
    return play(_ruleset(), class_name, seed, most_actions, policy)


def report(
    games: int,
    processes: int,
    seed: int,
    *,
    as_json: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Iterator[str]:
    """Play so many games, all classes by turns, and yield the lines of a report, or one of
    JSON.

    Raises InvalidAction for numbers below 1.
    """
    [balance] = _played(games, processes, seed, most_actions, [policies.WHOLE])
    figures = measure(balance, _ruleset().content)
    yield from [json.dumps(figures)] if as_json else format_report(figures)


def comparison(
    games: int,
    processes: int,
    seed: int,
    *,
    as_json: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Iterator[str]:
    """Play the same games by heroes who use all and by those who ignore a system, and yield how
    much less deep these come, in lines or one of JSON.

    Raises InvalidAction for numbers below 1.
    """
    played = _played(games, processes, seed, most_actions, list(policies.POLICIES))
    figures = compare_policies(dict(zip(policies.POLICIES, played, strict=True)))
    if as_json:
        yield json.dumps(figures)
        return
    for name, found in figures.items():
        yield f"{name}: {found['lost']:.1f} levels less deep, at least {found['at least']:.1f}"


def _played(
    games: int, processes: int, seed: int, most_actions: int, wanted: Sequence[str]
) -> list[Balance]:
    """Return the figures of so many games for each of some policies, from the same seeds."""
    if games < 1 or processes < 1:
        raise InvalidAction("Games and processes: numbers from 1.")
    classes = list(_ruleset().content.classes)
    names = [classes[number % len(classes)] for number in range(games)]
    seeds = [f"{seed}-{number}" for number in range(games)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return [
            Balance(list(pool.map(_play_one, names, seeds, [most_actions] * games, [each] * games)))
            for each in wanted
        ]


# ------------------------------------------------------------------ figures


def measure(balance: Balance, content: DelveData) -> Figures:
    """Return the figures of a report: names to numbers, lists and further figures. Shares are from
    0 to 1, `error` is one standard error."""
    classes = sorted({game.class_name for game in balance.games})
    return {
        "games": len(balance.games),
        "turns": sum(game.turns for game in balance.games),
        "given up": balance.unfinished,
        "all": _fortunes(balance),
        "classes": {name: _fortunes(balance.of_class(name)) for name in classes},
        "fights": _fights(balance.fights()),
        "rare powers": _rare_powers(balance.powers()),
        "eaten": balance.eaten(content),
        "levels": {str(mark): _levels(balance.arrivals(mark + 1)) for mark in MARKS[:-1]},
        "presses a level": _presses(balance),
        "equal fights": _equal_fights(content),
        "killers": _killers(balance),
        "unused": balance.unused(content),
    }


def _fortunes(balance: Balance) -> Figures:
    """Return how many won, how deep they came, and the five levels that took most of them."""
    games = len(balance.games)
    won = balance.wins / games
    first, share = balance.worst_window()
    up = balance.way_up()
    return {
        "games": games,
        "won": won,
        "error": sqrt(won * (1 - won) / games),
        "mean depth": mean(game.deepest for game in balance.games),
        "came to": {str(mark): balance.came_to(mark) / games for mark in MARKS},
        "worst levels": {"first": first, "share": share},
        "deaths": _deaths(game for game in balance.games if not game.took_heart),
        "way up": {
            "heroes": len(up.games),
            "won": up.wins / max(1, len(up.games)),
            "deaths": _deaths(up.games),
        },
    }


def _deaths(games: Iterable[GameFigures]) -> dict[str, int]:
    """Return how many died on each level."""
    deaths = Counter(game.depth for game in games if game.killer)
    return {str(depth): deaths[depth] for depth in sorted(deaths)}


def compare_policies(played: Mapping[str, Balance]) -> Figures:
    """Return for each policy that ignores a system how much less deep it comes than the whole in
    the same games: the mean, and its one-sided bound at 95 %."""
    whole = [game.deepest for game in played[policies.WHOLE].games]
    found = {}
    for name, balance in played.items():
        if name != policies.WHOLE:
            lost = [deep - game.deepest for deep, game in zip(whole, balance.games, strict=True)]
            error = stdev(lost) / sqrt(len(lost)) if len(lost) > 1 else 0.0
            found[name] = {"lost": mean(lost), "at least": mean(lost) - ONE_SIDED * error}
    return found


def _rare_powers(found: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """Return the powers that act in too few of the fights of those who have them, and in which
    share."""
    shares = {
        name: acted / fights for name, (fights, acted) in found.items() if fights >= ENOUGH_FIGHTS
    }
    return {name: share for name, share in sorted(shares.items()) if share < ACTS}


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
    by_power = sorted(content.open_classes, key=lambda name: content.classes[name].power)
    weakest, strongest = by_power[0], by_power[-1]
    ratios = [equal_fights.blow_ratio(content, strongest, weakest, n) for n in RATIO_LEVELS]
    return {
        **{
            f"{name} kills in": _range(each.kills_in for each in found if each.class_name == name)
            for name in by_power
        },
        "falls in": _range(fight.falls_in for fight in found),
        f"{strongest} to {weakest}": [round(ratio, 2) for ratio in ratios],
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
    rare = (f"{name} {_percent(share)}" for name, share in figures["rare powers"].items())
    yield f"powers that act too seldom: {', '.join(rare) or 'none'}"
    yield f"eaten by winners: {_percent(figures['eaten'])} of their food"
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
    yield f"  died on the way down: {_places(found['deaths'])}"
    up = found["way up"]
    yield (
        f"  with the Heart: {up['heroes']}, won {_percent(up['won'])}, died on the way up:"
        f" {_places(up['deaths'])}"
    )


def _places(deaths: Mapping[str, int]) -> str:
    return ", ".join(f"{depth}: {number}" for depth, number in deaths.items()) or "nobody"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _span(values: list[float]) -> str:
    return f"{values[0]} to {values[1]}" if len(values) == 2 else ", ".join(map(str, values))
