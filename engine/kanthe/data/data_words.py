"""The names and texts for people in Kanthe's data, for translators."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import Name, Text, text
from engine.kanthe.data.content import WORD_LISTS, KantheContent

_ADJECTIVES = ("colours", "qualities")


def data_words(content: KantheContent) -> Iterator[Name | Text]:
    """Yield every name and every text, as play says them."""
    yield from _sheet_words(content)
    yield from _names(content)
    for lines in content.prose.values():
        yield from map(text, lines)
    rows = (*content.stationary, *content.mobile)
    yield from (text(row.text) for row in rows)
    yield from (text(occupant.text) for occupant in content.occupants)
    for method in content.methods.values():
        yield from map(text, (method.whom, method.lasts))


def _sheet_words(content: KantheContent) -> Iterator[Name]:
    """Yield what the design sheets are filled with, as it stands there and as sentences have it."""
    for key in (*WORD_LISTS, "creatures"):
        for word in content.words[key]:
            for written in (word, word.casefold()):
                yield Name(written, proper=key in _ADJECTIVES)
    for level in content.levels:
        for creature in (level.main, level.alternate):
            yield from (Name(creature), Name(creature.casefold()))
        yield Name(level.theme, proper=True)
    for key in ("domains", "themes"):
        yield from (Name(word, proper=True) for word in content.words[key])


def _names(content: KantheContent) -> Iterator[Name]:
    yield from (Name(kind.word) for kind in content.hazards.values())
    yield from (Name(kind.word) for kind in content.creatures.values())
    rows = (*content.stationary, *content.mobile)
    yield from (Name(row.name) for row in rows)
    yield from (Name(occupant.name) for occupant in content.occupants)
    for method in content.methods.values():
        yield from (Name(word) for word in (method.word, method.spell_word, method.form))
        if not method.has("letters"):
            yield Name(method.change_word)
    yield from (Name(ware) for ware in content.wares)
    actions = (action.name for action in content.actions)
    methods = (method.method for method in content.methods.values())
    yield from (Name(word, proper=True) for word in (*actions, *content.manners, *methods))
