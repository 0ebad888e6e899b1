"""A domain as one word, to be kept by a server and visited by the heroes of other games."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.placeholders import PLACEHOLDER
from engine.contract.texts import text
from engine.contract.uploads import read_upload, write_upload
from engine.kanthe.data.content import WORD_LISTS, KantheContent
from engine.kanthe.dice import SIDES
from engine.kanthe.map.geometry import AREA
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.setup.design_sheets import MOST_LEVELS, MOST_ROOMS
from engine.kanthe.state import (
    WALLS,
    ArcaneSheet,
    Domain,
    FallenHero,
    Feature,
    Hazard,
    KantheItem,
    KantheLevel,
    KantheState,
    LevelSheet,
    Opponent,
)

_SOMEBODY = "Somebody"
_MOST_BYTES = 1_000_000  # of a kept domain, unpacked
_LARGEST = 9_999  # of its numbers: ids, coins, tallies
_LONGEST = 60  # letters of its texts
_MOST_DICE = 20  # of a throw for somebody or something in it
_MOST_PLACES = 1_000  # of a level; a full one has some 500
_FARTHEST = 4 * MOST_SECTIONS  # areas from the plan's corner


class KeptDomain(msgspec.Struct):
    """The sheets of a domain, its levels with who lives and lies there, and the roll of those who
    raided it."""

    domain: Domain
    sheets: list[LevelSheet]
    arcane: ArcaneSheet
    levels: list[KantheLevel]
    fallen: list[FallenHero]
    next_id: int
    tallies: dict[str, int]


_DECODER = msgspec.json.Decoder(KeptDomain)


def keep_domain(state: KantheState) -> str:
    """Return the domain of a game as one word, without the names of people."""
    kept = KeptDomain(**{name: getattr(state, name) for name in KeptDomain.__struct_fields__})
    written = msgspec.json.encode(kept).decode()
    return write_upload(zlib.compress(PLACEHOLDER.sub(_SOMEBODY, written).encode()))


def move_to_domain(game: KantheContext, word: str) -> None:
    """Let a game that has not begun be about a kept domain. Raises ActionError, and then nothing
    has changed."""
    state = game.state
    if state.setup is None:
        raise IllegalAction(text("A kept domain is visited before the game begins."))
    kept = _read(word)
    if kept is None or not _is_whole(kept, game.content):
        raise InvalidAction(text("That is no domain that was kept."))
    for name in KeptDomain.__struct_fields__:
        setattr(state, name, getattr(kept, name))


def _read(word: str) -> KeptDomain | None:
    """Return what a word holds; None if it is no domain. Raises InvalidAction for no file."""
    unpacking = zlib.decompressobj()
    try:
        return _DECODER.decode(unpacking.decompress(read_upload(word), _MOST_BYTES))
    except (zlib.error, msgspec.DecodeError):
        return None


# ------------------------------------------------------------------ what the rules rely on


def _is_plain(value: object) -> bool:
    """Return whether all numbers and texts of what was unpacked are such as play makes."""
    if isinstance(value, str):
        return len(value) <= _LONGEST and value.isprintable()
    if isinstance(value, int):
        return -1 <= value <= _LARGEST
    if isinstance(value, dict):
        return all(_is_plain(each) for pair in value.items() for each in pair)
    return not isinstance(value, list | tuple) or all(map(_is_plain, value))


def _is_whole(kept: KeptDomain, content: KantheContent) -> bool:
    """Return whether all that numbers and keys of a domain point at is there."""
    numbers = [level.number for level in kept.levels]
    halves = (kept.arcane.essences, kept.arcane.actions)
    columns = [c for half in halves for c in (half.letters, half.checked, half.firsts)]
    columns += [half.seconds for half in halves]
    words = [kept.domain.words.get(key, []) for key in WORD_LISTS]
    lists: list[Sequence[object]] = [*columns, *words, kept.domain.modified, kept.sheets]
    return (
        _is_plain(msgspec.to_builtins(kept))
        and 1 <= kept.domain.levels <= MOST_LEVELS
        and 1 <= kept.domain.sections <= MOST_SECTIONS
        and 1 <= kept.domain.rooms <= MOST_ROOMS
        and all(sheet.rooms <= MOST_ROOMS for sheet in kept.sheets)
        and all(len(each) == SIDES for each in (*lists, kept.domain.arcane_features))
        and numbers == sorted(set(numbers) & set(range(kept.domain.top, SIDES)))
        and kept.domain.top in numbers
        and kept.next_id > 0
        and all(_has_rows(b.beast, b.change) for b in kept.domain.modified)
        and all(_has_rows(e.action, e.essence) for e in kept.domain.arcane_features if e)
        and all(_is_drawn(level) for level in kept.levels)
        and all(_is_whole_level(level, kept, content) for level in kept.levels)
    )


def _is_drawn(level: KantheLevel) -> bool:
    """Return whether a level's places lie on the plan, with as many dice as play gives them."""
    cells = [node.area for node in level.nodes] + [node.leads for node in level.nodes]
    cells += [way.area for way in level.passages] + [area.cell for area in level.areas]
    cells += [section.cell for section in level.sections]
    points = [at for node in level.nodes for at in (node.x, node.y)]
    doors = [door for node in level.nodes for door in node.doors]
    features = (feature for node in level.nodes for feature in node.features)
    who: list[Opponent | Hazard | Feature] = [*level.opponents, *level.hazards, *features]
    things = [thing for node in level.nodes for thing in node.remains]
    things += [t for each in level.opponents for t in (*each.things, *each.wares)]
    dice = [*(each.strength for each in who), *(thing.rating for thing in things)]
    dice += [number for door in doors for number in (door.heavy, len(door.locks), *door.locks)]
    walls = [wall for way in level.passages for wall in (way.wall_a, way.wall_b, way.door_wall)]
    return (
        max(len(level.nodes), len(level.passages), len(level.areas)) <= _MOST_PLACES
        and all(each in range(-1, _FARTHEST) for cell in cells for each in cell)
        and all(each in range(_FARTHEST * AREA) for each in points)
        and all(each in range(_MOST_DICE + 1) for each in dice)
        and all(each in range(-1, len(WALLS)) for each in walls)
        and all(wall in range(len(WALLS)) for node in level.nodes for wall in node.searched)
        and all(each in range(len(level.nodes)) for each in level.left)
    )


