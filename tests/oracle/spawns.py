"""spawns.json: what one draw gives, exactly; whole groups in an open hall, by their means and
sizes; what lies on floors and under themes."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.contract.dice import Stream
from engine.sil.creatures import spawning
from engine.sil.data import bundle as content
from engine.sil.game.context import SilContext
from tests.engine.sil.items import finds
from tests.engine.sil.stage import race, stage
from tests.oracle import OracleFiles, Result, result
from tests.rolled import dice_for

_CLOSE = 1e-8
_MOST_SIGMA = 4.5
_OUR_GROUPS = 120
_COMMON = 0.2  # members of at least this mean must be in both samples
_HALL = 61
_FLAGS = (
    *("force_depth", "special_gen", "unique", "smart", "territorial"),
    *("friend", "friends", "escort", "escorts", "unique_friend"),
)


class _Branch(Exception):
    """The draw needs a die that has not been thrown."""

    def __init__(self, sides: int):
        self.sides = sides


class _Thrown:
    """A stream of dice thrown beforehand."""

    def __init__(self, faces: tuple[int, ...]):
        self.faces = list(faces)

    def die(self, sides: int) -> int:
        if not self.faces:
            raise _Branch(sides)
        return self.faces.pop(0)

    def below(self, n: int) -> int:
        return self.die(n) - 1

    def roll(self, dice: int, sides: int) -> int:
        return sum(self.die(sides) for _ in range(dice))


def chances(game: SilContext, smart: bool) -> dict[str, float]:
    """Return the exact chance of each race in one draw, over every way the dice of its level can
    fall."""
    found: Counter[str] = Counter()
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        dice: Any = _Thrown(faces)
        try:
            drawn = spawning.candidates(
                game, game.level.depth, dice, smart=smart, vault=False, escort=False
            )
        except _Branch as branch:
            sides = branch.sides
            waiting += [((*faces, n), chance / sides) for n in range(1, sides + 1)]
            continue
        total = sum(weight for _, weight in drawn)
        if not total:
            found["nobody"] += chance
        for kind, weight in drawn:
            found[kind.name] += chance * weight / total
    return dict(found)


def _probabilities(cases: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    for case in cases:
        game = stage()
        game.level.depth = case["depth"]
        ours = chances(game, smart=case["mode"] == "arrivals_smart_only")
        theirs = {name: chance for name, chance in case["races"].items() if chance}
        if case["no_monster"]:
            theirs["nobody"] = case["no_monster"]
        same = ours.keys() == theirs.keys() and all(
            abs(ours[name] - theirs[name]) < _CLOSE for name in ours
        )
        yield f"spawns: one draw at depth {case['depth']}, {case['mode']}", same


def _race_info(cases: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    races = content.load().monsters
    for case in cases:
        kind = races[case["index"]]
        right = (kind.level, kind.rarity) == (case["level"], case["rarity"]) and all(
            (flag.upper() in kind.flags) == case[flag] for flag in _FLAGS
        )
        yield f"spawns: race {case['name']}", right


def _groups(data: OracleFiles, cases: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    for case in data.sample(cases, 5):
        sizes: Counter[int] = Counter()
        kin: Counter[int] = Counter()
        members: Counter[str] = Counter()
        for n in range(_OUR_GROUPS):
            game = stage(size=_HALL)
            level = game.level
            level.depth = case["depth"]
            stream: Stream = dice_for(n.to_bytes(16, "big")).level
            y, x = game.hero.y - 9, game.hero.x
            if spawning.place(game, race(case["race"]), y, x, stream) is None:
                continue
            names = [content.load().monsters[c.race].name for c in level.creatures if c]
            sizes[len(names)] += 1
            kin[names.count(case["race"])] += 1
            members.update(names)
        right = (
            _near(sizes, case["mean_total"])
            and _near(kin, case["mean_same_race"])
            and set(sizes) <= _span(case["total_histogram"])
            and _common(members) <= case["members"].keys()
            and all(name in members for name, mean in case["members"].items() if mean >= _COMMON)
        )
        yield f"spawns: {case['race']} at depth {case['depth']}", right


def _near(ours: Counter[int], mean: float) -> bool:
    """Return whether a measured mean could come from the distribution that ours is a sample of."""
    if not ours:
        return mean == 0
    spread = math.sqrt(2 * _variance(ours) / _OUR_GROUPS)
    return abs(_mean(ours) - mean) <= _MOST_SIGMA * spread + 0.001


def _span(histogram: dict[str, int]) -> set[int]:
    """Return the sizes that were measured, and what lies between them and just beyond."""
    sizes = {int(size) for size in histogram} or {0}
    wide = len(sizes) > 2
    return set(range(min(sizes) - wide, max(sizes) + wide + 1))


def _common(members: Counter[str]) -> set[str]:
    return {name for name, number in members.items() if number >= _COMMON * _OUR_GROUPS}


def _mean(sizes: Counter[int]) -> float:
    return sum(size * n for size, n in sizes.items()) / sum(sizes.values())


def _variance(sizes: Counter[int]) -> float:
    mean = _mean(sizes)
    return sum(n * (size - mean) ** 2 for size, n in sizes.items()) / sum(sizes.values())


def check(data: OracleFiles) -> Result:
    """Chances of one draw, the races' own figures, whole groups, and finds."""
    cases = data.read("spawns")
    return result(
        [
            *_probabilities(cases["monster_probabilities"]),
            *_race_info(cases["race_info"]),
            *_groups(data, cases["groups"]),
            *finds.answers(data, cases),
        ]
    )
