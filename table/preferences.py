"""People's preferences: stored, and kept in memory for the tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from table.schedule.quiet_hours import Preferences, check_preference
from table.store.store import Store

HOURS = frozenset({"zone", "quiet", "away"})  # preferences that move deadlines


class PreferenceService:
    """The preferences of all people.

    The tables heed `pings` (off), `next` (on: say when one is next), `zone` (Europe/Berlin),
    `quiet` (22:00-08:00) and `away` (until when, in seconds since 1970); the other names are the
    callers' own. `on_hours_changed` is called with a person whose hours have changed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._values: dict[int, dict[str, str]] = {}  # what has been read so far
        self.known: dict[int, Preferences] = {}  # of the same people, for the tables
        self.on_hours_changed: Callable[[int], Awaitable[None]] | None = None

    async def of(self, person: int) -> dict[str, str]:
        """Return what a person has set."""
        await self._read([person])
        return self._values[person]

    def read_so_far(self, person: int) -> dict[str, str] | None:
        """Return what a person has set; None when it is not in memory."""
        return self._values.get(person)

    async def set(self, person: int, name: str, value: str | None) -> None:
        """Set a person's preference (None: back to the default). Raises Refusal for a zone, hours
        or time that cannot be understood."""
        if value is not None:
            check_preference(name, value)
        await self._store.set_preference(person, name, value)
        self.forget(person)
        if name in HOURS and self.on_hours_changed is not None:
            await self.on_hours_changed(person)

    async def tell_once(self, person: int, hint: str) -> bool:
        """Return whether a person has not been given a hint yet, and note that they are now."""
        name = f"told-{hint}"
        if name in await self.of(person):
            return False
        await self.set(person, name, "yes")
        return True

    def forget(self, person: int) -> None:
        """Read a person's preferences again when they are next needed."""
        self.known.pop(person, None)
        self._values.pop(person, None)

    def forget_all(self) -> None:
        """Read everybody's preferences again when they are next needed."""
        self.known.clear()
        self._values.clear()

    async def load(self, people: Collection[int]) -> dict[int, Preferences]:
        """Return the preferences of all whose have been read, these people's among them."""
        await self._read(people)
        return self.known

    async def _read(self, people: Collection[int]) -> None:
        if unknown := [person for person in people if person not in self._values]:
            found = await self._store.preferences(unknown)
            self._values |= found
            self.known |= {person: Preferences.parse(values) for person, values in found.items()}
