"""The state of Lode, its deck of cards, and what a step into the mountain brings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from engine.contract.action import Event
from engine.contract.dice import ActionDice
from engine.contract.facts import Found, Lost, SeatRef, ThingRef, Took
from engine.contract.texts import Text, Words, counted, listed, text, typed

VEINS = range(2, 15)  # gems of each vein of the deck
DANGERS: dict[str, Text] = {
    "water": text("rising water"),
    "gas": text("foul air"),
    "rock": text("loose rock"),
    "heat": text("hot steam"),
}
CARDS_OF_DANGER = 3  # of each kind, until a tunnel falls in by one

Choice = Literal["deeper", "prop", "back"]


class TunnelCard(msgspec.Struct):
    """A card of the tunnel: a vein with what still lies there, or a danger."""

    danger: str = ""  # a key of DANGERS; "": a vein
    gems: int = 0  # of the vein
    lying: int = 0  # of them, on the floor


class Miner(msgspec.Struct):
    """A player's character."""

    name: str
    safe: int = 0  # gems in the camp
    carried: int = 0
    inside: bool = True
    prop: bool = True  # not used yet
    choice: Choice | None = None


class LodeState(msgspec.Struct):
    """A game of Lode."""

    miners: list[Miner]
    expeditions: int
    expedition: int = 1
    turn: int = 0  # steps that were decided
    tunnel: list[TunnelCard] = []
    fallen: list[str] = []  # dangers whose card is out of the deck, one for each collapse
    news: tuple[Words, ...] = ()

    @property
    def over(self) -> bool:
        """Return whether the last expedition has ended."""
        return self.expedition > self.expeditions

    def inside(self) -> list[int]:
        """Return the seats that are in the mountain."""
        return [] if self.over else [n for n, each in enumerate(self.miners) if each.inside]

    def undecided(self) -> tuple[int, ...]:
        """Return the seats that have not declared yet."""
        return tuple(seat for seat in self.inside() if not self.miners[seat].choice)

    def lying(self) -> int:
        """Return the gems on the tunnel's floor."""
        return sum(card.lying for card in self.tunnel)

    def deck(self) -> list[TunnelCard]:
        """Return the cards that may come next, each equally likely."""
        gone = {card.gems for card in self.tunnel}
        cards = [TunnelCard(gems=gems) for gems in VEINS if gems not in gone]
        shown = [card.danger for card in self.tunnel]
        for danger in DANGERS:
            left = CARDS_OF_DANGER - shown.count(danger) - self.fallen.count(danger)
            cards += [TunnelCard(danger=danger) for _ in range(left)]
        return cards

    def risk(self) -> Fraction:
        """Return the chance that the next card makes the tunnel fall in."""
        deck, shown = self.deck(), {card.danger for card in self.tunnel} - {""}
        return Fraction(sum(card.danger in shown for card in deck), len(deck) or 1)

    def gain(self) -> Fraction:
        """Return the gems that each who goes deeper may expect of the next card."""
        deck = self.deck()
        return Fraction(sum(card.gems for card in deck), (len(deck) or 1) * len(self.inside()))


def take_step(state: LodeState, dice: ActionDice) -> Iterator[Event]:
    """Do what all have declared: some turn back, the others see the next card. Yield what
    happens."""
    yield from _return(state, [n for n in state.inside() if state.miners[n].choice == "back"])
    inside = state.inside()
    if inside:
        propped = [seat for seat in inside if state.miners[seat].choice == "prop"]
        for seat in propped:
            state.miners[seat].prop = False
        deck = state.deck()
        yield from _meet(state, dice.play.choose(deck), propped)
        if len(deck) == 1:
            yield from _return(state, state.inside())  # the mountain has nothing more to show
    for miner in state.miners:
        miner.choice = None
    state.turn += 1
    if not state.inside():
        yield from _end_expedition(state)


def _return(state: LodeState, seats: list[int]) -> Iterator[Event]:
    """Let miners go back to the camp; they share what lies on the way."""
    if not seats:
        return
    share, rest = divmod(state.lying(), len(seats))
    if share:
        for card in state.tunnel:
            card.lying = 0
        state.tunnel[-1].lying = rest
    for seat in seats:
        miner = state.miners[seat]
        brought = miner.carried + share
        miner.safe, miner.carried, miner.inside = miner.safe + brought, 0, False
        yield Event(
            "back",
            text("{who} turns back with {gems}.", who=typed(miner.name), gems=gems(brought)),
            fact=Took(SeatRef(seat), ThingRef("gem", brought)) if brought else None,
            notable=brought >= 15,
        )


def _meet(state: LodeState, card: TunnelCard, propped: list[int]) -> Iterator[Event]:
    known = {each.danger for each in state.tunnel}
    state.tunnel.append(card)
    inside = state.inside()
    if not card.danger:
        share, card.lying = divmod(card.gems, len(inside))
        for seat in inside:
            state.miners[seat].carried += share
        vein = text("A vein of {gems}: {share} for each.", gems=gems(card.gems), share=share)
        yield Event("vein", vein, fact=Found(ThingRef("gem", card.gems)))
    elif card.danger not in known:
        warning = text("The tunnel warns you: {danger}.", danger=DANGERS[card.danger])
        yield Event("warning", warning, fact=Found(card.danger))
    elif propped:
        who = listed([typed(state.miners[seat].name) for seat in propped])
        held = text(
            "{danger:The} again, but the roof holds, propped by {who}.",
            danger=DANGERS[card.danger],
            who=who,
        )
        yield Event("held", held, notable=True)
    else:
        fallen = text("{danger:The} again: the tunnel falls in.", danger=DANGERS[card.danger])
        yield Event("collapse", fallen, notable=True)
        state.fallen.append(card.danger)
        for seat in inside:
            yield from _lose(state, seat)


def _lose(state: LodeState, seat: int) -> Iterator[Event]:
    miner = state.miners[seat]
    if miner.carried:
        lost = text("{who} loses {gems}.", who=typed(miner.name), gems=gems(miner.carried))
        yield Event("loss", lost, fact=Lost(SeatRef(seat), ThingRef("gem", miner.carried)))
    miner.carried, miner.inside = 0, False


def _end_expedition(state: LodeState) -> Iterator[Event]:
    state.tunnel = []
    state.expedition += 1
    if state.over:
        yield Event("end", text("The last expedition is over."))
        return
    for miner in state.miners:
        miner.inside = True
    yield Event("begin", text("Expedition {number} begins.", number=state.expedition))


def gems(number: int) -> Text:
    """Return so many gems, in words."""
    return counted(number, "{number} gem", "{number} gems")
