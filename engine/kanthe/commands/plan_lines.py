"""The action lines of plans: "explore careful", "fight warrior-2 30 bold:5"."""

from __future__ import annotations

import re

from engine.common.plans import MOST_TURNS, split_terms, with_terms
from engine.contract.action import Action

AIMS = {  # verbs of plans, and how many words name what they aim at
    "explore": 0, "travel": 1, "search": 0, "fight": 1, "persuade": 1, "flee": 0, "sneak": 0,
    "evade": 0, "clear": 0, "pick": 1, "force": 1, "smash": 1,
}  # fmt: skip
_WITH_HEALTH = ("fight", "persuade")  # they may name the health that they break off at
_PERCENT = re.compile(r"[1-9]\d?")


def aim_of(action: Action) -> tuple[str, ...] | None:
    """Return the words that name what a plan aims at; None for what is no plan."""
    plain, _ = split_terms(action.args)
    words = AIMS.get(action.verb)
    if words is None or len(plain) < words:
        return None
    extra = plain[words:]
    limit = action.verb in _WITH_HEALTH and len(extra) == 1 and _PERCENT.fullmatch(extra[0])
    return None if extra and not limit else plain[:words]


def shorten(action: Action, turns: int) -> Action | None:
    """Return the same plan for at most so many turns; None for what is no plan."""
    if aim_of(action) is None:
        return None
    plain, terms = split_terms(action.args)
    fewer = min(max(1, turns), terms.turns, MOST_TURNS)
    return Action(action.verb, with_terms(plain, terms._replace(turns=fewer)))
