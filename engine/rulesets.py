"""The list of rulesets. A new one is a folder here, its data, and a line below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.contract.ruleset import AnyRuleset
from engine.delve import arena as delve_arena
from engine.delve import balance as delve_balance
from engine.delve.ruleset import Delve
from engine.kanthe.ruleset import Kanthe
from engine.sil import arena as sil_arena
from engine.sil.data import bundle
from engine.sil.ruleset import SilQ
from engine.silg.ruleset import SilG


def build(sil_data: Path | None = None) -> dict[str, AnyRuleset]:
    """Return all rulesets by name; `sil_data`: a folder of edit files to play Sil-Q with.

    Raises DataErrors when that folder cannot be used.
    """
    data = bundle.load(sil_data) if sil_data else None
    rulesets: tuple[AnyRuleset, ...] = (
        SilQ(data),
        SilG(data),
        Kanthe(),
        Delve(),
    )
    return {ruleset.name: ruleset for ruleset in rulesets}


RULESETS: dict[str, AnyRuleset] = build()

ARENAS: dict[str, Callable[[Sequence[str], str, int, int], Iterator[str]]] = {
    "sil": sil_arena.report,
    "delve": delve_arena.report,
}
"""Reports on fights by ruleset: (sides, hero, fights, seed) to lines of text. They raise
InvalidAction for names that are not known."""

BALANCES: dict[str, Callable[[int, int, int], Iterator[str]]] = {"delve": delve_balance.report}
"""Reports on autoplayed games by ruleset: (games, processes, seed) to lines of text."""
