"""The order in which the lines of an action are told, and which of them is the headline."""

from __future__ import annotations

from itertools import groupby

from engine.sil.state import Message

HEADLINE = 60  # letters of one, at most
_OWN = frozenset(("plan", "kill", "death", "saved", "sing"))
_WOUNDS = frozenset(("hurt", "status", "wound", "healed", "heal", "lost"))
_DANGERS = frozenset(("sight", "noticed", "danger", "heard", "shout", "shot", "song", "truce"))
_URGENCY = {
    "death": 9, "won": 9, "saved": 8, "hurt": 7, "wound": 7, "status": 6, "shot": 6, "noticed": 6,
    "danger": 6, "sight": 5, "plan": 5, "shout": 5, "kill": 4, "blow": 4, "oath": 4, "truce": 4,
    "heard": 3, "lost": 3, "found": 2, "item": 2, "note": 0}  # fmt: skip


def weight(said: Message) -> int:
    """Return how soon a line is to be read: the hero's own deeds and what came of them, wounds,
    dangers, the rest. Lines of one weight keep their order."""
    if said.kind in _OWN or (said.kind == "blow" and said.text.startswith("You ")):
        return 0
    if said.kind in _WOUNDS or (said.kind == "blow" and " misses you" not in said.text):
        return 1
    return 2 if said.kind in _DANGERS else 3


def told_once(said: list[Message]) -> list[Message]:
    """Return the messages without the sight that broke off a plan: the plan's own line names it."""
    plan = next((s.text.lower() for s in said if s.kind == "plan"), "")
    for message in said:
        subject = message.text.removesuffix(" comes into view.").lower()
        if message.kind == "sight" and f"then saw {subject}" in plan:
            return [each for each in said if each is not message]
    return said


def gathered(lines: list[str]) -> tuple[str, ...]:
    """Return the lines, repeated ones once: "A wolf comes into view. (x3)"."""
    told = [(text, sum(1 for _ in same)) for text, same in groupby(lines)]
    return tuple(text if times == 1 else f"{text} (x{times})" for text, times in told)


def _urgency(said: Message) -> int:
    """Return how dangerous a line is: a blow at the hero that hits is as bad as any wound."""
    if said.kind == "blow" and not said.text.startswith("You ") and " misses " not in said.text:
        return _URGENCY["wound"]
    return _URGENCY.get(said.kind, 1)


def headline(said: list[Message]) -> str:
    """Return the most dangerous line of the last action; of several as dangerous the last."""
    if not said:
        return ""
    return cut(max(enumerate(said), key=lambda pair: (_urgency(pair[1]), pair[0]))[1].text)


def cut(text: str) -> str:
    """Return a line as a headline has room for it, cut between words."""
    return text if len(text) <= HEADLINE else text[: HEADLINE - 1].rsplit(" ", 1)[0] + "…"
