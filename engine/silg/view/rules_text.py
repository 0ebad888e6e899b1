"""The differences of Sil-G from Sil-Q by its manual, in words."""

from __future__ import annotations

from engine.sil.game import presets
from engine.sil.game.presets import MANUAL
from engine.silg.rulings import SIL_G
from engine.silg.view.table_pages import RULINGS


def describe() -> str:
    """Return the rulings of the table, a line a point."""
    lines = ["Where the rulebook of Sil-G differs from the manual of Sil-Q:"]
    lines += [
        f"{each.field.replace('_', ' ')}: {each.value} (Sil-Q: {each.other})"
        for each in presets.differences(SIL_G, MANUAL)
    ]
    return "\n".join([*lines, "Where the rulebook is silent:", *RULINGS])
