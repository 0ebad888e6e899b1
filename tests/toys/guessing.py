"""A sequential ruleset with secrets and a question: two characters hide a word each and look for
the other's by walking over a small board and guessing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.contract.action import (
    Action,
    AmbiguousAction,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Setting,
    Verb,
)
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.view import (
    SEEN,
    CharacterStatus,
    Ending,
    Entity,
    Ground,
    MapBoard,
    Mark,
    Outcome,
    Roles,
    Turn,
    View,
)

SIDE = 8  # squares
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
FORMAT = b"toy1"
LEGEND = (
    Ground("toy:unknown", " ", "black", "unknown"),
    Ground("toy:floor", ".", "slate", "floor"),
)


class GuessingState(msgspec.Struct):
    """Two hidden words, two places, whose turn it is, and what was asked of them."""

    names: tuple[str, ...]
    length: int
    secrets: list[str]
    places: list[tuple[int, int]]
    gm: bool = False
    mover: int = 0
    turn: int = 0
    doubt: str = ""  # the guess that the mover was asked to confirm
    winner: int | None = None
    last: str = ""


_STATE = msgspec.msgpack.Decoder(GuessingState)


class Toy(Ruleset[GuessingState]):
    """The guessing game."""

    name = "toy"
    title = "Toy"
    summary = "Two heroes guess each other's word."
    version = 2
    settings = (Setting("letters", "How long a secret is.", ("4", "6")),)
    verbs = (
        Verb("step", "Walk.", (Option("way", "Where to.", choices=tuple(STEPS)),)),
        Verb("guess", "Guess the other's word.", (Option("word", "The word."),)),
        Verb("look", "Look at your own word."),
        Verb("yes", "Yes.", command=False),
        Verb("no", "No.", command=False),
    )

    def data_digest(self) -> str:
        """Return a constant: there is no data."""
        return "0" * 64

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return two players."""
        return Roles(2, 2)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> GuessingState:
        """Return a game of two characters in opposite corners."""
        if len(seats) != 2:
            raise InvalidAction("Two play this game.")
        length = int(self.setting_values(options)["letters"])
        words = ["".join(dice.level.choose("AEIOU") for _ in range(length)) for _ in seats]
        places = [(0, 0), (SIDE - 1, SIDE - 1)]
        return GuessingState(tuple(seats), length, words, places, gm)

    def turn(self, state: GuessingState) -> Turn:
        """Return a turn of the mover; its number stays during a question."""
        return Turn(state.turn, () if state.winner is not None else (state.mover,))

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        """Return steps on the board, a guess of each vowel, a look."""
        if seat not in self.turn(state).waiting:
            return []
        if state.doubt:
            return [
                Offer(Action("yes"), "Yes", group="answer", irreversible=True),
                Offer(Action("no"), "No", group="answer"),
            ]
        y, x = state.places[seat]
        squares = {way: (y + dy, x + dx) for way, (dy, dx) in STEPS.items()}
        steps = [
            Offer(Action("step", (way,)), f"Step {way}", group="move", at=at)
            for way, at in squares.items()
            if all(0 <= place < SIDE for place in at)
        ]
        guesses = [
            Offer(Action("guess", (vowel * state.length,)), f"Guess {vowel}s") for vowel in "AEIOU"
        ]
        return [*steps, *guesses, Offer(Action("look"), "Look", group="other", free=True)]

    def parse(self, text: str, state: GuessingState, seat: int) -> Action:
        """Read `step n`, `guess AEIO`, `look`, `yes` or `no`; `guess` alone can mean several."""
        verb, *args = text.split()[:3] or [""]
        if text == "guess":
            known = [f"guess {vowel * state.length}" for vowel in "AEIOU"]
            raise AmbiguousAction("Which word do you guess?", known)
        if text != " ".join((verb, *args)) or len(args) != (verb in ("step", "guess")):
            raise InvalidAction("Say step, guess, look, yes or no.")
        if verb not in ("step", "guess", "look", "yes", "no"):
            raise InvalidAction("Say step, guess, look, yes or no.")
        return Action(verb, tuple(args))

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Walk, look or guess; a guess is asked about before it counts."""
        offers = {offer.action for offer in self.legal(state, seat)}
        word = action.args[0] if action.verb == "guess" else ""
        any_word = len(word) == state.length and set(word) <= set("AEIOU") and not state.doubt
        if action not in offers and not (any_word and seat in self.turn(state).waiting):
            raise IllegalAction("You cannot do that now.")
        name = state.names[seat]
        if action.verb == "look":
            return [Event("look", f"Your word is {state.secrets[seat]}.", (seat,))]
        if action.verb == "guess":
            state.doubt = word
            return [Event("ask", f"Are you sure of {word}?", (seat,))]
        if action.verb == "step":
            (y, x), (dy, dx) = state.places[seat], STEPS[action.args[0]]
            state.places[seat] = (y + dy, x + dx)
            state.last = f"{name} walks {action.args[0]}."
        elif action.verb == "no":
            state.last, state.doubt = f"{name} thinks again.", ""
        else:
            right = state.doubt == state.secrets[1 - seat]
            lucky = dice.play.one_in(20)
            state.last, state.doubt = f"{name} guesses {'right' if right else 'wrong'}.", ""
            if right or lucky:
                state.winner = seat
        state.turn += 1
        state.mover = 1 - state.mover
        return [Event("news", state.last, at=state.places[seat])]

    def view(self, state: GuessingState, seat: int | None) -> View:
        """Return the board, which everybody sees, and the seat's own word."""
        own = () if seat is None else (("Your word", state.secrets[seat]),)
        asked = state.doubt and seat == state.mover
        return View(
            title="Toy",
            turn=state.turn,
            map=_board(state, state.mover if seat is None else seat),
            characters=tuple(
                CharacterStatus(each, name, "toy:pawn", to_act=each in self.turn(state).waiting)
                for each, name in enumerate(state.names)
            ),
            facts=(("Turn", str(state.turn)), *own),
            lines=(state.last,) if state.last else (),
            headline=state.last[:60],
            alt=f"A board with {' and '.join(state.names)}. {state.last}"[:1024],
            question=f"Are you sure of {state.doubt}?" if asked else "",
            phase="play" if state.winner is None else "over",
            ending=_ending(state, seat),
        )

    def outcome(self, state: GuessingState) -> Outcome | None:
        """Return the end once somebody guessed right."""
        if state.winner is None:
            return None
        name = state.names[state.winner]
        return Outcome(f"{name} wins", (f"{name} found the word.",), "won", (("turn", state.turn),))

    def dump(self, state: GuessingState) -> bytes:
        """Return the format's mark and the state."""
        return FORMAT + msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> GuessingState:
        """Return the state that `dump` wrote."""
        if not data.startswith(FORMAT):
            raise ValueError("this is no state of the toy")
        try:
            return _STATE.decode(data[len(FORMAT) :])
        except msgspec.MsgspecError as error:
            raise ValueError(f"this is no state of the toy: {error}") from None


def _board(state: GuessingState, focus: int) -> MapBoard:
    area = SIDE * SIDE
    entities = tuple(
        Entity(y, x, "toy:pawn", "@", "white", name, seat=seat)
        for seat, ((y, x), name) in enumerate(zip(state.places, state.names, strict=True))
    )
    return MapBoard(
        top=0,
        left=0,
        height=SIDE,
        width=SIDE,
        legend=LEGEND,
        ground=bytes([1]) * area,
        state=bytes([SEEN]) * area,
        light=bytes([1]) * area,
        lighting=bytes(area),
        focus=state.places[focus],
        entities=entities,
        marks=tuple(Mark("target", each.y, each.x, str(each.seat)) for each in entities),
    )


def _ending(state: GuessingState, seat: int | None) -> Ending:
    if state.winner is None:
        return ""
    return "won" if seat is None or seat == state.winner else "lost"
