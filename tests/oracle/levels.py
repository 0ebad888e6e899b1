"""levels.json: the means of what whole levels hold, by depth: single fresh ones, and in descent.

What vault maps carry may differ by more than the rest, since the maps are our own; under the
original's edit files (`LEITHIAN_SIL_DATA`) it may not.
"""

from __future__ import annotations

import math
import os
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, NamedTuple
from unittest.mock import patch

from engine.sil.data import bundle as content
from engine.sil.dungeon.generation import level_creation, rooms, vaults
from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.context import SilContext
from engine.sil.game.state import Level, World
from engine.sil.level import terrain
from engine.sil.level.terrain import FLOOR, OPAQUE, ROCK
from tests.engine.sil.stage import stage
from tests.oracle import OracleFiles, Result, result
from tests.rolled import dice_for

_LEVELS = 60  # a depth; LEITHIAN_LEVELS overrides
_FEW_LEVELS, _FEW_DEPTHS, _FEW_DESCENTS = 5, 3, 2  # of a sparing run
_MOST_SIGMA = 4.0
_CLOSE, _VAULT_CLOSE = 0.05, 0.15
_ROUNDING = 1e-3
_PROMISED = 3  # forges that a game forces: none is due when so many were made
_DEEPEST = 19

_TRAPS = (
    *("false_floor", "pit", "spiked_pit", "dart", "gas_conf", "gas_memory", "alarm", "flash"),
    *("caltrops", "roost", "web", "deadfall", "acid"),
)
_BY_FEATURE = {
    "doors_closed": terrain.table((terrain.CLOSED_DOOR,)),
    "doors_locked": terrain.LOCKED,
    "doors_jammed": terrain.JAMMED,
    "doors_open": terrain.table((terrain.OPEN_DOOR,)),
    "doors_broken": terrain.table((terrain.BROKEN_DOOR,)),
    "doors_secret": terrain.table((terrain.SECRET_DOOR,)),
    "doors_warded": terrain.WARDED,
    "rubble": terrain.table((terrain.RUBBLE,)),
    "quartz": terrain.table((terrain.QUARTZ,)),
    "chasm": terrain.table((terrain.CHASM,)),
    "sunlight": terrain.table((terrain.SUNLIGHT,)),
    "glyph": terrain.table((terrain.GLYPH,)),
    "stairs_up": terrain.table((terrain.UP_STAIR,)),
    "stairs_down": terrain.table((terrain.DOWN_STAIR,)),
    "shafts_up": terrain.table((terrain.UP_SHAFT,)),
    "shafts_down": terrain.table((terrain.DOWN_SHAFT,)),
    "forges": terrain.FORGES,
    "forges_normal": terrain.table(range(terrain.FORGE, terrain.ENCHANTED_FORGE)),
    "forges_good": terrain.table(range(terrain.ENCHANTED_FORGE, terrain.ORODRUTH)),
    "forges_unique": terrain.table(range(terrain.ORODRUTH, terrain.ORODRUTH + 4)),
    "traps": terrain.TRAP,
    **{f"trap_{name}": terrain.table((terrain.FALSE_FLOOR + n,)) for n, name in enumerate(_TRAPS)},
}
_FROM_VAULTS = (
    *("monsters", "object", "forge", "vault_", "greater_vault", "glyph", "sunlight", "chasm"),
    *("rubble", "lit_grids"),
)
"""Beginnings of the names of measures that vault maps carry, wholly or for a good part."""

_ROOMS = {
    vaults.INTERESTING: "rooms_interesting",
    vaults.LESSER: "rooms_lesser_vault",
    vaults.GREATER: "rooms_greater_vault",
}
_WAY = bytes(not ROCK[f] or f in (terrain.SECRET_DOOR, terrain.RUBBLE) for f in range(256))
_CLEAR_WAY = bytes(_WAY[f] and f not in (terrain.RUBBLE, terrain.CHASM) for f in range(256))

Measures = dict[str, float]


# ---------------------------------------------------------------- making and measuring


class Making:
    """Watches the generator while it makes a level: tries, and the rooms of the last one."""

    def __init__(self) -> None:
        self.attempts = 0
        self.rooms: Counter[str] = Counter()
        self.vaults: Counter[int] = Counter()

    def make(self, game: SilContext, depth: int, arrive_by: int) -> Level:
        """Return one level, watched."""
        attempt, plain, cross, build = (
            level_creation._attempt, rooms.plain, rooms.cross, vaults._build
        )  # fmt: skip

        def attempted(site: Site) -> None:
            self.attempts += 1
            self.rooms.clear()
            self.vaults.clear()
            attempt(site)

        def counted(name: str, builder: Any) -> Any:
            def run(*args: Any) -> bool:
                built: bool = builder(*args)
                self.rooms[name] += built
                return built

            return run

        def built(site: Site, vault: Any, cells: Any) -> None:
            if vault.type in _ROOMS:
                self.rooms[_ROOMS[vault.type]] += 1
                self.vaults[vault.serial] += 1
            build(site, vault, cells)

        with (
            patch.object(level_creation, "_attempt", attempted),
            patch.object(rooms, "plain", counted("rooms_plain", plain)),
            patch.object(rooms, "cross", counted("rooms_cross", cross)),
            patch.object(vaults, "_build", built),
        ):
            return level_creation.make_level(game, depth, arrive_by)


