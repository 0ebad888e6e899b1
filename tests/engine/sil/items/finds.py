"""Objects on floors and under themes, held against the measured finds of the original game.

Samples are held against samples: each number of finds by how far apart two samples of the same
thing may lie. The dice are fixed, so that an answer never changes by itself.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.contract.dice import Stream
from engine.sil.data import bundle as content
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.items import item_choice, item_creation
from tests.engine.sil.stage import stage
from tests.oracle import OracleFiles
from tests.rolled import dice_for

_SIGMA = 4.5
_FEW = 8  # rarer finds are counted together
_MANY, _SPARING = 20_000, 2_000
_FEW_DEPTHS, _FEW_THEMES = 5, 11  # of a sparing run

THEMES: dict[str, dict[str, Any]] = {
    "good": {"good": True, "theme": "not damaged"},
    "great": {"great": True, "theme": "not damaged"},
    "good_great": {"good": True, "great": True, "theme": "not damaged"},
    "not_damaged": {"theme": "not damaged"},
    "potion": {"theme": "potions"},
    "staff": {"theme": "staffs"},
    "weapon": {"theme": "weapons"},
    "armor": {"theme": "body armour"},
    "jewelry": {"theme": "jewellery"},
    "chest": {"theme": "chests"},
    "damaged": {"theme": "damaged"},
}


def same_kind_of_sample(ours: Mapping[str, int], theirs: Mapping[str, int]) -> bool:
    """Return whether two samples of names may come from one source (chi-squared, two samples)."""
    here, there = sum(ours.values()), sum(theirs.values())
    rest, chi, cells = [0, 0], 0.0, 0
    for name in {*ours, *theirs}:
        pair = ours.get(name, 0), theirs.get(name, 0)
        if pair[0] * (here + there) < _FEW * here and pair[1] * (here + there) < _FEW * there:
            rest = [rest[0] + pair[0], rest[1] + pair[1]]
            continue
        chi += _apart(pair, here, there)
        cells += 1
    chi += _apart((rest[0], rest[1]), here, there)
    return chi <= cells + _SIGMA * math.sqrt(2 * max(1, cells)) + _SIGMA


def _apart(pair: tuple[int, int], here: int, there: int) -> float:
    share = sum(pair) / (here + there)
    if not share:
        return 0.0
    wanted = here * share, there * share
    return sum((got - want) ** 2 / want for got, want in zip(pair, wanted, strict=True))


def close(ours: float, here: int, theirs: float, there: int) -> bool:
    """Return whether two shares may be measures of one chance."""
    share = (ours * here + theirs * there) / (here + there)
    return abs(ours - theirs) <= _SIGMA * math.sqrt(share * (1 - share) * (1 / here + 1 / there))


def _label(item: Item) -> str:
    kind = content.load().kinds[item.kind]
    return f"{kind.serial}:{kind.name}"


def _improved(item: Item) -> bool:
    """Plainly better than its kind, without being special."""
    kind = content.load().kinds[item.kind]
    numbers = (item.attack, item.evasion, item.damage_sides, item.protection_sides)
    usual = (kind.attack, kind.evasion, kind.damage.sides, kind.protection.sides)
    return not item.special and not item.artefact and numbers != usual


def _sample(game: SilContext, stream: Stream, number: int, **how: Any) -> list[Item]:
    """So many finds, each in a world without artefacts."""
    found: list[Item] = []
    while len(found) < number:
        game.world.artefacts_made.clear()
        item = item_creation.make_object(game, stream, game.level.depth, **how)
        if item is not None:
            found.append(item)
    return found


def _share(items: list[Item], what: Callable[[Item], object]) -> float:
    return sum(bool(what(item)) for item in items) / len(items)


def _floor(case: dict[str, Any], number: int) -> Iterator[tuple[str, bool]]:
    depth, theirs = case["depth"], case["samples"]
    game, stream = stage(), dice_for(depth.to_bytes(16, "big")).level
    game.level.depth = depth
    kinds = Counter[str]()
    for _ in range(number):
        drawn = item_choice.draw_kind(game.data, stream, depth)
        assert drawn is not None
        kinds[f"{drawn.serial}:{drawn.name}"] += 1
    yield f"spawns: kinds at depth {depth}", same_kind_of_sample(kinds, case["kinds_base"])
    items = _sample(game, stream, number)
    final = Counter(map(_label, items))
    yield f"spawns: finds at depth {depth}", same_kind_of_sample(final, case["kinds_final"])
    names = content.load().specials
    specials = Counter(f"{i.special}:{names[i.special].name}" for i in items if i.special)
    yield (
        f"spawns: special types at depth {depth}",
        same_kind_of_sample(specials, case["specials"]),
    )
    for word, share in (
        ("special", _share(items, lambda item: item.special)),
        ("artefact", _share(items, lambda item: item.artefact)),
        ("improved", _share(items, _improved)),
    ):
        yield (
            f"spawns: share {word} at depth {depth}",
            close(share, number, case[f"{word}_fraction"], theirs),
        )
    counts = [item.count for item in items]
    mean = sum(counts) / number
    spread = math.sqrt(sum((n - mean) ** 2 for n in counts) / number * (1 / number + 1 / theirs))
    yield f"spawns: stacks at depth {depth}", abs(mean - case["mean_number"]) <= _SIGMA * spread


def _themed(case: dict[str, Any], number: int) -> Iterator[tuple[str, bool]]:
    depth, theirs, theme = case["depth"], case["samples"], case["theme"]
    game, stream = stage(), dice_for(depth.to_bytes(16, "little")).level
    game.level.depth = depth
    items = _sample(game, stream, number, **THEMES[theme])
    where = f"of theme {theme} at depth {depth}"
    kinds = Counter(map(_label, items))
    yield f"spawns: finds {where}", same_kind_of_sample(kinds, case["kinds"])
    for word in ("special", "artefact"):
        share = _share(items, lambda item, word=word: getattr(item, word))
        yield (
            f"spawns: share {word} {where}",
            close(share, number, case[f"{word}_fraction"], theirs),
        )


def answers(data: OracleFiles, cases: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield every depth's floor finds and every theme's."""
    number = _SPARING if data.sparing else _MANY
    for case in data.sample(cases["objects"], _FEW_DEPTHS):
        yield from _floor(case, number)
    for case in data.sample(cases["object_themes"], _FEW_THEMES):
        yield from _themed(case, number)
