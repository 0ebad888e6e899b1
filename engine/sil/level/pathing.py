"""Ways that a monster can go, and their cost (rules: monsters 7.1, 12.1)."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.common.grid import neighbours
from engine.common.noise_map import UNREACHED
from engine.sil.level import terrain

_DOOR_FLAGS = ("OPEN_DOOR", "UNLOCK_DOOR", "BASH_DOOR", "PASS_DOOR")
_ROCK_FLAGS = ("PASS_WALL", "TUNNEL_WALL", "KILL_WALL")
_TELLING = frozenset((*_DOOR_FLAGS, *_ROCK_FLAGS, "FLYING", "HURT_LITE", "UNDEAD"))
_WARD_DIFFICULTY = {terrain.WARD_1: 20, terrain.WARD_2: 25, terrain.WARD_3: 30}
_DUG = terrain.table((terrain.RUBBLE, terrain.QUARTZ, *range(terrain.GRANITE, terrain.PERMANENT)))


class Walker(NamedTuple):
    """All of a monster that decides where it can go; monsters that are alike in it share fields.

    `flags` are those of its race that matter here; the rest is as it stands now.
    """

    flags: frozenset[str]
    perception: int
    will: int
    strength: int
    alert: bool = True
    fleeing: bool = False

    @classmethod
    def of(
        cls,
        flags: frozenset[str],
        perception: int,
        will: int,
        strength: int,
        *,
        alert: bool = True,
        fleeing: bool = False,
    ) -> "Walker":
        """Return a walker of a race with these flags (all of them) and these numbers."""
        return cls(flags & _TELLING, perception, will, strength, alert, fleeing)


class EntryChance(NamedTuple):
    """The percent chance to enter a grid, and whether a door there would be bashed.

    `bashes` is None where the choice between key and shoulder does not come up.
    """

    percent: int
    bashes: bool | None = None


@lru_cache(maxsize=64)
def skill_percent(skill: int, difficulty: int) -> int:
    """Return how often in a hundred a skill check succeeds (rules: dungeon 0)."""
    dice = range(1, 11)
    return sum(skill + a > difficulty + b for a in dice for b in dice)


def _through_rock(walker: Walker) -> bool:
    if walker.flags & {"PASS_WALL", "KILL_WALL"}:
        return True
    return "TUNNEL_WALL" in walker.flags and walker.alert and not walker.fleeing


def _unlocks(walker: Walker, feature: int) -> int:
    """Return the chance to open a shut door without force."""
    if "OPEN_DOOR" not in walker.flags:
        return 0
    if feature in _WARD_DIFFICULTY:
        return skill_percent(walker.will, _WARD_DIFFICULTY[feature])
    if terrain.LOCKED[feature] and "UNLOCK_DOOR" in walker.flags:
        return skill_percent(walker.perception, terrain.door_power(feature) + 5)
    return 0


def _bashes(walker: Walker, feature: int) -> int:
    """Return the chance to break a shut door."""
    if "BASH_DOOR" not in walker.flags:
        return 0
    if feature in _WARD_DIFFICULTY:
        return skill_percent(walker.will, _WARD_DIFFICULTY[feature])
    power = 0 if feature == terrain.SECRET_DOOR else terrain.door_power(feature)
    return skill_percent(2 * walker.strength, power)


def _door(walker: Walker, feature: int, in_vault: bool) -> EntryChance:
    warded = bool(terrain.WARDED[feature])
    if not warded and walker.flags & {"PASS_DOOR", "PASS_WALL"}:
        return EntryChance(100)
    if in_vault and (not walker.alert or feature == terrain.SECRET_DOOR):
        return EntryChance(0)
    if feature in (terrain.CLOSED_DOOR, terrain.SECRET_DOOR) and "OPEN_DOOR" in walker.flags:
        return EntryChance(100)
    unlocks, bashes = _unlocks(walker, feature), _bashes(walker, feature)
    if feature == terrain.WARD_3:  # breaking the strongest ward counts as opening it
        unlocks, bashes = max(unlocks, bashes), 0
    return EntryChance(max(unlocks, bashes), bashes > 0 and bashes >= unlocks)


@lru_cache(maxsize=4096)
def entry(walker: Walker, feature: int, in_vault: bool, body: int = 100) -> EntryChance:
    """Return whether it can enter a grid of this terrain (rules: monsters 12.1).

    `body` is the chance that a monster standing there leaves it: 100 for none, 80, 20, 10 or 0.
    The hero's grid does not ask for terrain.
    """
    if feature == terrain.PERMANENT or body == 0:
        return EntryChance(0)
    found = EntryChance(100)
    if feature == terrain.GLYPH:
        found = EntryChance(skill_percent(walker.will, 20) if walker.alert else 0)
    elif feature == terrain.CHASM:
        found = EntryChance(100 if "FLYING" in walker.flags else 0)
    elif feature == terrain.SUNLIGHT:
        found = EntryChance(0 if walker.flags & {"HURT_LITE", "UNDEAD"} else 100)
    elif _DUG[feature]:
        found = EntryChance(100 if _through_rock(walker) else 0)
    elif terrain.SHUT_DOOR[feature]:
        found = _door(walker, feature, in_vault)
    return EntryChance(min(body, found.percent), found.bashes)


def _extra(walker: Walker, feature: int, bash_mark: bool) -> int:
    """Return what entering costs beyond the step and the chance (rules: monsters 7.1)."""
    if terrain.SHUT_DOOR[feature] and not bash_mark:
        return 0 if walker.flags & {"PASS_DOOR", "PASS_WALL"} else 1
    if terrain.ROCK[feature]:
        if "TUNNEL_WALL" in walker.flags:
            return 1 if feature == terrain.RUBBLE else 2
        return 1 if "KILL_WALL" in walker.flags else 0
    return 0


def examine(
    walker: Walker, feature: int, in_vault: bool, body: int, bash_mark: bool
) -> tuple[int, bool]:
    """Return what examining a grid makes of it: the surcharge (UNREACHED if none), and the bash
    mark."""
    percent, bashes = entry(walker, feature, in_vault, body)
    mark = bash_mark if bashes is None else bashes
    if percent == 0:
        return UNREACHED, mark
    return min(100 // percent - 1 + _extra(walker, feature, mark), UNREACHED), mark


IN_VAULT = 128  # added to the feature of a grid in a vault
_OPEN, _CLOSED = 255, 254  # a grid without value yet; one that never gets any
_SHOWN = bytes(min(value, UNREACHED) for value in range(256))


class Costs(NamedTuple):
    """By the bash mark before (0, 1) and a feature (+ IN_VAULT): the mark after, the cost."""

    mark: tuple[bytes, bytes]
    surcharge: tuple[bytes, bytes]
    start: bytes  # _OPEN or _CLOSED


@lru_cache(maxsize=64)
def costs_of(walker: Walker) -> Costs:
    table = [
        [examine(walker, key % IN_VAULT, key >= IN_VAULT, 100, bool(mark)) for key in range(256)]
        for mark in (0, 1)
    ]
    marks = [bytes(mark for _, mark in row) for row in table]
    surcharges = [bytes(cost for cost, _ in row) for row in table]
    # A grid that cannot be entered and leaves the mark alone need not be looked at.
    start = bytes(
        _CLOSED
        if off == on == UNREACHED and entry(walker, key % IN_VAULT, key >= IN_VAULT).bashes is None
        else _OPEN
        for key, off, on in zip(range(256), *surcharges, strict=True)
    )
    return Costs((marks[0], marks[1]), (surcharges[0], surcharges[1]), start)


class Bodies(NamedTuple):
    """Bodies in a walker's way: the occupied grids, the chance (percent) to enter one, and the sets
    of those grids by that chance."""

    grids: Collection[int]
    chance: Callable[[int], int]
    by_chance: Callable[[], Mapping[int, int]]

    @classmethod
    def of(cls, chances: Mapping[int, int]) -> "Bodies":
        """Return bodies with these chances by grid."""
        return cls(chances.keys(), chances.__getitem__, lambda: _by_chance(chances))


def _by_chance(chances: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for grid, chance in chances.items():
        found[chance] = found.get(chance, 0) | 1 << grid
    return found


class OrderedField:
    """A field that grows a cost at a time, in the order in which the game examines grids: the
    bash mark of one door bears on doors examined later (rules: monsters 7.1).

    It belongs to one caller. `grids` has the features of a level, plus `IN_VAULT`.
    """

    __slots__ = (
        *("_bodies", "_cost", "_costs", "_grids", "_listed"),
        *("_mark", "_occupied", "_steps", "_value", "_walker"),
    )

    def __init__(
        self, walker: Walker, grids: bytes, width: int, centre: int, bodies: Bodies
    ) -> None:
        self._walker = walker
        self._bodies = bodies
        self._occupied = bodies.grids
        self._costs = costs_of(walker)
        self._grids = grids
        self._value = bytearray(grids.translate(self._costs.start))
        self._value[centre] = 0
        self._steps = neighbours(width)
        self._listed = [centre]
        self._mark = 0
        self._cost = 0  # every grid of this cost or less has its value

    def cost(self, i: int) -> int:
        """Return the cost of a grid, UNREACHED for one without."""
        value = self._value
        while value[i] == _OPEN and self._grow():
            pass
        return min(value[i], UNREACHED)

    def downhill(self, i: int) -> int | None:
        """Return the neighbour of lowest cost, the first of equals in compass order."""
        value = self._value
        while True:
            best = min(self._steps, key=lambda step: value[i + step])
            if value[i + best] <= self._cost or not self._grow():
                break
        return i + best if value[i + best] < UNREACHED - 1 else None

    def values(self) -> bytes:
        """Return the costs of all grids."""
        while self._grow():
            pass
        return bytes(self._value).translate(_SHOWN)

    def _grow(self) -> bool:
        """Give the grids of the next cost their values; false when there are none left."""
        cost = self._cost + 1
        if not self._listed or cost >= UNREACHED:
            return False
        value, grids, occupied, steps = self._value, self._grids, self._occupied, self._steps
        marks, surcharges, mark = self._costs.mark, self._costs.surcharge, self._mark
        following = []
        for grid in self._listed:
            if value[grid] >= cost:
                following.append(grid)
                continue
            for step in steps:
                near = grid + step
                if value[near] != _OPEN:
                    continue
                key = grids[near]
                if near in occupied:
                    surcharge, mark = _examined(self._walker, key, self._bodies.chance(near), mark)
                else:
                    surcharge = surcharges[mark][key]
                    mark = marks[mark][key]
                if cost + surcharge < UNREACHED:
                    value[near] = cost + surcharge
                    following.append(near)
        self._listed, self._mark, self._cost = following, mark, cost
        return True


@lru_cache(maxsize=4096)
def _examined(walker: Walker, key: int, chance: int, mark: int) -> tuple[int, int]:
    """Return the surcharge of an occupied grid and the bash mark after it was examined."""
    surcharge, after = examine(walker, key % IN_VAULT, key >= IN_VAULT, chance, bool(mark))
    return surcharge, int(after)


@lru_cache(maxsize=64)
def grids_of(feature: bytes, icky: bytes) -> bytes:
    """Return the features of a level, plus `IN_VAULT` where a vault is."""
    vault = int.from_bytes(icky, "little") * IN_VAULT
    return (int.from_bytes(feature, "little") | vault).to_bytes(len(feature), "little")


def field(
    walker: Walker,
    feature: bytes | bytearray,
    icky: bytes | bytearray,
    width: int,
    y: int,
    x: int,
    bodies: Mapping[int, int] | None = None,
) -> bytes:
    """Return how far it is for a walker from (y, x) to every grid, 0 to 249, or UNREACHED.

    `feature` and `icky` (1: in a vault) are layers of a level with a border of permanent rock;
    `bodies` has the grids of other monsters, and the walker's own (20), with the chance that they
    leave to enter (`entry`).
    """
    grids = grids_of(bytes(feature), bytes(icky))
    return OrderedField(walker, grids, width, y * width + x, Bodies.of(bodies or {})).values()
