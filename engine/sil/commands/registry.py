"""All commands of a hero, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.common import compass
from engine.common.plans import USUAL, Terms, split_terms, with_terms
from engine.contract.action import Action, AmbiguousAction, InvalidAction, Offer
from engine.contract.texts import text, typed
from engine.sil.commands import (
    action_words,
    advancement,
    answers,
    doors,
    exploring,
    fight_plans,
    fighting,
    flight_plans,
    getting_free,
    items,
    labels,
    missile_plans,
    movement,
    plan_terms,
    repeating,
    resting,
    retreat_plans,
    smithing,
    songs,
    travelling,
)
from engine.sil.commands.base import Command, could_be, offer
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Question, Slot
from engine.sil.items import inscriptions, item_handles
from engine.sil.odds import chances
from engine.sil.setup import hero_creation

_PHRASES = {
    "pick up": "get",
    "put on": "wear",
    "put down": "drop",
    "take off": "remove",
    "go upstairs": "stairs up",
    "upstairs": "stairs up",
    "<": "stairs up",
    "go downstairs": "stairs down",
    "downstairs": "stairs down",
    ">": "stairs down",
    "stop singing": "sing stop",
    "stand still": "wait",
    "5": "wait",
    ".": "wait",
}
"""Orders of other words, or of several, at the beginning of a line."""


def offers(game: SilContext) -> list[Offer]:
    """Return everything the hero may do now, in no order; the answers when the rules ask
    something."""
    if game.state.question is not None:
        return [
            offer(
                "answer",
                word,
                label=label,
                group="answer",
                stepper=_stepper(word),
                lowers=word[-1:] == "-",
                target=game.state.question.risk,
            )
            for word, label in game.state.question.answers
        ]
    with game.unchanged():
        found = [each for command in COMMANDS.values() for each in command.offers(game)]
        found += repeating.repeated_offers(game, found)
        return labels.distinct([_completed(game, each) for each in found])


def _completed(game: SilContext, each: Offer) -> Offer:
    """Return an offer with the chances of its action, and a plan's with the hero's caution."""
    found = chances.of(game, each.action, each.at)
    action = each.action
    if COMMANDS[action.verb].plan and game.hero.caution != USUAL:
        terms = Terms(game.hero.caution)
        action = Action(action.verb, with_terms(action.args, terms))
    if not found and action is each.action:
        return each
    return replace(each, action=action, chances=found)


def shorten_plan(action: Action, turns: int) -> Action | None:
    """Return the same plan for at most so many turns; None for what is no plan."""
    command = COMMANDS.get(action.verb)
    if command is None or not command.plan:
        return None
    plain, terms = split_terms(action.args)
    return Action(action.verb, with_terms(plain, terms._replace(turns=min(turns, terms.turns))))


def _stepper(word: str) -> str:
    """Answers that count up and down, `str+` and `str-`, stand side by side."""
    return word[:-1] if word[-1:] in ("+", "-") else ""


def find(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """Return the command that a typed line begins with, and the words that follow it.

    A bare direction is a step. Raises InvalidAction or AmbiguousAction.
    """
    words = _unphrased(words)
    first = words[0].lower()
    if first in _BY_WORD:
        return _BY_WORD[first], words[1:]
    if len(words) == 1 and compass.read(first):
        return COMMANDS["step"], words
    names = sorted({c.name for word, c in _BY_WORD.items() if word.startswith(first)})
    if len(names) == 1:
        return COMMANDS[names[0]], words[1:]
    if names:
        lines = [" ".join((name, *words[1:])) for name in names]
        raise AmbiguousAction(could_be(words[0], names), lines)
    raise InvalidAction(text("“{word}” is no order that a hero knows.", word=typed(words[0])))


def _unphrased(words: Sequence[str]) -> Sequence[str]:
    for many in (2, 1):
        meant = _PHRASES.get(" ".join(words[:many]).lower())
        if meant:
            return [*meant.split(), *words[many:]]
    return words


def reply(question: Question, words: Sequence[str]) -> Action | None:
    """Return the answer that a bare line gives to what was asked: one of those offered, the
    beginning of only one, or, where any text will do, a text that is no order."""
    said = " ".join(words)
    offered = [answer for answer, _ in question.answers]
    found = [answer for answer in offered if answer.startswith(said.lower())]
    if said.lower() in offered or len(found) == 1:
        return Action("answer", (said.lower() if said.lower() in offered else found[0],))
    if "free" in question.data and words[0].lower() not in _BY_WORD:
        return Action("answer", (said,))
    return None


def _confirmed(game: SilContext, question: Question, word: str) -> None:
    """Do the action that was waiting for a yes."""
    if word != "yes":
        return
    verb, *args = question.data["action"].split()
    game.state.sure = True
    try:
        do(game, Action(verb, tuple(args)))
    finally:
        game.state.sure = False


def do(game: SilContext, action: Action) -> None:
    """Do an action; ask first where an inscription wants it. Raises ActionError."""
    command = COMMANDS.get(action.verb)
    if command is None:
        raise InvalidAction(
            text("“{word}” is no order that a hero knows.", word=typed(action.verb))
        )
    if not game.state.sure and inscriptions.asks_first(
        game.hero, action.verb, _items_of(game, command, action)
    ):
        questions.sure(
            game,
            text("{action}? An inscription asks.", action=action_words.in_words(str(action))),
            str(action),
        )
        return
    before = game.hero.turns
    command.do(game, action.args)
    took_time = game.state.energy_used or game.hero.turns != before
    if took_time and action.verb not in ("answer", "again"):
        game.hero.last_action = str(action)


def _items_of(game: SilContext, command: Command, action: Action) -> list[Item]:
    """Return the items that an action names, and the arrows that a shot uses."""
    held = item_handles.items(game)
    named = [
        held[word]
        for argument, word in zip(command.arguments, action.args, strict=False)
        if argument.kind == "item" and word in held
    ]
    return [*named, *_shot_with(game)] if action.verb == "fire" else named


def _shot_with(game: SilContext) -> list[Item]:
    worn = game.hero.worn
    return [worn[slot] for slot in (Slot.BOW, Slot.QUIVER1, Slot.QUIVER2) if slot in worn]


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        *movement.COMMANDS,
        *fighting.COMMANDS,
        *exploring.COMMANDS,
        *travelling.COMMANDS,
        *resting.COMMANDS,
        *getting_free.COMMANDS,
        *fight_plans.COMMANDS,
        *missile_plans.COMMANDS,
        *retreat_plans.COMMANDS,
        *flight_plans.COMMANDS,
        *repeating.COMMANDS,
        repeating.repeat_command(find),
        repeating.again_command(find),
        *plan_terms.COMMANDS,
        *doors.COMMANDS,
        *items.COMMANDS,
        *smithing.COMMANDS,
        *songs.COMMANDS,
        *advancement.COMMANDS,
        *answers.COMMANDS,
    )
}
_BY_WORD = {word: c for c in COMMANDS.values() for word in (c.name, *c.aliases)}


answers.TAKERS["sure"] = _confirmed
answers.TAKERS["birth"] = hero_creation.take
