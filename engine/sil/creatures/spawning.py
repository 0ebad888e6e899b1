"""Choosing and placing creatures, alone or in groups (rules: monsters 3, 4; dungeon 1.16).

Chance comes from the stream that the caller names: `level` while a level is made, `play` after.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache

from engine.common.compass import SCAN
from engine.contract.dice import Stream
from engine.sil.creatures import loot, placement, wandering
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import terrain

FAIR_SHAPE = 401
FIRST_RACE = 11  # lower serials are pictures of the hero
DEEPEST, ASKED_DEEPEST = 23, 24  # races of level 24 come only when that very level is asked for
PURSUERS = (17, 23)  # levels of what hunts a hero on the run
MOST_OF_A_RACE = 100
MOST_IN_A_GROUP = 18
MOST_CREATURES = 300
CROWD = 290  # with more alive than this the least valuable are removed
DISMISSED = 20
MOST_MISSES = 100  # draws at one level that may miss the wanted kind

Filter = Callable[[Monster], bool]


@lru_cache(maxsize=4)
def _table(data: Data) -> dict[int, list[tuple[Monster, int]]]:
    """By level: the races that can be drawn, and their weights."""
    levels: dict[int, list[tuple[Monster, int]]] = {}
    for serial, race in data.monsters.items():
        if race.rarity > 0 and serial >= FIRST_RACE:
            levels.setdefault(race.level, []).append((race, 100 // race.rarity))
    return levels


def effective_level(
    game: SilContext, level: int, stream: Stream, *, smart: bool = False, vault: bool = False
) -> tuple[int, bool]:
    """Return the level that is really drawn from, and whether hunters of a fleeing hero are meant
    (rules: monsters 3.2)."""
    actual = level + game.hero.derived.counts["danger"]
    pursuing = False
    if not vault:
        if (game.hero.on_the_run and (smart or stream.one_in(2))) or level == 0:
            actual, pursuing = stream.between(*PURSUERS), True
        elif level == game.level.depth:
            actual += stream.roll(2, 2) - stream.roll(2, 2)
        else:
            actual += stream.die(2) - stream.die(2)
    most = ASKED_DEEPEST if level == ASKED_DEEPEST else DEEPEST
    return max(1, min(most, actual)), pursuing


def draw_race(
    game: SilContext,
    level: int,
    stream: Stream,
    *,
    smart: bool = False,
    vault: bool = False,
    escort: bool = False,
    only: Filter | None = None,
) -> int | None:
    """Draw a race fit for a dungeon level, or None when no race is (rules: monsters 3).

    `smart`: only planners; `vault`: exactly this level; `escort`: up to this level, at least half;
    `only`: what else must hold of the race.
    """
    choices: list[Monster] = []
    weights: list[int] = []
    for race, weight in candidates(game, level, stream, smart=smart, vault=vault, escort=escort):
        if only is None or only(race):
            choices.append(race)
            weights.append(weight)
    return choices[stream.weighted(weights)].serial if choices else None


def candidates(
    game: SilContext, level: int, stream: Stream, *, smart: bool, vault: bool, escort: bool
) -> list[tuple[Monster, int]]:
    """Return the races that one draw chooses from, with their weights."""
    if escort:
        actual, pursuing = level, False
        levels = range(level // 2 + 1, level + 1)
    else:
        actual, pursuing = effective_level(game, level, stream, smart=smart, vault=vault)
        levels = range(actual, actual + 1)
    table = _table(game.data)
    return [
        entry
        for native in levels
        for entry in table.get(native, ())
        if fits(game, entry[0])
        and not (pursuing and entry[0].flags & {"NEVER_MOVE", "TERRITORIAL"})
        and (not (smart or escort) or ("SMART" in entry[0].flags and is_roamer(entry[0])))
    ]


def is_roamer(race: Monster) -> bool:
    """Return whether its kind leaves its home."""
    return "TERRITORIAL" not in race.flags


def fits(game: SilContext, race: Monster) -> bool:
    """Return whether one more of the race may live, and so high up in the dungeon."""
    if "FORCE_DEPTH" in race.flags and race.level > game.level.depth:
        return False
    return _has_room(game, race)


def population_cap(game: SilContext, race: Monster) -> int:
    """Return how many of a race may live at once."""
    if "UNIQUE" not in race.flags:
        return MOST_OF_A_RACE
    return 0 if race.serial in game.world.dead_uniques else 1


def _has_room(game: SilContext, race: Monster) -> bool:
    """Return whether fewer of a race live than may."""
    creatures, most = game.level.creatures, population_cap(game, race)
    if len(creatures) <= most:  # the usual case
        return True
    return most > 0 and [c.race for c in creatures if c].count(race.serial) < most


# ---------------------------------------------------------------- one creature


def can_stand(game: SilContext, y: int, x: int) -> bool:
    """Return whether a creature can be put on a square: open, no chasm, no glyph, nobody there."""
    level = game.level
    if not (0 <= y < level.height and 0 <= x < level.width):
        return False
    i = level.at(y, x)
    return terrain.is_empty(game, i) and level.feature[i] != terrain.GLYPH


def place_one(
    game: SilContext,
    race: int,
    y: int,
    x: int,
    stream: Stream,
    *,
    asleep: bool = True,
    leader: Creature | None = None,
    any_depth: bool = False,
) -> Creature | None:
    """Put one creature on a square, or nobody if the rules forbid it (rules: monsters 4.1).

    `asleep`: with the sleep of its race; otherwise awake and unaware of the hero. A member of a
    group shares its leader's alertness. `any_depth` overrides the rules of depth.
    """
    kind = game.data.monsters[race]
    if not can_stand(game, y, x) or not _has_room(game, kind):
        return None
    out_of_depth = "FORCE_DEPTH" in kind.flags and kind.level > game.level.depth
    if not any_depth and (out_of_depth or "SPECIAL_GEN" in kind.flags):
        return None
    health = _health(kind, stream)
    creature = Creature(race, y, x, health, health, home=game.level.at(y, x))
    creature.energy = stream.below(10)
    creature.speed = kind.speed
    creature.alertness = _alertness(game, creature, kind, stream, asleep, leader=leader)
    creature.image = leader.image if leader is not None else _image(game, kind)
    _enter(game, creature)
    wandering.join(game, creature, leader, stream)
    if "TERRITORIAL" in kind.flags:
        loot.strew(game, creature, stream)
    return creature


def _health(kind: Monster, stream: Stream) -> int:
    if "UNIQUE" in kind.flags:
        return kind.health.number * (kind.health.sides + 1) // 2
    return max(1, stream.roll(*kind.health))


def _alertness(
    game: SilContext,
    creature: Creature,
    kind: Monster,
    stream: Stream,
    asleep: bool,
    leader: Creature | None,
) -> int:
    """Return how aware a newcomer is (rules: monsters 4.1; ruling `sleepless_start_alertness`)."""
    if leader is not None:
        return leader.alertness
    gates = game.level.depth == 0
    if not asleep:
        return 0 if gates else -1
    if kind.sleepiness == 0:
        return 0 if gates else game.rulings.sleepless_start_alertness
    amount = stream.die(kind.sleepiness)
    if game.hero.on_the_run:
        icky = game.level.icky[game.level.at(creature.y, creature.x)]
        if gates or (kind.level > game.level.depth + 2 and not icky):
            amount = stream.die(3)
    return -amount


def _image(game: SilContext, kind: Monster) -> int:
    """Return the race it looks like to a hallucinating hero: the rarer the less likely. Morgoth is
    seen as he was in the beginning."""
    if "QUESTOR" in kind.flags:
        return FAIR_SHAPE
    races, flavour = _imaginable(game.data), game.streams.flavour
    while True:
        race = flavour.choose(races)
        if flavour.one_in(race.rarity):
            return race.serial


@lru_cache(maxsize=4)
def _imaginable(data: Data) -> tuple[Monster, ...]:
    return tuple(race for race in data.monsters.values() if race.rarity > 0)


def _enter(game: SilContext, creature: Creature) -> None:
    """Give a creature a slot: the newest the highest."""
    level = game.level
    slots = level.creatures
    if len(slots) > CROWD and sum(c is not None for c in slots) > CROWD:
        _dismiss(game)
    while len(slots) > 1 and slots[-1] is None:
        slots.pop()
    if len(slots) < MOST_CREATURES:
        creature.slot = len(slots)
        slots.append(creature)
    else:
        creature.slot = slots.index(None, 1)
        slots[creature.slot] = creature
    level.occupant[level.at(creature.y, creature.x)] = creature.slot


def _dismiss(game: SilContext) -> None:
    """Make room: the least valuable creatures leave (rules: monsters 5)."""

    hero = game.hero

    def worth(creature: Creature) -> tuple[int, int]:
        kind = game.data.monsters[creature.race]
        near = max(abs(creature.y - hero.y), abs(creature.x - hero.x)) < 20
        extra = 256 * ("UNIQUE" in kind.flags) + 128 * (near or bool(creature.carried))
        return kind.level + extra, creature.slot

    living = [c for c in game.level.creatures if c is not None]
    for creature in sorted(living, key=worth)[:DISMISSED]:
        placement.remove(game, creature)


# ---------------------------------------------------------------- groups


def place(
    game: SilContext,
    race: int,
    y: int,
    x: int,
    stream: Stream,
    *,
    level: int | None = None,
    asleep: bool = True,
    any_depth: bool = False,
) -> Creature | None:
    """Put a creature on a square, with all that come with it (rules: monsters 4.2).

    `level` is the dungeon level it was asked for, which decides how many friends it brings.
    """
    leader = place_one(game, race, y, x, stream, asleep=asleep, any_depth=any_depth)
    if leader is None:
        return None
    asked = game.level.depth if level is None else level
    kind = game.data.monsters[race]
    spread = Spread(game, leader, stream)
    spread.bring([race] * (group_size(kind, asked, stream) - 1))
    if kind.flags & {"ESCORT", "ESCORTS"}:
        spread.bring_escorts()
    if "UNIQUE_FRIEND" in kind.flags:
        _partners(game, leader, stream)
    return leader


def group_size(kind: Monster, asked: int, stream: Stream) -> int:
    """Return how many of a race come together, the first included."""
    over = asked - kind.level
    if "FRIENDS" in kind.flags:
        size = stream.between(6, 7) + over
        return max(2, min(4, size // 2 if size >= 0 else -(-size // 2)))
    if "FRIEND" in kind.flags:
        return 1 + (stream.die(4) <= over + 2)
    return 1


class Spread:
    """Members of a group find places, spreading outward from their leader."""

    def __init__(self, game: SilContext, leader: Creature, stream: Stream) -> None:
        self.game, self.leader, self.stream = game, leader, stream

    def _places(self, number: int) -> deque[tuple[int, int]]:
        return deque([(self.leader.y, self.leader.x)])

    def bring(self, races: list[int]) -> None:
        """Place these, in this order, as long as there is room."""
        waiting = deque(races[: MOST_IN_A_GROUP - 1])
        taken = self._places(len(waiting))
        while waiting and taken:
            y, x = taken.popleft()
            start = self.stream.below(8)
            for n in range(8):
                dy, dx = SCAN[(start + n) % 8]
                if not waiting:
                    return
                member = place_one(
                    self.game, waiting[0], y + dy, x + dx, self.stream, leader=self.leader
                )
                if member is not None:
                    waiting.popleft()
                    taken.append((member.y, member.x))

    def bring_escorts(self) -> None:
        """Draw and place the escorts of the leader: its kin, and lesser."""
        kind = self.game.data.monsters[self.leader.race]
        number = self.stream.between(*((8, 16) if "ESCORTS" in kind.flags else (4, 7)))

        def only(other: Monster) -> bool:
            return (
                other.glyph.char == kind.glyph.char
                and other.level <= kind.level
                and "UNIQUE" not in other.flags
                and other.serial != kind.serial
            )

        drawn: list[int] = []
        while len(drawn) < number:
            race = draw_race(self.game, kind.level, self.stream, escort=True, only=only)
            if race is None:
                break
            # A race that comes in groups takes all the places that are left (rules: monsters 19
            # item 1).
            grouped = self.game.data.monsters[race].flags & {"FRIEND", "FRIENDS"}
            drawn += [race] * (number - len(drawn) if grouped else 1)
        self.bring(drawn)


def _partners(game: SilContext, leader: Creature, stream: Stream) -> None:
    """Uniques who are never apart."""
    kind = game.data.monsters[leader.race]
    for other in game.data.monsters.values():
        if "UNIQUE_FRIEND" not in other.flags or other.serial == kind.serial:
            continue
        if other.glyph.char != kind.glyph.char:
            continue
        for dy, dx in SCAN:
            y, x = leader.y + dy, leader.x + dx
            if place_one(game, other.serial, y, x, stream, leader=leader, any_depth=True):
                break


# ---------------------------------------------------------------- requests


def place_flagged(
    game: SilContext,
    most: int,
    wanted: Filter,
    y: int,
    x: int,
    stream: Stream,
    *,
    asleep: bool = True,
) -> Creature | None:
    """Put one creature of a wanted kind on a square, of level `most` if there is any such, else
    of the next lower and so on (rules: monsters 3.4)."""
    for level in range(most, 0, -1):
        drawn_from = candidates(game, level, stream, smart=False, vault=True, escort=False)
        weights = [weight for _, weight in drawn_from]
        for _ in range(MOST_MISSES if drawn_from else 0):
            race, _ = drawn_from[stream.weighted(weights)]
            if wanted(race):
                return place_one(game, race.serial, y, x, stream, asleep=asleep)
    return None