def fresh_game(seed: bytes) -> SilContext:
    """Return a game that has long begun, with a world that is whole and no forge due."""
    game = SilContext(stage().state, _own_data())
    game.streams = dice_for(seed)
    game.state.game_turn = 1000
    game.hero.stairs_taken = 1
    game.state.world = World(forges_made=_PROMISED)
    return game


def fresh(depth: int, number: int) -> tuple[SilContext, Making]:
    """Level `number` of its depth, of a world of its own, the hero not come by stairs."""
    game = fresh_game(bytes((depth,)) + number.to_bytes(15, "big"))
    making = Making()
    making.make(game, depth, 0)
    return game, making


def descent(number: int) -> Iterator[tuple[int, SilContext, Making]]:
    """Yield all the levels of one game from the top down; the same game each time."""
    game = fresh_game(b"down" + number.to_bytes(12, "big"))
    game.world.forges_made = 0
    game.state.game_turn, game.hero.stairs_taken = 1, 0
    for depth in range(1, _DEEPEST + 1):
        making = Making()
        making.make(game, depth, terrain.DOWN_STAIR if depth > 1 else 0)
        yield depth, game, making
        game.state.game_turn += 1000
        game.hero.stairs_taken += 1


def measure(game: SilContext, making: Making) -> Measures:
    """Return all measures of one level, but for the staircase that the hero came by."""
    level = game.level
    feature = bytearray(level.feature)
    here = level.at(game.hero.y, game.hero.x)
    if terrain.STAIR[feature[here]]:
        feature[here] = FLOOR
    measured: Measures = {
        "height": level.height,
        "width": level.width,
        "rooms": len(level.rooms),
        "attempts": making.attempts,
        **{name: making.rooms[name] for name in ("rooms_plain", "rooms_cross", *_ROOMS.values())},
        **{name: sum(feature.translate(which)) for name, which in _BY_FEATURE.items()},
        "forge_uses": sum(map(terrain.forge_uses, feature)),
    }
    measured |= _grids(level, feature)
    measured |= _traps(level, feature)
    measured |= _objects(level)
    measured |= _monsters(level)
    return measured | _ways(level, feature, here)


def _grids(level: Level, feature: bytearray) -> Measures:
    ground = [i for i, f in enumerate(feature) if not ROCK[f]]
    return {
        "open_grids": sum(not OPAQUE[f] for f in feature),
        "room_grids": sum(level.room[i] for i in ground),
        "corridor_grids": sum(not level.room[i] for i in ground),
        "vault_grids": sum(level.icky[i] for i in ground),
        "greater_vault_grids": sum(level.vault),
        "lit_grids": sum(level.glow[i] for i in ground),
    }


def _traps(level: Level, feature: bytearray) -> Measures:
    traps = [i for i, f in enumerate(feature) if terrain.TRAP[f]]
    return {
        "traps_hidden": sum(level.hidden[i] for i in traps),
        "traps_corridor": sum(not level.room[i] for i in traps),
    }


def _objects(level: Level) -> Measures:
    lying = [(i, item) for i, pile in level.floor.items() for item in pile]
    return {
        "objects": len(lying),
        "objects_special": sum(item.special > 0 for _, item in lying),
        "objects_artefact": sum(item.artefact > 0 for _, item in lying),
        "objects_in_room": sum(level.room[i] for i, _ in lying),
        "objects_in_vault": sum(level.icky[i] for i, _ in lying),
        "object_pieces": sum(item.count for _, item in lying),
        "objects_held_by_monsters": sum(len(c.carried) for c in level.creatures if c),
    }


def _monsters(level: Level) -> Measures:
    living = [creature for creature in level.creatures if creature]
    races = [content.load().monsters[creature.race] for creature in living]
    return {
        "monsters": len(living),
        "monsters_unique": sum("UNIQUE" in race.flags for race in races),
        "monsters_not_alert": sum(creature.alertness < 0 for creature in living),
        "monsters_level_above_depth": sum(race.level > level.depth for race in races),
        "monsters_mean_level": fmean(race.level for race in races) if races else 0,
    }


def _ways(level: Level, feature: bytearray, start: int) -> Measures:
    passable = sum(feature.translate(_WAY))
    return {
        "passable_grids": passable,
        "reachable_fraction": reached(level.width, feature, start, _WAY) / passable,
        "reachable_without_rubble_or_chasm_fraction": reached(
            level.width, feature, start, _CLEAR_WAY
        )
        / passable,
    }


