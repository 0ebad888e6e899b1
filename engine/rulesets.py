"""The list of rulesets. A new one is a folder here, its data, and a line below."""

from __future__ import annotations

from pathlib import Path

from engine.contract.ruleset import AnyRuleset
from engine.sil.data import bundle
from engine.sil.ruleset import SilQ


def build(sil_data: Path | None = None) -> dict[str, AnyRuleset]:
    """Return all rulesets by name; `sil_data`: a folder of edit files to play Sil-Q with.

    Raises DataErrors when that folder cannot be used.
    """
    rulesets: tuple[AnyRuleset, ...] = (SilQ(bundle.load(sil_data) if sil_data else None),)
    return {ruleset.name: ruleset for ruleset in rulesets}


RULESETS: dict[str, AnyRuleset] = build()
