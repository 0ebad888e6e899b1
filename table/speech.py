"""What a table owes to Discord after a change, as plain text: cogs escape and format it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Outcome, View
from table.records import Game
from table.store import Draft


def card(game: Game) -> Draft:
    """Post the game's newest card."""
    return Draft("card", f"{game.card}-card", game.card)


def redraw(game: Game) -> Draft:
    """Draw the newest card again."""
    return Draft("edit", None, game.card)


def ping(game: Game, people: Iterable[int], title: str, view: View | None) -> Draft:
    """Tell people that it is their move: a line that reads on a lock screen."""
    text = f"Your move in {view.title if view else title}."
    if view and view.headline:
        text += f" {view.headline}"
    payload = {"whom": sorted(people), "text": text}
    return Draft("ping", f"{game.number}-ping", game.card, payload)


def ending(game: Game, title: str, outcome: Outcome | None, seed: bytes) -> Draft:
    """Tell everybody how it ended, and the seed, so that the dice can be checked."""
    lines = [outcome.title, *outcome.story] if outcome else [f"The game of {title} has ended."]
    lines.append(f"The dice's seed was {seed.hex()}; its hash was published at the start.")
    payload = {"text": "\n".join(lines)}
    return Draft("notice", f"{game.number}-notice", game.card, payload)
