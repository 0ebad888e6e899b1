"""The names and texts for people in Sil's data, for translators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.common.help_topics import topic_words
from engine.contract.texts import Name, Text
from engine.sil import manual
from engine.sil.commands import action_words, registry
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind
from engine.sil.data.tutorial_rooms import read_rooms
from engine.sil.dungeon.generation import vaults
from engine.sil.effects import elements
from engine.sil.items import item_names

_NOBODY = "<"  # begins the names of records that are never met


def data_words(data: Data) -> Iterator[Name | Text]:
    """Yield every name and every text, as play says them."""
    for name in _names(data):
        if name.word and not name.word.startswith(_NOBODY):
            yield name
    tables: tuple[dict[int, Any], ...] = (
        *(data.kinds, data.artefacts, data.specials, data.monsters),
        *(data.abilities, data.races, data.houses),
    )
    for records in tables:
        for record in records.values():
            if record.description and not record.name.startswith(_NOBODY):
                yield Text(record.description)
    for status in data.rules.statuses.values():
        yield from status.texts()
    for table in data.rules.flag_words.values():
        yield from table.values()
    yield from (one.name for one in data.rules.properties)
    for people in data.rules.peoples.values():
        yield from (Text(people.called), Text(people.manner))
    for creature in data.rules.creatures.values():
        yield from (Text(said) for said in (creature.seen, creature.dies, creature.slays) if said)
    for ruling in data.rules.rulings:
        yield from map(Text, (ruling.title, *ruling.values.values()))
    for region in data.rules.regions:
        yield Name(region.name)
        yield from map(Text, (*region.arrive, *region.homeward))
    yield from (Text(room.task) for room in read_rooms())
    yield from topic_words(manual.FILE)
    yield from map(action_words.verb_words, registry.COMMANDS)


def _names(data: Data) -> Iterator[Name]:
    for kind in data.kinds.values():
        yield from _kind_names(data, kind)
    for race in data.monsters.values():
        is_unique = "UNIQUE" in race.flags
        yield Name(race.name, proper=is_unique)
        if not is_unique:
            yield Name(race.name.lower())
    yield from (Name(ground.name.strip()) for ground in data.terrain.values())
    named: tuple[dict[int, Any], ...] = (
        *(data.artefacts, data.specials, data.abilities),
        *(data.races, data.houses),
    )
    for records in named:
        yield from (Name(record.name, proper=True) for record in records.values())
    yield from map(Name, elements.KINDS)
    for vault in data.vaults.values():
        if vault.type == vaults.GREATER:
            yield Name(vault.name, proper=True)


def _kind_names(data: Data, kind: Kind) -> Iterator[Name]:
    """Yield the names of a kind of thing: in both numbers and without a capital, and those that it
    has by its flavours."""
    what = item_names.flavoured_class(kind)
    yield from _in_both_numbers(kind.name)
    yield Name(item_names.singular(kind.name).lower())
    if what:
        yield from _in_both_numbers(f"& {what}~")
        for flavour in data.flavours.values():
            if flavour.tval == kind.tval:
                yield from _in_both_numbers(f"& {flavour.word} {what}~")


def _in_both_numbers(template: str) -> Iterator[Name]:
    yield Name(item_names.singular(template))
    if "~" in template:
        yield Name(item_names.plural(template))
