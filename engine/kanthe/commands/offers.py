"""Offers of what a hero may do now. Every offer is accepted."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import CAUTIONS
from engine.contract.action import Chance, Offer
from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.kanthe.commands.conflict_offers import (
    approach_offers,
    conflict_offers,
    hazard_offers,
    items_offer,
    meeting_offers,
    need_words,
    target_offers,
    tick_offers,
    victim_offers,
)
from engine.kanthe.commands.exploring_plans import next_deed, unsearched_walls
from engine.kanthe.commands.item_offers import use_offers, worn_offers
from engine.kanthe.commands.plan_lines import aim_of
from engine.kanthe.commands.plan_run import CAUTION_WORDS, caution_effect
from engine.kanthe.commands.setup_offers import setup_offers
from engine.kanthe.data.content import Ware
from engine.kanthe.encounters.followers import priests, recruits, wares_for_sale
from engine.kanthe.encounters.hazards import force_pool
from engine.kanthe.encounters.odds import force_chances, match_chance, search_chances
from engine.kanthe.encounters.pools import total
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.encounters.treasure import sources
from engine.kanthe.exploring.arcane_use import walls_to_dig
from engine.kanthe.exploring.movement import rooms_for_stairs, routes_from_here, way_label
from engine.kanthe.magic.arcane_things import UNKNOWN, known_rows
from engine.kanthe.map.level_plan import ways_from
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import (
    creature_name,
    feature_name,
    feature_ref,
    item_name,
    looks_of,
    node_ref,
    place_name,
    words_of,
)
from engine.kanthe.rules.offer_making import make_offer, plan_line, text_offer, with_intent
from engine.kanthe.state import (
    WALLS,
    Approach,
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    FaceHazard,
    Feature,
    KantheItem,
    Node,
    ShareTreasure,
)
from engine.kanthe.view.map_board import square_of
from engine.kanthe.words import DOORS, ROOM_WALLS, coins, dice, purposes, wounds

MOST_TRAVEL = 20  # rooms that are offered to travel to


def list_offers(game: KantheContext) -> list[Offer]:
    """Return what the hero may do now, in a stable order."""
    state = game.state
    if state.ended:
        return []
    if state.setup is not None:
        return setup_offers(state, game.content)
    if state.choosing_items:
        hint = text("Back to what you were doing.")
        done = make_offer("done", text("Done"), hint, "answer", free=True)
        return [done, *tick_offers(game)]
    if state.question is not None:
        offers = [*_answers(game)]
    elif state.conflict is not None:
        offers = [*conflict_offers(game, state.conflict)]
    else:
        offers = [*_place_offers(game)]
    if any(aim_of(offer.action) is not None for offer in offers):
        offers += _caution_offers(game)
    return offers


def _caution_offers(game: KantheContext) -> Iterator[Offer]:
    for caution in CAUTIONS:
        if caution != game.state.hero.caution:
            label = text("Plans: {caution}", caution=CAUTION_WORDS[caution])
            yield make_offer(
                f"caution {caution}", label, caution_effect(caution), "other", free=True
            )


# ------------------------------------------------------------------------- answers


def _answers(game: KantheContext) -> Iterator[Offer]:
    question = game.state.question
    if isinstance(question, Approach):
        yield from approach_offers(game, question)
    elif isinstance(question, FaceHazard):
        yield from hazard_offers(game, question)
    elif isinstance(question, ChooseTarget):
        yield from target_offers(game, question)
    elif isinstance(question, ChooseVictim):
        yield from victim_offers(game, question)
    elif isinstance(question, ShareTreasure):
        yield from _treasure_offers(game, question)
    elif isinstance(question, ChooseWord):
        yield from _word_offers(game, question)
    elif isinstance(question, ChooseStairs):
        for room in rooms_for_stairs(game.state):
            label = text("In {place}", place=place_name(room))
            yield make_offer(f"stairs {node_ref(room)}", label, "", "answer")
    else:
        hint = text("The chronicle is closed.")
        yield make_offer("finish", text("End the game"), hint, "answer", irreversible=True)
        hint = text("Map, sheets and occupants stay.")
        yield make_offer("heir", text("Another hero comes"), hint, "answer")


def _treasure_offers(game: KantheContext, question: ShareTreasure) -> Iterator[Offer]:
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
        _item_offer(game, value, degree, ware)
        for value, degree in matches
        for ware in game.content.wares.values()
    ]
    arcane = [
        _arcane_offer(game, question, a, b)
        for a in question.values
        for b in question.values
        if a != b
    ]
    if len(matches) > 1:
        whole = sum(question.degrees)
        yield make_offer("coins all", text("All: {coins}", coins=coins(whole)), "", "answer")
    hint = text("Exploring asks no more what treasure is, until you say so.")
    yield make_offer("coins always", text("Coins, now and always"), hint, "answer")
    yield from [*as_coins, *arcane, *items]


def _arcane_offer(game: KantheContext, question: ShareTreasure, essence: int, action: int) -> Offer:
    """Return the offer of two matches as an arcane thing, with the words that it would bear."""
    words, change = game.state.domain.words, question.change_row
    look = words["changes"][change] if change >= 0 else words["colours"][essence]
    looks = looks_of(look, words["motifs"][action])
    return make_offer(
        f"arcane {essence} {action}",
        text("Arcane thing: {looks}", looks=looks),
        text(
            "The {essence}s are its essence, the {action}s its action. A potion is “{quality}”.",
            essence=essence,
            action=action,
            quality=Name(words["qualities"][action]),
        ),
        "answer",
    )


def _item_offer(game: KantheContext, value: int, rating: int, ware: Ware) -> Offer:
    kind = game.content.ware_kinds[ware.kind]
    uses = ware.kind if kind.purposes else "-".join(ware.purposes)
    thing = item_name(game, KantheItem(0, ware.name, rating, ware.purposes))
    label = text("The {value}s: {thing}", value=value, thing=thing)
    hint = text("{dice} to {purposes}.", dice=dice(rating), purposes=purposes(ware.purposes))
    return text_offer("item", (str(value), uses, ware.name), label, hint)


def _word_offers(game: KantheContext, question: ChooseWord) -> Iterator[Offer]:
    item = game.item(question.item)
    called, unknown = words_of(game, item), known_rows(game, item).count(UNKNOWN)
    for essence, action in question.options:
        meanings: dict[str, Value] = {}
        if action != UNKNOWN:
            meanings["action"] = Name(game.content.actions[action].name)
        if essence != UNKNOWN:
            meanings["essence"] = game.essence(essence)
        told = [
            text("“{word}” is {meaning}", word=called[half], meaning=meaning)
            for half, meaning in meanings.items()
        ]
        label, hint = told[0], text("The other word stays unknown.") if unknown > 1 else ""
        if len(told) > 1:
            label = joined([*meanings.values()])
            hint = text("{words}.", words=listed(told))
        words = [str(row) if row != UNKNOWN else "none" for row in (essence, action)]
        yield make_offer(f"meaning {' '.join(words)}", label, hint, "answer")


# ------------------------------------------------------------------------- in a place


def _place_offers(game: KantheContext) -> Iterator[Offer]:
    state = game.state
    if state.hero.wounds:
        for priest in priests(game):
            yield make_offer(
                f"pray {priest.name}",
                text("Ask {who:the} to pray", who=creature_name(priest)),
                text("Heals up to {wounds}, once.", wounds=wounds(priest.strength)),
            )
    if state.place.remains or state.place.remains_coins:
        yield make_offer("remains", text("Take what the dead one left"), "", "item")
    for source in sources(game):
        label = text("Search {what}", what=source.name)
        chances = match_chance("work", state.hero.challenge, "Something of value {percent} %")
        hint: Words = ""
        if source.watched:
            hint = text("With the same dice you must go unnoticed once more.")
            chances = search_chances(game, conflict_at(state, state.node))
        yield make_offer(f"loot {source.ref}", label, hint, chances=chances)
    for friend in recruits(game):
        label = text("Take {who:the} along", who=creature_name(friend))
        hint = text(
            "{dice} in fights; can take wounds for you. At most {number} come along.",
            dice=dice(friend.strength),
            number=game.content.most_allies,
        )
        yield make_offer(f"recruit {friend.name}", label, hint)
    yield from use_offers(game)
    for artisan, ware in wares_for_sale(game):
        if ware.rating <= state.hero.coins:
            label = text("Buy: {thing}", thing=item_name(game, ware))
            hint = text("{coins}.", coins=coins(ware.rating))
            yield make_offer(f"buy {artisan.name} {ware.rating}", label, hint, "item")
    yield from _plan_offers(game)
    yield from _door_offers(game)
    yield from meeting_offers(game)
    if state.place.stairs:
        hint = text("To level {number}.", number=state.level + 1)
        yield make_offer("descend", text("Go down the stairs"), hint, "move")
    yield from _walk_offers(game)
    yield from _search_offers(game)
    yield from _dig_offers(game)
    yield from _feature_offers(game)
    yield from worn_offers(game)
    if state.hero.takes_coins:
        hint = text("Exploring takes it all as coins now.")
        label = text("Ask what treasure is")
        yield make_offer("treasure ask", label, hint, "other", free=True)
    yield from items_offer(game, "other")
    yield from _leaving_offers(game)


def _plan_offers(game: KantheContext) -> Iterator[Offer]:
    if next_deed(game) is not None:
        hint = text("On and on, until something turns up; searches what it finds, opens doors.")
        yield make_offer(plan_line(game, "explore"), text("Explore"), hint, "plan")
    walls = unsearched_walls(game.state.place)
    if len(walls) > 1:
        label = text("Search all {number} walls", number=len(walls))
        hint = text("One after the other, until a secret door is found.")
        chances = _secret_door_chances(game)
        yield make_offer(plan_line(game, "search"), label, hint, "plan", chances=chances)
    for node in _travel_goals(game):
        label = text("Travel to {place}", place=place_name(node))
        line = plan_line(game, "travel", node_ref(node))
        yield make_offer(line, label, "", "plan", at=square_of(node))


def _secret_door_chances(game: KantheContext) -> tuple[Chance, ...]:
    challenge = game.state.hero.challenge
    return match_chance("work", challenge, "A secret door {percent} % a wall")


def _travel_goals(game: KantheContext) -> list[Node]:
    """Return known places that more than one step leads to, the most useful first."""
    state = game.state
    near = {way.node for way in ways_from(state.here, state.place)}
    goals = [
        node
        for node in state.here.nodes
        if node.kind in ("start", "room")
        and node.entered
        and node.id != state.node
        and node.id not in near
    ]
    goals.sort(key=lambda node: (not node.stairs, node.kind != "start", -node.id))
    routes = routes_from_here(game, unknown=False)
    return [node for node in goals if node.id in routes][:MOST_TRAVEL]


def _door_offers(game: KantheContext) -> Iterator[Offer]:
    for door in game.state.place.doors:
        if door.opened or not door.judged:
            continue
        wall, name = WALLS[door.wall], DOORS[door.wall]
        if not door.heavy:
            yield make_offer(f"open {wall}", text("Open {door}", door=name))
        elif door.locks:
            label = text("Pick {door}'s lock", door=name)
            yield from _try_offer(game, f"pick {wall}", label, door.locks[0])
            label = text("Break down {door}", door=name)
            yield from _try_offer(game, f"smash {wall}", label, door.heavy)
        else:
            label = text("Force {door}", door=name)
            yield from _try_offer(game, f"force {wall}", label, door.heavy)


def _try_offer(game: KantheContext, line: str, label: Text, degree: int) -> Iterator[Offer]:
    """Yield the offer of trying something again and again, unless it is hopeless."""
    chances = force_chances(game, degree)
    if chances[0].percent:
        hint = need_words(total(force_pool(game)), degree)
        yield make_offer(plan_line(game, *line.split()), label, hint, "plan", chances=chances)


def _walk_offers(game: KantheContext) -> Iterator[Offer]:
    state = game.state
    for way in ways_from(state.here, state.place):
        node = state.here.nodes[way.node]
        label = way_label(state, way)
        offer = make_offer(f"walk {way.name}", label, "", "move", at=square_of(node))
        yield with_intent(offer, "move", node_ref(node))
    if state.node == 0 and state.level > state.domain.top:
        hint = text("To level {number}.", number=state.level - 1)
        yield make_offer("climb", text("Go up the stairs"), hint, "move")


def _search_offers(game: KantheContext) -> Iterator[Offer]:
    for wall in unsearched_walls(game.state.place):
        label = text("Search {wall}", wall=ROOM_WALLS[wall])
        chances = _secret_door_chances(game)
        yield make_offer(f"search {WALLS[wall]}", label, text("Once a wall."), chances=chances)


def _dig_offers(game: KantheContext) -> Iterator[Offer]:
    for wall in walls_to_dig(game):
        label = text("Dig through {wall}", wall=ROOM_WALLS[wall])
        yield make_offer(f"dig {WALLS[wall]}", label, text("It is noise."))


def _feature_offers(game: KantheContext) -> Iterator[Offer]:
    for feature in game.state.place.features:
        if not feature.used:
            ref = feature_ref(game.state, feature.row)
            label = text("Try {feature:the}", feature=feature_name(game.state, feature.row))
            hint, chances = _feature_hint(game, feature), _feature_chances(game, feature)
            yield make_offer(f"try {ref}", label, hint, chances=chances)


def _feature_hint(game: KantheContext, feature: Feature) -> Text:
    """Return what comes of using a feature."""
    effect = game.state.domain.arcane_features[feature.row]
    if effect is None:
        return text("Once. A hazard may come of it.")
    if game.state.variant.by_the_book:
        return text("Once. {effect}.", effect=game.effect_name(effect))
    return text("Once. {effect}; its two words are carved in it.", effect=game.effect_name(effect))


def _feature_chances(game: KantheContext, feature: Feature) -> tuple[Chance, ...]:
    if game.state.domain.arcane_features[feature.row] is not None:
        return ()
    return match_chance("hurt", game.state.difficulty, "A hazard or a guard {percent} %")


def _leaving_offers(game: KantheContext) -> Iterator[Offer]:
    state = game.state
    if state.node == 0 and state.level == state.domain.top:
        hint = text("Alive, with all you carry.")
        yield make_offer("leave", text("Leave the domain"), hint, "other", irreversible=True)
    hint = text("The delve ends here.")
    yield make_offer("abandon", text("Give up this hero"), hint, "other", irreversible=True)
