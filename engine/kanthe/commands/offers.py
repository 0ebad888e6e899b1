"""Offers of what a hero may do now, an expert's choice first. Every offer is accepted."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Offer, OfferGroup
from engine.contract.texts import Name, Text, Words, counted, joined, text
from engine.kanthe.commands.item_offers import use_offers, worn_offers
from engine.kanthe.commands.setup_offers import setup_offers
from engine.kanthe.data.content import PURPOSES
from engine.kanthe.dice import percent_of_match
from engine.kanthe.encounters.conflict import (
    hero_pool,
    opponents_of,
    opposition_pool,
    possible_targets,
    tools,
    total,
)
from engine.kanthe.encounters.followers import priests, recruits, wares_for_sale
from engine.kanthe.encounters.hazards import clears, force_pool
from engine.kanthe.encounters.treasure import item_kinds, sources
from engine.kanthe.exploring.movement import (
    find_plan,
    hostile_at,
    is_hostile,
    rooms_for_stairs,
    routes_from_here,
    way_label,
)
from engine.kanthe.magic.arcane_things import (
    UNKNOWN,
    effect_of,
    item_dice,
)
from engine.kanthe.map.level_plan import passages_at, ways_from
from engine.kanthe.rules.context import Play
from engine.kanthe.rules.names import (
    creature_name,
    feature_name,
    feature_ref,
    item_name,
    item_refs,
    node_ref,
    place_name,
)
from engine.kanthe.rules.offer_making import make_offer, text_offer, with_intent
from engine.kanthe.state import (
    WALLS,
    Approach,
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    Conflict,
    Door,
    FaceHazard,
    NameItem,
    Node,
    Opponent,
    ShareTreasure,
)
from engine.kanthe.view.map_board import square_of
from engine.kanthe.words import (
    DOORS,
    ROOM_WALLS,
    coins,
    dice,
    purposes,
    wounds,
)

SAFE_DICE = 4  # opposition dice that a sound hero fights
MOST_TRAVEL = 12  # rooms that are offered to travel to


def list_offers(play: Play) -> list[Offer]:
    """Return what the hero may do now, best first, in a stable order."""
    game = play.game
    if game.ended:
        return []
    if game.setup is not None:
        return setup_offers(game, play.content)
    if game.choosing_items:
        hint = text("Back to what you were doing.")
        done = make_offer("done", text("Done"), hint, "answer", free=True)
        return [done, *_tick_offers(play)]
    if game.question is not None:
        return list(_answers(play))
    if game.conflict is not None:
        return list(_conflict_offers(play, game.conflict))
    return list(_place_offers(play))


def is_hurt(play: Play) -> bool:
    """Return whether the hero had better avoid a fight."""
    return play.game.hero.wounds * 2 > play.game.hero.challenge


def is_outmatched(play: Play, conflict: Conflict) -> bool:
    """Return whether getting away is wiser than fighting."""
    threat = total(opposition_pool(play, "fight", conflict)) - play.game.hero.wounds
    return is_hurt(play) or threat > SAFE_DICE


# ------------------------------------------------------------------------- answers


def _answers(play: Play) -> Iterator[Offer]:
    question = play.game.question
    if isinstance(question, Approach):
        yield from _approach_offers(play, question)
    elif isinstance(question, FaceHazard):
        yield from _hazard_offers(play, question)
    elif isinstance(question, ChooseTarget):
        yield from _target_offers(play, question)
    elif isinstance(question, ChooseVictim):
        yield from _victim_offers(play, question)
    elif isinstance(question, ShareTreasure):
        yield from _treasure_offers(question)
    elif isinstance(question, NameItem):
        yield from _name_offers(play, question)
    elif isinstance(question, ChooseWord):
        yield from _word_offers(play, question)
    elif isinstance(question, ChooseStairs):
        for room in rooms_for_stairs(play.game):
            label = text("In {place}", place=place_name(room))
            yield make_offer(f"stairs {node_ref(room)}", label, "", "answer")
    else:
        hint = text("The chronicle is closed.")
        yield make_offer("finish", text("End the game"), hint, "answer", irreversible=True)
        hint = text("Map, sheets and occupants stay.")
        yield make_offer("heir", text("Another hero comes"), hint, "answer")


def _approach_offers(play: Play, question: Approach) -> Iterator[Offer]:
    hostile = hostile_at(play.game, node=question.node)
    turn_back = make_offer("turn-back", text("Turn back"), text("Stay where you are."), "answer")
    if not hostile:
        hint = text("Nobody there would attack you.")
        yield make_offer("enter", text("Go in"), hint, "answer")
        yield turn_back
        return
    conflict = Conflict([o.id for o in hostile])
    fight = list(_fight_offers(play, conflict))
    away = [
        _pool_offer(play, "sneak", text("Sneak through"), "evade", conflict),
        _pool_offer(play, "hide", text("Hide in there"), "evade", conflict),
    ]
    yield from (
        [*away, turn_back, *fight] if is_outmatched(play, conflict) else [*fight, *away, turn_back]
    )
    yield from _items_offer(play)


def _fight_offers(play: Play, conflict: Conflict) -> Iterator[Offer]:
    yield _pool_offer(play, "fight", text("Fight"), "fight", conflict)
    if any(not play.kind_of(o).has("mindless") for o in opponents_of(play, conflict)):
        yield _pool_offer(play, "persuade", text("Persuade"), "persuade", conflict)


def _pool_offer(play: Play, verb: str, what: Text, purpose: str, conflict: Conflict) -> Offer:
    own = total(hero_pool(play, purpose, conflict))
    against = total(opposition_pool(play, purpose, conflict))
    return make_offer(verb, _against(what, own, against), _odds_of_both(own, against), "target")


def _against(what: Text, own: int, against: int) -> Text:
    return text("{what}: {own} dice against {against}", what=what, own=own, against=against)


def _odds_of_both(own: int, against: int) -> Text:
    return text(
        "A match: {own} %, theirs {theirs} %.",
        own=percent_of_match(own),
        theirs=percent_of_match(against),
    )


def _conflict_offers(play: Play, conflict: Conflict) -> Iterator[Offer]:
    fight = list(_fight_offers(play, conflict))
    away = [
        _pool_offer(play, "flee", text("Flee"), "evade", conflict),
        _pool_offer(play, "sneak", text("Slip past"), "evade", conflict),
    ]
    yield from [*away, *fight] if is_outmatched(play, conflict) else [*fight, *away]
    for tool in tools(play):
        if conflict.tool == tool.ref:
            label = text("Leave {tool:the} alone", tool=tool.name)
            yield make_offer("tool none", label, "", "item", free=True)
        elif tool.ref != conflict.barred:
            label = text("Use {tool:the}", tool=tool.name)
            hint = text(
                "{strength} dice more in a fight; it can be turned against you.",
                strength=tool.strength,
            )
            yield make_offer(f"tool {tool.ref}", label, hint, "item", free=True)
    yield from use_offers(play)
    yield from _items_offer(play)


def _items_offer(play: Play, group: OfferGroup = "item") -> Iterator[Offer]:
    """Yield the way to the choice of items, if there is any to choose."""
    if list(_tick_offers(play)):
        unused = sum(not item.ticked for item in item_refs(play).values())
        hint = text("All that fit are used.")
        if unused:
            hint = counted(unused, "{number} item left out.", "{number} items left out.")
        yield make_offer("items", text("Choose items…"), hint, group, free=True)


def _tick_offers(play: Play) -> Iterator[Offer]:
    for ref, item in item_refs(play).items():
        if any(item_dice(play, item, purpose) for purpose in PURPOSES):
            thing = item_name(play, item)
            label = text("Use: {thing}", thing=thing)
            if item.ticked:
                label = text("Do not use: {thing}", thing=thing)
            line = f"untick {ref}" if item.ticked else f"tick {ref}"
            yield make_offer(line, label, "", "item", free=True)


def _hazard_offers(play: Play, question: FaceHazard) -> Iterator[Offer]:
    hazard = play.hazard(question.hazard)
    if play.hazard_kind(hazard).has("bars"):
        pool = total(force_pool(play))
        label = text("Force the way: {pool} dice", pool=pool)
        hint = _need(hazard.strength)
        clearing = [o for o in use_offers(play) if _would_clear(play, o, question)]
        yield from clearing
        yield make_offer("clear", label, hint, "act")
        hint = text("The way stays barred.")
        yield make_offer("turn-back", text("Turn back"), hint, "answer")
        yield from (o for o in use_offers(play) if o not in clearing)
    else:
        own = total(hero_pool(play, "evade"))
        against = total(opposition_pool(play, "evade", hazard=hazard))
        label = _against(text("Evade"), own, against)
        yield make_offer("evade", label, _odds_of_both(own, against))
        if question.may_turn:
            yield make_offer("turn-back", text("Turn back"), "", "answer")
        yield from use_offers(play)
        hint = text("{wounds}.", wounds=wounds(hazard.strength))
        yield make_offer("endure", text("Let it come"), hint, "answer")
    yield from _items_offer(play)


def _need(degree: int) -> Text:
    return text("You need {number} equal dice. Failing is noise.", number=degree + 1)


def _would_clear(play: Play, offer: Offer, question: FaceHazard) -> bool:
    effect = effect_of(play, item_refs(play)[offer.action.args[0]])
    return effect is not None and clears(play, effect, play.hazard(question.hazard))


def _target_offers(play: Play, question: ChooseTarget) -> Iterator[Offer]:
    conflict = play.game.conflict
    assert conflict is not None
    talking = conflict.purpose == "persuade"

    def felt(target: Opponent) -> int:
        spirit = play.kind_of(target).has("spirit")
        return question.act.hero_arcane if spirit else question.act.hero

    limit = play.game.difficulty
    targets = possible_targets(play, conflict)
    targets.sort(key=lambda o: (felt(o) < 2, -(o.social if talking else o.wounds)))
    for target in targets:
        degree = felt(target)
        has = target.social if talking else target.wounds
        hint = text(
            "Degree {degree}; it has {has} of {limit}.",
            degree=degree if degree > 1 else 0,
            has=has,
            limit=limit + 1,
        )
        label = text("{who:The}", who=creature_name(target))
        yield make_offer(f"hit {target.name}", label, hint, "answer")


def _victim_offers(play: Play, question: ChooseVictim) -> Iterator[Offer]:
    hero = play.game.hero
    suffered = _of(hero.wounds + question.degree, hero.challenge + 1)
    me = make_offer("wound me", text("You"), suffered, "answer")
    limit = play.game.difficulty + 1
    allies = [
        make_offer(
            f"wound {ally.name}",
            text("Your ally: {who}", who=creature_name(ally)),
            _of(ally.wounds + question.degree, limit),
            "answer",
        )
        for ally in hero.allies
    ]
    yield from [*allies, me] if is_hurt(play) else [me, *allies]


def _of(number: int, limit: int) -> Text:
    return text("{number} of {limit}.", number=number, limit=limit)


def _treasure_offers(question: ShareTreasure) -> Iterator[Offer]:
    matches = sorted(
        zip(question.values, question.degrees, strict=True), key=lambda m: (-m[1], m[0])
    )
    as_coins = [
        make_offer(
            f"coins {value}",
            text("The {value}s: {coins}", value=value, coins=coins(degree)),
            "",
            "answer",
        )
        for value, degree in matches
    ]
    items = [
        make_offer(
            f"item {value}",
            text("The {value}s: an item of {degree}", value=value, degree=degree),
            text("You name it."),
            "answer",
        )
        for value, degree in matches
    ]
    arcane = [
        make_offer(
            f"arcane {a} {b}",
            text("{essence}s and {action}s: an arcane thing", essence=a, action=b),
            text(
                "Essence's word from row {essence}, action's from row {action}.",
                essence=a,
                action=b,
            ),
            "answer",
        )
        for a in question.values
        for b in question.values
        if a != b
    ]
    best = matches[0][1]
    yield from [*items, *arcane, *as_coins] if best > 2 else [*arcane, *as_coins, *items]


def _name_offers(play: Play, question: NameItem) -> Iterator[Offer]:
    if not question.name:
        for ware in play.content.wares.values():
            fixed = play.content.ware_kinds[ware.kind].purposes
            kind = ware.kind if fixed else "-".join(ware.purposes)
            hint = text(
                "{rating} dice to {purposes}.",
                rating=question.rating,
                purposes=purposes(ware.purposes),
            )
            label = text("{thing}", thing=Name(ware.name))
            yield text_offer("call", (kind, ware.name), label, hint)
        return
    for kind, words in item_kinds(play).items():
        thing = Name(question.name, given=True)
        label = text("{thing}: {kind}", thing=thing, kind=words)
        yield text_offer("call", (kind, question.name), label)


def _word_offers(play: Play, question: ChooseWord) -> Iterator[Offer]:
    for essence, action in question.options:
        parts = []
        if action != UNKNOWN:
            parts.append(text("{action}", action=Name(play.content.actions[action].name)))
        if essence != UNKNOWN:
            parts.append(text("{essence}", essence=play.essence(essence)))
        words = [str(row) if row != UNKNOWN else "none" for row in (essence, action)]
        yield make_offer(f"meaning {' '.join(words)}", joined(parts), "", "answer")


# ------------------------------------------------------------------------- in a place


def _place_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    if game.hero.wounds:
        for priest in priests(play):
            yield make_offer(
                f"pray {priest.name}",
                text("Ask {who:the} to pray", who=creature_name(priest)),
                text("Heals up to {wounds}, once.", wounds=wounds(priest.strength)),
            )
    if game.place.remains or game.place.remains_coins:
        yield make_offer("remains", text("Take what the dead one left"), "", "item")
    for source in sources(play):
        hint = text("A match: {chance} %.", chance=percent_of_match(game.hero.challenge))
        yield make_offer(f"loot {source.ref}", text("Search {what}", what=source.name), hint)
    for friend in recruits(play):
        label = text("Take {who:the} along", who=creature_name(friend))
        hint = text("{dice} in fights; can take wounds for you.", dice=dice(friend.strength))
        yield make_offer(f"recruit {friend.name}", label, hint)
    yield from use_offers(play)
    for artisan, ware in wares_for_sale(play):
        if ware.rating <= game.hero.coins:
            label = text("Buy: {thing}", thing=item_name(play, ware))
            hint = text("{coins}.", coins=coins(ware.rating))
            yield make_offer(f"buy {artisan.name} {ware.rating}", label, hint, "item")
    yield from _plan_offers(play)
    yield from _door_offers(play)
    yield from _meeting_offers(play)
    if game.place.stairs:
        hint = text("To level {number}.", number=game.level + 1)
        yield make_offer("descend", text("Go down the stairs"), hint, "move")
    yield from _walk_offers(play)
    yield from _search_offers(play)
    yield from _feature_offers(play)
    yield from worn_offers(play)
    yield from _items_offer(play, "other")
    yield from _leaving_offers(play)


def _plan_offers(play: Play) -> Iterator[Offer]:
    plan = find_plan(play)
    if plan:
        yield make_offer(
            "explore", text("Explore"), text("Go to the nearest place unknown."), "plan"
        )
    for node in _travel_goals(play):
        label = text("Travel to {place}", place=place_name(node))
        yield make_offer(f"travel {node_ref(node)}", label, "", "plan", at=square_of(node))


def _travel_goals(play: Play) -> list[Node]:
    """Return known places that more than one step leads to, the most useful first."""
    game = play.game
    near = {way.node for way in ways_from(game.here, game.place)}
    goals = [
        node
        for node in game.here.nodes
        if node.kind in ("start", "room")
        and node.entered
        and node.id != game.node
        and node.id not in near
    ]
    goals.sort(key=lambda node: (not node.stairs, node.kind != "start", -node.id))
    routes = routes_from_here(play, unknown=False)
    return [node for node in goals if node.id in routes][:MOST_TRAVEL]


def _door_offers(play: Play) -> Iterator[Offer]:
    pool = total(force_pool(play))
    for door in play.game.place.doors:
        if door.opened or not door.judged:
            continue
        wall, name = WALLS[door.wall], DOORS[door.wall]
        if not door.heavy:
            yield make_offer(f"open {wall}", text("Open {door}", door=name))
        elif door.locks:
            yield from _lock_offers(door, pool)
        else:
            label = text("Force {door}: {pool} dice", door=name, pool=pool)
            yield make_offer(f"force {wall}", label, _need(door.heavy))


def _lock_offers(door: Door, pool: int) -> Iterator[Offer]:
    wall, name = WALLS[door.wall], DOORS[door.wall]
    label = text("Pick {door}'s lock: {pool} dice", door=name, pool=pool)
    yield make_offer(f"pick {wall}", label, _need(door.locks[0]))
    label = text("Break down {door}: {pool} dice", door=name, pool=pool)
    hint = text("You need {number} equal dice. It is noise.", number=door.heavy + 1)
    yield make_offer(f"smash {wall}", label, hint)


def _meeting_offers(play: Play) -> Iterator[Offer]:
    """Yield conflicts that the hero may begin with who is here and does not attack him."""
    game = play.game
    around = {passage.id for passage in passages_at(game.here, game.node)}
    for who in game.here.opponents:
        near = who.node == game.node or (who.passage in around and not is_hostile(who))
        if not near or not who.here:
            continue
        if not play.kind_of(who).has("mindless"):
            label = text("Persuade {who:the}", who=creature_name(who))
            hint = text("Words, not blows.")
            yield make_offer(f"persuade {who.name}", label, hint, "target")
        quiet: Words = "" if is_hostile(who) else text("It has not attacked you.")
        label = text("Fight {who:the}", who=creature_name(who))
        yield make_offer(f"fight {who.name}", label, quiet, "target")


def _walk_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    for way in ways_from(game.here, game.place):
        node = game.here.nodes[way.node]
        label = way_label(game, way)
        offer = make_offer(f"walk {way.name}", label, "", "move", at=square_of(node))
        yield with_intent(offer, "move", node_ref(node))
    if game.node == 0 and game.level > game.domain.top:
        hint = text("To level {number}.", number=game.level - 1)
        yield make_offer("climb", text("Go up the stairs"), hint, "move")


def _search_offers(play: Play) -> Iterator[Offer]:
    place = play.game.place
    if place.kind != "room":
        return
    for wall, taken in enumerate(place.walls):
        if not taken and wall not in place.searched:
            chance = percent_of_match(play.game.hero.challenge)
            hint = text("A match: {chance} %. Once a wall.", chance=chance)
            label = text("Search {wall}", wall=ROOM_WALLS[wall])
            yield make_offer(f"search {WALLS[wall]}", label, hint)


def _feature_offers(play: Play) -> Iterator[Offer]:
    for feature in play.game.place.features:
        if not feature.used:
            ref = feature_ref(play.game, feature.row)
            label = text("Try {feature:the}", feature=feature_name(play.game, feature.row))
            yield make_offer(f"try {ref}", label, text("Once. It may be a trap."))


def _leaving_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    if game.node == 0 and game.level == game.domain.top:
        hint = text("Alive, with all you carry.")
        yield make_offer("leave", text("Leave the domain"), hint, "other", irreversible=True)
    hint = text("The delve ends here.")
    yield make_offer("abandon", text("Give up this hero"), hint, "other", irreversible=True)
