"""Figures of many games that policies played: what each brings home, who dies, what is learned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from multiprocessing import get_context
from statistics import mean, median, stdev
from typing import Any

from engine.contract.action import InvalidAction
from engine.kanthe.balance.first_acts import KINDS, Worths, judge_situation
from engine.kanthe.balance.self_play import POLICIES, PolicyFigures, play_game
from engine.kanthe.ruleset import Kanthe

OPTIONS = {"length": "evening"}

Figures = dict[str, Any]


@cache
def _ruleset() -> Kanthe:
    return Kanthe()


def _play_one(policy: str, seed: str) -> PolicyFigures:
    return play_game(_ruleset(), policy, seed, OPTIONS)


def _judge_one(kind: str, seed: str) -> Worths:
    return judge_situation(_ruleset(), kind, seed, OPTIONS)


def report(games: int, processes: int, seed: int, *, as_json: bool = False) -> Iterator[str]:
    """Play so many games with each policy, the same seeds with all, judge the first acts of a
    fifth as many situations, and yield the lines of a report, or one of JSON.

    Raises InvalidAction for numbers below 1.
    """
    if games < 1 or processes < 1:
        raise InvalidAction("Games and processes: numbers from 1.")
    policies = [policy for policy in POLICIES for _ in range(games)]
    seeds = [f"{seed}-{number}" for _ in POLICIES for number in range(games)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        figures = measure(list(pool.map(_play_one, policies, seeds)))
        judged = range(-(-games // 5))
        for kind in KINDS:
            tried = [f"{seed}-{kind}-{number}" for number in judged]
            worths = list(pool.map(_judge_one, [kind] * len(tried), tried))
            figures["first acts"][kind] = share_of_best(kind, worths)
    yield from [json.dumps(figures)] if as_json else format_report(figures)


def measure(played: list[PolicyFigures]) -> Figures:
    """Return the figures of a report: names to numbers and further figures. Shares are from 0 to 1,
    `error` is one standard error."""
    by_policy = {
        policy: _fortunes(kept)
        for policy in POLICIES
        if (kept := [one for one in played if one.policy == policy])
    }
    worths = sorted((each["worth"] for each in by_policy.values()), reverse=True)
    lead = worths[0] / worths[1] if len(worths) > 1 and worths[1] else 0.0
    return {"games": len(played), "best to second": lead, "policies": by_policy, "first acts": {}}


def share_of_best(kind: str, judged: list[Worths]) -> float:
    """Return the share of situations, of those that offer a kind of act, where it is the best."""
    offered = [worths for worths in judged if worths]
    return mean(max(each, key=lambda k: each[k]) == kind for each in offered) if offered else 0.0


EVENING = range(60, 121)  # decisions that a game of an evening should take


def _fortunes(played: list[PolicyFigures]) -> Figures:
    """Return what the games of a policy came to."""
    worths = [one.worth for one in played]
    results = [one.delves[0].result for one in played]
    return {
        "games": len(played),
        "worth": mean(worths),
        "error": stdev(worths) / sqrt(len(worths)) if len(worths) > 1 else 0.0,
        "dead": mean(result == "dead" for result in results),
        "given up": mean(result == "" for result in results),
        "an evening": mean(one.decisions in EVENING for one in played),
        **{
            name: median(getattr(one, name) for one in played)
            for name in ("coins", "sections", "decisions", "words", "arcane")
        },
    }


def format_report(figures: Figures) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"{figures['games']} games, best to second: {figures['best to second']:.2f}"
    for policy, found in figures["policies"].items():
        yield (
            f"{policy}: worth {found['worth']:.1f} ± {found['error']:.1f} of {found['games']},"
            f" dead {_percent(found['dead'])}, given up {_percent(found['given up'])},"
            f" {EVENING.start} to {EVENING.stop - 1} decisions {_percent(found['an evening'])}"
        )
        yield (
            f"  median: coins {found['coins']:g}, sections {found['sections']:g}, decisions"
            f" {found['decisions']:g}, words known {found['words']:g}, arcane things"
            f" {found['arcane']:g}"
        )
    for kind, share in figures["first acts"].items():
        yield f"{kind}: the best first act in {_percent(share)} of the situations that offer it"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