def reached(width: int, feature: bytearray, start: int, way: bytes) -> int:
    """Return how many squares can be reached in eight directions, the start included."""
    seen, waiting = {start}, deque((start,))
    while waiting:
        i = waiting.popleft()
        for step in (-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1):
            j = i + step
            if 0 <= j < len(feature) and way[feature[j]] and j not in seen:
                seen.add(j)
                waiting.append(j)
    return len(seen)


# ---------------------------------------------------------------- many levels


class Sample(NamedTuple):
    """One level of a mode: its measures, and how often each vault's map stands on it."""

    mode: str
    depth: int
    measures: Measures
    vaults: dict[int, int]


def _make(mode: str, depth: int, number: int) -> list[Sample]:
    """Return one fresh level, or all of one descent."""
    made = [(depth, *fresh(depth, number))] if mode == "fresh" else descent(number)
    return [Sample(mode, at, measure(game, m), dict(m.vaults)) for at, game, m in made]


def _own_data() -> content.Data:
    """Return the edit files that levels are made with."""
    directory = os.environ.get("LEITHIAN_SIL_DATA")
    return content.load(Path(directory) if directory else None)


def _samples(depths: Sequence[int], levels: int, sparing: bool) -> list[Sample]:
    """So many fresh levels a depth, and as many descents; a sparing run makes few."""
    jobs = [("descent", 0, n) for n in range(_FEW_DESCENTS if sparing else levels)]
    jobs += [("fresh", depth, n) for depth in depths for n in range(levels)]
    if sparing:
        return [sample for job in jobs for sample in _make(*job)]
    _own_data()  # its mistakes are told here, not by the workers
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        made = pool.map(_make, *zip(*jobs, strict=True), chunksize=4)
        return [sample for samples in made for sample in samples]


def _means(ours: list[Sample], entry: dict[str, Any], exact: bool) -> Iterator[tuple[str, bool]]:
    """Yield each measure's mean against the measured one."""
    for name, their in entry["measures"].items():
        values = [sample.measures[name] for sample in ours]
        close = _VAULT_CLOSE if name.startswith(_FROM_VAULTS) and not exact else _CLOSE
        yield _mean(name, values, their, entry["levels"], close)


def _mean(
    name: str, values: list[float], their: dict[str, float], number: int, close: float
) -> tuple[str, bool]:
    error = max(pstdev(values), their["sd"]) * math.sqrt(1 / len(values) + 1 / number)
    return _compared(name, fmean(values), their["mean"], error, close)


def _uses(ours: list[Sample], entry: dict[str, Any], exact: bool) -> Iterator[tuple[str, bool]]:
    """Return how often each map that we have, too, is used a level."""
    counts = sum((Counter(sample.vaults) for sample in ours), Counter[int]())
    serials = _own_data().vaults
    for name, uses in entry.get("vault_uses", {}).items():
        serial = int(name.split(":")[0])
        if serial in serials:
            mine, theirs = counts[serial] / len(ours), uses / entry["levels"]
            error = math.sqrt(max(mine, theirs) * (1 / len(ours) + 1 / entry["levels"]))
            close = _CLOSE if exact else _VAULT_CLOSE
            yield _compared(f"uses of map {serial}", mine, theirs, error, close)


def _compared(
    name: str, mine: float, theirs: float, error: float, close: float
) -> tuple[str, bool]:
    off = mine - theirs
    sigma = off / error if error else 0
    line = f"{name} {mine:.4g}, measured {theirs:.4g} ({sigma:+.1f} sd)"
    return line, abs(off) <= max(_MOST_SIGMA * error, close * theirs, _ROUNDING)


def _forges(samples: list[Sample], their: dict[str, float], exact: bool) -> tuple[str, bool]:
    """Forges of a whole descent, the promised ones among them."""
    found = [sample.measures["forges"] for sample in samples if sample.mode == "descent"]
    games = [sum(found[i : i + _DEEPEST]) for i in range(0, len(found), _DEEPEST)]
    close = _CLOSE if exact else _VAULT_CLOSE
    return _mean("levels: forges a descent", games, their, int(their["games"]), close)


def check(data: OracleFiles) -> Result:
    """Return the means of every measure at every depth, and how often each map is used."""
    measured = data.read("levels")
    levels = _FEW_LEVELS if data.sparing else int(os.environ.get("LEITHIAN_LEVELS", _LEVELS))
    depths = [entry["depth"] for entry in measured["mode_fresh"]]
    samples = _samples(data.sample(depths, _FEW_DEPTHS), levels, data.sparing)
    exact = "LEITHIAN_SIL_DATA" in os.environ
    answers = [_forges(samples, measured["forges_per_descent"], exact)]
    for mode in ("fresh", "descent"):
        for entry in measured[f"mode_{mode}"]:
            ours = [s for s in samples if (s.mode, s.depth) == (mode, entry["depth"])]
            if ours:
                lines = (*_means(ours, entry, exact), *_uses(ours, entry, exact))
                where = f"levels: {mode} {entry['depth']}"
                answers += [(f"{where}: {line}", right) for line, right in lines]
    return result(answers)
