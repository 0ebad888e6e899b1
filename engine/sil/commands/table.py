"""All commands of a hero, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Sequence

from engine import compass
from engine.game import AmbiguousAction, InvalidAction, Offer
from engine.sil.commands import answer, doors, fighting, growth, items, plans, walk
from engine.sil.commands.base import Command, offer
from engine.sil.hero import birth
from engine.sil.state import Game, Question

COMMANDS: dict[str, Command] = {
    command.name: command
    for module in (walk, fighting, plans, doors, items, growth, answer)
    for command in module.COMMANDS
}
_BY_WORD = {word: c for c in COMMANDS.values() for word in (c.name, *c.aliases)}


def offers(game: Game) -> list[Offer]:
    """Everything the hero may do now, best first; the answers when the rules ask something."""
    if game.question is not None:
        return [
            offer("answer", word, label=label, group="answer", row=_row(word))
            for word, label in game.question.answers
        ]
    return [found for command in COMMANDS.values() for found in command.offers(game)]


def _row(word: str) -> str:
    """Answers that count up and down, `str+` and `str-`, stand side by side."""
    return word[:-1] if word[-1:] in ("+", "-") else ""


def find(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """The command that a typed line begins with, and the words that follow it.

    A bare direction is a step. Raises InvalidAction or AmbiguousAction.
    """
    first = words[0].lower()
    if first in _BY_WORD:
        return _BY_WORD[first], words[1:]
    if len(words) == 1 and compass.read(first):
        return COMMANDS["step"], words
    names = sorted({c.name for word, c in _BY_WORD.items() if word.startswith(first)})
    if len(names) == 1:
        return COMMANDS[names[0]], words[1:]
    if names:
        raise AmbiguousAction(f"“{words[0]}” could be {', '.join(names)}.", names)
    raise InvalidAction(f"“{words[0]}” is no order that a hero knows.")


def _confirmed(game: Game, question: Question, word: str) -> None:
    """Do the action that was waiting for a yes."""
    if word != "yes":
        return
    verb, *args = question.data["action"].split()
    game.sure = True
    try:
        COMMANDS[verb].do(game, tuple(args))
    finally:
        game.sure = False


answer.TAKERS["sure"] = _confirmed
answer.TAKERS["birth"] = birth.take
