"""The names and texts for people in Delve's data, for translators."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import Name, Text, text
from engine.delve.data.kinds import DelveData


def data_words(content: DelveData) -> Iterator[Name | Text]:
    """Yield every name and every text, as play says them."""
    yield from _names(content)
    for each in _kinds(content):
        yield from map(text, each)
    for lines in content.prose.values():
        yield from map(text, lines)
    yield from map(text, content.trait_words.values())
    yield from map(text, content.command_groups.values())
    for verb in content.verbs.values():
        summaries = (option.summary for option in verb.options)
        said = (verb.summary, *summaries, verb.asks, verb.plain, verb.one, verb.two)
        yield from map(text, filter(None, (*said, verb.hint, verb.hint_of_all)))
    yield from (text(fountain.line) for fountain in content.fountains)


def _names(content: DelveData) -> Iterator[Name]:
    for monster in content.monsters.values():
        yield Name(monster.name, proper=monster.unique)
    for item in content.items.values():
        yield Name(item.name)
        yield Name(item.plural)
    for role in content.classes.values():
        yield Name(role.name)
    for ground in content.terrain:
        yield Name(ground.name, proper=True)
        yield Name(ground.title, proper=True)
    for theme in content.themes.values():
        yield Name(theme.name, proper=True)
        yield Name(theme.title, proper=True)
    abilities = (kind.title for kind in content.abilities.values())
    statuses = (kind.title for kind in content.statuses.values())
    for place in content.places.values():
        yield Name(place.title, proper=True)
    named = (*content.spells, *abilities, *statuses, *content.bargains)
    yield from (Name(name, proper=True) for name in named)


def _kinds(content: DelveData) -> Iterator[tuple[str, ...]]:
    """Yield the texts of each kind of thing."""
    for tables in (content.monsters, content.items, content.spells, content.abilities):
        yield from ((kind.text,) for kind in tables.values() if kind.text)
    for role in content.classes.values():
        yield (role.text,)
    for ground in content.terrain:
        yield ground.text, *filter(None, (ground.springs, ground.cause))
    for status in content.statuses.values():
        yield status.begins, status.ends, status.text
    for theme in content.themes.values():
        yield theme.arrival, theme.text, *filter(None, (theme.mourning,))
    for ending in content.endings.values():
        yield ending.title, *ending.lines
    for place in content.places.values():
        yield place.sight, place.text
    for bargain in content.bargains.values():
        yield (bargain.text,)
