"""Plain facts to lay out in tests of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.ui import cards
from cogs.ui.cards import Card
from engine.contract.action import Action, Offer
from engine.contract.view import Ground, MapBoard, Turn, View
from table.receipt import Status
from table.state import Deadline, GameRecord, Seat

BOARD = MapBoard(
    0, 0, 1, 1, (Ground("toy:unknown", " ", "black", "unknown"),), b"\0", b"\0", b"\0", b"\0", None
)


def view(lines: tuple[str, ...] = ("A wolf howls.",), question: str = "", **more: object) -> View:
    """A view with these lines."""
    facts = {"title": "Sil-Q · 150 ft", "turn": 42, "map": BOARD, "alt": "A dark room."}
    return View(
        **{**facts, **more},  # type: ignore[arg-type]
        characters=(),
        facts=(),
        lines=lines,
        headline=lines[0][:60] if lines else "",
        question=question,
    )


def status(phase: str = "play", **more: object) -> Status:
    """One character's game."""
    game = GameRecord(7, 1, 1, "toy", 5, "solo", phase=phase, pause_reason="Tea.")  # type: ignore[arg-type]
    facts = {
        "members": (),
        "seats": (Seat(0, "Beren", 5),),
        "turn": Turn(1, (0,)),
        "waiting_for": (5,),
        "deadlines": (),
        "seed": None,
        "outcome": None,
    }
    return Status(game=game, title="Toy", **{**facts, **more})  # type: ignore[arg-type]


def moves(*ways: str) -> list[Offer]:
    """Steps."""
    return [Offer(Action("step", (way,)), f"Step {way}", group="move") for way in ways]


def turn_card(
    offers: Sequence[Offer] | None = (),
    shown: View | None = None,
    phase: str = "play",
    png: bytes | None = b"png",
    due: float = 0,
) -> Card:
    """A turn's card. `due`: when the turn ends."""
    deadlines = (Deadline(7, "turn", due, 5),) if due else ()
    at = status(phase, deadlines=deadlines)
    return cards.turn_card(at, 9, shown or view(), offers, png)
