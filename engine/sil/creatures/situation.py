"""The circumstances of a creature in one turn, each worked out when it is needed."""

from __future__ import annotations

from functools import cached_property, lru_cache

from engine.common.grid import distance
from engine.sil.creatures import creature_stats, distance_maps, senses
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import pathing, terrain

Position = tuple[int, int]  # y, x

DIGGERS = frozenset(("TUNNEL_WALL", "KILL_WALL"))
ROOTED = frozenset(("NEVER_MOVE", "HIDDEN_MOVE"))
KEEPS_AWAY = 40  # a least distance from which on a creature avoids the hero
PAST_LESSER, PAST_EQUAL, PAST_GREATER = 80, 20, 10


@lru_cache(maxsize=1024)
def _walker(
    flags: frozenset[str], perception: int, will: int, strength: int, alert: bool, fleeing: bool
) -> pathing.Walker:
    return pathing.Walker.of(flags, perception, will, strength, alert=alert, fleeing=fleeing)


def walker(game: SilContext, creature: Creature) -> pathing.Walker:
    """Return what decides where it can go."""
    kind, daze = creature_stats.race(game, creature), creature_stats.daze(creature)
    return _walker(
        kind.flags,
        kind.perception - daze,
        kind.will - daze,
        creature_stats.strength(kind),
        creature.alertness >= 0,
        fleeing=creature.stance == "fleeing",
    )


def makes_way(mover: Creature, race: Monster, other: Creature, kind: Monster) -> int:
    """Return the percent chance that one creature gets past another (rules: monsters 12.1)."""
    if not ROOTED.isdisjoint(kind.flags):
        return 0
    if other.alertness < 0 and other.group != mover.group:
        return PAST_LESSER
    if (other.stance == "fleeing") != (mover.stance == "fleeing"):
        return PAST_LESSER
    if kind.level == race.level:
        return PAST_EQUAL
    return PAST_LESSER if kind.level < race.level else PAST_GREATER


class Situation:
    """One creature's turn: who it is, where, and what it can make of that."""

    def __init__(self, game: SilContext, creature: Creature) -> None:
        self.game = game
        self.creature = creature
        self.level = level = game.level
        self.race = creature_stats.race(game, creature)
        self.flags = self.race.flags
        hero, width = game.hero, level.width
        self.here = creature.y * width + creature.x
        self.hero = hero.y * width + hero.x
        self.away = distance(hero.y, hero.x, creature.y, creature.x)
        self.play = game.streams.play
        self.hiding_place: int | None = None  # where it means to hide, for this turn

    @cached_property
    def walker(self) -> pathing.Walker:
        return walker(self.game, self.creature)

    @cached_property
    def others(self) -> tuple[int, ...]:
        """Return the squares where the other heroes stand."""
        return self.game.squares_of_others()

    @property
    def fleeing(self) -> bool:
        return self.creature.stance == "fleeing"

    @property
    def keeps_away(self) -> bool:
        """Return whether it wants to be far from the hero (rules: monsters 11.3 step 4)."""
        return self.fleeing or self.creature.range_min >= KEEPS_AWAY

    @property
    def smart(self) -> bool:
        return "SMART" in self.flags

    @property
    def roams(self) -> bool:
        """Return whether it is a planner that is bound to no home: it uses stairs."""
        return "SMART" in self.flags and "TERRITORIAL" not in self.flags

    @property
    def rooted(self) -> bool:
        return "NEVER_MOVE" in self.flags

    @property
    def frequency(self) -> int:
        return self.race.spell_percent

    @property
    def in_view(self) -> bool:
        """Return whether the hero has line of sight to it."""
        return bool(self.game.knowledge.view[self.here])

    @property
    def in_fire(self) -> bool:
        """Return whether the hero could shoot at it, and it at him."""
        return bool(self.game.knowledge.fire[self.here])

    @cached_property
    def clear_shot(self) -> bool:
        """Return whether nobody stands between it and the hero."""
        return senses.clear_shot(self.game, self.creature.y, self.creature.x, self.creature)

    @property
    def adjacent(self) -> bool:
        return senses.adjacent(self.game, self.creature.y, self.creature.x)

    @cached_property
    def distances(self) -> distance_maps.Distances:
        """Return how far it is to the hero, for such as it is."""
        return distance_maps.build(
            self.walker,
            self.game,
            self.hero,
            pathing.Bodies(self.level.occupant, self._passes, self._squares_by_chance),
            bash_mark=self.game.rulings.monster_slips == "as in the game",
        )

    def _passes(self, i: int) -> int:
        """Return the chance to get past whoever stands on a square; its own counts as taken by
        an equal."""
        other = self.level.creatures[self.level.occupant[i]]
        if other is None or other is self.creature:
            return 0 if self.flags & ROOTED else PAST_EQUAL
        return makes_way(self.creature, self.race, other, self.game.data.monsters[other.race])

    def _squares_by_chance(self) -> dict[int, int]:
        """Return the occupied squares, by the chance to get past whoever stands there."""
        creatures, races = self.level.creatures, self.game.data.monsters
        mover, race = self.creature, self.race
        found: dict[int, int] = {}
        for i, slot in self.level.occupant.items():
            other = creatures[slot]
            if other is None or other is mover:
                chance = self._passes(i)
            else:
                chance = makes_way(mover, race, other, races[other.race])
            found[chance] = found.get(chance, 0) | 1 << i
        return found

    def distance_to(self, i: int) -> int:
        """Return its distance from a square."""
        return distance(self.creature.y, self.creature.x, *self.place(i))

    def entry(self, i: int) -> pathing.EntryChance:
        """Return its chance to enter a neighbouring grid (rules: monsters 12.1)."""
        if i == self.hero:
            return pathing.EntryChance(0 if "NEVER_BLOW" in self.flags else 100)
        if i in self.others:
            return pathing.EntryChance(0)
        slot = self.level.occupant.get(i)
        body = 100
        if slot is not None:
            other = self.level.creatures[slot]
            if other is not None and other is not self.creature:
                kind = self.game.data.monsters[other.race]
                body = makes_way(self.creature, self.race, other, kind)
        return pathing.entry(self.walker, self.level.feature[i], bool(self.level.icky[i]), body)

    def chance(self, i: int) -> int:
        """Return the percent chance to enter a neighbouring grid."""
        return self.entry(i).percent

    def place(self, i: int) -> Position:
        return self.level.place(i)

    def is_free(self, i: int) -> bool:
        """Open, with nobody on it."""
        open_ = terrain.PASSABLE[self.level.feature[i]]
        taken = i in self.level.occupant or i == self.hero or i in self.others
        return bool(open_) and not taken


def can_exist(game: SilContext, creature: Creature, i: int, *, digging: bool = False) -> bool:
    """Return whether a creature can be in a free square at all; `digging`: rock that it digs
    through counts (rules: monsters 12.2)."""
    level = game.level
    flags = creature_stats.race(game, creature).flags
    feature = level.feature[i]
    if i in level.occupant or game.hero_at(i) is not None or feature == terrain.GLYPH:
        return False
    if feature == terrain.CHASM:
        return "FLYING" in flags
    if terrain.PASSABLE[feature]:
        return True
    if terrain.WARDED[feature] or feature == terrain.PERMANENT:
        return False
    if terrain.KNOWN_DOOR[feature]:
        return bool(flags & {"PASS_DOOR", "PASS_WALL"})
    return "PASS_WALL" in flags or (digging and bool(flags & DIGGERS))
