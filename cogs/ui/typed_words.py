"""Words that people type for what can be done, and the offers that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cogs.ui.languages import say, translate
from cogs.ui.matching import likeliest
from engine.common import compass
from engine.contract.action import Intent, Offer

MOST_WORDS = 5  # of a line in a chat that is taken for an action
_FIGHT: tuple[Intent, ...] = ("attack", "shoot", "throw")
# Words, and what they mean; other languages have other words in the place of a whole line.
_WORDS: Sequence[tuple[str, tuple[Intent, ...]]] = (
    ("up upstairs u <", ("ascend",)),
    ("down downstairs d >", ("descend",)),
    ("attack fight hit kill strike slay stab melee", _FIGHT),
    ("shoot fire bow arrow", ("shoot", "throw")),
    ("throw hurl", ("throw", "shoot")),
    ("take get grab pick pickup loot collect", ("take",)),
    ("eat food", ("eat",)),
    ("drink quaff potion", ("drink", "heal")),
    ("heal cure", ("heal", "rest")),
    ("read scroll", ("read",)),
    ("wear wield equip", ("wear",)),
    ("unequip", ("remove",)),
    ("cast spell magic", ("cast",)),
    ("sing song", ("sing",)),
    ("rest sleep camp", ("rest", "wait")),
    ("wait pass skip", ("wait", "rest")),
    ("explore autoexplore", ("explore",)),
    ("search seek", ("search",)),
    ("flee escape retreat", ("flee", "leave")),
    ("talk speak persuade", ("speak",)),
    ("unlock", ("open", "force")),
    ("stairs stair", ("descend", "ascend")),
    ("descend", ("descend",)),
    ("ascend climb", ("ascend",)),
    ("travel journey", ("travel",)),
    ("train upgrade", ("learn",)),
    ("craft", ("make",)),
)
_STAIRS = _WORDS[:2]


def meant(offers: Iterable[Offer], typed: str) -> list[Offer]:
    """Return the offers that a way, stairs, or a word with a part of a name means, those that are
    advised first; none for what is no such word."""
    whole = " ".join(typed.lower().split())
    ways = _ways()
    if whole in ways:
        return [offer for offer in offers if ways[whole] == _way_of(offer, ways)]
    word, _, rest = whole.partition(" ")
    intents = _intents(_WORDS).get(word, ())
    found = [offer for offer in offers if offer.intent in intents]
    found.sort(key=lambda offer: (intents.index(offer.intent), not offer.advised))
    if rest:
        names = {f"{say(offer.label)} — {offer.action}": offer for offer in reversed(found)}
        found = [names[name] for name in likeliest(names, rest)]
    return found


def means_one(typed: str) -> bool:
    """Return whether of all offers that a word means the first is meant: a way, or stairs."""
    whole = " ".join(typed.lower().split())
    return whole in _ways() or whole in _intents(_STAIRS)


def _ways() -> dict[str, str]:
    """Return the ways by what they are called."""
    names = {
        way: (way, name, name.replace("-", ""), name.replace("-", " "))
        for way, name in compass.NAMES.items()
    }
    known = {name: way for way, each in names.items() for name in each}
    return {say(compass.WORDS[way]).lower(): way for way in names} | known


def _way_of(offer: Offer, ways: Mapping[str, str]) -> str:
    """Return the way that a step goes, "ne"; "" for what is no step."""
    if offer.intent != "move" or not offer.action.args:
        return ""
    return ways.get(offer.action.args[-1], "")


def _intents(rows: Iterable[tuple[str, tuple[Intent, ...]]]) -> dict[str, tuple[Intent, ...]]:
    """Return the intents by what people call them, in English and in their language."""
    found = {word: intents for words, intents in rows for word in translate(words).split()}
    return found | {word: intents for words, intents in rows for word in words.split()}


def is_action(typed: str, verbs: Iterable[str]) -> bool:
    """Return whether a line looks like an action: it begins with a verb, a way or another word for
    what can be done, and is short."""
    words = typed.lower().lstrip("/").split()
    known = {*verbs, *_ways(), *_intents(_WORDS)}
    return 0 < len(words) <= MOST_WORDS and words[0] in known


def line_meant(offers: Iterable[Offer], typed: str, verbs: Iterable[str]) -> str:
    """Return the action line that what was typed means: that of the only offer that it can mean,
    or of the first of a way or stairs, unless it begins with a verb of the game itself; else what
    was typed."""
    if typed.split(" ")[0].lower() in verbs:
        return typed
    found = meant(offers, typed)
    clear = len(found) == 1 or (found and means_one(typed))
    return str(found[0].action) if clear else typed
