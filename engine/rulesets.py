"""The one list of rulesets. A new one is a folder here, its data, and a line below."""

from __future__ import annotations

from engine.contract.ruleset import AnyRuleset
from engine.sil.ruleset import SilQ

_ALL: tuple[AnyRuleset, ...] = (SilQ(),)

RULESETS: dict[str, AnyRuleset] = {ruleset.name: ruleset for ruleset in _ALL}
