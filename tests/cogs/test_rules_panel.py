"""Differences tells every ruling of a game, on as many pages as that takes."""

from __future__ import annotations

from tests.rulesets import RULESETS
from tests.table.world import ANN
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.strokes import founded


async def test_every_difference_is_on_one_of_the_pages(onlooker: OnlookerBot) -> None:
    await founded(onlooker, "sil", mode="solo", options={"hero": "quick"})
    pages = [b"".join(await onlooker.press(ANN, "rules", str(page))).decode() for page in range(4)]
    titles = [each.title for each in RULESETS["sil"].data.rules.rulings]
    told = [sum(f"{title}:" in page for page in pages[:3]) for title in titles]
    assert "Page 1 of 3" in pages[0]
    assert told.count(1) == len(titles) - 2  # will_save_tie and majesty_effect are Sil-G's alone
    assert pages[3] == pages[0]
