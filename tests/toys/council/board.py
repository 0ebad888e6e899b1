"""The boards of the council: what each seat sees of the hall and of the sheet."""

from __future__ import annotations

from collections.abc import Collection

from engine.contract.action import GM
from engine.contract.view import (
    SEEN,
    Bar,
    CharacterStatus,
    Condition,
    DiceRow,
    Entity,
    Ground,
    MapBoard,
    Note,
    SheetBoard,
    SheetSection,
)
from tests.toys.council.state import HEARTS, Councillor, CouncilState

HEIGHT, WIDTH = 3, 6  # squares; the gate is the last column
LEGEND = (
    Ground("council:unknown", " ", "black", "unknown"),
    Ground("council:floor", ".", "slate", "floor"),
    Ground("council:gate", "+", "umber", "gate", door=True),
)


def draw_map(state: CouncilState, seat: int | None) -> MapBoard:
    """Return the hall; the shadow stands in it for those who see it."""
    area = HEIGHT * WIDTH
    entities = [_entity(state, each) for each in range(len(state.members)) if _stands(state, each)]
    if seat == GM or (seat is not None and state.members[seat].token == "lamp"):
        entities.append(_shadow(state, seat))
    own = None if seat is None or seat == GM else state.members[seat]
    return MapBoard(
        top=0,
        left=0,
        height=HEIGHT,
        width=WIDTH,
        legend=LEGEND,
        ground=bytes([1] * (WIDTH - 1) + [2]) * HEIGHT,
        state=bytes([SEEN]) * area,
        light=bytes([1]) * area,
        lighting=bytes(area),
        focus=(own.y, own.x) if own else None,
        entities=tuple(entities),
    )


def _stands(state: CouncilState, seat: int) -> bool:
    return state.members[seat].ending in ("", "won")


def _entity(state: CouncilState, seat: int) -> Entity:
    member = state.members[seat]
    return Entity(
        member.y,
        member.x,
        "council:member",
        "@",
        "white",
        member.name,
        seat=seat,
        badges=("declared",) if member.declared else (),
        bars=_bars(state, member),
    )


def _shadow(state: CouncilState, seat: int | None) -> Entity:
    y, x = state.shadow
    notes = (Note("+1", "alarm"),) if seat == GM else ()
    return Entity(y, x, "council:shadow", "W", "violet", "shadow", notes=notes, hidden=seat == GM)


def _bars(state: CouncilState, member: Councillor) -> tuple[Bar, ...]:
    # What somebody carries shows only when all have chosen.
    shield = member.token == "shield" and state.stage != "setup"
    return (Bar("hearts", member.hearts, HEARTS + shield),)


def draw_sheet(state: CouncilState, seat: int | None) -> SheetBoard:
    """Return the council's sheet; the Game Master's has the roll behind the screen."""
    left = max(state.rounds - state.round, 0)
    council = [f"{member.name}: {_describe(member)}" for member in state.members]
    sections = [
        SheetSection("The council", tuple(council)),
        SheetSection("The dark", (f"Rounds left: {left}",)),
    ]
    if seat == GM:
        declared = [f"{m.name} will {m.declared}." for m in state.members if m.declared]
        dice = (DiceRow("Danger", (state.rolled,)),) if state.rolled else ()
        sections.append(SheetSection("Behind the screen", tuple(declared), dice))
    return SheetBoard(tuple(sections))


def _describe(member: Councillor) -> str:
    if member.ending:
        return {"won": "through the gate", "lost": "taken", "left": "gone"}[member.ending]
    return f"{member.x} steps in" if member.x else "at the door"


def facts(state: CouncilState, seat: int | None) -> tuple[tuple[str, str], ...]:
    """Return the round, and the omens and tokens that the seat knows."""
    shown = [("Round", str(state.round))]
    if seat == GM:
        shown += [(f"Omen of {member.name}", member.omen) for member in state.members]
    elif seat is not None:
        member = state.members[seat]
        shown.append(("Your omen", member.omen))
        if member.token:
            shown.append(("You carry", member.token))
        if member.declared:
            shown.append(("You will", member.declared))
    return tuple(shown)


def statuses(state: CouncilState, waiting: Collection[int]) -> tuple[CharacterStatus, ...]:
    """Return the strip of characters, which all see alike."""
    return tuple(
        CharacterStatus(
            seat,
            member.name,
            "council:member",
            _bars(state, member),
            (Condition("declared", "declared"),) if member.declared else (),
            to_act=seat in waiting,
        )
        for seat, member in enumerate(state.members)
    )
