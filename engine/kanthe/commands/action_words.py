"""Actions in words: lines of logs, results of votes."""

from __future__ import annotations

from engine.common import compass
from engine.common.plans import split_terms
from engine.contract.texts import Text, Value, text, typed
from engine.kanthe.commands.conflict_offers import least_words
from engine.kanthe.commands.plan_run import CAUTION_WORDS

_PLAIN = {
    "begin": text("Enter the domain"), "fill": text("Fill in this page's suggestions"),
    "next": text("Next page"), "previous": text("Page before"), "roll": text("Throw the dice"),
    "explore": text("Explore"), "turn-back": text("Stay here"), "descend": text("Go down"),
    "climb": text("Go up"), "leave": text("Leave the domain"), "abandon": text("Give this hero up"),
    "fight": text("Fight"), "persuade": text("Talk"), "hide": text("Go in and hide"),
    "sneak": text("Slip past"), "flee": text("Get away"), "evade": text("Avoid the hazard"),
    "endure": text("Let the hazard come"), "search": text("Search all walls"),
    "clear": text("Force the barred way"), "remains": text("Take what a fallen hero left"),
    "items": text("Choose the items to use"),
    "done": text("Go on with these items"), "heir": text("Another hero comes"),
    "finish": text("End the game"),
}  # fmt: skip
_TEMPLATES = {
    "toggle": text("Change of the beast: {what}"), "size": text("Size of the domain: {what}"),
    "set": text("Set {what}"), "write": text("Write {what}"), "word": text("Write the word {what}"),
    "equip": text("Write the item {what}"), "arcane-feature": text("Arcane feature: {what}"),
    "restore": text("Take over the sheets {what}"), "visit": text("Enter the domain {what}"),
    "walk": text("Walk {what}"), "travel": text("Go to {what}"), "fight": text("Fight {what}"),
    "persuade": text("Talk to {what}"), "tool": text("Use {what} in the next throw"),
    "open": text("Open the door, {what}"), "dig": text("Dig through the wall, {what}"),
    "pick": text("Pick the lock, {what}"), "force": text("Force the door, {what}"),
    "smash": text("Break the door down, {what}"), "search": text("Search the wall, {what}"),
    "loot": text("Search {what}"), "try": text("Try {what}"), "buy": text("Buy from {what}"),
    "recruit": text("Take {what} along"), "pray": text("Ask {what} to pray"),
    "use": text("Use {what}"), "remove": text("Take off {what}"), "caution": text("Plans: {what}"),
    "tick": text("Use {what} in throws"), "untick": text("Leave {what} out of throws"),
    "hit": text("Hit {what}"), "wound": text("{what} takes the wound"),
    "coins": text("Coins for the match {what}"), "item": text("An item for the match {what}"),
    "arcane": text("An arcane thing: {what}"), "meaning": text("The words mean {what}"),
    "stairs": text("The stairs are in {what}"), "answer": text("Answer {what}"),
    "treasure": text("Be asked again what treasure is"), "heir": text("{what} comes"),
}  # fmt: skip
_PLANS = ("explore", "travel", "fight", "persuade", "sneak", "flee", "evade", "pick", "force",
          "smash", "search", "clear")  # fmt: skip
_DIRECTED = ("walk", "open", "dig", "pick", "force", "smash", "search")


def action_text(line: str) -> Text:
    """Return an action line in words, as far as it can be told without the game."""
    verb, *args = line.split() or [""]
    if verb in _PLANS:
        plain, terms = split_terms(args)
        if len(plain) < len(args):
            plan = action_text(" ".join((verb, *plain)))
            return text("{plan} ({terms})", plan=plan, terms=CAUTION_WORDS[terms.caution])
    if verb in ("fight", "persuade") and len(args) > 1 and args[-1].isdecimal():
        plan, limit = action_text(" ".join((verb, *args[:-1]))), least_words(int(args[-1]))
        return text("{plan}, until {limit}", plan=plan, limit=limit)
    if not args and verb in _PLAIN:
        return _PLAIN[verb]
    if args and verb in _TEMPLATES:
        return Text(_TEMPLATES[verb].template, {"what": _what(verb, args)})
    return text("{line}", line=typed(line))


def _what(verb: str, args: list[str]) -> Value:
    """Return what an action is about: a direction with its number, a caution, or what was typed."""
    way, _, number = args[0].partition("-")
    if verb in _DIRECTED and way in compass.WORDS:
        where = compass.WORDS[way]
        return text("{way} ({number})", way=where, number=number) if number else where
    if verb == "caution" and args[0] in CAUTION_WORDS:
        return CAUTION_WORDS[args[0]]
    return typed(" ".join(args))
