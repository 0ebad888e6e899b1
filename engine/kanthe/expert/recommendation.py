"""A recommendation, and the offers by what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.contract.action import Offer
from engine.contract.texts import Text, Words
from engine.kanthe.commands.plan_lines import aim_of


class Recommendation(msgspec.Struct, frozen=True):
    """An offer that the expert recommends, and why: "it is badly hurt"."""

    offer: Offer
    why: Words = ""
    pays: bool = True  # False: more is lost than won on average


Choices = Iterable[Recommendation]


class OfferTable:
    """The offers of a card by verb, with their own words and without a plan's terms."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        self._by_verb: dict[str, list[Offer]] = {}
        for offer in offers:
            self._by_verb.setdefault(offer.action.verb, []).append(offer)

    def all(self, verb: str) -> list[Offer]:
        """Return all offers of a verb."""
        return self._by_verb.get(verb, [])

    def find(self, verb: str, *words: str) -> Offer | None:
        """Return the offer of a verb and these words."""
        for offer in self.all(verb):
            aim = aim_of(offer.action)
            if (offer.action.args if aim is None else aim) == words:
                return offer
        return None

    def first(self, verb: str, why: Words = "") -> Iterator[Recommendation]:
        """Yield the first offer of a verb, if there is one."""
        yield from (Recommendation(offer, why) for offer in self.all(verb)[:1])

    def by_chance(self, verb: str, reason: str) -> Iterator[Recommendation]:
        """Yield the first offer of a verb, if there is one, with the chance on its button as the
        reason: "you get away {percent} %"."""
        for offer in self.all(verb)[:1]:
            yield Recommendation(offer, Text(reason, {"percent": offer.chances[0].percent}))

    def the(self, why: Words, verb: str, *words: str) -> Iterator[Recommendation]:
        """Yield the offer of a verb and these words, if there is one."""
        if (offer := self.find(verb, *words)) is not None:
            yield Recommendation(offer, why)
