"""Taking what a place gives, sells, keeps or holds."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.facts import SeatRef, Took
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat.damage import wake
from engine.delve.data.kinds import PlaceKind
from engine.delve.rules import inventory, words
from engine.delve.rules.context import DelveContext
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.vision import forget_things
from engine.delve.state import DelveHero, DelveItem, DelveMonster, DelvePlace

Args = tuple[str, ...]
RIVAL_HUNTS = 30  # turns


def here(game: DelveContext, hero: DelveHero) -> tuple[DelvePlace, PlaceKind] | None:
    """Return the place on whose fixture a hero stands, as long as it has something to give."""
    place = game.level(hero).place
    if place is None or place.at != hero.at:
        return None
    if game.ground(hero) not in terrain.FIXTURES:
        return None
    return place, game.content.places[place.name]


def choices(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return what a hero can claim: a thing that is shown, with the food that it costs where it is
    sold; or nothing in particular, where the things are not shown."""
    found = here(game, hero)
    if found is None:
        return []
    kind = found[1]
    if kind.rule.name in ("holds", "sleeps"):
        return [()]
    if kind.rule.name == "gives-one":
        return [(token,) for token in shown(game, hero)]
    if kind.rule.name == "sells":
        coins = payments(game, hero, kind.rule.number())
        return [(token, coin) for token in shown(game, hero) for coin in coins]
    return []


def shown(game: DelveContext, hero: DelveHero) -> dict[str, DelveItem]:
    """Return the things in the niches of the level's place, by what action lines call them."""
    level = game.level(hero)
    if level.place is None:
        return {}
    niches = [level.items[at] for at in level.place.niches if level.items.get(at)]
    return inventory.tokens(things[0] for things in niches)


def payments(game: DelveContext, hero: DelveHero, price: int) -> dict[str, DelveItem]:
    """Return the food of a hero that is worth a price, by what action lines call it."""
    carried = inventory.tokens(hero.pack)
    return {
        token: item for token, item in carried.items() if game.item_kind(item).nutrition >= price
    }


def waking_percent(game: DelveContext, place: DelvePlace, hero: DelveHero) -> int:
    """Return the chance in a hundred that a rival wakes when something is taken; 0: nobody
    sleeps there."""
    rule = game.content.places[place.name].rule
    rival = _rival(game, place, hero)
    return rule.number() if rule.name == "sleeps" and rival is not None and rival.asleep else 0


def _rival(game: DelveContext, place: DelvePlace, hero: DelveHero) -> DelveMonster | None:
    return next((each for each in game.level(hero).monsters if each.uid == place.rival), None)


def claim(game: DelveContext, hero: DelveHero, args: Args) -> None:
    """Take what a place gives."""
    found = here(game, hero)
    assert found is not None
    place, kind = found
    count_use(hero, place)
    if kind.rule.name == "holds":
        for item in place.stock:
            _take(game, hero, item)
        place.stock = []
    elif kind.rule.name == "sleeps":
        _rob(game, hero, place)
    else:
        _from_niche(game, hero, place, kind, args)
    if not place.stock and not shown(game, hero):
        spend(game, hero)


def count_use(hero: DelveHero, place: DelvePlace) -> None:
    """Count that a hero got something at a place."""
    hero.used[f"place {place.name}"] = hero.used.get(f"place {place.name}", 0) + 1


def _take(game: DelveContext, hero: DelveHero, item: DelveItem) -> None:
    inventory.add(hero.pack, item)
    told = text(
        "{hero:The} takes {thing}.",
        hero=game.the(hero),
        thing=inventory.described(game.content, item),
    )
    game.tell(told, hero, "place", Took(SeatRef(hero.seat), words.thing(item)))


def _from_niche(
    game: DelveContext, hero: DelveHero, place: DelvePlace, kind: PlaceKind, args: Args
) -> None:
    item = shown(game, hero)[args[0]]
    if kind.rule.name == "sells":
        coin = payments(game, hero, kind.rule.number())[args[1]]
        paid = inventory.take(hero.pack, coin, game.new_uid())
        told = text("{hero:The} pays with {thing:a}.", hero=game.the(hero), thing=Name(paid.kind))
        game.tell(told, hero, "place")
    _take(game, hero, item)
    closing = place.niches if kind.rule.name == "gives-one" else _niche_of(game, hero, item)
    level = game.level(hero)
    for at in closing:
        level.items.pop(at, None)
        forget_things(game.memory(hero), at)
        game.set_ground(level, at, terrain.EMPTY_NICHE)
    if kind.rule.name == "gives-one":
        game.tell(text("The other niches close for good."), hero, "place")


def _niche_of(game: DelveContext, hero: DelveHero, item: DelveItem) -> list[int]:
    things = game.level(hero).items
    return [at for at, lying in things.items() if any(each is item for each in lying)]


def _rob(game: DelveContext, hero: DelveHero, place: DelvePlace) -> None:
    """Take the next thing out of a sleeper's pack, who may wake."""
    percent, rival = waking_percent(game, place, hero), _rival(game, place, hero)
    _take(game, hero, place.stock.pop(0))
    deeds = game.state.deeds
    deeds["robbed"] = deeds.get("robbed", 0) + 1
    if rival is not None and percent and game.dice.percent(percent):
        wake(rival)
        rival.goal, rival.hunting = hero.at, RIVAL_HUNTS
        interrupt(hero, Stop("noticed", text("the rival wakes")))
        game.tell_of("{rival:The} wakes up.", "place", rival=rival)


def spend(game: DelveContext, hero: DelveHero) -> None:
    """Note that the place underfoot has nothing more to give."""
    game.set_ground(game.level(hero), hero.at, terrain.SPENT[game.ground(hero)])
