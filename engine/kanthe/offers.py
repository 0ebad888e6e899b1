"""Offers of what a hero may do now, an expert's choice first. Every offer is accepted."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.slugs import slug
from engine.contract.action import Offer, OfferGroup
from engine.kanthe.arcana import (
    DICE,
    UNKNOWN,
    WORN,
    effect_of,
    fits,
    is_useless,
    item_dice,
    known_rows,
    manners_of,
)
from engine.kanthe.board import square_of
from engine.kanthe.company import priests, recruits, wares_for_sale
from engine.kanthe.conflict import (
    hero_pool,
    opponents_of,
    opposition_pool,
    possible_targets,
    tools,
    total,
)
from engine.kanthe.content import PURPOSES
from engine.kanthe.dice import percent_of_match
from engine.kanthe.explore import (
    find_plan,
    hostile_at,
    is_hostile,
    rooms_for_stairs,
    routes_from_here,
    way_label,
)
from engine.kanthe.generation import BARRING
from engine.kanthe.geometry import SIDE_NAMES
from engine.kanthe.hazards import clears, force_pool
from engine.kanthe.magic import has_room, has_use
from engine.kanthe.naming import (
    capitalise,
    feature_name,
    item_name,
    item_refs,
    node_ref,
    place_name,
    plural,
)
from engine.kanthe.offer import make_offer, text_offer
from engine.kanthe.plan import passages_at, ways_from
from engine.kanthe.play import Play
from engine.kanthe.setup_offers import setup_offers
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
    KantheItem,
    NameItem,
    Node,
    ShareTreasure,
)
from engine.kanthe.treasure import ITEM_KINDS, sources

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
        done = make_offer("done", "Done", "Back to what you were doing.", "answer", free=True)
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
            name = place_name(play.game.here, room)
            yield make_offer(f"stairs {node_ref(room)}", f"In {name}", "", "answer")
    else:
        yield make_offer(
            "finish", "End the game", "The chronicle is closed.", "answer", irreversible=True
        )
        yield make_offer("heir", "Another hero comes", "Map, sheets and occupants stay.", "answer")


def _approach_offers(play: Play, question: Approach) -> Iterator[Offer]:
    hostile = hostile_at(play.game, node=question.node)
    turn_back = make_offer("turn-back", "Turn back", "Stay where you are.", "answer")
    if not hostile:
        yield make_offer("enter", "Go in", "Nobody there would attack you.", "answer")
        yield turn_back
        return
    conflict = Conflict([o.id for o in hostile])
    fight = list(_fight_offers(play, conflict))
    away = [
        _pool_offer(play, "sneak", "Sneak through", "evade", conflict),
        _pool_offer(play, "hide", "Hide in there", "evade", conflict),
    ]
    yield from (
        [*away, turn_back, *fight] if is_outmatched(play, conflict) else [*fight, *away, turn_back]
    )
    yield from _items_offer(play)


def _fight_offers(play: Play, conflict: Conflict) -> Iterator[Offer]:
    yield _pool_offer(play, "fight", "Fight", "fight", conflict)
    if any(not o.mindless for o in opponents_of(play, conflict)):
        yield _pool_offer(play, "persuade", "Persuade", "persuade", conflict)


def _pool_offer(play: Play, verb: str, label: str, purpose: str, conflict: Conflict) -> Offer:
    own = total(hero_pool(play, purpose, conflict))
    against = total(opposition_pool(play, purpose, conflict))
    hint = f"A match: {percent_of_match(own)} %, theirs {percent_of_match(against)} %."
    return make_offer(verb, f"{label}: {own} dice against {against}", hint, "target")


def _conflict_offers(play: Play, conflict: Conflict) -> Iterator[Offer]:
    fight = list(_fight_offers(play, conflict))
    away = [
        _pool_offer(play, "flee", "Flee", "evade", conflict),
        _pool_offer(play, "sneak", "Slip past", "evade", conflict),
    ]
    yield from [*away, *fight] if is_outmatched(play, conflict) else [*fight, *away]
    for tool in tools(play):
        if conflict.tool == tool.ref:
            yield make_offer("tool none", f"Leave the {tool.name} alone", "", "item", free=True)
        elif tool.ref != conflict.barred:
            hint = f"{tool.strength} dice more in a fight; it can be turned against you."
            yield make_offer(f"tool {tool.ref}", f"Use the {tool.name}", hint, "item", free=True)
    yield from _use_offers(play)
    yield from _items_offer(play)


def _items_offer(play: Play, group: OfferGroup = "item") -> Iterator[Offer]:
    """Yield the way to the choice of items, if there is any to choose."""
    if list(_tick_offers(play)):
        unused = sum(not item.ticked for item in item_refs(play).values())
        hint = f"{plural(unused, 'item')} left out." if unused else "All that fit are used."
        yield make_offer("items", "Choose items…", hint, group, free=True)


def _tick_offers(play: Play) -> Iterator[Offer]:
    for ref, item in item_refs(play).items():
        if any(item_dice(play, item, purpose) for purpose in PURPOSES):
            verb, words = ("untick", "Do not use") if item.ticked else ("tick", "Use")
            line = f"{verb} {ref}"
            yield make_offer(line, f"{words}: {item_name(play, item)}", "", "item", free=True)


def _hazard_offers(play: Play, question: FaceHazard) -> Iterator[Offer]:
    hazard = play.hazard(question.hazard)
    if hazard.kind in BARRING:
        pool = total(force_pool(play))
        label = f"Force the way: {pool} dice"
        hint = f"You need {hazard.strength + 1} equal dice. Failing is noise."
        clearing = [o for o in _use_offers(play) if _would_clear(play, o, question)]
        yield from clearing
        yield make_offer("clear", label, hint, "act")
        yield make_offer("turn-back", "Turn back", "The way stays barred.", "answer")
        yield from (o for o in _use_offers(play) if o not in clearing)
    else:
        own = total(hero_pool(play, "evade"))
        against = total(opposition_pool(play, "evade", hazard=hazard))
        yield make_offer(
            "evade",
            f"Evade: {own} dice against {against}",
            f"A match: {percent_of_match(own)} %, theirs {percent_of_match(against)} %.",
            "act",
        )
        if question.may_turn:
            yield make_offer("turn-back", "Turn back", "", "answer")
        yield from _use_offers(play)
        words = plural(hazard.strength, "wound")
        yield make_offer("endure", "Let it come", f"{capitalise(words)}.", "answer")
    yield from _items_offer(play)


def _would_clear(play: Play, offer: Offer, question: FaceHazard) -> bool:
    effect = effect_of(play.game, item_refs(play)[offer.action.args[0]])
    return effect is not None and clears(effect, play.hazard(question.hazard))


def _target_offers(play: Play, question: ChooseTarget) -> Iterator[Offer]:
    conflict = play.game.conflict
    assert conflict is not None
    talking = conflict.purpose == "persuade"

    def felt(ghost: bool) -> int:
        return question.act.hero_arcane if ghost else question.act.hero

    limit = play.game.difficulty
    targets = possible_targets(play, conflict)
    targets.sort(key=lambda o: (felt(o.kind == "ghost") < 2, -(o.social if talking else o.wounds)))
    for target in targets:
        degree = felt(target.kind == "ghost")
        has = target.social if talking else target.wounds
        hint = f"Degree {degree if degree > 1 else 0}; it has {has} of {limit + 1}."
        yield make_offer(f"hit {target.name}", f"The {target.creature}", hint, "answer")


def _victim_offers(play: Play, question: ChooseVictim) -> Iterator[Offer]:
    hero = play.game.hero
    me = make_offer(
        "wound me", "You", f"{hero.wounds + question.degree} of {hero.challenge + 1}.", "answer"
    )
    limit = play.game.difficulty + 1
    allies = [
        make_offer(
            f"wound {ally.name}",
            f"Your ally: {ally.creature}",
            f"{ally.wounds + question.degree} of {limit}.",
            "answer",
        )
        for ally in hero.allies
    ]
    yield from [*allies, me] if is_hurt(play) else [me, *allies]


def _treasure_offers(question: ShareTreasure) -> Iterator[Offer]:
    matches = sorted(
        zip(question.values, question.degrees, strict=True), key=lambda m: (-m[1], m[0])
    )
    coins = [
        make_offer(f"coins {value}", f"The {value}s: {plural(degree, 'coin')}", "", "answer")
        for value, degree in matches
    ]
    items = [
        make_offer(f"item {value}", f"The {value}s: an item of {degree}", "You name it.", "answer")
        for value, degree in matches
    ]
    arcane = [
        make_offer(
            f"arcane {a} {b}",
            f"{a}s and {b}s: an arcane thing",
            f"Essence's word from row {a}, action's from row {b}.",
            "answer",
        )
        for a in question.values
        for b in question.values
        if a != b
    ]
    best = matches[0][1]
    yield from [*items, *arcane, *coins] if best > 2 else [*arcane, *coins, *items]


def _name_offers(play: Play, question: NameItem) -> Iterator[Offer]:
    if not question.name:
        for ware in play.content.wares.values():
            kind = ware.kind if ware.kind in ITEM_KINDS else "-".join(ware.purposes)
            hint = f"{question.rating} dice to {' and '.join(ware.purposes)}."
            yield text_offer("call", (kind, ware.name), ware.name, capitalise(hint))
        return
    for kind in ITEM_KINDS:
        words = kind if kind in ("weapon", "armour") else kind.replace("-", " and ")
        yield text_offer("call", (kind, question.name), f"{question.name}: {words}")


def _word_offers(play: Play, question: ChooseWord) -> Iterator[Offer]:
    for essence, action in question.options:
        parts = []
        if essence != UNKNOWN:
            parts.append(play.essence(essence))
        if action != UNKNOWN:
            parts.insert(0, play.content.actions[action].name)
        words = [str(row) if row != UNKNOWN else "none" for row in (essence, action)]
        yield make_offer(f"meaning {' '.join(words)}", " ".join(parts), "", "answer")


# ------------------------------------------------------------------------- using things


def _use_offers(play: Play) -> Iterator[Offer]:
    """Yield the uses of arcane things: the unknown ones, and known ones that have a use now."""
    for ref, item in item_refs(play).items():
        if not item.arcane or is_useless(play.game, item):
            continue
        name = item_name(play, item)
        effect = effect_of(play.game, item)
        for how in manners_of(item):
            line = f"use {ref} {how}"
            if effect is None:
                yield make_offer(line, f"{capitalise(how)}: {name}", _odds(play, item), "item")
            elif _is_useful(play, item, how):
                label = f"{capitalise(how)}: {name}"
                yield make_offer(line, label, f"{play.effect_name(effect)}.", "item")


def _odds(play: Play, item: KantheItem) -> str:
    need = known_rows(play.game, item).count(UNKNOWN)
    odds = {1: "a match, 70 %", 2: "two matches for both words, 12 %"}.get(need, "nothing")
    return f"What it does is not known. {DICE} dice; it takes {odds}."


def _is_useful(play: Play, item: KantheItem, how: str) -> bool:
    """Return whether a thing of a known effect is worth using in this manner now."""
    game = play.game
    effect = effect_of(game, item)
    if effect is None:
        return False
    if how == "block":
        return game.conflict is None and any(o.follows and o.here for o in game.here.opponents)
    if item.arcane in WORN and not item.worn:
        return has_room(play, item)
    if game.conflict is not None:
        helps = any(fits(play, effect, purpose) for purpose in PURPOSES)
        if item.arcane == "scroll" and helps:
            return True
        return has_use(play, effect) or (
            item.arcane == "potion" and helps and effect not in game.hero.potions
        )
    return has_use(play, effect)


# ------------------------------------------------------------------------- in a place


def _place_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    if game.hero.wounds:
        for priest in priests(game):
            yield make_offer(
                f"pray {priest.name}",
                f"Ask the {priest.creature} to pray",
                f"Heals up to {plural(priest.strength, 'wound')}, once.",
            )
    if game.place.remains or game.place.remains_coins:
        yield make_offer("remains", "Take what the dead one left", "", "item")
    for source in sources(play):
        hint = f"A match: {percent_of_match(game.hero.challenge)} %."
        yield make_offer(f"loot {source.ref}", f"Search {source.name}", hint)
    for friend in recruits(game):
        hint = f"{friend.strength} dice in fights; can take wounds for you."
        yield make_offer(f"recruit {friend.name}", f"Take the {friend.creature} along", hint)
    yield from _use_offers(play)
    for artisan, ware in wares_for_sale(game):
        if ware.rating <= game.hero.coins:
            name = item_name(play, ware)
            line = f"buy {artisan.name} {ware.rating}"
            yield make_offer(line, f"Buy: {name}", f"{plural(ware.rating, 'coin')}.", "item")
    yield from _plan_offers(play)
    yield from _door_offers(play)
    yield from _meeting_offers(play)
    if game.place.stairs:
        yield make_offer("descend", "Go down the stairs", f"To level {game.level + 1}.", "move")
    yield from _walk_offers(play)
    yield from _search_offers(play)
    yield from _feature_offers(play)
    yield from _worn_offers(play)
    yield from _items_offer(play, "other")
    yield from _leaving_offers(play)


def _plan_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    plan = find_plan(game)
    if plan:
        yield make_offer("explore", "Explore", "Go to the nearest place unknown.", "plan")
    for node in _travel_goals(play):
        name, at = place_name(game.here, node), square_of(node)
        yield make_offer(f"travel {node_ref(node)}", f"Travel to {name}", "", "plan", at=at)


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
    routes = routes_from_here(game, unknown=False)
    return [node for node in goals if node.id in routes][:MOST_TRAVEL]


def _door_offers(play: Play) -> Iterator[Offer]:
    pool = total(force_pool(play))
    for door in play.game.place.doors:
        if door.opened or not door.judged:
            continue
        wall, side = WALLS[door.wall], SIDE_NAMES[door.wall]
        if not door.heavy:
            yield make_offer(f"open {wall}", f"Open the {side} door")
        elif door.locks:
            yield from _lock_offers(door, pool)
        else:
            hint = f"You need {door.heavy + 1} equal dice. Failing is noise."
            yield make_offer(f"force {wall}", f"Force the {side} door: {pool} dice", hint)


def _lock_offers(door: Door, pool: int) -> Iterator[Offer]:
    wall, side = WALLS[door.wall], SIDE_NAMES[door.wall]
    hint = f"You need {door.locks[0] + 1} equal dice. Failing is noise."
    yield make_offer(f"pick {wall}", f"Pick the {side} door's lock: {pool} dice", hint)
    hint = f"You need {door.heavy + 1} equal dice. It is noise."
    yield make_offer(f"smash {wall}", f"Break down the {side} door: {pool} dice", hint)


def _meeting_offers(play: Play) -> Iterator[Offer]:
    """Yield conflicts that the hero may begin with who is here and does not attack him."""
    game = play.game
    around = {passage.id for passage in passages_at(game.here, game.node)}
    for who in game.here.opponents:
        near = who.node == game.node or (who.passage in around and not is_hostile(who))
        if not near or not who.here:
            continue
        if not who.mindless:
            yield make_offer(
                f"persuade {who.name}",
                f"Persuade the {who.creature}",
                "Words, not blows.",
                "target",
            )
        hint = "It has not attacked you." if not who.attacks or who.peaceful else ""
        yield make_offer(f"fight {who.name}", f"Fight the {who.creature}", hint, "target")


def _walk_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    for way in ways_from(game.here, game.place):
        at = square_of(game.here.nodes[way.node])
        yield make_offer(f"walk {way.name}", way_label(game, way), "", "move", at=at)
    if game.node == 0 and game.level > game.domain.top:
        yield make_offer("climb", "Go up the stairs", f"To level {game.level - 1}.", "move")


def _search_offers(play: Play) -> Iterator[Offer]:
    place = play.game.place
    if place.kind != "room":
        return
    for wall, taken in enumerate(place.walls):
        if not taken and wall not in place.searched:
            hint = f"A match: {percent_of_match(play.game.hero.challenge)} %. Once a wall."
            yield make_offer(f"search {WALLS[wall]}", f"Search the {SIDE_NAMES[wall]} wall", hint)


def _feature_offers(play: Play) -> Iterator[Offer]:
    for feature in play.game.place.features:
        if not feature.used:
            name = feature_name(play.game, feature.row)
            yield make_offer(f"try {slug(name)}", f"Try the {name}", "Once. It may be a trap.")


def _worn_offers(play: Play) -> Iterator[Offer]:
    for ref, item in item_refs(play).items():
        if item.worn:
            line = f"remove {ref}"
            yield make_offer(line, f"Take off the {item_name(play, item)}", "", "item", free=True)
        elif item.arcane in WORN and effect_of(play.game, item) and not has_room(play, item):
            line = f"use {ref} wear"
            yield make_offer(line, f"Change to the {item_name(play, item)}", "", "item")


def _leaving_offers(play: Play) -> Iterator[Offer]:
    game = play.game
    if game.node == 0 and game.level == game.domain.top:
        yield make_offer(
            "leave", "Leave the domain", "Alive, with all you carry.", "other", irreversible=True
        )
    yield make_offer(
        "abandon", "Give up this hero", "The delve ends here.", "other", irreversible=True
    )
