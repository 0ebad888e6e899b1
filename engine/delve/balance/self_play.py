"""Games that the expert plays alone, and the figures that they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.contract.action import Event
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.facts import Arrived, Attacked, CreatureRef, Died, SeatRef
from engine.delve.data.kinds import DelveData
from engine.delve.ruleset import Delve
from engine.delve.state import DelveGame, DelveHero

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
    depth: int
    deepest: int
    turns: int
    killer: str
    used: dict[str, int]  # "spell spark", "item dagger", ...
    slain: dict[str, int]  # kinds of monsters
    fights: dict[int, int]  # attacks until somebody fell: how often
    levels: list[LevelFigures]


@dataclass
class GameWatch:
    """The counts of a game while it is played."""

    content: DelveData
    actions: int = 0
    levels: list[LevelFigures] = field(default_factory=list)
    fights: Counter[int] = field(default_factory=Counter)
    _attacks: Counter[int] = field(default_factory=Counter)  # by uid of those who live

    def look(self, game: DelveGame, events: Iterable[Event]) -> None:
        """Count an action of the first hero's, and what came of it."""
        self.actions += 1
        for event in events:
            match event.fact:
                case Attacked(by=SeatRef(), target=CreatureRef(id=uid)):
                    self._attacks[uid] += 1
                case Died(who=CreatureRef(id=uid), by=SeatRef()):
                    self.fights[self._attacks.pop(uid, 0)] += 1
                case Arrived(who=SeatRef(), level=depth) if depth > len(self.levels):
                    self.levels.append(self._arrived(game.heroes[0], depth))

    def _arrived(self, hero: DelveHero, depth: int) -> LevelFigures:
        items = self.content.items
        food = sum(items[item.kind].nutrition * item.count for item in hero.pack)
        return LevelFigures(
            depth,
            hero.level,
            hero.full_health,
            hero.power,
            hero.nourishment,
            food,
            hero.turns,
            self.actions,
        )


def summarise(game: DelveGame, watch: GameWatch) -> GameFigures:
    """Return the figures of a game that is over, or given up."""
    hero = game.heroes[0]
    return GameFigures(
        hero.born_as,
        game.ended,
        bool(game.ended) and watch.content.endings[game.ended].outcome == "won",
        hero.depth,
        hero.deepest,
        hero.turns,
        str(hero.killer) if hero.fallen else "",
        dict(hero.used),
        dict(game.slain),
        dict(watch.fights),
        watch.levels,
    )


def play(
    ruleset: Delve, class_name: str, seed: str, most_actions: int = MOST_ACTIONS
) -> GameFigures:
    """Return the figures of a game that plays itself to its end (or for so many actions)."""
    secret = GameSecret(seed_from(seed))
    game = ruleset.new({"class": class_name}, ["Ann"], secret.start_dice())
    watch = GameWatch(ruleset.content)
    for number in range(1, most_actions + 1):
        if game.ended:
            break
        advice = ruleset.advise(game, 0)
        if advice is None:
            break
        watch.look(game, ruleset.apply(game, 0, advice.action, secret.dice(ActionKey(number))))
    return summarise(game, watch)
