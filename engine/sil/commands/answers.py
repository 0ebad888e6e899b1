"""Answering what the rules ask (see `engine.sil.game.questions`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.contract.action import InvalidAction
from engine.contract.texts import listed, text, typed
from engine.sil.commands.base import Argument, Command, never
from engine.sil.game.context import SilContext
from engine.sil.game.state import Question

Taker = Callable[[SilContext, Question, str], None]
TAKERS: dict[str, Taker] = {}  # by kind of question; each module adds its own


def _answer(game: SilContext, args: tuple[str, ...]) -> None:
    question = game.state.question
    if question is None:
        raise InvalidAction(text("Nothing was asked."))
    word = accepted(question, args[0])
    game.state.question = None
    TAKERS[question.kind](game, question, word)


def accepted(question: Question, said: str) -> str:
    """Return the answer that a text gives: one of those offered or, where any text will do, the
    text itself. Raises InvalidAction."""
    offered = [answer for answer, _ in question.answers]
    if said.lower() in offered:
        return said.lower()
    if "free" in question.data:
        return said
    raise InvalidAction(
        text(
            "“{word}” is no answer: say {answers}.",
            word=typed(said[:40]),
            answers=listed(typed(answer) for answer in offered),
        )
    )


COMMANDS = (
    Command(
        "answer", "Answer what the rules ask", _answer, never,
        (Argument("word", "text", "one of the answers offered"),), aliases=("say",), slash=False,
    ),
)  # fmt: skip
