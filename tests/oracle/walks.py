"""walks.json: a hero who walks past creatures or waits near them, by figures (Monte Carlo)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract.action import Action
from engine.sil import arena
from engine.sil.clock import turn_order
from engine.sil.creatures.alertness import UNWARY_FROM
from engine.sil.data import bundle
from engine.sil.data.rule_records import BuildRules
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Level, Skill
from engine.sil.hero import derived, singing
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.oracle import OracleFiles, Result, duels
from tests.oracle import volleys as missiles

SCENARIOS_WHEN_SPARING, WALKS_WHEN_SPARING = 3, 12
SIGNS = {"#": terrain.PERMANENT, "%": terrain.GRANITE, ".": terrain.FLOOR,
         ",": terrain.FLOOR, "+": terrain.CLOSED_DOOR}  # fmt: skip
OUTSIDE_ROOMS = ",+"  # and never lit by themselves


def check(data: OracleFiles) -> Result:
    """Walk every scenario and compare each figure with the measured one."""
    measured = data.read("walks")
    walks = WALKS_WHEN_SPARING if data.sparing else duels.FIGHTS
    jobs = [
        (
            {**s, "rows": measured["maps"][s["map"]], "result": _flat(s["result"])},
            measured["builds"][s["build"]],
            walks,
        )
        for s in data.sample(measured["scenarios"], SCENARIOS_WHEN_SPARING)
    ]
    return duels.compare(jobs, _walk_all)


def _flat(measured: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a walk under one name each; what is exact has no spread."""
    found = {"fights": measured["walks"]}
    for number, figures in enumerate(measured["monsters"]):
        found |= {f"{number} {name}": figure for name, figure in figures.items()}
    found |= {n: figure for n, figure in measured.items() if n not in ("walks", "monsters")}
    for name in ("stealth_score_at_start", "speed_at_start"):
        found[name] = [found[name], 0.0]
    texts = [name for name, figure in found.items() if isinstance(figure, str)]
    return {name: figure for name, figure in found.items() if name not in texts}


def _walk_all(job: duels.Job) -> list[duels.Sample]:
    described, built, walks = job
    data = bundle.load()
    build = duels.build_of(data, built)
    with duels.counting() as counts, missiles.counting(counts):
        found = []
        for seed in range(walks):
            walk = StealthWalk(data, described, build, seed + 1)
            walk.walk()
            found.append(walk.figures(counts))
            counts.clear()
    return found


