"""A game with its data and what is worked out from both while an action runs: who stands where,
what can be seen, who hears what."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass, field_of_view, noise_map
from engine.common.compass import DIRECTIONS
from engine.common.noise_map import noise_flow
from engine.contract.action import Event
from engine.contract.dice import STILL_DICE, ActionDice, Stream
from engine.contract.facts import AnyFact
from engine.contract.texts import Name, Text, Value, Words
from engine.delve import terrain
from engine.delve.data.kinds import DelveData, ItemKind, MonsterKind
from engine.delve.event_kinds import EventKind
from engine.delve.state import (
    SIZE,
    WIDTH,
    DelveCreature,
    DelveHero,
    DelveItem,
    DelveLevel,
    DelveMonster,
    DelveState,
    Line,
    Memory,
)

STEPS = {name: dy * WIDTH + dx for name, (dy, dx) in DIRECTIONS.items()}
NEIGHBOURS = tuple(STEPS.values())
STRAIGHT = (-WIDTH, 1, WIDTH, -1)  # north, east, south, west
_WALKING = bytes(
    noise_map.SOLID
    if code in terrain.SOLID or code in (terrain.LAVA, terrain.DEEP, terrain.UNKNOWN)
    else noise_map.SHUT
    if code in (terrain.WEB, terrain.FLAMES, terrain.GAS, terrain.BROKEN)
    else noise_map.CARRIES
    for code in range(256)
)
MOST_LINES = 60


def gap(a: int, b: int) -> int:
    """Return the distance of two squares in steps."""
    ay, ax = divmod(a, WIDTH)
    by, bx = divmod(b, WIDTH)
    return max(abs(ay - by), abs(ax - bx))


class DelveContext:
    """A game under the rules, for the length of one call."""

    def __init__(
        self, state: DelveState, content: DelveData, streams: ActionDice = STILL_DICE
    ) -> None:
        self.state, self.content, self.streams = state, content, streams
        self._occupants: dict[int, dict[int, DelveCreature]] = {}
        self._views: dict[tuple[int, int], list[int]] = {}
        self._view_sets: dict[tuple[int, int], frozenset[int]] = {}
        self._seen: dict[int, tuple[list[int], frozenset[int]]] = {}
        self._flows: dict[tuple[int, int], bytearray] = {}
        self.sight_changed = False  # since the monsters began to act
        self.deaths: list[DelveMonster] = []  # whose last powers are still to be worked out
        self.falls: list[DelveCreature] = []  # through the floor, still to be worked out
        self.thrown_at: list[tuple[str, int, int]] = []  # item kind, thrower, victim

    # -------------------------------------------------------------- parts of the game

    @property
    def dice(self) -> Stream:
        """Return the stream that play draws from."""
        return self.streams.play

    def level(self, who: DelveCreature) -> DelveLevel:
        """Return the level that a creature is on."""
        return self.state.levels[who.depth]

    def kind(self, monster: DelveMonster) -> MonsterKind:
        """Return a monster's kind."""
        return self.content.monsters[monster.kind]

    def item_kind(self, item: DelveItem) -> ItemKind:
        """Return an item's kind."""
        return self.content.items[item.kind]

    def memory(self, hero: DelveHero, depth: int | None = None) -> Memory:
        """Return what a hero knows of a level (the one he is on)."""
        depth = hero.depth if depth is None else depth
        if depth not in hero.memory:
            hero.memory[depth] = Memory(bytearray(SIZE))
        return hero.memory[depth]

    def heroes(self, depth: int | None = None) -> list[DelveHero]:
        """Return the living heroes, of one level or of all."""
        return [
            hero
            for hero in self.state.heroes
            if not hero.fallen
            and not hero.escaped
            and hero.class_name
            and (depth is None or hero.depth == depth)
        ]

    def new_uid(self) -> int:
        """Return a number that no creature or item has."""
        self.state.next_uid += 1
        return self.state.next_uid - 1

    # -------------------------------------------------------------- who stands where

    def occupants(self, depth: int) -> dict[int, DelveCreature]:
        """Return who stands where on a level."""
        if depth not in self._occupants:
            found: dict[int, DelveCreature] = {}
            if depth in self.state.levels:
                found.update({each.at: each for each in self.state.levels[depth].monsters})
            found.update({hero.at: hero for hero in self.heroes(depth)})
            self._occupants[depth] = found
        return self._occupants[depth]

    def at(self, depth: int, at: int) -> DelveCreature | None:
        """Return who stands on a square."""
        return self.occupants(depth).get(at)

    def put(self, who: DelveCreature, at: int) -> None:
        """Move a creature to a free square of its level."""
        places = self.occupants(who.depth)
        if places.get(who.at) is who:
            del places[who.at]
        who.at = at
        places[at] = who

    def swap(self, one: DelveCreature, other: DelveCreature) -> None:
        """Let two creatures change places."""
        places = self.occupants(one.depth)
        one.at, other.at = other.at, one.at
        places[one.at], places[other.at] = one, other

    def take_away(self, who: DelveCreature) -> None:
        """Forget where a creature stands, as it leaves its level."""
        places = self.occupants(who.depth)
        if places.get(who.at) is who:
            del places[who.at]

    def others(self, who: DelveCreature) -> Iterator[DelveCreature]:
        """Yield everybody else on a creature's level: heroes by seat, then the monsters."""
        yield from (hero for hero in self.heroes(who.depth) if hero is not who)
        yield from (each for each in self.level(who).monsters if each is not who)

    def are_enemies(self, one: DelveCreature, other: DelveCreature) -> bool:
        """Return whether two creatures fight each other."""
        return side_of(one) != side_of(other)

    def adjacent(self, who: DelveCreature) -> list[DelveCreature]:
        """Return those beside a creature, clockwise from north."""
        places = self.occupants(who.depth)
        return [places[who.at + step] for step in NEIGHBOURS if who.at + step in places]

    def adjacent_enemies(self, who: DelveCreature) -> list[DelveCreature]:
        """Return the enemies beside a creature, clockwise from north."""
        return [each for each in self.adjacent(who) if self.are_enemies(who, each)]

    # -------------------------------------------------------------- ground and sight

    def ground(self, who: DelveCreature) -> int:
        """Return the terrain under a creature."""
        return self.level(who).ground[who.at]

    def set_ground(self, level: DelveLevel, at: int, code: int) -> None:
        """Change a square's terrain."""
        level.ground[at] = code
        self._flows.clear()
        opaque = code in terrain.OPAQUE
        if opaque != bool(level.opaque[at]):
            level.opaque[at] = opaque
            self.sight_changed = True
            self._views.clear()
            self._view_sets.clear()

    def line_of_sight(self, depth: int, at: int) -> list[int]:
        """Return the squares to which nothing bars the view from a square."""
        key = depth, at
        if key not in self._views:
            y, x = divmod(at, WIDTH)
            self._views[key] = field_of_view.view(self.state.levels[depth].opaque, WIDTH, y, x)
        return self._views[key]

    def in_line_of_sight(self, depth: int, at: int, other: int) -> bool:
        """Return whether nothing bars the view between two squares."""
        key = depth, at
        if key not in self._view_sets:
            self._view_sets[key] = frozenset(self.line_of_sight(depth, at))
        return other in self._view_sets[key]

    def seen_by(self, hero: DelveHero) -> frozenset[int]:
        """Return the squares that a hero sees."""
        squares, as_set = self._seen.get(hero.uid, ([], frozenset()))
        if squares is not hero.seen:
            as_set = frozenset(hero.seen)
            self._seen[hero.uid] = hero.seen, as_set
        return as_set

    def flow(self, depth: int, at: int) -> bytearray:
        """Return how many steps each square is away from one, for those who walk."""
        key = depth, at
        if key not in self._flows:
            noise = bytearray(bytes(self.state.levels[depth].ground).translate(_WALKING))
            y, x = divmod(at, WIDTH)
            self._flows[key] = noise_flow(noise, WIDTH, y, x)
        return self._flows[key]

    def is_open(self, level: DelveLevel, at: int) -> bool:
        """Return whether a square is neither solid nor taken."""
        return level.ground[at] not in terrain.SOLID and at not in self.occupants(level.depth)

    # -------------------------------------------------------------- words

    def the(self, who: DelveCreature) -> Name:
        """Return what sentences call a creature."""
        if isinstance(who, DelveMonster):
            number = who.number if who.number > 1 else 0
            return Name(who.name, proper=self.kind(who).unique, number=number)
        return Name(who.name, proper=True, given=True)

    def tell(
        self,
        words: Words,
        who: DelveCreature | None = None,
        kind: EventKind = "note",
        fact: AnyFact | None = None,
    ) -> None:
        """Let the heroes who notice something hear of it; `who` did it or bore it.

        Without `who`, everybody hears it.
        """
        heard = False
        for hero in self.state.heroes:
            if who is None or hero is who or (hero.depth == who.depth and who.at in hero.seen):
                self._add_line(hero, kind, words)
                heard = True
        if heard:
            at = divmod(who.at, WIDTH) if who is not None else None
            self.state.events.append(Event(kind, words, None, at=at, fact=fact))

    def tell_of(
        self,
        template: str,
        kind: EventKind = "note",
        fact: AnyFact | None = None,
        /,
        **facts: Value | DelveCreature,
    ) -> None:
        """Let the heroes who notice something hear of it, in a text with facts; creatures among
        these are told by their names, and the first of them did it or bore it."""
        creatures = [each for each in facts.values() if isinstance(each, DelveCreature)]
        named = {
            name: self.the(each) if isinstance(each, DelveCreature) else each
            for name, each in facts.items()
        }
        self.tell(Text(template, named), creatures[0], kind, fact)

    def tell_hero(
        self, hero: DelveHero, words: Words, kind: EventKind = "note", fact: AnyFact | None = None
    ) -> None:
        """Let one hero hear something. Whoever watches the hero that acts may know of it, too."""
        self._add_line(hero, kind, words)
        self.state.events.append(Event(kind, words, None, fact=fact))

    @staticmethod
    def _add_line(hero: DelveHero, kind: EventKind, words: Words) -> None:
        hero.lines.append(Line(kind, words))
        del hero.lines[:-MOST_LINES]


def side_of(who: DelveCreature) -> int:
    """Return the side that a creature fights on."""
    return who.side if isinstance(who, DelveMonster) else 1


def ray(at: int, direction: str, reach: int) -> Iterator[int]:
    """Yield the squares ahead, as far as the level's border."""
    step = STEPS[direction]
    for _ in range(reach):
        at += step
        y, x = divmod(at, WIDTH)
        if not (0 <= at < SIZE) or x in (0, WIDTH - 1) or y == 0:
            return
        yield at


def square_name(at: int) -> str:
    """Return the name of a square as on the edges of the map."""
    y, x = divmod(at, WIDTH)
    return compass.square(y, x)
