"""The rooms of the tutorial, read from a file in the manner of the edit files.

Every room is a task: a sentence, a goal, a map with the symbols of vault maps, and what stands or
lies in it. The rooms are joined from west to east by gates in their middle rows.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.sil.data.bundle import SHIPPED

FILE = SHIPPED / "tutorial.txt"
GATE = "G"
GOALS = frozenset(
    ("reach", "stealthy", "held", "armed", "bow", "slain", "learned", "singing", "made", "left")
)


class RoomThings(NamedTuple):
    """Things of a kind that lie where a letter stands on the map."""

    kind: str
    number: int


class RoomCreature(NamedTuple):
    """A creature that stands where a letter stands on the map."""

    race: str
    health: int
    alertness: int


class TutorialRoom(NamedTuple):
    """A room with its task; `rows` are equally long. `actions`: patterns of action lines that the
    task asks for beside walking, the later ones last."""

    name: str
    task: str
    goal: str
    rows: tuple[str, ...]
    things: dict[str, RoomThings]
    creatures: dict[str, RoomCreature]
    actions: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])


@lru_cache(maxsize=4)
def read_rooms(path: Path = FILE) -> tuple[TutorialRoom, ...]:
    """Return the rooms of a file, in order. Raises ValueError, with the line, for a bad one."""
    rooms: list[TutorialRoom] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            _read_line(rooms, line)
        except (ValueError, IndexError):
            raise ValueError(f"{path.name}:{number}: this line cannot be read") from None
    for room in rooms:
        if not _is_whole(room):
            raise ValueError(f"{path.name}: the room {room.name} is not whole")
    return tuple(rooms)


def _read_line(rooms: list[TutorialRoom], line: str) -> None:
    """Add what a line says to the newest room."""
    letter, _, rest = line.partition(":")
    if letter == "N":
        rooms.append(TutorialRoom(rest.split(":", 1)[1], "", "", (), {}, creatures={}))
        return
    room = rooms.pop()
    if letter == "T":
        room = room._replace(task=rest)
    elif letter == "A":
        room = room._replace(actions=(*room.actions, rest))
    elif letter == "G":
        room = room._replace(goal=rest)
    elif letter == "D":
        room = room._replace(rows=(*room.rows, rest))
    elif letter == "K":
        symbol, kind, count = rest.split(":")
        room = room._replace(things={**room.things, symbol: RoomThings(kind, int(count))})
    elif letter == "M":
        symbol, race, health, alertness = rest.split(":")
        creature = RoomCreature(race, int(health), int(alertness))
        room = room._replace(creatures={**room.creatures, symbol: creature})
    else:
        raise ValueError
    rooms.append(room)


def _is_whole(room: TutorialRoom) -> bool:
    same_width = len({len(row) for row in room.rows}) == 1
    return same_width and bool(room.task) and room.goal in GOALS
