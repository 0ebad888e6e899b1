"""The context of the rules: a game's state, what it is played by, and the hero who acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from engine.contract.dice import STILL_DICE, ActionDice, Stream
from engine.sil.data.bundle import Data
from engine.sil.data.rule_records import HeroStatus
from engine.sil.data.rulings import Rulings
from engine.sil.data.timers import Timers
from engine.sil.game.state import Creature, Hero, Item, KnownCreature, Level, Lore, SilState, World

K = TypeVar("K", Item, Creature)
T = TypeVar("T")


class GroundLayers(NamedTuple):
    """The terrain of a level for walkers: a key of caches, whose bytes are hashed only once."""

    feature: bytes
    icky: bytes
    width: int


class _Unknown(KnownCreature, frozen=True):  # type: ignore[misc]  # msgspec can do this
    """A creature of which a hero knows nothing."""


_UNKNOWN = _Unknown()
_ALL_OVER = Timers()


class SilContext:
    """A game as the rules see it. It is made anew for every call and never saved."""

    __slots__ = ("_ground", "answers", "data", "hero", "knowledge", "state", "streams")

    def __init__(
        self,
        state: SilState,
        data: Data,
        hero: Hero | None = None,
        streams: ActionDice = STILL_DICE,
    ) -> None:
        self.state = state
        self.data = data
        self.streams = streams  # of the action being done
        self.hero = state.heroes[0] if hero is None else hero  # who acts
        self.knowledge = self.hero.knowledge
        self._ground = GroundLayers(b"", b"", 0)
        # Answers kept while nothing changes, by what was asked (`unchanged`).
        self.answers: dict[object, Any] | None = None

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Keep answers that are asked for again and again (`kept`): nothing may change
        meanwhile."""
        before = self.answers
        self.answers = {} if before is None else before
        try:
            yield
        finally:
            self.answers = before

    def acting(self, hero: Hero) -> SilContext:
        """Return the same game as another hero plays it."""
        return type(self)(self.state, self.data, hero, self.streams)

    def listening_word(self) -> int:
        """Return what is drawn for the hero's listening, once in each of his turns."""
        hero = self.hero
        if hero.listened[0] != hero.turns:
            hero.listened = hero.turns, self._listening_dice().word()
        return hero.listened[1]

    def _listening_dice(self) -> Stream:
        return self.streams.play

    def take_noise(self, known: KnownCreature) -> int:
        """Return the noise that a creature has made since the hero last listened."""
        made, known.noise = known.noise, 0
        return made

    def looking_dice(self, creature: Creature) -> Stream:
        """Return the dice for whether the hero sees a creature that cannot be seen."""
        return self.streams.play

    def under_way(self) -> list[HeroStatus]:
        """Return the statuses that the hero is in."""
        timers = self.hero.timers
        if timers == _ALL_OVER:  # nearly always, and asked often
            return []
        return [kind for kind in self.data.rules.statuses.values() if timers.left(kind.key)]

    @property
    def rulings(self) -> Rulings:
        """Return the rules in force where manual and game differ."""
        return self.state.rulings

    @property
    def level(self) -> Level:
        """Return the level that is played on."""
        return self.state.level

    @property
    def ground(self) -> GroundLayers:
        """Return the terrain as it stands: the same object as long as nothing changes."""
        level = self.state.level
        feature, icky, width = self._ground
        if feature != level.feature or icky != level.icky or width != level.width:
            self._ground = GroundLayers(bytes(level.feature), bytes(level.icky), level.width)
        return self._ground

    @property
    def world(self) -> World:
        """Return what the game remembers beyond the level."""
        return self.state.world

    @property
    def lore(self) -> Lore:
        """Return what the acting hero has learned."""
        return self.knowledge.lore

    def known(self, creature: Creature) -> KnownCreature:
        """Return what the acting hero knows of a creature, to read only."""
        return self.knowledge.creatures.get(creature.slot, _UNKNOWN)

    def learn(self, creature: Creature) -> KnownCreature:
        """Return what the acting hero knows of a creature, to change it."""
        there = self.state.level.creatures
        if creature.slot >= len(there) or there[creature.slot] is not creature:
            return KnownCreature()  # it is gone, and so is what was known
        return self.knowledge.creatures.setdefault(creature.slot, KnownCreature())

    def knows_of(self, item: Item) -> bool:
        """Return whether the acting hero knows that an item lies on the floor."""
        return bool(item.seen_by >> self.hero.number & 1)

    def notice(self, item: Item) -> None:
        """Let the acting hero know that an item lies on the floor."""
        item.seen_by |= 1 << self.hero.number

    def leave(self, item: Item) -> None:
        """Let the acting hero leave an item lying: his plans take it up no more."""
        item.left_by |= 1 << self.hero.number

    def forget(self, item: Item) -> None:
        """Let the acting hero forget that an item lies on the floor."""
        item.seen_by &= ~(1 << self.hero.number)

    def squares_of_others(self) -> tuple[int, ...]:
        """Return the squares where the other heroes stand."""
        heroes, width = self.state.heroes, self.state.level.width
        if len(heroes) == 1:
            return ()
        return tuple(hero.y * width + hero.x for hero in heroes if hero is not self.hero)

    def hero_at(self, square: int) -> Hero | None:
        """Return the hero who stands on a square."""
        y, x = divmod(square, self.state.level.width)
        return next((hero for hero in self.state.heroes if hero.y == y and hero.x == x), None)


def kept(function: Callable[[SilContext], T]) -> Callable[[SilContext], T]:
    """Let a function answer once while nothing changes (`SilContext.unchanged`).

    Nobody may change the answer.
    """

    @wraps(function)
    def answer(game: SilContext) -> T:
        if game.answers is None:
            return function(game)
        if function not in game.answers:
            game.answers[function] = function(game)
        found: T = game.answers[function]
        return found

    return answer


def kept_by_each(function: Callable[[SilContext, K], T]) -> Callable[[SilContext, K], T]:
    """Let a function of an item or creature answer once for each while nothing changes."""

    @wraps(function)
    def answer(game: SilContext, each: K) -> T:
        if game.answers is None:
            return function(game, each)
        asked = function, id(each)
        if asked not in game.answers:  # with the object, so that no other one gets its id meanwhile
            game.answers[asked] = each, function(game, each)
        found: T = game.answers[asked][1]
        return found

    return answer
