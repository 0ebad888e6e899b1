"""Dealing with friends: allies, artisans' wares, priests' prayers, what a fallen hero left."""

from __future__ import annotations

from engine.contract.facts import CreatureRef, Healed, Own, SeatRef, ThingRef, Took
from engine.contract.texts import Value, text
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, item_name
from engine.kanthe.state import KantheItem, KantheState, Node, Opponent
from engine.kanthe.words import coins, listing, wounds


def friends_here(state: KantheState) -> list[Opponent]:
    """Return who was befriended and is here, or in a corridor that begins here."""
    around = {passage.id for passage in passages_at(state.here, state.node)}
    return [
        o
        for o in state.here.opponents
        if o.status == "befriended" and (o.node == state.node or o.passage in around)
    ]


def recruits(game: KantheContext) -> list[Opponent]:
    """Return the friends who would come along; none while as many do as can."""
    if len(game.state.hero.allies) >= game.content.most_allies:
        return []
    return [o for o in friends_here(game.state) if game.kind_of(o).has("joins")]


def recruit(game: KantheContext, friend: Opponent) -> None:
    """Take a friend along as an ally."""
    state = game.state
    state.here.opponents.remove(friend)
    friend.node = friend.passage = -1
    state.hero.allies.append(friend)
    who = creature_name(friend)
    fact = Own("joined", CreatureRef(friend.kind, friend.id))
    game.tell(text("{who:The} comes with you.", who=who), "found", fact)
    game.record(text("Was joined by {who:a}.", who=who))


def wares_for_sale(game: KantheContext) -> list[tuple[Opponent, KantheItem]]:
    """Return what befriended artisans sell here, one of each rating, the best first."""
    found = []
    for artisan in friends_here(game.state):
        ratings: set[int] = set()
        sells = game.kind_of(artisan).has("sells")
        stock = [*artisan.wares, *(artisan.things if sells else [])]
        for ware in sorted(stock, key=lambda item: -item.rating):
            if ware.rating not in ratings:
                ratings.add(ware.rating)
                found.append((artisan, ware))
    return found


def buy(game: KantheContext, artisan: Opponent, ware: KantheItem) -> None:
    """Buy a ware at a coin a point of rating."""
    hero = game.state.hero
    stock = artisan.wares if ware in artisan.wares else artisan.things
    stock.remove(ware)
    hero.coins -= ware.rating
    hero.items.append(ware)
    thing, price = item_name(game, ware), coins(ware.rating)
    words = text("You buy {thing:the} for {price}.", thing=thing, price=price)
    game.tell(words, "found", Took(SeatRef(0), ThingRef(ware.arcane or ware.name)))


def priests(game: KantheContext) -> list[Opponent]:
    """Return the friends who can still heal by prayer."""
    friends = friends_here(game.state)
    return [o for o in friends if game.kind_of(o).has("heals") and not o.prayed]


def pray(game: KantheContext, priest: Opponent) -> None:
    """Let a priest heal the hero."""
    hero = game.state.hero
    priest.prayed = True
    healed = min(priest.strength, hero.wounds)
    hero.wounds -= healed
    words = text(
        "{who:The} prays: {wounds} healed.", who=creature_name(priest), wounds=wounds(healed)
    )
    game.tell(words, "wound", Healed(SeatRef(0), healed))


def take_remains(game: KantheContext, place: Node) -> None:
    """Take what a fallen hero left at a place."""
    hero = game.state.hero
    things: list[Value] = [item_name(game, item) for item in place.remains]
    if place.remains_coins:
        things.append(coins(place.remains_coins))
    for item in place.remains:
        item.worn = False
    hero.items += place.remains
    hero.coins += place.remains_coins
    place.remains, place.remains_coins = [], 0
    words = text("You take what the dead one left: {things}.", things=listing(things))
    game.tell(words, "found", Took(SeatRef(0), ThingRef("remains")))