def _has_rows(*rows: int) -> bool:
    return all(0 <= row < SIDES for row in rows)


def _is_whole_level(level: KantheLevel, kept: KeptDomain, content: KantheContent) -> bool:
    """Return whether the places, ways and inhabitants of a level belong together."""
    nodes, ways = range(len(level.nodes)), range(len(level.passages))
    found: list[Opponent | Hazard] = [*level.opponents, *level.hazards]
    above = next((each for each in kept.levels if each.number == level.number - 1), level)
    return (
        [node.id for node in level.nodes] == [*nodes]
        and [way.id for way in level.passages] == [*ways]
        and bool(level.nodes)
        and level.nodes[0].kind == "start"
        and level.arrived_from < len(above.nodes)
        and all(way.a in nodes and way.b in nodes for way in level.passages)
        and all(way.door_room in (-1, *nodes) for way in level.passages)
        and all(each.node in (-1, *nodes) and each.passage in (-1, *ways) for each in found)
        and all(who.kind in content.creatures for who in level.opponents)
        and all(hazard.kind in content.hazards for hazard in level.hazards)
        and all(hazard.essence in range(-1, SIDES) for hazard in level.hazards)
        and all(_has_rows(f.row) for node in level.nodes for f in node.features)
        and all(len(node.walls) == len(WALLS) for node in level.nodes)
        and all(door.wall in range(len(WALLS)) for node in level.nodes for door in node.doors)
        and all(_is_known(thing, content) for node in level.nodes for thing in node.remains)
        and all(
            _is_known(thing, content)
            for who in level.opponents
            for thing in (*who.things, *who.wares)
        )
    )


def _is_known(item: KantheItem, content: KantheContent) -> bool:
    """Return whether a thing's rows and kind are on the lists."""
    if not item.arcane:
        return item.essence_row == item.action_row == -1
    return item.arcane in content.methods and _has_rows(item.essence_row, max(0, item.action_row))
