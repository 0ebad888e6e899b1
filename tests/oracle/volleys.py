"""volleys.json: whole fights with missiles and songs, figure by figure (Monte Carlo)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from engine.common.grid import distance
from engine.contract.action import Action
from engine.sil import arena
from engine.sil.combat import archery, missile_flight, throwing
from engine.sil.creatures import creature_names, senses
from engine.sil.data import bundle
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.hero import derived, singing
from engine.sil.items import item_handles
from engine.sil.songs import song_turn
from tests.oracle import OracleFiles, Result, duels

SCENARIOS_WHEN_SPARING, FIGHTS_WHEN_SPARING = 3, 12
FUEL = 2000  # turns, of a torch


def check(data: OracleFiles) -> Result:
    """Fight every scenario and compare each figure with the measured one."""
    measured = data.read("volleys")
    scenarios = data.sample(measured["scenarios"], SCENARIOS_WHEN_SPARING)
    fights = FIGHTS_WHEN_SPARING if data.sparing else duels.FIGHTS
    return duels.compare([(s, measured["builds"][s["build"]], fights) for s in scenarios], _fights)


def _fights(job: duels.Job) -> list[duels.Sample]:
    described, built, fights = job
    data = bundle.load()
    with duels.counting() as counts, counting(counts):
        found = []
        for seed in range(fights):
            fight = Volley(data, described, built, seed + 1, counts)
            figures = fight.play()
            found.append(fight.figures() | duels.sample(figures, counts))
    return found


@contextmanager
def counting(counts: Counter[str]) -> Iterator[None]:
    """Count the hits of missiles, what they do, and the turns of songs meanwhile."""

    def hit(real: Any) -> Any:
        def counted(game: Any, *args: Any, **also: Any) -> Any:
            account = next(a for a in args if hasattr(a, "roll"))
            killed = real(game, *args, **also)
            counts["hits_by_shots"] += 1
            counts["damage_by_hits"] += account.net
            return killed

        return counted

    def fallen(*args: Any) -> bool:
        whole = come_down(*args)
        counts["missiles_broken"] += not whole
        return whole

    def sung(game: Any) -> None:
        go_on(game)
        counts["turns_sung"] += game.hero.song >= 0 and not game.state.ended

    come_down, go_on = missile_flight.come_down, song_turn.go_on
    with ExitStack() as stack:
        for module, name, stand_in in (
            (archery, "_hit", hit(archery._hit)),
            (throwing, "_hit", hit(throwing._hit)),
            (missile_flight, "come_down", fallen),
            (song_turn, "go_on", sung),
        ):
            stack.enter_context(mock.patch.object(module, name, stand_in))
        yield


class Volley(arena.Fight):
    """A fight of a hero who shoots, throws or sings."""

    def __init__(
        self,
        data: bundle.Data,
        described: Mapping[str, Any],
        built: Mapping[str, Any],
        seed: int,
        counts: Counter[str],
    ) -> None:
        super().__init__(data, duels.scenario_of(described), duels.build_of(data, built), seed)
        self.described, self.others = described, counts
        self.kinds = duels.serials_of(data)
        self.songs = [described[s] for s in ("song", "second_song") if s in described]
        self._equip(built)

    def _equip(self, built: Mapping[str, Any]) -> None:
        game, hero = self.game, self.game.hero
        if isinstance(quiver := built["equip"].get(str(int(Slot.QUIVER1))), list):
            hero.worn[Slot.QUIVER1].count = quiver[1]
        for name, count in built["pack"]:
            thing = arena.item(game.data.kinds[self.kinds[name]])
            thing.count = count
            hero.pack.append(thing)
        if light := hero.worn.get(Slot.LIGHT):
            light.timeout = FUEL
        derived.update(game)
        hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
        arena.look(game)

    def count_choice(self) -> None:
        """Count what holds as the hero is asked for an action."""
        super().count_choice()
        self.others["monster_choices_slowed"] += sum(bool(c.slowed) for c in self.creatures)
        self.others["choices_singing"] += self.game.hero.song >= 0

    def choose(self) -> Action:
        """Return what the policy does next."""
        if self.songs:
            song, *self.songs = self.songs
            words = singing.words(self.game.data)
            return Action("sing", (next(w for w, ref in words.items() if ref.number == song),))
        if self.game.hero.timers.afraid:
            return arena.HOLD
        if self.described["policy"] != "G" and (blow := self.attack()):
            return self._struck(blow)
        if shot := self._shot():
            self.others["shots"] += 1
            return shot
        if self.scenario.policy == "hold":
            return arena.HOLD
        if self.described["policy"] == "G" and (blow := self.attack()):
            return self._struck(blow)
        return self.approach() or arena.HOLD

    def _struck(self, blow: Action) -> Action:
        self.others["hero_attack_choices"] += 1
        return blow

    def _shot(self) -> Action | None:
        """Return the shot or throw at the nearest creature; None when it cannot be made."""
        game, hero, seen = self.game, self.game.hero, self.visible()
        missiles = self._missiles()
        if missiles is None or not seen or not self._is_target(seen[0]):
            return None
        target, (handle, thing) = creature_names.handle(game, seen[0]), missiles
        thrown = self.described["policy"] == "D"
        reach = throwing.reach(game, thing) if thrown else archery.reach(game)
        if distance(hero.y, hero.x, seen[0].y, seen[0].x) > reach:
            return None
        return Action("throw", (handle, target)) if thrown else Action("fire", (target, "1"))

    def _missiles(self) -> tuple[str, Item] | None:
        """Return what he shoots or throws, and what action lines call it."""
        if self.described["policy"] != "D":
            arrows = self.game.hero.worn.get(Slot.QUIVER1)
            return ("", arrows) if arrows and self.described["policy"] in "CG" else None
        kind = self.kinds[self.described["thrown_kind"]]
        held = ((h, i) for h, i in item_handles.items(self.game).items() if not _is_worn(h))
        return next(((h, i) for h, i in held if i.kind == kind), None)

    def _is_target(self, creature: Creature) -> bool:
        game = self.game
        timers = game.hero.timers
        if timers.hallucinating or not senses.in_fire(game, creature):
            return False
        square = senses.square(game, creature)
        return not timers.rage or bool(game.knowledge.seen[square])

    def figures(self) -> duels.Sample:
        """Return the figures that duels do not have."""
        hero, left, level = self.game.hero, self.creatures, self.game.level
        found = {
            **self.others,
            "voice_spent": hero.derived.max_voice - hero.voice,
            "asleep_at_end": sum(c.alertness < -10 for c in left),
            "unwary_at_end": sum(-10 <= c.alertness < 0 for c in left),
            "fleeing_at_end": sum(c.stance == "fleeing" for c in left),
            "aggressive_at_end": sum(c.stance == "aggressive" for c in left),
        }
        kind = self.kinds[self.described.get("thrown_kind", "Arrow")]
        heaps = [item for heap in level.floor.values() for item in heap]
        held = hero.pack if "thrown_kind" in self.described else list(hero.worn.values())
        found["missiles_on_floor_at_end"] = _number(heaps, kind)
        found["missiles_left_to_hero"] = _number(held, kind)
        measured = self.described["result"]
        return {name: float(found.get(name, 0)) for name in measured if name not in duels.NAMES}


def _is_worn(handle: str) -> bool:
    return item_handles.is_worn(handle) or handle.startswith("floor")


def _number(things: list[Item], kind: int) -> int:
    return sum(thing.count for thing in things if thing.kind == kind)
