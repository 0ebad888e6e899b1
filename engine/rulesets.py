"""The one list of rulesets. A new one is a folder here, its data, and a line below."""

from __future__ import annotations

from engine.game import Ruleset
from engine.sil.ruleset import SilQ

_ALL: tuple[Ruleset, ...] = (SilQ(),)

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in _ALL}
