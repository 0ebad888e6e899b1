"""Questions that the rules ask in the middle. A question is part of the state; the action
`answer WORD` answers it."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract.texts import Words, joined, text
from engine.contract.view import TextPrompt
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import Risk
from engine.sil.game.state import Question

YES_OR_NO = (("yes", text("Yes")), ("no", text("No")))


Answers = list[tuple[str, Words]]  # the word of each, and its label


class Asked(NamedTuple):
    """A question to be asked: the sentence, the answers, lines under the sentence, and what may
    be typed instead."""

    text: Words
    answers: Answers
    details: tuple[Words, ...] = ()
    prompt: TextPrompt | None = None


def ask(game: SilContext, kind: str, asked: Asked, **data: str) -> None:
    """Ask. `kind` names who takes the answer (`answers.TAKERS`), `data` is what that one needs to
    go on."""
    game.state.question = Question(
        asked.text, asked.answers, kind, data, details=asked.details, prompt=asked.prompt
    )


def asked(question: Question | None) -> Words:
    """Return a question with the lines under it."""
    if question is None or not question.details:
        return question.text if question else ""
    return joined([question.text, *question.details], "\n")


def sure(game: SilContext, question: Words, action: str, risk: Risk = "") -> None:
    """Ask whether the hero really means it; after a yes the action is done, unasked. `risk`: what
    he is warned of."""
    data = {"action": action}
    game.state.question = Question(question, list(YES_OR_NO), "sure", data, risk)
