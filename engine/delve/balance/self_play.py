"""Games that the expert plays alone, and the figures that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.contract.action import Action, Event
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.facts import Arrived, SeatRef
from engine.delve.balance import policies
from engine.delve.balance.fight_log import FightLog
from engine.delve.data.kinds import DelveData
from engine.delve.rules.context import DelveContext
from engine.delve.ruleset import Delve
from engine.delve.state import DelveHero, DelveState

MOST_ACTIONS = 12_000


class LevelFigures(NamedTuple):
    """A hero who comes to a level for the first time."""

    depth: int
    hero_level: int
    health: int
    power: int  # bare
    nourishment: int
    food: int  # nourishment in the pack
    turns: int
    actions: int


@dataclass(frozen=True)
class GameFigures:
    """The figures of one game that a hero played alone."""

    class_name: str
    ended: str  # as in the state; "": given up
    won: bool
    took_heart: bool
    depth: int
    deepest: int
    turns: int
    killer: str
    used: dict[str, int]  # "spell spark", "item dagger", ...
    slain: dict[str, int]  # kinds of monsters
    fights: dict[int, int]  # attacks of the hero until an enemy fell: how often
    powers: dict[str, tuple[int, int]]  # of monsters: fights, and in how many it acted
    food_left: int  # nutrition in the pack at the end
    levels: list[LevelFigures]


@dataclass
class GameWatch:
    """The counts of a game while it is played."""

    content: DelveData
    actions: int = 0
    levels: list[LevelFigures] = field(default_factory=list)
    log: FightLog = field(init=False)

    def __post_init__(self) -> None:
        self.log = FightLog(self.content)

    def look(self, state: DelveState, events: Sequence[Event]) -> None:
        """Count an action of the first hero's, and what came of it."""
        self.actions += 1
        self.log.look(state, events)
        for event in events:
            match event.fact:
                case Arrived(who=SeatRef(), level=depth) if depth > len(self.levels):
                    self.levels.append(self._arrived(state.heroes[0], depth))

    def _arrived(self, hero: DelveHero, depth: int) -> LevelFigures:
        return LevelFigures(
            depth,
            hero.level,
            hero.full_health,
            hero.power,
            hero.nourishment,
            food=food_carried(self.content, hero),
            turns=hero.turns,
            actions=self.actions,
        )


def food_carried(content: DelveData, hero: DelveHero) -> int:
    """Return the nutrition of all food in a hero's pack."""
    return sum(content.items[item.kind].nutrition * item.count for item in hero.pack)


def summarise(state: DelveState, watch: GameWatch) -> GameFigures:
    """Return the figures of a game that is over, or given up."""
    hero = state.heroes[0]
    return GameFigures(
        class_name=hero.born_as,
        ended=state.ended,
        won=bool(state.ended) and watch.content.endings[state.ended].outcome == "won",
        took_heart=f"item {watch.content.heart}" in hero.used,
        depth=hero.depth,
        deepest=hero.deepest,
        turns=hero.turns,
        killer=str(hero.killer) if hero.fallen else "",
        used=dict(hero.used),
        slain=dict(state.slain),
        fights=dict(watch.log.fights),
        powers=watch.log.powers,
        food_left=food_carried(watch.content, hero),
        levels=watch.levels,
    )


def choice_of(content: DelveData, class_name: str) -> Action:
    """Return the choice of a class, also of the secret one."""
    return Action("class", (content.classes[class_name].secret or class_name,))


def play(
    ruleset: Delve,
    class_name: str,
    seed: str,
    most_actions: int = MOST_ACTIONS,
    policy: str = policies.WHOLE,
) -> GameFigures:
    """Return the figures of a game that plays itself to its end (or for so many actions)."""
    secret = GameSecret(seed_from(seed))
    state = ruleset.new({}, ["Ann"], secret.start_dice())
    watch = GameWatch(ruleset.content)
    for number in range(1, most_actions + 1):
        if state.ended:
            break
        hero = state.heroes[0]
        if hero.class_name:
            action = policies.choose(DelveContext(state, ruleset.content), hero, policy)
        else:
            action = choice_of(ruleset.content, class_name)
        watch.look(state, ruleset.apply(state, 0, action, secret.dice(ActionKey(number))))
    return summarise(state, watch)
