"""Questions that the rules ask in the middle. A question is part of the state; the action
`answer WORD` answers it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sil.game import Game
from engine.sil.state import Question


def ask(
    game: Game,
    kind: str,
    text: str,
    answers: Sequence[tuple[str, str]],
    **data: str,
) -> None:
    """Ask; each answer is its word and its label. `kind` names who takes the answer
    (`answers.TAKERS`), `data` is what that one needs to go on."""
    game.state.question = Question(text, list(answers), kind, data)


def sure(game: Game, text: str, action: str) -> None:
    """Ask whether the hero really means it; after a yes the action is done, unasked."""
    ask(game, "sure", text, (("yes", "Yes"), ("no", "No")), action=action)
