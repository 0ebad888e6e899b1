"""Action lines in words, for logs and results of votes: "step w" is "Step west"."""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import Name, Text, Value, Words, joined, text

_VERBS = {
    "step": text("Step"),
    "run": text("Run"),
    "travel": text("Go to"),
    "fire": text("Shoot at"),
    "throw": text("Throw"),
    "quaff": text("Drink"),
    "play": text("Blow"),
    "activate": text("Use"),
    "use": text("Use"),
    "get": text("Pick up"),
    "wear": text("Wear"),
    "remove": text("Take off"),
    "drop": text("Put down"),
    "stairs": text("Take the stairs"),
    "raise": text("Raise"),
    "exchange": text("Change places with"),
    "rest": text("Rest"),
    "fight": text("Fight"),
    "charge": text("Charge"),
    "await": text("Lie in wait"),
    "shoot": text("Shoot at"),
    "volley": text("Throw all at"),
    "drink-fight": text("Drink and fight"),
    "fall-back": text("Fall back"),
    "hide": text("Go out of sight"),
    "switch": text("Switch"),
    "explore": text("Explore"),
    "wait": text("Wait and search"),
    "rummage": text("Search the bones"),
    "hurl": text("Hurl"),
    "prise": text("Prise"),
    "fletch": text("Fletch"),
    "search": text("Search"),
    "struggle": text("Struggle free"),
    "tunnel": text("Tunnel"),
    "repeat": text("Repeat"),
    "again": text("Again"),
    "open": text("Open"),
    "close": text("Close"),
    "bash": text("Bash"),
    "disarm": text("Disarm"),
    "dig": text("Dig"),
    "interact": text("Interact"),
    "give": text("Give"),
    "eat": text("Eat"),
    "refuel": text("Refuel"),
    "swap": text("Swap"),
    "destroy": text("Destroy"),
    "inscribe": text("Inscribe"),
    "note": text("Note"),
    "examine": text("Examine"),
    "forge": text("Forge"),
    "smith": text("Smith"),
    "melt": text("Melt"),
    "sing": text("Sing"),
    "learn": text("Learn"),
    "collect": text("Collect"),
    "flee": text("Flee"),
    "caution": text("Caution"),
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
    does = _VERBS.get(verb) or Text(verb.capitalize().replace("-", " "))
    if verb == "throw" and len(words) > 1:
        *things, target = words
        return text("{throw} at {target}", throw=joined([does, *things]), target=target)
    return joined([does, *words])


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
    if len(word) == 1:
        return text("item {letter}", letter=_spaced(word))
    return Name(word, given=True) if compass.read_square(word) else _spaced(word)


def _spaced(word: str) -> Name:
    return Name(word.replace("_", " ").replace("-", " "), given=True)
