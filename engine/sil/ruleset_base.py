"""The base class of rulesets that are played with Sil's data: Sil-Q, and its form for a table."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from engine.common.help_topics import with_topics
from engine.common.saved_state import SavedStates
from engine.contract.data import DataReport
from engine.contract.ruleset import Ruleset
from engine.contract.sprites import SpriteSheet
from engine.contract.texts import Words
from engine.sil.commands import action_words
from engine.sil.data import bundle
from engine.sil.data.bundle import Data
from engine.sil.data.sprite_sheets import read_sprite_sheet
from engine.sil.game import old_states
from engine.sil.game.state import SilState

S = TypeVar("S")


class SilRuleset(Ruleset[S]):
    """A ruleset with Sil's data."""

    saved: SavedStates[S]

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
        return with_topics(bundle.check(folder), folder)

    def sprite_sheet(self, folder: Path) -> SpriteSheet:
        return read_sprite_sheet(folder, self.data)

    def action_text(self, line: str) -> Words:
        return action_words.in_words(line) if line.split() else line

    def dump(self, state: S) -> bytes:
        return self.saved.dump(state)

    def load(self, data: bytes) -> S:
        state = self.saved.load(data)
        old_states.upgrade(self.sil_state(state))
        return state

    def sil_state(self, state: S) -> SilState:
        """Return the state of Sil's rules within a state."""
        raise NotImplementedError
