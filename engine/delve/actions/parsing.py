"""Reading action lines: names with spaces or hyphens, letters of the inventory, long directions."""

from __future__ import annotations

from engine.common import compass
from engine.common.plans import USUAL, split_terms
from engine.contract.action import Action, AmbiguousAction, InvalidAction
from engine.contract.texts import text
from engine.delve.actions.legal_actions import (
    CHOICES,
    PLAN_CHOICES,
    Args,
    pack_tokens,
    with_kept_terms,
)
from engine.delve.data.kinds import DelveData
from engine.delve.rules.context import DelveContext
from engine.delve.rules.words import not_a_verb
from engine.delve.state import DelveHero

FILLERS = frozenset({"before", "at", "the", "to", "on"})


def read(game: DelveContext, hero: DelveHero, line: str) -> Action:
    """Return the action that a line means. Raises InvalidAction or AmbiguousAction."""
    written = line.split()
    if not written:
        raise InvalidAction(text("Say what to do, for example “move ne” or “explore”."))
    verb, rest = _verb(game.content, written)
    if verb == "lookup":
        if not rest:
            raise InvalidAction(text("Say what to look up, for example “lookup troll”."))
        return Action("lookup", ("-".join(rest).lower(),))
    if verb not in CHOICES:
        raise InvalidAction(not_a_verb(written[0]))
    if verb in PLAN_CHOICES:
        return _plan(game, hero, verb, rest)
    if not rest:
        return Action(verb)
    return Action(verb, _arguments(game, hero, verb, rest))


def _plan(game: DelveContext, hero: DelveHero, verb: str, rest: list[str]) -> Action:
    """Return a plan on the terms that are written, else on those that the hero keeps."""
    plain, terms = split_terms(rest)
    args = _arguments(game, hero, verb, list(plain)) if plain else ()
    if args not in CHOICES[verb](game, hero):
        return Action(verb, args)  # opens a menu, or is refused
    if len(plain) == len(rest):
        return with_kept_terms(hero, Action(verb, args))
    usual = (USUAL,) if hero.caution != USUAL else ()  # a bare line would get the kept terms
    return Action(verb, (*args, str(terms)) if str(terms) else (*args, *usual))


def _verb(content: DelveData, words: list[str]) -> tuple[str, list[str]]:
    first, typed = words[0], content.typed_verbs
    lower = first.lower()
    if first != lower and first in typed:
        return typed[first], words[1:]
    if lower in CHOICES or lower == "lookup":
        return lower, words[1:]
    if len(words) == 1 and compass.read(first) is not None and lower not in ("up", "down"):
        return "move", words
    return typed.get(lower, lower), words[1:]


def _arguments(game: DelveContext, hero: DelveHero, verb: str, rest: list[str]) -> Args:
    allowed = CHOICES[verb](game, hero)
    wanted = _spell_out(game, hero, verb, rest)
    joined = "-".join(wanted)
    prefixes = {each[:n] for each in allowed for n in range(1, len(each) + 1)}
    exact = [each for each in prefixes if "-".join(each) == joined]
    if exact:
        return min(exact, key=len)
    near = sorted(
        {
            each
            for each in prefixes
            if any(joined in "-".join(each[:n]) for n in (1, len(each)))
            and (len(each) == 1 or "-".join(each).endswith(joined.rsplit("-", 1)[-1]))
        }
    )
    shortest = [each for each in near if len(each) == min(map(len, near))]
    if len(shortest) == 1:
        return shortest[0]
    if shortest:
        lines = [" ".join((verb, *each)) for each in shortest[:25]]
        raise AmbiguousAction(text("That can mean several things."), lines)
    directed = _partial(allowed, wanted)
    return directed or tuple(wanted)


def _partial(allowed: list[Args], wanted: list[str]) -> Args:
    """Return the only action with this direction whose name holds the other words."""
    if len(wanted) < 2:
        return ()
    name, last = "-".join(wanted[:-1]), wanted[-1]
    found = [each for each in allowed if len(each) == 2 and each[1] == last and name in each[0]]
    return found[0] if len(found) == 1 else ()


def _spell_out(game: DelveContext, hero: DelveHero, verb: str, rest: list[str]) -> list[str]:
    """Return the words with letters replaced by names, directions in short, fillers left out."""
    words = [word for word in rest if word.lower() not in FILLERS or len(rest) == 1]
    if verb == "option":
        return [word.lower() for word in rest]
    named, lettered = list(pack_tokens(game, hero)), game.content.verbs[verb].lettered
    spelled: list[str] = []
    for place, word in enumerate(words):
        lower = word.lower()
        index = ord(lower) - ord("a") if len(lower) == 1 and lower.isalpha() else -1
        is_letter = lettered and 0 <= index < len(named) and (place == 0 or verb == "sort")
        if is_letter:
            spelled.append(named[index])
            continue
        direction = compass.read(word)
        last = place == len(words) - 1
        keep = lower in ("up", "down") and verb == "travel"
        spelled.append(direction if direction is not None and last and not keep else lower)
    return spelled
