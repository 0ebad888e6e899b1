"""Action lines in words, for logs and results of votes: "step w" is "Step west"."""

from __future__ import annotations

from engine.common import compass

_VERBS = {
    "step": "Step", "run": "Run", "travel": "Go to", "fire": "Shoot at", "throw": "Throw",
    "quaff": "Drink", "play": "Blow", "activate": "Use", "get": "Pick up", "wear": "Wear",
    "remove": "Take off", "drop": "Put down", "stairs": "Take the stairs", "raise": "Raise",
    "exchange": "Change places with", "rest": "Rest", "switch": "Switch", "answer": "Answer",
    "explore": "Explore", "wait": "Wait and search", "rummage": "Search the bones",
}  # fmt: skip
_CREEP = {"on": "Creep", "off": "Stop creeping"}


def in_words(line: str) -> str:
    """Return an action line in words."""
    verb, *args = line.split()
    if verb == "stealth":
        return _CREEP.get(" ".join(args), "Creep or stop creeping")
    if verb == "sing" and args in (["stop"], ["exchange"]):
        return "Stop singing" if args == ["stop"] else "Exchange the themes"
    if verb == "answer":
        return _answer(" ".join(args))
    words = [_word(word) for word in args]
    if verb == "throw" and len(words) > 1:
        words.insert(-1, "at")
    return " ".join((_VERBS.get(verb, verb.replace("-", " ").capitalize()), *words))


def _answer(word: str) -> str:
    if word[-1:] in ("+", "-"):
        sign = "+1" if word.endswith("+") else "−1"
        return f"{_spaced(word[:-1]).capitalize()} {sign}"
    return _spaced(word).capitalize()


def _word(word: str) -> str:
    """Return an argument in words: a direction, "wolf 2", the letter of an item."""
    if word in compass.NAMES:
        return compass.NAMES[word]
    if compass.read_square(word) or len(word) == 1:
        return f"item {word}" if len(word) == 1 else word
    return _spaced(word)


def _spaced(word: str) -> str:
    return word.replace("_", " ").replace("-", " ")
