"""The order in which the lines of an action are told, and which of them is the headline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.contract.facts import PlanEnded, Seen
from engine.contract.texts import Words, text
from engine.sil.game.event_kinds import WEIGHTS
from engine.sil.game.state import Message


def weight(said: Message) -> int:
    """Return how soon a line is to be read: the hero's own deeds and what came of them, wounds,
    dangers, the rest. Lines of one weight keep their order."""
    return WEIGHTS[said.kind].place


def told_once(said: list[Message]) -> list[Message]:
    """Return the messages without the sight that broke off a plan: the plan's own line names it."""
    by = next((s.fact.by for s in said if isinstance(s.fact, PlanEnded)), None)
    for message in said:
        if by is not None and isinstance(message.fact, Seen) and message.fact.who == by:
            return [each for each in said if each is not message]
    return said


def gathered(lines: Sequence[Words]) -> tuple[Words, ...]:
    """Return the lines, repeated ones once: "A wolf comes into view. (x3)"."""
    told = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return tuple(
        line if times == 1 else text("{line} (x{times})", line=line, times=times)
        for line, times in told
    )


def headline(said: list[Message]) -> Words:
    """Return the most dangerous line of the last action; of several as dangerous the last."""
    if not said:
        return ""
    last_gravest = max(enumerate(said), key=lambda pair: (WEIGHTS[pair[1].kind].urgency, pair[0]))
    return last_gravest[1].text
