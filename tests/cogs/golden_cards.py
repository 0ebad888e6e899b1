"""The pictures and cards of the situations. `python -m tests.cogs.golden_cards` draws them anew;
look at them at their size and at 350 pixels."""

from __future__ import annotations

from pathlib import Path

import render
from engine.common.slugs import slug
from tests.cogs.test_card_questions import SHOWN, Shown
from tests.cogs.test_cards import labels, words

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "situations"


def png(shown: Shown) -> bytes:
    """Return the picture of a situation, with its proposals."""
    if shown.outcome is not None:
        return render.ending(shown.view, shown.outcome).png
    proposals = tuple(
        render.Proposal(each.letter, each.path, each.at, label=str(each.label), open=2)
        for each in (shown.poll.proposals if shown.poll else ())
    )
    return render.picture(shown.view, proposals=proposals).png


def text(shown: Shown) -> str:
    """Return the words and buttons of a card."""
    rows = [" | ".join(row) for row in labels(shown.card)]
    return "\n".join([str(shown.view.alt), words(shown.card), *rows]) + "\n"


def path(name: str, suffix: str) -> Path:
    """Return the file that keeps a situation's picture or card."""
    return FOLDER / f"{slug(name)}{suffix}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in SHOWN.items():
        shown = make()
        path(name, ".png").write_bytes(png(shown))
        path(name, ".txt").write_text(text(shown), "utf-8")
