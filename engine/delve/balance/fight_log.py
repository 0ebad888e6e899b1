"""The fights of a game that plays itself: how long they are, and which powers act in them.

A fight is with one enemy, from the first attack on either side until it falls. It is broken off
when the hero leaves the level, or an action passes without an attack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.contract.action import Event
from engine.contract.facts import Arrived, Attacked, CreatureRef, Died, SeatRef
from engine.delve.data.declarations import LASTING_TRAITS
from engine.delve.data.kinds import DelveData, MonsterKind
from engine.delve.monsters.powers import SPELLS
from engine.delve.state import DelveMonster, DelveState


@dataclass
class FightLog:
    """Counts of fights."""

    content: DelveData
    fights: Counter[int] = field(default_factory=Counter)  # by the hero's attacks until one fell
    powers: dict[str, tuple[int, int]] = field(default_factory=dict)  # fights, and in how many used
    _attacks: Counter[int] = field(default_factory=Counter)  # by uid
    _fought: dict[int, DelveMonster] = field(default_factory=dict)  # of the fights under way
    _here: dict[int, DelveMonster] = field(default_factory=dict)  # of the level, now
    _known: dict[int, DelveMonster] = field(default_factory=dict)  # and before the last action

    def look(self, state: DelveState, events: Iterable[Event]) -> None:
        """Count an action of the first hero's, and what came of it."""
        attacked = False
        self._know(state)
        for event in events:
            match event.fact:
                case Attacked(by=SeatRef(), target=CreatureRef(id=uid)):
                    self._attacks[uid] += 1
                    self._join(uid)
                    attacked = True
                case Attacked(by=CreatureRef(id=uid), target=SeatRef()):
                    self._join(uid)
                    attacked = True
                case Died(who=CreatureRef(id=uid), by=by):
                    if isinstance(by, SeatRef):
                        self.fights[self._attacks.pop(uid, 1)] += 1
                    self._close(uid)
                case Arrived(who=SeatRef()):
                    self._close(*self._fought)
        if not attacked:
            self._close(*self._fought)

    def _know(self, state: DelveState) -> None:
        hero = state.heroes[0]
        level = state.levels.get(hero.depth)
        here = {} if level is None else {each.uid: each for each in level.monsters}
        self._known = self._fought | self._here | here
        self._here = here

    def _join(self, uid: int) -> None:
        if uid in self._known:
            self._fought[uid] = self._known[uid]

    def _close(self, *uids: int) -> None:
        """End the fights with some enemies."""
        fought = [self._fought.pop(uid) for uid in uids if uid in self._fought]
        for monster in fought:
            for name in acting_traits(self.content.monsters[monster.kind]):
                if name == "splits" and monster.summoned:
                    continue  # a part of one that has split
                fights, acted = self.powers.get(f"{monster.kind}: {name}", (0, 0))
                acted += name in monster.used
                self.powers[f"{monster.kind}: {name}"] = fights + 1, acted


def acting_traits(kind: MonsterKind) -> list[str]:
    """Return the traits of a kind that act now and then, spells among them."""
    names = [name for name in kind.traits if name not in LASTING_TRAITS]
    return [*names, SPELLS] if kind.spells or kind.spell_attack else names


def merged(logs: Iterable[Mapping[str, tuple[int, int]]]) -> dict[str, tuple[int, int]]:
    """Return the fights of each power in all logs, and in how many of them it acted."""
    found: dict[str, tuple[int, int]] = {}
    for log in logs:
        for name, (fights, acted) in log.items():
            before = found.get(name, (0, 0))
            found[name] = before[0] + fights, before[1] + acted
    return found
