"""A ruleset in one file that keeps every clause of the contract: two heroes hide a number each
and look for the other's by walking over a small board and guessing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.common.dice import RandomStreams
from engine.game import (
    SEEN,
    Action,
    AmbiguousAction,
    Being,
    Event,
    Figure,
    Grid,
    Ground,
    IllegalAction,
    InvalidAction,
    Mark,
    Offer,
    Option,
    Outcome,
    Setting,
    Verb,
    View,
)

SIDE = 8
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
FORMAT = b"toy1"


class State(msgspec.Struct):
    """Two hidden words, two places, whose move it is, and what was asked of them."""

    streams: RandomStreams
    names: tuple[str, ...]
    length: int
    secrets: list[str]
    places: list[tuple[int, int]]
    mover: int = 0
    turn: int = 0
    doubt: str = ""  # the guess that the mover was asked to be sure of
    winner: int | None = None
    last: str = ""


_SAVED = msgspec.msgpack.Decoder(State)


class Toy:
    """The ruleset."""

    name = "toy"
    title = "Toy"
    summary = "Two heroes guess each other's word."
    version = 1
    seats = (2, 2)
    has_gm = False
    settings = (Setting("letters", "How long a secret is.", ("4", "6")),)
    verbs = (
        Verb("step", "Walk.", (Option("way", "Where to.", choices=tuple(STEPS)),)),
        Verb("guess", "Guess the other's word.", (Option("word", "The word."),)),
        Verb("look", "Look at your own word."),
        Verb("yes", "Yes.", command=False),
        Verb("no", "No.", command=False),
    )

    def data_digest(self) -> str:
        """There is no data."""
        return "0" * 64

    def new(self, options: Mapping[str, str], seats: Sequence[str], seed: bytes) -> State:
        """Two heroes in opposite corners."""
        if len(seats) != 2:
            raise InvalidAction("Two play this game.")
        streams = RandomStreams.of(seed)
        length = int(options.get("letters", "4"))
        words = ["".join(streams.level.choose("AEIOU") for _ in range(length)) for _ in seats]
        return State(streams, tuple(seats), length, words, [(0, 0), (SIDE - 1, SIDE - 1)])

    def to_act(self, state: State) -> tuple[int, ...]:
        """One after the other."""
        return () if state.winner is not None else (state.mover,)

    def legal(self, state: State, seat: int) -> list[Offer]:
        """Steps on the board, a guess that cannot be told from any other, a look."""
        if seat not in self.to_act(state):
            return []
        if state.doubt:
            answers = (("yes", True), ("no", False))
            return [
                Offer(Action(w), w.title(), group="answer", grave=grave) for w, grave in answers
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

    def parse(self, text: str, state: State, seat: int) -> Action:
        """`step n`, `guess AEIO`, `look`, `yes`, `no`; `guess` alone can mean several."""
        verb, *args = text.split()[:3] or [""]
        if text == "guess":
            known = [f"guess {vowel * state.length}" for vowel in "AEIOU"]
            raise AmbiguousAction("Which word do you guess?", known)
        if text != " ".join((verb, *args)) or len(args) != (verb in ("step", "guess")):
            raise InvalidAction("Say step, guess, look, yes or no.")
        if verb not in ("step", "guess", "look", "yes", "no"):
            raise InvalidAction("Say step, guess, look, yes or no.")
        return Action(verb, tuple(args))

    def apply(self, state: State, seat: int, action: Action) -> list[Event]:
        """Walk, or guess; a guess is asked about before it counts."""
        offers = {offer.action for offer in self.legal(state, seat)}
        word = action.args[0] if action.verb == "guess" else ""
        any_word = len(word) == state.length and set(word) <= set("AEIOU") and not state.doubt
        if action not in offers and not (any_word and seat in self.to_act(state)):
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
            lucky = state.streams.play.one_in(20)
            state.last, state.doubt = f"{name} guesses {'right' if right else 'wrong'}.", ""
            if right or lucky:
                state.winner = seat
        state.turn += 1
        state.mover = 1 - state.mover
        return [Event("news", state.last, at=state.places[seat])]

    def view(self, state: State, seat: int | None) -> View:
        """Everybody sees the board; a word is seen by its seat alone."""
        ground = (Ground("F:0", " ", "black", "unknown"), Ground("F:1", ".", "slate", "floor"))
        beings = tuple(
            Being(y, x, "R:0", "@", "white", name, seat=each)
            for each, ((y, x), name) in enumerate(zip(state.places, state.names, strict=True))
        )
        area = SIDE * SIDE
        grid = Grid(
            top=0,
            left=0,
            height=SIDE,
            width=SIDE,
            legend=ground,
            ground=bytes([1]) * area,
            state=bytes([SEEN]) * area,
            light=bytes([1]) * area,
            lit=bytes(area),
            focus=state.places[state.mover if seat is None else seat],
            beings=beings,
            marks=tuple(Mark("target", b.y, b.x, str(b.seat)) for b in beings),
        )
        own = () if seat is None else (("Your word", state.secrets[seat]),)
        asked = state.doubt and seat == state.mover
        return View(
            title="Toy",
            turn=state.turn,
            board=grid,
            figures=tuple(
                Figure(each, name, to_move=each in self.to_act(state))
                for each, name in enumerate(state.names)
            ),
            facts=(("Turn", str(state.turn)), *own),
            lines=(state.last,) if state.last else (),
            headline=state.last[:60],
            alt=f"A board with {' and '.join(state.names)}. {state.last}"[:1024],
            question=f"Are you sure of {state.doubt}?" if asked else "",
            phase="play" if state.winner is None else "won",
        )

    def outcome(self, state: State) -> Outcome | None:
        """Somebody guessed right."""
        if state.winner is None:
            return None
        name = state.names[state.winner]
        return Outcome(f"{name} wins", (f"{name} found the word.",), True, (("turn", state.turn),))

    def renew(self, state: State, seed: bytes | None = None) -> None:
        """Fresh dice."""
        state.streams.renew(seed)

    def dump(self, state: State) -> bytes:
        """A mark of the format, then the state."""
        return FORMAT + msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> State:
        """What dump wrote."""
        if not data.startswith(FORMAT):
            raise ValueError("this is no state of the toy")
        try:
            return _SAVED.decode(data[len(FORMAT) :])
        except msgspec.MsgspecError as error:
            raise ValueError(f"this is no state of the toy: {error}") from None
