"""Making offers whose labels and hints fit, with what they are for."""

from __future__ import annotations

import msgspec

from engine.contract.action import Action, Intent, Offer, OfferGroup
from engine.contract.texts import Name, Text, Words

LABEL, HINT = 38, 100  # letters
_INTENTS: dict[str, Intent] = {
    "begin": "answer", "fill": "arrange", "next": "arrange", "previous": "arrange",
    "roll": "arrange", "toggle": "arrange", "size": "arrange", "set": "arrange",
    "write": "arrange", "word": "arrange", "equip": "arrange", "walk": "move",
    "explore": "explore", "travel": "travel", "enter": "move", "turn-back": "flee",
    "descend": "descend", "climb": "ascend", "leave": "leave", "abandon": "leave",
    "fight": "attack", "persuade": "speak", "hide": "flee", "sneak": "flee", "flee": "flee",
    "evade": "flee", "endure": "wait", "tool": "arrange", "open": "open", "pick": "open",
    "force": "force", "smash": "force", "search": "search", "clear": "force", "loot": "take",
    "try": "use", "recruit": "ask", "pray": "heal", "buy": "take", "remains": "take",
    "use": "use", "remove": "remove", "items": "ask", "done": "arrange", "tick": "arrange",
    "untick": "arrange", "hit": "attack", "wound": "answer", "coins": "answer",
    "item": "answer", "arcane": "answer", "call": "answer", "meaning": "answer",
    "stairs": "answer", "heir": "answer", "finish": "leave",
}  # fmt: skip


def make_offer(
    line: str,
    label: Words,
    hint: Words = "",
    group: OfferGroup = "act",
    *,
    free: bool = False,
    irreversible: bool = False,
    at: tuple[int, int] | None = None,
) -> Offer:
    """Return an offer of an action line whose words hold no spaces; labels are cut to fit.

    Its target is the first argument.
    """
    verb, *args = line.split(" ")
    return Offer(
        Action(verb, tuple(args)),
        fit_words(label, LABEL),
        fit_words(hint, HINT),
        group,
        at=at,
        irreversible=irreversible,
        free=free,
        intent=_INTENTS.get(verb, "other"),
        target=args[0] if args else "",
    )


def text_offer(verb: str, args: tuple[str, ...], label: Words, hint: Words = "") -> Offer:
    """Return an offer that answers with a text of several words."""
    return Offer(
        Action(verb, args),
        fit_words(label, LABEL),
        fit_words(hint, HINT),
        "answer",
        free=_INTENTS[verb] == "arrange",
        intent=_INTENTS[verb],
        target=args[0],
    )


def fit_words(words: Words, most: int) -> Words:
    """Return words that have so many letters in English at most: the longest of the facts in them
    is cut."""
    if isinstance(words, Text) and not words.facts:
        return words  # a template alone is written to fit
    said = str(words)
    if len(said) <= most:
        return words
    if not isinstance(words, Text):
        return fit_text(said, most)
    facts = dict(words.facts)
    longest = max(facts, key=lambda name: len(str(facts[name])))
    shown = str(facts[longest])
    facts[longest] = Name(fit_text(shown, max(1, len(shown) - len(said) + most)), given=True)
    return Text(words.template, facts, words.plural, words.context)


def fit_text(text: str, most: int) -> str:
    """Return a text cut to so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def with_intent(offer: Offer, intent: Intent, target: str = "") -> Offer:
    """Return an offer that is for something else than its verb says."""
    return msgspec.structs.replace(offer, intent=intent, target=target or offer.target)
