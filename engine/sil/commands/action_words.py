"""Action lines in words, for logs and results of votes: "step w" is "Step west"."""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import Name, Text, Value, Words, joined, text

_VERBS = {
    "travel": text("Go to"),
    "fire": text("Shoot at"),
    "quaff": text("Drink"),
    "play": text("Blow"),
    "activate": text("Use"),
    "get": text("Pick up"),
    "remove": text("Take off"),
    "drop": text("Put down"),
    "stairs": text("Take the stairs"),
    "descend": text("Go down by stairs"),
    "ascend": text("Go up by stairs"),
    "exchange": text("Change places with"),
    "await": text("Lie in wait"),
    "shoot": text("Shoot at"),
    "volley": text("Throw all at"),
    "drink-fight": text("Drink and fight"),
    "hide": text("Go out of sight"),
    "wait": text("Wait and search"),
    "rummage": text("Search the bones"),
    "struggle": text("Struggle free"),
}
_WHOLE = {
    "stealth on": text("Creep"),
    "stealth off": text("Stop creeping"),
    "stealth": text("Creep or stop creeping"),
    "sing stop": text("Stop singing"),
    "sing exchange": text("Exchange the themes"),
}
_ANSWERS = {"yes": text("Yes"), "no": text("No")}


def in_words(line: str) -> Words:
    """Return an action line in words."""
    verb, *args = line.split()
    if line in _WHOLE:
        return _WHOLE[line]
    if verb == "answer":
        return _answer(" ".join(args))
    words = [_word(word) for word in args]
    does = verb_words(verb)
    if verb == "throw" and len(words) > 1:
        *things, target = words
        return text("{throw} at {target}", throw=joined([does, *things]), target=target)
    return joined([does, *words])


def verb_words(verb: str) -> Text:
    """Return what a verb does, in words: "Drink"."""
    return _VERBS.get(verb) or Text(verb.capitalize().replace("-", " "))


def _answer(word: str) -> Words:
    if word in _ANSWERS:
        return _ANSWERS[word]
    if word[-1:] in ("+", "-"):
        sign = "+1" if word.endswith("+") else "−1"
        return text("{value} {sign}", value=_spaced(word[:-1].capitalize()), sign=sign)
    return _spaced(word.capitalize())


def _word(word: str) -> Value:
    """Return an argument in words: a direction, "wolf 2", the letter of an item."""
    if word in compass.WORDS:
        return compass.WORDS[word]
    if len(word) == 1 and word.isalpha():
        return text("item {letter}", letter=_spaced(word))
    return Name(word, given=True) if compass.read_square(word) else _spaced(word)


def _spaced(word: str) -> Name:
    return Name(word.replace("_", " ").replace("-", " "), given=True)
