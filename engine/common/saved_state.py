"""The saved form of a ruleset's states: a byte with the number of its format, then MessagePack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

S = TypeVar("S")
Upgrade = Callable[
    [Any], Any
]  # a state's MessagePack tree in an older format -> in the present one
NO_OLDER: Mapping[int, Upgrade] = {}


class SavedStates(Generic[S]):
    """Saves and reads the states of a ruleset.

    Make it when the ruleset's module is imported, before there are threads: msgspec breaks when two
    of them ask for a type for the first time.
    """

    def __init__(
        self, kind: type[S], title: str, number: int, older: Mapping[int, Upgrade] = NO_OLDER
    ) -> None:
        """Save states of a type in the format of a number (0 to 255); the title names the ruleset
        in errors. `older`: formats that are read too."""
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._title = title
        self._format = bytes([number])
        self._older = {bytes([each]): upgrade for each, upgrade in older.items()}

    def dump(self, state: S) -> bytes:
        """Return a state as bytes."""
        return self._format + msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> S:
        """Return the state that `dump` wrote. Raises ValueError for anything else."""
        upgrade = self._older.get(data[:1])
        if data[:1] != self._format and upgrade is None:
            raise ValueError(f"this is no saved game of {self._title} that can be read")
        try:
            if upgrade is not None:
                tree = msgspec.msgpack.decode(data[1:])
                return self._decoder.decode(msgspec.msgpack.encode(upgrade(tree)))
            return self._decoder.decode(data[1:])
        except (msgspec.DecodeError, LookupError, TypeError, AttributeError) as fault:
            raise ValueError(f"this saved game of {self._title} is damaged") from fault
