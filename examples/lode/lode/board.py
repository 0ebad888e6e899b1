"""The views of Lode: the tunnel as a map, the miners' gems as a sheet."""

from __future__ import annotations

from engine.contract.texts import Text, Words, joined, listed, text, typed
from engine.contract.view import (
    SEEN,
    CharacterStatus,
    Condition,
    Ending,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Outcome,
    SheetBoard,
    SheetSection,
    SheetTable,
    TableCell,
    View,
)
from lode.tunnel import DANGERS, Choice, LodeState, TunnelCard, gems

GOAL = {3: 55, 5: 90}  # gems that win a game alone, by its expeditions
LEGEND = (
    Ground("lode:unknown", " ", "black", text("unknown")),
    Ground("lode:wall", "#", "slate", text("rock"), solid=True),
    Ground("lode:floor", ".", "slate", text("tunnel floor")),
    Ground("lode:camp", "<", "brown", text("way to the camp")),
)
ROCK, FLOOR, CAMP = 1, 2, 3


def view(state: LodeState, seat: int | None) -> View:
    """Return what a seat, or the public, sees."""
    last = state.news[-1] if state.news else text("The mountain lies open before you.")
    risk = round(100 * state.risk())
    number = min(state.expedition, state.expeditions)
    where = text("{number} of {all}", number=number, all=state.expeditions)
    own = None if seat is None else state.miners[seat]
    facts: list[tuple[Words, Words]] = [
        (text("Expedition"), where),
        (text("Risk"), text("{risk} %", risk=risk)),
        (text("On the floor"), gems(state.lying())),
    ]
    if own is not None and own.choice is not None:
        facts.append((text("You will"), _choice_words(own.choice)))
    return View(
        title=text("Lode · expedition {number}", number=number),
        turn=state.turn,
        characters=tuple(_status(state, each) for each in range(len(state.miners))),
        facts=tuple(facts),
        lines=(*(state.news or (last,)), *_decided(state)),
        headline=(*_decided(state), last)[0],
        alt=_in_words(state, last, risk),
        coach=_coach(risk),
        map=_map(state, seat),
        sheet=_sheet(state),
        phase="over" if state.over else "play",
        ending=_ending(state, seat),
    )


def outcome(state: LodeState) -> Outcome:
    """Return how a game ended that is over."""
    best = max(miner.safe for miner in state.miners)
    names = listed([typed(each.name) for each in state.miners if each.safe == best])
    return Outcome(
        text("{names}: {gems}", names=names, gems=gems(best)),
        tuple(
            text("{who} brought home {gems}.", who=typed(each.name), gems=gems(each.safe))
            for each in state.miners
        ),
        _ending(state, None),
        ((text("gems"), best),),
        facts=(("gems", best), ("miners", len(state.miners))),
    )


def _decided(state: LodeState) -> tuple[Text, ...]:
    """Return a line about those who have declared: who, and never what."""
    names = [typed(miner.name) for miner in state.miners if miner.choice is not None]
    return (text("Decided: {names}.", names=listed(names)),) if names else ()


def _choice_words(choice: Choice) -> Text:
    words: dict[Choice, Text] = {
        "deeper": text("go deeper"),
        "prop": text("prop the roof"),
        "back": text("turn back"),
    }
    return words[choice]


def _coach(risk: int) -> Text:
    if not risk:
        return text("No danger has warned you yet: the next card cannot hurt.")
    return text("The next card takes all that you carry in {risk} of 100.", risk=risk)


def _in_words(state: LodeState, last: Words, risk: int) -> Text:
    cards = listed([_card_name(card) for card in state.tunnel]) if state.tunnel else text("nothing")
    inside = [typed(state.miners[seat].name) for seat in state.inside()]
    return text(
        "{last} In the tunnel so far: {cards}. Inside: {inside}. Risk of the next step: {risk} %.",
        last=last,
        cards=cards,
        inside=listed(inside) if inside else text("nobody"),
        risk=risk,
    )


def _card_name(card: TunnelCard) -> Text:
    if card.danger:
        return DANGERS[card.danger]
    if card.lying:
        return text("a vein of {gems}, {lying} left", gems=card.gems, lying=card.lying)
    return text("a vein of {gems}", gems=card.gems)


def _status(state: LodeState, seat: int) -> CharacterStatus:
    miner = state.miners[seat]
    shown = [Condition("", text("{gems} safe", gems=gems(miner.safe)))]
    if miner.carried:
        shown.append(Condition("", text("{gems} carried", gems=gems(miner.carried))))
    return CharacterStatus(
        seat, typed(miner.name), conditions=tuple(shown), to_act=seat in state.undecided()
    )


def _map(state: LodeState, seat: int | None) -> MapBoard:
    """Return the tunnel from the camp (left) to its face, a row for each miner; cards lie in the
    first row, between."""
    rows, width = len(state.miners), len(state.tunnel) + 4
    face = width - 2
    line = bytes([ROCK, CAMP, *[FLOOR] * (width - 3), ROCK])
    height = rows + 2
    wall = bytes([ROCK]) * width
    entities = tuple(
        Entity(
            1 + each,
            face if each in state.inside() else 1,
            "lode:miner",
            letter="@",
            colour="white",
            name=f"miner-{each + 1}",
            seat=each,
            title=typed(miner.name),
        )
        for each, miner in enumerate(state.miners)
    )
    return MapBoard(
        top=0,
        left=0,
        height=height,
        width=width,
        legend=LEGEND,
        ground=wall + line * rows + wall,
        state=bytes([SEEN]) * (height * width),
        light=bytes([5]) * (height * width),
        lighting=bytes(height * width),
        focus=(1 + (seat or 0), face),
        items=tuple(_item(card, 2 + number) for number, card in enumerate(state.tunnel)),
        entities=entities,
    )


def _item(card: TunnelCard, x: int) -> MapItem:
    if card.danger:
        sprite, name = f"lode:{card.danger}", DANGERS[card.danger]
        return MapItem(1, x, sprite, letter="^", colour="red", name=name)
    if not card.lying:
        spent = _card_name(card)
        return MapItem(1, x, "lode:spent", letter="·", colour="grey", name=spent)
    return MapItem(1, x, "lode:vein", letter="*", colour="yellow", name=_card_name(card))


def _sheet(state: LodeState) -> SheetBoard:
    rows = tuple(
        (
            TableCell(typed(miner.name)),
            TableCell(str(miner.safe)),
            TableCell(str(miner.carried)),
            TableCell(text("yes") if miner.prop else text("used")),
        )
        for miner in state.miners
    )
    heads = (text("Miner"), text("Safe"), text("Held"), text("Prop"))
    tunnel = [_card_name(card) for card in state.tunnel] or [text("nothing yet")]
    return SheetBoard(
        (
            SheetSection(text("Gems"), tables=(SheetTable(heads, rows),)),
            SheetSection(text("The tunnel"), (joined(tunnel, ", "),)),
        )
    )


def _ending(state: LodeState, seat: int | None) -> Ending:
    """Return how the game ended for a seat; the public's is the best one's."""
    if not state.over:
        return ""
    best = max(miner.safe for miner in state.miners)
    mine = best if seat is None else state.miners[seat].safe
    if len(state.miners) == 1:
        return "won" if best >= GOAL[state.expeditions] else "lost"
    return "won" if mine == best else "lost"
