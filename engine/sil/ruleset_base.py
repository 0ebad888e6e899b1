"""The base class of rulesets that are played with Sil's data: Sil-Q, and its form for a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.contract.action import InvalidAction
from engine.contract.data import DataReport
from engine.contract.ruleset import Ruleset
from engine.contract.sprites import SpriteSheet
from engine.contract.texts import Name, joined, text
from engine.sil.data import bundle
from engine.sil.data.bundle import Data
from engine.sil.data.sprite_sheets import read_sprite_sheet
from engine.sil.game import old_states
from engine.sil.game.state import GameState

S = TypeVar("S")


class SilRuleset(Ruleset[S]):
    """A ruleset with Sil's data; its states are saved as they are, behind a number of the format.

    `saved` reads them. It is made before there are threads: msgspec breaks when two of them ask for
    a type for the first time.
    """

    saved_format: int
    saved: msgspec.msgpack.Decoder[S]

    def __init__(self, data: Data | None = None) -> None:
        """Play with these data; by default with the project's own, read when they are needed."""
        self._data = data

    @property
    def data(self) -> Data:
        """Return the content that games are played with."""
        return self._data or bundle.load()

    def data_digest(self) -> str:
        return self.data.digest

    @classmethod
    def check_data(cls, folder: Path) -> DataReport:
        return bundle.check(folder)

    def sprite_sheet(self, folder: Path) -> SpriteSheet:
        return read_sprite_sheet(folder, self.data)

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a value for each setting. Raises InvalidAction for one that it does not have."""
        values = {s.name: options.get(s.name, s.values[0]) for s in self.settings}
        for setting in self.settings:
            if values[setting.name] not in setting.values:
                raise InvalidAction(
                    text(
                        "“{value}” is no value of {setting}: it takes {values}.",
                        value=Name(values[setting.name], given=True),
                        setting=Name(setting.name, given=True),
                        values=joined([Name(each, given=True) for each in setting.values], ", "),
                    )
                )
        return values

    def dump(self, state: S) -> bytes:
        return bytes([self.saved_format]) + msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> S:
        if data[:1] != bytes([self.saved_format]):
            raise ValueError(f"this is no saved game of {self.title} that can be read")
        try:
            state = self.saved.decode(data[1:])
        except msgspec.DecodeError as fault:
            raise ValueError(f"this saved game of {self.title} is damaged") from fault
        old_states.upgrade(self.sil_state(state))
        return state

    def sil_state(self, state: S) -> GameState:
        """Return the state of Sil's rules within a state."""
        raise NotImplementedError
