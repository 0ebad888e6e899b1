"""Making offers whose labels and hints fit, with what they are for."""

from __future__ import annotations

import msgspec

from engine.common.plans import Terms, split_terms, with_terms
from engine.contract.action import (
    HINT_LENGTH,
    LABEL_LENGTH,
    Action,
    Chance,
    Intent,
    Offer,
    OfferGroup,
)
from engine.contract.texts import Words, cut_words
from engine.kanthe.rules.context import KantheContext

_INTENTS: dict[str, Intent] = {
    "begin": "answer", "fill": "arrange", "next": "arrange", "previous": "arrange",
    "roll": "arrange", "toggle": "arrange", "size": "arrange", "set": "arrange",
    "write": "arrange", "word": "arrange", "equip": "arrange", "walk": "move",
    "explore": "explore", "travel": "travel", "turn-back": "flee",
    "descend": "descend", "climb": "ascend", "leave": "leave", "abandon": "leave",
    "fight": "attack", "persuade": "speak", "hide": "flee", "sneak": "flee", "flee": "flee",
    "evade": "flee", "endure": "wait", "tool": "arrange", "open": "open", "pick": "open",
    "force": "force", "smash": "force", "dig": "force",
    "search": "search", "clear": "force", "loot": "take",
    "try": "use", "recruit": "ask", "pray": "heal", "buy": "take", "remains": "take",
    "use": "use", "remove": "remove", "items": "ask", "done": "arrange", "tick": "arrange",
    "untick": "arrange", "hit": "attack", "wound": "answer", "coins": "answer",
    "item": "answer", "arcane": "answer", "meaning": "answer",
    "stairs": "answer", "caution": "arrange", "treasure": "arrange", "heir": "answer",
    "finish": "leave",
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
    chances: tuple[Chance, ...] = (),
) -> Offer:
    """Return an offer of an action line whose words hold no spaces; labels are cut to fit.

    Its target is the first argument that is no term of a plan.
    """
    verb, *args = line.split(" ")
    plain, _ = split_terms(args)
    return Offer(
        Action(verb, tuple(args)),
        cut_words(label, LABEL_LENGTH),
        cut_words(hint, HINT_LENGTH),
        group,
        at=at,
        irreversible=irreversible,
        free=free,
        chances=chances,
        intent=_INTENTS.get(verb, "other"),
        target=plain[0] if plain else "",
    )


def plan_line(game: KantheContext, *words: str) -> str:
    """Return the action line of a plan on the hero's terms."""
    return " ".join(with_terms(words, Terms(game.state.hero.caution)))


def text_offer(verb: str, args: tuple[str, ...], label: Words, hint: Words = "") -> Offer:
    """Return an offer that answers with a text of several words."""
    return Offer(
        Action(verb, args),
        cut_words(label, LABEL_LENGTH),
        cut_words(hint, HINT_LENGTH),
        "answer",
        free=_INTENTS[verb] == "arrange",
        intent=_INTENTS[verb],
        target=args[0],
    )


def with_intent(offer: Offer, intent: Intent, target: str = "") -> Offer:
    """Return an offer that is for something else than its verb says."""
    return msgspec.structs.replace(offer, intent=intent, target=target or offer.target)
