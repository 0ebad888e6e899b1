"""The rules of the council."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.contract.action import (
    GM,
    Action,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Roll,
    Setting,
    Verb,
    audible,
)
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.view import Ending, Outcome, Phase, Roles, Turn, View
from tests.toys.council import board
from tests.toys.council.state import Councillor, CouncilState

FORMAT = b"council1"
TOKENS = {
    "shield": "You can be hurt once more.",
    "staff": "You feel what the Game Master rolls.",
    "lamp": "You see the shadow.",
}
STEPS = {"e": (0, 1), "n": (-1, 0), "s": (1, 0), "w": (0, -1)}
DANGER = 4  # the least roll that hurts

_STATE = msgspec.msgpack.Decoder(CouncilState)


class Council(Ruleset[CouncilState]):
    """The council."""

    name = "council"
    title = "Council"
    summary = "Three cross a dark hall together; a Game Master plays what waits there."
    version = 2
    settings = (Setting("rounds", "How many rounds the council has.", ("8", "5")),)
    verbs = (
        Verb("choose", "Choose what you carry.", command=False, roles=("player",)),
        Verb(
            "go",
            "Declare a step.",
            (Option("way", "Where to.", choices=tuple(STEPS)),),
            group="declare",
            group_summary="Say what you do this round.",
            roles=("player",),
        ),
        Verb("guard", "Declare that you guard yourself.", group="declare", roles=("player",)),
        Verb("leave", "Leave the hall for good.", roles=("player",)),
        Verb(
            "roll",
            "Roll behind the screen.",
            group="screen",
            group_summary="What the Game Master does.",
            roles=("gm",),
        ),
        Verb("strike", "Let the roll count.", group="screen", roles=("gm",)),
        Verb("spare", "Let nobody be hurt.", group="screen", roles=("gm",)),
    )

    def data_digest(self) -> str:
        """Return a constant: there is no data."""
        return "1" * 64

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return three players and a Game Master."""
        return Roles(3, 3, "required")

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> CouncilState:
        """Return a game of three at the hall's door."""
        if len(seats) != 3:
            raise InvalidAction("Three play this game.")
        if not gm:
            raise InvalidAction("This game needs a Game Master.")
        omens = ["".join(dice.level.choose("BDGKLMNR") for _ in range(8)) for _ in seats]
        members = [
            Councillor(name, omen, y)
            for y, (name, omen) in enumerate(zip(seats, omens, strict=True))
        ]
        shadow = dice.level.below(board.HEIGHT), board.WIDTH - 2
        return CouncilState(members, shadow, int(self.setting_values(options)["rounds"]))

    def turn(self, state: CouncilState) -> Turn:
        """Return a simultaneous turn of all who must still choose or declare, or the Game
        Master's."""
        if state.stage == "over":
            return Turn(state.turn, ())
        if state.stage == "rule":
            return Turn(state.turn, (GM,))
        return Turn(state.turn, tuple(_undecided(state)), simultaneous=True)

    def legal(self, state: CouncilState, seat: int) -> list[Offer]:
        """Return tokens, declarations or what the Game Master may do."""
        if seat not in self.turn(state).waiting:
            return []
        if seat == GM:
            return _rulings(state)
        if state.stage == "setup":
            return [
                Offer(Action("choose", (token,)), token.title(), hint, "answer")
                for token, hint in TOKENS.items()
            ]
        return _declarations(state.members[seat])

    def parse(self, text: str, state: CouncilState, seat: int) -> Action:
        """Read a verb and perhaps one argument."""
        verb, *args = text.split(" ")
        if verb not in {each.name for each in self.verbs}:
            raise InvalidAction("Say go, guard, leave, roll, strike or spare.")
        if len(args) != (verb in ("go", "choose")) or not all(arg.isalpha() for arg in args):
            raise InvalidAction(f"Say {verb} as it is offered.")
        return Action(verb, tuple(args))

    def apply(
        self, state: CouncilState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Choose, declare, leave, roll or rule."""
        if action not in {offer.action for offer in self.legal(state, seat)}:
            raise IllegalAction("You cannot do that now.")
        if seat == GM:
            events = _roll(state, dice) if action.verb == "roll" else _rule(state, action.verb)
        elif action.verb == "choose":
            events = _choose(state, seat, action.args[0])
        elif action.verb == "leave":
            events = _leave(state, seat)
        else:
            events = _declare(state, seat, action)
        state.news = tuple(events)
        return events

    def view(self, state: CouncilState, seat: int | None) -> View:
        """Return the hall and the sheet, with what this seat alone knows."""
        lines = [event.text for event in audible(state.news, () if seat is None else (seat,))]
        waiting = self.turn(state).waiting
        headline = lines[-1][:60] if lines else "The council stands at the door."
        return View(
            title=f"Council · round {state.round}",
            turn=state.round,
            characters=board.statuses(state, waiting),
            facts=board.facts(state, seat),
            lines=tuple(lines),
            headline=headline,
            alt=f"A hall of {board.HEIGHT} by {board.WIDTH} squares. {' '.join(lines)}"[:1024],
            map=board.draw_map(state, seat),
            sheet=board.draw_sheet(state, seat),
            question="What do you carry?" if state.stage == "setup" and seat in waiting else "",
            phase=_phase(state, seat),
            ending=_ending(state, seat),
            note_key=(("+1", "how it is moved"),) if seat == GM else (),
        )

    def outcome(self, state: CouncilState) -> Outcome | None:
        """Return the end once nobody is in the hall any more."""
        if state.stage != "over":
            return None
        through = [each.name for each in state.members if each.ending == "won"]
        story = tuple(f"{each.name} {_FATES[each.ending]}." for each in state.members)
        title = f"{len(through)} of the council came through" if through else "The council fell"
        figures = (("through", len(through)), ("rounds left", state.rounds - state.round))
        return Outcome(title, story, _result(state), figures, "council:gate" if through else "")

    def dump(self, state: CouncilState) -> bytes:
        """Return the format's mark and the state."""
        return FORMAT + msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> CouncilState:
        """Return the state that `dump` wrote."""
        if not data.startswith(FORMAT):
            raise ValueError("this is no state of the council")
        try:
            return _STATE.decode(data[len(FORMAT) :])
        except msgspec.MsgspecError as error:
            raise ValueError(f"this is no state of the council: {error}") from None


# ---------------------------------------------------------------- who may do what

_FATES = {"won": "came through", "lost": "fell", "left": "turned back"}


def _undecided(state: CouncilState) -> list[int]:
    setup = state.stage == "setup"
    members = state.members
    return [s for s in state.present() if not (members[s].token if setup else members[s].declared)]


def _declarations(member: Councillor) -> list[Offer]:
    squares = {way: (member.y + dy, member.x + dx) for way, (dy, dx) in STEPS.items()}
    steps = [
        Offer(Action("go", (way,)), f"Go {way}", group="move", at=(y, x))
        for way, (y, x) in squares.items()
        if 0 <= y < board.HEIGHT and 0 <= x < board.WIDTH
    ]
    leave = Offer(Action("leave"), "Leave the hall", "You do not come back.", irreversible=True)
    return [*steps, Offer(Action("guard"), "Guard yourself"), leave]


def _rulings(state: CouncilState) -> list[Offer]:
    if not state.rolled:
        return [Offer(Action("roll"), "Roll behind the screen", free=True)]
    return [
        Offer(Action("strike"), "Let the roll count", f"The roll is {state.rolled}."),
        Offer(Action("spare"), "Let nobody be hurt"),
    ]


def _phase(state: CouncilState, seat: int | None) -> Phase:
    if state.stage == "over":
        return "over"
    if seat is None or seat == GM:
        return "setup" if state.stage == "setup" else "play"
    member = state.members[seat]
    if member.ending:
        return "over"
    return "play" if member.token else "setup"


def _ending(state: CouncilState, seat: int | None) -> Ending:
    if seat is None or seat == GM:
        return _result(state) if state.stage == "over" else ""
    return state.members[seat].ending


def _result(state: CouncilState) -> Ending:
    endings = {each.ending for each in state.members}
    return "won" if "won" in endings else "lost" if "lost" in endings else "left"


# ---------------------------------------------------------------- what is done


def _choose(state: CouncilState, seat: int, token: str) -> list[Event]:
    member = state.members[seat]
    member.token = token
    events = [
        Event("choose", f"{member.name} takes the {token}.", (seat,), occurrence=1),
        Event("choose", f"{member.name} is ready.", occurrence=1),
    ]
    return events + _go_on(state)


def _declare(state: CouncilState, seat: int, action: Action) -> list[Event]:
    member = state.members[seat]
    member.declared = str(action)
    events = [
        Event("declare", f"{member.name} declares: {action}.", (seat,), occurrence=1),
        Event("declare", f"{member.name} has declared.", occurrence=1),
    ]
    return events + _go_on(state)


def _leave(state: CouncilState, seat: int) -> list[Event]:
    member = state.members[seat]
    member.ending = "left"
    return [Event("leave", f"{member.name} leaves the hall."), *_go_on(state)]


def _go_on(state: CouncilState) -> list[Event]:
    """Begin the next turn when all have chosen or declared."""
    if not state.present():
        state.stage = "over"
    elif _undecided(state):
        return []
    elif state.stage == "setup":
        state.stage, state.round = "declare", 1
        for member in state.members:
            member.hearts += member.token == "shield"
    else:
        state.stage = "rule"
    state.turn += 1
    if state.stage == "declare":
        return [Event("news", "All are ready. The council enters the hall.")]
    return []


def _roll(state: CouncilState, dice: ActionDice) -> list[Event]:
    state.rolled = dice.hidden.die(6)
    roll = Roll("danger", 6, (state.rolled,))
    events = [Event("roll", f"The roll is {state.rolled}.", (GM,), rolls=(roll,), occurrence=1)]
    feeling = tuple(s for s in state.present() if state.members[s].token == "staff")
    if feeling:
        grip = "shivers" if state.rolled >= DANGER else "is still"
        text = f"The Game Master rolls, and your staff {grip}."
        events.append(Event("roll", text, feeling, occurrence=1))
    events.append(Event("roll", "The Game Master rolls behind the screen.", occurrence=1))
    return events


def _rule(state: CouncilState, verb: str) -> list[Event]:
    events = []
    for seat in state.present():
        events += _move(state, state.members[seat])
    if verb == "strike" and state.rolled >= DANGER:
        events += _strike(state)
    state.rolled, state.round, state.turn = 0, state.round + 1, state.turn + 1
    for member in state.members:
        member.declared = ""
        if not member.ending and member.x == board.WIDTH - 1:
            member.ending = "won"
            events.append(Event("news", f"{member.name} comes through the gate."))
        elif not member.ending and state.round > state.rounds:
            member.ending = "lost"
            events.append(Event("news", f"The dark closes over {member.name}."))
    state.stage = "declare" if state.present() else "over"
    return events


def _move(state: CouncilState, member: Councillor) -> list[Event]:
    verb, _, way = member.declared.partition(" ")
    if verb != "go":
        return [Event("guard", f"{member.name} stands on guard.")]
    dy, dx = STEPS[way]
    member.y, member.x = member.y + dy, member.x + dx
    at = (member.y, member.x)
    events = [Event("go", f"{member.name} goes {way}.", at=at)]
    return events + (_hurt(member) if at == state.shadow else [])


def _strike(state: CouncilState) -> list[Event]:
    """Hurt the foremost of those who do not guard themselves."""
    open_ = [m for m in map(state.members.__getitem__, state.present()) if m.declared != "guard"]
    return _hurt(max(open_, key=lambda member: member.x)) if open_ else []


def _hurt(member: Councillor) -> list[Event]:
    member.hearts -= 1
    at = (member.y, member.x)
    if member.hearts > 0:
        return [Event("hurt", f"The shadow hurts {member.name}.", at=at)]
    member.ending = "lost"
    return [Event("hurt", f"The shadow takes {member.name}.", at=at)]
