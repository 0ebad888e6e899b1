"""Actions in words: labels of buttons, titles of menus, lines of logs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.common import compass
from engine.common.plans import MOST_TURNS, Terms, split_terms
from engine.contract.texts import Name, Text, Value, counted, text, typed
from engine.delve.data.kinds import DelveData
from engine.delve.rules import inventory
from engine.delve.rules.words import TERMS

MENU_WORDS = {
    "throw": "Throw something",
    "cast": "Cast a spell",
    "read": "Read a scroll",
    "drink": "Drink something",
    "eat": "Eat something",
    "equip": "Put something on",
    "remove": "Take something off",
    "drop": "Put something down",
    "use": "Use an ability or tool",
    "inspect": "Inspect something",
    "look": "Look at something",
    "open": "Open a door",
    "close": "Close a door",
    "travel": "Travel",
    "upgrade": "Upgrade a spell",
    "uncurse": "Lift a curse",
    "option": "Options",
    "sort": "Sort your pack",
    "get": "Pick something up",
}
ASKED = {
    "choose": "Choose",
    "answer": "Answer",
    "fight": "Fight somebody",
    "volley": "Throw at somebody",
    "drink-then-fight": "Drink, then fight somebody",
    "cast-at": "Cast at somebody",
    "cast-then-fight": "Cast, then fight somebody",
    "force": "Break a locked door",
    "cross": "Cross something",
    "claim": "Buy something",
    "bargain": "Make a bargain",
}
# What to do with one thing; the second is for two, or for a thing and a direction.
TEMPLATES = {
    "equip": ("Put on {thing}", ""),
    "remove": ("Take off {thing}", ""),
    "get": ("Pick up {thing}", ""),
    "travel": ("Go to {thing}", ""),
    "drop": ("Drop {thing}", ""),
    "throw": ("Throw {thing}", "Throw {thing} {aim}"),
    "read": ("Read {thing}", "Read {thing} {aim}"),
    "drink": ("Drink {thing}", "Drink {thing} {aim}"),
    "eat": ("Eat {thing}", ""),
    "cast": ("Cast {thing}", "Cast {thing} {aim}"),
    "use": ("Use {thing}", "Use {thing} {aim}"),
    "inspect": ("Inspect {thing}", ""),
    "look": ("Look {thing}", ""),
    "open": ("Open {thing}", ""),
    "close": ("Close {thing}", ""),
    "upgrade": ("Upgrade {thing}", ""),
    "uncurse": ("Uncurse {thing}", ""),
    "option": ("Option {thing}", "Option {thing} {aim}"),
    "sort": ("Sort {thing}", "Sort {thing} {aim}"),
    "choose": ("Choose {thing}", "Choose {thing} {aim}"),
    "answer": ("Answer {thing}", ""),
    "class": ("{thing:The}", ""),
    "caution": ("Plans: {thing}", ""),
    "force": ("Break the locked door at {thing}", ""),
    "cross": ("Cross the {thing}", ""),
    "claim": ("Take {thing}", "Buy {thing} for {aim}"),
    "bargain": ("Give {thing}", ""),
    "fight": ("Fight {thing:the}", "Fight {thing:the} down to {aim} %"),
    "drink-then-fight": ("Drink {thing}", "Drink {thing}, then fight {aim:the}"),
    "cast-then-fight": ("Cast {thing}", "Cast {thing}, then fight {aim:the}"),
    "volley": ("Throw at {thing:the}", ""),
    "cast-at": ("Cast {thing}", "Cast {thing} at {aim:the}"),
}
PLAIN = {
    "hunt": "Explore, fighting what is easy",
    "explore": "Explore",
    "rest": "Rest",
    "search": "Search",
    "wait": "Wait for a change",
    "fall-back": "Fall back to a narrow place",
    "search-walls": "Search the walls",
    "hide": "Get out of their sight",
    "flee": "Flee by the stairs",
    "pause": "Wait a turn",
    "descend": "Go down",
    "ascend": "Go up",
    "get": "Pick up everything",
    "cancel": "Never mind",
    "claim": "Take what is in it",
    "free": "Open the cage",
    "pray": "Pray at the altar",
}
_NUMBER = re.compile(r"-\d+$")  # of one thing among its like


def deed_label(verb: str, named: Sequence[Value], whole: bool) -> Text:
    """Return what an action does with one thing, or two, or a thing and a direction."""
    one, two = TEMPLATES[verb]
    if len(named) > 1:
        return text(two, thing=named[0], aim=named[1])
    if not whole and verb != "choose":
        return text("{offer} …", offer=text(one, thing=named[0]))
    return text(one, thing=named[0])


def action_text(content: DelveData, line: str) -> Text:
    """Return an action line in words, as far as it can be told without the game."""
    verb, *written = line.split()
    args, terms = split_terms(written)
    if len(args) < len(written):
        plan = action_text(content, " ".join((verb, *args)))
        return text("{plan} ({terms})", plan=plan, terms=_terms(terms))
    if verb == "move" and args:
        return text("Step {direction}", direction=compass.WORDS.get(args[0], typed(args[0])))
    if verb in TEMPLATES and args:
        return deed_label(verb, [_word(content, verb, token) for token in args], whole=True)
    if not args and verb in PLAIN:
        return text(PLAIN[verb])
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
