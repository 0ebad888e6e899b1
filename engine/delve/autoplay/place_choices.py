"""The expert at places: which are worth going to, and what to take or give there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Action, Advice
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.actions import last_ways, legal_actions, plans
from engine.delve.autoplay import estimates, item_choices
from engine.delve.data.kinds import BargainKind, PlaceKind
from engine.delve.movement import paths
from engine.delve.places import bargains, claims
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.rules.item_worth import is_wanted, worth
from engine.delve.state import DelveHero

SPARE_FOODS = 3  # with fewer nothing is bought
LIVES_ON = 60  # full health below which none is given away

_CROSSED = ("web", "cracked-floor")  # for a place
_WHY = {
    "bargains": text("its price can be paid"),
    "frees": text("a friend is worth the noise"),
    "gives-one": text("one of these things can be had"),
    "holds": text("there is something in it"),
    "sells": text("there is food to spare for it"),
    "sleeps": text("the owner can be beaten, should he wake"),
}


def worth_going_to(game: DelveContext, hero: DelveHero) -> tuple[str, Text] | None:
    """Return what `travel` calls the fixture of the level's place, and why to go there; None when
    none is known, or it has nothing for the hero."""
    place = game.level(hero).place
    if place is None or hero.seat not in place.seen or place.at == hero.at:
        return None
    code = game.memory(hero).ground[place.at]
    kind = game.content.places[place.name]
    if code not in terrain.FIXTURES or not _is_worthwhile(game, hero, kind):
        return None
    name = next(name for name, each in plans.PLACES.items() if each == code)
    return name, _WHY[kind.rule.name]


def crossings(game: DelveContext, hero: DelveHero) -> Iterator[tuple[Action, Text]]:
    """Yield the plans that lead across what bars the way to a place that is worth it, and why."""
    place = game.level(hero).place
    if place is None or worth_going_to(game, hero) is None:
        return
    for (name,) in legal_actions.CHOICES["cross"](game, hero):
        if name in _CROSSED and last_ways.far_side(game, hero, name) == place.at:
            kind = game.content.places[place.name]
            yield Action("cross", (name,)), _WHY[kind.rule.name]


def _is_worthwhile(game: DelveContext, hero: DelveHero, kind: PlaceKind) -> bool:
    rule = kind.rule
    if rule.name == "sells":
        return _can_buy(game, hero, rule.number())
    if rule.name == "sleeps":
        return hero.level >= hero.depth
    if rule.name == "bargains":
        return any(_is_good(game, hero, game.content.bargains[name]) for name in rule.args)
    return True


def _can_buy(game: DelveContext, hero: DelveHero, price: int) -> bool:
    foods = [item for item in hero.pack if game.item_kind(item).category == "food"]
    enough = sum(item.count for item in foods) >= SPARE_FOODS
    return enough and bool(claims.payments(game, hero, price))


def _is_good(game: DelveContext, hero: DelveHero, kind: BargainKind) -> bool:
    """Return whether a bargain can be paid and makes a hero stronger for good, or shows a level
    that he has not seen."""
    if kind.takes.name == "health" and hero.full_health < LIVES_ON:
        return False
    if kind.takes.name == "food" and not item_choices.has_food(game, hero):
        return False
    if kind.takes.name == "spell" and not _can_spare_spell(game, hero):
        return False
    shows = any(effect.name == "map" for effect in kind.gives)
    good = bool(paths.way_to_explore(game, hero)) if shows else _strengthens(kind)
    return good and bargains.is_open(game, hero, kind)


def _strengthens(kind: BargainKind) -> bool:
    return any(effect.name in ("gain", "enchant") for effect in kind.gives)


def _can_spare_spell(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero fights by blows, and the spell that he learned last does not heal."""
    if not hero.spells or estimates.lives_by_spells(game, hero):
        return False
    return "heal" not in game.content.spells[hero.spells[-1]].advice


def at_fixture(game: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what to do on the fixture underfoot."""
    found = claims.here(game, hero)
    if found is None or not _is_worthwhile(game, hero, found[1]):
        return
    rule, why = found[1].rule, _WHY[found[1].rule.name]
    if rule.name == "bargains":
        kinds = [k for k in bargains.bargains_here(game, hero) if _is_good(game, hero, k)]
        for kind in sorted(kinds, key=_strengthens, reverse=True):
            yield Advice(Action("bargain", (inventory.token(kind.name),)), why)
    elif rule.name == "frees":
        yield Advice(Action("free"), why)
    elif rule.name in ("holds", "sleeps"):
        yield Advice(Action("claim"), why)
    else:
        things = claims.shown(game, hero)
        wanted = [token for token, item in things.items() if is_wanted(game, hero, item)]
        wanted.sort(key=lambda token: -worth(game, things[token]))
        allowed = legal_actions.CHOICES["claim"](game, hero)
        for token in wanted or list(things):
            yield from (Advice(Action("claim", each), why) for each in allowed if each[0] == token)
