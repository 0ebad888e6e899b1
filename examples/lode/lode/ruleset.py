"""The class that Leithian plays: what seats may do, what it leads to, and what an expert would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.common.saved_state import SavedStates
from engine.contract.action import (
    Action,
    Advice,
    Chance,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Setting,
    Verb,
)
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.texts import Text, text, typed
from engine.contract.view import HelpTopic, Outcome, Roles, Turn, View
from lode import board
from lode.tunnel import Choice, LodeState, Miner, gems, take_step

SAVED = SavedStates(LodeState, "Lode", 1)
CHOICES: dict[str, Choice] = {"deeper": "deeper", "prop": "prop", "back": "back"}
DECIDED: dict[Choice, Text] = {
    "deeper": text("You will go deeper."),
    "prop": text("You will prop the roof and go deeper."),
    "back": text("You will turn back."),
}
WORTH_A_PROP = 6  # gems carried, from which on the advice is to prop the roof


class Lode(Ruleset[LodeState]):
    """The rules of Lode."""

    name = "lode"
    title = "Lode"
    summary = "Go deeper for gems, or turn back in time: all decide in secret, together."
    guide = (
        "At each step decide in secret: deeper, or back to the camp. A vein is divided among all "
        "inside; the rest lies there for whoever turns back. Each danger warns once; the second of "
        "its kind takes all that is carried. Once a game you can prop the roof."
    )
    version = 1
    settings = (Setting("expeditions", "How many expeditions there are.", ("5", "3")),)
    verbs = (
        Verb("deeper", "Go deeper into the mountain."),
        Verb("prop", "Prop the roof and go deeper, once a game."),
        Verb("back", "Turn back to the camp with what you carry."),
    )

    def data_digest(self) -> str:
        """Return a constant: there are no files of data."""
        return "0" * 64

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return one to six players."""
        return Roles(1, 6)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> LodeState:
        """Return a game whose miners stand before the mountain. Raises InvalidAction."""
        if not 1 <= len(seats) <= 6:
            raise InvalidAction(text("One to six play this game."))
        expeditions = int(self.setting_values(options)["expeditions"])
        return LodeState([Miner(name) for name in seats], expeditions)

    def turn(self, state: LodeState) -> Turn:
        """Return a turn of all who are inside and have not declared."""
        return Turn(state.turn, state.undecided(), simultaneous=len(state.inside()) > 1)

    def legal(self, state: LodeState, seat: int) -> list[Offer]:
        """Return the ways a miner may decide, what an expert would do first."""
        if seat not in state.undecided():
            return []
        miner, risk = state.miners[seat], round(100 * state.risk())
        fall = Chance("hurt", risk, text("The tunnel falls in: {risk} %", risk=risk))
        offers = [
            Offer(
                Action("deeper"),
                text("Go deeper"),
                text("You carry {gems}.", gems=gems(miner.carried)),
                intent="explore",
                chances=(fall,),
            )
        ]
        if miner.prop and state.risk():
            prop = text("Prop the roof, go deeper")
            offers.append(Offer(Action("prop"), prop, text("Once a game."), intent="use"))
        if state.tunnel:
            back = text("Turn back with {gems}", gems=gems(miner.carried))
            lying = text("{gems} on the way.", gems=gems(state.lying()))
            offers.append(Offer(Action("back"), back, lying, intent="leave"))
        wanted = _expert_choice(state, miner)
        return sorted(offers, key=lambda offer: offer.action.verb != wanted)

    def parse(self, line: str, state: LodeState, seat: int) -> Action:
        """Read `deeper`, `prop` or `back`. Raises InvalidAction."""
        if line not in CHOICES:
            raise InvalidAction(text("Say deeper, prop or back."))
        return Action(line)

    def apply(self, state: LodeState, seat: int, action: Action, dice: ActionDice) -> list[Event]:
        """Declare; the last one who does lets the step be taken. Raises IllegalAction."""
        if action not in [offer.action for offer in self.legal(state, seat)]:
            raise IllegalAction(text("You cannot do that now."))
        miner, choice = state.miners[seat], CHOICES[action.verb]
        miner.choice = choice
        if state.undecided():
            who = typed(miner.name)
            return [
                Event("declare", DECIDED[choice], (seat,), occurrence=1),
                Event("declare", text("{who} has decided.", who=who), occurrence=1),
            ]
        events = list(take_step(state, dice))
        state.news = tuple(event.text for event in events)
        return events

    def advise(self, state: LodeState, seat: int) -> Advice | None:
        """Return what an expert would do, and why."""
        offers = self.legal(state, seat)
        if not offers:
            return None
        risk = round(100 * state.risk())
        why = {
            "deeper": text("{risk} % is a risk worth taking", risk=risk),
            "prop": text("too much to lose, and more to find"),
            "back": text("{risk} % is too much", risk=risk),
        }
        return Advice(offers[0].action, why[offers[0].action.verb])

    def view(self, state: LodeState, seat: int | None) -> View:
        """Return what a seat sees: everything but what others have declared."""
        return board.view(state, seat)

    def outcome(self, state: LodeState) -> Outcome | None:
        """Return who brought home the most, after the last expedition."""
        return board.outcome(state) if state.over else None

    def help_topics(self) -> Sequence[HelpTopic]:
        """Return the rules, by subject."""
        return tuple(_help())

    def dump(self, state: LodeState) -> bytes:
        """Return the state as bytes."""
        return SAVED.dump(state)

    def load(self, data: bytes) -> LodeState:
        """Return the state that `dump` wrote. Raises ValueError."""
        return SAVED.load(data)


def _expert_choice(state: LodeState, miner: Miner) -> str:
    """Return what brings the most on average, looking one step ahead."""
    lost = state.risk() * miner.carried + state.lying() // len(state.inside())
    if not state.tunnel or lost <= state.gain():
        return "deeper"
    return "prop" if miner.prop and miner.carried >= WORTH_A_PROP else "back"


def _help() -> Iterator[HelpTopic]:
    yield HelpTopic(
        "steps",
        text("Steps"),
        text(
            "At each step everybody in the mountain decides in secret. When all have, those who "
            "turn back share the gems on the way, and the others see the next card together."
        ),
        ("deeper", "back"),
    )
    yield HelpTopic(
        "dangers",
        text("Dangers"),
        text(
            "The deck has thirteen veins of 2 to 14 gems and three cards of each of four dangers. "
            "The first of a kind is a warning. The second makes the tunnel fall in: whoever is "
            "inside loses what they carry, and that card leaves the deck for good."
        ),
        ("water", "gas", "rock", "heat"),
    )
    yield HelpTopic(
        "prop",
        text("Propping the roof"),
        text(
            "Once a game a miner can prop the roof before going deeper. If the tunnel would fall "
            "in at that step, it holds for everybody. The prop is used up either way."
        ),
    )
