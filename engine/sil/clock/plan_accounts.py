"""The account of a plan: what it found, took, killed and cost, by facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.contract.facts import Died, SeatRef, Took
from engine.contract.texts import Text, Words, counted, text
from engine.sil.game.context import SilContext
from engine.sil.game.state import Room
from engine.sil.items import item_handles, item_names
from engine.sil.level import terrain
from engine.sil.movement import travel


class PlanAccount:
    """The account of a plan under way: what its hero had and knew when it began."""

    def __init__(self, game: SilContext) -> None:
        self._game = game
        self._level = game.level
        self._rooms = set(self._known_rooms())
        self._landmarks = set(self._known_landmarks())
        self._health = _health(game)
        self._experience = game.hero.experience
        self._events = len(game.state.events)

    def counts(self) -> Mapping[str, int]:
        """Return what the plan brought and took, by what it is: nothing that is 0."""
        hero = self._game.hero
        counts = {
            "rooms": len(self._new_rooms()),
            "landmarks": len(self._new_landmarks()),
            "taken": sum(self._taken().values()),
            "killed": self._killed(),
            "health": _health(self._game) - self._health,
            "experience": hero.experience - self._experience,
        }
        return {name: count for name, count in counts.items() if count}

    def words(self, ended_at: tuple[int, int] | None) -> Iterator[Words]:
        """Yield the same for people; not the place where it ended, which is told as the reason."""
        game, level = self._game, self._level
        if rooms := len(self._new_rooms()):
            yield counted(rooms, "{number} room", "{number} rooms")
        for i in self._new_landmarks():
            if level.place(i) != ended_at:
                yield text("{place:a}", place=terrain.words_of(game.data, level.feature[i]))
        for thing in self._things():
            yield text("took {item}", item=thing)
        if killed := self._killed():
            yield text("killed {number}", number=killed)
        change = _health(game) - self._health
        if change > 0:
            yield text("got back {number} health", number=change)
        elif change < 0:
            yield text("lost {number} health", number=-change)

    def _new_rooms(self) -> set[int]:
        """Return the numbers of the rooms of which he knows something now; none of another
        level."""
        return set(self._known_rooms()) - self._rooms if self._stayed else set()

    def _new_landmarks(self) -> list[int]:
        return sorted(set(self._known_landmarks()) - self._landmarks) if self._stayed else []

    @property
    def _stayed(self) -> bool:
        return self._game.level is self._level

    def _known_rooms(self) -> Iterator[int]:
        known = travel.known_squares(self._game, glimpsed=True)
        for number, room in enumerate(self._game.level.rooms):
            if any(1 in known[row] for row in _rows(room, self._game.level.width)):
                yield number

    def _known_landmarks(self) -> Iterator[int]:
        game = self._game
        for i in terrain.squares(game.level, terrain.LANDMARK):
            if game.knowledge.mark[i]:
                yield i

    def _taken(self) -> Counter[str]:
        """Return how many of each kind were picked up, by its key."""
        found: Counter[str] = Counter()
        for event in self._game.state.events[self._events :]:
            if isinstance(event.fact, Took):
                found[event.fact.thing.kind] += event.fact.thing.count
        return found

    def _things(self) -> Iterator[Text]:
        """Yield the words of what was picked up and is still there."""
        game, taken = self._game, self._taken()
        for item in (*game.hero.pack, *game.hero.worn.values()):
            count = taken.pop(item_names.reference(game, item).kind, 0)
            if count:
                yield item_handles.item_words(game, replace(item, count=min(count, item.count)))

    def _killed(self) -> int:
        me = SeatRef(self._game.hero.number)
        events = self._game.state.events[self._events :]
        return sum(isinstance(e.fact, Died) and e.fact.by == me for e in events)


def _health(game: SilContext) -> int:
    """Return his health; what he has beyond the full passes of itself."""
    return min(game.hero.health, game.hero.derived.max_health)


def _rows(room: Room, width: int) -> Iterator[slice]:
    """Yield the rows of a room's inside, as slices of a layer."""
    for y in range(room.top + 1, room.bottom):
        yield slice(y * width + room.left + 1, y * width + room.right)
