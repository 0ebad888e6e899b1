"""The differences of Sil-G from Sil-Q by its manual, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common.help_topics import topic_text
from engine.contract.texts import Text, joined
from engine.sil.data.rule_records import RulingWords
from engine.sil.game import presets
from engine.sil.game.presets import MANUAL
from engine.silg.rulings import HELP_FILE, SIL_G
from engine.silg.wording import text


def describe(words: Iterable[RulingWords]) -> Text:
    """Return the rulings of the table, a line a point, from the words of each."""
    lines = [
        text("Where the rulebook of Sil-G differs from the manual of Sil-Q:"),
        *(
            text(
                "{ruling}: {value} (Sil-Q: {other})",
                ruling=Text(each.title),
                value=Text(each.values["silg"]),
                other=Text(each.values["manual"]),
            )
            for each in presets.differences(words, SIL_G, MANUAL)
        ),
        text("Where the rulebook is silent:"),
    ]
    return joined([*lines, topic_text(HELP_FILE, "rulings")], "\n")