class StealthWalk:
    """A walk of a hero who never fights."""

    def __init__(
        self, data: bundle.Data, described: Mapping[str, Any], build: BuildRules, seed: int
    ) -> None:
        self.described = described
        self.rules = SilQ(data)
        hero = arena.fighter(data, build, *described["hero"])
        hero.stealth_mode = described["stealth_mode"]
        self.game = arena.begin(data, level_of(described), hero, seed)
        hero.stealth_score = hero.skill(Skill.STEALTH)
        self.start = {"stealth_score_at_start": hero.stealth_score,
                      "speed_at_start": hero.derived.speed}  # fmt: skip
        self.creatures = _put(self.game, described["monsters"])
        arena.look(self.game)
        self.songs = [described[s] for s in ("song", "second_song") if s in described]
        self.ahead = [tuple(place) for place in described["waypoints"]]
        self.counts: Counter[str] = Counter()
        self.first: dict[str, int] = {}

    @property
    def turns(self) -> int:
        """Return the player turns walked so far."""
        return self.game.hero.turns - 100

    def walk(self) -> None:
        """Walk until the turns are over, or the hero is dead."""
        game = self.game
        before = game.hero.health
        turn_order.run(game)
        while True:
            health = max(0, game.hero.health)
            self.counts["hero_hp_lost_total"] += max(0, before - health)
            before = health
            self._note_who_wakes()
            if game.state.ended:
                return
            self._count_choice()
            if self.turns >= self.described["turns"]:
                return
            self.rules.apply(game.state, 0, self._choose(), game.streams)

    def _note_who_wakes(self) -> None:
        for number, creature in enumerate(self.creatures):
            if creature.alertness >= UNWARY_FROM:
                self.first.setdefault(f"{number} awake", self.turns)
            if creature.alertness >= 0:
                self.first.setdefault(f"{number} alert", self.turns)
                if not self.game.state.ended:
                    self.first.setdefault("any alert", self.turns)

    def _count_choice(self) -> None:
        game, counts = self.game, self.counts
        counts["hero_choices"] += 1
        seen = [game.known(c).visible for c in self.creatures]
        counts["choices_without_visible_monster"] += not any(seen)
        counts["p_any_fleeing_at_choice"] |= any(c.stance == "fleeing" for c in self.creatures)
        for number, visible in enumerate(seen):
            counts[f"{number} choices_visible"] += visible
        while self.ahead and self.ahead[0] == (game.hero.y, game.hero.x):
            self.ahead.pop(0)

    def _choose(self) -> Action:
        if self.songs:
            song, *self.songs = self.songs
            words = singing.words(self.game.data)
            return Action("sing", (next(w for w, ref in words.items() if ref.number == song),))
        if not self.ahead:
            return arena.HOLD
        hero, level = self.game.hero, self.game.level
        step = arena.step_toward(hero, *self.ahead[0])
        dy, dx = arena.compass.DIRECTIONS[step.args[0]]
        square = level.at(hero.y + dy, hero.x + dx)
        if square in level.occupant or terrain.ROCK[level.feature[square]]:
            return arena.HOLD
        self.counts["steps"] += 1
        return step

    def figures(self, others: Counter[str]) -> duels.Sample:
        """Return the walk's figures by the names of the file."""
        game, hero = self.game, self.game.hero
        last = self.described["turns"]
        found: dict[str, float] = {
            **others,
            **self.counts,
            **self.start,
            "p_hero_dies": bool(game.state.ended),
            "player_turns": self.turns,
            "first_alert_turn_any": self.first.get("any alert", last),
            "experience_won": hero.experience,
            "p_reached_last_waypoint": not self.ahead,
            "voice_spent": hero.derived.max_voice - hero.voice,
            "p_stealth_mode_ended": not hero.stealth_mode,
        }
        for number, creature in enumerate(self.creatures):
            found |= self._of(number, creature, last)
        return {
            name: float(found.get(name, 0)) for name in self.described["result"] if name != "fights"
        }

    def _of(self, number: int, creature: Creature, last: int) -> dict[str, float]:
        hero = self.game.hero
        awake, alert = f"{number} awake", f"{number} alert"
        return {
            f"{number} p_woke": awake in self.first,
            f"{number} first_awake_turn": self.first.get(awake, last),
            f"{number} p_became_alert": alert in self.first,
            f"{number} first_alert_turn": self.first.get(alert, last),
            f"{number} p_asleep_at_end": creature.alertness < UNWARY_FROM,
            f"{number} p_alert_at_end": creature.alertness >= 0,
            f"{number} alertness_at_end": creature.alertness,
            f"{number} distance_at_end": max(abs(creature.y - hero.y), abs(creature.x - hero.x)),
        }


def level_of(described: Mapping[str, Any]) -> Level:
    """Return the level of a scenario."""
    rows: Sequence[str] = described["rows"]
    level = Level.blank(described["depth"], len(rows), len(rows[0]), terrain.FLOOR)
    for i, sign in enumerate("".join(rows)):
        level.feature[i] = SIGNS[sign]
        level.room[i] = sign not in OUTSIDE_ROOMS
        level.glow[i] = described["lit"] and sign not in OUTSIDE_ROOMS
    return level


def _put(game: SilContext, monsters: Sequence[Mapping[str, Any]]) -> list[Creature]:
    """Put the creatures, one band, in their order; return them."""
    found: list[Creature] = []
    for each in monsters:
        race = bundle.named(game.data.monsters, each["race"]).serial
        leader = found[0] if found else None
        found.append(arena.put(game, race, *each["at"], each["alertness"], leader))
    derived.update(game)
    return found
