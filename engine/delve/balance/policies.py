"""Policies of the expert that ignore a system of the game, to measure whether it matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.contract.action import Action
from engine.delve.actions.legal_actions import CHOICES, Args, with_kept_terms
from engine.delve.autoplay import expert
from engine.delve.data.kinds import ItemKind
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero

WHOLE = "all systems"
MOST_ADVICE = 40
Forbids = Callable[[DelveContext, DelveHero, Action], bool]


def _verbs(*verbs: str) -> Forbids:
    return lambda game, hero, action: action.verb in verbs


def _kind(game: DelveContext, hero: DelveHero, action: Action) -> ItemKind | None:
    """Return the kind of the thing that an action is about, if it is one of the pack."""
    carried = inventory.tokens(hero.pack)
    return (
        game.item_kind(carried[action.args[0]])
        if action.args[:1] and action.args[0] in carried
        else None
    )


def _arms(game: DelveContext, hero: DelveHero, action: Action) -> bool:
    kind = _kind(game, hero, action)
    return action.verb == "equip" and kind is not None and "weapon" in kind.categories


def _altars(game: DelveContext, hero: DelveHero, action: Action) -> bool:
    return action.verb in ("upgrade", "pray", "uncurse") or action.args[:1] == ("altar",)


def _food_found(game: DelveContext, hero: DelveHero, action: Action) -> bool:
    """Return whether an action eats more than what the hero began with."""
    foods = [kind.name for kind in game.content.items.values() if kind.category == "food"]
    eaten = sum(hero.used.get(f"item {name}", 0) for name in foods)
    begun = game.content.classes[hero.born_as].items
    return action.verb == "eat" and eaten >= sum(count for name, count in begun if name in foods)


POLICIES: Mapping[str, Forbids] = {
    WHOLE: _verbs(),
    "never rests": _verbs("rest"),
    "never throws": _verbs("throw", "volley", "unbar"),
    "no altars": _altars,
    "fists only": _arms,
    "no food found": _food_found,
    "no secret doors": _verbs("search", "search-walls"),
}


def choose(game: DelveContext, hero: DelveHero, policy: str) -> Action:
    """Return the best action that a policy allows."""
    forbids = POLICIES[policy]
    if policy == "fists only" and (off := _disarm(game, hero)) is not None:
        return off
    for most in (1, MOST_ADVICE):  # ranking is slow, and the first is seldom forbidden
        for advice in expert.ranked(game, hero, most):
            if not forbids(game, hero, advice.action):
                return with_kept_terms(hero, advice.action)
    return Action("pause")


def _disarm(game: DelveContext, hero: DelveHero) -> Action | None:
    """Return that a hero takes the weapon off that is in hand; None when that cannot be now."""
    if hero.menu or hero.choices or not hero.class_name:
        return None
    held = inventory.in_slot(game.content, hero, "weapon")
    names = [token for token, item in inventory.tokens(hero.pack).items() if item is held]
    allowed: Sequence[Args] = CHOICES["remove"](game, hero) if names else ()
    return Action("remove", (names[0],)) if names and (names[0],) in allowed else None
