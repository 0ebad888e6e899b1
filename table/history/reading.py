"""Entries of a log as a seat may read them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.contract.action import GM, audible
from engine.contract.texts import Name, typed
from table.history.entries import Acted, AnyEntry, ForkMade, LogRecord, MotionMade, TurnsUndone
from table.state import TableState
from table.voting.motions import UndoMotion


def called_in(state: TableState) -> dict[int, Name]:
    """Return the names of the seats, with which the Game Master reads what one of them was told."""
    return {each.seat: typed(each.character) for each in state.seats}


def as_read_by(
    record: LogRecord, seat: int | None, called: Mapping[int, Name] | None = None
) -> LogRecord:
    """Return a record as a seat may read it: the actions of other seats are not told. `called`: the
    names of the seats."""
    entry = record.entry
    if isinstance(entry, Acted) and seat not in (GM, entry.seat) and not entry.open_to_all:
        entry = replace(entry, action="", why="")
    seats = () if seat is None else (seat,)
    return replace(record, entry=entry, events=audible(record.events, seats, called))


def is_behind_screen(record: LogRecord) -> bool:
    """Return whether a record, as a seat may read it, tells of nothing but that it is there."""
    entry = record.entry
    if isinstance(entry, TurnsUndone):
        return entry.hidden
    return isinstance(entry, Acted) and not entry.action and not record.events


def names_entry(entry: AnyEntry) -> bool:
    """Return whether an entry names another one by its number."""
    return with_lines(entry, ()) is not entry


def with_lines(entry: AnyEntry, known: Sequence[int]) -> AnyEntry:
    """Return an entry that names others by their lines, the places among the numbers `known`."""
    match entry:
        case TurnsUndone():
            return replace(entry, to=bisect_right(known, entry.to))
        case MotionMade(motion=UndoMotion() as motion):
            return replace(entry, motion=replace(motion, to=bisect_right(known, motion.to)))
        case ForkMade():
            return replace(entry, number=bisect_right(known, entry.number))
    return entry
