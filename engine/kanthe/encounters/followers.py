"""Dealing with friends: allies, artisans' wares, priests' prayers, what a fallen hero left."""

from __future__ import annotations

from engine.contract.facts import CreatureRef, Healed, Own, SeatRef, ThingRef, Took
from engine.contract.texts import Value, text
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, item_name
from engine.kanthe.state import KantheItem, KantheState, Node, Opponent
from engine.kanthe.words import coins, listing, wounds


def friends_here(game: KantheState) -> list[Opponent]:
    """Return who was befriended and is here, or in a corridor that begins here."""
    around = {passage.id for passage in passages_at(game.here, game.node)}
    return [
        o
        for o in game.here.opponents
        if o.status == "befriended" and (o.node == game.node or o.passage in around)
    ]


def recruits(play: KantheContext) -> list[Opponent]:
    """Return the friends who would come along; none while as many do as can."""
    if len(play.game.hero.allies) >= play.content.most_allies:
        return []
    return [o for o in friends_here(play.game) if play.kind_of(o).has("joins")]


def recruit(play: KantheContext, friend: Opponent) -> None:
    """Take a friend along as an ally."""
    game = play.game
    game.here.opponents.remove(friend)
    friend.node = friend.passage = -1
    game.hero.allies.append(friend)
    who = creature_name(friend)
    fact = Own("joined", CreatureRef(friend.kind, friend.id))
    play.tell(text("{who:The} comes with you.", who=who), "found", fact)
    play.record(text("Was joined by {who:a}.", who=who))


def wares_for_sale(play: KantheContext) -> list[tuple[Opponent, KantheItem]]:
    """Return what befriended artisans sell here, one of each rating, the best first."""
    found = []
    for artisan in friends_here(play.game):
        ratings: set[int] = set()
        sells = play.kind_of(artisan).has("sells")
        stock = [*artisan.wares, *(artisan.things if sells else [])]
        for ware in sorted(stock, key=lambda item: -item.rating):
            if ware.rating not in ratings:
                ratings.add(ware.rating)
                found.append((artisan, ware))
    return found


def buy(play: KantheContext, artisan: Opponent, ware: KantheItem) -> None:
    """Buy a ware at a coin a point of rating."""
    hero = play.game.hero
    stock = artisan.wares if ware in artisan.wares else artisan.things
    stock.remove(ware)
    hero.coins -= ware.rating
    hero.items.append(ware)
    thing, price = item_name(play, ware), coins(ware.rating)
    words = text("You buy {thing:the} for {price}.", thing=thing, price=price)
    play.tell(words, "found", Took(SeatRef(0), ThingRef(ware.arcane or ware.name)))


def priests(play: KantheContext) -> list[Opponent]:
    """Return the friends who can still heal by prayer."""
    friends = friends_here(play.game)
    return [o for o in friends if play.kind_of(o).has("heals") and not o.prayed]


def pray(play: KantheContext, priest: Opponent) -> None:
    """Let a priest heal the hero."""
    hero = play.game.hero
    priest.prayed = True
    healed = min(priest.strength, hero.wounds)
    hero.wounds -= healed
    words = text(
        "{who:The} prays: {wounds} healed.", who=creature_name(priest), wounds=wounds(healed)
    )
    play.tell(words, "wound", Healed(SeatRef(0), healed))


def take_remains(play: KantheContext, place: Node) -> None:
    """Take what a fallen hero left at a place."""
    hero = play.game.hero
    things: list[Value] = [item_name(play, item) for item in place.remains]
    if place.remains_coins:
        things.append(coins(place.remains_coins))
    for item in place.remains:
        item.worn = False
    hero.items += place.remains
    hero.coins += place.remains_coins
    place.remains, place.remains_coins = [], 0
    words = text("You take what the dead one left: {things}.", things=listing(things))
    play.tell(words, "found", Took(SeatRef(0), ThingRef("remains")))
