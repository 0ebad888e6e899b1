"""Rooms drawn by hand: which one, which way round, what its symbols mean (rules: dungeon 1.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from engine.sil.data.bundle import Data
from engine.sil.data.records import Vault
from engine.sil.dungeon.generation import population
from engine.sil.dungeon.generation.construction import Site, Unfit
from engine.sil.game.state import Room
from engine.sil.level import random_features, terrain
from engine.sil.level.terrain import FLOOR

INTERESTING, LESSER, GREATER, THRONE_ROOM, GATES = range(6, 11)
GATES_SERIAL = 1
INTERESTING_DRAWS, VAULT_DRAWS, TEST_DRAWS = 20_000, 2000, 999
SURFACE_DEPTH = 6  # above it rooms marked SURFACE are favoured, from it on rare
REMEMBERED = 8  # greater vaults that will not come again
FORGE_DEPTHS = (2, 6, 10)  # where each of the promised forges falls due (rules: dungeon 1.17)
TRAP_FACTOR = 4  # times the ordinary chance, on top of the level's own pass
TRAPS_FACTOR = 9
_WIGHTS_TO = 12
_CHASMS_BELOW = 19

TERRAIN = {
    "$": terrain.OUTER_WALL,
    "#": terrain.INNER_WALL,
    "%": terrain.QUARTZ,
    ":": terrain.RUBBLE,
    ";": terrain.GLYPH,
    "<": terrain.UP_STAIR,
    ">": terrain.DOWN_STAIR,
    "s": terrain.SECRET_DOOR,
    "7": terrain.CHASM,
    ",": terrain.SUNLIGHT,
}

GROUND = {*TERRAIN, ".", "+", "0", "^"}
"""Symbols that say what the ground is, and that nobody and nothing is there."""

VaultCells = list[tuple[int, str]]
"""A map laid on the level: square and symbol of every cell but the blank ones, in order."""


# ---------------------------------------------------------------- choosing


Odds = dict[int, int]
"""By serial: a record is taken one time in so many that its slot comes up."""


def choose(site: Site, kind: int, forge: bool = False) -> Vault | None:
    """Return a record of a type that belongs at this depth, likelier the commoner it is, or None.

    Slots are drawn blindly, most of them empty, and the search gives up in the end: so a depth
    that knows few records often goes without. Records that are being tried out (TEST) come first.
    """
    content = site.game.data
    odds, tried = _odds(content, kind, site.depth, forge)
    if kind == GREATER:
        if site.level.vault_name:
            return None
        used = site.game.world.vaults_used
        odds = {serial: n for serial, n in odds.items() if serial not in used}
        tried = {serial: n for serial, n in tried.items() if serial in odds}
    draws = INTERESTING_DRAWS if kind == INTERESTING else VAULT_DRAWS
    serial = _draw(site, tried, TEST_DRAWS)
    if serial is None:
        serial = _draw(site, odds, draws if forge else draws - TEST_DRAWS)
    return None if serial is None else content.vaults[serial]


def _draw(site: Site, odds: Odds, draws: int) -> int | None:
    dice, slots = site.dice, site.game.data.limits.vaults
    for slot in islice(dice.draws(slots), draws if odds else 0):
        if slot in odds and not dice.below(odds[slot]):
            return slot
    return None


@lru_cache(maxsize=128)
def _odds(data: Data, kind: int, depth: int, forge: bool) -> tuple[Odds, Odds]:
    """Of all records of a type that belong at a depth, and of those among them on trial."""
    odds, tried = {}, {}
    for serial, vault in data.vaults.items():
        if vault.type != kind or vault.depth > depth or (forge and not vault.forge):
            continue
        odds[serial] = max(1, vault.rarity)
        if kind == INTERESTING and depth < SURFACE_DEPTH and "SURFACE" not in vault.flags:
            odds[serial] *= 4
        if kind == INTERESTING and depth >= SURFACE_DEPTH and "SURFACE" in vault.flags:
            odds[serial] += 2**depth
        if "TEST" in vault.flags:
            tried[serial] = odds[serial]
    return odds, tried


def build_any(site: Site, kind: int, y0: int, x0: int, forge: bool = False) -> bool:
    """Try to build a room of a type round a centre; whether it could be built."""
    vault = choose(site, kind, forge)
    if vault is None:
        return False
    symbols = set("".join(vault.rows))
    if ("W" in symbols and site.depth > _WIGHTS_TO) or (
        "7" in symbols and site.depth >= _CHASMS_BELOW
    ):
        return False
    turned = site.dice.one_in(3) and "NO_ROTATION" not in vault.flags
    height, width = (vault.width, vault.height) if turned else (vault.height, vault.width)
    top, left = y0 - height // 2, x0 - width // 2
    box = Room(top, left, top + height - 1, left + width - 1)
    if not site.fits(box, 2):
        return False
    site.add_room(y0, x0, Room(top + 1, left + 1, box.bottom - 1, box.right - 1))
    flips = site.dice.one_in(2), site.dice.one_in(2)
    _build(site, vault, list(_cells(site, vault, top, left, turned, *flips)))
    if kind == GREATER:
        _remember(site, vault, y0, x0)
    return True


def forced_forge(site: Site) -> None:
    """Build the promised forge if one is due. Raises Unfit when it finds no place."""
    world = site.game.world
    made = world.forges_made
    if made >= len(FORGE_DEPTHS) or site.depth < FORGE_DEPTHS[made]:
        return
    known, _ = _odds(site.game.data, INTERESTING, site.depth, True)
    if not known:  # other people's data may know none so high up
        return
    world.forges_made += 1
    if not build_any(site, INTERESTING, *centre(site), forge=True):
        raise Unfit("no place for a promised forge")


def centre(site: Site) -> tuple[int, int]:
    """Return a random place for a room's centre."""
    dice = site.dice
    return dice.between(5, site.height - 5), dice.between(5, site.width - 5)


