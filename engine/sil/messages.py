"""Messages of the rules: lines for the card and the log, interruptions, and the hero's own
notes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.action import Audience, Event, Roll
from engine.sil.game import Game
from engine.sil.state import Message

KEPT = 60  # lines kept in the state
NOTABLE = frozenset(
    ("kill", "death", "saved", "found", "item", "arrive", "arrival", "oath", "crown", "thrall",
     "made", "lost", "truce")
)  # fmt: skip
"""Kinds of lines that stand in the story of a game."""


def say(
    game: Game,
    text: str,
    kind: str = "note",
    detail: str = "",
    at: tuple[int, int] | None = None,
    audience: Audience = None,
    dice: Sequence[Roll] = (),
) -> None:
    """Tell the hero's people one sentence; `detail` is its full account, `dice` are those that
    the account shows."""
    notable = kind in NOTABLE
    game.state.events.append(Event(kind, text, audience, detail, at, tuple(dice), notable=notable))
    game.state.said.append(Message(game.state.acts, kind, text, detail))
    if len(game.state.said) > KEPT:
        del game.state.said[: len(game.state.said) - KEPT]


def disturb(
    game: Game, why: str = "", *, flagged: bool = False, at: tuple[int, int] | None = None
) -> None:
    """Break off rests, runs, repeats and plans (rules: world 11.8). The first reason is kept, with
    the square that it happened on.

    A flagged disturbance also ends stealth mode when the next turn starts.
    """
    if not game.state.disturbed:
        game.state.disturbed = why or "disturbed"
        game.state.disturbed_at = at
    if flagged and game.hero.stealth_mode:
        game.hero.stop_stealth = True


def note(game: Game, text: str) -> None:
    """Write a line in the hero's own log: turn, depth, text."""
    game.hero.notes.append((game.hero.turns, game.level.depth, text))
