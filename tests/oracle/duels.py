"""duels.json: whole fights of a hero with a fixed policy, figure by figure (Monte Carlo)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any
from unittest import mock

from engine.common import compass
from engine.contract.action import Action
from engine.sil.clock import turn_order
from engine.sil.combat import attacks
from engine.sil.creatures import spawning
from engine.sil.data import bundle as content
from engine.sil.data.records import AbilityRef
from engine.sil.game import Game
from engine.sil.level import terrain
from engine.sil.monsters import powers
from engine.sil.perception import noise, vision
from engine.sil.ruleset import SilQ
from engine.sil.rulings import GAME
from engine.sil.state import Creature, Level, Slot
from tests.engine.sil.stage import EDAIN, stage, wear
from tests.oracle import OracleFiles, Result

FIGHTS = 600
FIGHTS_WHEN_SPARING, SCENARIOS_WHEN_SPARING = 60, 24
SMALL_SAMPLE = 200  # fights
MOST_Z = 4.5  # no figure may differ more
RARE_Z, RARE_SHARE = 3.0, 0.01  # and at most so many differ more than that
HOUSE_OF_HADOR = 9
SIDE, MIDDLE = 23, 11
ORDER = ("n", "ne", "e", "se", "s", "sw", "w", "nw")  # in which neighbours are attacked
TIMERS = ("blind", "confused", "afraid", "hallucinating", "darkened")

Figure = float | Sequence[float]
Sample = dict[str, float]  # the figures of one fight; those that do not apply are absent


def check(data: OracleFiles) -> Result:
    """Fight every scenario and compare each figure with the measured one."""
    measured = data.read("duels")
    scenarios = list(data.sample(measured["scenarios"], SCENARIOS_WHEN_SPARING))
    fights = FIGHTS_WHEN_SPARING if data.sparing else FIGHTS
    jobs = [(s, measured["builds"][s["build"]], fights) for s in scenarios]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        samples = list(pool.map(_fight_all, jobs, chunksize=1))
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
    """Return Welch's t; a small sample, which may lack rare fights, has at least the measured
    spread."""
    own = max(stdev(ours), spread) if len(ours) < SMALL_SAMPLE else stdev(ours)
    error = sqrt(own**2 / len(ours) + spread**2 / count)
    difference = fmean(ours) - mean
    if error < 1e-9:
        return 0.0 if abs(difference) < 1e-6 else float("inf")
    return difference / error


# ---------------------------------------------------------------------- fighting


def _fight_all(job: tuple[Mapping[str, Any], Mapping[str, Any], int]) -> list[Sample]:
    scenario, build, fights = job
    return [Fight(scenario, build, seed).play() for seed in range(fights)]


class Fight:
    """One fight: the arena, the policy, and what is counted."""

    def __init__(self, scenario: Mapping[str, Any], build: Mapping[str, Any], seed: int) -> None:
        self.scenario = scenario
        self.rules = SilQ()
        self.game = self._arena(build, seed)
        self.turns_at_start = self.game.hero.turns
        self.counts: dict[str, float] = dict.fromkeys(
            (
                "hero_hp_lost_total",
                "monster_melee_attacks",
                "monster_powers_used",
                "p_ever_fleeing",
                "choices_without_visible_monster",
                "hero_choices",
                *(f"choices_{name}" for name in TIMERS),
                "choices_slow",
                "choices_stunned",
                "choices_bleeding",
                "choices_poisoned",
                "choices_raging",
            ),
            0,
        )

    def _arena(self, build: Mapping[str, Any], seed: int) -> Game:
        s = self.scenario
        game = stage(
            rulings=GAME,
            race=EDAIN,
            house=HOUSE_OF_HADOR,
            skills=tuple(build["skills"]),
            stats=tuple(build["stats"]),
            abilities=tuple(AbilityRef(*ability) for ability in build["ab"]),
            seed=seed + 1,
            size=SIDE,
        )
        hero = game.hero
        for slot, name in build["equip"].items():
            wear(game, Slot(int(slot)), name)
        hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
        hero.turns, hero.energy, hero.food = 100, 100, 4999
        hero.stealth_score = 0
        hero.experience = hero.unspent = 0
        game.state.game_turn = 1000
        level = Level.blank(s["depth"], SIDE, SIDE, terrain.FLOOR)
        for i in range(SIDE):
            for square in (i, SIDE * (SIDE - 1) + i, SIDE * i, SIDE * i + SIDE - 1):
                level.feature[square] = terrain.PERMANENT
        level.room = bytearray(b"\x01" * (SIDE * SIDE))
        level.glow = bytearray(bytes([s["lit"]]) * (SIDE * SIDE))
        level.arrivals_on = False
        game.state.level = level
        self._put_monsters(game)
        noise.rebuild(game)
        vision.update(game)
        return game

    def _put_monsters(self, game: Game) -> None:
        s = self.scenario
        race = content.named(content.load().monsters, s["race"]).serial
        d = s["distance"]
        places = (
            (MIDDLE, MIDDLE + d),
            (MIDDLE + 1, MIDDLE + d),
            (MIDDLE - 1, MIDDLE + d),
            (MIDDLE, MIDDLE + 1 + d),
        )
        leader: Creature | None = None
        for y, x in places[: s["monsters"]]:
            creature = spawning.place_one(
                game, race, y, x, game.streams.play, leader=leader, any_depth=True
            )
            assert creature is not None, f"{s['race']} cannot stand at {y}, {x}"
            creature.alertness = s["alertness"]
            leader = leader or creature

    def play(self) -> Sample:
        """Fight it out; return the figures."""
        with self._counting():
            return self._play()

    def _play(self) -> Sample:
        game, s = self.game, self.scenario
        health = sum(c.max_health for c in self._monsters())
        first_alert: int | None = None
        before = game.hero.health
        turn_order.run(game)
        while True:
            before = self._note_loss(before)
            if game.state.ended:
                break
            self._choice()
            turns = game.hero.turns - self.turns_at_start
            if first_alert is None and any(c.alertness >= 0 for c in self._monsters()):
                first_alert = turns
            if not self._monsters() or turns >= s["turn_cap"]:
                break
            self._act()
        return self._figures(health, s["turn_cap"] if first_alert is None else first_alert)

    def _note_loss(self, before: int) -> int:
        health = max(0, self.game.hero.health)
        self.counts["hero_hp_lost_total"] += max(0, before - health)
        return health

    def _monsters(self) -> list[Creature]:
        return [c for c in self.game.level.creatures if c is not None]

    def _choice(self) -> None:
        """Count what holds as the hero is asked."""
        game, counts = self.game, self.counts
        hero, timers = game.hero, game.hero.timers
        counts["hero_choices"] += 1
        counts["choices_without_visible_monster"] += not any(c.visible for c in self._monsters())
        for name in TIMERS:
            counts[f"choices_{name}"] += bool(getattr(timers, name))
        counts["choices_slow"] += bool(timers.slow)
        counts["choices_stunned"] += bool(timers.stun)
        counts["choices_bleeding"] += bool(timers.cut)
        counts["choices_poisoned"] += bool(timers.poison)
        counts["choices_raging"] += bool(timers.rage)
        if any(c.stance == "fleeing" for c in self._monsters()):
            counts["p_ever_fleeing"] = 1
        assert hero.health > 0

    def _act(self) -> None:
        game = self.game
        self._do(Action("step", (way,)) if (way := self._way()) else Action("wait"))
        while game.state.question is not None:
            self._do(Action("answer", ("yes",)))

    def _do(self, action: Action) -> None:
        self.rules.apply(self.game.state, 0, action)

    def _way(self) -> str | None:
        """Return which way the policy goes; None to hold."""
        hero = self.game.hero
        if hero.timers.afraid:
            return None
        seen = [c for c in self._monsters() if c.visible]
        beside = {(c.y - hero.y, c.x - hero.x) for c in seen}
        for name in ORDER:
            if compass.OFFSETS[compass.KEYPAD[name]] in beside:
                return name
        if self.scenario["policy"] == "A" or not seen:
            return None
        nearest = min(seen, key=lambda c: (max(abs(c.y - hero.y), abs(c.x - hero.x)), c.y, c.x))
        step = _sign(nearest.y - hero.y), _sign(nearest.x - hero.x)
        return next(name for name in ORDER if compass.OFFSETS[compass.KEYPAD[name]] == step)

    def _figures(self, health_at_start: int, first_alert: int) -> Sample:
        game = self.game
        hero, left = game.hero, self._monsters()
        died = bool(game.state.ended)
        found: Sample = {
            **self.counts,
            "p_hero_dies": died,
            "p_hero_wins": not died and not left,
            "p_neither": not died and bool(left),
            "player_turns": hero.turns - self.turns_at_start,
            "hero_hp_left": max(0, hero.health),
            "first_alert_turn": first_alert,
            "monsters_left": len(left),
            "monster_hp_at_start_total": health_at_start,
            "stat_points_drained": -sum(hero.stat_drain),
            "things_worn_or_carried": len(hero.worn) + len(hero.pack),
            "experience_won": hero.experience,
            "food_used": 4999 - hero.food,
            "monster_hp_left_total": sum(c.health for c in left),
        }
        if left:
            gaps = [max(abs(c.y - hero.y), abs(c.x - hero.x)) for c in left]
            found["nearest_monster_distance_if_any_left"] = min(gaps)
            total = sum(c.alertness for c in left)
            found["mean_alertness_of_monsters_left"] = int(total / len(left))
        return found

    @contextmanager
    def _counting(self) -> Iterator[None]:
        """Count monsters' blows and powers while the fight goes on."""
        attack, use, retreats = attacks.attack_hero, powers.use, self.counts

        def counted_attack(*args: Any, **also: Any) -> None:
            retreats["monster_melee_attacks"] += 1
            attack(*args, **also)

        def counted_use(*args: Any, **also: Any) -> None:
            retreats["monster_powers_used"] += 1
            use(*args, **also)

        with (
            mock.patch.object(attacks, "attack_hero", counted_attack),
            mock.patch.object(powers, "use", counted_use),
        ):
            yield


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
