"""duels.json: whole fights of a hero with a fixed policy, figure by figure (Monte Carlo)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any
from unittest import mock

from engine.sil import arena
from engine.sil.combat import attacks
from engine.sil.creature_ai import powers
from engine.sil.data import bundle
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import BuildRules
from engine.sil.game.state import Slot
from tests.oracle import OracleFiles, Result

FIGHTS = 600
FIGHTS_WHEN_SPARING, SCENARIOS_WHEN_SPARING = 40, 4
SMALL_SAMPLE = 200  # fights
MOST_Z = 4.5  # no figure may differ more
RARE_Z, RARE_SHARE = 3.0, 0.01  # and at most so many differ more than that
RARE_SPREAD = 3.0  # standard deviations a mean: of what happens in a tenth of the fights or less
NAMES = {  # of the file's figures, and ours
    "p_neither": "neither",
    "p_hero_wins": "hero wins",
    "p_hero_dies": "hero dies",
    "p_ever_fleeing": "ever fleeing",
    "player_turns": "turns",
    "hero_hp_left": "health left",
    "hero_hp_lost_total": "health lost",
    "first_alert_turn": "first alert",
    "choices_without_visible_monster": "choices without a visible creature",
    "hero_choices": "choices",
    "nearest_monster_distance_if_any_left": "nearest distance",
    "monsters_left": "creatures left",
    "monster_hp_at_start_total": "creatures' health at start",
    "choices_blind": "choices blind",
    "choices_confused": "choices confused",
    "choices_afraid": "choices afraid",
    "choices_slow": "choices slow",
    "choices_stunned": "choices stun",
    "choices_bleeding": "choices cut",
    "choices_poisoned": "choices poison",
    "choices_hallucinating": "choices hallucinating",
    "choices_darkened": "choices darkened",
    "choices_raging": "choices rage",
    "stat_points_drained": "stat points drained",
    "things_worn_or_carried": "things worn or carried",
    "experience_won": "experience",
    "food_used": "food",
    "mean_alertness_of_monsters_left": "mean alertness",
    "monster_hp_left_total": "creatures' health left",
}
ABSENT_WITHOUT_CREATURES = {"nearest distance", "mean alertness"}
COUNTED = ("monster_melee_attacks", "monster_powers_used")

Sample = dict[str, float]  # the figures of one fight; those that do not apply are absent


def check(data: OracleFiles) -> Result:
    """Fight every scenario and compare each figure with the measured one."""
    measured = data.read("duels")
    scenarios = data.sample(measured["scenarios"], SCENARIOS_WHEN_SPARING)
    fights = FIGHTS_WHEN_SPARING if data.sparing else FIGHTS
    return compare([(s, measured["builds"][s["build"]], fights) for s in scenarios], _fight_all)


Job = tuple[Mapping[str, Any], Mapping[str, Any], int]
"""A scenario, the hero's build, and how often it is played."""


def compare(jobs: Sequence[Job], play: Callable[[Job], list[Sample]]) -> Result:
    """Play every scenario and compare each figure with the measured one."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        samples = list(pool.map(play, jobs, chunksize=1))
    scenarios = [scenario for scenario, _, _ in jobs]
    rows = [
        (scenario, differences(sample, scenario["result"]))
        for scenario, sample in zip(scenarios, samples, strict=True)
    ]
    figures = sum(len(row) for _, row in rows)
    rare = sum(abs(z) > RARE_Z for _, row in rows for _, _, _, z in row)
    too_many = rare > max(1, RARE_SHARE * figures)
    wrong = []
    for scenario, row in rows:
        missed = [each for each in row if abs(each[3]) > (RARE_Z if too_many else MOST_Z)]
        if missed:
            wrong.append(_report(scenario, missed))
    return Result(len(scenarios), tuple(wrong))


def _report(scenario: Mapping[str, Any], missed: Sequence[tuple[str, str, str, float]]) -> str:
    """Return a scenario's figures that differ, ours beside the measured ones."""
    lines = [
        f"  {name}: {ours}, measured {theirs} (z {z:+.1f})" for name, ours, theirs, z in missed
    ]
    return "\n".join([f"{scenario['id']}:", *lines])


# ---------------------------------------------------------------------- comparing


