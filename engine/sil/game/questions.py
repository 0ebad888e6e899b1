"""Questions that the rules ask in the middle. A question is part of the state; the action
`answer WORD` answers it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.texts import Words, text
from engine.sil.game.context import Game
from engine.sil.game.event_kinds import Risk
from engine.sil.game.state import Question

YES_OR_NO = (("yes", text("Yes")), ("no", text("No")))


def ask(
    game: Game,
    kind: str,
    text: Words,
    answers: Sequence[tuple[str, Words]],
    **data: str,
) -> None:
    """Ask; each answer is its word and its label. `kind` names who takes the answer
    (`answers.TAKERS`), `data` is what that one needs to go on."""
    game.state.question = Question(text, list(answers), kind, data)


def sure(game: Game, question: Words, action: str, risk: Risk = "") -> None:
    """Ask whether the hero really means it; after a yes the action is done, unasked. `risk`: what
    he is warned of."""
    data = {"action": action}
    game.state.question = Question(question, list(YES_OR_NO), "sure", data, risk)
