"""Answering what the rules ask (see `engine.sil.questions`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.contract.action import InvalidAction
from engine.sil.commands.base import Argument, Command, never
from engine.sil.game import Game
from engine.sil.state import Question

Taker = Callable[[Game, Question, str], None]
TAKERS: dict[str, Taker] = {}  # by kind of question; each module adds its own


def _answer(game: Game, args: tuple[str, ...]) -> None:
    question = game.state.question
    if question is None:
        raise InvalidAction("Nothing was asked.")
    word = args[0].lower()
    if word not in {answer for answer, _ in question.answers}:
        if "free" in question.data:  # any text will do
            game.state.question = None
            TAKERS[question.kind](game, question, args[0])
            return
        words = ", ".join(answer for answer, _ in question.answers)
        raise InvalidAction(f"“{args[0]}” is no answer: say {words}.")
    game.state.question = None
    TAKERS[question.kind](game, question, word)


COMMANDS = (
    Command(
        "answer",
        "Answer what the rules ask",
        _answer,
        never,
        (Argument("word", "text", "one of the answers offered"),),
        ("say",),
        slash=False,
    ),
)