def differences(
    samples: Sequence[Sample], measured: Mapping[str, Any]
) -> list[tuple[str, str, str, float]]:
    """Return (figure, ours, theirs, z) of every figure that was measured."""
    theirs_n = measured["fights"]
    rows = []
    for name, value in measured.items():
        if name == "fights":
            continue
        ours = [sample[name] for sample in samples if name in sample]
        if isinstance(value, float | int):
            rate = fmean(ours)
            z = _proportions(rate, len(ours), value, theirs_n)
            rows.append((name, f"{rate:.3f}", f"{value:.3f}", z))
        else:
            mean, spread = value[0], value[1]
            count = value[2] if len(value) > 2 else theirs_n
            if len(ours) < 10 or count < 10:
                continue
            z = _welch(ours, mean, spread, count)
            rows.append((name, f"{fmean(ours):.2f}", f"{mean:.2f}", z))
    return rows


def _proportions(p: float, n: int, q: float, m: int) -> float:
    """Return the two-proportion z."""
    pooled = (p * n + q * m) / (n + m)
    spread = sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return (p - q) / spread if spread else 0.0


def _welch(ours: Sequence[float], mean: float, spread: float, count: int) -> float:
    """Return Welch's t; a small sample, and one of a rare event, has at least the spread of the
    other side."""
    own = stdev(ours)
    if len(ours) < SMALL_SAMPLE or max(own, spread) > RARE_SPREAD * max(abs(mean), fmean(ours)):
        own = spread = max(own, spread)
    error = sqrt(own**2 / len(ours) + spread**2 / count)
    difference = fmean(ours) - mean
    if error < 1e-9:
        return 0.0 if abs(difference) < 1e-6 else float("inf")
    return difference / error


# ---------------------------------------------------------------------- fighting


def _fight_all(job: Job) -> list[Sample]:
    described, built, fights = job
    data = bundle.load()
    scenario, build = scenario_of(described), build_of(data, built)
    with counting() as counts:
        return [
            sample(arena.Fight(data, scenario, build, seed + 1).play(), counts)
            for seed in range(fights)
        ]


def scenario_of(described: Mapping[str, Any]) -> arena.Scenario:
    """Return a scenario of the file as the arena has it."""
    return arena.Scenario(
        described["race"],
        described["monsters"],
        described["distance"],
        described["alertness"],
        described["depth"],
        "approach" if "B" in (described["policy"], described.get("then")) else "hold",
        described["turn_cap"],
        described["lit"],
    )


def build_of(data: bundle.Data, built: Mapping[str, Any]) -> BuildRules:
    """Return the build of a hero; what a slot holds is a kind, or a kind and a number."""
    serials = serials_of(data)
    worn = {int(s): n if isinstance(n, str) else n[0] for s, n in built["equip"].items()}
    return BuildRules(
        name="",
        stats=tuple(built["stats"]),
        skills=tuple(built["skills"]),
        worn={Slot(slot).name.lower(): serials[name] for slot, name in worn.items()},
        abilities=tuple(AbilityRef(*ability) for ability in built["ab"]),
    )


def serials_of(data: bundle.Data) -> dict[str, int]:
    """Return the serials of kinds by name."""
    return {kind.name.replace("& ", "").replace("~", ""): n for n, kind in data.kinds.items()}


def sample(figures: arena.Figures, counts: Counter[str]) -> Sample:
    """Return a fight's figures by the names of the file; the counts start anew."""
    found = {
        theirs: float(figures.get(ours, 0))
        for theirs, ours in NAMES.items()
        if ours in figures or ours not in ABSENT_WITHOUT_CREATURES
    }
    found |= {name: float(counts[name]) for name in COUNTED}
    counts.clear()
    return found


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count monsters' blows and powers in what is fought meanwhile."""
    attack, use = attacks.attack_hero, powers.use
    counts: Counter[str] = Counter()

    def counted_attack(*args: Any, **also: Any) -> None:
        counts["monster_melee_attacks"] += 1
        attack(*args, **also)

    def counted_use(*args: Any, **also: Any) -> None:
        counts["monster_powers_used"] += 1
        use(*args, **also)

    with (
        mock.patch.object(attacks, "attack_hero", counted_attack),
        mock.patch.object(powers, "use", counted_use),
    ):
        yield counts
