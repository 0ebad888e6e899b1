"""The differences of Sil-G from Sil-Q by its manual, in words."""

from __future__ import annotations

from engine.contract.texts import Text, joined
from engine.sil.game import presets
from engine.sil.game.presets import MANUAL
from engine.silg.rulings import SIL_G
from engine.silg.view.table_pages import RULINGS
from engine.silg.wording import text


def describe() -> Text:
    """Return the rulings of the table, a line a point."""
    lines = [
        text("Where the rulebook of Sil-G differs from the manual of Sil-Q:"),
        *(
            text(
                "{ruling}: {value} (Sil-Q: {other})",
                ruling=Text(each.field.replace("_", " ")),
                value=Text(each.value),
                other=Text(each.other),
            )
            for each in presets.differences(SIL_G, MANUAL)
        ),
        text("Where the rulebook is silent:"),
    ]
    return joined([*lines, *RULINGS], "\n")
