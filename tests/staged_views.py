"""Staged situations with what each seat's view must show, and must not, as plain facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.contract.action import GM
from engine.contract.view import SEEN, MapBoard, Page, View

Seat = int | None


class StagedView(NamedTuple):
    """A situation. `shown`: facts of a seat's view; `hidden`: facts that are not in it, though the
    Game Master's view or another seat's has them, or the public's of the situation `revealed`."""

    name: str
    build: Callable[[], Any]
    shown: Mapping[Seat, tuple[str, ...]]
    hidden: Mapping[Seat, tuple[str, ...]]
    revealed: Callable[[], Any] | None = None


def seen_alike(
    name: str,
    build: Callable[[], Any],
    *shown: str,
    hidden: tuple[str, ...] = (),
    gm: tuple[str, ...] | None = None,
    revealed: Callable[[], Any] | None = None,
) -> StagedView:
    """Return a situation that the first seat and the public see alike: what all see, what these two
    do not, and what the Game Master sees alone (None: there is none)."""
    players: tuple[Seat, ...] = (0, None)
    seen = {} if gm is None else {GM: (*shown, *gm)}
    unseen = (*hidden, *(gm or ()))
    return StagedView(
        name,
        build,
        dict.fromkeys(players, shown) | seen,
        dict.fromkeys(players, unseen) if unseen else {},
        revealed,
    )


def facts_of(view: View, pages: Sequence[Page]) -> frozenset[str]:
    """Return what a view shows, and which pages there are: "wolf-1 at 3 4", "wolf-1 asleep"."""
    found = {f"{label}: {value}" for label, value in view.facts} | {f"phase {view.phase}"}
    found |= {f"ended {view.ending}"} if view.ending else set()
    found |= {f"odds: {line}" for line in view.odds}
    found |= {f"asked: {view.question}"} if view.question else set()
    found |= {f"told: {line}" for line in view.lines}
    found |= {f"page {page.name}" for page in pages}
    found |= {f"handout {each.name}" for each in view.handouts}
    for who in view.characters:
        found |= {f"{who.name} has {bar.name} {bar.shown}" for bar in who.bars}
        found |= {f"{who.name} is {each.word}" for each in who.conditions}
        counted = [each for each in who.conditions if each.amount is not None]
        found |= {f"{who.name} is {each.word} {each.amount}" for each in counted}
        found |= {f"{who.name}: {each.amount} {each.word}" for each in who.figures}
        found |= {f"{who.name} is to act"} if who.to_act else set()
    for section in view.sheet.sections if view.sheet else ():
        found |= {f"{section.title}: {line}" for line in section.lines}
        found |= {f"{section.title}: {row}" for table in section.tables for row in table.lines}
        found |= {f"{section.title}: {row.name} {row.faces} {row.result}" for row in section.dice}
    return frozenset(found | set(_facts_of_map(view.map)) if view.map else found)


def _facts_of_map(board: MapBoard) -> Iterator[str]:
    for each in board.entities:
        yield f"{each.name} at {each.y} {each.x}"
        yield from (f"{each.name} {badge}" for badge in each.badges)
        yield from (f"{each.name} {note.text}" for note in each.notes)
        yield from (f"{each.name} has {bar.name} {bar.shown}" for bar in each.bars)
        if each.description:
            yield f"{each.name}: {each.description}"
        if each.hidden:
            yield f"{each.name} hidden"
    for item in board.items:
        yield f"{item.name} at {item.y} {item.x}"
        yield from (f"{item.name} {badge}" for badge in item.badges)
        states = {"hidden": item.hidden, "remembered": item.remembered, "on others": item.more}
        yield from (f"{item.name} {state}" for state, holds in states.items() if holds)
    for mark in board.marks:
        yield f"{mark.kind} {mark.text} at {mark.y} {mark.x}"
    for i, (ground, state) in enumerate(zip(board.ground, board.state, strict=True)):
        y, x = divmod(i, board.width)
        if ground:
            yield f"{board.legend[ground].name} at {board.top + y} {board.left + x}"
        if board.overlay and board.overlay[i]:
            yield f"{board.overlays[board.overlay[i]]} at {board.top + y} {board.left + x}"
        if state == SEEN:
            yield f"sees {board.top + y} {board.left + x}"


def check(staged: StagedView, look: Callable[[Any, Seat], tuple[View, Sequence[Page]]]) -> None:
    """Assert that each seat sees what it must, and nothing that it must not. `look` returns a
    seat's view and pages in a situation."""
    made = staged.build()
    views = {s: facts_of(*look(made, s)) for s in {*staged.shown, *staged.hidden, GM}}
    for seat, facts in staged.shown.items():
        assert set(facts) <= views[seat], (staged.name, seat, set(facts) - views[seat])
    known = frozenset[str]().union(*views.values())
    if staged.revealed is not None:
        known |= facts_of(*look(staged.revealed(), None))
    for seat, facts in staged.hidden.items():
        assert facts, (staged.name, seat)
        assert set(facts) <= known, ("nothing to hide", staged.name, set(facts) - known)
        assert not views[seat].intersection(facts), (staged.name, seat, views[seat] & set(facts))
