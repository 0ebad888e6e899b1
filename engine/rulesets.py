"""The list of rulesets. A new one is a folder here, its data, and its class below; other packages
bring theirs by an entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Protocol

from engine.contract.data import ENTRY_POINTS, InvalidData
from engine.contract.ruleset import AnyRuleset, Ruleset
from engine.delve import arena as delve_arena
from engine.delve.balance import report as delve_balance
from engine.delve.ruleset import Delve
from engine.kanthe.balance import report as kanthe_balance
from engine.kanthe.ruleset import Kanthe
from engine.sil import arena as sil_arena
from engine.sil.data import bundle
from engine.sil.ruleset import SilQ
from engine.sil.ruleset_base import SilRuleset
from engine.silg.ruleset import SilG

Kinds = Mapping[str, type[AnyRuleset]]
KINDS: dict[str, type[AnyRuleset]] = {kind.name: kind for kind in (SilQ, SilG, Kanthe, Delve)}
DAILY = (SilQ.name, {"hero": "quick"})
"""The ruleset of the daily run, and its options."""


def build(sil_data: Path | None = None, kinds: Kinds = KINDS) -> dict[str, AnyRuleset]:
    """Read the data of rulesets and return these by name.

    `sil_data`: a folder of edit files to play Sil with. Raises InvalidData.
    """
    data = bundle.load(sil_data)
    return {
        name: kind(data) if issubclass(kind, SilRuleset) else kind() for name, kind in kinds.items()
    }


def installed() -> dict[str, type[AnyRuleset]]:
    """Return the rulesets that other packages bring, by name. Raises InvalidData for one that
    cannot be played with."""
    found: dict[str, type[AnyRuleset]] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        kind = _load(entry)
        if kind.name in KINDS or kind.name in found:
            raise InvalidData(f"There are two rulesets with the name {kind.name}: {entry.value}.")
        found[kind.name] = kind
    return found


def _load(entry: EntryPoint) -> type[AnyRuleset]:
    try:
        kind = entry.load()
    except (ImportError, AttributeError) as error:
        raise InvalidData(f"The ruleset {entry.value} cannot be imported: {error}.") from error
    if not (isinstance(kind, type) and issubclass(kind, Ruleset)):
        raise InvalidData(f"{entry.value} is no ruleset.")
    return kind


ARENAS: dict[str, Callable[[Sequence[str], str, int, int], Iterator[str]]] = {
    "sil": sil_arena.report,
    "delve": delve_arena.report,
}
"""Reports on fights by ruleset: (sides, hero, fights, seed) to lines of text. They raise
InvalidAction for names that are not known."""


class BalanceReport(Protocol):
    """A report on autoplayed games, in lines of text or one of JSON."""

    def __call__(
        self, games: int, processes: int, seed: int, *, as_json: bool = False
    ) -> Iterator[str]: ...


BALANCES: dict[str, BalanceReport] = {
    "delve": delve_balance.report,
    "kanthe": kanthe_balance.report,
}
COMPARISONS: dict[str, BalanceReport] = {"delve": delve_balance.comparison}
"""Reports on how far heroes come who ignore a part of the game."""