def build_at(site: Site, vault: Vault, top: int, left: int) -> None:
    """Lay a whole level's map (the Gates, the throne room) where it belongs."""
    _build(site, vault, list(_cells(site, vault, top, left, False, upside=False, mirrored=False)))


def _remember(site: Site, vault: Vault, y0: int, x0: int) -> None:
    """Mark the inside of a greater vault, as if it had not been turned, and never repeat it."""
    level = site.level
    level.vault_name = vault.name
    top, left = y0 - vault.height // 2, x0 - vault.width // 2
    for y in range(max(top + 1, 1), min(top + vault.height, level.height) - 1):
        for x in range(max(left + 1, 1), min(left + vault.width, level.width) - 1):
            level.vault[level.at(y, x)] = 1
    site.game.world.vaults_used = [*site.game.world.vaults_used, vault.serial][-REMEMBERED:]


# ---------------------------------------------------------------- building


def _cells(
    site: Site, vault: Vault, top: int, left: int, turned: bool, upside: bool, mirrored: bool
) -> Iterator[tuple[int, str]]:
    for row in range(vault.height):
        for column in range(vault.width):
            symbol = vault.rows[row][column]
            if symbol == " ":
                continue
            v = vault.height - 1 - row if upside else row
            u = vault.width - 1 - column if mirrored else column
            yield (
                site.level.at(top + u, left + v) if turned else site.level.at(top + v, left + u),
                symbol,
            )


def _build(site: Site, vault: Vault, cells: VaultCells) -> None:
    for i, symbol in cells:
        _lay(site, i, symbol)
    for i, symbol in cells:
        if symbol not in GROUND:
            population.symbol(site, i, symbol)
    if "LIGHT" in vault.flags:
        for i, _ in cells:
            site.level.glow[i] = 1
    if "WEBS" in vault.flags:
        _spin(site, cells)
    else:
        _set_traps(site, cells, TRAPS_FACTOR if "TRAPS" in vault.flags else TRAP_FACTOR)


def _lay(site: Site, i: int, symbol: str) -> None:
    """Lay a cell's terrain: the first pass."""
    level, dice = site.level, site.dice
    level.feature[i] = FLOOR
    level.room[i] = level.icky[i] = 1
    if symbol in TERRAIN:
        level.feature[i] = TERRAIN[symbol]
    elif symbol == "+":
        level.feature[i] = random_features.closed_door(dice, site.depth, in_vault=True)
    elif symbol == "0":
        level.feature[i] = random_features.forge(dice, site.depth, site.game.world)
    elif symbol == "^" and dice.one_in(2):
        random_features.set_trap(dice, level, i)


def _spin(site: Site, cells: VaultCells) -> None:
    for i, _ in cells:
        if site.naked(i) and site.dice.one_in(20):
            site.level.feature[i] = terrain.WEB
            site.level.hidden[i] = site.dice.one_in(2)


def _set_traps(site: Site, cells: VaultCells, factor: int) -> None:
    for i, _ in cells:
        if site.naked(i) and site.dice.die(1000) <= factor * random_features.trap_chance(
            site.level, i
        ):
            random_features.set_trap(site.dice, site.level, i)
