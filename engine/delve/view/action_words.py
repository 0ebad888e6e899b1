"""Actions in words: labels of buttons, titles of menus, lines of logs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.common import compass
from engine.common.plans import MOST_TURNS, Terms, split_terms
from engine.contract.texts import Name, Text, Value, counted, text, typed
from engine.delve.data.kinds import DelveData, VerbKind
from engine.delve.rules import inventory
from engine.delve.rules.words import TERMS

_NUMBER = re.compile(r"-\d+$")  # of one thing among its like


def deed_label(verb: VerbKind, named: Sequence[Value], whole: bool) -> Text:
    """Return what an action does with one thing, or two, or a thing and a direction."""
    if len(named) > 1:
        return text(verb.two, thing=named[0], aim=named[1])
    label = text(verb.one, thing=named[0])
    return label if whole or verb.name == "choose" else text("{offer} …", offer=label)


def action_text(content: DelveData, line: str) -> Text:
    """Return an action line in words, as far as it can be told without the game."""
    verb, *written = line.split()
    args, terms = split_terms(written) if verb != "caution" else (tuple(written), Terms())
    if len(args) < len(written):
        plan = action_text(content, " ".join((verb, *args)))
        return text("{plan} ({terms})", plan=plan, terms=_terms(terms))
    if verb == "move" and args:
        return text("Step {direction}", direction=compass.WORDS.get(args[0], typed(args[0])))
    kind = content.verbs.get(verb)
    if kind and kind.one and args:
        return deed_label(kind, [_word(content, verb, token) for token in args], whole=True)
    if kind and kind.plain and not args:
        return text(kind.plain)
    return text("{line}", line=typed(line))


def _terms(terms: Terms) -> Value:
    """Return the terms of a plan in words."""
    caution = TERMS[terms.caution]
    if terms.turns == MOST_TURNS:
        return caution
    turns = counted(terms.turns, "at most {number} turn", "at most {number} turns")
    return text("{caution}, {turns}", caution=caution, turns=turns)


def _word(content: DelveData, verb: str, token: str) -> Value:
    """Return what a word of an action line stands for."""
    if token in compass.WORDS and verb != "travel":
        return compass.WORDS[token]
    if token in TERMS:
        return TERMS[token]
    if verb == "force":
        return typed(token.upper())
    kinds = (content.items, content.spells, content.monsters, content.classes)
    names = {inventory.token(name): name for table in kinds for name in table}
    names |= {inventory.token(kind.name): kind.title for kind in content.abilities.values()}
    names |= {inventory.token(bargain): bargain for bargain in content.bargains}
    names |= {inventory.token(ground.name): ground.name for ground in content.terrain}
    name = names.get(token) or names.get(_NUMBER.sub("", token))
    return Name(name, proper=True) if name else typed(token)
