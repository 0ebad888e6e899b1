"""What a table owes to Discord after a change, as plain text: cogs escape and format it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from engine.game import Outcome, View
from table import hours
from table.hours import Habits
from table.modes import At
from table.records import Game
from table.steps import Draft


def card(game: Game) -> Draft:
    """Post the game's newest card."""
    return Draft("card", f"{game.card}-card", game.card)


def in_hand(card: Draft, until: float) -> Draft:
    """A card that somebody else is about to post: look first whether they have, from then on."""
    return replace(card, payload={"in_hand": True}, not_before=until)


def redraw(game: Game) -> Draft:
    """Draw the newest card again."""
    return Draft("edit", None, game.card)


Why = Literal["turn", "next", "nudge", "last", "late"]
_WHY: dict[Why, str] = {
    "turn": "Your move in {title}.",
    "next": "You are next in {title}.",
    "nudge": "{title} waits for you.",
    "last": "You are the last one that {title} waits for.",
    "late": "Your move in {title} is late.",
}


def pings(
    at: At, people: Iterable[int], title: str, view: View | None, why: Why, until: float | None
) -> list[Draft]:
    """Tell people that it is their move: a line that reads on a lock screen. It waits for the
    end of their quiet hours; `until` (their turn's end) is for the reader's own time zone."""
    text = _WHY[why].format(title=view.title if view else title)
    if view and view.headline:
        text += f" {view.headline}"
    by_hour: dict[float, list[int]] = {}
    for person in sorted(people):
        habits = at.habits.get(person, Habits())
        if habits.pings and not at.away(person):
            by_hour.setdefault(hours.awake_at(habits, at.now), []).append(person)
    number = at.game.number
    return [
        Draft(
            "ping",
            f"{number}-{why}{n or ''}",
            at.game.card,
            {"whom": whom, "text": text, "until": until},
            not_before=hour if hour > at.now else 0.0,
        )
        for n, (hour, whom) in enumerate(sorted(by_hour.items()))
    ]


def notice(game: Game, text: str, name: str = "notice") -> Draft:
    """Say something to all, once."""
    return Draft("notice", f"{game.number}-{name}", game.card, {"text": text})


def ending(game: Game, title: str, outcome: Outcome | None, seed: bytes) -> Draft:
    """Tell everybody how it ended, and the seed, so that the dice can be checked."""
    lines = [outcome.title, *outcome.story] if outcome else [f"The game of {title} has ended."]
    lines.append(f"The dice's seed was {seed.hex()}; its hash was published at the start.")
    payload = {"text": "\n".join(lines)}
    return Draft("notice", f"{game.number}-notice", game.card, payload)
